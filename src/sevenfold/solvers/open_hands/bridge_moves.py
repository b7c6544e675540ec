"""Which cards to try, and in what order: of cards that are as good as each other only one."""

from __future__ import annotations

from sevenfold.kernel.compiled import compiled
from sevenfold.kernel.sets import bit, count, lowest
from sevenfold.kernel.types import CardSet, Words

from .bits import highest
from .bridge_board import ALL, BEST, COUNT, MOVER, MOVES, NO_TRUMP, PLAYED, SUITS, TAKER, TOP, TRUMP, WIDTH, of_suit


@compiled
def list_moves(b: Words, f: int, k: int) -> None:
    """List the cards of the mover, the k-th to play to the trick, the most promising first."""
    own = b[b[f + MOVER]]
    b[f + COUNT] = 0
    if k > 0:
        suit = b[f - k * WIDTH + PLAYED] >> 4
        if own & of_suit(suit):
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
    """The leads of one suit."""
    s, seat, every, trump = of_suit(suit), b[f + MOVER], b[f + ALL], b[TRUMP]
    mate, left, right = b[seat ^ 2], b[(seat + 1) & 3], b[(seat + 3) & 3]
    n_left, n_right = count(left & s), count(right & s)
    top = bit(highest(every & s))
    rest_of_suit = every & s & ~top
    second = bit(highest(rest_of_suit)) if rest_of_suit else 0
    weight = -3 * (n_left + n_right) + 2 * count(mate & s)
    if trump != NO_TRUMP:
        t = of_suit(trump)
        if suit == trump:
            weight += 8 if (left | right) & t and count((own | mate) & t) > count((left | right) & t) else -8
        else:
            if n_left == 0 and left & t:
                weight -= 12
            if n_right == 0 and right & t:
                weight -= 8
            if mate & s == 0 and mate & t:
                weight += 14
    high = low = 0
    if top & own:
        high = 10 + 10 * (second & (own | mate) != 0)
    elif top & mate:
        low = 16 + 4 * (second & (own | mate) != 0)
    elif top & right:
        low = 2
    else:
        low = 6 + 4 * (second & mate != 0)
    rest = own & s
    while rest:
        group = next_group(rest, every & s)
        rest ^= group
        w = weight + (high if group & top else low)
        if group & second and top & mate == 0 and top & own == 0:
            w -= 6
        card = highest(group) if group & top else lowest(group)
        add(b, f, card, 4 * w - (card & 15) + 1000 * (b[f + BEST] >= 0 and group >> b[f + BEST] & 1))


@compiled
def follow_suit(b: Words, f: int, k: int, own: CardSet, suit: int) -> None:
    """The cards of the suit led; k: how many have been played."""
    s, seat, every = of_suit(suit), b[f + MOVER], b[f + ALL]
    best = b[f + TOP] if b[f + TOP] >> 4 == suit else 63
    mate_wins = (b[f + TAKER] ^ seat) & 1 == 0
    after, last = b[(seat + 1) & 3] & s, b[seat ^ 2] & s
    beyond = highest(after) if k < 3 and after else -1  # the best that the next opponent has
    mate_can = k == 1 and last != 0 and highest(last) > max(best, beyond)
    rest = own & s
    while rest:
        group = next_group(rest, every & s)
        rest ^= group
        card = highest(group)
        wins = card > best
        if not wins or mate_can:
            card = lowest(group)
        w = 0
        if k == 3:
            if wins and not mate_wins:
                w = 40
        elif k == 2:
            if wins and not (mate_wins and best > beyond):
                w = 40 if card > beyond else 15
        elif wins and not mate_can:
            w = 40 if card > beyond else 5
        add(b, f, card, w - (card & 15))


@compiled
def discard(b: Words, f: int, k: int, own: CardSet, suit: int) -> None:
    """The cards of a suit that was not led: trumps, or cards thrown away."""
    s, seat, every, best = of_suit(suit), b[f + MOVER], b[f + ALL], b[f + TOP]
    mate_wins = (b[f + TAKER] ^ seat) & 1 == 0
    is_trump = suit == b[TRUMP]
    length = count(own & s)
    rest = own & s
    while rest:
        group = next_group(rest, every & s)
        rest ^= group
        card = lowest(group)
        if is_trump:
            wins = best >> 4 != suit or card > best
            w = (45 if not mate_wins else (-5 if k == 3 else 10)) if wins else -40
        else:
            w = 2 * length
            if group & bit(highest(every & s)):
                w -= 12
        add(b, f, card, w - (card & 15))
