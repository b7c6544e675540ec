"""Pictures of the games: a view for a spectator of each in the middle, from which the page draws its tiles.

`python -m sevenfold.table.pictures` prints them all. The server runs that with the rules interpreted, which takes
a second or two, where compiling every game for its picture might take minutes.
"""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

from sevenfold.playing.game import State
from sevenfold.registry import load, names
from sevenfold.view.description import View

from .child import end_with_parent, python
from .messages import view_json
from .refusal import Refused
from .seating import names_for

SEED = 7
ACTIONS = 26  # a picture shows the game after so many, or halfway where it is shorter


def picture(game: str) -> View:
    """A game in the middle."""
    state = _played(game, ACTIONS)
    if state.is_over:
        state = _played(game, len(state.actions) // 2)
    return state.view(None, names_for(state.game.players, None))


def _played(game: str, actions: int) -> State:
    chooser = random.Random(SEED)
    state = load(game).start(SEED)
    while not state.is_over and len(state.actions) < actions:
        state.play(chooser.choice(list(state.legal_actions())))
    return state


class Pictures:
    """All pictures, made once a server."""

    def __init__(self) -> None:
        self._made: asyncio.Task[dict[str, Any]] | None = None

    def begin(self) -> None:
        """Make them, unless that was begun before."""
        if self._made is None:
            self._made = asyncio.create_task(_make())

    async def of(self, game: str) -> dict[str, Any]:
        """The picture of a game."""
        self.begin()
        assert self._made is not None
        made = await asyncio.shield(self._made)
        if game not in made:
            raise Refused("unknown_game", f"There is no picture of {game!r}.")
        view: dict[str, Any] = made[game]
        return view

    async def close(self) -> None:
        """Make no more."""
        if self._made is not None:
            self._made.cancel()
            await asyncio.wait([self._made])


async def _make() -> dict[str, Any]:
    async with python(__name__, NUMBA_DISABLE_JIT="1") as printed:
        pictures: dict[str, Any] = json.loads(await printed.read() or b"{}")
    return pictures


if __name__ == "__main__":
    end_with_parent()
    print(json.dumps({game: json.loads(view_json(picture(game))) for game in names()}))
