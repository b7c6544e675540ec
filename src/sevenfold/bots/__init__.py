"""Bots: they play where no person does. A bot is given a re-dealt position, never the true one.

>>> import sevenfold
>>> from sevenfold.bots import bot, choose
>>> state = sevenfold.load("seven_truf").start(seed=7)
>>> choose(bot("random"), state) in state.legal_actions()
True
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from sevenfold.errors import BadInput
from sevenfold.kernel.chance import MOST_SMALL_SEED, secret_source, source
from sevenfold.kernel.types import Positions, Sources

if TYPE_CHECKING:
    from sevenfold.playing.game import Game, State


class Bot(Protocol):
    """Who chooses actions."""

    spec: str

    def choose(self, game: Game, dealt: Positions, chance: Sources, /, seconds: float = math.inf) -> int:
        """An action for the seat whose turn it is in `dealt`, a raw state (array of one) re-dealt for that seat.

        Once so many seconds have passed it decides, even if its budget is not used up.
        """
        ...


@dataclass(frozen=True)
class BotKind:
    """A kind of bot, as people choose one."""

    id: str
    name: str
    about: str
    needs_opponents: bool
    make: Callable[[str], Bot]


def _random(argument: str) -> Bot:
    from .random import RandomBot

    return RandomBot(argument)


def _search(argument: str) -> Bot:
    from .search import SearchBot

    return SearchBot(argument)


KINDS = {
    kind.id: kind
    for kind in (
        BotKind("random", "Random", "Plays any legal card.", False, _random),
        BotKind(
            "search",
            "Search",
            "Thinks ahead, over the deals that it cannot rule out.",
            True,
            _search,
        ),
    )
}


def bot(spec: str) -> Bot:
    """The bot that a spec names: `random`, `search`, `search:2000` (iterations) or `search:500ms`; BadInput for any other."""
    kind, _, argument = spec.partition(":")
    if kind not in KINDS:
        raise BadInput(f"There is no bot {spec!r}. The bots: {', '.join(KINDS)} (search:1000, search:500ms).")
    return KINDS[kind].make(argument)


def bots_for(specs: Sequence[str], seats: int) -> list[Bot]:
    """Bots for this many seats; a shorter list is repeated round the table."""
    if not specs:
        raise BadInput("Name at least one bot.")
    made = [bot(spec) for spec in specs]
    return [made[i % len(made)] for i in range(seats)]


MOST_SECRET = 64  # bytes


def choose(asked: Bot, state: State, secret: bytes | None = None, *, seconds: float | None = None) -> int:
    """What a bot plays in a state.

    Its chance comes from the secret (1 to 64 bytes) and from the seat and the number of the choice; without a secret from the
    game's seed, so that it can be repeated.

    seconds: within so many, and thinking about a single legal action too, so that the time it takes gives nothing away.
    """
    if secret is not None and not 1 <= len(secret) <= MOST_SECRET:
        raise BadInput(f"A bot's secret is 1 to {MOST_SECRET} bytes long, not {len(secret)}.")
    turn = state.turn
    if turn is None:
        raise BadInput("The game is over.")
    legal = state.legal_actions()
    if len(legal) == 1 and seconds is None:
        return int(next(iter(legal)))
    chance = _chance(state, secret, turn, len(state.actions))
    return asked.choose(state.game, state.redeal(turn, chance), chance, math.inf if seconds is None else seconds)


def _chance(state: State, secret: bytes | None, *numbers: int) -> Sources:
    if secret is None and state.seed > MOST_SMALL_SEED:
        secret = state.seed.to_bytes(32, "big")  # a key is hashed, so that no choice tells of it
    return source(state.seed, *numbers) if secret is None else secret_source(secret, *numbers)
