"""What the solver knows about Front and Center: no rules, only what follows from them."""

from __future__ import annotations

from sevenfold.games.front_and_center.rules import CHAINS, FULL, TURNED, Position, rules
from sevenfold.kernel import Action, ActionSet, beyond_lowest, compiled, count, lowest, maybe
from sevenfold.mechanics.sevendeck import matching

from .patience_search import answers, hopeless, rather, seal

MARK = 1 << 62  # so that no seal is 0
CLOSED = 511


@answers(rules, seal)
def _seal(s: Position) -> tuple[int, int]:
    """The discard pile, whose cards lie in the order of the stock, the size of the stock, and the state of the chains.

    The four sides are equivalent, so the chains are sorted; a closed chain is only that.
    """
    is_turned = s.phase == TURNED
    first = s.discards | count(s.stock) << 49 | is_turned << 55 | (0 if is_turned else s.added) << 56 | MARK
    a, b, c, d = arm(s, 0), arm(s, 1), arm(s, 2), arm(s, 3)
    a, b = min(a, b), max(a, b)
    c, d = min(c, d), max(c, d)
    a, c = min(a, c), max(a, c)
    b, d = min(b, d), max(b, d)
    b, c = min(b, c), max(b, c)
    return first, a | b << 9 | c << 18 | d << 27


@compiled
def arm(s: Position, chain: int) -> int:
    """A chain's last card and its length."""
    length = count(s.chains[chain])
    return CLOSED if length == FULL else s.ends[chain] << 3 | length


@answers(rules, hopeless)
def _hopeless(s: Position) -> bool:
    """Whether too few cards are left for the open chains, or too few that match the target."""
    left = s.stock | s.discards | maybe(s.turned)
    needed, closing = 0, 0
    for chain in range(4):
        length = count(s.chains[chain])
        needed += FULL - length
        closing += length < FULL
    return needed > count(left) or closing > count(left & matching(s.target))


@answers(rules, rather)
def _rather(s: Position, actions: ActionSet) -> Action:
    """Adding a card comes first, and first to the longest chain."""
    best, chosen = -1, lowest(actions)
    rest = actions & CHAINS
    while rest:
        chain = lowest(rest)
        rest = beyond_lowest(rest)
        if count(s.chains[chain]) > best:
            best, chosen = count(s.chains[chain]), chain
    return chosen
