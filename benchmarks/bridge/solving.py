"""How many tricks each side takes with open hands, in bridge and its relatives."""

from __future__ import annotations

from collections.abc import Sequence

from sevenfold.errors import BadInput

RANKS, SUITS, DENOMINATIONS = "23456789TJQKA", "SHDC", "SHDCN"
HONOURS = [sum(1 << 16 * suit + 9 + k for suit in range(4)) for k in range(4)]  # jacks, queens, kings, aces
SIZES = (1 << 12,) * 7 + (1 << 14,) * 2 + (1 << 17,) * 2 + (1 << 21,) * 3  # patterns, by cards in a hand


def tricks(deal: Sequence[str], trump: str, leader: int) -> int:
    """How many tricks North and South take with best play by all four.

    deal: the hands of North, East, South and West (seats 0 to 3), as many cards in each, at most 13: spades, hearts, diamonds
    and clubs with dots between them. trump: S, H, D, C, or N for none. leader: the seat that leads to the first trick.

    >>> tricks(["AK.2..", "QJ..2.", "2.A.A.", "3.3.K."], "N", 0)
    3
    """
    return Deal(deal).tricks(trump, leader)


class Deal:
    """A deal; calls with the same trump share a table of patterns."""

    def __init__(self, deal: Sequence[str]) -> None:
        from .board import new_board

        self.hands = hands_of(deal)
        self.trump = ""
        self.board = new_board()

    def tricks(self, trump: str, leader: int) -> int:
        """As the function of this name."""
        from .board import BUCKETS, NODES, PATTERNS, STOP, TRUMP, new_table
        from .search import most_tricks

        if trump not in DENOMINATIONS or len(trump) != 1:
            raise BadInput(f"Trump is one of S, H, D, C, or N for none; not {trump!r}.")
        if leader not in range(4):
            raise BadInput(f"The leader is a seat from 0 (North) to 3 (West), not {leader!r}.")
        if trump != self.trump:
            self.table = new_table(SIZES[self.hands[0].bit_count()])
            self.board[PATTERNS], self.board[BUCKETS], self.trump = 0, 0, trump
        self.board[:4] = self.hands
        self.board[TRUMP], self.board[NODES], self.board[STOP] = DENOMINATIONS.index(trump), 0, 0
        return int(most_tricks(self.board, self.table, leader, guess(self.hands, DENOMINATIONS.index(trump))))


def guess(hands: Sequence[int], trump: int) -> int:
    """A guess at the tricks of North and South, by their share of high cards (4, 3, 2, 1) and of trumps."""
    ours, every = hands[0] | hands[2], hands[0] | hands[1] | hands[2] | hands[3]
    points = [sum((k + 1) * (cards & HONOURS[k]).bit_count() for k in range(4)) for cards in (ours, every)]
    share = points[0] / points[1] if points[1] else 0.5
    trumps = every >> 16 * trump & 0xFFFF if trump < 4 else 0
    if trumps:
        share += ((ours >> 16 * trump & 0xFFFF).bit_count() / trumps.bit_count() - 0.5) / 3
    return round(hands[0].bit_count() * min(max(share, 0.0), 1.0))


def hands_of(deal: Sequence[str]) -> list[int]:
    """The hands as sets; BadInput for what is no deal."""
    if len(deal) != 4:
        raise BadInput(f"A deal has four hands, not {len(deal)}.")
    hands = [hand_of(text) for text in deal]
    if len({hand.bit_count() for hand in hands}) != 1 or not hands[0]:
        raise BadInput(f"Every hand has as many cards, at least one; these have {[hand.bit_count() for hand in hands]}.")
    if (hands[0] | hands[1] | hands[2] | hands[3]).bit_count() != 4 * hands[0].bit_count():
        raise BadInput("Some card is in two hands.")
    return hands


def hand_of(text: str) -> int:
    """A hand like "AKQ.T98..32" as a set."""
    suits = text.upper().split(".")
    if len(suits) != 4:
        raise BadInput(f"A hand is four suits with dots between them, like AKQ.T98..32; not {text!r}.")
    hand = 0
    for suit, ranks in enumerate(suits):
        for rank in ranks:
            if rank not in RANKS:
                raise BadInput(f"{rank!r} in {text!r} is no rank; the ranks are {RANKS}.")
            hand |= 1 << 16 * suit + RANKS.index(rank)
    if hand.bit_count() != len(text) - 3 or hand.bit_count() > 13:
        raise BadInput(f"{text!r} has a card twice, or more than 13.")
    return hand
