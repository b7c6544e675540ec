"""Random deals of bridge and its relatives, and DDS, through `endplay`, to hold them against."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from random import Random

from benchmarks.bridge.solving import RANKS

SUITS = 4


def random_deal(chance: Random, cards: int, *, pack: int) -> list[str]:
    """Four hands of so many cards, of a pack with so many ranks from the ace down."""
    deck = [(suit, rank) for suit in range(SUITS) for rank in RANKS[-max(pack, cards) :]]
    chance.shuffle(deck)
    hands = [sorted(deck[seat * cards : (seat + 1) * cards], key=lambda card: -RANKS.index(card[1])) for seat in range(4)]
    return [".".join("".join(rank for s, rank in hand if s == suit) for suit in range(SUITS)) for hand in hands]


def dds_tricks(deal: Sequence[str], trump: str, leader: int) -> int:
    """How many tricks North and South take by DDS, in one thread; ImportError without endplay."""
    return dds_question(deal, trump, leader)()


def dds_question(deal: Sequence[str], trump: str, leader: int) -> Callable[[], int]:
    """The same, made ready: what is left is little more than DDS itself."""
    from endplay.dds import solve_board
    from endplay.dds.solve import SolveMode
    from endplay.types import Deal, Denom, Player

    use_one_thread()
    asked = Deal("N:" + " ".join(deal))
    asked.trump = {"S": Denom.spades, "H": Denom.hearts, "D": Denom.diamonds, "C": Denom.clubs, "N": Denom.nt}[trump]
    asked.first = (Player.north, Player.east, Player.south, Player.west)[leader]

    def ask() -> int:
        best = int(solve_board(asked, SolveMode.OptimalOne)._data.score[0])
        return best if leader % 2 == 0 else len(deal[0]) - 3 - best

    return ask


@cache
def use_one_thread() -> None:
    """Have DDS work in one thread from now on."""
    from endplay._dds import SetMaxThreads

    SetMaxThreads(1)
