"""A vector environment written by hand over `State`, one game after the other, to compare the compiled one with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sevenfold import Game, State
from sevenfold.envs.observation import Observation
from sevenfold.kernel.chance import choosers_seed, mixed, pick, seeded, source
from sevenfold.kernel.compiler.decorators import interpreting

Choose = Callable[[State], int]


class ByHand:
    """Environments by hand: the same games, autoreset modes, rewards and seeds.

    Each method writes what the compiled environment should have written into `seen`: a dictionary of lists with an entry for
    each environment; `final` holds what was at the end of a game that was followed by the next in the same step.
    """

    def __init__(
        self,
        games: Sequence[Game],
        mode: str,
        *,
        seat: int | None = None,
        reward: str = "returns",
        opponents: Callable[[Game, int], Choose] | None = None,
        limit: int = 10_000,
    ) -> None:
        """Args: as for the compiled environment; opponents: makes, for each game begun with a seed, who plays the others."""
        self.games, self.mode, self.seat, self.reward, self.limit = games, mode, seat, reward, limit
        self.opponents = opponents or at_random
        self.observation = Observation(games[0].rules)
        self.seeds = [0] * len(games)
        self.states: list[State] = [game.start(0, limit=limit) for game in games]
        self.choosers: list[Choose] = [self.opponents(game, 0) for game in games]
        self.values: list[list[float]] = [[] for _ in games]
        self.ended = [False] * len(games)
        self.final: dict[int, dict[str, Any]] = {}
        self.seen: list[dict[str, Any]] = [{} for _ in games]

    def reset(self, seeds: Sequence[int | None], mask: Sequence[bool] | None = None) -> list[dict[str, Any]]:
        """Begin games with these seeds; None is the next in the environment's sequence."""
        with interpreting():
            for i, seed in enumerate(seeds):
                if mask is None or mask[i]:
                    self._begin(i, int(mixed(np.uint64(self.seeds[i]))) if seed is None else seed)
                    self.ended[i] = False
                    self._note(i, self._at_turn(i), [0.0] * self.games[i].players, False)
        return self.seen

    def step(self, actions: Sequence[int]) -> list[dict[str, Any]]:
        """A step of all environments."""
        self.final = {}
        with interpreting():
            for i, action in enumerate(actions):
                if self.ended[i]:
                    assert self.mode == "next_step"
                    self._begin(i, int(mixed(np.uint64(self.seeds[i]))))
                    self.ended[i] = False
                    self._note(i, self._at_turn(i), [0.0] * self.games[i].players, False)
                else:
                    self._play(i, action)
        return self.seen

    def _play(self, i: int, action: int) -> None:
        state = self.states[i]
        actor = state.turn
        state.play(action)
        self._others(i)
        values = self._values(i)
        gained = [after - before for after, before in zip(values, self.values[i], strict=True)]
        self.values[i] = values
        over = state.is_over
        observer = self.seat if self.seat is not None else state.turn if state.turn is not None else actor
        assert observer is not None
        assert actor is not None
        if over and self.mode == "same_step":
            self.final[i] = {"observation": self.observation.row(state, observer).tolist(), "seed": self.seeds[i]}
            truncated = state.is_truncated
            self._begin(i, int(mixed(np.uint64(self.seeds[i]))))
            self._note(i, self._at_turn(i), gained, True, truncated, actor)
            return
        self.ended[i] = over
        self._note(i, observer, gained, over, state.is_truncated, actor)

    def _begin(self, i: int, seed: int) -> None:
        """Begin a game, and others after it for as long as they end before the learner has decided anything."""
        while True:
            self.seeds[i] = seed
            self.states[i] = self.games[i].start(seed, limit=self.limit)
            self.choosers[i] = self.opponents(self.games[i], seed)
            self.values[i] = self._values(i)
            self._others(i)
            if not self.states[i].is_over:
                return
            seed = int(mixed(np.uint64(seed)))

    def _others(self, i: int) -> None:
        """The others' turns, until it is the learner's."""
        state = self.states[i]
        while self.seat is not None and not state.is_over and state.turn != self.seat:
            state.play(self.choosers[i](state))

    def _values(self, i: int) -> list[float]:
        return self.states[i].standing() if self.reward == "standing" else self.states[i].returns()

    def _at_turn(self, i: int) -> int:
        turn = self.states[i].turn
        assert turn is not None
        return turn

    def _note(self, i: int, observer: int, gained: list[float], ended: bool, truncated: bool = False, actor: int = 0) -> None:
        state = self.states[i]
        legal = list(map(int, state.legal_actions()))
        if state.is_over and self.mode == "next_step":
            legal = [0]
        self.seen[i] = {
            "observation": self.observation.row(state, observer).tolist(),
            "legal": legal,
            "reward": gained[actor if self.seat is None else self.seat],
            "rewards": gained,
            "terminated": ended and not truncated,
            "truncated": ended and truncated,
            "seat": -1 if state.turn is None else state.turn,
            "seed": self.seeds[i],
        }


def at_random(game: Game, seed: int) -> Choose:
    """Who chooses at random, seeded by the game."""
    chooser = source(0)
    chooser["chance"] = seeded(choosers_seed(np.uint64(seed)))
    return lambda state: int(pick(chooser[0], state.legal_actions().members))


def as_seen(i: int, stepped: tuple[Any, ...], players: int) -> dict[str, Any]:
    """What a compiled step wrote for one environment, in the form of `ByHand.seen`."""
    observations, rewards, terminated, truncated, infos = stepped
    return {
        "observation": observations[i].tolist(),
        "legal": infos["action_mask"][i].nonzero()[0].tolist(),
        "reward": float(rewards[i]),
        "rewards": infos["rewards"][i, :players].tolist(),
        "terminated": bool(terminated[i]),
        "truncated": bool(truncated[i]),
        "seat": int(infos["seat"][i]),
        "seed": int(infos["seed"][i]),
    }
