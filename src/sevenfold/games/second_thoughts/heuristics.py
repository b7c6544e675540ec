"""Heuristics for Second Thoughts: call what suits the own hand, and take tricks at the lowest price.

The constants were tuned by play against each other and against random players.
"""

from __future__ import annotations

import math

from sevenfold.mechanics.trick_odds import held_by_others, stands
from sevenfold.cards import NONE
from sevenfold.games.second_thoughts.rules import BIDDING, CALLING, NUMBER, SUIT, Position, hand_size, like, rules
from sevenfold.kernel import Action, ActionSet, Card, CardSet, beyond_lowest, bit, count, first, has, left, lowest
from sevenfold.kernel import compiled
from sevenfold.mechanics.sevendeck import colour_of, number_of, of_colour, of_number
from sevenfold.mechanics.tricks import strength, winner_so_far

TOP = 6  # the highest of the seven numbers, and of the seven colours, counted from 0


@rules.answers
def policy(s: Position, legal: ActionSet) -> ActionSet:
    if s.phase == BIDDING:
        return bit(modest_bid(s))
    return bit(best_call(s) if s.phase == CALLING else best_card(s, legal))


# -- bids and calls -----------------------------------------------------------------------------------------------------


@compiled
def modest_bid(s: Position) -> int:
    """A little fewer tricks than the hand should take: a missing trick costs more than an extra one gains."""
    hope, rest = 0.0, s.hands[s.turn]
    while rest:
        hope += later(s, lowest(rest))
        rest = beyond_lowest(rest)
    return max(0, min(hand_size(s), int(2.4 * hope / s.players)))


@compiled
def best_call(s: Position) -> Action:
    """Suit or number: that for which the hand is high, holds trumps, and lacks what others may lead."""
    by_suit, by_number, suits, numbers = 0.0, 0.0, 0, 0
    rest = s.hands[s.turn]
    while rest:
        card = lowest(rest)
        rest = beyond_lowest(rest)
        suits |= bit(colour_of(card))
        numbers |= bit(number_of(card))
        by_suit += ((number_of(card) - 1) / TOP) ** 2
        by_number += (colour_of(card) / TOP) ** 2
    by_suit += with_trumps(s, of_colour(colour_of(s.turn_up)), 7 - count(suits))
    by_number += with_trumps(s, of_number(number_of(s.turn_up)), 7 - count(numbers))
    return SUIT if by_suit >= by_number else NUMBER


@compiled
def with_trumps(s: Position, trumps: CardSet, lacking: int) -> float:
    """The value of the trumps held, with `lacking` suits or numbers missing."""
    held = count(s.hands[s.turn] & trumps)
    return 0.69 * held + (0.044 * lacking * count(s.hands[s.turn]) if held else 0.0)


# -- play ---------------------------------------------------------------------------------------------------------------


@compiled
def best_card(s: Position, legal: ActionSet) -> Card:
    """The card with the best chance to take the trick, less its later value."""
    unseen = held_by_others(s)
    best = strength(s, s.trick[winner_so_far(s)]) if s.trick_size else -1
    chosen, most = NONE, -math.inf
    while legal:
        card = lowest(legal)
        legal = beyond_lowest(legal)
        value = chance_of(s, card, unseen, best) - 0.49 * later(s, card)
        if value > most:
            chosen, most = card, value
    return chosen


@compiled
def later(s: Position, card: Card) -> float:
    """The value of a card in later tricks, which may ask for suit or number."""
    number, colour = (number_of(card) - 1) / TOP, colour_of(card) / TOP
    value = 0.17 * (number + number**2 + colour + colour**2)
    if colour_of(card) == colour_of(s.turn_up):
        value += 0.4 + 0.1 * number
    if number_of(card) == number_of(s.turn_up):
        value += 0.4 + 0.1 * colour
    return value


@compiled
def chance_of(s: Position, card: Card, unseen: CardSet, best: int) -> float:
    """The chance that a card takes the trick; best: the highest strength in it so far."""
    if s.trick_size and strength(s, card) <= best:
        return 0.0
    led = s.asked if s.trick_size else like(s, card)
    trumps = like(s, s.turn_up)
    above = count(like(s, card) & ~first(card + 1) & unseen)
    if not has(led, card):
        in_suit, over = 0, above
    else:
        in_suit, over = above, 0 if has(trumps, card) else count(trumps & unseen)
    suit_left, total = count(led & unseen), count(unseen)
    chance, seat = 1.0, s.turn
    for _ in range(s.players - 1 - s.trick_size):
        seat = left(s, seat)
        chance *= stands(in_suit, over, suit_left, count(s.hands[seat]), total)
    return chance
