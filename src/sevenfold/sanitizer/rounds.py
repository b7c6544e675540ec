"""Rounds of simultaneous phases: what a seat may choose must not tell what others have chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sevenfold.declare.rules import Restriction
from sevenfold.kernel.types import ActionSet, Seat


@dataclass(frozen=True)
class Asked:
    """A moment of a round.

    Attributes:
        phase: The number of the phase.
        turn: The seat to move.
        seats: The seats that have still to choose, the seat to move among them.
        allowed: By seat, what each restriction of the phase allows it.
    """

    phase: int
    turn: Seat
    seats: frozenset[Seat]
    allowed: dict[Seat, list[ActionSet]]

    @property
    def left(self) -> frozenset[Seat]:
        """Who have still to choose once the seat to move has chosen."""
        return self.seats - {self.turn}


def broken(before: Asked, after: Asked | None) -> str:
    """Why a round does not go on as it must after a choice; empty if it does.

    Args:
        before: The moment before the choice, after which others have still to choose.
        after: The moment after it; None if the game is in another phase.
    """
    if after is not None and after.phase == before.phase and after.seats == before.left:
        return ""
    goes_on = (
        "the phase is another" if after is None or after.phase != before.phase else f"choosers answers {listed(after.seats)}"
    )
    return (
        f"Seat {before.turn} has chosen and {listed(before.left)} had still to choose, but now {goes_on}. In a simultaneous"
        " phase the turn passes to each of choosers(s), and what comes of the choices waits for the last of them."
    )


def depends(before: Asked, after: Asked, restrictions: Sequence[Restriction]) -> tuple[Restriction, str] | None:
    """The restriction by which what a seat may choose depends on another's choice, and a sentence; None if there is none."""
    for seat in sorted(after.seats):
        for restriction, was, now in zip(restrictions, before.allowed[seat], after.allowed[seat], strict=True):
            if was != now:
                return restriction, (
                    f"What {restriction.rule} allows seat {seat} has changed with the choice of seat {before.turn}, although"
                    " all choose at once. In a simultaneous phase it may depend only on what was known before the round; change"
                    " hands and tables once all have chosen."
                )
    return None


def listed(seats: frozenset[Seat]) -> str:
    """Seats in words."""
    if not seats:
        return "no seat"
    return f"{'seat' if len(seats) == 1 else 'seats'} {', '.join(map(str, sorted(seats)))}"
