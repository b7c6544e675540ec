"""Our bridge solver compared with Haglund's DDS: `python -m benchmarks.bridge.against_dds [--boards N] [--equal DEALS]`.

Both solve the same boards in turn, in one thread, each board with a new table. Times are processor time: ours from the
hands as text, DDS's from its own deal object. `--equal` compares
only the answers, on random deals of 52 cards in all five denominations.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from functools import partial
from random import Random
from statistics import median
from time import process_time

from benchmarks.bridge.deals import dds_question, dds_tricks, random_deal
from benchmarks.bridge.solving import DENOMINATIONS, tricks

RACES = (("13 cards, no trump", 13, 13, "N"), ("13 cards, trump", 13, 13, "SHDC"), ("8 of 32 cards, no trump", 8, 8, "N"),
         ("8 of 32 cards, trump", 8, 8, "SHDC"))  # fmt: skip
MORE_SMALL = 10  # times as many boards of 8 cards


def timed(solve: Callable[[], int]) -> tuple[int, float]:
    """An answer and the processor time that it took, in milliseconds."""
    began = process_time()
    answer = solve()
    return answer, 1e3 * (process_time() - began)


def race(title: str, cards: int, pack: int, denominations: str, boards: int, chance: Random) -> None:
    """Solve boards in turn, and print what they took."""
    ours, theirs = [], []
    for i in range(boards if cards > 8 else MORE_SMALL * boards):
        deal, trump, leader = random_deal(chance, cards, pack=pack), denominations[i % len(denominations)], chance.randrange(4)
        answer, took = timed(partial(tricks, deal, trump, leader))
        expected, dds_took = timed(dds_question(deal, trump, leader))
        if answer != expected:
            raise SystemExit(f"{deal}, trump {trump}, seat {leader} leads: {answer} where DDS says {expected}")
        ours.append(took)
        theirs.append(dds_took)
    each = median(b / a for a, b in zip(ours, theirs, strict=True))
    print(
        f"{title:<25} {len(ours):>5} boards   ours {sum(ours) / len(ours):8.3f} ms a board (median {median(ours):.3f})"
        f"   DDS {sum(theirs) / len(theirs):8.3f} (median {median(theirs):.3f})"
        f"   speed in DDS's: {sum(theirs) / sum(ours):.2f} in all, {each:.2f} on the median board",
        flush=True,
    )


def compare(deals: int, chance: Random) -> None:
    """Compare the answers to deals of 52 cards in all denominations."""
    differ = 0
    for i in range(deals):
        deal, leader = random_deal(chance, 13, pack=13), chance.randrange(4)
        for trump in DENOMINATIONS:
            answer, expected = tricks(deal, trump, leader), dds_tricks(deal, trump, leader)
            if answer != expected:
                differ += 1
                print(f"{deal}, trump {trump}, seat {leader} leads: {answer} where DDS says {expected}", flush=True)
        if (i + 1) % 50 == 0 or i + 1 == deals:
            print(f"{i + 1} deals in five denominations, {differ} answers differ", flush=True)
    sys.exit(differ > 0)


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=40)
    parser.add_argument("--equal", type=int, default=0, metavar="DEALS")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    chance = Random(arguments.seed)
    small = random_deal(chance, 4, pack=13)
    assert tricks(small, "N", 0) == dds_tricks(small, "N", 0)  # compiled, and DDS has its memory
    if arguments.equal:
        compare(arguments.equal, chance)
    for title, cards, pack, denominations in RACES:
        race(title, cards, pack, denominations, arguments.boards, chance)


if __name__ == "__main__":
    main()
