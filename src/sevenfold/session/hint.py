"""A hint: the whole move that a bot would make in a player's place, with the result to be expected of it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from sevenfold.bots import Bot, recalling
from sevenfold.coaching import choice_of
from sevenfold.kernel.chance import secret_source
from sevenfold.kernel.memory import copied
from sevenfold.kernel.play import apply
from sevenfold.playing.game import State
from sevenfold.view.description import Move


class Hint(NamedTuple):
    """The move that a bot would make."""

    move: Move
    expected: str  # its expected result in words; empty where there is no choice, or the bot does not think ahead

    @property
    def sentence(self) -> str:
        """The hint as the player reads it."""
        return hint_sentence(self.move.text, self.expected)


def hint_sentence(text: str, expected: str) -> str:
    """A hint in a sentence, from the move's text and its expected result."""
    return f"Hint: {text}{f', expected result {expected}' if expected else ''}."


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
    dealt, left, step, expected = state.redeal(seat, chance), list(moves), 0, ""
    while len(left) > 1:
        offered = {move.actions[step] for move in left}
        if len(offered) > 1:
            found = choice_of(bot, state.game, copied(dealt), chance, seconds, recalling(state, seat))
            action, expected = found.action, expected or found.expected
        else:
            action = offered.pop()
        going = [move for move in left if move.actions[step : step + 1] == [action]]
        if not going:  # the bot's action begins none of the moves offered
            break
        left, step = going, step + 1
        if len(left) > 1:
            apply(dealt, 0, action)
    return Hint(left[0], expected)
