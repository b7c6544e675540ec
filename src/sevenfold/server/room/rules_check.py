"""Whether a room's game still follows the rules that it was played by, and what people are told if it does not.

A game that is over keeps its stored result; one in progress rests until somebody lets it go on under the new rules.
"""

from __future__ import annotations

from dataclasses import replace

from sevenfold.errors import BrokenGame
from sevenfold.registry import is_game, rules_of
from sevenfold.server.storage import StoredRoom
from sevenfold.session.game_log import GameLog
from sevenfold.view.description import Result, View


def not_installed(game: str) -> str:
    """The sentence for a game whose package or file is missing."""
    return f"The game {game} is not installed on this server."


def have_changed(stored: StoredRoom, log: GameLog | None = None) -> bool:
    """Whether a game was played by other rules than today's.

    Args:
        stored: The room, whose game is installed.
        log: Its game replayed by today's rules, which tells of games from versions that stored no fingerprint.
    """
    if stored.status == "waiting":
        return False
    if log and log.misfit is not None:
        return True
    today = rules_of(stored.game).fingerprint
    if stored.rules and today:
        return stored.rules != today
    if log is None or stored.status != "over" or not stored.summary.sentence:
        return False
    return not log.state.is_over or log.state.winners() != stored.summary.winners


def rules_note(stored: StoredRoom, log: GameLog | None = None) -> str:
    """What people are told about the rules of a room's game: that it is not installed, or has changed; empty if all is well."""
    if not is_game(stored.game):
        return not_installed(stored.game)
    try:
        name = rules_of(stored.game).name
    except BrokenGame as error:
        return str(error)
    if not have_changed(stored, log):
        return ""
    misfit = log.misfit if log else None
    if stored.has_ended:
        rest = f" Move {misfit + 1} no longer fits, so only the moves before it are shown." if misfit is not None else ""
        return f"The rules of {name} have changed since this game was played.{rest} Its result is the one it had then."
    began = f"The rules of {name} have changed since this game was begun."
    if misfit is not None:
        restart = ": restart its deal, or give it up" if len(stored.persons) == 1 else "; give it up"
        return f"{began} Move {misfit + 1} no longer fits, so it cannot go on{restart} to keep it with its record."
    return f"{began} It rests until its host lets it go on under the new rules; or give it up to keep it with its record."


def may_go_on(stored: StoredRoom, log: GameLog | None, reader: str | None, *, host_is_here: bool) -> bool:
    """Whether a reader may let a game go on under new rules: its host or, while the host is away, a player."""
    if reader is None or stored.status != "open" or log is None or log.misfit is not None or not have_changed(stored, log):
        return False
    return reader == stored.host or (not host_is_here and bool(stored.seats_of(reader)))


def at_rest(stored: StoredRoom, log: GameLog | None) -> StoredRoom:
    """A room as it is kept in memory: paused, with its clocks stopped, while nobody has agreed to its new rules."""
    if stored.status != "open" or not have_changed(stored, log):
        return stored
    return replace(stored, paused=True, since=None)


def stored_result(stored: StoredRoom) -> Result | None:
    """The result that a finished game had by the rules it was played by; None if there is none."""
    told = stored.summary
    if stored.status != "over" or not told.sentence:
        return None
    returns = told.returns or [float(seat in told.winners) for seat in range(len(stored.seats))]
    return Result(told.winners, returns, told.truncated, told.sentence)


def with_stored_result(view: View, stored: StoredRoom) -> View:
    """The last view of a game that was played by other rules: with the scores and the result that it had then."""
    told = stored.summary
    seats = [replace(one, score=told.scores[one.seat]) if one.seat < len(told.scores) else one for one in view.seats]
    view = replace(view, seats=seats, moves=[], refused=[], turn=None, sheet=[], deal_end=None)
    result = stored_result(stored)
    return replace(view, prompt=result.sentence, result=result) if result else view
