"""The network of the agent: what a seat observes goes in, a score for each action and a value of the position come out.

It is written once, for NumPy, in which the bot plays, and for JAX, in which it learns.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from sevenfold import Game
from sevenfold.envs.observation import Observation

Weights = dict[str, Any]  # arrays of NumPy or of JAX, by name
LAYERS = ("first", "second", "actions", "value")
IMPOSSIBLE = -1e9  # the score of an action that the rules do not allow


def first_weights(columns: int, actions: int, width: int, seed: int) -> Weights:
    """The weights before any learning: all actions are about equally likely, all values near 0."""
    chance = np.random.default_rng(seed)
    shapes = {"first": (columns, width), "second": (width, width), "actions": (width, actions), "value": (width, 1)}
    gains = {"first": 2**0.5, "second": 2**0.5, "actions": 0.01, "value": 0.1}
    weights: Weights = {}
    for name, shape in shapes.items():
        weights[name] = chance.normal(0, gains[name] / shape[0] ** 0.5, shape).astype(np.float32)
        weights[f"{name}_bias"] = np.zeros(shape[1], np.float32)
    return weights


def scores_and_values(weights: Weights, observed: Any, mask: Any, numbers: Any = np) -> tuple[Any, Any]:
    """A score for each action, and a value, for each row of observations.

    Args:
        weights: The weights, in arrays of the same library.
        observed: Rows of numbers from 0 to 1.
        mask: Rows with True for each legal action.
        numbers: The library: numpy or jax.numpy.
    """
    hidden = numbers.maximum(observed @ weights["first"] + weights["first_bias"], 0)
    hidden = numbers.maximum(hidden @ weights["second"] + weights["second_bias"], 0)
    scores = numbers.where(mask, hidden @ weights["actions"] + weights["actions_bias"], IMPOSSIBLE)
    return scores, (hidden @ weights["value"] + weights["value_bias"])[..., 0]


@dataclass(frozen=True)
class Eyes:
    """Which columns of an observation a network reads, and by what they are divided."""

    columns: np.ndarray[Any, np.dtype[np.int64]]
    high: np.ndarray[Any, np.dtype[np.float32]]

    @classmethod
    def of(cls, observation: Observation, parts: list[str]) -> Eyes:
        """Those that read these parts of a game's observations; all parts if none is named."""
        named = [observation.by_name[name] for name in parts] or observation.parts
        columns = np.concatenate([np.arange(part.first, part.last) for part in named])
        return cls(columns, observation.high[columns].astype(np.float32))

    def read(self, rows: np.ndarray[Any, Any]) -> np.ndarray[Any, np.dtype[np.float32]]:
        """Rows of observations as numbers from 0 to 1."""
        read: np.ndarray[Any, np.dtype[np.float32]] = rows[..., self.columns] / self.high
        return read


@dataclass(frozen=True)
class Agent:
    """A network with the game that it was trained in."""

    game: str
    options: str  # as `Game` prints them
    eyes: Eyes
    weights: Weights

    def save(self, file: Path) -> None:
        """Write it into a file, with numbers of 16 bits."""
        small: dict[str, Any] = {name: np.asarray(array, np.float16) for name, array in self.weights.items()}
        np.savez_compressed(file, game=self.game, options=self.options, columns=self.eyes.columns, high=self.eyes.high, **small)

    @classmethod
    def load(cls, file: Path) -> Agent:
        """Read what `save` wrote."""
        with np.load(file, allow_pickle=False) as found:
            weights = {name: found[name].astype(np.float32) for name in found.files if name.removesuffix("_bias") in LAYERS}
            return cls(str(found["game"]), str(found["options"]), Eyes(found["columns"], found["high"]), weights)


def options_of(game: Game) -> str:
    """The options of a game as one string."""
    return ", ".join(f"{name}={value}" for name, value in sorted(game.options.items()))
