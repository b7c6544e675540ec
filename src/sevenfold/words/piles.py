"""Events of dealing, of stocks and of discard piles, which several games share."""

from __future__ import annotations

from typing import Any

from sevenfold.kernel import EACH, Kind, a_card, a_number, a_seat, by_seat, event, some_cards

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


def dealing(*, say: str = "Deal {number}.", **table: Any) -> Kind:
    """The event that hands are dealt, with what lies on the table besides: dealt(s, number, dealer, hands, stock, …).

    say: the sentence; "" in a game of one deal.
    """
    return event(
        "deal",
        number=a_number(),
        dealer=a_seat(),
        hands=by_seat("cards", to=EACH),
        stock=a_number(),
        **table,
        line=lambda deal: {
            "number": deal["number"], "dealer": deal["dealer"], "hands": deal["hands"],
            "table": {name: deal[name] for name in table}, "stock": deal["stock"],
        },
        say=say,
    )  # fmt: skip
