"""Scoring a deal, which games of points share: what each seat's points are made of, and the totals.

A game answers `points`, and saying its terms by `earning` is part of the answer (`total` and `bid_of` where the defaults are
not enough).
"""

from __future__ import annotations

from collections.abc import Sequence

from sevenfold.cards import NONE
from sevenfold.kernel import (
    Fields,
    EventKind,
    Numbers,
    EventField,
    Seat,
    a_number,
    a_seat,
    compiled,
    event,
    optional,
    question,
    scratch,
)
from sevenfold.kernel.events import Values
from sevenfold.kernel.fields import MOST_SEATS


class ScoreFields(Fields):
    """What a position has that uses these words."""

    won: Numbers  # tricks of this deal, by seat
    scores: Numbers  # each seat's own
    deal_number: int  # deals done


def score_line(seats: Sequence[Values]) -> Values:
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


def earning(term: EventField) -> EventKind:
    """The event that a term, one of `a_term`, brings a seat points; said before the deal's `scored`."""
    return event("earn", seat=a_seat(), term=term, points=a_number(), line=False)


# -- what a game answers ------------------------------------------------------------------------------------------------


@question
def points(s: ScoreFields, seat: Seat) -> int:
    """What the deal that was just played brings a seat; its terms are said as they are counted."""
    raise NotImplementedError


@optional
def total(s: ScoreFields, seat: Seat) -> int:
    """The points of a seat in the game so far; with its partner's, where partners add them up."""
    return s.scores[seat]


@optional
def bid_of(s: ScoreFields, seat: Seat) -> int:
    """What a seat bid in this deal, or NONE."""
    return NONE


# -- scoring ------------------------------------------------------------------------------------------------------------


@compiled
def score_deal(s: ScoreFields) -> None:
    """Count the points of every seat, and the deal as done."""
    gains = scratch(MOST_SEATS)
    for seat in range(s.players):
        gains[seat] = points(s, seat)
        s.scores[seat] += gains[seat]
    s.deal_number += 1
    for seat in range(s.players):
        scored(s, s.deal_number, seat, bid_of(s, seat), s.won[seat], gains[seat], total(s, seat))


@compiled
def best_total(s: ScoreFields) -> int:
    """The highest total so far."""
    best = total(s, 0)
    for seat in range(1, s.players):
        best = max(best, total(s, seat))
    return best
