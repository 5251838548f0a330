"""A table without input or output: seats, clocks, taking back, bots' turns, solo campaigns.

A table is event-sourced: its entries are numbered from 0 and never change. A command is
checked and becomes an entry; once the entry is stored, every process that knows the table
applies it and comes to the same state.
"""
