"""Leads in the order in which to try them; the weights resemble those of Haglund's DDS (`Moves.cpp`)."""

from __future__ import annotations

from sevenfold.kernel.compiler.decorators import compiled
from sevenfold.kernel.sets import bit, count, lowest
from sevenfold.kernel.types import CardSet, Int64Array

from .bits import highest
from .board import ALL, BEST, COUNT, KILLER, MOVER, MOVES, NO_TRUMP, TRUMP, of_suit


@compiled
def add(b: Int64Array, f: int, card: int, weight: int) -> None:
    """Insert a move in order of weight; the weight is stored above the card's bits."""
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
    """The lowest cards of a suit that are equivalent, since no other hand's card is between; every: all cards of it in play."""
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
def bonus_for_tried(b: Int64Array, f: int, group: CardSet, killer: int, stored: int) -> int:
    """Extra weight for the last card to cause a cutoff at this depth, or the table's card."""
    if group >> b[f + KILLER] & 1:
        return killer
    return stored if b[f + BEST] >= 0 and group >> b[f + BEST] & 1 else 0


@compiled
def best_three(cards: CardSet) -> tuple[CardSet, CardSet, CardSet]:
    """The three highest cards of a suit, each as a set, empty if there are fewer."""
    first = bit(highest(cards))
    cards ^= first
    second = bit(highest(cards)) if cards else 0
    cards ^= second
    return first, second, bit(highest(cards)) if cards else 0


@compiled
def lead(b: Int64Array, f: int, own: CardSet, suit: int) -> None:
    """The leads of one suit."""
    s, seat = of_suit(suit), b[f + MOVER]
    every = b[f + ALL] & s
    mate, left, right = b[seat ^ 2] & s, b[(seat + 1) & 3] & s, b[(seat + 3) & 3] & s
    mates_top = mate != 0 and highest(mate) > highest(left | right | 1)
    n_left, n_right = count(left), count(right)
    spread = 4 * ((n_left or count(own)) + (n_right or count(own)))
    rest = own & s
    while rest:
        group = next_group(rest, every)
        rest ^= group
        behind = count(every & ~((bit(highest(group)) << 1) - 1)) + 1
        card = highest(group) if group >> highest(every) & 1 else lowest(group)
        if b[TRUMP] == NO_TRUMP:
            weight = lead_no_trump(b, f, group, own & s, every, mates_top, behind) - spread * 32 // 19
        else:
            weight = lead_with_trump(b, f, suit, group, own, every, mates_top, behind) - spread * 32 // 13
        add(b, f, card, weight)


@compiled
def lead_no_trump(b: Int64Array, f: int, group: CardSet, own: CardSet, every: CardSet, mates_top: bool, behind: int) -> int:
    """The weight of a lead without trump."""
    seat = b[f + MOVER]
    mate, left, right = b[seat ^ 2] & every, b[(seat + 1) & 3] & every, b[(seat + 3) & 3] & every
    n_mate, n_left, n_right = count(mate), count(left), count(right)
    first, second, third = best_three(every)
    weight = 0 if n_mate else -9
    if group & first or mates_top:
        if second & left:
            weight += 22 if n_left != 1 else 16
        bare = (second & left == 0 or n_left == 1) and (second & right == 0 or n_right == 1)
        return weight + (45 if bare else 18) + behind + bonus_for_tried(b, f, group, 126, 32)
    if (first | second) & right:
        weight -= 10 if n_right != 1 else 0
    elif first & left and second & mate and n_mate != 1:
        weight += 31
    if second & mate and third & mate:
        weight += 35
    elif n_mate > 1 and ((second & own and third & mate) or (second & mate and third & own)):
        weight += 25
    if (n_left == 1 and first & left) or (n_right == 1 and first & right):
        weight += 28 + behind
    elif first & own:
        weight += behind - 17
    elif group & (group - 1) == 0:
        weight += 12 + behind
    else:
        weight += 48 if group & second else 29 - behind
    return weight + bonus_for_tried(b, f, group, 47, 19)


@compiled
def lead_with_trump(
    b: Int64Array, f: int, suit: int, group: CardSet, own: CardSet, every: CardSet, mates_top: bool, behind: int
) -> int:
    """The weight of a lead with trumps."""
    seat, t = b[f + MOVER], of_suit(b[TRUMP])
    own_suit, is_plain = own & every, suit != b[TRUMP]
    mate, left, right = b[seat ^ 2] & every, b[(seat + 1) & 3] & every, b[(seat + 3) & 3] & every
    mate_trumps, left_trumps, right_trumps = b[seat ^ 2] & t, b[(seat + 1) & 3] & t, b[(seat + 3) & 3] & t
    n_mate, n_left, n_right = count(mate), count(left), count(right)
    first, second, third = best_three(every)
    threat = (left_trumps if left == 0 else 0) | (right_trumps if right == 0 else 0) if is_plain else 0  # trumps that may ruff
    mate_ruffs = is_plain and mate == 0 and mate_trumps != 0
    weight = -12 if threat else 0
    if mate_ruffs and right:
        weight += 17
    if (first | second) & right:
        weight -= 12 if n_right != 1 else 0
    elif first & left and second & mate and n_mate != 1:
        weight += 27
    if is_plain and count(own_suit) == 1 and own & t and n_mate > 1 and first & mate:
        weight += 19
    is_top, in_sequence = group & first != 0, group & (group - 1) != 0
    if mate_ruffs:
        wins = threat == 0 or highest(mate_trumps) > highest(threat)
    else:
        wins = threat == 0 and (is_top or mates_top)
    bare = (n_left == 1 and first & left) or (n_right == 1 and first & right)
    if wins:
        if bare:
            weight += 35 + behind
        elif first & own:
            weight += 48 + behind if second & mate else (31 if is_top else behind - 3)
        elif first & mate:
            weight += (42 if second & own else 28) + behind
        elif in_sequence:
            weight += 40 if group & second else 22 + behind
        else:
            weight += 11 + behind
        return weight + bonus_for_tried(b, f, group, 55, 18)
    if second & mate and third & mate:
        weight += 20
    elif n_mate > 1 and ((second & own and third & mate) or (second & mate and third & own)):
        weight += 13
    if bare:
        weight += behind + 2
    elif first & own:
        weight += 33 + behind if second & mate else (38 if is_top else behind - 14)
    elif first & mate:
        weight += 34 + behind
    elif in_sequence and group & second:
        weight += 35
    else:
        weight += 15 - (highest(group) & 15)
    return weight + bonus_for_tried(b, f, group, 18, 0)
