"""Moves in the order in which to try them; of equivalent cards only one.

The weights resemble those of Haglund's DDS (`Moves.cpp`).
"""

from __future__ import annotations

from sevenfold.kernel.compiler.decorators import compiled
from sevenfold.kernel.sets import bit, count, lowest
from sevenfold.kernel.types import Card, CardSet, Int64Array

from .bits import highest
from .board import ALL, COUNT, MOVER, NO_TRUMP, PLAYED, SUITS, TAKER, TOP, TRUMP, WIDTH, of_suit
from .leads import add, lead, next_group


@compiled
def list_moves(b: Int64Array, f: int, k: int) -> None:
    """List the moves of the k-th hand to play to the trick, the most promising first."""
    own = b[b[f + MOVER]]
    b[f + COUNT] = 0
    if k > 0:
        suit = b[f - k * WIDTH + PLAYED] >> 4
        following = own & of_suit(suit)
        if following:
            if next_group(following, b[f + ALL] & of_suit(suit)) == following:
                add(b, f, lowest(following), 0)
            else:
                follow_suit(b, f, k, own, suit)
        else:
            for other in range(SUITS):
                if own & of_suit(other):
                    discard(b, f, k, own, other)
        return
    for suit in range(SUITS):
        if own & of_suit(suit):
            lead(b, f, own, suit)


@compiled
def top_of(cards: CardSet) -> Card:
    """The highest of some cards of one suit; -1 if there are none."""
    return highest(cards) if cards else -1


@compiled
def bottom_of(cards: CardSet) -> Card:
    """The lowest of some cards of one suit; -1 if there are none."""
    return lowest(cards) if cards else -1


@compiled
def follow_suit(b: Int64Array, f: int, k: int, own: CardSet, suit: int) -> None:
    """Moves in the suit led; k cards of the trick have been played."""
    s, seat = of_suit(suit), b[f + MOVER]
    every = b[f + ALL] & s
    is_ruffed = b[f + TOP] >> 4 != suit
    best = b[f + TOP]
    mate_wins = (b[f + TAKER] ^ seat) & 1 == 0
    after, mate = b[(seat + 1) & 3] & s, b[seat ^ 2] & s
    forcing = forces(own & s, after, best, mate_wins) if k == 2 else -1
    mate_can = k == 1 and second_may_win(b, seat, suit, best)
    rest = own & s
    while rest:
        group = next_group(rest, every)
        rest ^= group
        card = lowest(group)
        rank = card & 15
        if k == 1:
            behind = count(every & ~((group << 1) - 1)) + 1
            if b[TRUMP] == NO_TRUMP:
                w = second_no_trump(card, group, best, after, mate, behind)
            else:
                w = second_trump(b, seat, suit, card, group, best, behind, mate_can)
        elif k == 2:
            w = -rank
            if not is_ruffed and not (mate_wins and best > top_of(after)) and card > best and card > top_of(after):
                w += 59
            if forcing >= 0 and group >> forcing & 1:
                w += 20
        else:
            w = (30 if card > best and not mate_wins and not is_ruffed else 0) - rank
        add(b, f, card, w)


@compiled
def forces(own: CardSet, after: CardSet, best: Card, mate_wins: bool) -> Card:
    """The third hand's cheapest card that forces the fourth hand to win with its highest one; -1 if there is none."""
    if after == 0 or highest(own) > highest(after) or highest(after) < best:
        return -1
    second = top_of(after ^ bit(highest(after)))
    over = max(second, best) if second > best or not mate_wins else 127
    able = own & ~((2 << over) - 1) if over < 63 else 0
    return bottom_of(able)


@compiled
def second_no_trump(card: Card, group: CardSet, led: Card, third: CardSet, mate: CardSet, behind: int) -> int:
    """The second hand's card without trump."""
    rank = card & 15
    if top_of(mate) > max(led, top_of(third)):
        return -rank
    if card > max(led, top_of(third)):
        return 79 - rank
    if bottom_of(third) > card or bottom_of(mate) > card:
        return behind - 3
    if card < led:
        return behind - 11
    return 10 + behind if group & (group - 1) else 11 - rank


@compiled
def second_may_win(b: Int64Array, seat: int, suit: int, led: Card) -> bool:
    """Whether the fourth hand, partner of the second, can win this trick whatever the third plays, with trumps."""
    s = of_suit(suit)
    third, mate = b[(seat + 1) & 3], b[seat ^ 2]
    if b[TRUMP] == NO_TRUMP:
        return False
    t = of_suit(b[TRUMP])
    third_follows = suit == b[TRUMP] or third & s != 0 or third & t == 0
    if top_of(mate & s) > max(led, top_of(third & s)):
        return third_follows
    if suit == b[TRUMP] or mate & s or mate & t == 0:
        return False
    return third_follows or highest(mate & t) > top_of(third & t)


@compiled
def second_trump(
    b: Int64Array, seat: int, suit: int, card: Card, group: CardSet, led: Card, behind: int, mate_can: bool
) -> int:
    """The second hand's card with trumps."""
    s, rank = of_suit(suit), card & 15
    third, mate, leader = b[(seat + 1) & 3], b[seat ^ 2] & s, b[(seat + 3) & 3] & s
    third_follows = suit == b[TRUMP] or third & s != 0 or third & of_suit(b[TRUMP]) == 0
    if mate_can or (card > max(led, top_of(third & s)) and third_follows):
        if bottom_of(third & s) > card:
            return 40 + behind
        if top_of(mate) > led and leader > mate:
            return 41 + behind
        if card > led:
            if card < top_of(mate):
                return 76 - rank
            if card > top_of(third & s):
                return 71 - rank
            return (60 if group & (group - 1) else 47) - rank
        return (45 if mate else 38) - rank
    if card < bottom_of(third & s) or card < bottom_of(mate):
        return behind - 9
    if card < led:
        return behind - 16
    return (20 if group & (group - 1) else 8) - rank


@compiled
def discard(b: Int64Array, f: int, k: int, own: CardSet, suit: int) -> None:
    """Moves in a suit that was not led: trumps, or discards."""
    s, seat, best = of_suit(suit), b[f + MOVER], b[f + TOP]
    every = b[f + ALL] & s
    led = b[f - k * WIDTH + PLAYED] >> 4
    mate_wins = (b[f + TAKER] ^ seat) & 1 == 0
    is_ruff = suit == b[TRUMP]
    length = count(own & s)
    plenty = length * 64 // 27
    first = bit(highest(every))
    if length == 1 and own & first:
        plenty -= 8
    elif length == 2 and every ^ first and own & bit(highest(every ^ first)):
        plenty -= 6
    after = b[(seat + 1) & 3]
    mate_safe = mate_wins and (k == 3 or (k == 2 and best > top_of(after & of_suit(led)) and after & of_suit(led) != 0))
    rest = own & s
    while rest:
        group = next_group(rest, every)
        rest ^= group
        card = lowest(group)
        rank = card & 15
        if not is_ruff:
            w = plenty - rank + (20 if k == 1 and second_may_win(b, seat, led, best) else 0)
        elif best >> 4 == suit and card < best:
            w = -32 - rank
        elif mate_safe:
            w = -50 - rank
        elif after & of_suit(led) == 0 and k < 3 and top_of(after & s) > card:
            w = (-12 if mate_wins else 36) - rank
        else:
            w = (24 if k == 1 else 48) - rank + plenty
        add(b, f, card, w)
