"""Events of dealing, of stocks and of discard piles that several games share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sevenfold.cards import NONE
from sevenfold.kernel import EACH, EventField, EventKind, a_card, a_number, a_seat, by_seat, event, some_cards
from sevenfold.kernel.events import Square, Values

# A card is drawn from the stock, seen by the drawing seat only or by everybody.
drew = event(
    "draw", seat=a_seat(), card=a_card(to="seat"), say="{seat} draw[s] {card}.", goes=[("card", "stock", "hand-{seat}")]
)
drew_openly = event("draw", seat=a_seat(), card=a_card(), say="{seat} draw[s] {card}.", goes=[("card", "stock", "hand-{seat}")])
reshuffled = event(
    "reshuffle",
    cards=some_cards(),
    say="The discard pile is shuffled into a new stock.",
    goes=[("cards", "discard", "stock")],
)
passed = event("pass", is_move=True, seat=a_seat(), say="{seat} pass[es].")


def drawing(zone: str) -> EventKind:
    """Declare the event that a card is drawn face up into a zone: drew(s, seat, card)."""
    return event("draw", seat=a_seat(), card=a_card(), say="{seat} draw[s] {card}.", goes=[("card", "stock", zone)])


def laying_aside(zone: str) -> EventKind:
    """Declare the move that the card of a zone is laid on the discard pile: laid_aside(s, seat, card)."""
    to_pile = [("card", zone, "discard")]
    return event("discard", is_move=True, seat=a_seat(), card=a_card(), say="{seat} discard[s] {card}.", goes=to_pile)


chose_to_turn = event("turn", is_move=True, seat=a_seat())


def turning(zone: str) -> EventKind:
    """Declare the event that the next card of the stock is turned up in a zone: turned(s, seat, card)."""
    return event("draw", seat=a_seat(), card=a_card(), say="{seat} turn[s] {card}.", goes=[("card", "stock", zone)])


def discarding(zone: str = "") -> EventKind:
    """Declare the move that a card or a pair is discarded: discarded(s, seat, card, partner or NONE).

    zone: where the cards lie. Empty if they may lie in several zones; then the game itself reports which cards move.
    """
    return event(
        "discard",
        is_move=True,
        seat=a_seat(),
        card=a_card(),
        partner=a_card(),
        line=lambda discard: {"cards": [card for card in (discard["card"], discard["partner"]) if card]},
        say=lambda discard: "{seat} discard[s] {card}" + (" and {partner}." if discard["partner"] != NONE else "."),
        goes=[(name, zone, "discard") for name in ("card", "partner") if zone],
    )


Template = str | Callable[[Values], str]


def with_turn_up(otherwise: str) -> Template:
    """The sentence for a deal with a field `turn_up`; it says `otherwise` if no card is turned up."""
    return lambda deal: f"Deal {{number}}, {'with {turn_up} turned up' if deal['turn_up'] != NONE else otherwise}."


CLOSED_HANDS = by_seat("cards", to=EACH)
OPEN_HANDS = by_seat("cards")


def dealing(
    *,
    say: Template = "Deal {number}.",
    hands: EventField = CLOSED_HANDS,
    square: Square | None = None,
    **table: EventField,
) -> EventKind:
    """Declare the event that hands are dealt: dealt(s, number, dealer, hands, stock, then the fields of `table`).

    say: the sentence; empty in games of a single deal. hands: OPEN_HANDS if everybody sees them. square: as for an event,
    of a card laid on a grid. table: fields for other cards on the table.
    """
    fields: dict[str, Any] = {  # Any: type checkers match EventField with all parameters of `event`
        "number": a_number(),
        "dealer": a_seat(),
        "hands": hands,
        "stock": a_number(),
        **table,
    }
    return event(
        "deal",
        **fields,
        line=lambda deal: {
            "number": deal["number"], "dealer": deal["dealer"], "hands": deal["hands"],
            "table": {name: deal[name] for name in table}, "stock": deal["stock"],
        },
        say=say,
        square=square,
    )  # fmt: skip


def laying_out(*, shown: Callable[[Values], Values] | None = None, **table: EventField) -> EventKind:
    """Declare the event that the only deal of a game without hands is laid out: dealt(s, dealer, players, stock, then `table`).

    shown: returns what transcripts list of the event's fields; by default the fields of `table`.
    """
    # Any, as in `dealing`.
    fields: dict[str, Any] = {"dealer": a_seat(), "players": a_number(), "stock": a_number(), **table}
    return event(
        "deal",
        **fields,
        line=lambda deal: {
            "number": 1, "dealer": deal["dealer"], "hands": [[] for _ in range(deal["players"])],
            "table": shown(deal) if shown else {name: deal[name] for name in table}, "stock": deal["stock"],
        },
    )  # fmt: skip
