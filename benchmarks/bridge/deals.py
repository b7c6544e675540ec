"""Random deals of bridge and its relatives, and their solutions by DDS (through `endplay`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from random import Random

from benchmarks.bridge.solving import RANKS

SUITS = 4


def random_deal(chance: Random, cards: int, *, pack: int) -> list[str]:
    """Four hands of `cards` cards each, from a pack with the `pack` highest ranks of each suit."""
    deck = [(suit, rank) for suit in range(SUITS) for rank in RANKS[-max(pack, cards) :]]
    chance.shuffle(deck)
    hands = [sorted(deck[seat * cards : (seat + 1) * cards], key=lambda card: -RANKS.index(card[1])) for seat in range(4)]
    return [".".join("".join(rank for s, rank in hand if s == suit) for suit in range(SUITS)) for hand in hands]


def dds_tricks(deal: Sequence[str], trump: str, leader: int) -> int:
    """The tricks of North and South according to DDS, in one thread; ImportError without endplay."""
    return dds_question(deal, trump, leader)()


def dds_question(deal: Sequence[str], trump: str, leader: int) -> Callable[[], int]:
    """A prepared call of DDS, so that timing it includes little else."""
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
    """Limit DDS to one thread."""
    from endplay._dds import SetMaxThreads

    SetMaxThreads(1)
