"""Making a seat's view of a game as it stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sevenfold.declare.rules import Rules
from sevenfold.kernel.questions import OVER
from sevenfold.kernel.types import ActionSet, Positions, Seat

from .description import FORMAT, Result, SeatView, View
from .event_log import Story
from .moves import moves, say_why
from .refusals import refused
from .table_builder import Look


@dataclass(frozen=True)
class Sight:
    """A game as one seat is shown it."""

    rules: Rules
    players: int
    seat: Seat  # NONE: a spectator; OPEN: all hands are open
    names: Sequence[str]  # of all seats; the viewer's own is "You"
    positions: Positions  # an array of one, redacted for the seat unless all hands are open
    legal: ActionSet  # of the seat to move
    made: int  # actions so far
    story: Story
    winners: Sequence[int]
    returns: Sequence[float]


def default_names(players: int, viewer: Seat) -> list[str]:
    """The names of the seats if nobody gave any."""
    return ["You" if seat == viewer else f"Seat {seat}" for seat in range(players)]


def view_of(sight: Sight) -> View:
    """The view of a seat."""
    rules = sight.rules
    look = Look(rules, sight.players, sight.positions, sight.seat, sight.names)
    s = look.s
    rules.plain["table"](look)
    is_over = bool(s.phase == OVER)
    is_mine = not is_over and bool(s.turn == sight.seat)
    if is_mine:
        say_why(look, sight.legal)
    phase = None if is_over else rules.phases[s.phase]
    result = _result(sight, look) if is_over else None
    return View(
        format=FORMAT,
        game=rules.id,
        name=rules.name,
        deck=rules.pack.deck,
        seat=None if sight.seat < 0 else sight.seat,
        turn=None if is_over else s.turn,
        phase=phase.name if phase else "over",
        ask=phase is not None and phase.always_asked,
        made=sight.made,
        prompt=result.sentence if result else _prompt(sight, look, is_mine=is_mine),
        about=rules.restrictions[phase.id][-1].rule if phase else "",
        facts=look.facts,
        tracks=look.tracks,
        seats=look.seats,
        zones=look.zones,
        moves=moves(look, sight.legal) if is_mine else [],
        refused=refused(look, sight.legal) if is_mine else [],
        last_trick=sight.story.last_trick(rules.pack, sight.players),
        sheet=sight.story.sheet(sight.players),
        news=sight.story.news(sight.seat, sight.names, rules.pack),
        result=result,
    )


def seats_of(rules: Rules, players: int, positions: Positions, seat: Seat, names: Sequence[str]) -> list[SeatView]:
    """Only the seats of a view, in a small part of the time that the view takes; `positions` as in a Sight."""
    look = Look(rules, players, positions, seat, names)
    rules.plain["table"](look)
    return look.seats


def _prompt(sight: Sight, look: Look, *, is_mine: bool) -> str:
    if is_mine:
        return str(sight.rules.plain["prompt"](look.s))
    phase = sight.rules.phases[look.s.phase]
    return f"{look.names[look.s.turn]} is to {phase.name}."


def _result(sight: Sight, look: Look) -> Result:
    return Result(list(sight.winners), list(sight.returns), bool(look.s.truncated), _outcome(sight, look))


def _outcome(sight: Sight, look: Look) -> str:
    """How the game ended, in a sentence."""
    s, winners, names = look.s, sight.winners, sight.names
    if s.truncated:
        return f"The game was ended as a draw after {s.limit} turns."
    if "outcome" in sight.rules.plain:
        return str(sight.rules.plain["outcome"](s, winners, names))
    if not winners:
        return "Nobody wins."
    if len(winners) == 1:
        return "You win." if names[winners[0]] == "You" else f"{names[winners[0]]} wins."
    return f"{' and '.join(names[seat] for seat in winners)} win."
