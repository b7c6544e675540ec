"""Scoring deals: the terms that make up each seat's points, and the totals.

A game answers `points`, reporting each term by an event from `earning` while counting. It answers `total` and `bid_of` if the
defaults do not fit.
"""

from __future__ import annotations

from collections.abc import Sequence

from sevenfold.cards import NONE
from sevenfold.kernel import (
    EventField,
    EventKind,
    Fields,
    Numbers,
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
    """The fields that a position needs to use this module."""

    won: Numbers  # tricks of this deal, by seat
    scores: Numbers  # each seat's score
    deal_number: int  # deals done


def score_line(seats: Sequence[Values]) -> Values:
    """The transcript line of all seats' scores."""
    points, totals = [own["points"] for own in seats], [own["total"] for own in seats]
    return {"deal": seats[0]["deal"], "points": points, "totals": totals}


# Reported for each seat in turn when a deal has been scored; a game without bids or tricks passes NONE for them.
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
    """Declare the event that a seat gets points for a term (see `a_term`), reported before the deal's `scored`."""
    return event("earn", seat=a_seat(), term=term, points=a_number(), line=False)


# -- questions that a game answers --------------------------------------------------------------------------------------


@question
def points(s: ScoreFields, seat: Seat) -> int:
    """The points of a seat in the deal just played; reports their terms while counting them."""
    raise NotImplementedError


@optional
def total(s: ScoreFields, seat: Seat) -> int:
    """The points of a seat in the game so far, including its partner's if partners score together."""
    return s.scores[seat]


@optional
def bid_of(s: ScoreFields, seat: Seat) -> int:
    """The bid of a seat in this deal, or NONE."""
    return NONE


# -- scoring ------------------------------------------------------------------------------------------------------------


@compiled
def score_deal(s: ScoreFields) -> None:
    """Add every seat's points of the deal to the scores, and count the deal."""
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
