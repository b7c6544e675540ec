"""Pyramid, as a referee sees it."""

from __future__ import annotations

from .common import SEVENDECK, Event, Table

OPTIONS: Event = {"rows": (7, 6), "covered_sevens": (False, True), "one_discard": (False, True)}
PLAYERS = 1
Place = tuple[int, int]  # row, place in the row


def play(t: Table) -> list[int]:
    """A game; the winners."""
    table = t.deal(SEVENDECK, 0)
    rows = t.get(table, "rows", list)
    right = [type(row) is list and len(row) for row in rows] == list(range(1, t.options["rows"] + 1))
    t.check(right, "the rows have 1, 2, 3 … cards (PYRAMID-1).")
    tableau = {t.lay(card): (y, x) for y, row in enumerate(rows) for x, card in enumerate(row)}
    t.dealt()
    pile: list[str] = []
    may_still = not t.options["one_discard"]  # PYRAMID-2: none before the first turn
    while tableau:
        if not t.stock and not (may_still and can_discard(t, tableau, pile)):
            return []  # PYRAMID-7
        t.begin_turn()
        event = t.move(0, "turn", "discard")
        if event["move"] == "turn":
            t.check(t.stock, "the stock is used up (PYRAMID-7).")
            pile.append(t.draw(0))  # PYRAMID-2
            may_still = True
            continue
        t.check(may_still, "one discard after each turn of the stock, and none before the first (PYRAMID-2).")
        cards = t.texts(event, "cards")
        t.check(may_discard(t, tableau, pile, cards), f"{cards} may not be discarded (PYRAMID-3, -4, -5).")
        for card in cards:
            if card in tableau:
                del tableau[card]  # PYRAMID-6
            else:
                pile.remove(card)
        may_still = not t.options["one_discard"]  # PYRAMID-2
    return [0]  # PYRAMID-7


def is_free(tableau: dict[str, Place], pile: list[str], card: str) -> bool:
    """Is the card uncovered, or the top of the working pile?"""
    if card not in tableau:
        return pile[-1:] == [card]
    y, x = tableau[card]
    return not {(y + 1, x), (y + 1, x + 1)} & set(tableau.values())  # PYRAMID-1


def may_discard(t: Table, tableau: dict[str, Place], pile: list[str], cards: list[str]) -> bool:
    """May these cards be discarded together?"""
    if len(cards) not in (1, 2) or not set(cards) <= {*tableau, *pile} or sum(int(card[1]) for card in cards) != 7:
        return False
    if len(cards) == 1:
        bare = t.options["covered_sevens"] and cards[0] in tableau
        return bare or is_free(tableau, pile, cards[0])  # PYRAMID-3
    if all(is_free(tableau, pile, card) for card in cards):
        return True  # PYRAMID-4
    for one, other in (cards, cards[::-1]):
        less = {card: place for card, place in tableau.items() if card != one}
        rest = [card for card in pile if card != one]
        if is_free(tableau, pile, one) and is_free(less, rest, other):
            return True  # PYRAMID-5
    return False


def can_discard(t: Table, tableau: dict[str, Place], pile: list[str]) -> bool:
    """Is there any discard?"""
    there = [*tableau, *pile[-2:]]
    return any(may_discard(t, tableau, pile, list({a, b})) for a in there for b in there)
