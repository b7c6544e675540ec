"""Following the files of games while their author changes them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

from sevenfold import registry
from sevenfold.errors import BadInput, fault
from sevenfold.registry import game_files

log = logging.getLogger(__name__)
PERIOD = 0.5  # seconds between two looks
Stamp = dict[str, tuple[int, int]]  # of each file: when it was changed, and its size


class GameWatch:
    """Loads games anew when their files change."""

    def __init__(
        self, games: Sequence[str], reloaded: Callable[[str], Awaitable[None]], failed: Callable[[str, str], None]
    ) -> None:
        """Follow the files of games.

        Args:
            games: The ids of games in files.
            reloaded: Called when a game has been loaded anew.
            failed: Called with a game and the reason why it was not, as a sentence; the earlier version stays.
        """
        self._reloaded, self._failed = reloaded, failed
        self._seen = {game: _stamp(game) for game in games}
        self.faults: dict[str, str] = {}  # by game: why its file as it is now is not played

    def follows(self, game: str) -> bool:
        """Whether a game's files are followed."""
        return game in self._seen

    async def run(self) -> None:
        """Look at the files until cancelled."""
        while True:
            await asyncio.sleep(PERIOD)
            for game, seen in list(self._seen.items()):
                now = _stamp(game)
                if now != seen:
                    await self._load(game)
                    after = _stamp(game)
                    has_same_files = after.keys() == now.keys()
                    self._seen[game] = now if has_same_files else after

    async def _load(self, game: str) -> None:
        try:
            await asyncio.to_thread(registry.load_anew, game)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever is wrong, its author goes on writing
            why = str(error) if isinstance(error, BadInput) else f"The game {game} cannot be loaded: {fault(error)}."
            self.faults[game] = f"{why} The version before it is still played."
            log.warning("%s", self.faults[game])
            self._failed(game, self.faults[game])
            return
        self.faults.pop(game, None)
        await self._reloaded(game)


def _stamp(game: str) -> Stamp:
    """What changes when a file of a game does."""
    found: Stamp = {}
    for path in game_files.files(game):
        try:
            about = path.stat()
        except OSError:  # it is being replaced
            continue
        found[str(path)] = about.st_mtime_ns, about.st_size
    return found
