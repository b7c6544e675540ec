"""Events of scoring a deal, which games of points share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sevenfold.kernel import Kind, Part, a_number, a_seat, event


def score_line(seats: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """A transcript's line of all seats' scores."""
    points, totals = [own["points"] for own in seats], [own["total"] for own in seats]
    return {"deal": seats[0]["deal"], "points": points, "totals": totals}


# Said for each seat in turn, when a deal has been scored; a bid or tricks that the game does not have are NONE.
scored = event(
    "score",
    deal=a_number(),
    seat=a_seat(),
    bid=a_number(or_none=True),
    took=a_number(or_none=True),
    points=a_number(),
    total=a_number(),
    joins=score_line,
    say="{seat} score[s] {points} in deal {deal}.",
)


def earning(term: Part) -> Kind:
    """The event that a term, one of `a_term`, brings a seat points; said before the deal's `scored`."""
    return event("earn", seat=a_seat(), term=term, points=a_number(), line=False)
