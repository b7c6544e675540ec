"""What a seat does not see: dealing it anew at random, or redacting it.

`redeal_unseen` puts a random arrangement of the unseen cards in place of the true one: every arrangement that agrees
with what the seat knows is equally likely, unless a game says that some come about in fewer ways. Unseen cards go to
places: a hidden hand (or a part of one of which more is known), a stock, a card set aside. A place has a size and a set of
cards that it may hold. The cards that some place may not hold are laid one by one, each place in proportion to the
arrangements left; `ways` counts those, backwards, by the room left in the places. The cards that may lie anywhere are dealt
last, and need no counting.
Where that table would be too large, an arrangement is found by matching and then shuffled by random swaps of two cards
that keep it possible; this is close to uniform, not exactly so.
"""

from __future__ import annotations

import numpy as np

from .chance import below, fraction, next_bits, pick, seeded, some
from .compiled import compiled
from .fields import Fields
from .memory import rough, scratch, words
from .questions import (
    comes_about,
    hidden_places,
    known,
    lacked,
    not_in_stock,
    part_size,
    parts,
    possible,
    private_words,
    shown,
)
from .sets import beyond_lowest, bit, count, has, lowest, maybe
from .types import Card, CardSet, Seat, Source, Words

MOST_PLACES = 64
MOST_WAYS = 32768  # entries of the counting table: 256 KiB of stack
SWEEPS = 12  # random swaps tried per card where the table would be too large
MOST_TRIES = 1000  # at an arrangement that the game calls possible
NOBODYS = -1
EVERY = ~0


@compiled
def redeal_unseen(s: Fields, seat: Seat, source: Source) -> None:
    """Replace what seat cannot know by an arrangement that it thinks possible, as chance has it; a fresh generator, too.

    Draws from `source` alone, and reads of the hidden cards only which they are together.
    """
    size, may, at = scratch(64), scratch(64), scratch(64)
    for _ in range(MOST_TRIES):
        unseen, places = lift_unseen(s, seat, size, may, at)
        deal_out(source, unseen, places, size, may)
        put_back(s, places, may, at)
        if possible(s) and comes_about(s, seat, source):
            break
    s.chance = seeded(next_bits(source))


@compiled
def redact(s: Fields, seat: Seat) -> None:
    """Take out what seat (NONE: a spectator) cannot see: the unseen cards lie in the hidden places in their order.

    Every count stays right and every card in one place, so views and legal actions can be made from what is left; nothing
    in it depends on where hidden cards truly are.
    """
    size, may, at = scratch(64), scratch(64), scratch(64)
    unseen, places = lift_unseen(s, seat, size, may, at)
    for p in range(places):
        may[p] = 0
        for _ in range(size[p]):
            may[p] |= unseen & -unseen
            unseen = beyond_lowest(unseen)
    put_back(s, places, may, at)
    s.chance = np.uint64(0)


@compiled
def lift_unseen(s: Fields, seat: Seat, size: Words, may: Words, at: Words) -> tuple[CardSet, int]:
    """Take up every card that seat does not see and forget what only others know: (the cards, how many places).

    A place's word in the state is `at >> 1`; its lowest bit tells a set from a single card.
    """
    w = words(s)
    unseen = 0
    places = 0
    for start, length, per_seat, is_set in hidden_places(s):
        for i in range(length):
            holder = i // per_seat if per_seat > 0 else (s.turn if per_seat < 0 else NOBODYS)
            here = w[start + i] if is_set else maybe(w[start + i])
            if here == 0 or (holder == seat and holder != NOBODYS):
                continue
            in_hand = is_set and per_seat > 0
            sure = 0
            if in_hand:
                sure = here & shown(s, holder)
                if seat >= 0:
                    sure |= here & known(s, seat, holder)
            rest = count(here & ~sure)
            pieces = parts(s, holder) if in_hand else 1
            first_place = places
            for part in range(pieces):
                room = part_size(s, holder, part) if pieces > 1 else rest
                holds = EVERY
                if in_hand:
                    holds = ~lacked(s, holder, part)
                elif per_seat <= 0:
                    holds = ~not_in_stock(s)
                if room > 0:
                    if places > first_place and may[places - 1] == holds:
                        size[places - 1] += room
                    else:
                        size[places], may[places], at[places] = room, holds, 2 * (start + i) + is_set
                        places += 1
            unseen |= here & ~sure
            if is_set:
                w[start + i] = sure
    for start, length, per_seat in private_words(s):
        for i in range(length):
            holder = i // per_seat if per_seat > 0 else (s.turn if per_seat < 0 else NOBODYS)
            if holder != seat or holder == NOBODYS:
                w[start + i] = 0
    return unseen, places


@compiled
def put_back(s: Fields, places: int, gets: Words, at: Words) -> None:
    """Lay the cards into the state's places."""
    w = words(s)
    for p in range(places):
        word = at[p] >> 1
        if at[p] & 1:
            w[word] = w[word] | gets[p]
        else:
            w[word] = lowest(gets[p])


@compiled
def deal_out(source: Source, unseen: CardSet, places: int, size: Words, may: Words) -> None:
    """Deal the unseen cards to places, each only what it may hold: may[p] becomes what p gets."""
    everywhere = unseen
    for p in range(places):
        everywhere &= may[p]
    bound = unseen & ~everywhere
    if bound == 0:
        for p in range(places):
            may[p] = 0
    elif is_laminar(unseen, places, may):
        deal_smallest_first(source, unseen, places, size, may)
        everywhere = 0
    else:
        widest = 0  # the place whose room follows from the room of the others: the largest
        for p in range(places):
            if size[p] > size[widest]:
                widest = p
        cells = 1
        for p in range(places):
            if p != widest and cells <= MOST_WAYS:
                cells *= size[p] + 1
        if cells * (count(bound) + 1) <= MOST_WAYS:
            place_bound(source, bound, count(everywhere), places, size, may, widest, cells)
        else:
            match_and_swap(source, unseen, places, size, may)
            everywhere = 0
    for p in range(places):
        more = some(source, everywhere, size[p] - count(may[p]))
        everywhere &= ~more
        may[p] |= more


@compiled
def is_laminar(unseen: CardSet, places: int, may: Words) -> bool:
    """Are the sets that any two places may hold nested, or have nothing in common?"""
    for p in range(places):
        for q in range(p):
            both = may[p] & may[q] & unseen
            if both and both != may[p] & unseen and both != may[q] & unseen:
                return False
    return True


@compiled
def deal_smallest_first(source: Source, unseen: CardSet, places: int, size: Words, may: Words) -> None:
    """Deal to places in the order of what they may hold: may[p] becomes what p gets.

    Exact where the sets are laminar: whatever a place takes, it takes from all the larger sets around its own alike.
    """
    done = 0
    left = unseen
    for _ in range(places):
        narrowest = -1
        for p in range(places):
            if not has(done, p) and (narrowest < 0 or count(may[p] & unseen) < count(may[narrowest] & unseen)):
                narrowest = p
        done |= bit(narrowest)
        may[narrowest] = some(source, may[narrowest] & left, size[narrowest])
        left &= ~may[narrowest]


@compiled
def place_bound(
    source: Source, bound: CardSet, others: int, places: int, size: Words, may: Words, widest: int, cells: int
) -> None:
    """Place the bound cards, of which each may not lie somewhere; `others` is how many cards will fill up the room left."""
    stride = scratch(64)  # of a place's room in the table
    follows = 1
    for p in range(places):
        if p != widest:
            stride[p] = follows
            follows *= size[p] + 1
    n = count(bound)
    ways = rough(32768)  # [cards laid, room left]
    for cell in range(cells):
        room = others
        value = 1.0
        for p in range(places):
            if p != widest:
                here = cell // stride[p] % (size[p] + 1)
                room -= here
                value /= factorial(here)
        ways[n * cells + cell] = value / factorial(room) if 0 <= room <= size[widest] else 0.0
    cards = scratch(64)
    rest = bound
    for i in range(n):
        cards[i] = lowest(rest)
        rest = beyond_lowest(rest)
    for i in range(n - 1, -1, -1):
        now, after = i * cells, (i + 1) * cells
        for cell in range(cells):
            ways[now + cell] = ways[after + cell] if may[widest] >> cards[i] & 1 else 0.0
        for p in range(places):
            if p != widest and may[p] >> cards[i] & 1:
                block = stride[p] * (size[p] + 1)
                for full in range(0, cells, block):
                    for cell in range(full + stride[p], full + block):
                        ways[now + cell] += ways[after + cell - stride[p]]
    got = scratch(64)
    cell = cells - 1
    for i in range(n):
        x = fraction(source) * ways[i * cells + cell]
        chosen, before = -1, 0.0
        for p in range(places):
            if may[p] >> cards[i] & 1 and count(got[p]) < size[p]:
                after_it = ways[(i + 1) * cells + cell - stride[p]]
                if after_it > 0 and (chosen < 0 or x >= before):
                    chosen = p
                before += after_it
        got[chosen] |= bit(cards[i])
        cell -= stride[chosen]
    for p in range(places):
        may[p] = got[p]


@compiled
def match_and_swap(source: Source, unseen: CardSet, places: int, size: Words, may: Words) -> None:
    """An arrangement by matching (augmenting paths over places), then random swaps: may[p] becomes what p gets."""
    got = scratch(64)
    rest = unseen
    while rest:
        card = pick(source, rest)
        rest &= ~bit(card)
        make_room(card, places, size, may, got)
    cards = count(unseen)
    for _ in range(SWEEPS * cards):
        one, other = pick_place(source, places, size), pick_place(source, places, size)
        a, b = pick(source, got[one]), pick(source, got[other])
        if one != other and may[other] >> a & 1 and may[one] >> b & 1:
            got[one] ^= bit(a) | bit(b)
            got[other] ^= bit(a) | bit(b)
    for p in range(places):
        may[p] = got[p]


@compiled
def pick_place(source: Source, places: int, size: Words) -> int:
    """A place, each in proportion to its size."""
    total = 0
    for p in range(places):
        total += size[p]
    x = below(source, total)
    for p in range(places):
        x -= size[p]
        if x < 0:
            return p
    return places - 1


@compiled
def make_room(card: Card, places: int, size: Words, may: Words, got: Words) -> None:
    """Lay a card into a place that may hold it, moving others along the shortest chain of places if they are full."""
    came_from, moved = scratch(64), scratch(64)  # by place: the place whose card would move here, and that card
    queue = scratch(64)
    seen = 0
    head, tail = 0, 0
    for p in range(places):
        if may[p] >> card & 1:
            queue[tail] = p
            tail += 1
            seen |= bit(p)
            came_from[p], moved[p] = -1, card
    while head < tail:
        p = queue[head]
        head += 1
        if count(got[p]) < size[p]:
            while came_from[p] >= 0:
                got[p] |= bit(moved[p])
                got[came_from[p]] &= ~bit(moved[p])
                p = came_from[p]
            got[p] |= bit(card)
            return
        for q in range(places):
            swappable = got[p] & may[q]
            if not seen >> q & 1 and swappable:
                queue[tail] = q
                tail += 1
                seen |= bit(q)
                came_from[q], moved[q] = p, lowest(swappable)


@compiled
def factorial(n: int) -> float:
    """n! as a float64; 1 for a negative n, which its caller discards."""
    value = 1.0
    for i in range(2, n + 1):
        value *= i
    return value
