"""Trick-taking: following suit, winning tricks, what seats have been shown to lack, the number of deals played.

A game answers `strength` and `led_cards`, and `free_cards` if some cards may always be played.
"""

from __future__ import annotations

from sevenfold.cards import NONE
from sevenfold.declare.rules import Reason, Rules
from sevenfold.kernel import (
    Card,
    CardSet,
    Fields,
    Numbers,
    Seat,
    a_card,
    a_number,
    a_seat,
    bit,
    by_seat,
    compiled,
    event,
    has,
    left,
    next_turn,
    observed,
    optional,
    question,
    some,
    without,
)
from sevenfold.kernel.events import Values

EVERY = ~0  # all cards


class TrickFields(Fields):
    """The fields that a position needs to use this module."""

    hands: Numbers  # by seat
    trick: Numbers  # the card of each seat
    trick_size: int
    leader: Seat
    taker: Seat  # of the last trick
    lacks: Numbers  # observed, by seat: the cards that the seat has shown to lack
    deal_number: int  # deals done


class CountedTricks(TrickFields):
    """The fields that a position needs if `take_trick` counts the tricks."""

    won: Numbers  # tricks of this deal, by seat


# -- what happens -----------------------------------------------------------------------------------------------------

played = event(
    "play", is_move=True, seat=a_seat(), card=a_card(), say="{seat} play[s] {card}.", goes=[("card", "hand-{seat}", "trick")]
)


def _trick_line(trick: Values) -> Values:
    """The cards in the order in which they were played."""
    cards, leader = trick["cards"], trick["leader"]
    return {"seat": trick["seat"], "cards": cards[leader:] + cards[:leader], "leader": leader}


took_trick = event(
    "trick", seat=a_seat(), leader=a_seat(), cards=by_seat("card"), line=_trick_line, say="{seat} take[s] the trick."
)
made_bid = event("bid", is_move=True, seat=a_seat(), bid=a_number(), say="{seat} bid[s] {bid}.")

leads = event("lead", seat=a_seat(), card=a_card(), line=False, say="{seat} hold[s] {card}, and lead[s] first.")

# -- questions that a game answers --------------------------------------------------------------------------------------


@question
def strength(s: TrickFields, card: Card) -> int:
    """The strength, 0 or more, of a card in the current trick. The strongest takes it; among equals, the one played first."""
    raise NotImplementedError


@question
def led_cards(s: TrickFields) -> CardSet:
    """The cards that follow what was led to the current trick; EVERY if anything may be played."""
    raise NotImplementedError


@optional
def free_cards(s: TrickFields) -> CardSet:
    """The cards that may always be played; playing one does not show a lack of what was led."""
    return 0


@observed
def show_lack(s: TrickFields, seat: Seat, cards: CardSet) -> None:
    """A seat shows that it holds none of these cards."""


@observed
def forget_lacks(s: TrickFields) -> None:
    """New hands are dealt."""


# -- playing ------------------------------------------------------------------------------------------------------------


@compiled
def deal_hands(s: TrickFields, pack: CardSet, size: int) -> CardSet:
    """Deal every seat `size` cards of the pack; returns the rest of the pack."""
    forget_lacks(s)
    for seat in range(s.players):
        s.hands[seat] = some(s, pack, size)
        pack &= ~s.hands[seat]
    return pack


@compiled
def held(s: TrickFields) -> CardSet:
    """The hand of the seat to move."""
    return s.hands[s.turn]


@compiled
def lead_first(s: TrickFields, card: Card) -> None:
    """The seat that holds this card shows it to everybody, and leads to the first trick."""
    s.turn = 0
    while not has(s.hands[s.turn], card):
        s.turn += 1
    s.leader = s.turn
    leads(s, s.leader, card)


@compiled
def following(s: TrickFields) -> CardSet:
    """The cards that the duty to follow allows: those that follow, if the hand holds any, otherwise all."""
    led = led_cards(s)
    return led | free_cards(s) if s.hands[s.turn] & led else EVERY


@compiled
def lay(s: TrickFields, card: Card) -> None:
    """Play a card of the seat to move to the trick, which may show that it lacks what was led, and pass the turn to the
    left."""
    seat = s.turn
    led = led_cards(s)
    if not has(led | free_cards(s), card):
        show_lack(s, seat, led)
    played(s, seat, card)
    s.hands[seat] = without(s.hands[seat], card)
    s.trick[seat] = card
    s.trick_size += 1
    next_turn(s)


@compiled
def winner_so_far(s: TrickFields) -> Seat:
    """The seat that would take the current trick as it stands."""
    winner, seat = s.leader, s.leader
    best = strength(s, s.trick[winner])
    for _ in range(s.trick_size - 1):
        seat = left(s, seat)
        height = strength(s, s.trick[seat])
        if height > best:
            winner, best = seat, height
    return winner


@compiled
def whole_trick(s: TrickFields) -> CardSet:
    """The cards of a complete trick."""
    cards = 0
    for seat in range(s.players):
        cards |= bit(s.trick[seat])
    return cards


@compiled
def who_played(s: TrickFields, card: Card) -> Seat:
    """The seat that played this card of the trick."""
    seat = s.leader
    while s.trick[seat] != card:
        seat = left(s, seat)
    return seat


@compiled
def take_trick(s: CountedTricks, winner: Seat) -> None:
    """Give the trick to its winner, who leads to the next."""
    took_trick(s, winner, s.leader, s.trick)
    s.won[winner] += 1
    s.trick_size = 0
    s.turn = s.leader = s.taker = winner


# -- registering with a game's rules ----------------------------------------------------------------------------------------


@compiled
def _record_lack(s: TrickFields, seat: Seat, cards: CardSet) -> None:
    s.lacks[seat] |= cards


@compiled
def _forget(s: TrickFields) -> None:
    for seat in range(s.players):
        s.lacks[seat] = 0


@compiled
def lacked(s: TrickFields, holder: Seat, part: int) -> CardSet:
    """The cards that a seat has shown to lack by not following."""
    return s.lacks[holder]


@compiled
def deals_done(s: TrickFields) -> int:
    """The number of deals that have been scored."""
    return s.deal_number


def tricks(rules: Rules, phase: int, rule: str, must_follow: Reason) -> None:
    """Register playing to tricks with a game: in this phase a seat plays a card from its hand, following if it can.

    rule: the id of the rule about following. must_follow: why a card may not be played. This also registers answers about the
    cards that seats have shown to lack, and the number of deals played.
    """
    rules.allows(phase, rule, lambda s, card: f"You do not hold {rules.pack.the(card)}.")(held)
    rules.allows(phase, rule, must_follow)(following)
    rules.observes(show_lack, _record_lack)
    rules.observes(forget_lacks, _forget)
    rules.answers(lacked)
    rules.answers(deals_done)


def cards_in_trick(s: TrickFields) -> list[Card]:
    """The cards of the current trick by seat, NONE for a seat that has not played."""
    players = int(s.players)
    return [int(s.trick[p]) if (p - s.leader) % players < s.trick_size else NONE for p in range(players)]
