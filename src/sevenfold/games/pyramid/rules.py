"""Pyramid: clear a triangle of cards by removing sevens and pairs that add up to seven. For one player."""

from __future__ import annotations

from collections.abc import Sequence

from sevenfold.cards import NONE, SEVENDECK_PACK
from sevenfold.devise import (
    NOBODY, Action, ActionSet, Card, CardSet, Face, Rules, Seat, TableBuilder, a_card, bit, card, card_actions, cards,
    compiled, count, draw_card, each, end_game, event, has, listed, maybe, number, one_action, option, recorded, without,
)  # fmt: skip
from sevenfold.mechanics.piles import chose_to_turn, discarding, laying_out, turning
from sevenfold.mechanics.sevendeck import SEVENDECK, number_of, of_number
from sevenfold.games.pyramid.triangle import PLACES, TriangleFields, cards_at, rows_of, sole_covers, uncovered_places

MOST_TURNED = 28
TURN = 49
EVERY = ~0  # every action
SEVEN = 7
SEVENS = of_number(SEVEN)
MAKING_SEVEN = tuple(of_number(SEVEN - number_of(c)) if number_of(c) < SEVEN else 0 for c in range(49))


class Position(TriangleFields):
    rows: int  # options
    covered_sevens: int
    one_discard: int
    stock = cards(seen_by=NOBODY)
    cells = card(PLACES)  # the tableau by place; NONE where it is empty
    places = number(derived=True)  # the set of places with a card
    tableau = recorded(derived=True)  # the tableau's cards as a set
    place_of = number(49, derived=True)  # the place of each of them
    uncovered = recorded(derived=True)  # uncovered cards of the tableau, and the top of the working pile
    pile = card(MOST_TURNED)  # the working pile from the bottom up; NONE above its top
    pile_size = number(most=MOST_TURNED)
    chosen = number(of="card")  # the first card of a pair, until the second is chosen
    discarded = cards()
    must_turn = number(most=1)  # 1 while nothing may be discarded before the stock is turned


rules = Rules(
    Position,
    "pyramid",
    "Pyramid",
    pack=SEVENDECK_PACK,
    players=1,
    options={
        "rows": option((7, 6), "How tall the pyramid is: seven rows take 28 cards, six take 21."),
        "covered_sevens": option((False, True), "A 7 may go even where cards lie on it.", "Covered sevens may be discarded"),
        "one_discard": option(
            (False, True), "Harder: each card turned lets you discard once, not as often as you can.", "One discard a turn"
        ),
    },
    minutes=5,
    results=(0, 1),
    about="Clear the pyramid: sevens, and pairs that make seven.",
)
CARD, PARTNER = 0, 1
rules.phase(
    CARD,
    "turn or discard",
    card_actions("discard", cards=range(49)),
    one_action(TURN, "turn", "Turn the stock", touch=lambda s, action: (("stock", 0),)),
)
rules.phase(
    PARTNER,
    "choose the second card",
    card_actions("add", cards=range(49), touch=lambda s, card: (("pile", 0) if card == from_top(s, 1) else card,)),
    within_move=True,
)


dealt = laying_out(cells=listed(), shown=lambda deal: {"rows": rows_of(deal["cells"])})
turned = turning("pile")
discarded = discarding()
left_tableau = event("leave_tableau", card=a_card(), line=False, goes=[("card", "tableau", "discard")])
left_pile = event("leave_pile", card=a_card(), line=False, goes=[("card", "pile", "discard")])


# -- deal -------------------------------------------------------------------------------------------------------------


@rules.answers
def start(s: Position) -> None:
    s.stock = SEVENDECK
    for place in range(PLACES):
        s.cells[place] = NONE
    for i in range(MOST_TURNED):
        s.pile[i] = NONE
    s.chosen = NONE
    for row in range(s.rows):
        for column in range(row + 1):
            lay(s, draw_card(s), 8 * row + column)  # PYRAMID-1
    s.uncovered = cards_at(s, uncovered_places(s.places))  # PYRAMID-1
    s.must_turn = s.one_discard  # PYRAMID-2: none before the first turn
    s.phase = CARD
    dealt(s, s.dealer, s.players, count(s.stock), s.cells)


@compiled
def lay(s: Position, card: Card, place: int) -> None:
    s.cells[place] = card
    s.place_of[card] = place
    s.places |= bit(place)
    s.tableau |= bit(card)


# -- uncovered cards --------------------------------------------------------------------------------------------------


@compiled
def from_top(s: Position, depth: int) -> Card:
    """The working pile's card at this depth, where 0 is the top; NONE below its last card."""
    return s.pile[s.pile_size - 1 - depth] if s.pile_size > depth else NONE


@compiled
def bared_by(s: Position, card: Card) -> CardSet:
    """The cards that become uncovered when this card is removed."""
    if not has(s.tableau, card):
        return maybe(from_top(s, 1))  # PYRAMID-5: the two top cards of the working pile
    return bared_at(s, s.place_of[card])


@compiled
def bared_at(s: Position, place: int) -> CardSet:
    """The cards that become uncovered when the card at this place is removed."""
    return cards_at(s, uncovered_places(without(s.places, place)) & ~uncovered_places(s.places))  # PYRAMID-5


# -- turning, and the first card of a discard ---------------------------------------------------------------------------


@rules.allows(CARD, "PYRAMID-7", "The stock is used up; it is gone through once.")
def while_the_stock_lasts(s: Position) -> ActionSet:
    return EVERY if s.stock else without(EVERY, TURN)  # PYRAMID-2, PYRAMID-7


@rules.allows(CARD, "PYRAMID-2", "Turn the stock first: one discard may follow each turn, and none comes before the first.")
def one_after_each_turn(s: Position) -> ActionSet:
    return bit(TURN) if s.must_turn else EVERY  # PYRAMID-2


@rules.allows(CARD, "PYRAMID-3", lambda s, card: f"{name(card)} is {whereabouts(s, card)}.")
def sevens(s: Position) -> ActionSet:
    return ~SEVENS | loose_sevens(s)


@compiled
def loose_sevens(s: Position) -> CardSet:
    return SEVENS & (s.uncovered | (s.tableau if s.covered_sevens else 0))  # PYRAMID-3


@rules.allows(CARD, "PYRAMID-4", lambda s, card: why_no_pair(s, card))
def first_of_a_pair(s: Position) -> ActionSet:
    return bit(TURN) | SEVENS | paired(s)


@compiled
def paired(s: Position) -> CardSet:
    """The uncovered cards that can be discarded with another."""
    found = 0
    for n in range(1, 4):
        low, high = s.uncovered & of_number(n), s.uncovered & of_number(SEVEN - n)
        if low and high:
            found |= low | high  # PYRAMID-4
    if s.pile_size > 1 and has(MAKING_SEVEN[from_top(s, 0)], from_top(s, 1)):
        found |= bit(from_top(s, 0))  # PYRAMID-5
    for place in each(sole_covers(s.places)):
        card = s.cells[place]
        if not has(found, card) and MAKING_SEVEN[card] & bared_at(s, place):  # PYRAMID-5
            found |= bit(card)
    return found


@rules.applies(CARD)
def turn_or_discard(s: Position, action: Action) -> None:
    if action == TURN:
        chose_to_turn(s, s.turn)
        turn_over(s, draw_card(s))  # PYRAMID-2
        end_move(s)
    elif has(SEVENS, action):
        discarded(s, s.turn, action, NONE)
        discard(s, action)  # PYRAMID-3
        end_move(s)
    else:
        s.chosen = action
        s.phase = PARTNER


@compiled
def turn_over(s: Position, card: Card) -> None:
    """Turn a card over onto the working pile."""
    turned(s, s.turn, card)
    s.uncovered = bit(card) | s.uncovered & ~maybe(from_top(s, 0))
    s.pile[s.pile_size] = card
    s.pile_size += 1
    s.must_turn = 0  # PYRAMID-2


# -- the second card of a pair ------------------------------------------------------------------------------------------


@rules.allows(PARTNER, "PYRAMID-4", lambda s, card: f"The two must add up to 7: choose a {wanted(s)}.")
def adding_up(s: Position) -> ActionSet:
    return MAKING_SEVEN[s.chosen]  # PYRAMID-4


@rules.allows(PARTNER, "PYRAMID-5", lambda s, card: f"{name(card)} is {whereabouts(s, card)}.")
def uncovered_by_then(s: Position) -> ActionSet:
    return s.uncovered | bared_by(s, s.chosen)  # PYRAMID-4, PYRAMID-5


@rules.applies(PARTNER)
def discard_pair(s: Position, card: Card) -> None:
    discarded(s, s.turn, s.chosen, card)
    discard(s, s.chosen)
    discard(s, card)
    s.chosen = NONE
    end_move(s)


# -- after a move -------------------------------------------------------------------------------------------------------


@compiled
def discard(s: Position, card: Card) -> None:
    s.discarded |= bit(card)  # PYRAMID-6
    s.uncovered = without(s.uncovered | bared_by(s, card), card)  # PYRAMID-1
    s.must_turn = s.one_discard  # PYRAMID-2
    if has(s.tableau, card):
        left_tableau(s, card)
        place = s.place_of[card]
        s.cells[place] = NONE
        s.places = without(s.places, place)
        s.tableau = without(s.tableau, card)
    else:
        left_pile(s, card)
        s.pile_size -= 1
        s.pile[s.pile_size] = NONE


@compiled
def end_move(s: Position) -> None:
    s.phase = CARD
    if s.tableau == 0:
        end_game(s)  # PYRAMID-7: won
    elif s.stock == 0 and (s.must_turn or loose_sevens(s) | paired(s) == 0):
        end_game(s)  # PYRAMID-7: lost


@rules.answers
def standing(s: Position, seat: Seat) -> float:
    return 1.0 if s.tableau == 0 else 0.0  # PYRAMID-7


# -- texts and view ---------------------------------------------------------------------------------------------------


def name(card: Card) -> str:
    """A card's name at the beginning of a sentence."""
    return SEVENDECK_PACK.the(card).capitalize()


def wanted(s: Position) -> int:
    """The number of the second card of a pair."""
    return SEVEN - number_of(int(s.chosen))


def whereabouts(s: Position, card: Card) -> str:
    """Why a card may not be taken, as words to follow "is"."""
    if has(s.tableau, card):
        return "covered"
    if card in s.pile:
        return "not the top of the working pile"
    return "neither in the tableau nor on the working pile"


def why_no_pair(s: Position, card: Card) -> str:
    partner = SEVEN - number_of(card)
    if not has(s.uncovered, card):
        return f"{name(card)} is {whereabouts(s, card)}."
    return f"A {number_of(card)} leaves with a {partner}, and no {partner} is or becomes uncovered."


@rules.texts
def prompt(s: Position) -> str:
    if s.phase == PARTNER:
        return f"Which {wanted(s)} leaves with {SEVENDECK_PACK.the(s.chosen)}?"
    if s.must_turn:
        return "Turn the stock: one discard may follow."
    if not s.stock:
        return "The stock is used up: discard a 7, or a pair that makes 7."
    if loose_sevens(s) | paired(s):
        return "Discard a 7 or a pair that makes 7, or turn the stock."
    return "Nothing can be discarded: turn the stock."


@rules.texts
def label(s: Position, actions: Sequence[Action], names: Sequence[str]) -> str:
    return f"Discard {' and '.join(SEVENDECK_PACK.the(card) for card in actions)}" if len(actions) == 2 else ""


@rules.texts
def table(table: TableBuilder) -> None:
    s = table.s
    table.seat(0)
    places = [(row, column) for row in range(s.rows) for column in range(row + 1)]
    table.zone("tableau", "triangle", "tableau", "Pyramid", [table.up(s.cells[8 * y + x], x=x, y=y) for y, x in places])
    table.stock(s.stock)
    beneath = [from_top(s, depth) for depth in range(1, s.pile_size)]
    table.pile("pile", from_top(s, 0), s.pile_size, "Working pile", "waste", beneath=beneath)
    gone, left = count(s.discarded), count(s.tableau)
    table.zone("discard", "pile", "discard", "Discard pile", [Face("down" if gone else "empty")], count=gone)
    table.track("left", "Pyramid", len(places) - left, len(places), f"{left} of {len(places)} cards left")
    if s.chosen != NONE:
        table.fact("wanted", "Second card", number=wanted(s))


@rules.texts
def outcome(s: Position, winners: Sequence[Seat], names: Sequence[str]) -> str:
    if winners:
        return "The pyramid is cleared: won."
    left = count(s.tableau)
    return f"The stock is used up and nothing more can be discarded: lost, with {left} card{'s' * (left > 1)} left."
