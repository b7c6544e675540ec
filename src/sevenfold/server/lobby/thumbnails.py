"""Pictures of the games: a player's view of each half-way through, from which the page draws its tiles.

Of the moments in the middle of a random game it is the one that shows most: a trick nearly full, a table full of cards.

`python -m sevenfold.server.lobby.thumbnails` prints them, a line each. The server runs it with the rules interpreted,
which takes a second or two; compiling every game for its picture might take minutes.
"""

from __future__ import annotations

import asyncio
import random

from pydantic import BaseModel, ValidationError

from sevenfold.errors import fault
from sevenfold.playing.game import State
from sevenfold.protocol.errors import Refused
from sevenfold.registry import game_names, load
from sevenfold.seat_names import names_for
from sevenfold.server.execution.subprocess import end_with_parent, python
from sevenfold.view.description import View

SEED = 7
ACTIONS = range(12, 48)  # a picture shows the game after so many, or half-way through if it is shorter
VIEWER = 0


class Picture(BaseModel):
    """A line that the child prints: the view, or why there is none."""

    game: str
    view: View | None = None
    error: str = ""


def picture(game: str) -> Picture:
    """A game half-way through."""
    try:
        return Picture(game=game, view=max(_middle(game), key=_shown))
    except (Exception, SystemExit) as error:  # noqa: BLE001 - the other games get their pictures
        return Picture(game=game, error=fault(error))


def _middle(game: str) -> list[View]:
    """The player's views in the middle of a random game."""
    state = _played(game, ACTIONS.stop)
    made = state.action_count // 2 if state.is_over else ACTIONS.start
    state = _played(game, made)
    chooser = random.Random(SEED)
    views = [_view(state)]
    while not state.is_over and state.action_count < ACTIONS.stop and len(views) < 2 * len(ACTIONS) // 3:
        state.play(chooser.choice(list(state.legal_actions())))
        views.append(_view(state))
    return [view for view in views if view.result is None] or views


def _view(state: State) -> View:
    return state.view(VIEWER, names_for(state.game.players, VIEWER))


def _shown(view: View) -> int:
    """How much a view shows: cards that lie open, those of a trick and of the player's hand above all."""
    faces = ((zone, face) for zone in view.zones for face in zone.faces if face.state == "up")
    return sum(1 + 3 * (zone.kind == "trick") + (zone.owner == VIEWER) for zone, _ in faces)


def _played(game: str, actions: int) -> State:
    chooser = random.Random(SEED)
    state = load(game).start(SEED)
    while not state.is_over and state.action_count < actions:
        state.play(chooser.choice(list(state.legal_actions())))
    return state


class Pictures:
    """All pictures, made once while the server runs."""

    def __init__(self) -> None:
        self.made: dict[str, Picture] = {}  # by game
        self._more = asyncio.Condition()
        self._is_complete = False
        self._task: asyncio.Task[None] | None = None

    async def of(self, game: str) -> View:
        """The picture of a game; Refused if it has none."""
        if self._task is None and game not in self.made:
            self._task = asyncio.create_task(self._make())
        async with self._more:
            await self._more.wait_for(lambda: game in self.made or self._is_complete)
        made = self.made.get(game) or Picture(game=game, error="its picture could not be made")
        if made.view is None:
            raise Refused("broken_game", f"There is no picture of {game}: {made.error}.")
        return made.view

    async def close(self) -> None:
        """Make no more pictures."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _make(self) -> None:
        try:
            async with python(__name__, NUMBA_DISABLE_JIT="1") as printed:
                async for line in printed:
                    await self._add(line)
        finally:
            self._is_complete = True
            async with self._more:
                self._more.notify_all()

    async def _add(self, line: bytes) -> None:
        try:
            made = Picture.model_validate_json(line)
        except ValidationError:
            return  # what the game itself printed
        async with self._more:
            self.made[made.game] = made
            self._more.notify_all()


if __name__ == "__main__":
    end_with_parent()
    for name in game_names():
        print(picture(name).model_dump_json(fallback=int, warnings=False), flush=True)
