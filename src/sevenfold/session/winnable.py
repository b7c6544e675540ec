"""Whether a game for one can still be won, and whether one that was lost could have been."""

from __future__ import annotations

from threading import Event
from typing import TYPE_CHECKING, NamedTuple

from sevenfold.errors import BadInput
from sevenfold.solvers.winnable import SECONDS, Verdict, can_win, is_solved

if TYPE_CHECKING:
    from sevenfold.playing.game import State

NO_SOLVER = "Whether a game can still be won is found out in the patiences for one only."


KNOWN = "With all cards known, even those in the stock, it"
STILL = f"{KNOWN} can still be won."
NEVER = f"{KNOWN} cannot be won, and never could."
NO_LONGER = f"{KNOWN} can no longer be won. It could have been when it began."
NOT_FROM_HERE = f"{KNOWN} cannot be won from here. Whether it could have been when it began was not found out."
NOT_FOUND_OUT = f"Even with all cards known, it was not found out in {SECONDS:g} seconds whether it can still be won."


class Outlook(NamedTuple):
    """Whether a game can still be won by a player who knows all cards."""

    verdict: Verdict
    sentence: str


def still_winnable(state: State, stop: Event | None = None) -> Outlook:
    """Whether a game can still be won; if not, the sentence says whether it ever could be.

    Raises:
        BadInput: There is no solver for the game, or it is over.
    """
    if not is_solved(state.game.id, state.game.players):
        raise BadInput(NO_SOLVER)
    if state.is_over:
        raise BadInput("The game is over.")
    now = can_win(state.copy(), stop=stop)
    if now != "no":
        return Outlook(now, STILL if now == "yes" else NOT_FOUND_OUT)
    began: Verdict = could_be_won(state, stop) if state.action_count else now
    return Outlook(now, {"yes": NO_LONGER, "no": NEVER, "unknown": NOT_FROM_HERE}[began])


def is_lost(state: State) -> bool:
    """Whether a game with a solver is over and was not won."""
    return is_solved(state.game.id, state.game.players) and state.is_over and not state.winners()


def could_be_won(state: State, stop: Event | None = None) -> Verdict:
    """Whether the deal of a game could have been won from its start."""
    return can_win(state.game.start(state.seed, limit=state.limit), stop=stop)


def queries_note(times: int) -> str:
    """What the result of a game says when the player asked whether it could still be won."""
    return f"It was asked {'once' if times == 1 else f'{times} times'} whether it can be won."
