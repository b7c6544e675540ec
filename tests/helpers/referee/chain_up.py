"""Chain Up, as a referee sees it."""

from __future__ import annotations

from dataclasses import dataclass

from .common import SEVENDECK, Event, Table

OPTIONS: Event = {"players": (2, 3)}


@dataclass
class Chain:
    """A chain, by its top."""

    top: str
    length: int = 1
    closed: bool = False

    def fits(self, card: str) -> bool:
        """May the card lie on it?"""
        return not self.closed and agree(card, self.top)  # CHAIN-2, CHAIN-5


def agree(card: str, other: str) -> bool:
    """Do two cards share number or suit?"""
    return card[0] == other[0] or card[1] == other[1]


def play(t: Table) -> list[int]:
    """A game; the winners."""
    table = t.deal(SEVENDECK, 0)
    target = t.lay(t.get(table, "target", str))
    bases = t.get(table, "bases", list)
    each = 3 if t.players == 2 else 2
    right = [type(mine) is list and len(mine) for mine in bases] == [each] * t.players
    t.check(right, f"each player has {each} bases (CHAIN-1).")
    chains = [{i: Chain(t.lay(card)) for i, card in enumerate(mine)} for mine in bases]
    t.dealt()
    discards: list[str] = []
    seat = t.dealer
    while t.stock:
        seat = t.left(seat)  # CHAIN-1
        t.begin_turn()
        turn(t, chains[seat], discards, target, seat)
        if all(chain.closed for chain in chains[seat].values()):
            return [seat]  # CHAIN-6
    return []  # CHAIN-6


def turn(t: Table, mine: dict[int, Chain], discards: list[str], target: str, seat: int) -> None:
    """A turn (CHAIN-2)."""
    source = t.choice(t.move(seat, "take"), "from", ["stock", *(["discard"] if discards else [])])
    if source == "stock":
        card = t.draw(seat)
        event = t.move(seat, "play", "discard")
    else:
        card = discards.pop()
        t.check(any(chain.fits(card) for chain in mine.values()), f"{card} fits on no chain, so it may not be taken (CHAIN-2).")
        event = t.move(seat, "play")
    t.choice(event, "card", [card])
    if event["move"] == "discard":
        discards.append(card)
        return
    on = t.get(event, "chains", list)
    t.check(all(type(i) is int and i in mine for i in on), "chains names chains of that seat.")
    t.check(len(on) == len(set(on)) and len(on) in (1, 2), "a card lies on one chain or couples two (CHAIN-3).")
    t.check(all(mine[i].fits(card) for i in on), f"{card} does not fit (CHAIN-2, CHAIN-3).")
    made = Chain(card, sum(mine[i].length for i in on) + 1)  # CHAIN-4
    if t.get(event, "close", bool):
        t.check(made.length >= 6 and agree(card, target), "the chain may not be closed (CHAIN-5).")
        made.closed = True
    for i in on:
        del mine[i]
    mine[min(on)] = made
