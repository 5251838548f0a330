"""One table's life without input or output: seats, clocks, taking back, bots' turns.

A table is its entries, numbered from 0 and never changed. Whatever somebody wants
is first checked and becomes an entry; once that is stored, every process that
knows the table takes it in and comes to the same table.
"""
