"""`VectorEnv`: Gymnasium's form of a `Batch`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from sevenfold.cards import NONE
from sevenfold.errors import BadInput, MissingExtra, quoted
from sevenfold.kernel.types import Int64Array, Reals
from sevenfold.playing.game import LIMIT, Game

from .batch import Batch
from .buffers import Array, Buffers
from .opponents import RANDOM, Policy

try:
    import gymnasium
    from gymnasium.spaces import Box, Discrete
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise MissingExtra("Gymnasium", "rl") from error

MODES = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.DISABLED: "disabled",
}
Infos = dict[str, Any]
Stepped = tuple[Array, Reals, Array, Array, Infos]


class VectorEnv(gymnasium.vector.VectorEnv[Array, Any, Array]):
    """Many games of one kind as one vector environment: compiled, in threads, without Python for a single game.

    An observation is a row of numbers (`sevenfold.envs.observation`), an action the number of an action of the game.
    Beside them, `infos` says, an element or row for each environment:

    - `action_mask`: 1 for each legal action. An illegal action is refused with `IllegalAction`, and no game changes.
    - `seat`: the seat to move, -1 after the end.
    - `rewards`: the reward of every seat in this step.
    - `seed`: the seed of the game under way.

    In self-play (`seat=None`) the caller acts for the seat to move: the observation and the mask are those of the seat to
    move, the reward is that of the seat that acted. With `seat=` the caller acts for one seat, and a step includes the others'
    turns until it is to move again.

    After the end the observation is that of the seat that acted last (or of the caller's). With autoreset "next step" the
    mask then allows action 0 alone, whatever is given is ignored, and the next game begins. With "same step" `final_obs` and
    `final_info` hold what was at the end. With "disabled" a game that has ended waits for
    `reset(options={"reset_mask": ...})`; its mask is empty.

    Attributes:
        batch: The games.

    Example:
        >>> from sevenfold.envs.vector import make
        >>> envs = make("seven_truf", num_envs=4)
        >>> observations, infos = envs.reset(seed=7)
        >>> observations.shape, infos["action_mask"].sum(axis=1).tolist()
        ((4, 657), [2, 2, 2, 2])
        >>> observations, rewards, terminated, truncated, infos = envs.step(envs.sample_actions())
        >>> infos["seat"].tolist()
        [2, 3, 3, 2]
        >>> envs.close()
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        *,
        options: Mapping[str, object] | Sequence[Mapping[str, object]] = MappingProxyType({}),
        seat: int | Sequence[int] | None = None,
        opponents: str | Policy | Any = RANDOM,
        reward: str = "returns",
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        dtype: DTypeLike = np.uint8,
        limit: int = LIMIT,
        threads: int | None = None,
        out: object = None,
        copy: bool | None = None,
    ) -> None:
        """Prepare num_envs games.

        The arguments are those of `Batch`, where they are described, but for two names: `num_envs` is its n, and
        `autoreset_mode`, one of Gymnasium's `AutoresetMode` or its value, its autoreset.

        Raises:
            BadInput: One of these does not fit.
        """
        try:
            mode = AutoresetMode(autoreset_mode)
        except ValueError:
            known = ", ".join(repr(one.value) for one in AutoresetMode)
            raise BadInput(f"autoreset_mode= is one of {known}; not {quoted(autoreset_mode)}.") from None
        self.batch = Batch(
            game, num_envs, options=options, seat=seat, opponents=opponents, reward=reward, autoreset=MODES[mode], dtype=dtype,
            limit=limit, threads=threads, out=out, copy=copy,
        )  # fmt: skip
        self.num_envs = self.batch.n
        self.metadata = {"render_modes": [], "autoreset_mode": mode}
        high = self.batch.observation.high.astype(self.batch.dtype)
        self.single_observation_space = Box(np.zeros_like(high), high, dtype=self.batch.dtype.type)
        self.single_action_space = Discrete(self.batch.actions)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._every = np.ones(self.num_envs, np.bool_)
        self._every.flags.writeable = False

    @cached_property
    def observation_space(self) -> Any:  # type: ignore[override]  # one may assign to it
        """The space of all observations, made when it is first asked for: for thousands of long rows that takes a while."""
        return batch_space(self.single_observation_space, self.num_envs)

    def reset(self, *, seed: int | Sequence[int | None] | None = None, options: object = None) -> tuple[Array, Infos]:
        """Begin games.

        Args:
            seed: A number: environment i gets seed + i. A list: one for each. None: all go on in their own sequences.
            options: {"reset_mask": an array of bool} begins only these.

        Raises:
            BadInput: A seed or an option does not fit.
        """
        mask = None
        if options is not None:
            if not isinstance(options, dict) or set(options) - {"reset_mask"}:
                raise BadInput(f"reset takes the option reset_mask, and no other; not {quoted(options)}.")
            mask = options.get("reset_mask")
        filled = self.batch.reset(seed, mask)
        return filled.observations, self._infos(filled)

    def step(self, actions: Any) -> Stepped:
        """Play an action in each game.

        Args:
            actions: An array of num_envs whole numbers.

        Returns:
            Observations, rewards, terminated, truncated, infos.

        Raises:
            BadInput: The actions have another shape or type, or a game has ended and was not reset.
            IllegalAction: The rules do not allow an action. No game has changed.
        """
        filled = self.batch.step(actions)
        infos = self._infos(filled)
        if self.batch.mode == "same_step":
            self._add_finals(infos, filled)
        return filled.observations, filled.rewards, filled.terminated, filled.truncated, infos

    def sample_actions(self) -> Int64Array:
        """A legal action for each game, all equally likely. The sequence follows from the seeds given to `reset`."""
        return self.batch.sample_actions()

    def close_extras(self) -> None:
        """End the threads."""
        self.batch.close()

    def _infos(self, filled: Buffers) -> Infos:
        infos: Infos = {
            "action_mask": filled.action_mask,
            "seat": filled.seat,
            "rewards": filled.seat_rewards,
            "seed": filled.seed,
        }
        return infos | {f"_{name}": self._every for name in infos}

    def _add_finals(self, infos: Infos, filled: Buffers) -> None:
        """Add what was at the end of the games that ended and began again in this step."""
        ended = filled.terminated | filled.truncated
        if not ended.any():
            return
        final: Infos = {
            "action_mask": np.zeros_like(filled.action_mask),
            "seat": np.full_like(filled.seat, NONE),
            "rewards": filled.seat_rewards,
            "seed": self.batch.ended_seeds,
        }
        infos["final_obs"] = self.batch.final_observations
        infos["final_info"] = final | {f"_{name}": ended for name in final}
        infos["_final_obs"] = infos["_final_info"] = ended
