"""7-Truf, as a referee sees it."""

from __future__ import annotations

from .common import Event, Table

OPTIONS: Event = {}
PLAYERS = 4
RANKS = "789TJQKA"  # TRUF-1
PACK = [rank + suit for suit in "SHDC" for rank in RANKS]
SIZES = [1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8, 7, 6, 5, 4, 3, 2, 1, 8, 8, 8, 8]  # TRUF-2


def play(t: Table) -> list[int]:
    """A game; the winners."""
    for size in SIZES:
        table = t.deal(PACK, size)
        trump = ""
        if size == 8:
            t.choice(table, "turn_up", [None])  # TRUF-3
        else:
            trump = t.lay(t.get(table, "turn_up", str))[1]  # TRUF-3
        t.dealt()
        bids = bid(t, size)
        won = [0] * 4
        leader = t.left(t.dealer)
        for _ in range(size):
            leader = play_trick(t, leader, trump)
            won[leader] += 1
        t.score([points(bids[seat], won[seat], size) for seat in range(4)])
    return t.best()  # TRUF-9


def bid(t: Table, size: int) -> list[int]:
    """The bids by seat."""
    bids = [0] * 4
    seat = t.dealer
    for _ in range(4):
        seat = t.left(seat)  # TRUF-4
        t.begin_turn()
        bids[seat] = t.choice(t.move(seat, "bid"), "bid", range(size + 1))
    t.check(sum(bids) != size, "the dealer may not let the bids add up to the tricks (TRUF-5).")
    return bids


def play_trick(t: Table, leader: int, trump: str) -> int:
    """A trick; who takes it."""
    played: list[str] = []
    for turn in range(4):
        seat = (leader + turn) % 4
        t.begin_turn()
        card = t.from_hand(t.move(seat, "play"), seat)
        played.append(card)
        t.followed(seat, card, [c for c in PACK if c[1] == played[0][1]])  # TRUF-7
    suit = trump if any(card[1] == trump for card in played) else played[0][1]
    highest = max((card for card in played if card[1] == suit), key=lambda card: RANKS.index(card[0]))  # TRUF-7
    taker = (leader + played.index(highest)) % 4
    t.trick(taker, played)
    return taker


def points(bid: int, won: int, size: int) -> int:
    """TRUF-8."""
    if won != bid:
        return won
    return 10 * bid if bid > 0 else 5 * size
