"""How a search thinks, as a spec says it: `search:1000:thumb=0.7:cap=12`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields

from sevenfold.errors import BadInput


@dataclass(frozen=True)
class Settings:
    """How a search thinks. What a spec leaves out is as it is here.

    explore: the weight of UCB1's second term, for gains scaled to 0 … 1.
    thumb: the share of the actions of a rollout that is chosen by rules of thumb, the others at random.
    prefer: by how much an advised action is preferred, divided by how often it was tried; 1 is the whole range of gains.
    cap: how many actions a rollout may take, 0 for any number, -1 for as many as the game says.
    relative: 1 if a seat seeks to gain more than the others, and not only much.
    others: the share of the other seats' choices, in tree and rollouts, that is by rules of thumb; 0: they think as it does.
        Where something is inferred, the share that was seen of each is multiplied by this.
    infer: the share of the others' choices that is taken to be by rules of thumb until more is seen of them; what they did then
        says what they hold. 0: nothing is inferred.
    worlds: how many positions are drawn to think in where something is inferred; else each simulation has its own.
    exact: with so many cards or fewer in hand, in a game of tricks, a seat finds its best plan against others who play by rules
        of thumb, in all lines of as many positions; in Pyramid, with so many cards or fewer in the stock that matter, it finds
        what the best play wins in all orders of them; 0: it never does.
    race: 1 if no tree grows: all actions are tried in the same worlds by rollouts, and those clearly behind left out.
    graph: in Pyramid, in how many orders of the stock a new position is looked at, as if the order were known, in a graph of
        positions, which grows in place of a tree of what was heard; a walk down it counts as so many simulations. Of what is
        above only `exact` matters then. 0: a tree grows.
    learnt: 1 if, in a game of which something was learnt by self-play, that alone chooses; in others it changes nothing.
    """

    explore: float = 0.7
    thumb: float = 0.0
    prefer: float = 0.0
    cap: int = -1
    relative: int = 0
    others: float = 0.0
    infer: float = 0.0
    worlds: int = 300
    exact: int = 0
    race: int = 0
    graph: int = 0
    learnt: int = 0


PLAIN = Settings()

RANGES = {
    "explore": (0, 10), "thumb": (0, 1), "prefer": (0, 10), "cap": (-1, 100_000), "relative": (0, 1), "others": (0, 1),
    "infer": (0, 1), "worlds": (1, 10_000), "exact": (0, 16), "race": (0, 1), "graph": (0, 100), "learnt": (0, 1),
}  # fmt: skip


def settings_of(named: Sequence[str], spec: str) -> Settings:
    """The settings that a spec names; BadInput for what there is not."""
    kinds = {field.name: int if field.type == "int" else float for field in fields(Settings)}
    found: dict[str, float] = {}
    for text in named:
        name, _, value = text.partition("=")
        if name not in kinds:
            raise BadInput(f"{spec}: a search has no setting {name!r}; it has {', '.join(kinds)}.")
        low, high = RANGES[name]
        try:
            found[name] = kinds[name](value)
        except ValueError:
            found[name] = math.nan
        if not low <= found[name] <= high:
            raise BadInput(f"{spec}: {name} is a number from {low} to {high}, not {value!r}.")
    return Settings(**found)  # type: ignore[arg-type]  # whole where it must be
