"""A hint: the whole move that a bot would make in a player's place, why, and the result to be expected of it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from sevenfold.bots import Bot, recalling
from sevenfold.coaching import choice_of
from sevenfold.coaching.chances import chance_to_win
from sevenfold.coaching.reasons import reason_for
from sevenfold.coaching.text import Figure, to_win
from sevenfold.kernel.chance import secret_source
from sevenfold.kernel.memory import copied
from sevenfold.kernel.play import apply
from sevenfold.kernel.types import Sources
from sevenfold.playing.game import State
from sevenfold.view.description import Move

ONLY_MOVE = "is the only move"
BEST_CHANCE = "has the best chance to win"
DID_BEST = "did best in the deals tried"
BOTS_CHOICE = "is what the bot would play"  # if it does not think ahead


class Hint(NamedTuple):
    """The move that a bot would make."""

    move: Move
    why: str  # to follow "it"
    figure: str  # what is to be expected of it: "64 % to win" or "+2.3 points"; empty where it is the only move
    expected: str  # the same at length, with an interval; empty where there is no choice, or the bot does not think ahead

    @property
    def sentence(self) -> str:
        """The hint as the player reads it: what and why."""
        return f"{self.move.label}: it {self.why}."

    @property
    def line(self) -> str:
        """The hint on a line of text, with its figure."""
        return f"{self.sentence} {self.figure}".rstrip()


def find_hint(bot: Bot, state: State, moves: Sequence[Move], secret: bytes, seconds: float = math.inf) -> Hint:
    """The move that a bot would make in the place of the seat whose turn it is, chosen action by action, and why.

    The bot is given a position re-dealt for that seat, never the true one, and the reason is found in such positions too. The
    expected result is that of the first action with a choice.

    Args:
        bot: The bot that is asked.
        state: The game; it is not changed.
        moves: The moves in the seat's view.
        secret: Determines the re-deal, together with the seat and the number of actions played.
        seconds: The time that the bot may take for each action; so much may also be taken to find the reason, and the figure.
    """
    seat = state.turn
    assert seat is not None
    chance = secret_source(secret, seat, state.action_count)
    dealt, left, step, expected = state.redeal(seat, chance), list(moves), 0, ""
    figure: Figure | None = None
    while len(left) > 1:
        offered = {move.actions[step] for move in left}
        if len(offered) > 1:
            found = choice_of(bot, state.game, copied(dealt), chance, seconds, recalling(state, seat))
            action, expected, figure = found.action, expected or found.expected, figure or found.figure
        else:
            action = offered.pop()
        going = [move for move in left if move.actions[step : step + 1] == [action]]
        if not going:  # the bot's action begins none of the moves offered
            break
        left, step = going, step + 1
        if len(left) > 1:
            apply(dealt, 0, action)
    if len(moves) == 1:
        return Hint(left[0], ONLY_MOVE, "", "")
    return _explained(state, left[0], moves, expected, figure, secret_source(secret, seat, state.action_count, 1), seconds)


def _explained(
    state: State, move: Move, moves: Sequence[Move], expected: str, figure: Figure | None, chance: Sources, seconds: float
) -> Hint:
    """The hint with its reason and figure."""
    others = [other.actions for other in moves if other is not move]
    why = reason_for(state, move.actions, others, chance, seconds)
    otherwise = BEST_CHANCE if figure and figure.kind == "chance" else DID_BEST if expected else BOTS_CHOICE
    if expected and not figure:
        assert state.turn is not None
        figure = Figure("chance", to_win(chance_to_win(state, state.turn, chance, seconds, actions=move.actions)))
    return Hint(move, why or otherwise, figure.text if figure else "", expected)
