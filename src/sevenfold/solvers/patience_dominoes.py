"""What the solver knows about Cooperative Dominoes: no rules, only what follows from them.

All players have the same aim and all hands are open, so with the order of the stock known it is a game for one.
"""

from __future__ import annotations

import numpy as np

from sevenfold.games.cooperative_dominoes.rules import Position, rules
from sevenfold.kernel import beyond_lowest, count, lowest
from sevenfold.kernel.chance import mixed, plus, times

from .patience_search import answers, seal

MASK = (1 << 62) - 1


@answers(rules, seal)
def _seal(s: Position) -> tuple[int, int]:
    """A hash of 123 bits of the relevant cards with their squares, the hands, the stock's size, the turn and the passes."""
    one, other = np.uint64(0), np.uint64(0)
    rest = s.table
    while rest:
        card = lowest(rest)
        rest = beyond_lowest(rest)
        word = mixed(np.uint64(s.square[card] << 6 | card))
        one ^= word
        other = plus(other, times(word, word ^ np.uint64(0x9E3779B97F4A7C15)))
    one = mixed(one ^ np.uint64(count(s.stock) << 8 | s.turn << 4 | s.passes))
    for seat in range(s.players):
        one = mixed(one ^ np.uint64(s.hands[seat]))
        other = mixed(other ^ np.uint64(s.hands[seat]))
    return np.int64(one & np.uint64(MASK)) | 1, np.int64(other & np.uint64(MASK))  # type: ignore[return-value]  # two int64
