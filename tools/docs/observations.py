"""docs/study/observations.md: the columns of every game's observations: `python -m tools.docs.observations` writes it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import sevenfold
from sevenfold.envs.observation import Observation
from sevenfold.registry import is_built_in

PAGE = Path(__file__).resolve().parents[2] / "docs" / "study" / "observations.md"
HEAD = """# Observations

What the columns of each game's observations mean, as [environments](environments.md) give them. This page is written by
`python -m tools.docs.observations`; `Observation(game.rules).read(row)` gives the same parts of a row by name, for games of
other packages too.

Seats are counted from the observer, who is 0, wherever a part has an axis of seats; the rest are in the order of play. Axes of
cards and suits are in the order of the game's pack. A game has one layout for all its options and numbers of players: seats
that are not in play are 0.
"""


def page() -> str:
    """The page."""
    return "\n".join(_lines())


def _lines() -> Iterator[str]:
    yield HEAD
    for name in sevenfold.game_names():
        if is_built_in(name):
            yield from _section(sevenfold.load(name))


def _section(game: sevenfold.Game) -> Iterator[str]:
    observation = Observation(game.rules)
    yield f"## {game.name}\n"
    yield f"`{game.id}`: {observation.size} columns, {game.rules.action_count} actions.\n"
    yield "| Columns | Part | Shape | Each element |"
    yield "|---|---|---|---|"
    for part in observation.parts:
        columns = str(part.first) if part.size == 1 else f"{part.first}–{part.last - 1}"
        yield f"| {columns} | `{part.name}` | {' × '.join(map(str, part.shape))} | {part.meaning} |"
    yield ""


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    sys.exit(0)
