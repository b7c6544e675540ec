"""What games of tricks share: holding, following, who takes the trick, who has shown to lack what, deals done.

A game answers two questions, `strength` and `led_cards` (and `free_cards`, where some may always be played).
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
    observed,
    left,
    next_turn,
    optional,
    question,
    some,
    without,
)
from sevenfold.kernel.events import Values

EVERY = ~0  # every card that there is


class TrickFields(Fields):
    """What a position of a game of tricks has."""

    hands: Numbers  # by seat, each its owner's
    trick: Numbers  # the card of each seat
    trick_size: int
    leader: Seat
    taker: Seat  # of the last trick
    lacks: Numbers  # observed, by seat: what it failed to follow
    deal_number: int  # deals done


class CountedTricks(TrickFields):
    """What it has where `take_trick` counts them."""

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

# -- what a game answers ------------------------------------------------------------------------------------------------


@question
def strength(s: TrickFields, card: Card) -> int:
    """How strong a card is in the trick in progress, 0 or more: the strongest takes it, of equals the one played first."""
    raise NotImplementedError


@question
def led_cards(s: TrickFields) -> CardSet:
    """The cards with which the trick in progress is followed; EVERY while nothing has to be followed."""
    raise NotImplementedError


@optional
def free_cards(s: TrickFields) -> CardSet:
    """Cards that may be played at any turn, and do not show what their player lacks."""
    return 0


@observed
def show_lack(s: TrickFields, seat: Seat, cards: CardSet) -> None:
    """A seat shows that it holds none of these cards: a listening position notes it."""


@observed
def forget_lacks(s: TrickFields) -> None:
    """New hands are dealt."""


# -- playing ------------------------------------------------------------------------------------------------------------


@compiled
def deal_hands(s: TrickFields, pack: CardSet, size: int) -> CardSet:
    """Deal every seat so many cards of the pack; what is left of it."""
    forget_lacks(s)
    for seat in range(s.players):
        s.hands[seat] = some(s, pack, size)
        pack &= ~s.hands[seat]
    return pack


@compiled
def held(s: TrickFields) -> CardSet:
    """The cards of the seat to move."""
    return s.hands[s.turn]


@compiled
def lead_first(s: TrickFields, card: Card) -> None:
    """Whoever holds this card is known to everybody, and leads to the first trick."""
    s.turn = 0
    while not has(s.hands[s.turn], card):
        s.turn += 1
    s.leader = s.turn
    leads(s, s.leader, card)


@compiled
def following(s: TrickFields) -> CardSet:
    """What the duty to follow allows: the cards of what was led, if the hand holds any, else every card."""
    led = led_cards(s)
    return led | free_cards(s) if s.hands[s.turn] & led else EVERY


@compiled
def lay(s: TrickFields, card: Card) -> None:
    """The seat to move plays a card to the trick, and may show by it what they lack; the turn passes to the left."""
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
    """Who would take the trick in progress as it lies."""
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
    """Who played this card of the trick."""
    seat = s.leader
    while s.trick[seat] != card:
        seat = left(s, seat)
    return seat


@compiled
def take_trick(s: CountedTricks, winner: Seat) -> None:
    """The winner takes the trick and leads to the next."""
    took_trick(s, winner, s.leader, s.trick)
    s.won[winner] += 1
    s.trick_size = 0
    s.turn = s.leader = s.taker = winner


# -- what is registered for a game ----------------------------------------------------------------------------------------


@compiled
def _note_lack(s: TrickFields, seat: Seat, cards: CardSet) -> None:
    s.lacks[seat] |= cards


@compiled
def _forget(s: TrickFields) -> None:
    for seat in range(s.players):
        s.lacks[seat] = 0


@compiled
def lacked(s: TrickFields, holder: Seat, part: int) -> CardSet:
    """What a seat failed to follow."""
    return s.lacks[holder]


@compiled
def deals_done(s: TrickFields) -> int:
    """How many deals have been scored."""
    return s.deal_number


def tricks(rules: Rules, phase: int, rule: str, must_follow: Reason) -> None:
    """Have a game's phase ask for a card of the hand that follows if it can; the rule says so, must_follow why a card may not.

    What the seats have shown to lack, and how many deals are done, is answered too.
    """
    rules.allows(phase, rule, lambda s, card: f"You do not hold {rules.pack.the(card)}.")(held)
    rules.allows(phase, rule, must_follow)(following)
    rules.observes(show_lack, _note_lack)
    rules.observes(forget_lacks, _forget)
    rules.answers(lacked)
    rules.answers(deals_done)


def cards_in_trick(s: TrickFields) -> list[Card]:
    """The trick in progress by seat, NONE for who has not played."""
    players = int(s.players)
    return [int(s.trick[p]) if (p - s.leader) % players < s.trick_size else NONE for p in range(players)]
