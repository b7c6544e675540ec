"""Heuristics for Seven and Seven: hold the seven cards that need the fewest draws to complete a hand, for any pivot."""

from __future__ import annotations

from functools import cache
from math import exp, inf, sqrt

import numpy as np

from sevenfold.games.seven_and_seven.rules import DISCARD, STOCK, Position, one_of_eight, rules
from sevenfold.kernel import ActionSet, CardSet, Seat, beyond_lowest, bit, count, has, lowest, scratch, without
from sevenfold.kernel import compiled
from sevenfold.mechanics.sevendeck import SEVENDECK, of_colour, of_number

HASTE = 12.0  # how much higher the value of a hand is that needs fewer draws
GAIN_WORTH_TAKING = 1.5  # the factor by which a top card must improve the hand, since the stock may improve it too


@cache
def draws_needed(numbers: int, left: int, suits: int, left_too: int, pivots: int) -> float:
    """The expected number of passes through the pack until all missing cards have been drawn.

    numbers, suits: how many are missing; left, left_too: how many of each are available; pivots: 1 if the pivot is missing.
    """
    if numbers > left or suits > left_too:
        return inf
    outs, then = 0, 0.0
    if numbers:
        outs += left
        then += left * draws_needed(numbers - 1, left - 1, suits, left_too, pivots)
    if suits:
        outs += left_too
        then += left_too * draws_needed(numbers, left, suits - 1, left_too - 1, pivots)
    if pivots:
        outs += 1
        then += draws_needed(numbers, left, suits, left_too, 0)
    return (1 + then) / outs if outs else 0.0


# The value of a hand for one pivot, by the cards missing of its number, those available, the same of its suit, and whether the
# pivot is missing; 1 if nothing is missing.
HAND_VALUE = np.zeros((4, 7, 4, 7, 2))
for missing in np.ndindex(HAND_VALUE.shape):
    HAND_VALUE[missing] = exp(-HASTE * draws_needed(*missing))


@rules.answers
def policy(s: Position, legal: ActionSet) -> ActionSet:
    if s.phase == DISCARD:
        return bit(best_discard(one_of_eight(s), s.beneath))
    best, chosen, rest = GAIN_WORTH_TAKING * hand_value(s.hands[s.turn], s.beneath), STOCK, without(legal, STOCK)
    while rest:
        card = lowest(rest)
        rest = beyond_lowest(rest)
        eight = s.hands[s.turn] | bit(card)
        value = hand_value(without(eight, best_discard(eight, s.beneath)), s.beneath)
        if value > best:
            best, chosen = value, card
    return bit(chosen)


@rules.answers
def heuristic_value(s: Position, seat: Seat) -> float:
    every = 0.0
    for other in range(s.players):
        every += sqrt(hand_value(s.hands[other], s.beneath))
    return 0.6 + 0.4 * sqrt(hand_value(s.hands[seat], s.beneath)) / max(every, 1e-9)  # losers score about 0.6


@compiled
def best_discard(eight: CardSet, gone: CardSet) -> int:
    """The card without which the others have the highest value."""
    best, chosen, rest = -1.0, lowest(eight), eight
    while rest:
        card = lowest(rest)
        rest = beyond_lowest(rest)
        value = hand_value(without(eight, card), gone | bit(card))
        if value > best:
            best, chosen = value, card
    return chosen


@compiled
def hand_value(hand: CardSet, gone: CardSet) -> float:
    """The value of a hand, summed over all pivots, if the cards `gone` cannot be drawn."""
    to_get = SEVENDECK & ~hand & ~gone
    held, there = scratch(8), scratch(8)  # by number
    for number in range(1, 8):
        held[number], there[number] = count(hand & of_number(number)), count(to_get & of_number(number))
    value = 0.0
    for colour in range(7):
        same, left = count(hand & of_colour(colour)), count(to_get & of_colour(colour))
        for number in range(1, 8):
            pivot = 7 * colour + number - 1
            is_held, is_there = has(hand, pivot), has(to_get, pivot)
            if is_held or is_there:
                value += HAND_VALUE[
                    max(0, 3 + is_held - held[number]), min(6, there[number] - is_there),
                    max(0, 3 + is_held - same), min(6, left - is_there), 1 - is_held,
                ]  # fmt: skip
    return value
