"""Whether a patience can be won, for people who play alone; and deals that are known to be winnable."""

from __future__ import annotations

import secrets
from threading import Event
from time import perf_counter
from typing import TYPE_CHECKING, Literal, TypeAlias

from sevenfold.errors import BadInput

from . import patience

if TYPE_CHECKING:
    from sevenfold.playing.game import Game, State

Verdict: TypeAlias = Literal["yes", "no", "unknown"]
SECONDS = 4.0  # that a player waits for an answer
MEMORY = 1 << 27  # of one search
DRAWING = 10.0  # seconds to look for a winnable deal
TRIES = 2000  # deals tried meanwhile; three in a hundred of Seven Solitaire's can be won
A_TRY = 1.0  # seconds for each of them

FROM_THE_START: dict[Verdict, str] = {  # once it is lost
    "yes": "With all cards known, this deal could have been won.",
    "no": "No way of playing wins this deal.",
    "unknown": "Whether this deal could have been won was not found out.",
}
NONE_FOUND = "No deal that can be won was found in time; try again, or play a deal that is not checked."


def is_solved(game: str, players: int) -> bool:
    """Whether there is a solver for this game, played by one person."""
    return players == 1 and game in patience.GAMES


def check_solved(game: Game) -> None:
    """Raise BadInput if deals of this game cannot be checked."""
    if not is_solved(game.id, game.players):
        raise BadInput(f"Only in a patience for one can deals be checked, not in {game.name} with these options.")


def can_win(state: State, seconds: float = SECONDS, stop: Event | None = None) -> Verdict:
    """Whether the game can be won from here by a player who knows the order of the stock."""
    try:
        outcome = patience.solve(state, seconds=seconds, memory=MEMORY, stop=stop).outcome
    except BadInput:  # the limit of turns is too close
        return "unknown"
    return "yes" if outcome == "solved" else "no" if outcome == "unsolvable" else "unknown"


def winning(start: State, seconds: float = DRAWING, stop: Event | None = None) -> State:
    """The game played on to a win that the solver found; BadInput if it found none."""
    found = patience.solve(start, seconds=seconds, memory=MEMORY, stop=stop)
    if found.outcome != "solved":
        raise BadInput("No way of playing that wins this deal was found.")
    state = start.copy()
    for action in found.line:
        state.play(action)
    return state


def draw(game: Game, seconds: float = DRAWING, tries: int = TRIES, stop: Event | None = None) -> int:
    """The seed of a random deal that can be won; BadInput if none was found in time."""
    began = perf_counter()
    for _ in range(tries):
        left = seconds - (perf_counter() - began)
        if left <= 0 or (stop is not None and stop.is_set()):
            break
        seed = secrets.randbits(256)
        if can_win(game.start(seed), min(left, A_TRY), stop) == "yes":
            return seed
    raise BadInput(NONE_FOUND)
