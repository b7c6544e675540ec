"""Getting an action from a bot, which is given a re-dealt position, never the true one."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from sevenfold.errors import BadInput, quoted
from sevenfold.kernel.chance import MOST_SMALL_SEED, secret_source, source
from sevenfold.kernel.types import Sources

from .base import Bot
from .kinds import known

if TYPE_CHECKING:
    from sevenfold.playing.game import State

    from .search.history import DealHistory, Recall

MOST_SECRET = 64  # bytes


def choose(
    asked: Bot, state: State, secret: bytes | None = None, *, seconds: float | None = None, since: int = 0
) -> int:  # fmt: skip
    """Let a bot choose an action.

    Args:
        asked: The bot.
        state: The true state, which the bot does not see.
        secret: 1 to 64 bytes which, together with the seat and the number of the choice, seed the bot's randomness. By
            default they are derived from the game's seed, so that games can be repeated.
        seconds: The bot's time limit. With a limit the bot also thinks when there is only one legal action, so that its
            thinking time reveals nothing.
        since: The number of actions at the start of the game that were played by somebody else: nothing is inferred from them.

    Raises:
        BadInput: The game is over, the secret has another length, or a bot of another package fails.
    """
    if not callable(getattr(asked, "choose", None)):
        raise BadInput(f"A bot is given by its name or as `bot` returns it, not as {quoted(asked)}. {known()}")
    if secret is not None and not 1 <= len(secret) <= MOST_SECRET:
        raise BadInput(f"A bot's secret is 1 to {MOST_SECRET} bytes long, not {len(secret)}.")
    turn = state.turn
    if turn is None:
        raise BadInput("The game is over.")
    legal = state.legal_actions()
    if len(legal) == 1 and seconds is None:
        return int(next(iter(legal)))
    chance = _chance(state, secret, turn, len(state.actions))
    time = math.inf if seconds is None else seconds
    return asked.choose(state.game, state.redeal(turn, chance), chance, time, recalling(state, turn, since))


def recalling(state: State, seat: int, since: int = 0) -> Recall:
    """A function that returns what the other seats did, as far as this seat knows. Its result depends on nothing else."""

    def recall() -> DealHistory:
        from .search.history import history_of

        return history_of(state, seat, since)

    return recall


def _chance(state: State, secret: bytes | None, *numbers: int) -> Sources:
    if secret is None and state.seed > MOST_SMALL_SEED:
        secret = state.seed.to_bytes(32, "big")  # a key is hashed, so that no choice reveals it
    return source(state.seed, *numbers) if secret is None else secret_source(secret, *numbers)
