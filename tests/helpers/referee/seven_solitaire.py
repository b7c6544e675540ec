"""Seven Solitaire, as a referee sees it."""

from __future__ import annotations

from .common import Event, Table

OPTIONS: Event = {}
PLAYERS = 1
RANKS = "A23456789TJQK"
PACK = [rank + suit for suit in "SHDC" for rank in RANKS]


def value(card: str) -> int:
    """Ace 1 to king 13 (SOLO-1)."""
    return RANKS.index(card[0]) + 1


def play(t: Table) -> list[int]:
    """A game; the winners."""
    table = t.deal(PACK, 0)
    cells: list[str | None] = [t.lay(card) for card in t.texts(table, "cells")]
    t.check(len(cells) == 6, "there are six cells (SOLO-1).")
    t.dealt()
    reserve: dict[int, str] = {}
    gone = 0
    while True:
        if gone == 52:
            return [0]  # SOLO-6
        if not can_move([card for card in cells if card], reserve):
            return []  # SOLO-6
        t.begin_turn()
        event = t.move(0, "discard", "reserve")
        if event["move"] == "reserve":
            leaving = [t.get(event, "card", str)]
            check_in(t, cells, leaving)
            rank = value(leaving[0])
            t.check(rank >= 8, "only 8 to K go to the reserve (SOLO-3).")
            t.check(rank not in reserve, "the reserve holds a card of that rank (SOLO-3).")
            reserve[rank] = leaving[0]
        else:
            leaving = t.texts(event, "cards")
            check_in(t, cells, leaving)
            t.check(len(leaving) in (1, 2), "one card or two are discarded (SOLO-2).")
            t.check(sum(value(card) for card in leaving) == 7, "what is discarded adds up to 7 (SOLO-2).")
            gone += len(leaving)
        cells = [None if card in leaving else card for card in cells]
        fill(t, cells)  # SOLO-5: before the reserve is cleared
        if len(reserve) == 6:
            t.next("clear")  # SOLO-4
            reserve.clear()
            gone += 6


def check_in(t: Table, cells: list[str | None], cards: list[str]) -> None:
    """The cards must lie in the tableau."""
    t.check(all(card in cells for card in cards), "that is not in the tableau (SOLO-2).")


def fill(t: Table, cells: list[str | None]) -> None:
    """Fill the spaces, in any order (SOLO-5)."""
    for _ in range(min(cells.count(None), len(t.stock))):
        cell = t.events[t.at][1].get("cell") if t.coming == "draw" else None
        card = t.draw(0)
        t.check(type(cell) is int and 0 <= cell < 6 and cells[cell] is None, "a card is drawn for each empty cell.")
        assert cell is not None
        cells[cell] = card


def can_move(cells: list[str], reserve: dict[int, str]) -> bool:
    """Is there a move?"""
    values = [value(card) for card in cells]
    return any(v == 7 or 7 - v in values or (v >= 8 and v not in reserve) for v in values)  # SOLO-2, SOLO-3
