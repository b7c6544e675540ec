"""Whether a game for one can still be won, and whether one that was lost could have been."""

from __future__ import annotations

from threading import Event
from typing import TYPE_CHECKING

from sevenfold.errors import BadInput
from sevenfold.solvers.winnable import STILL, Verdict, can_win, is_solved

if TYPE_CHECKING:
    from sevenfold.playing.game import State

NO_SOLVER = "Whether a game can still be won is found out in the patiences for one only."


def still_winnable(state: State) -> str:
    """Whether a game can still be won by a player who knows all cards, in a sentence.

    Raises:
        BadInput: There is no solver for the game, or it is over.
    """
    if not is_solved(state.game.id, state.game.players):
        raise BadInput(NO_SOLVER)
    if state.is_over:
        raise BadInput("The game is over.")
    return STILL[can_win(state.copy())]


def is_lost(state: State) -> bool:
    """Whether a game with a solver is over and was not won."""
    return is_solved(state.game.id, state.game.players) and state.is_over and not state.winners()


def could_be_won(state: State, stop: Event | None = None) -> Verdict:
    """Whether the deal of a game could have been won from its start."""
    return can_win(state.game.start(state.seed, limit=state.limit), stop=stop)


def queries_note(times: int) -> str:
    """What the result of a game says when the player asked whether it could still be won."""
    return f"It was asked {'once' if times == 1 else f'{times} times'} whether it can be won."
