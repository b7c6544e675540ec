"""Train an agent by self-play: proximal policy optimization (PPO) with masks of legal actions, on the vector environment.

python examples/learning/train.py seven_and_seven -o players=2 --out agent.npz

All seats are played by the same network. The games run compiled, the network in JAX; nothing here knows the game.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
from advantages import Rollout, advantages
from sevenfold_learnt.network import Agent, Eyes, Weights, first_weights, options_of, scores_and_values

import sevenfold
from sevenfold.envs.vector import make


@dataclass(frozen=True)
class Settings:
    """How to learn."""

    envs: int = 256  # games side by side
    steps: int = 64  # decisions in each of them between two updates
    epochs: int = 3
    minibatch: int = 2048
    width: int = 128  # of the two hidden layers
    rate: float = 1e-3  # of learning; it falls to a tenth
    discount: float = 0.98
    trace: float = 0.9  # lambda of generalized advantage estimation
    clip: float = 0.2
    entropy: float = 0.01  # what playing at random is worth, so that everything goes on being tried
    limit: int = 150  # turns after which a game is given up
    reward: str = "standing"  # or "returns": only the result of the game
    parts: list[str] = field(default_factory=list)  # of the observation; all if none is named
    seed: int = 1


@jax.jit
def act(weights: Weights, observed: Any, mask: Any, key: Any) -> tuple[Any, Any, Any]:
    """Choose an action for each row by its probability: the actions, the logarithms of their probabilities, the values."""
    scores, values = scores_and_values(weights, observed, mask, jnp)
    actions = jax.random.categorical(key, scores)
    return actions, jnp.take_along_axis(jax.nn.log_softmax(scores), actions[:, None], 1)[:, 0], values


def loss(weights: Weights, batch: dict[str, Any], clip: float, entropy: float) -> Any:
    """PPO's loss: the clipped gain of the actions, the error of the values, less what randomness is worth."""
    scores, values = scores_and_values(weights, batch["observed"], batch["masks"], jnp)
    logs = jax.nn.log_softmax(scores)
    ratio = jnp.exp(jnp.take_along_axis(logs, batch["actions"][:, None], 1)[:, 0] - batch["chances"])
    gain = jnp.minimum(ratio * batch["gains"], jnp.clip(ratio, 1 - clip, 1 + clip) * batch["gains"])
    randomness = -jnp.sum(jnp.where(batch["masks"], jnp.exp(logs) * logs, 0), 1)
    each = -gain + 0.5 * (values - batch["targets"]) ** 2 - entropy * randomness
    return jnp.sum(each * batch["known"]) / jnp.maximum(jnp.sum(batch["known"]), 1)


class Training:
    """Self-play and updates, one after the other."""

    def __init__(self, game: sevenfold.Game, settings: Settings = Settings()) -> None:
        self.game, self.settings = game, settings
        self.envs = make(
            game, settings.envs, autoreset_mode="SameStep", limit=settings.limit, reward=settings.reward, copy=False
        )
        batch = self.envs.batch
        self.eyes = Eyes.of(batch.observation, settings.parts)
        self.weights: Weights = jax.tree.map(
            jnp.asarray, first_weights(len(self.eyes.columns), batch.actions, settings.width, settings.seed)
        )
        self.key = jax.random.key(settings.seed)
        self.chance = np.random.default_rng(settings.seed)
        self.optimizer = optax.chain(
            optax.clip_by_global_norm(0.5), optax.inject_hyperparams(optax.adam)(settings.rate, eps=1e-5)
        )
        self.moments = self.optimizer.init(self.weights)
        self.update = jax.jit(self._update)
        self.decisions = 0
        observations, self.infos = self.envs.reset(seed=settings.seed)
        self.seen = self.eyes.read(observations)

    def rounds(self) -> Iterator[dict[str, float]]:
        """Play and learn without end; after each update, say how it went."""
        begun, spent = time.perf_counter(), time.process_time()
        while True:
            rollout = self.play()
            self.learn(rollout)
            games = int(rollout.ended.sum())
            yield {
                "decisions": self.decisions,
                "seconds": round(time.perf_counter() - begun, 1),
                "cpu_seconds": round(time.process_time() - spent, 1),
                "games": games,
                "decisions_a_game": round(rollout.ended.size / max(games, 1), 1),
            }

    def play(self) -> Rollout:
        """Play some steps in all games."""
        settings, taken = self.settings, []
        for _ in range(settings.steps):
            self.key, key = jax.random.split(self.key)
            mask, seats = self.infos["action_mask"] != 0, self.infos["seat"].copy()
            actions, chances, values = map(np.asarray, act(self.weights, self.seen, mask, key))
            observations, _, terminated, truncated, self.infos = self.envs.step(actions.astype(np.int64))
            rewards = self.infos["rewards"][:, : self.game.players]
            ahead = rewards - (rewards.sum(1, keepdims=True) - rewards) / max(self.game.players - 1, 1)
            taken.append((self.seen, mask, actions, chances, values, seats, ahead, terminated | truncated))
            self.seen = self.eyes.read(observations)
        self.decisions += settings.steps * settings.envs
        _, _, last = act(self.weights, self.seen, self.infos["action_mask"] != 0, self.key)
        kept: list[Any] = [np.stack(column) for column in zip(*taken, strict=True)]
        names = ("observed", "masks", "actions", "chances", "values", "seats", "rewards", "ended")
        return Rollout(**dict(zip(names, kept, strict=True)), last_value=np.asarray(last), last_seat=self.infos["seat"].copy())

    def learn(self, rollout: Rollout) -> None:
        """Improve the network by what happened."""
        gains, known = advantages(rollout, self.settings.discount, self.settings.trace)
        targets = gains + rollout.values
        sure = gains[known]
        data = {
            "observed": rollout.observed, "masks": rollout.masks, "actions": rollout.actions, "chances": rollout.chances,
            "gains": (gains - sure.mean()) / (sure.std() + 1e-8), "targets": targets.astype(np.float32), "known": known,
        }  # fmt: skip
        flat = {name: array.reshape(-1, *array.shape[2:]) for name, array in data.items()}
        for _ in range(self.settings.epochs):
            order = self.chance.permutation(rollout.ended.size)
            for chosen in np.split(order, range(self.settings.minibatch, len(order), self.settings.minibatch)):
                batch = {name: array[chosen] for name, array in flat.items()}
                self.weights, self.moments = self.update(self.weights, self.moments, batch)

    def slow_down(self, done: float) -> None:
        """Let the rate of learning fall to a tenth, evenly, as the share that is done goes from 0 to 1."""
        self.moments[1].hyperparams["learning_rate"] = jnp.asarray(self.settings.rate * (1 - 0.9 * min(done, 1.0)))

    def agent(self) -> Agent:
        """The network as it is now."""
        weights = {name: np.asarray(array) for name, array in self.weights.items()}
        return Agent(self.game.id, options_of(self.game), self.eyes, weights)

    def _update(self, weights: Weights, moments: Any, batch: dict[str, Any]) -> tuple[Weights, Any]:
        gradient = jax.grad(loss)(weights, batch, self.settings.clip, self.settings.entropy)
        changes, moments = self.optimizer.update(gradient, moments)
        return optax.apply_updates(weights, changes), moments


def main(arguments: list[str]) -> None:
    """Train for a while, and write the agent and what was reached on the way."""
    parser = argparse.ArgumentParser(description="Train an agent by self-play.")
    parser.add_argument("game", help="the name of a game, or its file")
    parser.add_argument("--option", "-o", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--parts", default="", help="the parts of the observation that the network reads; all by default")
    parser.add_argument("--decisions", type=int, default=3_000_000, help="how many decisions to learn from")
    parser.add_argument("--limit", type=int, default=Settings.limit, help="turns after which a game is given up")
    parser.add_argument("--reward", default=Settings.reward, choices=["standing", "returns"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("agent.npz"))
    parser.add_argument("--every", type=int, default=500_000, help="decisions between two copies of the agent beside OUT")
    given = parser.parse_args(arguments)
    name = Path(given.game) if given.game.endswith(".py") else given.game
    game = sevenfold.load(name, **dict(option.split("=", 1) for option in given.option))
    parts = given.parts.split(",") if given.parts else []
    training = Training(game, Settings(limit=given.limit, reward=given.reward, parts=parts, seed=given.seed))
    kept = 0
    training.agent().save(given.out.with_suffix(".0.npz"))
    for report in training.rounds():
        print(json.dumps(report), flush=True)
        training.slow_down(report["decisions"] / given.decisions)
        done = report["decisions"] >= given.decisions
        if report["decisions"] >= kept + given.every or done:
            kept = int(report["decisions"])
            training.agent().save(given.out.with_suffix(f".{kept}.npz"))
        if done:
            break
    training.agent().save(given.out)


if __name__ == "__main__":
    main(sys.argv[1:])
