"""Makes the view of a seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sevenfold.declare.rules import Rules
from sevenfold.kernel.questions import OVER
from sevenfold.kernel.types import ActionSet, Positions, Seat

from .description import FORMAT, DealEnd, Result, SeatView, View
from .event_log import EventLog
from .event_text import about_winners, joined
from .moves import chosen_together, moves, say_places, say_twins, say_why
from .numbers import with_minus
from .refusals import refused
from .table_builder import TableBuilder


@dataclass(frozen=True)
class ViewContext:
    """The data from which a view is made."""

    rules: Rules
    players: int
    seat: Seat  # NONE: a spectator; OPEN: all hands are open
    names: Sequence[str]  # of all seats; the viewer's own is "You"
    positions: Positions  # an array of one, redacted for the seat unless all hands are open
    legal: ActionSet  # of the seat to move
    made: int  # actions so far
    event_log: EventLog
    deal_end: DealEnd | None
    winners: Sequence[int]
    returns: Sequence[float]
    choosers: Sequence[Seat] = ()  # the seats that have not chosen yet, where all choose at once


def default_names(players: int, viewer: Seat) -> list[str]:
    """The names of the seats when none are given."""
    return ["You" if seat == viewer else f"Seat {seat}" for seat in range(players)]


def view_of(context: ViewContext) -> View:
    """The view of a seat."""
    rules = context.rules
    table = TableBuilder.filled(rules, context.players, context.positions, context.seat, context.names)
    s = table.s
    if context.choosers:
        table.seats = [replace(seat, is_turn=seat.seat in context.choosers) for seat in table.seats]
    say_places(table)
    is_over = bool(s.phase == OVER)
    is_mine = not is_over and bool(s.turn == context.seat)
    if is_mine:
        say_twins(table, context.legal)
        say_why(table, context.legal)
    phase = None if is_over else rules.phases[s.phase]
    result = _result(context, table) if is_over else None
    mine = moves(table, context.legal) if is_mine else []
    return View(
        format=FORMAT,
        game=rules.id,
        name=rules.name,
        deck=rules.pack.design,
        seat=None if context.seat < 0 else context.seat,
        turn=None if is_over else s.turn,
        phase=phase.name if phase else "over",
        ask=phase is not None and phase.always_asked,
        midway=phase is not None and phase.within_move,
        made=context.made,
        prompt=result.sentence if result else _prompt(context, table, is_mine=is_mine),
        about=rules.restrictions[phase.id][-1].rule if phase else "",
        facts=table.facts,
        tracks=table.tracks,
        seats=table.seats,
        zones=table.zones,
        moves=mine,
        together=chosen_together(table, mine) if mine else 1,
        refused=refused(table, context.legal) if is_mine else [],
        last_trick=context.event_log.last_trick(rules.pack, context.players),
        sheet=context.event_log.sheet(context.players),
        deal_end=context.deal_end,
        deals=context.event_log.deals(rules, context.players),
        news=context.event_log.news(context.seat, context.names, rules.pack),
        result=result,
        choosers=list(context.choosers),
        trick_phases=[rules.phases[phase].name for phase in context.event_log.phases_since_trick() if phase in rules.phases],
    )


def deal_end_of(rules: Rules, players: int, made: int, positions: Positions, seat: Seat, names: Sequence[str]) -> DealEnd:
    """How a deal ended.

    Args:
        rules: The rules of the game.
        players: The number of seats.
        made: The number of the action that ended the deal.
        positions: The position after it, as in a ViewContext, without what was dealt next.
        seat: The viewer, as in a ViewContext.
        names: The names of all seats.
    """
    table = TableBuilder.filled(rules, players, positions, seat, names)
    return DealEnd(made, table.seats, table.tracks)


def seats_of(rules: Rules, players: int, positions: Positions, seat: Seat, names: Sequence[str]) -> list[SeatView]:
    """Only the seats of a view, which is much faster than the whole; positions: as in a ViewContext."""
    return TableBuilder.filled(rules, players, positions, seat, names).seats


def _prompt(context: ViewContext, table: TableBuilder, *, is_mine: bool) -> str:
    if is_mine:
        return with_minus(str(context.rules.plain["prompt"](table.s)))
    if context.choosers:
        waits = [table.names[seat] for seat in context.choosers if seat != context.seat]
        return f"Waiting for {joined(waits)}." if waits else "You are still to choose."
    phase = context.rules.phases[table.s.phase]
    return f"{table.names[table.s.turn]} is to {phase.whole}."


def _result(context: ViewContext, table: TableBuilder) -> Result:
    return Result(list(context.winners), list(context.returns), bool(table.s.truncated), _outcome(context, table))


def _outcome(context: ViewContext, table: TableBuilder) -> str:
    """How the game ended, in a sentence."""
    s, winners = table.s, context.winners
    if s.truncated:
        return f"The game was ended as a draw after {s.limit} turns."
    template = "{winners} win[s]." if winners else "Nobody wins."
    if "outcome" in context.rules.plain:
        template = with_minus(str(context.rules.plain["outcome"](s, winners, context.names)))
    return about_winners(template, [context.names[seat] for seat in winners])
