"""Games as OpenSpiel loads them, for its tests; skips the tests of a module where OpenSpiel is missing."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import sevenfold
from helpers.guests.example_games import rules_of
from sevenfold.declare.options import show_value
from sevenfold.registry import is_built_in
from tools.games.combinations import combinations_of

pyspiel = pytest.importorskip("pyspiel", reason='OpenSpiel is not installed: pip install "sevenfold[openspiel]"')

from sevenfold.envs.open_spiel import register  # noqa: E402 - it needs pyspiel

BUILT_IN = [name for name in sevenfold.game_names() if is_built_in(name)]
LIMIT = 25  # turns, where every point of a game is looked at


def few_combinations(name: str) -> list[sevenfold.Game]:
    """Two combinations of a game's options that differ in as many of them as they can; one if it has no options."""
    every = combinations_of(name)
    return every[:1] if len(every) == 1 else [every[0], every[-1]]


def spiel_name(game: sevenfold.Game, **parameters: object) -> str:
    """What `pyspiel.load_game` is given for a game with its options."""
    values = {**game.options, **parameters}
    said = ",".join(f"{name}={value if isinstance(value, bool) else show_value(value)}" for name, value in values.items())
    return f"sevenfold_{game.id}({said})"


def kuhn(**parameters: object) -> Any:
    """Kuhn poker of one deal."""
    return pyspiel.load_game(register(rules_of("kuhn_poker")), {"deals": 1, **parameters})


def random_states(game: Any, seed: int) -> Iterator[Any]:
    """The states of a random game that are no chance nodes, the end included; each is the same object, moved on."""
    chosen, state = Random(seed), game.new_initial_state()
    while not state.is_terminal():
        if not state.is_chance_node():
            yield state
        state.apply_action(chosen.choice(state.legal_actions()))
    yield state
