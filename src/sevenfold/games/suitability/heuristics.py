"""Heuristics for Suitability: make a suit with low cards the penalty, and value a trick by its effect on the score.

The constants were tuned by play against each other and against random players.
"""

from __future__ import annotations

import math

from sevenfold.mechanics.trick_odds import held_by_others, stands
from sevenfold.cards import NONE
from sevenfold.games.suitability.rules import (
    CLAIMING,
    GIVING_ROLES,
    IMMUNITY,
    JOKERS,
    NO_CLAIM,
    POVERTY,
    WARRANTY,
    Position,
    rules,
)
from sevenfold.kernel import beyond_lowest, bit, count, first, has, left, lowest
from sevenfold.kernel import compiled
from sevenfold.kernel.types import Action, ActionSet, Card, CardSet, Suit
from sevenfold.games.suitability.pack import RANKS, of_suit, rank_of, suit_of
from sevenfold.games.suitability.roles import PENALTY, REVERSE, TRUMP
from sevenfold.mechanics.tricks import strength, winner_so_far

TOP = RANKS - 1


@rules.answers
def policy(s: Position, legal: ActionSet) -> ActionSet:
    if s.phase == GIVING_ROLES:
        return bit(best_role(s, legal))
    if s.phase == CLAIMING:  # 25 points are more than most hands score
        return bit(NO_CLAIM if hope(s) > 8 else WARRANTY)
    return bit(best_card(s, legal))


# -- roles --------------------------------------------------------------------------------------------------------------


@compiled
def best_role(s: Position, legal: ActionSet) -> Action:
    """The suit and role with the highest value for the hand."""
    chosen, most = NONE, -math.inf
    while legal:
        action = lowest(legal)
        legal = beyond_lowest(legal)
        value = role_value(s, action // 3, action % 3)
        if value > most:
            chosen, most = action, value
    return chosen


@compiled
def role_value(s: Position, suit: Suit, role: int) -> float:
    """The value of giving a suit a role: low cards are best in the penalty suit, good in the reverse suit."""
    own = s.hands[s.turn] & of_suit(suit)
    high, low, rest = 0.0, 0.0, own
    while rest:
        rank = rank_of(lowest(rest))
        rest = beyond_lowest(rest)
        high += (rank / TOP) ** 3
        low += (1 - rank / TOP) ** 3
    if role == PENALTY:
        return 2.3 + 7.2 * low - 2.9 * high + 0.1 * count(own)
    return 1.3 * (low - high) if role == REVERSE else 0.05 * (high + count(own)) - 1.2


# -- what cards and tricks are worth ------------------------------------------------------------------------------------


@compiled
def hope(s: Position) -> float:
    """The total value of the hand's cards; about half of it becomes tricks."""
    unseen, value, rest = held_by_others(s), 0.0, s.hands[s.turn]
    while rest:
        value += later(s, lowest(rest), unseen)
        rest = beyond_lowest(rest)
    return value


@compiled
def later(s: Position, card: Card, unseen: CardSet) -> float:
    """The value of a card in later tricks: less for each unseen higher card, negative for high penalty cards."""
    if has(JOKERS, card):
        return 1.0
    value = 1 / (1 + 0.6 * count(above(s, card) & unseen))
    if suit_of(card) == s.roles[TRUMP]:
        return value + 0.6
    if suit_of(card) == s.roles[PENALTY]:
        return 0.09 * value - 0.03 * count(of_suit(suit_of(card)) & first(card) & unseen)
    return value


@compiled
def above(s: Position, card: Card) -> CardSet:
    """The cards of its suit that beat a card."""
    if suit_of(card) == s.roles[REVERSE]:
        return of_suit(suit_of(card)) & first(card)
    return of_suit(suit_of(card)) & ~first(card + 1)


@compiled
def prospect(s: Position, won: float, penalties: float) -> float:
    """The points of the seat to move with this many tricks and penalty cards; both may be expected numbers."""
    claim = s.claim if s.turn == s.claimant else NO_CLAIM
    if claim == WARRANTY or won < 1:
        return 25.0
    if claim == IMMUNITY:
        return 5 * won
    if claim == POVERTY:
        return 10 * max(5 - won, 0.0) / max(penalties, 1.0)
    return 10 * won / max(penalties, 1.0) + 10 * max(0.0, 1 - penalties)


@compiled
def penalties_feared(s: Position, unseen: CardSet) -> float:
    """Penalty cards taken plus those expected: more if many are out, and for higher ones of its own."""
    out = of_suit(s.roles[PENALTY]) & unseen
    feared = s.penalties[s.turn] + 0.072 * count(out) * count(s.hands[s.turn]) / RANKS
    rest = s.hands[s.turn] & of_suit(s.roles[PENALTY])
    while rest:
        feared += 0.01 * count(first(lowest(rest)) & out)
        rest = beyond_lowest(rest)
    return feared


# -- play ---------------------------------------------------------------------------------------------------------------


@compiled
def best_card(s: Position, legal: ActionSet) -> Card:
    """The card best for the score; good cards are kept if tricks are wanted, and discarded if not."""
    unseen, hoped = held_by_others(s), hope(s)
    more = 0.6 * hoped  # tricks to come
    if s.won[s.turn] == 0 and hoped < 2:
        more = 0.0  # then no trick at all is better
    won, feared = s.won[s.turn] + more, penalties_feared(s, unseen)
    now, best = prospect(s, won, feared), best_so_far(s)
    wants = prospect(s, won + 1, feared) > now
    chosen, most = NONE, -math.inf
    while legal:
        card = lowest(legal)
        legal = beyond_lowest(legal)
        chance = chance_of(s, card, unseen, best)
        value = chance * (prospect(s, won + 1, feared + penalties_with(s, card, unseen)) - now) / 10
        value += later(s, card, unseen) * (-0.055 if wants else 0.41)
        if suit_of(card) == s.roles[PENALTY]:
            value += 0.047 * (1 - chance)
        if value > most:
            chosen, most = card, value
    return chosen


@compiled
def best_so_far(s: Position) -> int:
    """The strength of the best card of the trick, -1 at the lead."""
    return strength(s, s.trick[winner_so_far(s)]) if s.trick_size else -1


@compiled
def penalties_with(s: Position, card: Card, unseen: CardSet) -> float:
    """The expected number of penalty cards in the trick with this card: those in it, and those others may add."""
    penalty, seat, found = of_suit(s.roles[PENALTY]), s.leader, 0.0
    for _ in range(s.trick_size):
        found += has(penalty, s.trick[seat])
        seat = left(s, seat)
    led, to_come = s.trick[s.leader] if s.trick_size else card, s.players - 1 - s.trick_size
    found += has(penalty, card)
    out = count(penalty & unseen)
    if has(penalty, led):
        return found + to_come * min(1.0, 0.63 * out / s.players)
    rest = 0 if has(JOKERS, led) else count(of_suit(suit_of(led)) & unseen)
    return found + (0.36 * to_come / (1 + 0.74 * rest) if out else 0.0)  # with fewer cards left, more players lack the suit


@compiled
def chance_of(s: Position, card: Card, unseen: CardSet, best: int) -> float:
    """The chance that a card takes the trick; best: the highest strength in it so far."""
    led = s.trick[s.leader] if s.trick_size else card
    if has(JOKERS, led):
        return 0.0 if s.trick_size else 1.0
    if s.trick_size and (has(JOKERS, card) or strength(s, card) <= best):
        return 0.0
    higher, trumps = count(above(s, card) & unseen), count(of_suit(s.roles[TRUMP]) & unseen)
    if suit_of(card) != suit_of(led):
        in_suit, over = 0, higher
    else:
        in_suit, over = higher, 0 if suit_of(led) == s.roles[TRUMP] else trumps
    suit_left, total = count(of_suit(suit_of(led)) & unseen), count(unseen)
    chance, seat = 1.0, s.turn
    for _ in range(s.players - 1 - s.trick_size):
        seat = left(s, seat)
        chance *= stands(in_suit, over, suit_left, count(s.hands[seat]), total)
    return chance
