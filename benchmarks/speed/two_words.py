"""What sets of two words would cost: the same small game of shedding with sets of one word and of two, in compiled code.

A set of cards or actions is one int64, so a pack has at most 60 cards and a decision 62 choices. This plays random games with
the same rules (match the top card in number or suit, else draw; the first without cards wins) with sets of one word and with
sets of two, and prints the ratio of the times. Run with `python -m benchmarks.speed.two_words`.
"""

from __future__ import annotations

from time import perf_counter

import numba
import numpy as np

GAMES, ROUNDS, SEATS, HAND, CARDS, SUIT = 20_000, 7, 4, 7, 52, 13
u64 = np.uint64
# The functions have no types: only Numba knows them, which mypy does not.


@numba.njit(inline="always")
def random(chance):  # type: ignore[no-untyped-def]
    """The next number of xorshift64."""
    x = chance[0]
    x ^= x >> u64(12)
    x ^= x << u64(25)
    x ^= x >> u64(27)
    chance[0] = x
    return (x * u64(2685821657736338717)) >> u64(32)


@numba.njit(inline="always")
def count(word):  # type: ignore[no-untyped-def]
    """The number of bits of a word."""
    word = word - ((word >> u64(1)) & u64(0x5555555555555555))
    word = (word & u64(0x3333333333333333)) + ((word >> u64(2)) & u64(0x3333333333333333))
    return (((word + (word >> u64(4))) & u64(0x0F0F0F0F0F0F0F0F)) * u64(0x0101010101010101)) >> u64(56)


@numba.njit(inline="always")
def nth(word, k):  # type: ignore[no-untyped-def]
    """The k-th bit of a word, alone."""
    for _ in range(k):
        word &= word - u64(1)
    return word & (u64(0) - word)


@numba.njit
def play_one_word(games, matching):  # type: ignore[no-untyped-def]
    """Games with sets of one word; returns the number of turns."""
    chance, hands, turns = np.array([u64(88172645463325252)]), np.zeros(SEATS, np.uint64), 0
    for _ in range(games):
        stock, pile = u64((1 << CARDS) - 1), u64(0)
        for seat in range(SEATS):
            hands[seat] = u64(0)
            for _ in range(HAND):
                card = nth(stock, random(chance) * count(stock) >> u64(32))
                stock ^= card
                hands[seat] |= card
        top, seat = nth(stock, random(chance) * count(stock) >> u64(32)), 0
        stock ^= top
        while True:
            turns += 1
            at = 0
            while (top >> u64(at)) != u64(1):
                at += 1
            legal = hands[seat] & matching[at, 0]
            if legal:
                card = nth(legal, random(chance) * count(legal) >> u64(32))
                hands[seat] ^= card
                pile |= top
                top = card
                if hands[seat] == 0:
                    break
            else:
                if stock == 0:
                    if pile == 0:
                        break
                    stock, pile = pile, u64(0)
                card = nth(stock, random(chance) * count(stock) >> u64(32))
                stock ^= card
                hands[seat] |= card
            seat = (seat + 1) % SEATS
    return turns


@numba.njit(inline="always")
def pick_of_two(a, b, chance):  # type: ignore[no-untyped-def]
    """A random member of a set of two words, as a set of one."""
    in_first = count(a)
    k = random(chance) * (in_first + count(b)) >> u64(32)
    if k < in_first:
        return nth(a, k), u64(0)
    return u64(0), nth(b, k - in_first)


@numba.njit
def play_two_words(games, matching):  # type: ignore[no-untyped-def]
    """The same with sets of two words."""
    half = CARDS // 2
    chance, hands, turns = np.array([u64(88172645463325252)]), np.zeros((SEATS, 2), np.uint64), 0
    for _ in range(games):
        stock_a, stock_b, pile_a, pile_b = u64((1 << half) - 1), u64((1 << (CARDS - half)) - 1), u64(0), u64(0)
        for seat in range(SEATS):
            hands[seat, 0] = hands[seat, 1] = u64(0)
            for _ in range(HAND):
                a, b = pick_of_two(stock_a, stock_b, chance)
                stock_a ^= a
                stock_b ^= b
                hands[seat, 0] |= a
                hands[seat, 1] |= b
        top_a, top_b = pick_of_two(stock_a, stock_b, chance)
        stock_a ^= top_a
        stock_b ^= top_b
        seat = 0
        while True:
            turns += 1
            at = 0
            if top_a:
                while (top_a >> u64(at)) != u64(1):
                    at += 1
            else:
                while (top_b >> u64(at)) != u64(1):
                    at += 1
                at += half
            legal_a, legal_b = hands[seat, 0] & matching[at, 0], hands[seat, 1] & matching[at, 1]
            if legal_a | legal_b:
                a, b = pick_of_two(legal_a, legal_b, chance)
                hands[seat, 0] ^= a
                hands[seat, 1] ^= b
                pile_a |= top_a
                pile_b |= top_b
                top_a, top_b = a, b
                if hands[seat, 0] | hands[seat, 1] == u64(0):
                    break
            else:
                if stock_a | stock_b == u64(0):
                    if pile_a | pile_b == u64(0):
                        break
                    stock_a, stock_b, pile_a, pile_b = pile_a, pile_b, u64(0), u64(0)
                a, b = pick_of_two(stock_a, stock_b, chance)
                stock_a ^= a
                stock_b ^= b
                hands[seat, 0] |= a
                hands[seat, 1] |= b
            seat = (seat + 1) % SEATS
    return turns


def matches(words: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint64]]:
    """For each card the cards that match it in number or suit, as sets of one or of two words."""
    half, made = CARDS // words, np.zeros((CARDS, 2), np.uint64)
    for card in range(CARDS):
        for other in range(CARDS):
            if card // SUIT == other // SUIT or card % SUIT == other % SUIT:
                made[card, other // half] |= u64(1) << u64(other % half)
    return made


def main() -> None:
    """Play both in turn, and print the ratio."""
    ways = {1: (play_one_word, matches(1)), 2: (play_two_words, matches(2))}
    for play, matching in ways.values():
        play(10, matching)
    ratios = []
    for _ in range(ROUNDS):
        times = {}
        for words, (play, matching) in ways.items():
            began = perf_counter()
            turns = play(GAMES, matching)
            times[words] = (perf_counter() - began) / turns
        ratios.append(times[2] / times[1])
        print(f"one word {times[1] * 1e9:.1f} ns a turn, two words {times[2] * 1e9:.1f} ns: ratio {ratios[-1]:.2f}")
    print(f"median ratio {sorted(ratios)[ROUNDS // 2]:.2f}")


if __name__ == "__main__":
    main()
