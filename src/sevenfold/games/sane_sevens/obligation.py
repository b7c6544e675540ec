"""What everybody learns when a player who must play if able does not, in a game where hands also draw cards.

It shows that the hand held no card of a certain set at that time; cards drawn later may be of the set. So a hand has parts:
the cards dealt, and each card drawn later and kept. A card that is played came from a part that is not known. It is recorded
with the time, and dealt into a part again with the cards still hidden when these are re-dealt (`once_held`). Time is counted,
for each seat, in the lacks that it has shown.

Played cards may be drawn again once a new stock is made. Then each is forgotten and taken from the oldest part that could have
held it. From then on the same arrangements remain possible, but their weights are approximate.
"""

from __future__ import annotations

from sevenfold.declare.rules import Rules
from sevenfold.kernel import (
    Card,
    CardSet,
    Fields,
    Numbers,
    Seat,
    bit,
    compiled,
    count,
    each,
    first,
    has,
    lowest,
    observed,
    without,
)
from sevenfold.kernel.sets import nth

TIMES = 40


class ObligationFields(Fields):
    """The fields that a position needs to use this module; all are observed."""

    lacks: Numbers  # by seat and time: what it showed to lack, one after the other
    times: Numbers  # by seat: how many of them
    drawn_at: Numbers  # by seat: the times at which it kept a card that it drew, as a set
    origin: Numbers  # by seat and time: what the stock had been made of from which that card came; empty for the first
    dealt: Numbers  # by seat: how many cards its first part has
    dealt_lacks: Numbers  # by seat: what none of these is, by what it showed before the times began
    let_go: Numbers  # by seat: what it has played from its hand since the stock was made
    let_go_at: Numbers  # by card that was let go: when
    stocked: CardSet  # what the present stock was made of; empty while it is the first


# -- what rules report for listening positions to record ---------------------------------------------------------------


@observed
def record_hand(s: ObligationFields, seat: Seat, size: int) -> None:
    """A hand is dealt."""


@observed
def show_lack(s: ObligationFields, seat: Seat, cards: CardSet) -> None:
    """The seat shows that its hand holds none of these cards."""


@observed
def record_kept(s: ObligationFields, seat: Seat) -> None:
    """The seat keeps a card that it drew."""


@observed
def record_played(s: ObligationFields, seat: Seat, card: Card) -> None:
    """The seat plays a card from its hand."""


@observed
def record_stock(s: ObligationFields, cards: CardSet) -> None:
    """These cards become the stock: no hand holds one of them, and until the next time nothing else is drawn."""


def obligation(rules: Rules) -> None:
    """Register with a game what its listening positions record, and what it answers about hands and stock."""
    rules.observes(record_hand, deal)
    rules.observes(show_lack, lack)
    rules.observes(record_kept, keep)
    rules.observes(record_played, go)
    rules.observes(record_stock, restock)
    for answer in (parts, part_size, lacked, once_held, came_from, not_in_stock):
        rules.answers(answer)


# -- recording -----------------------------------------------------------------------------------------------------------


@compiled
def deal(s: ObligationFields, seat: Seat, size: int) -> None:
    """A hand is dealt."""
    s.dealt[seat] = size


@compiled
def lack(s: ObligationFields, seat: Seat, cards: CardSet) -> None:
    """Add a lack, unless the seat showed the same one just before."""
    now = s.times[seat]
    if now and s.lacks[seat, now - 1] == cards and not has(s.drawn_at[seat], now):
        return
    if now == TIMES - 1:
        forget_oldest_time(s, seat)
    s.lacks[seat, s.times[seat]] = cards
    s.times[seat] += 1


@compiled
def keep(s: ObligationFields, seat: Seat) -> None:
    """Add a part of one card."""
    now = s.times[seat]
    s.drawn_at[seat] |= bit(now)
    s.origin[seat, now] = s.stocked


@compiled
def go(s: ObligationFields, seat: Seat, card: Card) -> None:
    """A card leaves the hand."""
    s.let_go[seat] |= bit(card)
    s.let_go_at[card] = s.times[seat]


@compiled
def restock(s: ObligationFields, cards: CardSet) -> None:
    """A new stock is made: forget the cards let go, and record that no hand holds a card of the stock."""
    for seat in range(s.players):
        forget_gone(s, seat)
        lack(s, seat, cards)
    s.stocked = cards


@compiled
def forget_gone(s: ObligationFields, seat: Seat) -> None:
    """Take each card let go, in order, from the oldest part that could have held it."""
    while s.let_go[seat]:
        card = first_gone(s, seat)
        part = 0
        while part < parts(s, seat) - 1 and (part_size(s, seat, part) == 0 or not has(came_from(s, seat, part), card)):
            part += 1
        if part == 0:
            s.dealt[seat] -= 1
        else:
            s.drawn_at[seat] = without(s.drawn_at[seat], time_of(s, seat, part))
        s.let_go[seat] = without(s.let_go[seat], card)


@compiled
def first_gone(s: ObligationFields, seat: Seat) -> Card:
    """The earliest of the cards let go."""
    found = lowest(s.let_go[seat])
    for card in each(s.let_go[seat]):
        if s.let_go_at[card] < s.let_go_at[found]:
            found = card
    return found


@compiled
def forget_oldest_time(s: ObligationFields, seat: Seat) -> None:
    """Make room for a time. A card drawn before the oldest time joins the cards dealt, which then may be what either could."""
    forget_gone(s, seat)
    if has(s.drawn_at[seat], 0):
        s.dealt_lacks[seat] = (s.dealt_lacks[seat] if s.dealt[seat] else ~0) & outside(s.origin[seat, 0])
        s.dealt[seat] += 1
    s.dealt_lacks[seat] |= s.lacks[seat, 0]
    s.drawn_at[seat] = without(s.drawn_at[seat], 0) >> 1
    s.times[seat] -= 1
    for time in range(s.times[seat] + 1):
        s.lacks[seat, time] = s.lacks[seat, time + 1]
        s.origin[seat, time] = s.origin[seat, time + 1]


# -- answering ----------------------------------------------------------------------------------------------------------


@compiled
def parts(s: ObligationFields, holder: Seat) -> int:
    """One part for the cards dealt, and one for each card drawn and kept."""
    return 1 + count(s.drawn_at[holder])


@compiled
def part_size(s: ObligationFields, holder: Seat, part: int) -> int:
    """The number of cards of a part, cards let go included."""
    return s.dealt[holder] if part == 0 else 1


@compiled
def time_of(s: ObligationFields, holder: Seat, part: int) -> int:
    """The time at which the cards of a part came to the hand."""
    return 0 if part == 0 else nth(s.drawn_at[holder], part - 1)


@compiled
def never_in(s: ObligationFields, holder: Seat, part: int) -> CardSet:
    """The cards that a part could not hold when it came to the hand."""
    return s.dealt_lacks[holder] if part == 0 else outside(s.origin[holder, time_of(s, holder, part)])


@compiled
def lacked(s: ObligationFields, holder: Seat, part: int) -> CardSet:
    """The cards that a part cannot hold now."""
    found = never_in(s, holder, part)
    for time in range(time_of(s, holder, part), s.times[holder]):
        found |= s.lacks[holder, time]
    return found


@compiled
def once_held(s: ObligationFields, holder: Seat) -> CardSet:
    """The cards let go."""
    return s.let_go[holder]


@compiled
def came_from(s: ObligationFields, holder: Seat, part: int) -> CardSet:
    """The cards let go that a part may have held: that went after it came, and of which no lack was shown in between."""
    found = 0
    since = time_of(s, holder, part)
    for card in each(s.let_go[holder] & ~never_in(s, holder, part)):
        may_be = since <= s.let_go_at[card]
        for time in range(since, s.let_go_at[card]):
            may_be = may_be and not has(s.lacks[holder, time], card)
        if may_be:
            found |= bit(card)
    return found


@compiled
def outside(stocked: CardSet) -> CardSet:
    """The cards that cannot be drawn from a stock made of these cards; none for the first stock, given as empty."""
    return first(60) & ~stocked if stocked else 0


@compiled
def not_in_stock(s: ObligationFields) -> CardSet:
    """Cards that everybody knows not to be in the stock."""
    return outside(s.stocked)
