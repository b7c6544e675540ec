"""Seats of new rooms, and how fast bots play."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from sevenfold.bots import USUAL, Bot, bot, kind_of
from sevenfold.bots.levels import spec_of
from sevenfold.playing.game import Game
from sevenfold.protocol import NewRoom, SeatWish
from sevenfold.protocol.errors import Refused, refusing
from sevenfold.server.execution.thread_pools import time_for
from sevenfold.server.storage import Person, StoredRoom, StoredSeat
from sevenfold.solvers.claims import MOMENT

MOST_ITERATIONS = 1_000_000  # of a bot in a room, for one action
MOST_MILLISECONDS = 10_000
MOST_OF_A_LEVEL = 0.4  # seconds that a level of play may think, so that it answers within half a second
CLAIMING = 1.5 * MOMENT  # seconds of that to check whether it may claim the rest, with some to spare
START = 0.002  # seconds that a bot may wait for a thread without being late


@dataclass(frozen=True)
class Pace:
    """How fast bots play."""

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


@dataclass(frozen=True)
class BotChoice:
    """Which bot plays at a seat."""

    kind: str = USUAL  # possibly with a budget: "search:2000"
    pace: str = "normal"


class BotSeat:
    """A bot that plays at a seat.

    Attributes:
        step: It answers after this many seconds, which depend on pace, budget and game alone: the time that it really took
            would reveal something about its cards.
        thinking: The seconds after which it must decide, whatever its budget.
        claiming: The part of them for checking whether it may claim the rest.
    """

    def __init__(self, choice: BotChoice, game: Game) -> None:
        self.bot: Bot = bot(spec_of(choice.kind, game))
        self.iterations, milliseconds = _budget(self.bot.spec)
        self.most = MOST_OF_A_LEVEL if kind_of(choice.kind).is_level else math.inf
        self.claiming = CLAIMING if game.players > 1 and self.most < math.inf else 0.0
        self.thinking = min(self.most, milliseconds / 1000 + self.claiming)
        self.step = max(PACES[choice.pace].seconds, self.least)

    def allow(self, seconds: float) -> None:
        """Allow twice the time that its iterations take, at `seconds` each, within the limit of a level."""
        self.thinking = max(self.thinking, min(self.most, self.iterations * seconds * 2 + self.claiming))
        self.step = max(self.step, self.least)

    @property
    def least(self) -> float:
        """The seconds that it needs to answer at any pace."""
        return START + time_for(self.thinking)

    def step_of(self, *, is_paced: bool) -> float:
        """The seconds after which it answers: at the room's pace, or as soon as it can."""
        return self.step if is_paced else self.least

    def answers_after(self, ready: float, *, is_paced: bool = True) -> float:
        """The seconds after which to show an answer that may be shown after `ready`: a whole number of steps, at least one.

        `ready` depends on how long the bot waited for a thread, not on what it thought.
        """
        step = self.step_of(is_paced=is_paced)
        return step * max(1, math.ceil(ready / step - 1e-6))


def _budget(spec: str) -> tuple[int, int]:
    found = re.match(r"search:(\d+)(ms)?", spec)
    if not found:
        return 0, 0
    return (0, int(found[1])) if found[2] else (int(found[1]), 0)


def new_seats(game: Game, wanted: NewRoom, person: Person) -> list[StoredSeat]:
    """The seats of a new room; a list that is too short is filled up with bots like the last one in it."""
    wishes = list(wanted.seats or ([] if wanted.watch else [SeatWish(kind="you")]))
    if wanted.watch and any(wish.kind == "you" for wish in wishes):
        raise Refused("bad_seat", "Spectators have no seat: leave out either your seat or `watch`.")
    if len(wishes) > game.players:
        raise Refused("bad_seat", f"{game.name} has {seats_in_words(game.players)} here; {len(wishes)} were named.")
    last = next((wish for wish in reversed(wishes) if wish.kind == "bot"), SeatWish(kind="bot", bot=USUAL))
    wishes += [last] * (game.players - len(wishes))
    return [_new_seat(game, seat, wish, person) for seat, wish in enumerate(wishes)]


def _new_seat(game: Game, seat: int, wish: SeatWish, person: Person) -> StoredSeat:
    if wish.kind == "open":
        return StoredSeat(seat, "open")
    if wish.kind == "bot":
        return StoredSeat(seat, "bot", bot=checked_bot(wish.bot))
    return StoredSeat(seat, "person", person=person.id, name=person.name)


def check_may_be_public(room: StoredRoom) -> None:
    """Refused for a room that cannot be open to everybody: a game for one, a test room, or one whose cards may be known."""
    if len(room.seats) == 1:
        raise Refused("bad_seat", "A game for one has no seat for others, so its room cannot be open to everybody.")
    if room.test:
        raise Refused("not_now", "In a test room the host sees all hands, so it cannot be open to everybody.")
    if room.is_known_deal:
        raise Refused("not_now", "The cards of this deal may be known already; open a newly shuffled game to everybody.")


def seats_in_words(n: int) -> str:
    """A number of seats, in words."""
    return "no seat" if n == 0 else "1 seat" if n == 1 else f"{n} seats"


def checked_pace(pace: str) -> str:
    """The pace, if it exists; Refused otherwise."""
    if pace not in PACES:
        raise Refused("bad_bot", f"There is no pace {pace!r}. The paces: {', '.join(PACES)}.")
    return pace


def checked_bot(kind: str) -> str:
    """The kind of bot, if it may play in a room; Refused if it does not exist or would think for too long."""
    with refusing("bad_bot"):
        if kind_of(kind).reads_files:
            raise Refused("bad_bot", "Bots that read a file play in the terminal and in studies, not in a room.")
        spec = bot(kind).spec
    iterations, milliseconds = _budget(spec)
    if iterations > MOST_ITERATIONS or milliseconds > MOST_MILLISECONDS:
        most = f"{MOST_ITERATIONS} iterations or {MOST_MILLISECONDS}ms"
        raise Refused("bad_bot", f"In a room a bot thinks for at most {most} an action, not {kind}.")
    return kind
