"""What does not fit is refused in a sentence, and nothing has changed."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import sevenfold
from sevenfold.envs.vector import Batch, make
from sevenfold.errors import BadInput, IllegalAction, MissingExtra
from sevenfold.kernel.compiler.decorators import interpreting
from sevenfold.kernel.play import legal_and_turn
from sevenfold.kernel.sets import lowest

GAME = "seven_truf"


class OnDevice:
    """An array of another library that does not lie in this computer's memory."""

    device = "cuda:0"

    def __array__(self, *args: Any, **kwargs: Any) -> Any:
        raise TypeError("can't convert cuda:0 device type tensor to numpy.")


class OnDeviceOfJax:
    """An array that JAX would copy from its device whenever it is read."""

    device = "cuda:0"

    def __dlpack_device__(self) -> tuple[int, int]:
        return 2, 0

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return np.zeros(2, dtype or np.int64)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"n": 0}, "A batch is of 1 to 4194304 games, not 0."),
        ({"n": 2.0}, "A batch is of 1 to 4194304 games, not 2.0."),
        ({"game": "seven_truff"}, "seven_truff"),
        ({"game": 7}, "A game is given by its name, or as sevenfold.load returns it; not as 7."),
        ({"options": {"players": 9}}, "seven_truf has no option players; its options: none."),
        ({"game": "sane_sevens", "options": [{}, {"players": 9}]}, "players must be one of 2, 3, 4, not 9."),
        ({"options": [{}]}, "lists the options of each of the 2 environments; this list has 1."),
        ({"options": [{}, 3]}, "The options of environment 1 are a dictionary, not 3."),
        ({"options": "silly"}, "options= is a dictionary, or a list of 2 dictionaries; not 'silly'."),
        ({"seat": 4}, "Environment 0 has the seats 0 to 3, not 4."),
        ({"seat": [0, True]}, "Environment 1 has the seats 0 to 3, not True."),
        ({"seat": [0]}, "seat= is a seat, or one for each of the 2 environments; these are 1."),
        ({"opponents": "club"}, "say with seat= which one you play"),
        ({"opponents": 3, "seat": 0}, "opponents= is 'random', the spec of a bot, or a function"),
        ({"opponents": "clubb", "seat": 0}, "clubb"),
        ({"reward": "points"}, "reward= is one of returns, standing; not 'points'."),
        ({"autoreset": "always"}, "autoreset= is one of next_step, same_step, disabled; not 'always'."),
        ({"dtype": "int8"}, "uint8 or float32, not 'int8'"),
        ({"limit": 0}, "limit is a number of turns"),
        ({"threads": 0}, "threads is a number from 1 to 1024, not 0."),
        ({"copy": 1}, "copy is True or False, not 1."),
        ({"out": 3}, "out= is a dictionary of arrays by name, or a dataclass with them; not 3."),
        ({"out": {"masks": 3}}, "There is no array 'masks' to write into; out= may name observations, action_mask"),
        ({"out": {"rewards": [0.0, 0.0]}}, "out: rewards is a contiguous, writable NumPy array of shape (2,), type float64;"),
        ({"out": {"rewards": OnDevice()}}, "not OnDevice on the device cuda:0."),
        ({"out": {"rewards": np.zeros(2, np.float32)}}, "this one has shape (2,) and type float32."),
        ({"out": {"rewards": np.zeros(3)}}, "this one has shape (3,) and type float64."),
        ({"out": {"rewards": np.zeros(4)[::2]}}, "this one is not contiguous."),
        ({"out": {"rewards": np.frombuffer(bytes(16))}}, "this one is read-only."),
        ({"out": {"observations": np.zeros((2, 657), np.float32)}}, "this one has shape (2, 657) and type float32."),
        ({"out": dict.fromkeys(["terminated", "truncated"], np.zeros(2, bool))}, "share memory; each array needs its own."),
    ],
)  # fmt: skip
def test_settings(settings: dict[str, Any], said: str) -> None:
    """A setting that does not fit says what is wanted."""
    with pytest.raises(BadInput, match=re.escape(said)):
        Batch(settings.pop("game", GAME), settings.pop("n", 2), **settings)


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        (np.zeros(3, np.int64), "these have shape (3,) and type int64."),
        (np.zeros((2, 1), np.int64), "these have shape (2, 1) and type int64."),
        (np.zeros(2), "these have shape (2,) and type float64."),
        ([True, False], "these have shape (2,) and type bool."),
        (["bid 0", "bid 1"], "Actions are an array of 2 whole numbers"),
        ([[1], [1, 2]], "Actions are an array of 2 whole numbers, not list."),
        (None, "these have shape () and type object."),
        (OnDevice(), "not OnDevice on the device cuda:0."),
        (OnDeviceOfJax(), "not OnDeviceOfJax on the device cuda:0."),
    ],
)
def test_actions_of_another_shape_or_type(actions: Any, said: str) -> None:
    """Actions are whole numbers, one for each environment."""
    with interpreting():
        unharmed(lambda batch: batch.step(actions), BadInput, said)


@pytest.mark.parametrize("action", [-1, 2, 31, 32, 63, 64, 2**62, np.uint64(2**64 - 1)])
def test_illegal_actions(action: Any) -> None:
    """The first environment with an illegal action is named, with what it may do; no game has changed."""
    with interpreting():
        actions = np.array([0, action]) if not isinstance(action, np.uint64) else np.array([0, action], np.uint64)
        error = unharmed(lambda batch: batch.step(actions), IllegalAction, "legal are 0 (bid 0), 1 (bid 1).")
    assert str(error).startswith("Environment 1: the action")


def test_an_illegal_action_names_the_rule() -> None:
    """The rule that forbids an action is said as `State` says it."""
    with interpreting():
        batch, state = Batch(GAME, 1), sevenfold.load(GAME).start(7)
        batch.reset(7)
        while state.phase == "bid":
            batch.step([int(state.legal_actions()[0])])
            state.play(state.legal_actions()[0])
        illegal = next(a for a in range(32) if a not in state.legal_actions())
        why = state.why_not(illegal)
        with pytest.raises(IllegalAction, match="Environment 0") as raised:
            batch.step([illegal])
    assert why is not None
    assert raised.value.rule == why.rule != ""


def test_a_game_that_has_ended() -> None:
    """With autoreset disabled a game that has ended is reset before it goes on."""
    with interpreting():
        batch = Batch(GAME, 2, autoreset="disabled", limit=1)
        batch.reset(7)
        batch.step(batch.sample_actions())
        while not batch.buffers.truncated.any():
            batch.step(batch.sample_actions())
        with pytest.raises(BadInput, match=re.escape("The game of environment 0 has ended; begin the next with reset(")):
            batch.step(batch.sample_actions())


@pytest.mark.parametrize(
    ("seed", "said"),
    [
        (-1, "A seed is a whole number from 0 to 2^64 - 1, or a list of them; not -1."),
        (2**64 - 1, "18446744073709551615 is too large for 2 environments."),
        (2**64, "A seed is a whole number"),
        (1.5, "A seed is a whole number"),
        ("12", "A seed is a whole number"),
        ([1], "has one for each of the 2 environments; this one has 1."),
        ([1, 2**64], "The seed of environment 1 is a whole number from 0 to 2^64 - 1, or None"),
        ([1, True], "The seed of environment 1 is a whole number"),
    ],
)
def test_seeds(seed: Any, said: str) -> None:
    """A seed is a number, or one for each environment."""
    with interpreting():
        unharmed(lambda batch: batch.reset(seed), BadInput, said)


@pytest.mark.parametrize(
    ("mask", "said"),
    [
        ([True, False], "reset_mask is a NumPy array of shape (2,) and type bool with at least one True, not list."),
        (np.ones(3, bool), "this one has shape (3,) and type bool."),
        (np.ones(2, int), "this one has shape (2,) and type int64."),
        (np.zeros(2, bool), "this one has none."),
    ],
)
def test_reset_masks(mask: Any, said: str) -> None:
    """The mask says which games begin."""
    with interpreting():
        unharmed(lambda batch: batch.reset(None, mask), BadInput, said)


def test_before_the_first_reset() -> None:
    """Nothing is stepped, and no part is reset, before all games have begun."""
    batch = Batch(GAME, 2)
    with pytest.raises(BadInput, match="No game has begun; call reset first"):
        batch.step([0, 0])
    with pytest.raises(BadInput, match="The first reset begins all games"):
        batch.reset(1, np.array([True, False]))


@pytest.mark.parametrize(
    ("returned", "said"),
    [
        (lambda masks: masks[:, :3] * 1.0, "returns an array of shape (2, 32) of probabilities, not of shape (2, 3)."),
        (lambda masks: "nothing", "of probabilities, not str."),
        (lambda masks: OnDevice(), "not OnDevice on the device cuda:0."),
        (lambda masks: OnDeviceOfJax(), "not OnDeviceOfJax on the device cuda:0."),
        (lambda masks: masks * np.nan, "those for environment 0 are not: [nan"),
        (lambda masks: masks * 0, "above 0 for a legal action; those for environment 0 are not: [0.0"),
        (lambda masks: masks * -1.0, "those for environment 0 are not: [-1.0"),
        (lambda masks: 1 // 0, "division"),
    ],
)
def test_opponents_that_return_something_else(returned: Callable[[Any], Any], said: str) -> None:
    """If the opponents' function fails within a step, the step has not happened."""
    ready = False

    def policy(observations: Any, masks: Any) -> Any:
        return returned(masks) if ready else masks

    with interpreting():
        batch = Batch(GAME, 2, seat=1, opponents=policy)
        batch.reset(5)
        ready = True
        check_unharmed(batch, lambda batch: batch.step(batch.buffers.action_mask.argmax(axis=1)), Exception, said)
        ready = False
        batch.step(batch.buffers.action_mask.argmax(axis=1))


def test_a_bot_that_fails() -> None:
    """The states that are played along for a bot go back too."""

    class Failing:
        spec, fails = "failing", False

        def choose(self, *asked: Any) -> int:
            if self.fails:
                raise RuntimeError("it fails")
            _, position, *_ = asked
            return lowest(int(legal_and_turn(position, 0)[0]))

    with interpreting():
        bot: Any = Failing()
        batch, other = Batch(GAME, 2, seat=1, opponents=bot), Batch(GAME, 2, seat=1, opponents=bot)
        for one in (batch, other):
            one.reset(5)
        bot.fails = True
        check_unharmed(batch, lambda batch: batch.step(batch.buffers.action_mask.argmax(axis=1)), RuntimeError, "it fails")
        bot.fails = False
        for _ in range(12):
            actions = other.buffers.action_mask.argmax(axis=1)
            assert np.array_equal(batch.step(actions).observations, other.step(actions).observations)


def test_environments() -> None:
    """What Gymnasium's form adds: its modes, its options of reset, a missing package."""
    with pytest.raises(BadInput, match=re.escape("autoreset_mode= is one of 'NextStep', 'SameStep', 'Disabled'; not 'Never'.")):
        make(GAME, 2, autoreset_mode="Never")
    with pytest.raises(BadInput, match="render_mode is None"):
        make(GAME, 2, render_mode="human")
    with pytest.raises(BadInput, match=re.escape("Say the options either in options= or by name, not both: players.")):
        make("sane_sevens", 2, options=[{}, {}], players=3)
    with pytest.raises(BadInput, match="seven_truf has no option color"):
        make(GAME, 2, color="red")
    envs = make(GAME, 2)
    for options in ({"reset_mask": np.array([True, True]), "players": 3}, [1]):
        with pytest.raises(BadInput, match="reset takes the option reset_mask, and no other"):
            envs.reset(seed=1, options=options)


def test_without_gymnasium(monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing package is named with the extra that brings it."""
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    monkeypatch.delitem(sys.modules, "sevenfold.envs.vector.env", raising=False)
    with pytest.raises(MissingExtra, match=re.escape('Gymnasium is not installed: pip install "sevenfold[rl]".')):
        make(GAME, 2)


def unharmed(act: Callable[[Batch], Any], error: type[Exception], said: str) -> Exception:
    """The error that an act raises on a batch of two; the batch is as before, and goes on."""
    batch = Batch(GAME, 2)
    batch.reset(7)
    return check_unharmed(batch, act, error, said)


def check_unharmed(batch: Batch, act: Callable[[Batch], Any], error: type[Exception], said: str) -> Exception:
    before = batch._positions.tobytes(), batch._ledger.tobytes(), batch.buffers.copied().arrays()
    with pytest.raises(error, match=re.escape(said)) as raised:
        act(batch)
    assert (batch._positions.tobytes(), batch._ledger.tobytes()) == before[:2]
    assert all(map(np.array_equal, batch.buffers.arrays(), before[2]))
    return raised.value
