"""Heuristics for Seven Suitors: value a trick's sevens for both sides, and capture them or give them to the partner.

The constants were tuned by play against each other and against random players.
"""

from __future__ import annotations

import math

from sevenfold.mechanics.trick_odds import held_by_others, stands
from sevenfold.cards import NONE
from sevenfold.games.seven_suitors.rules import PASSING, SEATS, STEALING, Position, rules
from sevenfold.kernel import beyond_lowest, bit, count, first, has, left, lowest
from sevenfold.kernel import compiled
from sevenfold.kernel.types import Action, ActionSet, Card, CardSet, Seat, Suit
from sevenfold.games.seven_suitors.marriages import may_mark, side_of
from sevenfold.games.seven_suitors.card_passing import receiver
from sevenfold.games.seven_suitors.pack import FOURTEEN, HALF, RANK, S1, SEVENS, SPECIALS, THIEF, ZERO, of_suit, suit
from sevenfold.mechanics.tricks import strength, winner_so_far


@rules.answers
def policy(s: Position, legal: ActionSet) -> ActionSet:
    if s.phase == PASSING:
        return bit(to_pass(s, legal))
    return bit(to_steal(s, legal) if s.phase == STEALING else best_card(s, legal))


# -- the sevens ---------------------------------------------------------------------------------------------------------


@compiled
def need(s: Position, side: int, of: Suit) -> float:
    """The value of a marriage of this suit to a side; small once it is marked off or closed."""
    return 1.0 if s.sudden or (may_mark(s, side, of) and not has(s.marked[side], of)) else 0.1


@compiled
def at_stake(s: Position, seven: Card) -> float:
    """The value of capturing a seven: a marriage made or prevented, or the first seven of two."""
    of, own = suit(seven), side_of(s.turn)
    for side in range(2):
        if s.sevens[side] & of_suit(of):
            return need(s, side, of)
    return 0.4 * (need(s, own, of) + need(s, 1 - own, of))


@compiled
def to_steal(s: Position, legal: ActionSet) -> Action:
    """The thief takes the seven with the most at stake."""
    chosen, most, sevens = lowest(legal), 0.0, legal & SEVENS
    while sevens:
        seven = lowest(sevens)
        sevens = beyond_lowest(sevens)
        if at_stake(s, seven) > most:
            chosen, most = seven, at_stake(s, seven)
    return chosen


# -- the pass -----------------------------------------------------------------------------------------------------------


@compiled
def to_pass(s: Position, legal: ActionSet) -> Card:
    """The card that helps the partner most, or the opponents least."""
    to_partner = side_of(receiver(s)) == side_of(s.turn)
    chosen, most = NONE, -math.inf
    while legal:
        card = lowest(legal)
        legal = beyond_lowest(legal)
        value = value_to_partner(s, card) if to_partner else -value_to_opponents(s, card)
        if value > most:
            chosen, most = card, value
    return chosen


@compiled
def value_to_partner(s: Position, card: Card) -> float:
    """High for special cards, the lead and sevens, above all one of a pair; then for cards that win tricks."""
    if has(SPECIALS, card):
        return 3.0
    if card == S1:
        return 2.0
    if has(SEVENS, card):
        return 2.5 if count(s.hands[s.turn] & SEVENS & of_suit(suit(card))) == 2 else 1.7
    return height(s, card)


@compiled
def value_to_opponents(s: Position, card: Card) -> float:
    """Highest for the lead, then for special cards and sevens, then for cards that win tricks."""
    if has(SPECIALS, card):
        return 3.0
    return 5.0 if card == S1 else (1.0 if has(SEVENS, card) else height(s, card))


@compiled
def height(s: Position, card: Card) -> float:
    """The value of an ordinary card: less for each higher one, a little more in a long suit."""
    own = s.hands[s.turn]
    above = count(of_suit(suit(card)) & ~first(card + 1) & ~own)
    return 1 / (1 + 0.9 * above) + 0.025 * count(own & of_suit(suit(card)))


# -- play ---------------------------------------------------------------------------------------------------------------


@compiled
def best_card(s: Position, legal: ActionSet) -> Card:
    """The card that wins most of what is at stake in the trick, less its later value."""
    unseen = held_by_others(s)
    stake, largest = stake_so_far(s, unseen)
    chosen, most = NONE, -math.inf
    rest = legal
    while rest:
        card = lowest(rest)
        rest = beyond_lowest(rest)
        ours = chance_of_side(s, card, unseen)
        won = stake + at_stake(s, card) if has(SEVENS, card) else stake
        value = ours * won - later(s, card, unseen)
        if card == THIEF:
            value += (1 - ours) * largest
        if s.trump == NONE and s.trick_size == 0 and not has(SPECIALS, card):
            value += 0.19 * count(s.hands[s.turn] & of_suit(suit(card)))  # a long suit makes good trumps
        if value > most:
            chosen, most = card, value
    return chosen


@compiled
def stake_so_far(s: Position, unseen: CardSet) -> tuple[float, float]:
    """What is at stake in the trick (the lead, its sevens and those to come), and the most that one of its sevens is worth."""
    to_come = SEATS - 1 - s.trick_size
    stake, largest, seat = 0.1 + 0.3 * to_come * count(unseen & SEVENS) / max(1, count(unseen)), 0.0, s.leader
    for _ in range(s.trick_size):
        if has(SEVENS, s.trick[seat]):
            stake += at_stake(s, s.trick[seat])
            largest = max(largest, at_stake(s, s.trick[seat]))
        seat = left(s, seat)
    return stake, largest


@compiled
def later(s: Position, card: Card, unseen: CardSet) -> float:
    """The value of a card in later tricks."""
    if has(SPECIALS, card):
        return 0.5
    value = 0.2 / (1 + 0.5 * count(of_suit(suit(card)) & ~first(card + 1) & unseen))
    if suit(card) == s.trump:
        value += 0.2
    return value + 0.5 * at_stake(s, card) if has(SEVENS, card) else value


@compiled
def chance_of_side(s: Position, card: Card, unseen: CardSet) -> float:
    """The chance that the own side takes the trick, if this card is played."""
    led = s.led
    if led == NONE and not has(SPECIALS, card):
        led = suit(card)
    ours, top = 1.0, card
    if s.trick_size:
        winner = winner_so_far(s)
        if power(s, card, led) <= strength(s, s.trick[winner]):
            ours, top = 1.0 if side_of(winner) == side_of(s.turn) else 0.0, s.trick[winner]
    in_suit, over = beaters(s, top, led, unseen)
    suit_left = count(of_suit(led) & unseen) if led != NONE else 0
    seat, total = s.turn, count(unseen)
    for _ in range(SEATS - 1 - s.trick_size):
        seat = left(s, seat)
        beaten = 1 - stands(in_suit, over, suit_left, count(s.hands[seat]), total)
        ours = after(ours, beaten, side_of(seat) == side_of(s.turn))
    return ours


@compiled
def after(ours: float, beaten: float, is_partner: bool) -> float:
    """The chance of the own side after another seat has played that can beat the best card with probability `beaten`."""
    return ours + 0.7 * (1 - ours) * beaten if is_partner else ours * (1 - beaten)


@compiled
def power(s: Position, card: Card, led: Suit) -> int:
    """The strength that a card of the hand will have in the trick, if this suit is led."""
    if card == HALF:
        before: Seat = s.trick[(s.turn - 1) % SEATS]
        return 0 if s.trick_size == 0 or before in (ZERO, THIEF) else strength(s, before) + 1
    if has(SPECIALS, card):
        return 100 if card == FOURTEEN else 0
    if suit(card) == s.trump:
        return 50 + 2 * RANK[card]
    return 2 * RANK[card] if suit(card) == led else 0


@compiled
def beaters(s: Position, top: Card, led: Suit, unseen: CardSet) -> tuple[int, int]:
    """How many unseen cards of the suit led beat the best card so far, and how many other unseen cards do."""
    if has(SPECIALS, top):
        return (0 if top in (FOURTEEN, HALF) or led == NONE else count(of_suit(led) & unseen)), 0
    above = count(of_suit(suit(top)) & ~first(top + 1) & unseen)
    if suit(top) != led:
        return 0, above
    trumps = count(of_suit(s.trump) & unseen) if s.trump not in (NONE, led) else 0
    return above, trumps
