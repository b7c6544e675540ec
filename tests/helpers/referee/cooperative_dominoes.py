"""Cooperative Dominoes, as a referee sees it."""

from __future__ import annotations

from .common import JOKERS, SEVENDECK, Event, Table

OPTIONS: Event = {"players": (1, 2, 3, 4), "jokers": (False, True), "stacks": (True, False)}
Square = tuple[int, int]


def play(t: Table) -> list[int]:
    """A game; the winners."""
    table = t.deal(SEVENDECK + (JOKERS if t.options["jokers"] else []), 5)  # DOMINO-1, DOMINO-6
    laid: dict[Square, str] = {(0, 0): t.lay(t.get(table, "starter", str))}  # the uppermost card of each square
    t.dealt()
    seat, passes = t.dealer, 0
    while True:
        seat = t.left(seat)
        t.begin_turn()
        event = t.move(seat, "place", "pass")
        if event["move"] == "pass":
            possible = can_place(t, laid, seat) or may_cover_lone_card(t, laid, seat)
            t.check(not possible, "a player who can place a card must (DOMINO-3, DOMINO-4).")
            passes += 1
            if passes == t.players:
                return []  # DOMINO-5
            continue
        passes = 0
        covers_freely = may_cover_lone_card(t, laid, seat)
        card = t.from_hand(event, seat)
        square = (t.get(event, "x", int), t.get(event, "y", int))
        allowed = fits(t, laid, square, card) or (covers_freely and square in laid)
        t.check(allowed, f"{card} may not lie at {square} (DOMINO-2, DOMINO-3).")
        laid[square] = card
        if t.stock:
            t.hands[seat].add(t.draw(seat))  # DOMINO-4
        if not any(t.hands):
            return list(range(t.players))  # DOMINO-5


def neighbours(square: Square) -> list[Square]:
    """The squares that share an edge."""
    x, y = square
    return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


def near(laid: dict[Square, str]) -> set[Square]:
    """The squares with a card, and those beside them."""
    return {*laid, *(beside for square in laid for beside in neighbours(square))}


def fits(t: Table, laid: dict[Square, str], square: Square, card: str) -> bool:
    """May the card lie there?"""
    if square in laid and not t.options["stacks"]:
        return False  # DOMINO-3
    touched = [laid[beside] for beside in neighbours(square) if beside in laid]
    return bool(touched) and all(agree(card, other) for other in touched)  # DOMINO-2, DOMINO-3


def can_place(t: Table, laid: dict[Square, str], seat: int) -> bool:
    """Can the seat place a card so that it touches another and agrees with all it touches?"""
    return any(fits(t, laid, square, card) for square in near(laid) for card in t.hands[seat])


def may_cover_lone_card(t: Table, laid: dict[Square, str], seat: int) -> bool:
    """May any card of the seat cover the only one on the table (DOMINO-3)?"""
    return bool(t.options["stacks"] and len(laid) == 1 and t.hands[seat] and not can_place(t, laid, seat))


def agree(card: str, other: str) -> bool:
    """Do two cards share number or suit, or is one a joker (DOMINO-6)?"""
    return card in JOKERS or other in JOKERS or card[0] == other[0] or card[1] == other[1]
