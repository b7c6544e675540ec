"""Tricks that are certain without search; see Haglund, "Search algorithms for a bridge double dummy solver" (2010)."""

from __future__ import annotations

from sevenfold.kernel.compiler.decorators import compiled
from sevenfold.kernel.sets import beyond_lowest, bit, count, has
from sevenfold.kernel.types import Card, CardSet, Int64Array, Seat

from .bits import highest
from .board import NO_TRUMP, SUITS, TRUMP, of_suit

MANY = 64  # rounds: more than there are


@compiled
def above(own: CardSet, others: CardSet) -> CardSet:
    """The cards of a hand in one suit that are higher than all others."""
    return own if others == 0 else own & ~((2 << highest(others)) - 1)


@compiled
def highest_of(cards: CardSet, n: int) -> CardSet:
    """The n highest cards of a set, or all if there are fewer."""
    for _ in range(count(cards) - n):
        cards = beyond_lowest(cards)
    return cards


@compiled
def cash(b: Int64Array, seat: Seat, s: CardSet, every: CardSet, most: int) -> tuple[int, CardSet]:
    """The number of rounds of a suit, at most `most`, that a seat can win at once with its own cards, and the cards needed."""
    mine = b[seat] & s
    run = above(mine, (every ^ b[seat]) & s)
    rounds = count(run)
    against = max(count(b[seat ^ 2] & s), count(b[(seat + 1) & 3] & s), count(b[(seat + 3) & 3] & s))
    if rounds >= against:  # then nobody else has a card of it left
        run = highest_of(run, against)
        rounds = count(mine)
    rounds = min(rounds, most)
    return rounds, highest_of(run, rounds)


@compiled
def unruffed(b: Int64Array, seat: Seat, suit: int, ruffs: int) -> int:
    """The number of rounds of a suit for which all opponents who could ruff must follow."""
    if suit == b[TRUMP]:
        return MANY
    one, other = (seat + 1) & 3, (seat + 3) & 3
    most = count(b[one] & of_suit(suit)) if has(ruffs, one) else MANY
    return min(most, count(b[other] & of_suit(suit))) if has(ruffs, other) else most


@compiled
def who_ruffs(b: Int64Array, seat: Seat, every: CardSet) -> tuple[int, CardSet]:
    """The opponents who can ruff while a seat cashes, and the lowest trump needed to draw theirs first, if it can."""
    if b[TRUMP] == NO_TRUMP:
        return 0, 0
    t = of_suit(b[TRUMP])
    one, other = (seat + 1) & 3, (seat + 3) & 3
    n1, n2 = count(b[one] & t), count(b[other] & t)
    run = above(b[seat] & t, (every ^ b[seat]) & t)
    if max(n1, n2) <= count(run):
        return 0, lowest_bit(highest_of(run, max(n1, n2)))
    return (n1 > 0) << one | (n2 > 0) << other, 0


@compiled
def quick_tricks(b: Int64Array, seat: Seat, every: CardSet, enough: int) -> tuple[int, CardSet]:
    """The tricks that the leader's side can take at once, up to the number needed, and the lowest cards required.

    The leader cashes, then crosses over to partner with a low card, if that is possible, and partner cashes.
    """
    own, mate = b[seat], b[seat ^ 2]
    others = every ^ own ^ mate
    ruffs, needs = who_ruffs(b, seat, every)
    total, mates, mate_needs = 0, 0, 0
    for suit in range(SUITS):
        s = of_suit(suit)
        most = unruffed(b, seat, suit, ruffs)
        rounds, run = cash(b, seat, s, every, most)
        if total + rounds >= enough:
            return enough, needs | lowest_bit(highest_of(run, enough - total))
        total += rounds
        needs |= lowest_bit(run)
        length, mate_length = count(own & s), count(mate & s)
        if rounds >= length or mate_length <= rounds:
            continue  # nothing is left to cross with, or to follow
        # What partner can go on with, once there; to the first rounds they follow low.
        rest = above(mate & s, (own & ~run | others) & s)
        n = min(count(rest), mate_length - rounds)
        opposed = max(count(b[(seat + 1) & 3] & s), count(b[(seat + 3) & 3] & s))
        more = min(mate_length - rounds if n > 0 and n + rounds >= max(opposed, length) else n, most - rounds)
        if more > 0:
            mates += more
            mate_needs |= lowest_bit(highest_of(rest, min(n, more)))
    if total + mates == 0 and enough == 1 and mate_ruffs(b, seat):
        return 1, 0
    return total + mates, needs | mate_needs


@compiled
def mate_ruffs(b: Int64Array, seat: Seat) -> bool:
    """Whether the leader can lead a suit that partner ruffs while both opponents follow or cannot overruff."""
    if b[TRUMP] == NO_TRUMP:
        return False
    t, one, other, mate = of_suit(b[TRUMP]), b[(seat + 1) & 3], b[(seat + 3) & 3], b[seat ^ 2]
    if mate & t == 0:
        return False
    for suit in range(SUITS):
        s = of_suit(suit)
        if s != t and b[seat] & s and mate & s == 0 and (one & s or one & t == 0) and (other & s or other & t == 0):
            return True
    return False


@compiled
def second_hand_tricks(b: Int64Array, seat: Seat, led: Card, every: CardSet, enough: int) -> tuple[int, CardSet]:
    """The tricks, this one included, that the second hand's side can take at once, and the lowest cards required."""
    suit, trump = led >> 4, b[TRUMP]
    s, mate, third = of_suit(suit), seat ^ 2, (seat + 1) & 3
    third_ruffs = trump != NO_TRUMP and suit != trump and b[third] & s == 0 and b[third] & of_suit(trump) != 0
    if third_ruffs:
        return 0, 0
    if trump != NO_TRUMP and suit != trump:
        t = of_suit(trump)
        if (b[seat] & s == 0 and b[seat] & t) or (b[mate] & s == 0 and b[mate] & t):
            return 1, 0
    run = above((b[seat] | b[mate]) & s, b[third] & s | bit(led))
    if run == 0:
        return 0, 0
    top = bit(highest(run))
    winner = seat if b[seat] & top else mate
    total, needs = 1, top
    if enough == 1:
        return total, needs
    ruffs = 0
    if trump != NO_TRUMP:
        for k in range(1, 4, 2):
            ruffs |= (b[(winner + k) & 3] & of_suit(trump) != 0) << ((winner + k) & 3)
    for other in range(SUITS):
        if other != suit and b[winner] & of_suit(other):
            rounds, used = cash(b, winner, of_suit(other), every, unruffed(b, winner, other, ruffs))
            if total + rounds >= enough:
                return enough, needs | lowest_bit(highest_of(used, enough - total))
            total += rounds
            needs |= lowest_bit(used)
    return total, needs


@compiled
def lowest_bit(cards: CardSet) -> CardSet:
    """The set of the lowest card alone."""
    return cards & -cards


@compiled
def sure_trumps(b: Int64Array, seat: Seat, every: CardSet, enough: int) -> tuple[int, CardSet]:
    """The trumps of one seat that take a trick whatever happens, and the lowest card required."""
    trump = b[TRUMP]
    if trump == NO_TRUMP:
        return 0, 0
    t = of_suit(trump)
    own, mate = b[seat] & t, b[seat ^ 2] & t
    others = every & t & ~own & ~mate
    if others == 0:  # each trump of the longer hand is a trick, whatever its rank
        return max(count(own), count(mate)), 0
    run = above(own | mate, others)
    if run == 0:
        return 0, 0
    best = run & own if count(run & own) >= count(run & mate) else run & mate
    return count(best), lowest_bit(highest_of(best, enough))


@compiled
def stopper(b: Int64Array, seat: Seat, every: CardSet) -> CardSet:
    """The lowest card that keeps the leading side from taking all tricks; 0 if there is none.

    It is the second highest trump, not alone, behind the highest; or, not alone, with the third highest on its side. (That it
    takes a trick is not certain: who holds it might have to lead. But then they have taken one.)
    """
    t = of_suit(b[TRUMP])
    own, mate = b[seat] & t, b[seat ^ 2] & t
    others = every & t & ~own & ~mate
    if own | mate == 0 or others == 0:
        return 0
    top = bit(highest(every & t))
    rest = every & t ^ top
    if rest == 0 or top & others == 0:
        return 0
    second = bit(highest(rest))
    if second & others:
        return 0
    holder = seat if own & second else seat ^ 2
    if count(b[holder] & (own | mate)) < 2:
        return 0
    if b[(holder + 3) & 3] & top:
        return second
    third = bit(highest(rest ^ second))
    return 0 if third & others else third


@compiled
def suits_without_top(b: Int64Array, seat: Seat, every: CardSet) -> tuple[int, CardSet]:
    """The rounds the leader's side can lead of suits in which it has the top card, and the other suits' highest cards."""
    own, mate = b[seat], b[seat ^ 2]
    rounds, tops = 0, 0
    for suit in range(SUITS):
        s = of_suit(suit)
        if every & s:
            top = bit(highest(every & s))
            if (own | mate) & top:
                rounds += max(count(own & s), count(mate & s))
            elif every & s != top:  # one that is alone wins by no rank
                tops |= top
    return rounds, tops
