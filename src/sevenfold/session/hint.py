"""A hint: the whole move that a bot would make in a player's place, with the result to be expected of it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from sevenfold.bots import Bot, recalling
from sevenfold.coaching import choice_of
from sevenfold.coaching.reasons import reason_of
from sevenfold.kernel.chance import secret_source
from sevenfold.kernel.memory import copied
from sevenfold.kernel.play import apply
from sevenfold.playing.game import State
from sevenfold.seat_names import names_for
from sevenfold.view.description import Move


class Hint(NamedTuple):
    """The move that a bot would make."""

    move: Move
    why: str  # as a clause to follow a colon; empty if nothing is to be said
    expected: str  # its expected result in short; empty where there is no choice, or the bot does not think ahead

    @property
    def sentence(self) -> str:
        """What to do, and why."""
        return f"{self.move.label}{f': {self.why}' if self.why else ''}."


def find_hint(bot: Bot, state: State, moves: Sequence[Move], secret: bytes, seconds: float = math.inf) -> Hint:
    """The move that a bot would make in the place of the seat whose turn it is, chosen action by action.

    The bot is given a position re-dealt for that seat, never the true one. The expected result is that of the first action
    with a choice.

    Args:
        bot: The bot that is asked.
        state: The game; it is not changed.
        moves: The moves in the seat's view.
        secret: Determines the re-deal, together with the seat and the number of actions played.
        seconds: The time that each action may take.
    """
    seat = state.turn
    assert seat is not None
    chance = secret_source(secret, seat, state.action_count)
    dealt, left, step = state.redeal(seat, chance), list(moves), 0
    first, expected, method = copied(dealt), "", None
    while len(left) > 1:
        offered = {move.actions[step] for move in left}
        if len(offered) > 1:
            found = choice_of(bot, state.game, copied(dealt), chance, seconds, recalling(state, seat))
            action, expected, method = found.action, expected or found.expected, method or found.method
        else:
            action = offered.pop()
        going = [move for move in left if move.actions[step : step + 1] == [action]]
        if not going:  # the bot's action begins none of the moves offered
            break
        left, step = going, step + 1
        if len(left) > 1:
            apply(dealt, 0, action)
    names = names_for(state.game.players, seat)
    why = reason_of(state, first, left[0], names, len(moves), method) if len(moves) > 1 else ""
    return Hint(left[0], why, expected)
