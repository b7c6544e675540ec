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

    from .history import Past, Recall


class Bot(Protocol):
    """Who chooses actions."""

    spec: str

    def choose(
        self, game: Game, dealt: Positions, chance: Sources, /, seconds: float = math.inf, recall: Recall | None = None
    ) -> int:
        """An action for the seat whose turn it is in `dealt`, a raw state (array of one) re-dealt for that seat.

        Once so many seconds have passed it decides, even if its budget is not used up. recall: says what the others have
        done, as far as the seat knows.
        """
        ...


@dataclass(frozen=True)
class BotKind:
    """A kind of bot, as people choose one."""

    id: str
    name: str
    about: str
    make: Callable[[str], Bot]
    is_level: bool = False  # one of the levels of play; the others are there to study


def _level(name: str) -> Callable[[str], Bot]:
    def make(argument: str) -> Bot:
        from .levels import Level

        return Level(name, argument)

    return make


def _thumb(argument: str) -> Bot:
    from .heuristics import ThumbBot

    return ThumbBot(argument)


def _random(argument: str) -> Bot:
    from .random import RandomBot

    return RandomBot(argument)


def _search(argument: str) -> Bot:
    from .search import SearchBot

    return SearchBot(argument)


BEGINNER, CLUB, EXPERT = "beginner", "club", "expert"
USUAL = CLUB  # who plays if nobody says which
KINDS = {
    kind.id: kind
    for kind in (
        BotKind(BEGINNER, "Beginner", "Plays sensibly, and slips now and then.", _level(BEGINNER), is_level=True),
        BotKind(CLUB, "Club", "Thinks ahead a little.", _level(CLUB), is_level=True),
        BotKind(EXPERT, "Expert", "Thinks ahead as well as it can.", _level(EXPERT), is_level=True),
        BotKind("thumb", "Rules of thumb", "Plays by a few rules of thumb, without thinking ahead.", _thumb),
        BotKind("random", "Random", "Plays any legal card.", _random),
        BotKind("search", "Search", "Thinks ahead, for as long as you say.", _search),
    )
}


def bot(spec: str) -> Bot:
    """The bot that a spec names; BadInput for any other.

    Levels: `beginner`, `club`, `expert`. To study: `thumb` (rules of thumb; `thumb:0.3` slips in three of ten choices),
    `random`, `search`, `search:2000` (iterations), `search:500ms`, and with settings `search:2000:thumb=0.5`.
    """
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


def choose(
    asked: Bot, state: State, secret: bytes | None = None, *, seconds: float | None = None, since: int = 0
) -> int:  # fmt: skip
    """What a bot plays in a state.

    Its chance comes from the secret (1 to 64 bytes) and from the seat and the number of the choice; without a secret from the
    game's seed, so that it can be repeated.

    seconds: within so many, and thinking about a single legal action too, so that the time it takes gives nothing away.
    since: the first actions, so many, were not these players'; nothing is learnt from them.
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
    time = math.inf if seconds is None else seconds
    return asked.choose(state.game, state.redeal(turn, chance), chance, time, recalling(state, turn, since))


def recalling(state: State, seat: int, since: int = 0) -> Recall:
    """What a bot may ask for: what the others did, as far as the seat knows. Only what it tells depends on the state."""

    def recall() -> Past:
        from .history import past_of

        return past_of(state, seat, since)

    return recall


def _chance(state: State, secret: bytes | None, *numbers: int) -> Sources:
    if secret is None and state.seed > MOST_SMALL_SEED:
        secret = state.seed.to_bytes(32, "big")  # a key is hashed, so that no choice tells of it
    return source(state.seed, *numbers) if secret is None else secret_source(secret, *numbers)
