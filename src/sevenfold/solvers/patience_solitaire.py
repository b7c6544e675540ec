"""What the solver knows about Seven Solitaire: no choice ever matters, so any way of playing shows whether it can be won.

Suits do not matter, so positions are identified by ranks. Two different moves never need the same cards: a seven, a pair of two
values and a high card of each rank concern different ranks. A move draws as many cards as it takes, the next of the stock, so
after both moves, in either order, the same cards have come and gone. The reserve is full only with its sixth rank, which leaves
it free for all. So whatever is played, the other moves remain possible, and all ways of playing end in the same position
(docs/study/patience.md).
"""

from __future__ import annotations

from sevenfold.games.seven_solitaire.rules import Position, rules, value
from sevenfold.kernel import ActionSet, beyond_lowest, bit, count, lowest
from sevenfold.kernel.questions import legal_actions

from .patience_search import answers, seal, worthwhile

MARK = 1 << 62  # so that no seal is 0


@answers(rules, seal)
def _seal(s: Position) -> tuple[int, int]:
    """How many of each value lie in the tableau, which are in the reserve, and the size of the stock."""
    values = 0
    rest = s.tableau
    while rest:
        values += 1 << 3 * (value(lowest(rest)) - 1)
        rest = beyond_lowest(rest)
    reserve = 0
    rest = s.reserve
    while rest:
        reserve |= bit(value(lowest(rest)))
        rest = beyond_lowest(rest)
    return values | count(s.stock) << 39 | MARK, reserve


@answers(rules, worthwhile)
def _worthwhile(s: Position) -> ActionSet:
    return bit(lowest(legal_actions(s)))
