"""The search for bridge-like deals: whether North and South can take a number of tricks, and which cards that depends on."""

from __future__ import annotations

from sevenfold.cards import NONE
from sevenfold.kernel.compiler.decorators import compiled, entry
from sevenfold.kernel.sets import bit, count, lowest
from sevenfold.kernel.types import Int64Array

from .bits import highest
from .board import (
    ALL,
    BEST,
    COUNT,
    FRAMES,
    KILLER,
    LENGTHS,
    MOVER,
    MOVES,
    NEXT,
    NO_TRUMP,
    NODES,
    PLAYED,
    STOP,
    SUITS,
    TAKER,
    TARGET,
    TOP,
    TRUMP,
    VALUE,
    WIDTH,
    WINS,
    WON,
    Table,
    of_suit,
    one_of,
)  # fmt: skip
from .moves import list_moves
from .quick_tricks import quick_tricks, second_hand_tricks, stopper, suits_without_top, sure_trumps
from .table import keep, look_up


@entry
def most_tricks(b: Int64Array, table: Table, leader: int, guess: int) -> int:
    """The tricks that North and South take with best play from here on; b has the hands and the trump."""
    b[LENGTHS] = 0
    for seat in range(4):
        rest = b[seat]
        while rest:
            b[LENGTHS] += one_of(seat, lowest(rest))
            rest &= rest - 1
    low, high = 0, count(b[0])
    target = min(max(guess, 1), high)
    while low < high and b[STOP] == 0:
        b[TARGET] = target
        if reaches(b, table, leader):
            low = target
            target += 1
        else:
            high = target - 1
            target -= 1
    return low


@compiled
def reaches(b: Int64Array, table: Table, leader: int) -> bool:
    """Whether North and South reach the target."""
    f, d, is_new = FRAMES, 0, True
    b[f + MOVER], b[f + WON] = leader, 0
    while b[STOP] == 0:
        seat = b[f + MOVER]
        if is_new:
            finished = settle(b, table, f, seat) if d & 3 == 0 else d & 3 == 1 and second_wins(b, f, seat)
            if not finished:
                b[f + WINS], b[f + NEXT] = 0, 0
                list_moves(b, f, d & 3)
        else:
            finished = come_back(b, table, f, d, seat)
        if finished:
            if d == 0:
                return b[f + VALUE] == 1
            d, f, is_new = d - 1, f - WIDTH, False
        else:
            card = b[f + MOVES + b[f + NEXT]] & 63
            b[f + NEXT] += 1
            go(b, f, d, seat, card)
            d, f, is_new = d + 1, f + WIDTH, True
    return False


@compiled
def go(b: Int64Array, f: int, d: int, seat: int, card: int) -> None:
    """Play a card, and set up the next frame."""
    b[NODES] += 1
    b[seat] ^= bit(card)
    b[LENGTHS] -= one_of(seat, card)
    b[f + PLAYED] = card
    g = f + WIDTH
    top, taker = card, seat
    if d & 3 != 0:
        best = b[f + TOP]
        beats = card > best if card >> 4 == best >> 4 else card >> 4 == b[TRUMP]
        if not beats:
            top, taker = best, b[f + TAKER]
    b[g + TOP], b[g + TAKER] = top, taker
    b[g + WON] = b[f + WON]
    if d & 3 == 3:
        b[g + MOVER] = taker
        b[g + WON] += taker & 1 == 0
    else:
        b[g + MOVER] = (seat + 1) & 3
        b[g + ALL] = b[f + ALL]


@compiled
def come_back(b: Int64Array, table: Table, f: int, d: int, seat: int) -> bool:
    """Take the card back and use its result; return whether this position is finished."""
    g = f + WIDTH
    card, is_own = b[f + PLAYED], seat & 1 == 0
    b[seat] ^= bit(card)
    b[LENGTHS] += one_of(seat, card)
    wins = b[g + WINS]
    if d & 3 == 3:
        wins |= won_by_rank(b, f, b[g + TOP])
    if (b[g + VALUE] == 1) == is_own:
        b[f + WINS], b[f + VALUE], b[f + KILLER] = wins, b[g + VALUE], card
    else:
        b[f + WINS] |= wins
        skip_alike(b, f, card, wins)
        if b[f + NEXT] < b[f + COUNT]:
            return False
        b[f + VALUE] = not is_own
        b[f + WINS] = whole_groups(b[f + WINS], b[seat], b[f + ALL])
        card = NONE
    if d & 3 == 0:
        keep(b, table, f, count(b[seat]), b[TARGET] - b[f + WON], card)
    return True


@compiled
def skip_alike(b: Int64Array, f: int, card: int, wins: int) -> None:
    """Skip moves that would fail like the last: cards of its suit below the lowest card that mattered."""
    here = wins & of_suit(card >> 4)
    line = lowest(here) if here else 63
    if card >= line:
        return
    n = i = b[f + NEXT]
    while i < b[f + COUNT]:
        other = b[f + MOVES + i] & 63
        if other >> 4 != card >> 4 or other >= line:
            b[f + MOVES + n] = b[f + MOVES + i]
            n += 1
        i += 1
    b[f + COUNT] = n


@compiled
def won_by_rank(b: Int64Array, f: int, top: int) -> int:
    """The card that wins the complete trick, as a set, if another of its suit was in it; f: the fourth card's frame."""
    alike = 0
    for k in range(4):
        alike += b[f - k * WIDTH + PLAYED] >> 4 == top >> 4
    return bit(top) if alike > 1 else 0


@compiled
def whole_groups(wins: int, own: int, every: int) -> int:
    """The cards that mattered, with those equivalent to the lowest of them, of which only one was tried."""
    for suit in range(SUITS):
        here = wins & of_suit(suit)
        if here and here & -here & own:
            below = every & of_suit(suit) & ((here & -here) - 1)
            while below:
                next_one = bit(highest(below))
                if next_one & own == 0:
                    break
                wins |= next_one
                below ^= next_one
    return wins


@compiled
def settle(b: Int64Array, table: Table, f: int, seat: int) -> bool:
    """Whether it is known, at the beginning of a trick, if the target is reached."""
    every = b[0] | b[1] | b[2] | b[3]
    b[f + ALL], b[f + WINS], b[f + BEST] = every, 0, NONE
    left, need = count(b[seat]), b[TARGET] - b[f + WON]
    if need <= 0 or need > left:
        b[f + VALUE] = need <= 0
        return True
    if left == 1:
        last_trick(b, f, seat)
        return True
    is_own = seat & 1 == 0
    own_need, others_need = (need, left - need + 1) if is_own else (left - need + 1, need)
    quick, wins = quick_tricks(b, seat, every, own_need)
    if quick >= own_need:
        b[f + VALUE], b[f + WINS] = is_own, wins
        return True
    if b[TRUMP] == NO_TRUMP or every & of_suit(b[TRUMP]) == 0:
        if own_need == left:
            rounds, wins = suits_without_top(b, seat, every)
            if rounds < left:
                b[f + VALUE], b[f + WINS] = not is_own, wins
                return True
    else:
        sure, wins = sure_trumps(b, seat ^ 1, every, others_need)
        if sure < others_need == 1:
            wins = stopper(b, seat ^ 1, every)
            sure = wins != 0
        if sure >= others_need:
            b[f + VALUE], b[f + WINS] = not is_own, wins
            return True
        sure, wins = sure_trumps(b, seat, every, own_need)
        if sure >= own_need:
            b[f + VALUE], b[f + WINS] = is_own, wins
            return True
    return look_up(b, table, f, need)


@compiled
def second_wins(b: Int64Array, f: int, seat: int) -> bool:
    """Whether the second hand's side reaches or prevents the target at once."""
    left, need = count(b[seat]), b[TARGET] - b[f + WON]
    is_own = seat & 1 == 0
    enough = need if is_own else left - need + 1
    quick, wins = second_hand_tricks(b, seat, b[f - WIDTH + PLAYED], b[f + ALL], enough)
    if quick >= enough:
        b[f + VALUE], b[f + WINS] = is_own, wins
        return True
    return False


@compiled
def last_trick(b: Int64Array, f: int, leader: int) -> None:
    """Play the last trick, which North and South need, since everybody has only one card."""
    top, taker, alike = lowest(b[leader]), leader, 1
    for k in range(1, 4):
        card = lowest(b[(leader + k) & 3])
        if card >> 4 == top >> 4:
            alike += 1
            if card > top:
                top, taker = card, (leader + k) & 3
        elif card >> 4 == b[TRUMP]:
            top, taker, alike = card, (leader + k) & 3, 1
    b[f + VALUE] = taker & 1 == 0
    b[f + WINS] = bit(top) if alike > 1 else 0
    b[NODES] += 4
