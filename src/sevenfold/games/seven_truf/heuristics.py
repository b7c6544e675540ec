"""Heuristics for 7-Truf: make the bid that pays best, often none; then win or duck at the lowest price.

The constants were tuned by play against each other and against random players.
"""

from __future__ import annotations

import math

from sevenfold.mechanics.trick_odds import held_by_others, stands
from sevenfold.cards import NONE
from sevenfold.games.seven_truf.rules import BIDDING, SEATS, SIZES, Position, of_suit, rank, rules, suit
from sevenfold.kernel import ActionSet, Card, CardSet, Seat, beyond_lowest, bit, count, first, left, lowest
from sevenfold.kernel import compiled
from sevenfold.mechanics.tricks import strength, winner_so_far


@rules.answers
def policy(s: Position, legal: ActionSet) -> ActionSet:
    return bit(best_bid(s, legal) if s.phase == BIDDING else best_card(s, legal))


@compiled
def is_trump(s: Position, card: Card) -> bool:
    return s.turn_up != NONE and suit(card) == suit(s.turn_up)


# -- bidding ------------------------------------------------------------------------------------------------------------


@compiled
def best_bid(s: Position, legal: ActionSet) -> int:
    """The bid with the most expected points."""
    size = SIZES[s.deal_number]
    tricks, danger = tricks_promised(s), 0.0
    rest = s.hands[s.turn]
    while rest:
        danger += danger_of(s, lowest(rest))
        rest = beyond_lowest(rest)
    chosen, most = lowest(legal), -1.0
    rest = legal
    while rest:
        bid = lowest(rest)
        rest = beyond_lowest(rest)
        # Bids above none are rarely met exactly, even if the hand has the tricks.
        off = (bid - tricks) / (1.5 + 0.04 * size)
        value = 2.9 * bid * math.exp(-(off**2)) if bid else 5 * size * math.exp(-danger)
        if value > most:
            chosen, most = bid, value
    return chosen


@compiled
def tricks_promised(s: Position) -> float:
    """The tricks that the hand should take: the sum over its cards, less if the others have bid high."""
    promised, bidders, rest = 0.0, 0, s.hands[s.turn]
    while rest:
        promised += promise(s, lowest(rest))
        rest = beyond_lowest(rest)
    for seat in range(SEATS):
        bidders += s.bids[seat] != NONE
    surplus = s.total_bid - SIZES[s.deal_number] * bidders / SEATS
    return promised - 0.08 * surplus


@compiled
def promise(s: Position, card: Card) -> float:
    """The chance that a card takes a trick; with fewer cards dealt, better ones are held more rarely."""
    own = of_suit(suit(card)) & s.hands[s.turn]
    better = 7.0 - rank(card) - count(own & ~first(card + 1))
    if is_trump(s, card):
        better -= 2.7
    elif s.turn_up != NONE:
        better += 2.7 + 0.5 * count(own)  # the longer the suit in this hand, the sooner another seat trumps it
    return min(1.0, max(0.0, 1 - 0.049 * SIZES[s.deal_number] * better))


@compiled
def danger_of(s: Position, card: Card) -> float:
    """The danger that a card takes an unwanted trick: it grows with the lower cards that others hold."""
    below = rank(card) - count(of_suit(suit(card)) & s.hands[s.turn] & first(card))
    return (2.3 if is_trump(s, card) else 0.75) * (below / 7) ** 2


# -- play ---------------------------------------------------------------------------------------------------------------


@compiled
def best_card(s: Position, legal: ActionSet) -> Card:
    """The card with the best chance to take the trick, less its later value; once the bid is reached, the opposite."""
    need = s.bids[s.turn] - s.won[s.turn]
    price = price_of(need, count(s.hands[s.turn]))
    unseen = held_by_others(s) | s.stock
    best = strength(s, s.trick[winner_so_far(s)]) if s.trick_size else -1
    chosen, most = NONE, -math.inf
    while legal:
        card = lowest(legal)
        legal = beyond_lowest(legal)
        value = chance_of(s, card, unseen, best) - price * later(s, card, unseen)
        if need == 0:
            value = -value
        if value > most:
            chosen, most = card, value
    return chosen


@compiled
def price_of(need: int, size: int) -> float:
    """The weight of a card's later value against this trick, with `need` of the remaining `size` tricks to take."""
    if need == 0:
        return 0.08
    return 0.01 if need == size else 0.35  # if each trick is needed; otherwise, or with the bid missed, a point each


@compiled
def later(s: Position, card: Card, unseen: CardSet) -> float:
    """The value of a card in later tricks: less for each unseen higher card, hardly any with none below."""
    of_its_suit = of_suit(suit(card)) & unseen
    above = count(of_its_suit & ~first(card + 1))
    value = 1 / (1 + 0.7 * above)
    if above and above == count(of_its_suit):
        value *= 0.18
    return value + 0.33 * is_trump(s, card)


@compiled
def chance_of(s: Position, card: Card, unseen: CardSet, best: int) -> float:
    """The chance that a card takes the trick; best: the highest strength in it so far."""
    if s.trick_size and strength(s, card) <= best:
        return 0.0
    led = suit(s.trick[s.leader]) if s.trick_size else suit(card)
    above = count(of_suit(suit(card)) & ~first(card + 1) & unseen)
    trumps = count(of_suit(suit(s.turn_up)) & unseen) if s.turn_up != NONE else 0
    if suit(card) != led:
        in_suit, over = 0, above
    else:
        in_suit, over = above, 0 if is_trump(s, card) else trumps
    suit_left, total = count(of_suit(led) & unseen), count(unseen)
    chance, seat = 1.0, s.turn
    for _ in range(SEATS - 1 - s.trick_size):
        seat = left(s, seat)
        beaten = 1 - stands(in_suit, over, suit_left, count(s.hands[seat]), total)
        chance *= 1 - beaten * (0.69 if is_content(s, seat) else 1.0)
    return chance


@compiled
def is_content(s: Position, seat: Seat) -> bool:
    """Whether a seat has as many tricks as it bid, and so avoids beating a card."""
    return bool(s.won[seat] == s.bids[seat])
