"""What lists show of a game: scores and the result, which only the game itself can phrase."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sevenfold.cards import NONE
from sevenfold.playing.game import State
from sevenfold.seat_names import names_at
from sevenfold.server.execution import guest_games
from sevenfold.server.storage import StoredRoom, StoredSeat, Summary
from sevenfold.view.description import SeatView
from sevenfold.view.view_maker import seats_of

from .room_info import seat_names


def score_line(seats: Sequence[SeatView], seat: int | None) -> str:
    """The score in lists: the seat's, or everybody's for a spectator; empty if the game keeps none."""
    if seat is not None:
        return seats[seat].score
    return " : ".join(sitting.score for sitting in seats if sitting.score)


def score_at(state: State, seat: int | None, names: Sequence[str]) -> str:
    """`score_line` without a view; Refused if the game fails to say."""
    return guest_games.call(state.game.id, lambda: score_line(_seats_seen(state, seat, names), seat))


def scores_of(state: State, names: Sequence[str]) -> list[str]:
    """Each seat's score as its player sees it; Refused if the game fails to say."""
    return [score_at(state, seat, names) for seat in range(state.game.players)]


def _seats_seen(state: State, seat: int | None, names: Sequence[str]) -> Sequence[SeatView]:
    viewer = NONE if seat is None else seat
    return seats_of(state.game.rules, state.game.players, state.redacted(seat), viewer, names_at(names, seat))


def summary_of(stored: StoredRoom, state: State) -> tuple[Summary, list[StoredSeat]]:
    """The summary for lists, and the seats with scores and outcomes; Refused if the game fails to say."""
    names = seat_names(stored.seats)
    scores, resigned = scores_of(state, names), stored.summary.resigned
    winners = guest_games.call(state.game.id, state.winners) if resigned is None else stored.summary.winners
    sentence = "" if resigned is None else resignation(names, resigned, winners, None)
    if state.is_over:
        result = guest_games.call(state.game.id, lambda: state.view(None, names).result)
        sentence = result.sentence if result else ""
    seats = [replace(seat, score=scores[seat.seat], outcome=_outcome(stored, seat, winners)) for seat in stored.seats]
    returns = [float(one) for one in state.returns()] if state.is_over else []
    choosers = [] if state.is_over else stored.summary.choosers
    return Summary(scores, winners, sentence, resigned, returns, state.is_truncated, choosers), seats


def resignation(names: Sequence[str], resigned: int, winners: Sequence[int], viewer: int | None) -> str:
    """How a game ended in which the only opponent gave up, as a seat or a spectator is told."""
    who = names_at(names, viewer)[resigned]
    return f"{who} resigned, {'you win' if viewer in winners else f'{names[winners[0]]} wins'}."


def _outcome(stored: StoredRoom, seat: StoredSeat, winners: Sequence[int]) -> str:
    if seat.outcome == "given up":
        return "given up"
    if stored.status == "given up":
        return "won" if stored.summary.resigned is not None and seat.seat in winners else "given up"
    if stored.status != "over":
        return ""
    return "won" if seat.seat in winners else "lost"
