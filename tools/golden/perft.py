"""Perft: the number of sequences of actions to each depth from fixed deals, with the draws that the seed determines."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

import sevenfold
from sevenfold.kernel.memory import copied
from sevenfold.kernel.play import apply, begin_game
from sevenfold.kernel.sets import each
from sevenfold.kernel.types import ActionSet, Positions
from tools.games.combinations import all_combinations, label

TABLE = Path(__file__).resolve().parents[2] / "tests" / "rules" / "perft.json"
SEEDS = (1, 2)
MOST_STEPS = 5000  # for one deal, which limits the depth
MOST_DEPTH = 40


def started(game: sevenfold.Game, seed: int) -> tuple[Positions, ActionSet]:
    """A new deal as an array of one position, and the set of legal actions."""
    positions = game.new_positions(listening=True)  # what a State plays on: these rules are compiled anyway
    return positions, int(begin_game(positions, 0, np.uint64(seed))[0])


def followers(positions: Positions, members: ActionSet) -> Iterator[tuple[Positions, ActionSet]]:
    """The position after each action, and the set of actions legal there."""
    for action in each(members):
        after = copied(positions)
        yield after, int(apply(after, 0, action)[0])


def count_all(game: sevenfold.Game, seed: int) -> list[int]:
    """The number of sequences to depth 1, 2 …, as deep as MOST_STEPS allows."""
    level, counts, steps = [started(game, seed)], [], 0
    while True:
        counts.append(sum(members.bit_count() for _, members in level))
        steps += counts[-1]
        if not counts[-1] or steps > MOST_STEPS or len(counts) == MOST_DEPTH:
            return counts
        level = [after for positions, members in level for after in followers(positions, members)]


def sequences(positions: Positions, members: ActionSet, depth: int) -> int:
    """The number of sequences of `depth` actions from a state; a game that ends earlier adds none."""
    if depth <= 1:
        return members.bit_count() if depth else 1
    return sum(sequences(*after, depth - 1) for after in followers(positions, members))


def divide(game: sevenfold.Game, seed: int, depth: int) -> str:
    """The number of sequences by their first action, to find where two versions differ."""
    positions, members = started(game, seed)
    state = game.start(seed)
    return "\n".join(
        f"{action}: {sequences(*after, depth - 1)}"
        for action, after in zip(state.legal_actions(), followers(positions, members), strict=True)
    )


def read() -> dict[str, list[list[int]]]:
    """The stored counts, by combination of options and deal."""
    found: dict[str, list[list[int]]] = json.loads(TABLE.read_text())
    return found


def write(names: Sequence[str]) -> None:
    """Count again, for some games or all, and store the counts."""
    kept = read() if TABLE.exists() else {}
    every = {label(game) for game in all_combinations()}
    table = {name: counts for name, counts in kept.items() if name in every}
    table |= {label(game): [count_all(game, seed) for seed in SEEDS] for game in all_combinations(names)}
    rows = [f"  {json.dumps(name)}: {json.dumps(table[name])}" for name in sorted(table)]
    TABLE.write_text("{\n" + ",\n".join(rows) + "\n}\n")
