"""Events of dealing, of stocks and of discard piles, which several games share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sevenfold.cards import NONE
from sevenfold.kernel import EACH, EventKind, EventField, a_card, a_number, a_seat, by_seat, event, some_cards
from sevenfold.kernel.events import Values

# A card comes from the stock: for its drawer alone to see, or openly.
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
    """The event that a card is drawn openly, and lies in a zone: drew(s, seat, card)."""
    return event("draw", seat=a_seat(), card=a_card(), say="{seat} draw[s] {card}.", goes=[("card", "stock", zone)])


def laying_aside(zone: str) -> EventKind:
    """The move that the card of a zone is laid on the discard pile: laid_aside(s, seat, card)."""
    to_pile = [("card", zone, "discard")]
    return event("discard", is_move=True, seat=a_seat(), card=a_card(), say="{seat} discard[s] {card}.", goes=to_pile)


chose_to_turn = event("turn", is_move=True, seat=a_seat())


def turning(zone: str) -> EventKind:
    """The event that the stock's next card is turned onto a zone: turned(s, seat, card)."""
    return event("draw", seat=a_seat(), card=a_card(), say="{seat} turn[s] {card}.", goes=[("card", "stock", zone)])


def discarding(zone: str = "") -> EventKind:
    """The event that a card, or a pair, is discarded: discarded(s, seat, card, partner or NONE).

    zone: where such cards lie; empty where there are several, and the game says itself what moves.
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
    """How a deal is told whose card `turn_up` all see, or `otherwise` if there is none."""
    return lambda deal: f"Deal {{number}}, {'with {turn_up} turned up' if deal['turn_up'] != NONE else otherwise}."


CLOSED_HANDS = by_seat("cards", to=EACH)
OPEN_HANDS = by_seat("cards")


def dealing(*, say: Template = "Deal {number}.", hands: EventField = CLOSED_HANDS, **table: EventField) -> EventKind:
    """The event that hands are dealt, with what lies on the table besides: dealt(s, number, dealer, hands, stock, …).

    say: empty in a game of a single deal, where dealing is no news. hands: OPEN_HANDS where everybody sees them.
    """
    parts: dict[str, Any] = {  # Parts; but `**` of these would be held against the other parameters of `event`, too
        "number": a_number(),
        "dealer": a_seat(),
        "hands": hands,
        "stock": a_number(),
        **table,
    }
    return event(
        "deal",
        **parts,
        line=lambda deal: {
            "number": deal["number"], "dealer": deal["dealer"], "hands": deal["hands"],
            "table": {name: deal[name] for name in table}, "stock": deal["stock"],
        },
        say=say,
    )  # fmt: skip


def laying_out(*, shown: Callable[[Values], Values] | None = None, **table: EventField) -> EventKind:
    """The event that the one deal of a game without hands is laid out: dealt(s, dealer, players, stock, …).

    shown: what lies on the table, as transcripts have it, of the event's fields; without it the fields as they are.
    """
    # Any, as in `dealing`.
    parts: dict[str, Any] = {"dealer": a_seat(), "players": a_number(), "stock": a_number(), **table}
    return event(
        "deal",
        **parts,
        line=lambda deal: {
            "number": 1, "dealer": deal["dealer"], "hands": [[] for _ in range(deal["players"])],
            "table": shown(deal) if shown else {name: deal[name] for name in table}, "stock": deal["stock"],
        },
    )  # fmt: skip
