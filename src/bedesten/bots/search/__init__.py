"""Thinking ahead: one turn, or a tree of imagined games. Compiled with the engine."""
