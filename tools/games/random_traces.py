"""A random game with every position kept, for tests and tools that check whole games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

import sevenfold
from sevenfold.kernel.chance import pick, source
from sevenfold.kernel.play import apply, begin_game
from sevenfold.kernel.questions import OVER
from sevenfold.kernel.types import Int64Array, Positions

Flags: TypeAlias = "np.ndarray[Any, np.dtype[np.bool_]]"


@dataclass(frozen=True)
class Trace:
    """The positions of consecutive games, a row each; the last row of a game has the phase OVER."""

    game: sevenfold.Game
    first_seed: int
    positions: Positions
    legal: Int64Array  # the set of legal actions in each row
    actions: Int64Array  # the action played in each row; meaningless in the last row of a game

    @property
    def ends(self) -> Flags:
        """Which rows are the last of their game."""
        over: Flags = self.positions["phase"] == OVER
        return over

    def seed(self, row: int) -> int:
        """The seed of the game that a row belongs to."""
        return self.first_seed + int(np.count_nonzero(self.ends[:row]))


def random_trace(game: sevenfold.Game, seed: int, *, limit: int = 1000) -> Trace:
    """Play one game in which every legal action is equally likely."""
    work = game.new_positions(limit=limit, listening=True)
    chooser = source(seed)
    members, turn = begin_game(work, 0, np.uint64(seed))
    kept, legal, actions = [work.tobytes()], [int(members)], []
    while turn >= 0:
        actions.append(int(pick(chooser[0], int(members))))
        members, turn = apply(work, 0, actions[-1])
        kept.append(work.tobytes())
        legal.append(int(members))
    positions = np.frombuffer(b"".join(kept), work.dtype)
    return Trace(game, seed, positions, np.array(legal, np.int64), np.array([*actions, -1], np.int64))


def unmarked(positions: Positions) -> bytes:
    """The positions as bytes, without the first word (a hash of the game's file) and without the random key."""
    words = positions.view(np.int64).reshape(len(positions), -1)
    fields = positions.dtype.fields
    end = fields["key"][1] // 8 if fields and "key" in fields else words.shape[1]
    return bytes(words[:, 1:end].tobytes())


def differing(one: Positions, other: Positions) -> list[str]:
    """The fields in which two positions (arrays of one) differ."""
    return [name for name in one.dtype.names or () if one[name].tobytes() != other[name].tobytes()]
