"""What a solver knows of Pyramid: no rule, only what follows from its rules.

Where each turn lets one discard, only the card just turned can leave the working pile with a card of the tableau, for after a
discard the stock must be turned. So what lies beneath it is out of the game.
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
    """What is discarded, or only what lies in the tableau, and how much of the stock is left: the rest follows from these."""
    here = s.tableau if s.one_discard else s.discarded
    return here | count(s.stock) << 49 | s.must_turn << 55 | MARK, 0


@answers(rules, worthwhile)
def _worthwhile(s: Position) -> ActionSet:
    legal = legal_actions(s)
    if s.phase == PARTNER:
        # A pair of two uncovered cards is begun with its lower number. With one discard a turn the tableau must have its part.
        if has(HIGH, s.chosen):
            legal &= ~s.uncovered
        return legal if not s.one_discard or has(s.tableau, s.chosen) else legal & s.tableau
    if s.one_discard:
        legal &= ~(SEVENS & ~s.tableau)
    elif legal & SEVENS:
        # A seven pairs with nothing, so without it everything else can be done as before, and perhaps more.
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
    """Are too few discards left, or has a card lost all partners with which it could leave?"""
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
    """A seven that is turned leaves at once, and all is as it was but with one card less to come."""
    return s.stock if s.one_discard else s.stock & ~SEVENS


@answers(rules, worth_the_same)
def _worth_the_same(s: Position, card: Card) -> CardSet:
    """Colours do not count."""
    return of_number(number_of(card))


@answers(rules, outlook_seal)
def _outlook_seal(s: Position) -> np.uint64:
    """Where cards lie, what is left of each number in the stock, and the working pile's numbers.

    Without what lies deepest in the pile and makes 7 with nothing of the tableau: it lies on nothing that may be wanted.
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
    """The places that must be empty before this one is uncovered, less the two right below it.

    firm: where cards lie that leave only when they are uncovered.
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
    """With one discard a turn: each takes a seven, or a card of each of two numbers that make 7, or one with another card."""
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
    """Is there a card to make 7 with, among the others or where it need not leave long before or after this one?"""
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
