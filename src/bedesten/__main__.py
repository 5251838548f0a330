"""`python -m bedesten` is the command line."""

from __future__ import annotations

from bedesten.cli.main import main

if __name__ == "__main__":
    main()
