"""Second Thoughts, as a referee sees it."""

from __future__ import annotations

from .common import COLOURS, SEVENDECK, Event, Table

OPTIONS: Event = {"players": (3, 4, 6), "first_lead": ("red_one", "dealers_left"), "scoring": ("triangle", "bids")}


def play(t: Table) -> list[int]:
    """A game; the winners."""
    while True:
        play_deal(t)
        assert t.totals
        if t.options["scoring"] == "bids":
            if t.deals == t.players:
                return t.best()  # THOUGHTS-8
        elif max(t.totals) > 49:
            return t.best()  # THOUGHTS-7


def play_deal(t: Table) -> None:
    """A deal, with its score."""
    size = 48 // t.players
    turn_up = t.lay(t.get(t.deal(SEVENDECK, size), "turn_up", str))  # THOUGHTS-1
    t.dealt()
    order = [(t.dealer + i) % t.players for i in range(1, t.players + 1)]
    bids = [0] * t.players
    if t.options["scoring"] == "bids":
        for seat in order:
            t.begin_turn()
            bids[seat] = t.choice(t.move(seat, "bid"), "bid", range(size + 1))  # THOUGHTS-8
    leader = order[0]
    if t.options["first_lead"] == "red_one":
        leader = next((seat for seat in order if "R1" in t.hands[seat]), leader)  # THOUGHTS-6
    won = [0] * t.players
    for _ in range(size):
        leader = play_trick(t, leader, turn_up)
        won[leader] += 1
    if t.options["scoring"] == "bids":
        t.score([n + (2 * bid if n >= bid else 0) for n, bid in zip(won, bids, strict=True)])  # THOUGHTS-8
    else:
        t.score([n * (n + 1) // 2 for n in won])  # THOUGHTS-7


def play_trick(t: Table, leader: int, turn_up: str) -> int:
    """A trick; who takes it."""
    t.begin_turn()
    by = t.choice(t.move(t.left(leader), "follow"), "by", ["suit", "number"])  # THOUGHTS-2
    at = 0 if by == "suit" else 1
    played: list[str] = []
    for turn in range(t.players):
        seat = (leader + turn) % t.players
        t.begin_turn()
        card = t.from_hand(t.move(seat, "play"), seat)
        played.append(card)
        t.followed(seat, card, [c for c in SEVENDECK if c[at] == played[0][at]])  # THOUGHTS-3
    trumps = [card for card in played if card[at] == turn_up[at]]
    high = trumps or [card for card in played if card[at] == played[0][at]]  # THOUGHTS-4, THOUGHTS-5
    best = max(high, key=lambda card: (COLOURS + "1234567").index(card[1 - at]))
    taker = (leader + played.index(best)) % t.players
    t.trick(taker, played)
    return taker
