"""A soak test: random games of all three titles while everything that can fails.

Nothing that was acknowledged may be lost or doubled, no table may be stuck, every record must
verify, and memory must stay flat. `python -m server.soak --minutes 60` runs it for long.
"""
