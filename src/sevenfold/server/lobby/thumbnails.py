"""Thumbnails: a player's view from the middle of each game, from which the page draws its tiles.

Of several moments in a random game it is the one that shows most cards.

`python -m sevenfold.server.lobby.thumbnails` prints them, one per line. The server runs it with interpreted rules, which takes
a second or two; compiling every game for its thumbnail might take minutes.
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
from sevenfold.server.execution import guest_games
from sevenfold.server.execution.subprocess import end_with_parent, python
from sevenfold.view.description import View

SEED = 7
ACTIONS = range(12, 48)  # the moments to choose from; of a shorter game, the middle
VIEWER = 0


class Thumbnail(BaseModel):
    """A line that the child process prints: the view, or why there is none."""

    game: str
    view: View | None = None
    error: str = ""


def thumbnail(game: str) -> Thumbnail:
    """The thumbnail of a game."""
    try:
        views = guest_games.limited(game, lambda: _middle(game), guest_games.LONG)
        return Thumbnail(game=game, view=max(views, key=_shown))
    except (Exception, SystemExit) as error:  # noqa: BLE001 - one faulty game must not cost the others theirs
        return Thumbnail(game=game, error=fault(error))


def _middle(game: str) -> list[View]:
    """The player's views at several moments in the middle of a random game."""
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
    """A measure of how much a view shows: face-up cards, with more weight for tricks and for the player's own."""
    faces = ((zone, face) for zone in view.zones for face in zone.faces if face.state == "up")
    return sum(1 + 3 * (zone.kind == "trick") + (zone.owner == VIEWER) for zone, _ in faces)


def _played(game: str, actions: int) -> State:
    chooser = random.Random(SEED)
    state = load(game).start(SEED)
    while not state.is_over and state.action_count < actions:
        state.play(chooser.choice(list(state.legal_actions())))
    return state


class Thumbnails:
    """All thumbnails, made when the first is needed."""

    def __init__(self) -> None:
        self.made: dict[str, Thumbnail] = {}  # by game
        self._more = asyncio.Condition()
        self._is_complete = False
        self._task: asyncio.Task[None] | None = None

    async def of(self, game: str) -> View:
        """The thumbnail of a game; Refused if it could not be made."""
        if self._task is None and game not in self.made:
            self._task = asyncio.create_task(self._make())
        async with self._more:
            await self._more.wait_for(lambda: game in self.made or self._is_complete)
        made = self.made.get(game) or Thumbnail(game=game, error="its picture could not be made")
        if made.view is None:
            raise Refused("broken_game", f"There is no picture of {game}: {made.error}.")
        return made.view

    async def close(self) -> None:
        """Stop making thumbnails."""
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
            made = Thumbnail.model_validate_json(line)
        except ValidationError:
            return  # printed by the game itself
        async with self._more:
            self.made[made.game] = made
            self._more.notify_all()


if __name__ == "__main__":
    end_with_parent()
    for name in game_names():
        print(thumbnail(name).model_dump_json(fallback=int, warnings=False), flush=True)
