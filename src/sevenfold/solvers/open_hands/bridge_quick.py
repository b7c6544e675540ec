"""Tricks that are certain without search, after Haglund, "Search algorithms for a bridge double dummy solver" (2010)."""

from __future__ import annotations

from sevenfold.kernel.compiled import compiled
from sevenfold.kernel.sets import beyond_lowest, bit, count, lowest
from sevenfold.kernel.types import CardSet, Seat, Words

from .bits import highest
from .bridge_board import NO_TRUMP, SUITS, TRUMP, of_suit


@compiled
def above(own: CardSet, others: CardSet) -> CardSet:
    """Of the own cards of one suit those that are above all others."""
    return own if others == 0 else own & ~((2 << highest(others)) - 1)


@compiled
def highest_of(cards: CardSet, n: int) -> CardSet:
    """The n highest of a set of cards, all where it has no more."""
    for _ in range(count(cards) - n):
        cards = beyond_lowest(cards)
    return cards


@compiled
def quick_tricks(b: Words, seat: Seat) -> tuple[int, CardSet]:
    """Tricks that the side of the leader can take at once without losing the lead, and the lowest cards they need."""
    own, mate = b[seat], b[seat ^ 2]
    one, other = b[(seat + 1) & 3], b[(seat + 3) & 3]
    every = own | mate | one | other
    total, needs = 0, 0
    ruffs_one, ruffs_other = False, False  # may this opponent ruff?
    trump = b[TRUMP]
    if trump != NO_TRUMP:
        t = of_suit(trump)
        n = max(count(one & t), count(other & t))
        run = above(own & t, (every ^ own) & t)
        rounds = count(run)
        if n > rounds:  # they are not drawn
            ruffs_one, ruffs_other = one & t != 0, other & t != 0
    mates, mate_needs, can_cross = 0, 0, False
    for suit in range(SUITS):
        s = of_suit(suit)
        mine, his = own & s, mate & s
        l1, l2 = count(one & s), count(other & s)
        most = 64  # rounds that are not ruffed
        if suit != trump:
            if ruffs_one:
                most = l1
            if ruffs_other:
                most = min(most, l2)
        length, mate_length, opposed = count(mine), count(his), max(l1, l2)
        run = above(mine, (every ^ own) & s)
        rounds, against = count(run), max(opposed, mate_length)
        if rounds >= against:  # then nobody else has a card of it left
            run = highest_of(run, against)
            rounds = length
        rounds = min(rounds, most)
        run = highest_of(run, rounds)
        total += rounds
        needs |= lowest_bit(run)
        if rounds >= length:
            continue  # there is none left to cross with, or to follow
        # What partner can go on with, once there: after `rounds` rounds of this suit, to which they follow low.
        rest = above(his, (mine & ~run | one | other) & s)
        n = min(count(rest), mate_length - rounds)
        if n <= 0:
            continue
        theirs = mate_length - rounds if n + rounds >= max(opposed, length) else n
        theirs = min(theirs, most - rounds)
        if theirs <= 0:
            continue
        used = min(n, theirs)
        mates += theirs
        mate_needs |= lowest_bit(highest_of(rest, used))
        can_cross = can_cross or length > rounds
    if can_cross and mates > 0:
        total += mates
        needs |= mate_needs
    return total, needs


@compiled
def lowest_bit(cards: CardSet) -> CardSet:
    """The set of the lowest card alone."""
    return cards & -cards


@compiled
def sure_trumps(b: Words, seat: Seat, every: CardSet) -> tuple[int, CardSet]:
    """Trumps of one seat that will take a trick whatever happens, and the lowest card that this needs."""
    trump = b[TRUMP]
    if trump == NO_TRUMP:
        return 0, 0
    t = of_suit(trump)
    run = above((b[seat] | b[seat ^ 2]) & t, every & t & ~(b[seat] | b[seat ^ 2]))
    run_own, run_mate = run & b[seat], run & b[seat ^ 2]
    best = run_own if count(run_own) >= count(run_mate) else run_mate
    n = count(best)
    if n == 0:
        return 0, 0
    if every & t & ~(b[seat] | b[seat ^ 2]) == 0:  # nobody else has any: each one is a trick, whatever its rank
        longest = max(count(b[seat] & t), count(b[seat ^ 2] & t))
        return longest, 0
    return n, lowest_bit(best)


@compiled
def suits_without_top(b: Words, seat: Seat, every: CardSet) -> tuple[int, CardSet]:
    """The rounds that the leader's side can lead of suits in which it has the highest card; and the others' highest cards."""
    own, mate = b[seat], b[seat ^ 2]
    rounds, tops = 0, 0
    for suit in range(SUITS):
        s = of_suit(suit)
        if every & s:
            top = bit(highest(every & s))
            if (own | mate) & top:
                rounds += max(count(own & s), count(mate & s))
            else:
                tops |= top
    return rounds, tops
