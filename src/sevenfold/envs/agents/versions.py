"""The versions of environments: raised when what agents observe, may do or get has changed.

tests/envs/agents/test_versions.py notices such a change.
"""

from __future__ import annotations

from sevenfold.registry import game_names

VERSIONS: dict[str, int] = {}  # by game; all others are 0, those of other packages too


def version_of(game: str) -> int:
    """The version of a game's environments."""
    return VERSIONS.get(game, 0)


def module_name(game: str) -> str:
    """What a game's environment of PettingZoo is imported as: "seven_truf_v0"."""
    return f"{game}_v{version_of(game)}"


def gymnasium_id(game: str) -> str:
    """What `gymnasium.make` is given for a game: "sevenfold/SevenTruf-v0"."""
    return f"sevenfold/{game.title().replace('_', '')}-v{version_of(game)}"


def modules() -> dict[str, str]:
    """The games by the names of their environments' modules."""
    return {module_name(game): game for game in game_names()}
