"""Thousands of games stepped together by compiled code, as a Gymnasium `VectorEnv`.

envs = make("seven_truf", num_envs=4096)
observations, infos = envs.reset(seed=7)
observations, rewards, terminated, truncated, infos = envs.step(envs.sample_actions())
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sevenfold.errors import BadInput
from sevenfold.playing.game import Game

from .batch import Batch
from .buffers import Buffers

if TYPE_CHECKING:
    from .env import VectorEnv

__all__ = ["Batch", "Buffers", "make"]

SETTINGS = ("seat", "opponents", "reward", "autoreset_mode", "dtype", "limit", "threads", "out", "copy")


def make(
    game: str | Game,
    num_envs: int = 1,
    *,
    options: Mapping[str, object] | Sequence[Mapping[str, object]] | None = None,
    **settings: Any,
) -> VectorEnv:
    """A vector environment; `gymnasium.make_vec` calls this.

    Args:
        game: The game, or its name.
        num_envs: The number of games.
        options: A list of options by name, one dictionary for each environment; or one for all.
        **settings: The keyword arguments of `VectorEnv`; what is none of them is an option of the game.

    Raises:
        BadInput: An argument or an option does not fit.
        MissingExtra: Gymnasium is not installed.

    Example:
        >>> from sevenfold.envs.vector import make
        >>> envs = make("sane_sevens", num_envs=2, players=3, seat=0)
        >>> observations, infos = envs.reset(seed=1)
        >>> infos["seat"].tolist()
        [0, 0]
        >>> envs.close()
    """
    from .env import VectorEnv

    if settings.pop("render_mode", None) is not None:
        raise BadInput("A vector environment draws nothing: render_mode is None.")
    chosen = {name: settings.pop(name) for name in [*settings] if name not in SETTINGS}
    if chosen and options is not None:
        raise BadInput(f"Say the options either in options= or by name, not both: {', '.join(chosen)}.")
    return VectorEnv(game, num_envs, options=chosen if options is None else options, **settings)
