"""Pyramid: clear a triangle of cards by sevens, and by pairs that add up to seven. For one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sevenfold.cards import NONE, SEVENDECK_PACK
from sevenfold.devise import (
    NOBODY, Face, Look, Record, Rules, beyond_lowest, bit, card, card_actions, cards, compiled, count, draw_card, end_game,
    has, lowest, maybe, noted, number, one_action, without,
)  # fmt: skip
from sevenfold.words.sevendeck import SEVENDECK, number_of, of_number

MOST_ROWS = 7
PLACES = 8 * MOST_ROWS  # place = 8 * row + column: what covers a card lies at place + 8 and at place + 9
MOST_TURNED = 28
TURN = 49
SEVEN = 7
SEVENS = of_number(SEVEN)
MAKING_SEVEN = tuple(of_number(SEVEN - number_of(c)) if number_of(c) < SEVEN else 0 for c in range(49))


class State(Record):
    stock = cards(seen_by=NOBODY)
    cells = card(PLACES)  # the tableau by place; NONE where no card lies
    places = number()  # the set of places where one lies
    tableau = noted()  # the tableau's cards as a set
    place_of = number(49)  # of each of them
    uncovered = noted()  # of the tableau's cards, and the top of the working pile
    pile = card(MOST_TURNED)  # the working pile from the bottom up; NONE above its top
    pile_size = number()
    chosen = number()  # the first card of a pair, while the second is asked for
    discarded = cards()


rules = Rules(
    State,
    "pyramid",
    "Pyramid",
    pack=SEVENDECK_PACK,
    players=1,
    options={"rows": (7, 6), "covered_sevens": (False, True)},
    labels={"covered_sevens": "Covered sevens may be discarded"},
    minutes=5,
    about="Clear the pyramid: sevens, and pairs that make seven.",
)
CARD, PARTNER = 0, 1
rules.phase(
    CARD,
    "turn or discard",
    card_actions("discard", "discards", cards=range(49)),
    one_action(TURN, "turn", "Turn the stock", "turns the stock", touch=lambda s, action: (("stock", 0),)),
)
rules.phase(
    PARTNER,
    "choose the second card",
    card_actions("add", "adds", cards=range(49), touch=lambda s, card: (("pile", 0) if card == from_top(s, 1) else card,)),
    within_move=True,
)


# -- deal -------------------------------------------------------------------------------------------------------------


@rules.answers
def start(s: State) -> None:
    s.stock = SEVENDECK
    for place in range(PLACES):
        s.cells[place] = NONE
    for i in range(MOST_TURNED):
        s.pile[i] = NONE
    s.chosen = NONE
    for row in range(s.rows):
        for column in range(row + 1):
            lay(s, draw_card(s), 8 * row + column)  # PYRAMID-1
    s.uncovered = cards_at(s, uncovered_places(s.places))
    s.phase = CARD


@compiled
def lay(s: State, card: int, place: int) -> None:
    s.cells[place] = card
    s.place_of[card] = place
    s.places |= bit(place)
    s.tableau |= bit(card)


# -- what lies uncovered ----------------------------------------------------------------------------------------------


@compiled
def uncovered_places(places: int) -> int:
    return places & ~(places >> 8 | places >> 9)  # PYRAMID-1: nothing at place + 8 nor at place + 9


@compiled
def sole_covers(places: int) -> int:
    """Of the uncovered places those whose card alone covers another."""
    by_one = places & (places >> 8 ^ places >> 9)
    return uncovered_places(places) & (by_one << 8 | by_one << 9)


@compiled
def cards_at(s: State, places: int) -> int:
    found = 0
    left = places
    while left:
        found |= bit(s.cells[lowest(left)])
        left = beyond_lowest(left)
    return found


@compiled
def from_top(s: State, depth: int) -> int:
    """The working pile's card at this depth, its top at 0; NONE where it has no more."""
    return s.pile[s.pile_size - 1 - depth] if s.pile_size > depth else NONE


@compiled
def bared_by(s: State, card: int) -> int:
    """What becomes uncovered when this card is taken away."""
    if not has(s.tableau, card):
        return maybe(from_top(s, 1))  # PYRAMID-5: the two top cards of the working pile
    after = uncovered_places(without(s.places, s.place_of[card]))
    return cards_at(s, after & ~uncovered_places(s.places))  # PYRAMID-5


# -- turning, and the first card of a discard ---------------------------------------------------------------------------


@rules.allows(CARD, "PYRAMID-7", "The stock is used up; it is gone through once.")
def while_the_stock_lasts(s: State) -> int:
    return ~0 if s.stock else ~bit(TURN)  # PYRAMID-2, PYRAMID-7


@rules.allows(CARD, "PYRAMID-3", lambda s, card: f"{name(card)} is {whereabouts(s, card)}.")
def sevens(s: State) -> int:
    return ~SEVENS | loose_sevens(s)


@compiled
def loose_sevens(s: State) -> int:
    return SEVENS & (s.uncovered | (s.tableau if s.covered_sevens else 0))  # PYRAMID-3


@rules.allows(CARD, "PYRAMID-4", lambda s, card: why_no_pair(s, card))
def first_of_a_pair(s: State) -> int:
    return bit(TURN) | SEVENS | paired(s)


@compiled
def paired(s: State) -> int:
    """The uncovered cards that may leave with another."""
    found = 0
    for n in range(1, 4):
        low, high = s.uncovered & of_number(n), s.uncovered & of_number(SEVEN - n)
        if low and high:
            found |= low | high  # PYRAMID-4
    left = (cards_at(s, sole_covers(s.places)) | maybe(from_top(s, 0))) & ~found
    while left:
        card = lowest(left)
        left = beyond_lowest(left)
        if MAKING_SEVEN[card] & bared_by(s, card):  # PYRAMID-5
            found |= bit(card)
    return found


@rules.plays(CARD)
def turn_or_discard(s: State, action: int) -> None:
    if action == TURN:
        turn_over(s, draw_card(s))  # PYRAMID-2
        end_move(s)
    elif has(SEVENS, action):
        discard(s, action)  # PYRAMID-3
        end_move(s)
    else:
        s.chosen = action
        s.phase = PARTNER


@compiled
def turn_over(s: State, card: int) -> None:
    """Onto the working pile."""
    s.uncovered = bit(card) | s.uncovered & ~maybe(from_top(s, 0))
    s.pile[s.pile_size] = card
    s.pile_size += 1


# -- the second card of a pair ------------------------------------------------------------------------------------------


@rules.allows(PARTNER, "PYRAMID-4", lambda s, card: f"The two must add up to 7: choose a {wanted(s)}.")
def adding_up(s: State) -> int:
    return MAKING_SEVEN[s.chosen]  # PYRAMID-4


@rules.allows(PARTNER, "PYRAMID-5", lambda s, card: f"{name(card)} is {whereabouts(s, card)}.")
def uncovered_by_then(s: State) -> int:
    return s.uncovered | bared_by(s, s.chosen)  # PYRAMID-4, PYRAMID-5


@rules.plays(PARTNER)
def discard_pair(s: State, card: int) -> None:
    discard(s, s.chosen)
    discard(s, card)
    s.chosen = NONE
    end_move(s)


# -- after a move -------------------------------------------------------------------------------------------------------


@compiled
def discard(s: State, card: int) -> None:
    s.discarded |= bit(card)  # PYRAMID-6
    s.uncovered = without(s.uncovered | bared_by(s, card), card)  # PYRAMID-1
    if has(s.tableau, card):
        place = s.place_of[card]
        s.cells[place] = NONE
        s.places = without(s.places, place)
        s.tableau = without(s.tableau, card)
    else:
        s.pile_size -= 1
        s.pile[s.pile_size] = NONE


@compiled
def end_move(s: State) -> None:
    s.phase = CARD
    if s.tableau == 0:
        end_game(s)  # PYRAMID-7: won
    elif s.stock == 0 and loose_sevens(s) | paired(s) == 0:
        end_game(s)  # PYRAMID-7: lost


@rules.answers
def standing(s: State, seat: int) -> float:
    return 1.0 if s.tableau == 0 else 0.0  # PYRAMID-7


# -- words and view ---------------------------------------------------------------------------------------------------


def name(card: int) -> str:
    return SEVENDECK_PACK.cards[card].name.capitalize()


def wanted(s: State) -> int:
    return SEVEN - number_of(int(s.chosen))


def whereabouts(s: State, card: int) -> str:
    """Why a card may not be taken, to follow "is"."""
    if has(s.tableau, card):
        return "covered"
    if card in s.pile:
        return "not the top of the working pile"
    return "neither in the tableau nor on the working pile"


def why_no_pair(s: State, card: int) -> str:
    partner = SEVEN - number_of(card)
    if not has(s.uncovered, card):
        return f"{name(card)} is {whereabouts(s, card)}."
    return f"A {number_of(card)} leaves with a {partner}, and no {partner} is or becomes uncovered."


@rules.words
def prompt(s: State) -> str:
    if s.phase == PARTNER:
        return f"With which {wanted(s)}?"
    if not s.stock:
        return "The stock is used up: discard a 7, or a pair that makes 7."
    if loose_sevens(s) | paired(s):
        return "Discard a 7 or a pair that makes 7, or turn the stock."
    return "Nothing can be discarded: turn the stock."


@rules.words
def table(look: Look) -> None:
    s = look.s
    look.seat(0, lines=[("Left", count(s.tableau))])
    places = [(row, column) for row in range(s.rows) for column in range(row + 1)]
    look.zone("tableau", "triangle", "Pyramid", [look.up(s.cells[8 * y + x], x=x, y=y) for y, x in places])
    look.stock(s.stock)
    look.pile("pile", from_top(s, 0), s.pile_size, "Working pile")
    gone = count(s.discarded)
    look.zone("discard", "pile", "Discarded", [Face("down" if gone else "empty")], count=gone)


@rules.words
def outcome(s: State, winners: list[int], names: list[str]) -> str:
    left = count(s.tableau)
    return (
        "The pyramid is cleared: won."
        if winners
        else f"The stock is used up and nothing can be discarded: lost, with {left} card{'s' * (left > 1)} left."
    )


@rules.words
def deal_table(s: State) -> dict[str, Any]:
    return {"rows": [[SEVENDECK_PACK.code(s.cells[8 * y + x]) for x in range(y + 1)] for y in range(s.rows)]}


@rules.words
def tell(before: State, action: int, after: State) -> Iterator[dict[str, Any]]:
    code = SEVENDECK_PACK.code
    if action == TURN:
        yield {"event": "move", "seat": 0, "move": "turn"}
        yield {"event": "draw", "seat": 0, "card": code(from_top(after, 0))}
    elif before.phase == PARTNER:
        yield {"event": "move", "seat": 0, "move": "discard", "cards": [code(before.chosen), code(action)]}
    elif after.phase != PARTNER:
        yield {"event": "move", "seat": 0, "move": "discard", "cards": [code(action)]}
