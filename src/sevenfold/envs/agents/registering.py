"""Making games known to Gymnasium."""

from __future__ import annotations

from collections.abc import Iterable

from sevenfold.errors import MissingExtra
from sevenfold.registry import game_names

from .versions import gymnasium_id


def register(games: Iterable[str] | None = None) -> list[str]:
    """Make games known to Gymnasium, as far as they are not.

    `import sevenfold.envs` does so for all games that are installed; a game in a file is known once it has been loaded and
    this has been called.

    Args:
        games: Their names; by default those of all games.

    Returns:
        The ids that `gymnasium.make` takes.

    Raises:
        MissingExtra: Gymnasium is not installed.
    """
    try:
        import gymnasium
    except ImportError as error:
        raise MissingExtra("Gymnasium", "rl") from error
    ids = []
    for game in game_names() if games is None else games:
        id = gymnasium_id(game)
        if id not in gymnasium.registry:
            gymnasium.register(
                id,
                entry_point="sevenfold.envs.agents.single:OneSeat",
                vector_entry_point="sevenfold.envs.vector:make",
                kwargs={"game": game},
            )
        ids.append(id)
    return ids
