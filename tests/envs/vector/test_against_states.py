"""The compiled steps against the same environments written by hand over `State`: every array, step by step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import numpy as np
import pytest

import sevenfold
from helpers.envs.vector_by_hand import ByHand, as_seen
from helpers.selection import cases
from sevenfold.envs.vector import make
from sevenfold.envs.vector.env import MODES, VectorEnv
from sevenfold.envs.vector.stepping import LEDGER, Ledger, choose_by
from sevenfold.kernel.compiler.decorators import interpreting
from tools.games.combinations import combinations_of

FEW = ("sane_sevens", "seven_truf", "seven_solitaire")  # games whose steps `make test` compiles
STEPS = 160
MODE_OF = {name: mode for mode, name in MODES.items()}


def games_of(id: str, n: int) -> list[sevenfold.Game]:
    """n games with options that differ, as far as there are others."""
    every = combinations_of(id)
    return [every[k * 7 % len(every)] for k in range(n)]


def compiled_env(games: Sequence[sevenfold.Game], mode: str, **settings: Any) -> VectorEnv:
    """The environment for these games."""
    options = [game.options for game in games]
    return make(games[0].id, len(games), options=options, autoreset_mode=MODE_OF[mode], **settings)


def compare(envs: VectorEnv, hand: ByHand, seeds: Sequence[int], steps: int) -> int:
    """Step both with the same random actions, and compare all that they say; returns the number of games that ended."""
    chance, ended = Random(1), 0
    observations, infos = envs.reset(seed=list(seeds))
    seen = hand.reset(seeds)
    nothing = np.zeros(len(seeds))
    stepped: tuple[Any, ...] = (observations, nothing, nothing, nothing, infos)
    for step in range(steps):
        for i, game in enumerate(hand.games):
            assert as_seen(i, stepped, game.players) == seen[i], (step, i)
            assert seen[i]["legal"] or hand.ended[i]
        check_finals(stepped[4], hand)
        if hand.mode == "disabled" and any(hand.ended):
            mask = np.array(hand.ended)
            ended += int(mask.sum())
            observations, infos = envs.reset(options={"reset_mask": mask})
            seen = hand.reset([None] * len(seeds), list(mask))
            after = [np.where(mask, 0, array) for array in stepped[1:4]]
            stepped = (observations, *after, infos)
            continue
        ended += sum(hand.ended) + len(hand.final)
        actions = [chance.choice(seen[i]["legal"]) for i in range(len(seeds))]
        stepped = envs.step(np.array(actions))
        seen = hand.step(actions)
    envs.close()
    return ended


def check_finals(infos: dict[str, Any], hand: ByHand) -> None:
    """What is said about games that ended and were followed by the next in the same step."""
    if not hand.final:
        assert "final_obs" not in infos
        return
    assert infos["_final_obs"].nonzero()[0].tolist() == sorted(hand.final) == infos["_final_info"].nonzero()[0].tolist()
    final = infos["final_info"]
    for i, at_end in hand.final.items():
        assert infos["final_obs"][i].tolist() == at_end["observation"]
        assert final["seed"][i] == at_end["seed"]
        assert not final["action_mask"][i].any()
        assert final["seat"][i] == -1
        assert final["rewards"][i].tolist() == infos["rewards"][i].tolist()


@pytest.mark.parametrize("id", cases(sevenfold.game_names(), FEW.__contains__))
def test_every_seat(id: str) -> None:
    """Self-play with mixed options, each game followed by the next a step later."""
    games = games_of(id, 4)
    assert compare(compiled_env(games, "next_step", limit=12), ByHand(games, "next_step", limit=12), [3, 2**64 - 1, 0, 9], 90)


@pytest.mark.parametrize("reward", ["returns", "standing"])
@pytest.mark.parametrize("mode", MODE_OF)
@pytest.mark.parametrize("seat", [None, 1])
def test_modes_rewards_and_seats(seat: int | None, mode: str, reward: str) -> None:
    """Each autoreset mode with each reward, for all seats and for one against chance."""
    games = games_of("sane_sevens", 6)
    hand = ByHand(games, mode, seat=seat, reward=reward)
    envs = compiled_env(games, mode, seat=seat, reward=reward)
    assert envs.metadata["autoreset_mode"] is MODE_OF[mode]
    assert compare(envs, hand, [1, 2, 3, 4, 5, 6], STEPS) > 2


@pytest.mark.parametrize("mode", MODE_OF)
def test_the_limit_truncates(mode: str) -> None:
    """A game at its limit of turns is truncated, not terminated."""
    games = games_of("seven_truf", 3)
    hand, cut = ByHand(games, mode, limit=11), 0
    envs = compiled_env(games, mode, limit=11)
    step: Callable[..., Any] = envs.step

    def counting(actions: Any) -> Any:
        nonlocal cut
        stepped = step(actions)
        cut += int(stepped[3].sum())
        assert not stepped[2].any()
        return stepped

    envs.step = counting  # type: ignore[method-assign]
    assert compare(envs, hand, [1, 2, 3], 50) == cut > 3


def test_opponents_by_a_function() -> None:
    """A function is asked for exactly the games that wait, and its probabilities decide."""
    games = games_of("sane_sevens", 5)

    def policy(observations: Any, masks: Any) -> Any:
        assert len(observations) == len(masks) > 0
        assert masks.any(axis=1).all()
        highest = masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)
        return np.eye(masks.shape[1])[highest] * 0.5

    hand = ByHand(games, "same_step", seat=0, opponents=lambda game, seed: lambda state: max(state.legal_actions()))
    with interpreting():
        assert compare(compiled_env(games, "same_step", seat=0, opponents=policy), hand, [5, 6, 7, 8, 9], STEPS)


def test_opponents_that_are_a_bot() -> None:
    """A bot is played along as in a `State`."""
    games = games_of("sane_sevens", 2)
    hand = ByHand(games, "next_step", seat=1, opponents=lambda game, seed: lambda state: sevenfold.choose(state, "random"))
    with interpreting():
        assert compare(compiled_env(games, "next_step", seat=1, opponents=sevenfold.bot("random")), hand, [5, 6], 60)


def test_probabilities_are_met() -> None:
    """Actions are chosen as often as the probabilities say, among the legal ones alone."""
    n, probabilities = 6000, np.zeros((6000, 4))
    probabilities[:] = [0.25, 0.5, 0.5, 0.75]
    ledger: Ledger = np.zeros(n, LEDGER)
    legal = np.full(n, 0b1011)
    ledger["chance"] = np.arange(1, n + 1).astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    actions = np.zeros(n, np.int64)
    assert choose_by(ledger, legal, np.arange(n), probabilities, actions) == -1
    shares = np.bincount(actions, minlength=4) / n
    assert np.abs(shares - [1 / 6, 1 / 3, 0, 1 / 2]).max() < 0.03
    assert shares[2] == 0
