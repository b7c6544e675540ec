"""What everybody learns when a player who must play if able does not play, in games where hands also draw cards.

It shows a lack: the hand held no card of a certain set at that time. Cards drawn later may belong to the set. So a hand has
parts: the cards dealt, and each card drawn later and kept. It is not known from which part a played card came. So played
cards are recorded with the time, and a re-deal deals them into a part again together with the cards still hidden
(`once_held`). Time is counted, for each seat, in the lacks that it has shown.

Played cards may be drawn again once a new stock is made. Then their record is dropped, and each counts as taken from the
oldest part that could have held it. This keeps exactly the same arrangements possible, but their weights become approximate.
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

    lacks: Numbers  # by seat and time: the lacks that it showed, in order
    times: Numbers  # by seat: the number of its lacks
    drawn_at: Numbers  # by seat: the times at which it kept a card that it drew, as a set
    origin: Numbers  # by seat and time: the cards that made up the stock from which that card came; empty for the first stock
    dealt: Numbers  # by seat: the number of cards in its first part
    dealt_lacks: Numbers  # by seat: cards excluded from its first part by lacks that are no longer recorded
    let_go: Numbers  # by seat: the cards played from its hand since the stock was made
    let_go_at: Numbers  # by card that has left a hand: when it did
    stocked: CardSet  # the cards that made up the present stock; empty for the first stock


# -- events that listening positions record ----------------------------------------------------------------------------


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
    """These cards become the stock: no hand holds any of them, and all cards drawn come from it until the next stock is
    made."""


def obligation(rules: Rules) -> None:
    """Register with a game what its listening positions record, and its answers about hands and stock."""
    rules.observes(record_hand, deal)
    rules.observes(show_lack, lack)
    rules.observes(record_kept, keep)
    rules.observes(record_played, go)
    rules.observes(record_stock, restock)
    for answer in (parts, part_size, lacked, lacked_everywhere, once_held, came_from, not_in_stock):
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
    """A new stock is made: drop the record of cards that left hands, and record that no hand holds a card of the stock."""
    for seat in range(s.players):
        forget_gone(s, seat)
        lack(s, seat, cards)
    s.stocked = cards


@compiled
def forget_gone(s: ObligationFields, seat: Seat) -> None:
    """Take each card that left the hand, in order, from the oldest part that could have held it."""
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
    """The earliest of the cards that left the hand."""
    found = lowest(s.let_go[seat])
    for card in each(s.let_go[seat]):
        if s.let_go_at[card] < s.let_go_at[found]:
            found = card
    return found


@compiled
def forget_oldest_time(s: ObligationFields, seat: Seat) -> None:
    """Make room for another time. A card drawn before the oldest time joins the first part, whose cards may then be what
    either could."""
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


# -- answers ------------------------------------------------------------------------------------------------------------


@compiled
def parts(s: ObligationFields, holder: Seat) -> int:
    """One part for the cards dealt, and one for each card drawn and kept."""
    return 1 + count(s.drawn_at[holder])


@compiled
def part_size(s: ObligationFields, holder: Seat, part: int) -> int:
    """The number of cards in a part, including those that have left the hand."""
    return s.dealt[holder] if part == 0 else 1


@compiled
def time_of(s: ObligationFields, holder: Seat, part: int) -> int:
    """The time at which the cards of a part entered the hand."""
    return 0 if part == 0 else nth(s.drawn_at[holder], part - 1)


@compiled
def never_in(s: ObligationFields, holder: Seat, part: int) -> CardSet:
    """The cards that a part could not contain when it entered the hand."""
    return s.dealt_lacks[holder] if part == 0 else outside(s.origin[holder, time_of(s, holder, part)])


@compiled
def lacked(s: ObligationFields, holder: Seat, part: int) -> CardSet:
    """The cards that a part cannot contain now."""
    found = never_in(s, holder, part)
    for time in range(time_of(s, holder, part), s.times[holder]):
        found |= s.lacks[holder, time]
    return found


@compiled
def lacked_everywhere(s: ObligationFields, holder: Seat) -> CardSet:
    """The cards that no part of the hand can contain now, found in one pass back through time.

    As a rule the hand has shown nothing since the latest part, and that part lacks nothing, so the pass ends where it begins.
    """
    now, drawn = s.times[holder], s.drawn_at[holder]
    later, missing = 0, ~0
    for time in range(now, -1, -1):
        if time < now:
            later |= s.lacks[holder, time]
        if has(drawn, time):
            missing &= later | outside(s.origin[holder, time])
            if missing == 0:
                return 0
    return missing & (later | s.dealt_lacks[holder]) if s.dealt[holder] or drawn == 0 else missing


@compiled
def once_held(s: ObligationFields, holder: Seat) -> CardSet:
    """The recorded cards that have left the hand."""
    return s.let_go[holder]


@compiled
def came_from(s: ObligationFields, holder: Seat, part: int) -> CardSet:
    """The cards that may have left the hand from a part: those that left after it entered and were not excluded by a lack in
    between."""
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
    """The cards that cannot be drawn from a stock made up of these cards; none for the first stock, given as the empty set."""
    return first(60) & ~stocked if stocked else 0


@compiled
def not_in_stock(s: ObligationFields) -> CardSet:
    """The cards that everybody knows not to be in the stock."""
    return outside(s.stocked)
