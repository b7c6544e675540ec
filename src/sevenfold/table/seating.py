"""Who sits where: the person, and the bots with their paces."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import ConfigDict, Field
from pydantic.dataclasses import dataclass as pydantic_dataclass

from sevenfold.bots import KINDS, Bot, bot
from sevenfold.playing.game import Game

from .refusal import Refused, refusing
from .thinking import time_for

MOST_ITERATIONS = 1_000_000  # that a bot in a room may take for one action
MOST_MILLISECONDS = 10_000
START = 0.002  # seconds that a bot may wait for a thread without being late

Short = Annotated[str, Field(max_length=100)]


@dataclass(frozen=True)
class Pace:
    """How long a bot takes for an action."""

    id: str
    name: str
    seconds: float


PACES = {
    pace.id: pace
    for pace in (
        Pace("slow", "Slow", 1.6),
        Pace("normal", "Normal", 0.8),
        Pace("quick", "Quick", 0.35),
        Pace("instant", "Instant", 0),
    )
}


@pydantic_dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class BotChoice:
    """A bot as it was asked for."""

    kind: Short = "search"  # or with its budget, "search:2000"
    pace: Short = "normal"


class Player:
    """A bot in its seat.

    It answers after `step` seconds, which depend on pace, budget and game: how long it really thought would betray its cards.
    `thinking`: the seconds that it may think for; at the end of them it decides, whatever its budget.
    """

    def __init__(self, choice: BotChoice) -> None:
        self.bot: Bot = bot(choice.kind)
        self.iterations, milliseconds = _budget(self.bot.spec)
        self.thinking = milliseconds / 1000
        self.step = max(PACES[choice.pace].seconds, START + time_for(self.thinking))

    def allow(self, seconds: float) -> None:
        """Give it twice the time that its iterations take, at this many seconds each."""
        self.thinking = max(self.thinking, self.iterations * seconds * 2)
        self.step = max(self.step, START + time_for(self.thinking))

    def answers_after(self, ready: float) -> float:
        """When to give an answer that may be given `ready` seconds after it was asked: after whole steps, at least one.

        `ready` depends on how long it had to wait for its turn to think, not on its thoughts.
        """
        return self.step * max(1, math.ceil(ready / self.step - 1e-6))


def _budget(spec: str) -> tuple[int, int]:
    found = re.search(r":(\d+)(ms)?$", spec)
    if not found:
        return 0, 0
    return (0, int(found[1])) if found[2] else (int(found[1]), 0)


def bot_seats(game: Game, seat: int | None) -> list[int]:
    """The seats where bots sit."""
    return [other for other in range(game.players) if other != seat]


def seat_bots(game: Game, seat: int | None, bots: Sequence[BotChoice] | None) -> list[BotChoice]:
    """The bots of all seats except the person's, in order; a shorter list is repeated, None is the usual bot."""
    if seat is not None and not 0 <= seat < game.players:
        raise Refused("bad_seat", f"There is no seat {seat}; seats are 0 to {game.players - 1}, null watches the bots.")
    empty = bot_seats(game, seat)
    if bots is None:
        usual = BotChoice() if game.players > 1 else BotChoice("random")
        bots = [usual] if empty else []
    if len(bots) > len(empty):
        raise Refused("bad_bot", f"{game.name} has {_seats(len(empty))} for bots here; {len(bots)} were named.")
    if empty and not bots:
        raise Refused("bad_bot", f"Name at least one bot for the other {_seats(len(empty))}.")
    for choice in bots:
        _check_bot(game, choice)
    return [bots[i % len(bots)] for i in range(len(empty))]


def _seats(n: int) -> str:
    return "no seat" if n == 0 else "1 seat" if n == 1 else f"{n} seats"


def _check_bot(game: Game, choice: BotChoice) -> None:
    if choice.pace not in PACES:
        raise Refused("bad_bot", f"There is no pace {choice.pace!r}. The paces: {', '.join(PACES)}.")
    with refusing("bad_bot"):
        spec = bot(choice.kind).spec
    iterations, milliseconds = _budget(spec)
    if iterations > MOST_ITERATIONS or milliseconds > MOST_MILLISECONDS:
        most = f"{MOST_ITERATIONS} iterations or {MOST_MILLISECONDS}ms"
        raise Refused("bad_bot", f"In a room a bot thinks for at most {most} an action, not {choice.kind}.")
    kind = KINDS[spec.partition(":")[0]]
    if game.players == 1 and kind.needs_opponents:
        alone = ", ".join(k.id for k in KINDS.values() if not k.needs_opponents)
        raise Refused("bad_bot", f"{game.name} is for one player, which {kind.id} does not play; {alone} does.")
