"""What the solver knows about Pyramid: no rules, only what follows from them.

With one discard a turn, the stock must be turned after each discard. So only the card just turned can leave the working pile
together with a card of the tableau, and the cards beneath it are out of the game.
"""

from __future__ import annotations

import numpy as np

from sevenfold.games.pyramid.rules import MAKING_SEVEN, PARTNER, SEVEN, SEVENS, Position, bared_by, from_top, rules
from sevenfold.kernel import ActionSet, beyond_lowest, bit, compiled, count, has, lowest, maybe
from sevenfold.kernel.chance import mixed
from sevenfold.kernel.questions import legal_actions
from sevenfold.kernel.types import Card, CardSet
from sevenfold.mechanics.sevendeck import number_of, of_number

from .patience_search import answers, hopeless, seal, worthwhile
from .unknown_stock import outlook_seal, position_seal, that_matter, worth_the_same

HIGH = of_number(4) | of_number(5) | of_number(6)
MARK = 1 << 62  # so that no seal is 0


@answers(rules, seal)
def _seal(s: Position) -> tuple[int, int]:
    """The discarded cards, or only those in the tableau, and the size of the stock; the rest follows from these."""
    here = s.tableau if s.one_discard else s.discarded
    return here | count(s.stock) << 49 | s.must_turn << 55 | MARK, 0


@answers(rules, worthwhile)
def _worthwhile(s: Position) -> ActionSet:
    legal = legal_actions(s)
    if s.phase == PARTNER:
        # A pair of two uncovered cards begins with its lower number. With one discard a turn, one of them is in the tableau.
        if has(HIGH, s.chosen):
            legal &= ~s.uncovered
        return legal if not s.one_discard or has(s.tableau, s.chosen) else legal & s.tableau
    if s.one_discard:
        legal &= ~(SEVENS & ~s.tableau)
    elif legal & SEVENS:
        # A seven pairs with nothing: once it is gone, everything else is still possible, and perhaps more.
        return bit(lowest(legal & SEVENS))
    rest = legal & HIGH
    while rest:
        card = lowest(rest)
        rest = beyond_lowest(rest)
        if MAKING_SEVEN[card] & bared_by(s, card) == 0:
            legal &= ~bit(card)
    return legal


@answers(rules, hopeless)
def _hopeless(s: Position) -> bool:
    """Whether too few discards are left, or a card has no partner left with which it could leave."""
    others = ~s.discarded & ~s.tableau
    if s.one_discard:
        others = s.stock | maybe(from_top(s, 0)) if s.must_turn == 0 else s.stock
        if too_few_discards(s, others):
            return True
    firm = s.places
    if s.covered_sevens:
        rest = s.tableau & SEVENS
        while rest:
            firm &= ~bit(s.place_of[lowest(rest)])
            rest = beyond_lowest(rest)
    rest = s.tableau & ~SEVENS
    while rest:
        card = lowest(rest)
        rest = beyond_lowest(rest)
        if not has_partner(s, card, others, firm):
            return True
    return False


# -- where the order of the stock is not known ------------------------------------------------------------------------


@answers(rules, that_matter)
def _that_matter(s: Position) -> CardSet:
    """All but sevens: a seven that is turned leaves at once, and only the stock has become smaller."""
    return s.stock if s.one_discard else s.stock & ~SEVENS


@answers(rules, worth_the_same)
def _worth_the_same(s: Position, card: Card) -> CardSet:
    """The cards of the same number: colours do not matter."""
    return of_number(number_of(card))


@answers(rules, outlook_seal)
def _outlook_seal(s: Position) -> np.uint64:
    """Where cards lie, the count of each number in the stock, and the numbers in the working pile.

    Without the cards at the bottom of the pile that make 7 with no card of the tableau: nothing useful lies beneath them.
    """
    wanted = 0
    for n in range(1, SEVEN):
        if s.tableau & of_number(SEVEN - n):
            wanted |= of_number(n)
    stock, pile = 1, 0
    for n in range(1, SEVEN + 1):
        stock = stock << 3 | count(s.stock & of_number(n))
    for i in range(max(0, s.pile_size - 1) if s.one_discard else 0, s.pile_size):
        if pile or has(wanted, s.pile[i]):
            pile = pile << 3 | number_of(s.pile[i])
    seal = mixed(np.uint64(s.places | s.must_turn << 60) ^ mixed(np.uint64(pile) ^ mixed(np.uint64(stock))))
    return seal if seal != np.uint64(0) else np.uint64(1)


@answers(rules, position_seal)
def _position_seal(s: Position) -> np.uint64:
    seal = mixed(np.uint64(s.places | s.must_turn << 60) ^ mixed(np.uint64(s.stock)))
    for i in range(s.pile_size):
        seal = mixed(seal ^ np.uint64(s.pile[i]))
    return seal if seal != np.uint64(0) else np.uint64(1)


# -- what is lost -------------------------------------------------------------------------------------------------------


@compiled
def far_below(place: int, firm: int) -> int:
    """The places that must be empty before this one is uncovered, without the two directly below it.

    firm: the places of cards that can leave only when they are uncovered.
    """
    found = 0
    row = bit(place)
    row = (row << 8 | row << 9) & firm
    while row:
        row = (row << 8 | row << 9) & firm
        found |= row
    return found


@compiled
def too_few_discards(s: Position, others: int) -> bool:
    """Whether the discards left are too few with one a turn: each removes a seven, or one or two cards of two numbers."""
    needed = count(s.tableau & SEVENS)
    for n in range(1, 7):
        here, there = count(s.tableau & of_number(n)), count(s.tableau & of_number(7 - n))
        if here > there or (here == there and n < 4):
            needed += here
        if here - there > count(others & of_number(7 - n)):
            return True
    return needed > count(s.stock) + 1 - s.must_turn


@compiled
def has_partner(s: Position, card: int, others: int, firm: int) -> bool:
    """Whether a card has a partner: among the others, or in the tableau where neither must leave long before the other."""
    if MAKING_SEVEN[card] & others:
        return True
    place = s.place_of[card]
    rest = MAKING_SEVEN[card] & s.tableau
    while rest:
        other = s.place_of[lowest(rest)]
        rest = beyond_lowest(rest)
        if not has(far_below(min(place, other), firm), max(place, other)):
            return True
    return False
