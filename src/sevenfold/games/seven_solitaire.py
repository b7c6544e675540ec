"""Seven Solitaire: discard sevens, and pairs that add up to seven; the high cards leave by sixes. For one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sevenfold.cards import ACE_LOW52, NONE
from sevenfold.devise import (
    NOBODY, Face, Look, Record, Rules, bit, card, card_actions, cards, compiled, count, draw_card, each,
    end_game, first, noted, number,
)  # fmt: skip

CELLS = 6
SEVEN, EIGHT = 7, 8
WHOLE_PACK = first(52)
SUIT_ONES = sum(1 << 13 * suit for suit in range(4))  # times a set of values: those values in each suit
LOW, HIGH = first(6), first(13) & ~first(7)  # sets of values: bit 0 is the ace
SEVEN_LESS = tuple(sum(1 << 5 - v for v in range(6) if values >> v & 1) for values in range(64))  # 7 - v for each value v


class State(Record):
    stock = cards(seen_by=NOBODY)
    cells = card(CELLS)  # SOLO-1: the tableau; NONE where it is empty
    tableau = noted()  # the same cards as a set
    reserve = cards()
    chosen = number()  # the first card of a pair, while the second is asked for
    discarded = cards()
    won = number()


rules = Rules(
    State,
    "seven_solitaire",
    "Seven Solitaire",
    pack=ACE_LOW52,
    players=1,
    minutes=5,
    about="Clear the pack: sevens, pairs that make seven, and the high cards six at a time.",
)
CARD, PARTNER = 0, 1
rules.phase(CARD, "move", card_actions("take", "takes"))
rules.phase(PARTNER, "choose the second card", card_actions("add", "adds"), within_move=True)


# -- deal -------------------------------------------------------------------------------------------------------------


@rules.answers
def start(s: State) -> None:
    s.stock = WHOLE_PACK
    for cell in range(CELLS):
        s.cells[cell] = NONE
    fill(s)  # SOLO-1
    s.chosen = NONE
    begin_turn(s)


@compiled
def fill(s: State) -> None:
    for cell in range(CELLS):
        if s.cells[cell] == NONE and s.stock:
            s.cells[cell] = draw_card(s)  # SOLO-5
            s.tableau |= bit(s.cells[cell])


@compiled
def begin_turn(s: State) -> None:
    """The next move, or the end."""
    s.phase = CARD
    if count(s.discarded) == 52:  # SOLO-6
        s.won = 1
        end_game(s)
    elif s.tableau & adding_to_seven(s) & unreserved(s) == 0:  # SOLO-6
        end_game(s)


# -- a card -----------------------------------------------------------------------------------------------------------


@rules.allows(CARD, "SOLO-2", lambda s, card: f"The {ACE_LOW52.cards[card].name} is not in the tableau.")
def in_tableau(s: State) -> int:
    return s.tableau


@rules.allows(
    CARD, "SOLO-2", lambda s, card: f"A {value(card)} leaves with a {SEVEN - value(card)}, and there is none in the tableau."
)
def adding_to_seven(s: State) -> int:
    partners = SEVEN_LESS[values_in(s.tableau) & LOW]  # SOLO-2
    return SUIT_ONES * (partners | bit(SEVEN - 1) | HIGH)  # SOLO-2: a seven leaves alone


@rules.allows(
    CARD, "SOLO-3", lambda s, card: f"The reserve holds a {ACE_LOW52.cards[card].name.split()[0]} already: one of a rank."
)
def unreserved(s: State) -> int:
    return SUIT_ONES * (first(SEVEN) | HIGH & ~values_in(s.reserve))  # SOLO-3


@rules.plays(CARD)
def take(s: State, card: int) -> None:
    if value(card) < SEVEN:
        s.chosen = card
        s.phase = PARTNER
        return
    leave(s, card)
    if value(card) == SEVEN:
        s.discarded |= bit(card)  # SOLO-2
    else:
        s.reserve |= bit(card)  # SOLO-3
    end_turn(s)


# -- the second card of a pair ------------------------------------------------------------------------------------------


@rules.allows(PARTNER, "SOLO-2", lambda s, card: f"The {ACE_LOW52.cards[card].name} is not in the tableau.")
def others(s: State) -> int:
    return s.tableau


@rules.allows(PARTNER, "SOLO-2", lambda s, card: f"The two must add up to 7: choose a {SEVEN - value(s.chosen)}.")
def partners(s: State) -> int:
    return SUIT_ONES << (SEVEN - value(s.chosen) - 1)  # SOLO-2


@rules.plays(PARTNER)
def discard_pair(s: State, card: int) -> None:
    s.discarded |= bit(card) | bit(s.chosen)
    leave(s, card)
    leave(s, s.chosen)
    s.chosen = NONE
    end_turn(s)


# -- after a move -------------------------------------------------------------------------------------------------------


@compiled
def leave(s: State, card: int) -> None:
    """A card leaves the tableau."""
    s.tableau &= ~bit(card)
    for cell in range(CELLS):
        if s.cells[cell] == card:
            s.cells[cell] = NONE


@compiled
def end_turn(s: State) -> None:
    fill(s)  # SOLO-5: before the reserve is cleared
    if count(s.reserve) == CELLS:  # SOLO-4: six cards of which no two share a rank
        s.discarded |= s.reserve
        s.reserve = 0
    begin_turn(s)


# -- the end ------------------------------------------------------------------------------------------------------------


@rules.answers
def standing(s: State, seat: int) -> float:
    return 1.0 if s.won else 0.0  # SOLO-6


# -- small words ------------------------------------------------------------------------------------------------------


@compiled
def value(card: int) -> int:
    """Ace 1 to king 13."""
    return card % 13 + 1


@compiled
def values_in(cards: int) -> int:
    """The values of the cards, as a set of 13."""
    return (cards | cards >> 13 | cards >> 26 | cards >> 39) & first(13)


# -- words and view ---------------------------------------------------------------------------------------------------


@rules.words
def prompt(s: State) -> str:
    if s.phase == PARTNER:
        return f"With which {SEVEN - value(s.chosen)}?"
    return "Take a seven, a pair that makes seven, or a high card into the reserve."


@rules.words
def table(look: Look) -> None:
    s = look.s
    look.seat(0, lines=[("Discarded", f"{count(s.discarded)} of 52")])
    held = {value(c): c for c in each(s.reserve)}
    look.zone("reserve", "cells", "Reserve", [look.up(held.get(v, NONE)) for v in range(EIGHT, 14)])
    look.zone("cells", "cells", "Tableau", [look.up(c) for c in s.cells])
    look.stock(s.stock)
    look.zone("discard", "pile", "Discarded", [Face("down") if s.discarded else Face("empty")], count=count(s.discarded))


@rules.words
def outcome(s: State, winners: list[int], names: list[str]) -> str:
    return (
        "All 52 cards are gone: won." if s.won else f"No move is left: lost, with {count(s.discarded)} of 52 cards discarded."
    )


@rules.words
def deal_table(s: State) -> dict[str, Any]:
    return {"cells": [ACE_LOW52.code(c) for c in s.cells]}


@rules.words
def tell(before: State, action: int, after: State) -> Iterator[dict[str, Any]]:
    card = ACE_LOW52.code(action)
    if before.phase == PARTNER:
        yield {"event": "move", "seat": 0, "move": "discard", "cards": [ACE_LOW52.code(before.chosen), card]}
    elif value(action) == SEVEN:
        yield {"event": "move", "seat": 0, "move": "discard", "cards": [card]}
    elif after.phase != PARTNER:
        yield {"event": "move", "seat": 0, "move": "reserve", "card": card}
    if after.phase == PARTNER:
        return
    for cell in range(CELLS):
        if after.cells[cell] not in (before.cells[cell], NONE):
            yield {"event": "draw", "seat": 0, "card": ACE_LOW52.code(after.cells[cell]), "cell": cell}
    if count(before.reserve) == CELLS - 1 and after.reserve == 0:
        yield {"event": "clear"}
