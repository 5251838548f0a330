"""The command line, for the arena too."""

from cli.conftest import call

__all__ = ["call"]
