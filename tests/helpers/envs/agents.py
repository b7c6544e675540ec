"""Environments of PettingZoo and Gymnasium, for their tests; skips the tests of a module where a library is missing."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import sevenfold
from helpers.selection import cases
from tools.games.combinations import combinations_of, label

INSTALL = 'pip install "sevenfold[rl]"'
pytest.importorskip("gymnasium", reason=f"Gymnasium is not installed: {INSTALL}")
pytest.importorskip("pettingzoo", reason=f"PettingZoo is not installed: {INSTALL}")
pytest.importorskip("PIL", reason=f"Pillow is not installed: {INSTALL}")

from sevenfold.envs.agents.aec import CardGame  # noqa: E402 - it needs PettingZoo
from sevenfold.envs.agents.single import OneSeat  # noqa: E402 - it needs Gymnasium

LIMIT = 60  # turns of a game of which every step is looked at


def few_combinations() -> list[Any]:
    """The combinations of options of each game as parameters; slow are all but that with the last value of every option."""
    found = list[Any]()
    for name in sevenfold.game_names():
        every = combinations_of(name)
        found += cases(every, every[-1:].__contains__, label)
    return found


some_combinations = pytest.mark.parametrize("game", few_combinations())
every_game = pytest.mark.parametrize(
    "game", [sevenfold.load(name) for name in sevenfold.game_names()], ids=lambda game: game.id
)


def aec(game: sevenfold.Game, **options: Any) -> CardGame:
    """A raw environment of a game with its options."""
    return CardGame(game.id, **{"limit": LIMIT, **game.options, **options})


def single(game: sevenfold.Game, **options: Any) -> OneSeat:
    """An environment of one seat of a game with its options."""
    return OneSeat(game.id, **{"limit": LIMIT, **game.options, **options})


def steps(env: CardGame, seed: int) -> Iterator[str]:
    """Play a random game; yields the agent to move before each of its choices."""
    chance = Random(seed)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observed, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        yield agent
        env.step(chance.choice(observed["action_mask"].nonzero()[0]))
