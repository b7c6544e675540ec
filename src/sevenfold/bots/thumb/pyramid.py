"""Rules of thumb for Pyramid: sevens go at once, whatever leaves the tableau goes before the stock is turned."""

from __future__ import annotations

from sevenfold.games.pyramid import (
    CARD, MAKING_SEVEN, SEVENS, TURN, Position, bared_by, rules,
)  # fmt: skip
from sevenfold.kernel import ActionSet, Card, beyond_lowest, bit, compiled, count, lowest, without
from sevenfold.words.sevendeck import number_of, of_number


@rules.answers
def advised(s: Position, legal: ActionSet) -> ActionSet:
    if s.phase != CARD:
        return legal & s.tableau or legal  # the tableau's are to go
    if legal & SEVENS:
        return legal & SEVENS  # of no other use
    pairs = without(legal, TURN)
    clearing = clearing_pairs(s, pairs)
    if clearing:
        return clearing
    if pairs and spare(s, lowest(pairs)) > 0:
        return pairs  # two of the pile, which the tableau does not need
    return legal & bit(TURN) or legal


@compiled
def clearing_pairs(s: Position, pairs: ActionSet) -> ActionSet:
    """Those of the first cards of a pair that leave the tableau, or may take with them a card that does."""
    found, left = 0, pairs
    while left:
        card = lowest(left)
        left = beyond_lowest(left)
        if bit(card) & s.tableau or MAKING_SEVEN[card] & (s.uncovered | bared_by(s, card)) & s.tableau:
            found |= bit(card)
    return found


@compiled
def spare(s: Position, card: Card) -> int:
    """How many pairs of a card's number and its partner's are more than the tableau needs, if none leaves it together."""
    here = of_number(number_of(card))
    waiting = count(here & s.tableau) + count(MAKING_SEVEN[card] & s.tableau)
    return 7 - count(here & s.discarded) - waiting
