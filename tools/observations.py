"""Writes docs/observations.md from the layouts.

PYTHONPATH=src python tools/observations.py
"""

from __future__ import annotations

import re
from pathlib import Path

import bedesten
from bedesten import envs
from bedesten.envs import hashed
from bedesten.envs.fields import LARGEST, Layout

PAGE = Path(__file__).parent.parent / "docs" / "observations.md"

INTRODUCTION = f"""\
# Observations

<!-- written by tools/observations.py -->

An observation is a row of whole numbers (`int16`). It holds everything in `match.view(seat)`, and
nothing else. The same view always gives the same row, and the view can be decoded from it. All
[environments](environments.md) use these rows.

- Seats are counted from the viewing seat: 0 is itself, 1 the next one clockwise. `players[1]` is
  that seat's part of the row.
- A **count** is the number as it is, from 0 to {LARGEST}. A **flag** is 0 or 1. **One of** several
  is a flag for each (one-hot), all 0 for none; **some of** several and **seats** are flags too.
- A value that may be missing has a flag before it, with `?` at the end of its name; if the value is
  missing, its numbers are 0.
- The choices are not in the row but in the action mask: one number for each word of
  [the vocabulary](notation.md).
- Fields that the options and the data file settle for a whole game are in no row. They are named
  below.

`bedesten.envs.layout("basari", seats=3)` describes the rows of any table: `slices` maps names of
fields to slices, `scale` has factors that bring most numbers between 0 and 1, `encode(view)` and
`decode(row, mask)` convert.

```python
from bedesten import envs

layout = envs.layout("basari", seats=3)
batch = envs.batch("basari", 2, seats=3)
gems = batch.observations[:, layout.slices["players[0].gems"]]  # the own gems in both games
view = layout.decode(batch.observations[0], batch.action_masks[0])
assert view["choices"][0] == "archway:1"
```

A layout has a **version**. It rises when a number in a row changes its meaning; programs that have
learned from the old rows must learn again.

## A game without a layout

A game that brings no layout has **hashed observations**, version {hashed.VERSION}. The fields that
all games share come first (`seat` to `ranking`), then {hashed.SLOTS} numbers, the field `hashed`:
every leaf of the game's own part of the view adds to the slot that is the CRC-32 of its path modulo
{hashed.SLOTS}.

- A number adds itself to the slot of its path, such as `players/0/lira`; a negative number adds its
  absolute value to the slot of the path with `-` at its end. `true` counts as 1.
- A text adds 1 to the slot of `path=text`.
- `null`, `false` and 0 add nothing. No slot exceeds {LARGEST}.
- Seats in paths and values are absolute. `decode` returns the shared fields only.

The tables below are for four seats; with fewer or more the fields are the same.
"""


def of_game(name: str) -> list[str]:
    """The section of a game."""
    game = bedesten.game(name)
    layout = envs.layout(name)
    widths = [
        f"{envs.layout(name, seats=seats).width} with {seats}"
        for seats in range(game.seats[0], game.seats[1] + 1)
    ]
    fixed = ", ".join(f"`{field}`" for field in layout.fixed)
    return [
        f"## {game.title}",
        "",
        f"Version {layout.version}. Numbers in a row, by seats: {', '.join(widths)}.",
        f"Words in a mask: {len(game.vocabulary)}. Fixed for a whole game: {fixed}.",
        "",
        *table(layout),
        "",
    ]


def table(layout: Layout) -> list[str]:
    """A row for each field; the fields of the other players follow in the same order."""
    rows = ["| from | numbers | field | is | what |", "|---:|---:|---|---|---|"]
    for leaf in layout.leaves:
        if re.search(r"\[[1-9]\]", leaf.name):
            continue
        start = layout.slices[leaf.name].start
        rows.append(f"| {start} | {leaf.size} | `{leaf.name}` | {leaf.kind} | {leaf.about} |")
    return rows


def page() -> str:
    sections = [line for name in bedesten.games() for line in of_game(name)]
    return "\n".join([INTRODUCTION, *sections])


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
