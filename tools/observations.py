"""Writes docs/observations.md anew, from the layouts themselves.

PYTHONPATH=src python tools/observations.py
"""

from __future__ import annotations

import re
from pathlib import Path

import bedesten
from bedesten import envs
from bedesten.envs.fields import LARGEST, Layout

PAGE = Path(__file__).parent.parent / "docs" / "observations.md"

INTRODUCTION = f"""\
# Observations

<!-- written by tools/observations.py -->

An observation is a row of whole numbers (`int16`) that says all that `match.view(seat)` says, and
nothing else. The same view always gives the same row, and the view can be read back from it. All
[environments](environments.md) give these rows.

- Seats are counted from the one that looks: 0 is itself, 1 the next one clockwise. `players[1]` is
  that seat's part of the row.
- A **count** is the number as it is, at most {LARGEST}. A **flag** is 0 or 1. **One of** several is
  a flag for each, and all of them 0 for none; **some of** several and **seats** are flags too.
- What may be missing has a flag before it whether it is there, with `?` at the end of its name, and
  is zero without it.
- The choices are not in the row but in the action mask that goes with it: one number for each word
  of [the vocabulary](notation.md).
- What the options and the data file settle for a whole game is in no row. Those fields of the view
  are named below.

`bedesten.envs.layout("basari", seats=3)` has all of it for any table: `slices` maps names to
slices, `scale` is what to multiply a row by so that most numbers lie between 0 and 1,
`encode(view)` and `decode(row, mask)` go from one to the other.

```python
from bedesten import envs

layout = envs.layout("basari", seats=3)
batch = envs.batch("basari", 2, seats=3)
gems = batch.observations[:, layout.slices["players[0].gems"]]  # the own gems in both games
view = layout.decode(batch.observations[0], batch.action_masks[0])
assert view["choices"][0] == "archway:1"
```

A layout has a **version**. It rises when a number of a row comes to mean something else, and
programs that have learned from the old rows must learn again.

The tables are for four seats; with fewer or more the fields are the same.
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
    """A row for each field; those of the other players follow in the same order."""
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
