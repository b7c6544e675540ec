"""What a solver knows of Pyramid: no rule, only what follows from its rules."""

from __future__ import annotations

from sevenfold.games.pyramid import CARD, MAKING_SEVEN, PARTNER, SEVENS, TURN, Position, bared_by, rules
from sevenfold.kernel import Action, ActionSet, beyond_lowest, bit, compiled, count, has, lowest
from sevenfold.kernel.questions import legal_actions
from sevenfold.words.sevendeck import of_number
from sevenfold.words.triangle import MOST_ROWS, PLACES

from .patience_search import answered, hopeless, rather, seal, worthwhile

HIGH = of_number(4) | of_number(5) | of_number(6)
MARK = 1 << 62  # so that no seal is 0


def _far_below(place: int) -> int:
    """The places that must be empty before this one can be uncovered by taking a single card away, less the two next to it."""
    row, column = divmod(place, 8)
    return sum(bit(8 * r + c) for r in range(row + 2, MOST_ROWS) for c in range(column, column + r - row + 1))


FAR_BELOW = tuple(_far_below(place) if place % 8 <= place // 8 else 0 for place in range(PLACES))


@answered(rules, seal)
def _seal(s: Position) -> tuple[int, int]:
    """What is discarded and how many cards are in the stock: in their known order that is everything, but for a duty to turn."""
    return s.discarded | count(s.stock) << 49 | s.must_turn << 55 | MARK, 0


@answered(rules, worthwhile)
def _worthwhile(s: Position) -> ActionSet:
    legal = legal_actions(s)
    if s.phase == PARTNER:
        # A pair of two uncovered cards is begun with the lower number.
        return legal & ~s.uncovered if has(HIGH, s.chosen) else legal
    if not s.one_discard and legal & SEVENS:
        # A seven pairs with nothing, so without it everything else can be done as before, and perhaps more.
        return bit(lowest(legal & SEVENS))
    rest = legal & HIGH
    while rest:
        card = lowest(rest)
        rest = beyond_lowest(rest)
        if MAKING_SEVEN[card] & bared_by(s, card) == 0:
            legal &= ~bit(card)
    return legal


@answered(rules, hopeless)
def _hopeless(s: Position) -> bool:
    """Has a card lost all partners with which it could leave?"""
    rest = s.tableau & ~SEVENS
    while rest:
        card = lowest(rest)
        rest = beyond_lowest(rest)
        if not has_partner(s, card):
            return True
    return False


@compiled
def has_partner(s: Position, card: int) -> bool:
    """Is there a card left to add up to 7 that need not leave long before or after this one?"""
    place = s.place_of[card]
    others = MAKING_SEVEN[card] & ~s.discarded
    if others & ~s.tableau:
        return True
    while others:
        other = s.place_of[lowest(others)]
        others = beyond_lowest(others)
        if not has(FAR_BELOW[place], other) and not has(FAR_BELOW[other], place):
            return True
    return False


@answered(rules, rather)
def _rather(s: Position, actions: ActionSet) -> Action:
    return lowest(actions)
