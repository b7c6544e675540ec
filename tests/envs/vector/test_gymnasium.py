"""The vector environment as Gymnasium's own tools take it."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, DtypeObservation, RecordEpisodeStatistics, RescaleObservation

from sevenfold.envs.vector import make
from sevenfold.envs.vector.env import VectorEnv
from sevenfold.kernel.compiler.decorators import INTERPRETED, interpreting

GAME, NAME = "seven_truf", "sevenfold/SevenTruf-v0"


@pytest.mark.parametrize("mode", AutoresetMode)
def test_made_by_its_name(mode: AutoresetMode) -> None:
    """`make_vec` makes it, without a warning, with its arguments; it knows what it was made from."""
    envs = gymnasium.make_vec(NAME, num_envs=3, autoreset_mode=mode, limit=7)
    assert isinstance(envs, VectorEnv)
    assert envs.metadata["autoreset_mode"] is mode
    assert envs.spec is not None
    assert (envs.spec.id, envs.num_envs, envs.batch.limit) == (NAME, 3, 7)
    again = gymnasium.make_vec(envs.spec)
    assert (again.num_envs, again.metadata) == (3, envs.metadata)
    one = gymnasium.make(NAME)
    assert (one.observation_space, one.action_space) == (envs.single_observation_space, envs.single_action_space)


@pytest.mark.parametrize("dtype", ["uint8", "float32"])
@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_what_is_returned_lies_in_its_space(mode: str, dtype: str) -> None:
    """Shapes, types and ranges of what reset and step return; actions sampled with the mask are legal."""
    with interpreting() if dtype == "float32" else nullcontext():
        check_spaces(make("sane_sevens", 3, autoreset_mode=mode, limit=9, dtype=dtype))


def check_spaces(envs: VectorEnv) -> None:
    envs.action_space.seed(1)
    observations, infos = envs.reset(seed=1)
    for _ in range(40):
        assert envs.observation_space.contains(observations)
        assert all(map(envs.single_observation_space.contains, observations))
        actions = envs.action_space.sample(mask=tuple(infos["action_mask"]))
        observations, rewards, terminated, truncated, infos = envs.step(actions)
        for array, type_ in ((rewards, np.float64), (terminated, np.bool_), (truncated, np.bool_)):
            assert isinstance(array, np.ndarray)
            assert array.shape == (3,)
            assert array.dtype == np.dtype(type_)
        for i in np.flatnonzero(infos.get("_final_obs", [])):
            assert envs.single_observation_space.contains(infos["final_obs"][i])


def test_the_same_seed_gives_the_same_steps() -> None:
    """Gymnasium's comparison of two environments with one seed, and of one that is reset again."""
    first, second = make(GAME, 3), make(GAME, 3)
    runs = [_run(first), _run(second), _run(first)]
    assert data_equivalence(runs[0], runs[1], exact=True)
    assert data_equivalence(runs[0], runs[2], exact=True)
    assert not data_equivalence(runs[0], _run(first, seed=6), exact=True)


def _run(envs: VectorEnv, seed: int = 5) -> list[Any]:
    run: list[Any] = [envs.reset(seed=seed)]
    for _ in range(20):
        run.append(envs.step(envs.sample_actions()))
    return run


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_wrappers(mode: str) -> None:
    """Gymnasium's wrappers record episodes, change observations and list infos."""
    inner = make(GAME, 2, autoreset_mode=mode, limit=3)
    dtype = np.dtype(np.uint8 if mode == "SameStep" else np.float32)  # Gymnasium changes no final observations of a batch
    envs: Any = inner if mode == "SameStep" else DtypeObservation(inner, dtype)
    envs = DictInfoToList(RecordEpisodeStatistics(envs))
    observations, infos = envs.reset(seed=2)
    assert observations.dtype == dtype
    assert [info["seat"] for info in infos] == inner.batch.buffers.seat.tolist()
    ended, lengths = 0, []
    for _ in range(60):
        observations, _, terminated, truncated, infos = envs.step(inner.sample_actions())
        for i in range(2):
            assert np.array_equal(infos[i]["action_mask"], inner.batch.buffers.action_mask[i])
            if terminated[i] or truncated[i]:
                ended += 1
                lengths.append(int(infos[i]["episode"]["l"]))
                if mode == "SameStep":
                    assert np.array_equal(infos[i]["final_obs"], inner.batch.final_observations[i])
                    assert infos[i]["final_info"]["seat"] == -1
    assert ended == len(lengths) > 2
    assert set(lengths) == {lengths[0]}


def test_rescaled() -> None:
    """Observations are rescaled from the bounds that the space states."""
    with interpreting():
        envs = RescaleObservation(make(GAME, 2, dtype="float32"), np.float32(0), np.float32(1))
        observations, _ = envs.reset(seed=3)
    assert 0 <= observations.min() < observations.max() <= 1


@pytest.mark.skipif(INTERPRETED, reason="one thread interprets all games")
def test_closed() -> None:
    """Closing ends the threads, as often as it is called."""
    envs = make(GAME, 300, threads=2)
    envs.reset(seed=1)
    assert envs.batch._helpers.team
    envs.close()
    envs.close()
    assert envs.batch._helpers.team is None
