"""Heuristics for Front and Center: grow chains so that the target stays in reach and the discard pile can follow."""

from __future__ import annotations

from sevenfold.cards import NONE
from sevenfold.games.front_and_center.rules import CHAINS, DISCARD, FULL, TURN, TURNED, Position, rules
from sevenfold.kernel import ActionSet, Card, beyond_lowest, bit, count, lowest
from sevenfold.kernel import compiled
from sevenfold.mechanics.chains import agree

CLOSES, LEADS_TO_TARGET, GROWS, BRINGS_DISCARD = 8, 6, 3, 2  # the value of adding a card


@rules.answers
def policy(s: Position, legal: ActionSet) -> ActionSet:
    card = s.turned if s.phase == TURNED else s.top
    best, found = 0, 0
    left = legal & CHAINS
    while left:
        chain = lowest(left)
        left = beyond_lowest(left)
        value = value_of(s, card, chain)
        if value > best:
            best, found = value, 0
        if value == best and value > 0:
            found |= bit(chain)
    return found or legal & bit(DISCARD if s.phase == TURNED else TURN) or legal


@compiled
def value_of(s: Position, card: Card, chain: int) -> int:
    """The value of adding a card to a chain; 0 if discarding it is better."""
    length = count(s.chains[chain])
    if length == FULL - 1:
        value = CLOSES
    elif length == FULL - 2:
        value = LEADS_TO_TARGET if agree(card, s.target) else 0  # the next card must match both it and the target
    else:
        value = GROWS + agree(card, s.target)
    follows = s.top != NONE and s.top != card and agree(card, s.top)
    return value + BRINGS_DISCARD * (follows and value > 0)
