"""Our environments of PettingZoo and Gymnasium beside PettingZoo's own card games and OpenSpiel's environment.

    python -m benchmarks.envs.agents [--quick] [--only RACE]

All sides play whole games at random, resets included; actions are chosen by the same few lines from the mask, or the list, that
the environment gives. A move is a choice of a seat, whoever made it: in our environment of one seat, a step is a move of that
seat and the random moves of the others. Quote ratios: absolute figures are this machine's, today.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Sequence
from importlib import import_module
from random import Random
from time import perf_counter
from typing import Any

import numpy as np

from benchmarks.run import command
from benchmarks.speed.peers import CRAZY_EIGHTS, HEARTS, OH_HELL, short, spiel
from benchmarks.speed.race import YARDSTICK, Missing, Race, Side, Work

OURS = ("seven_truf", "sane_sevens", "seven_suitors")
FOR_ONE = ("pyramid", "seven_solitaire")
THEIRS = ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6")

Played = Callable[[Any, Callable[[], float]], int]  # plays a game, and gives its moves


def imported(name: str, needs: str) -> Any:
    """A module of a peer."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return import_module(name)
    except ImportError as error:
        raise Missing(f"{needs} cannot be imported ({error}): pip install -e .[bench]") from error


def side(name: str, make: Callable[[], Any], play: Played, note: str = "", *, ours: bool = False, first: bool = False) -> Side:
    """Whole random games."""

    def prepare() -> Work:
        env, chosen = make(), Random(1).random

        def work(games: int) -> tuple[float, float]:
            moves, start = 0, perf_counter()
            for _ in range(games):
                moves += play(env, chosen)
            return moves, perf_counter() - start

        return work

    return Side(name, "moves/s", prepare, note, ours=ours, yardstick=first)


# -- PettingZoo -----------------------------------------------------------------------------------------------------------


def aec_game(env: Any, chosen: Callable[[], float]) -> int:
    """A game in the loop that PettingZoo's documentation gives."""
    moves = 0
    env.reset()
    for _ in env.agent_iter():
        observed, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        legal = np.flatnonzero(observed["action_mask"])
        env.step(int(legal[int(chosen() * len(legal))]))
        moves += 1
    return moves


def our_aec(name: str, *, first: bool = False) -> Side:
    """An environment of PettingZoo of ours."""
    from sevenfold import envs

    return side(f"{name}_v0", lambda: getattr(envs, f"{name}_v0").env(), aec_game, ours=True, first=first)


def their_aec(name: str) -> Side:
    """A card game of PettingZoo's own."""
    return side(name, lambda: imported(f"pettingzoo.classic.{name}", "PettingZoo's card games").env(), aec_game)


# -- Gymnasium ------------------------------------------------------------------------------------------------------------


def gymnasium_game(env: Any, chosen: Callable[[], float]) -> int:
    """A game of one seat; the moves of all seats are counted."""
    _, info = env.reset()
    is_over = False
    while not is_over:
        legal = np.flatnonzero(info["action_mask"])
        _, _, terminated, truncated, info = env.step(int(legal[int(chosen() * len(legal))]))
        is_over = terminated or truncated
    return int(env.unwrapped.state.action_count)


def our_gymnasium(name: str, *, first: bool = False) -> Side:
    """An environment of Gymnasium of ours, as `make` returns it."""

    def make() -> Any:
        import gymnasium

        from sevenfold.envs.agents.versions import gymnasium_id

        return gymnasium.make(gymnasium_id(name))

    return side(name, make, gymnasium_game, "one seat observes; the others play at random", ours=True, first=first)


def spiel_environment(name: str) -> Side:
    """OpenSpiel's environment in Python, in which every seat observes every move."""

    def make() -> Any:
        spiel()
        return imported("open_spiel.python.rl_environment", "OpenSpiel").Environment(name)

    def play(env: Any, chosen: Callable[[], float]) -> int:
        moves, now = 0, env.reset()
        while not now.last():
            legal = now.observations["legal_actions"][now.observations["current_player"]]
            now = env.step([legal[int(chosen() * len(legal))]])
            moves += 1
        return moves

    return side(f"rl_environment, {short(name)}", make, play, "all seats observe")


def spiel_state(name: str, *, observes: bool) -> Side:
    """OpenSpiel's states stepped from Python."""

    def play(game: Any, chosen: Callable[[], float]) -> int:
        moves, state = 0, game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions = state.legal_actions()
            elif observes:
                state.information_state_tensor() if is_recalled else state.observation_tensor()
                actions = np.flatnonzero(state.legal_actions_mask())
                moves += 1
            else:
                actions = state.legal_actions()
                moves += 1
            state.apply_action(int(actions[int(chosen() * len(actions))]))
        return moves

    is_recalled = False

    def make() -> Any:
        nonlocal is_recalled
        game = spiel().load_game(name)
        is_recalled = not game.get_type().provides_observation_tensor
        return game

    note = "the seat to move observes, with a mask" if observes else "nobody observes"
    return side(f"pyspiel, {short(name)}", make, play, note)


def races() -> list[Race]:
    """All comparisons."""
    first, *others = OURS
    return [
        Race(
            "pettingzoo",
            "PettingZoo: ours and its own card games",
            [our_aec(first, first=True), *map(our_aec, others), *map(their_aec, THEIRS)],
        ),
        Race(
            "gymnasium",
            "One seat in Gymnasium, and OpenSpiel from Python",
            [
                our_gymnasium(first, first=True),
                *(our_gymnasium(name) for name in (*others, *FOR_ONE)),
                *map(spiel_environment, (OH_HELL, CRAZY_EIGHTS, HEARTS)),
                *(spiel_state(name, observes=True) for name in (OH_HELL, CRAZY_EIGHTS, HEARTS)),
                spiel_state(OH_HELL, observes=False),
            ],
        ),
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the races asked for."""
    return command((__doc__ or "").partition("\n")[0], races(), [YARDSTICK], arguments)


if __name__ == "__main__":
    sys.exit(main())
