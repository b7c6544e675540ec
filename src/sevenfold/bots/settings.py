"""The settings of a search, as written in a spec: `search:1000:heuristics=0.7:cap=12`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields

from sevenfold.errors import BadInput, quoted


@dataclass(frozen=True)
class Settings:
    """The settings of a search, with their defaults.

    Attributes:
        explore: The weight of UCB1's second term, for gains scaled to 0 … 1.
        heuristics: The share of a rollout's actions that the heuristics choose; the others are random.
        prefer: The bonus of an action that the heuristics advise, divided by its visits + 1; 1 means the whole range of gains.
        cap: The maximum number of actions in a rollout; 0 for no limit, -1 for the game's own limit.
        relative: 1 to maximise the gain above the average of all seats, 0 for the seat's own gain.
        others: The share of the other seats' choices, in tree and rollouts, that follow the heuristics; 0: they think as the
            seat does. If anything is inferred, the share estimated for each seat is multiplied by this.
        infer: The share of the other seats' choices that is assumed to follow the heuristics at first; what they hold is
            inferred from their choices. 0: nothing is inferred.
        worlds: The number of positions sampled if anything is inferred; otherwise each simulation deals its own.
        exact: In trick-taking games, the number of cards in hand up to which the seat finds its best plan against heuristic
            players; in Pyramid, the number of relevant cards in the stock up to which it finds the best play over all orders.
            0: never.
        paired: 1 to try all actions in the same worlds by rollouts instead of growing a tree.
        graph: In Pyramid, the number of orders of the stock sampled for a new position in a graph of positions, which
            replaces the tree; a walk down it counts as that many simulations. Of the other settings only `exact` applies. 0: a
            tree is used.
        network: 1 to let networks trained by self-play choose, in games that have some; no effect in other games.
    """

    explore: float = 0.7
    heuristics: float = 0.0
    prefer: float = 0.0
    cap: int = -1
    relative: int = 0
    others: float = 0.0
    infer: float = 0.0
    worlds: int = 300
    exact: int = 0
    paired: int = 0
    graph: int = 0
    network: int = 0


PLAIN = Settings()

RANGES = {
    "explore": (0, 10), "heuristics": (0, 1), "prefer": (0, 10), "cap": (-1, 100_000), "relative": (0, 1), "others": (0, 1),
    "infer": (0, 1), "worlds": (1, 10_000), "exact": (0, 16), "paired": (0, 1), "graph": (0, 100), "network": (0, 1),
}  # fmt: skip
# Databases and records contain specs with these words, so specs are printed with them.
STORED_WORDS = {"heuristics": "thumb", "paired": "race", "network": "learnt"}
NAMES = {word: name for name, word in STORED_WORDS.items()} | {name: name for name in RANGES}


def settings_of(named: Sequence[str], spec: str) -> Settings:
    """The settings in a spec; BadInput for one that does not exist."""
    kinds = {field.name: int if field.type == "int" else float for field in fields(Settings)}
    found: dict[str, float] = {}
    for text in named:
        word, _, value = text.partition("=")
        if word not in NAMES:
            raise BadInput(f"{spec}: a search has no setting {quoted(word)}; it has {', '.join(kinds)}.")
        name = NAMES[word]
        low, high = RANGES[name]
        try:
            found[name] = kinds[name](value)
        except ValueError:
            found[name] = math.nan
        if not low <= found[name] <= high:
            raise BadInput(f"{spec}: {word} is a number from {low} to {high}, not {quoted(value)}.")
    return Settings(**found)  # type: ignore[arg-type]  # a whole number where it must be


def as_stored(named: str) -> str:
    """A setting of a spec, under the name used in stored specs."""
    word, equals, value = named.partition("=")
    return f"{STORED_WORDS.get(word, word)}{equals}{value}"
