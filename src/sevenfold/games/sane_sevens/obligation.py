"""What everybody learns when a player who must play if able does not: words for games in which hands also draw.

A duty not met shows that no card then in the hand was of a certain set; those drawn later may be. So a hand has parts: the
cards that were dealt, and each card drawn later and kept. A card played from the hand came from some part, and it is not
known from which: it is remembered, with the time at which it went, and laid into a part with the cards still hidden when
these are dealt anew (`once_held`). Times are counted, for each seat, in lacks that it has shown.

When a new stock is made, cards let go may come again, so they are forgotten: each is then taken from the oldest part that
could hold it. What is thought possible stays exactly what is possible; only from then on the weights are approximate.
"""

from __future__ import annotations

from sevenfold.declare.rules import Rules
from sevenfold.kernel import Card, CardSet, Fields, Numbers, Seat, bit, count, each, first, has, observed, lowest, without
from sevenfold.kernel import compiled
from sevenfold.kernel.sets import nth

TIMES = 40


class DutyFields(Fields):
    """What a position has that uses these words; each field is `observed`."""

    lacks: Numbers  # by seat and time: what it showed to lack, one after the other
    times: Numbers  # by seat: how many of them
    drawn_at: Numbers  # by seat: the times at which it kept a card that it drew, as a set
    origin: Numbers  # by seat and time: what the stock had been made of from which that card came; empty for the first
    dealt: Numbers  # by seat: how many cards its first part has
    dealt_lacks: Numbers  # by seat: what none of these is, by what it showed before the times began
    let_go: Numbers  # by seat: what it has played from its hand since the stock was made
    let_go_at: Numbers  # by card that was let go: when
    stocked: CardSet  # what the present stock was made of; empty while it is the first


# -- what rules say, and only a listening position notes ----------------------------------------------------------------


@observed
def note_hand(s: DutyFields, seat: Seat, size: int) -> None:
    """A hand is dealt."""


@observed
def show_lack(s: DutyFields, seat: Seat, cards: CardSet) -> None:
    """The seat shows that its hand holds none of these cards."""


@observed
def note_kept(s: DutyFields, seat: Seat) -> None:
    """The seat keeps a card that it drew."""


@observed
def note_played(s: DutyFields, seat: Seat, card: Card) -> None:
    """The seat plays a card from its hand."""


@observed
def note_stock(s: DutyFields, cards: CardSet) -> None:
    """These cards become the stock: no hand holds one of them, and until the next time nothing else is drawn."""


def duty(rules: Rules) -> None:
    """Have a game's listening positions note all this, and answer what it says of hands and stock."""
    recorded = (
        (deal, note_hand), (lack, show_lack), (keep, note_kept), (go, note_played), (restock, note_stock),
    )  # fmt: skip
    for what, word in recorded:
        rules.observes(word, what)
    for answer in (parts, part_size, lacked, once_held, came_from, not_in_stock):
        rules.answers(answer)


# -- what it notes ------------------------------------------------------------------------------------------------------


@compiled
def deal(s: DutyFields, seat: Seat, size: int) -> None:
    """A hand is dealt."""
    s.dealt[seat] = size


@compiled
def lack(s: DutyFields, seat: Seat, cards: CardSet) -> None:
    """A lack, unless it was shown right before."""
    now = s.times[seat]
    if now and s.lacks[seat, now - 1] == cards and not has(s.drawn_at[seat], now):
        return
    if now == TIMES - 1:
        forget_oldest_time(s, seat)
    s.lacks[seat, s.times[seat]] = cards
    s.times[seat] += 1


@compiled
def keep(s: DutyFields, seat: Seat) -> None:
    """A new part of one card."""
    now = s.times[seat]
    s.drawn_at[seat] |= bit(now)
    s.origin[seat, now] = s.stocked


@compiled
def go(s: DutyFields, seat: Seat, card: Card) -> None:
    """A card leaves the hand."""
    s.let_go[seat] |= bit(card)
    s.let_go_at[card] = s.times[seat]


@compiled
def restock(s: DutyFields, cards: CardSet) -> None:
    """A new stock: what was let go is forgotten, and no hand holds a card of the stock."""
    for seat in range(s.players):
        forget_gone(s, seat)
        lack(s, seat, cards)
    s.stocked = cards


@compiled
def forget_gone(s: DutyFields, seat: Seat) -> None:
    """Each card let go, in the order in which they went, is taken from the oldest part that could hold it."""
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
def first_gone(s: DutyFields, seat: Seat) -> Card:
    """Of the cards let go the one that went first."""
    found = lowest(s.let_go[seat])
    for card in each(s.let_go[seat]):
        if s.let_go_at[card] < s.let_go_at[found]:
            found = card
    return found


@compiled
def forget_oldest_time(s: DutyFields, seat: Seat) -> None:
    """Make room for a time: a card drawn before it joins those dealt, which may be what either may be."""
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


# -- what it says -------------------------------------------------------------------------------------------------------


@compiled
def parts(s: DutyFields, holder: Seat) -> int:
    """The cards dealt, and each card drawn and kept."""
    return 1 + count(s.drawn_at[holder])


@compiled
def part_size(s: DutyFields, holder: Seat, part: int) -> int:
    """How many cards a part had, those let go counted."""
    return s.dealt[holder] if part == 0 else 1


@compiled
def time_of(s: DutyFields, holder: Seat, part: int) -> int:
    """When a part was got."""
    return 0 if part == 0 else nth(s.drawn_at[holder], part - 1)


@compiled
def never_in(s: DutyFields, holder: Seat, part: int) -> CardSet:
    """What the cards of a part were not from the first."""
    return s.dealt_lacks[holder] if part == 0 else outside(s.origin[holder, time_of(s, holder, part)])


@compiled
def lacked(s: DutyFields, holder: Seat, part: int) -> CardSet:
    """What the cards still in a part are not."""
    found = never_in(s, holder, part)
    for time in range(time_of(s, holder, part), s.times[holder]):
        found |= s.lacks[holder, time]
    return found


@compiled
def once_held(s: DutyFields, holder: Seat) -> CardSet:
    """What was let go."""
    return s.let_go[holder]


@compiled
def came_from(s: DutyFields, holder: Seat, part: int) -> CardSet:
    """Of the cards let go, those that were got by then and of which no lack was shown before they went."""
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
    """What cannot be drawn from a stock made of these cards; of the first one, nothing."""
    return first(60) & ~stocked if stocked else 0


@compiled
def not_in_stock(s: DutyFields) -> CardSet:
    """Cards that everybody knows not to be in the stock."""
    return outside(s.stocked)
