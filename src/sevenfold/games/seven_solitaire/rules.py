"""Seven Solitaire: discard sevens and pairs that add up to seven; the high cards leave in sixes. For one player."""

from __future__ import annotations

from collections.abc import Sequence

from sevenfold.cards import ACE_LOW52, NONE
from sevenfold.devise import (
    NOBODY, Action, ActionSet, Card, CardSet, Face, Fields, Rules, Seat, Step, TableBuilder, a_card, a_number, a_seat, bit,
    card, card_actions, cards, compiled, count, draw_card, each, end_game, event, first, has, listed, number, recorded,
    some_cards,
)  # fmt: skip
from sevenfold.mechanics.piles import discarding, laying_out

CELLS = 6
SEVEN, EIGHT, KING = 7, 8, 13
WHOLE_PACK = first(52)
ACES = sum(bit(13 * suit) for suit in range(4))
# Sets of values have the ace, of value 1, as their lowest member, 0.
LOW, HIGH = first(6), first(13) & ~first(7)
PARTNERS = tuple(sum(bit(5 - v) for v in range(6) if has(values, v)) for values in range(64))  # for low values, the value
# that makes 7


class Position(Fields):
    stock = cards(seen_by=NOBODY)
    cells = card(CELLS)  # SOLO-1: the tableau; NONE where it is empty
    tableau = recorded(derived=True)  # the same cards as a set
    reserve = cards()
    chosen = number(of="card")  # the first card of a pair, until the second is chosen
    discarded = cards()
    won = number(most=1)


rules = Rules(
    Position,
    "seven_solitaire",
    "Seven Solitaire",
    pack=ACE_LOW52,
    players=1,
    minutes=5,
    results=(0, 1),
    about="Clear the pack: sevens, pairs that make seven, and the high cards six at a time.",
)
CARD, PARTNER = 0, 1
rules.phase(CARD, "move", card_actions("take"))
rules.phase(PARTNER, "choose the second card", card_actions("add"), within_move=True)

dealt = laying_out(cells=listed())
discarded = discarding("cells")
reserved = event(
    "reserve", is_move=True, seat=a_seat(), card=a_card(),
    say="{seat} move[s] {card} to the reserve.", goes=[("card", "cells", "reserve")],
)  # fmt: skip
filled = event(
    "draw", seat=a_seat(), card=a_card(), cell=a_number(), say="{card} fills the space.", goes=[("card", "stock", "cells")]
)
cleared = event(
    "clear", cards=some_cards(), line=lambda clear: {},
    say="The reserve is full, from 8 to king: its six cards are discarded.", goes=[("cards", "reserve", "discard")],
)  # fmt: skip


# -- deal -------------------------------------------------------------------------------------------------------------


@rules.answers
def start(s: Position) -> None:
    s.stock = WHOLE_PACK
    for cell in range(CELLS):
        turn_up(s, cell)  # SOLO-1
    s.chosen = NONE
    dealt(s, s.dealer, s.players, count(s.stock), s.cells)
    begin_turn(s)


@compiled
def turn_up(s: Position, cell: int) -> None:
    s.cells[cell] = draw_card(s)
    s.tableau |= bit(s.cells[cell])


@compiled
def begin_turn(s: Position) -> None:
    """Begin the next move, or end the game."""
    s.phase = CARD
    if count(s.discarded) == 52:  # SOLO-6
        s.won = 1
        end_game(s)
    elif s.tableau & adding_to_seven(s) & unreserved(s) == 0:  # SOLO-6
        end_game(s)


# -- a card -----------------------------------------------------------------------------------------------------------


@rules.allows(CARD, "SOLO-2", lambda s, card: not_in_tableau(card))
def in_tableau(s: Position) -> ActionSet:
    return s.tableau


@rules.allows(CARD, "SOLO-2", lambda s, card: no_partner(card))
def adding_to_seven(s: Position) -> ActionSet:
    partners = PARTNERS[values_in(s.tableau) & LOW]  # SOLO-2
    return of_values(partners | bit(SEVEN - 1) | HIGH)  # SOLO-2: a seven leaves alone


@rules.allows(CARD, "SOLO-3", lambda s, card: f"The reserve holds {a_rank(value(card))} already: one of each rank.")
def unreserved(s: Position) -> ActionSet:
    return of_values(first(SEVEN) | HIGH & ~values_in(s.reserve))  # SOLO-3


@rules.applies(CARD)
def take(s: Position, card: Card) -> None:
    if value(card) < SEVEN:
        s.chosen = card
        s.phase = PARTNER
        return
    leave(s, card)
    if value(card) == SEVEN:
        discarded(s, s.turn, card, NONE)
        s.discarded |= bit(card)  # SOLO-2
    else:
        reserved(s, s.turn, card)
        s.reserve |= bit(card)  # SOLO-3
    end_turn(s)


# -- the second card of a pair ------------------------------------------------------------------------------------------


@rules.allows(PARTNER, "SOLO-2", lambda s, card: not_in_tableau(card))
def others(s: Position) -> ActionSet:
    return s.tableau


@rules.allows(PARTNER, "SOLO-2", lambda s, card: f"The two must add up to 7: choose {a_rank(wanted(s))}.")
def partners(s: Position) -> ActionSet:
    return of_values(bit(wanted(s) - 1))  # SOLO-2


@compiled
def wanted(s: Position) -> int:
    """The value of the second card."""
    return SEVEN - value(s.chosen)


@rules.applies(PARTNER)
def discard_pair(s: Position, card: Card) -> None:
    discarded(s, s.turn, s.chosen, card)
    s.discarded |= bit(card) | bit(s.chosen)
    leave(s, card)
    leave(s, s.chosen)
    s.chosen = NONE
    end_turn(s)


# -- after a move -------------------------------------------------------------------------------------------------------


@compiled
def leave(s: Position, card: Card) -> None:
    """Remove a card from the tableau."""
    s.tableau &= ~bit(card)
    for cell in range(CELLS):
        if s.cells[cell] == card:
            s.cells[cell] = NONE


@compiled
def end_turn(s: Position) -> None:
    for cell in range(CELLS):
        if s.cells[cell] == NONE and s.stock:
            turn_up(s, cell)  # SOLO-5: before the reserve is cleared
            filled(s, s.turn, s.cells[cell], cell)
    if count(s.reserve) == CELLS:  # SOLO-4: six cards of which no two share a rank
        cleared(s, s.reserve)
        s.discarded |= s.reserve
        s.reserve = 0
    begin_turn(s)


# -- the end ------------------------------------------------------------------------------------------------------------


@rules.answers
def standing(s: Position, seat: Seat) -> float:
    return 1.0 if s.won else 0.0  # SOLO-6


# -- helpers ----------------------------------------------------------------------------------------------------------


@compiled
def value(card: Card) -> int:
    """Ace 1 to king 13."""
    return card % 13 + 1


@compiled
def values_in(cards: CardSet) -> int:
    """The values of the cards."""
    return (cards | cards >> 13 | cards >> 26 | cards >> 39) & first(13)


@compiled
def of_values(values: int) -> CardSet:
    """All cards of these values."""
    return ACES * values


# -- texts and view ---------------------------------------------------------------------------------------------------


def rank(value: int) -> str:
    return ACE_LOW52.cards[value - 1].name.split()[0]


def a_rank(value: int) -> str:
    return f"an {rank(value)}" if rank(value)[0] in "ae" else f"a {rank(value)}"


def not_in_tableau(card: Card) -> str:
    return f"{ACE_LOW52.the(card).capitalize()} is not in the tableau."


def no_partner(card: Card) -> str:
    one, other = a_rank(value(card)), a_rank(SEVEN - value(card))
    return f"{one.capitalize()} leaves with {other}, and there is none in the tableau."


@rules.texts
def prompt(s: Position) -> str:
    if s.phase == PARTNER:
        return f"Which {rank(wanted(s))} leaves with {ACE_LOW52.the(s.chosen)}?"
    return "Discard a seven or a pair that makes seven, or move a high card to the reserve."


@rules.texts
def label(s: Position, actions: Sequence[Action], names: Sequence[str]) -> str:
    if s.phase == PARTNER:
        return ""
    cards = " and ".join(ACE_LOW52.the(card) for card in actions)
    return f"Discard {cards}" if value(actions[0]) <= SEVEN else f"Move {cards} to the reserve"


@rules.texts
def effect(s: Position, actions: Sequence[Action], names: Sequence[str]) -> str:
    fills_reserve = value(actions[0]) > SEVEN and count(s.reserve) == CELLS - 1
    return "clears the reserve" if fills_reserve else ""


@rules.texts
def table(table: TableBuilder) -> None:
    s = table.s
    table.seat(0)
    held = {value(card): card for card in each(s.reserve)}
    reserve = {v: held.get(v, NONE) for v in range(EIGHT, KING + 1)}
    table.zone("reserve", "cells", "reserve", "Reserve", [table.up(card) for card in reserve.values()])
    table.zone("cells", "cells", "tableau", "Tableau", [table.up(c) for c in s.cells])
    table.stock(s.stock)
    gone = count(s.discarded)
    table.zone("discard", "pile", "discard", "Discard pile", [Face("down" if gone else "empty")], count=gone)
    table.track("reserve", "Reserve", len(held), CELLS, steps=[step(v, card) for v, card in reserve.items()])
    table.track("discarded", "Discarded", gone, 52)
    if s.chosen != NONE:
        table.fact("wanted", "Second card", rank(wanted(s)), number=wanted(s))


def step(value: int, card: Card) -> Step:
    """One rank of the reserve: the card that is there, if any."""
    if card == NONE:
        return Step(f"no {rank(value)}", None, "none")
    return Step(ACE_LOW52.cards[card].name, ACE_LOW52.suits[ACE_LOW52.cards[card].suit].letter, "full")


@rules.texts
def outcome(s: Position, winners: Sequence[Seat], names: Sequence[str]) -> str:
    if s.won:
        return "All 52 cards are gone: won."
    return f"No move is left: lost, with {count(s.discarded)} of 52 cards discarded."
