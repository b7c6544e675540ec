"""What to lead, and in what order to try it: the weights are much like those of Haglund's DDS (`Moves.cpp`)."""

from __future__ import annotations

from sevenfold.kernel.compiled import compiled
from sevenfold.kernel.sets import bit, count, lowest
from sevenfold.kernel.types import CardSet, Words

from .bits import highest
from .bridge_board import ALL, BEST, COUNT, KILLER, MOVER, MOVES, NO_TRUMP, TRUMP, of_suit


@compiled
def add(b: Words, f: int, card: int, weight: int) -> None:
    """Add a move in its place; the weight stands above the card's bits."""
    n = b[f + COUNT]
    i = n
    word = (weight << 8) | card
    while i > 0 and b[f + MOVES + i - 1] < word:
        b[f + MOVES + i] = b[f + MOVES + i - 1]
        i -= 1
    b[f + MOVES + i] = word
    b[f + COUNT] = n + 1


@compiled
def next_group(rest: CardSet, every: CardSet) -> CardSet:
    """The lowest of a suit's cards, with those that only own ones are between; every: all cards of the suit in play."""
    group = rest & -rest
    above = every & ~((group << 1) - 1)
    while above:
        one = above & -above
        if rest & one == 0:
            break
        group |= one
        above ^= one
    return group


@compiled
def lead(b: Words, f: int, own: CardSet, suit: int) -> None:
    """The leads of one suit; the weights are much like those of Haglund's DDS."""
    s, seat, every, trump = of_suit(suit), b[f + MOVER], b[f + ALL] & of_suit(suit), b[TRUMP]
    mate, left, right = b[seat ^ 2], b[(seat + 1) & 3], b[(seat + 3) & 3]
    n_mate, n_left, n_right = count(mate & s), count(left & s), count(right & s)
    first = bit(highest(every))
    second = bit(highest(every ^ first)) if every ^ first else 0
    third = bit(highest(every ^ first ^ second)) if every ^ first ^ second else 0
    t = of_suit(trump) if trump != NO_TRUMP else 0
    is_plain = trump != NO_TRUMP and suit != trump
    left_ruffs, right_ruffs = is_plain and n_left == 0 and left & t != 0, is_plain and n_right == 0 and right & t != 0
    tricks_left = count(own)
    spread = 4 * ((n_left if n_left else tricks_left) + (n_right if n_right else tricks_left))
    weight = -(spread * 32 // (13 if t else 19))
    bonus = 0
    if t:
        if left_ruffs or right_ruffs:
            bonus -= 12
        if is_plain and n_mate == 0 and mate & t and n_right > 0:
            bonus += 17
        if is_plain and count(own & s) == 1 and own & t and n_mate > 1 and first & mate:
            bonus += 19
    elif n_mate == 0:
        bonus -= 9
    if (first | second) & right and n_right != 1:
        bonus -= 12
    elif first & left and second & mate and n_mate != 1:
        bonus += 27 if t else 31
    mate_wins = n_mate > 0 and highest(mate & s) > max(highest(left & s | 1), highest(right & s | 1))
    mate_ruffs = is_plain and n_mate == 0 and mate & t != 0
    rest = own & s
    while rest:
        group = next_group(rest, every)
        rest ^= group
        is_top = group & first != 0
        wins = ((is_top and not mate_ruffs) or mate_wins) and not left_ruffs and not right_ruffs or (
            mate_ruffs and not left_ruffs and not right_ruffs
        )
        card = highest(group) if is_top else lowest(group)
        behind = count(every & ~((bit(highest(group)) << 1) - 1))  # how many cards are above it
        w = weight + bonus
        in_sequence = group & (group - 1) != 0
        if wins:
            if (n_left == 1 and first & left) or (n_right == 1 and first & right):
                w += 35 + behind
            elif first & own:
                w += 48 + behind if second & (own | mate) and not (second & own and not is_top) else (31 if is_top else -3 + behind)
            elif first & mate:
                w += (42 if second & own else 28) + behind
            elif in_sequence and group & second:
                w += 40
            else:
                w += (22 if in_sequence else 11) + behind
            if not t and second & left:
                w += 20
            killed = 90
        else:
            if second & mate and third & mate:
                w += 30 if not t else 20
            elif n_mate > 1 and ((second & own and third & mate) or (second & mate and third & own)):
                w += 13 if t else 25
            if (n_left == 1 and first & left) or (n_right == 1 and first & right):
                w += 28 + behind if not t else 2 + behind
            elif first & own:
                w += 33 if is_top else -15 + behind
            elif first & mate:
                w += 34 + behind
            elif in_sequence and group & second:
                w += 48 if not t else 35
            else:
                w += 12 + behind if not t else 17 - (card & 15)
            killed = 45
        if group >> b[f + KILLER] & 1:
            w += killed
        elif b[f + BEST] >= 0 and group >> b[f + BEST] & 1:
            w += 25
        add(b, f, card, w)
