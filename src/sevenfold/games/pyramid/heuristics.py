"""Heuristics for Pyramid: remove sevens at once, then what uncovers most of the tableau; turn the stock last."""

from __future__ import annotations

from sevenfold.games.pyramid.rules import CARD, MAKING_SEVEN, SEVENS, TURN, Position, bared_by, rules
from sevenfold.kernel import ActionSet, beyond_lowest, bit, count, lowest, without
from sevenfold.kernel import compiled


@rules.answers
def policy(s: Position, legal: ActionSet) -> ActionSet:
    if s.phase != CARD:
        return most_baring(s, legal & s.tableau) or legal  # prefer cards of the tableau
    if legal & SEVENS:
        return legal & SEVENS  # they serve no other purpose
    pairs = without(legal, TURN)
    return most_baring(s, clearing(s, pairs)) or pairs or legal


@compiled
def clearing(s: Position, pairs: ActionSet) -> ActionSet:
    """Those first cards of a pair that are in the tableau themselves or can be paired with a card in it."""
    found, left = 0, pairs
    while left:
        card = lowest(left)
        left = beyond_lowest(left)
        if bit(card) & s.tableau or MAKING_SEVEN[card] & (s.uncovered | bared_by(s, card)) & s.tableau:
            found |= bit(card)
    return found


@compiled
def most_baring(s: Position, cards: ActionSet) -> ActionSet:
    """Those of these cards whose removal uncovers most of the tableau."""
    most, found, left = -1, 0, cards
    while left:
        card = lowest(left)
        left = beyond_lowest(left)
        bared = count(bared_by(s, card) & s.tableau)
        if bared > most:
            most, found = bared, 0
        if bared == most:
            found |= bit(card)
    return found
