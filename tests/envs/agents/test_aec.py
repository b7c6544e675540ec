"""Environments of PettingZoo: its own tests, and what they do not look for."""

from __future__ import annotations

import copy
import pickle
import re
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import sevenfold
from helpers.envs.agents import aec, every_game, some_combinations, steps
from helpers.guests.example_games import every_example, installed
from sevenfold.errors import BadInput, IllegalAction, MissingExtra
from sevenfold.kernel.chance import source
from sevenfold.kernel.compiler.decorators import interpreting
from sevenfold.playing.game import LIMIT

pettingzoo_tests = pytest.importorskip("pettingzoo.test")

# What PettingZoo's test says of every environment with masks that is not one of its own.
theirs_only = [
    pytest.mark.filterwarnings(f"ignore:{said}")
    for said in (
        "Observation is not a NumPy array",
        "Observation space for each agent probably should be",
        "Action mask numpy array is all zeros",  # that of an agent for which the game is over
        "We recommend agents to be named",
    )
]


@pytest.fixture(autouse=True)
def interpreted() -> Iterator[None]:
    """No test here needs speed; `test_versions` compares with compiled play."""
    with interpreting():
        yield


def from_pettingzoo(test: Any) -> Any:
    """A test of PettingZoo's own, with the warnings that it gives for every environment of others left out."""
    for mark in theirs_only:
        test = mark(test)
    return test


@from_pettingzoo
@some_combinations
def test_pettingzoos_own(game: sevenfold.Game) -> None:
    """`api_test` and `seed_test` pass, an illegal action ending the game or being an error."""
    pettingzoo_tests.api_test(aec(game), num_cycles=20)
    pettingzoo_tests.api_test(aec(game, illegal_reward=-1), num_cycles=5)
    pettingzoo_tests.seed_test(lambda: aec(game), num_cycles=20)


@every_game
def test_every_way_to_render(game: sevenfold.Game, capsys: pytest.CaptureFixture[str]) -> None:
    """`render_test` passes; text is what `str` of a state is."""
    pettingzoo_tests.render_test(lambda render_mode: aec(game, render_mode=render_mode))
    assert game.name in capsys.readouterr().out  # human
    env = aec(game, render_mode="ansi")
    env.reset(seed=3)
    assert env.render() == str(game.start(3))


@some_combinations
def test_masks_and_rewards(game: sevenfold.Game) -> None:
    """At each choice the mask of the seat to move has its legal actions and no other seat's has any; all get their results."""
    env = aec(game)
    for agent in steps(env, seed=5):
        state = env.game_state
        assert agent == f"player_{state.turn}"
        for other in env.agents:
            observed = env.observe(other)
            legal = list(state.legal_actions()) if other == agent else []
            assert observed["action_mask"].nonzero()[0].tolist() == legal
            assert env.observation_space(other).contains(observed)
        assert state.legal_actions()
        assert set(env.rewards.values()) == {0.0}
    state = env.game_state
    assert state.is_over
    assert not env.agents


@every_game
def test_the_end(game: sevenfold.Game) -> None:
    """Agents get what `returns` says, once; the limit of turns truncates a game, and nothing else does."""
    truncated = 0
    for limit in (3, LIMIT):
        env, chance = aec(game, limit=limit), Random(1)
        env.reset(seed=2)
        made = 0
        while not env.game_state.is_over:
            env.step(chance.choice(env.observe(env.agent_selection)["action_mask"].nonzero()[0]))
            made += 1
            if made > 400:  # of the longest games only the beginning
                break
        else:
            state = env.game_state
            truncated += state.is_truncated
            assert set(env.truncations.values()) == {state.is_truncated}
            assert set(env.terminations.values()) == {not state.is_truncated}
            got = {}
            for agent in env.agent_iter():
                got[agent] = env.last()[1]
                env.step(None)
            assert list(got.values()) == state.returns()
            assert not env.rewards
    assert truncated, "a limit of 3 turns ends every game"


@every_game
def test_games_end(game: sevenfold.Game) -> None:
    """No random game goes on beyond its limit, whatever a turn consists of."""
    made = sum(1 for _ in steps(aec(game, limit=40), seed=9))
    assert made <= 40 * 12


@some_combinations
def test_what_is_hidden(game: sevenfold.Game) -> None:
    """Another deal of what an agent cannot know changes nothing that it observes, and no pixel that it is shown."""
    env, chance, looked = aec(game, render_mode="rgb_array"), Random(4), 0
    for agent in steps(env, seed=6):
        if chance.random() > 0.15 or looked > 3:
            continue
        looked += 1
        seat, state = int(agent.removeprefix("player_")), env.game_state
        before, shown = env.observe(agent), env.render()
        kept, state._position = state._position, state.redeal(seat, source(chance.randrange(1 << 30)))
        assert np.array_equal(env.observe(agent)["observation"], before["observation"])
        assert np.array_equal(env.render(), shown)
        state._position = kept
    assert looked or game.players == 1


def test_the_cards_are_those_of_the_seed() -> None:
    """A seed gives the cards that it gives everywhere; without one, games differ, and follow from the seed before."""
    game = sevenfold.load("sane_sevens", players=3)
    env = aec(game)
    env.reset(seed=11)
    assert env.game_state == game.start(11, limit=env.game_state.limit)
    env.reset()
    second = env.game_state
    env.reset()
    assert env.game_state != second
    again = aec(game)
    again.reset(seed=11)
    again.reset()
    assert again.game_state == second


def test_a_turn_of_several_choices() -> None:
    """The agent whose turn it is chooses several times in a row: a card, a column, a row."""
    env = aec(sevenfold.load("cooperative_dominoes"))
    phases: list[tuple[str, str]] = []
    for agent in steps(env, seed=1):
        phases.append((agent, env.game_state.phase))
    assert any(one[0] == other[0] and one[1] != other[1] for one, other in pairwise(phases))


def test_illegal_actions() -> None:
    """In `raw_env` they are errors that change nothing; in `env` they end the game, at the cost of the one who chose it."""
    from sevenfold.envs import seven_truf_v0

    raw = seven_truf_v0.raw_env()
    raw.reset(seed=7)
    before, illegal = raw.game_state.copy(), int(raw.observe(raw.agent_selection)["action_mask"].argmin())
    with pytest.raises(IllegalAction):
        raw.step(illegal)
    assert raw.game_state == before
    assert not any(raw.terminations.values())
    env = seven_truf_v0.env(illegal_reward=-5)
    env.reset(seed=7)
    mover = env.agent_selection
    env.step(illegal)
    assert env.game_state == before
    assert env.rewards == {agent: -5.0 if agent == mover else 0.0 for agent in env.agents}
    assert all(env.terminations.values())
    while env.agents:
        assert not env.observe(env.agent_selection)["action_mask"].any()
        env.step(None)


@pytest.mark.parametrize("action", ["play 7C", 99, -1, 1.0, None, True, [1]])
def test_what_is_no_action(action: Any) -> None:
    """It is said which numbers there are, and which of them are legal."""
    env = aec(sevenfold.load("seven_truf"))
    env.reset(seed=7)
    before = env.game_state.copy()
    with pytest.raises(BadInput, match=r"from 0 to 31, not .*Legal now: bid 0, bid 1"):
        env.step(action)
    assert env.game_state == before


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"render_mode": "video"}, "one of human, ansi, rgb_array; not 'video'"),
        ({"limit": 0}, "limit is a number of turns"),
        ({"players": 9}, "players must be one of 2, 3, 4"),
        ({"cards": 3}, "cards"),
        ({"illegal_reward": "none"}, "illegal_reward is a number or None, not 'none'"),
        ({"illegal_reward": float("nan")}, "illegal_reward is a number or None, not nan"),
        ({"dtype": "int8"}, "uint8 or float32, not 'int8'"),
        ({"viewer": 2}, "viewer is mover, spectator or a seat from 0 to 1, not 2"),
        ({"viewer": "all"}, "viewer is mover, spectator or a seat from 0 to 1, not 'all'"),
    ],
)
def test_options_that_do_not_fit(options: dict[str, Any], said: str) -> None:
    """It is said what is allowed."""
    from sevenfold.envs import sane_sevens_v0

    with pytest.raises(BadInput, match=re.escape(said)):
        sane_sevens_v0.env(**options)


def test_out_of_order() -> None:
    """Nothing happens before `reset` and after the end; agents that do not exist are refused by name."""
    env = aec(sevenfold.load("sane_sevens"), limit=2)
    for call in (lambda: env.step(0), lambda: env.observe("player_0"), lambda: env.game_state):
        with pytest.raises(BadInput, match=re.escape("call reset() first")):
            call()
    for ask in (env.observation_space, env.action_space):
        with pytest.raises(BadInput, match="There is no agent 'player_2'; agents are player_0, player_1"):
            ask("player_2")
    seeds: list[Any] = [-1, 1 << 256, "7"]
    for seed in seeds:
        with pytest.raises(BadInput, match="A seed is a whole number"):
            env.reset(seed=seed)
    list(steps(env, seed=1))
    with pytest.raises(BadInput, match=re.escape("call reset()")):
        env.step(None)


def test_an_action_after_the_end() -> None:
    """Only None removes an agent."""
    env = aec(sevenfold.load("sane_sevens"), limit=1)
    env.reset(seed=1)
    env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    with pytest.raises(BadInput, match=re.escape("step(None) removes player_0, which cannot choose 3")):
        env.step(3)
    assert env.agents == ["player_0", "player_1"]


def test_views_of_others() -> None:
    """`viewer` decides whose cards are seen; without a way to render, nothing is."""
    game = sevenfold.load("seven_truf")
    for viewer, seat in (("spectator", None), (2, 2)):
        env = aec(game, viewer=viewer, render_mode="ansi")
        env.reset(seed=7)
        assert env.render() == aec_text(game, seat)
    silent = aec(game)
    silent.reset(seed=7)
    with pytest.warns(UserWarning, match="give render_mode"):
        assert silent.render() is None


def aec_text(game: sevenfold.Game, seat: int | None) -> str:
    """What a seat of a game with the seed 7 is told."""
    from sevenfold.view.text import as_text

    return as_text(game.start(7).view(seat))


def test_copies_go_their_own_way() -> None:
    """An environment can be copied and pickled at any point, for searches and for other processes."""
    env = aec(sevenfold.load("sane_sevens"))
    env.reset(seed=7)
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert other.game_state == env.game_state
        other.step(int(other.observe(other.agent_selection)["action_mask"].argmax()))
        assert other.game_state != env.game_state
        assert env.game_state.action_count == 0


def test_float32() -> None:
    """Observations are of the type that was asked for, with the same numbers."""
    game = sevenfold.load("sane_sevens")
    small, large = aec(game), aec(game, dtype="float32")
    for env in (small, large):
        env.reset(seed=7)
    row = large.observe("player_1")["observation"]
    assert row.dtype == np.float32
    assert large.observation_space("player_1")["observation"].contains(row)
    assert row.tolist() == small.observe("player_1")["observation"].tolist()


@from_pettingzoo
@every_example
def test_a_game_of_another_package(package: Path, tmp_path: Path) -> None:
    """It has an environment like any other, under its own name."""
    import sevenfold.envs

    with installed(tmp_path, package) as rules:
        module = getattr(sevenfold.envs, f"{rules.id}_v0")
        assert f"{rules.id}_v0" in dir(sevenfold.envs)
        env = module.raw_env(limit=30, render_mode="rgb_array")
        for _ in steps(env, seed=1):
            pass
        assert env.render().shape == (720, 960, 3)
        pettingzoo_tests.api_test(module.raw_env(limit=30), num_cycles=5)
    del sys.modules[module.__name__]


def test_modules() -> None:
    """Every game has one, which pickles by its name; what there is not is said with what there is."""
    import sevenfold.envs
    from sevenfold.envs import seven_truf_v0

    for name in sevenfold.game_names():
        assert f"{name}_v0" in dir(sevenfold.envs)
    assert pickle.loads(pickle.dumps(seven_truf_v0)) is seven_truf_v0
    with pytest.raises(AttributeError, match=r"has no seven_truf_v9\. The environments: .*seven_truf_v0"):
        _ = sevenfold.envs.seven_truf_v9
    with pytest.raises(ImportError, match="nothing_v0"):
        from sevenfold.envs import nothing_v0  # noqa: F401 - it is not there


@pytest.mark.parametrize(
    ("library", "module", "options"),
    [("pettingzoo", "sevenfold.envs.agents.aec", {}), ("PIL", "sevenfold.envs.drawing", {"render_mode": "rgb_array"})],
)
def test_without_the_extra(library: str, module: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence says what to install."""
    from sevenfold.envs import seven_truf_v0

    monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(MissingExtra, match=re.escape('is not installed: pip install "sevenfold[rl]".')):
        seven_truf_v0.env(**options)
