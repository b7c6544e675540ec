"""What `from sevenfold.envs import seven_truf_v0` imports: a module for every game, without a file each."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

from .versions import modules, version_of

if TYPE_CHECKING:
    from .aec import CardGame

ILLEGAL = -1.0  # the reward of an illegal action, as in PettingZoo's own games


class GameModule(ModuleType):
    """The environments of one game, as PettingZoo's modules have them.

    Attributes:
        game: The game's name.

    Example:
        >>> from sevenfold.envs import seven_truf_v0
        >>> seven_truf_v0.env(limit=100).possible_agents
        ['player_0', 'player_1', 'player_2', 'player_3']
    """

    def __init__(self, name: str, game: str) -> None:
        """Args: name: of the module, in full. game: the game's name."""
        super().__init__(name, f"The environments of {game}: `env()` and `raw_env()`.")
        self.game = game

    def env(self, *, illegal_reward: float | None = ILLEGAL, **options: Any) -> CardGame:
        """The game as an environment of PettingZoo in which an illegal action ends the game.

        Args:
            illegal_reward: What the agent gets that chose it.
            **options: See `CardGame`; those of the game too.

        Raises:
            BadInput: There is no such option, or its value is not allowed.
            MissingExtra: PettingZoo is not installed.
        """
        return self.raw_env(illegal_reward=illegal_reward, **options)

    def raw_env(self, **options: Any) -> CardGame:
        """The same; but an illegal action is an error, and nothing is changed by it."""
        from .aec import CardGame

        return CardGame(self.game, version_of(self.game), **options)

    def __reduce__(self) -> tuple[object, ...]:
        return module_named, (self.__name__.rpartition(".")[2],)


def module_named(name: str) -> GameModule:
    """The module of this name; AttributeError if there is none, as importing wants it."""
    found = modules()
    if name not in found:
        raise AttributeError(f"sevenfold.envs has no {name}. The environments: {', '.join(found)}.")
    full = f"sevenfold.envs.{name}"
    module = sys.modules.setdefault(full, GameModule(full, found[name]))
    assert isinstance(module, GameModule)
    return module
