"""Solving trick-taking games with open hands from the command line: the results for people and for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING

from .patience_study import as_data

if TYPE_CHECKING:
    from sevenfold.solvers.open_hands import ActionValue, OpenHands

    from .patience_study import Problem

MEANS = {
    "minimax": "worth: the standing of the mover's side less the other side's when the deal is over, if both sides play best.",
    "max^n": "worth: the mover's standing when the deal is over if everybody plays for their own, of equals the first action;"
    " sure: if all others only hold the mover down.",
}


def as_json(problem: Problem, found: OpenHands) -> str:
    """The result as one JSON object."""
    return json.dumps(
        {
            **as_data(problem),
            "known": "all hands",
            "outcome": found.outcome,
            "concept": found.concept,
            "seat": found.seat,
            "actions": [_as_data(one) for one in found.actions],
            "positions": found.nodes,
            "seconds": round(found.seconds, 3),
        },
        indent=2,
    )


def _as_data(one: ActionValue) -> dict[str, object]:
    line = None if one.line is None else [str(action) for action in one.line]
    return asdict(one) | {"action": str(one.action), "line": line}


def as_text(found: OpenHands) -> Iterator[str]:
    """The result in lines of text."""
    yield f"With all hands open, for seat {found.seat}, to the end of the deal ({found.concept})."
    yield MEANS[found.concept]
    best = found.best
    for one in found.actions:
        yield _line(one, is_sides=found.concept == "minimax") + ("  best" if one is best else "")
    if best is not None and best.line is not None:
        yield "Then: " + ", ".join(str(action) for action in best.line)
    if not found.is_exact:
        yield "Not everything was found in time; --seconds gives more."
    yield f"{found.nodes:,} positions in {found.seconds:.2f} s."


def _line(one: ActionValue, *, is_sides: bool) -> str:
    value = "not found in time" if one.value is None else f"worth {one.value:g}"
    sure = "" if is_sides or one.sure is None else f", sure {one.sure:g}"
    return f"  {one.action!s:<16} {value}{sure}"
