"""The people: they play through the proxy, connect again as a page does, and time their own moves."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from time import monotonic
from types import MappingProxyType
from typing import Any

import httpx
from websockets.exceptions import WebSocketException

from tools.servers.players import BOT, KINDS, Reached, Somebody

from .diary import Diary

SILENCE: Mapping[str, Any] = {
    "open_timeout": 3,
    "ping_interval": 2.5,
    "ping_timeout": 4,
    "close_timeout": 0.5,
}  # after which they connect again
CLOCK = {"seconds": 900}  # long enough for a whole game: who loses on time has been wronged
UNFAIR = 1.0  # seconds by which a clock may differ from the person's own
ROOMS = (*KINDS, {"game": "sane_sevens", "options": {"players": 3}, "seats": [{"kind": "you"}, BOT], "clock": CLOCK})


class Person(Somebody):
    """Somebody with a watch."""

    patience = 10.0
    pause = 0.3
    connecting = SILENCE

    def __init__(self, number: int, servers: Sequence[Reached], diary: Diary) -> None:
        super().__init__(number, servers, diary, diary.seed)
        self.kind = {"pace": "quick", **ROOMS[number % len(ROOMS)]}
        self.progress = 0.0  # when a move of theirs was last acknowledged, or a game begun
        self._diary = diary
        self._reached = ("", 0)  # the room, and how many of their moves are acknowledged there
        self._asked, self._made, self._clock = 0.0, 0.0, 0.0  # when it became their turn, when they moved, what the clock said

    def shown(self, message: dict[str, Any]) -> bool:
        """Check the clock, and note whether the game goes on."""
        reached = self.room, len(self.kept[self.room].acknowledged)
        if reached != self._reached:
            self._check_clock(message, is_move=reached[0] == self._reached[0])
            self._reached, self.progress, self._asked = reached, monotonic(), 0.0
        if message["view"]["moves"] and not self._asked:
            self._asked, self._clock = monotonic(), _seconds(message)
        return False

    def _check_clock(self, message: dict[str, Any], *, is_move: bool) -> None:
        """After a move: their clock lost no more than the time since they were asked; in calm no less than they thought."""
        if message["room"]["clock"] is None or not is_move:
            return
        lost, now, is_calm = self._clock - _seconds(message), monotonic(), self._diary.was_calm(self._asked)
        heard_late = not self._diary.line_was_sound(self._asked)  # their own line counts for them
        wrong = max(0.0 if heard_late else lost - (now - self._asked), self._made - self._asked - lost if is_calm else 0.0)
        self._diary.worst_clock = max(self._diary.worst_clock, wrong)
        if wrong > UNFAIR:
            self._diary.fault(f"{self.room}: a clock lost {lost:.1f} s for {self._made - self._asked:.1f} s of thinking")

    async def think(self) -> None:
        """Think about a move."""
        await asyncio.sleep(self.random.uniform(0.3, 2.0))
        self._made = monotonic()


def _seconds(message: dict[str, Any]) -> float:
    return float(message["room"]["seats"][message["room"]["seat"]]["seconds"] or 0)


class Prober(Somebody):
    """Tries whether a move can be made at one server."""

    patience = 10.0
    connecting: Mapping[str, Any] = MappingProxyType({"open_timeout": 10, "close_timeout": 0.2})
    why = ""  # no move could be made, the last time
    _before = 0

    def shown(self, message: dict[str, Any]) -> bool:  # noqa: ARG002 - any view will do
        """Have enough once a move is acknowledged."""
        return self.played.acknowledged > self._before

    async def can_move(self, seconds: float) -> bool:
        """Whether a move is made within `seconds`."""
        self._before = self.played.acknowledged
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self.played.acknowledged == self._before:
                    await self._try()
        return self.played.acknowledged > self._before

    async def _try(self) -> None:
        try:
            await self.enter_and_play(f"{self.servers[0].host}:{self.servers[0].port}")
        except (OSError, WebSocketException, httpx.HTTPError) as error:
            self.why = repr(error)
            await asyncio.sleep(self.pause)
