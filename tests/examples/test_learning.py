"""The agent in `examples/learning`: its estimates, what it sees, and that it learns."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import sevenfold
from helpers.hidden import twin_now
from sevenfold.bots import external
from sevenfold.errors import BrokenBot

FOLDER = Path(__file__).parents[2] / "examples" / "learning"
KUHN = FOLDER.parent / "kuhn_poker" / "kuhn_poker.py"
JACK, KING = 1 << 0, 1 << 2  # as sets of one card

needs_learn = pytest.mark.skipif(find_spec("optax") is None, reason="training needs pip install 'sevenfold[learn,rl]'")
needs_sb3 = pytest.mark.skipif(find_spec("sb3_contrib") is None, reason="sb3-contrib, which brings 550 MB of torch, is missing")


@pytest.fixture
def learnt(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The package of the bot."""
    monkeypatch.syspath_prepend(str(FOLDER))
    return import_module("sevenfold_learnt")


@pytest.fixture
def installed(learnt: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The package as an installed one: the bot `learnt` is found."""
    info = tmp_path / "sevenfold_learnt-0.1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: sevenfold-learnt\nVersion: 0.1\n")
    points = tomllib.loads((FOLDER / "pyproject.toml").read_text())["project"]["entry-points"]["sevenfold.bots"]
    lines = "".join(f"{name} = {point}\n" for name, point in points.items())
    (info / "entry_points.txt").write_text(f"[sevenfold.bots]\n{lines}")
    monkeypatch.syspath_prepend(str(tmp_path))
    for cached in (external._points, external._loaded):
        cached.cache_clear()
    yield learnt
    for cached in (external._points, external._loaded):
        cached.cache_clear()


# -- the bot ------------------------------------------------------------------------------------------------------------


def test_it_beats_random_play_by_far(installed: ModuleType) -> None:
    """As a bot by its name: of 20 games against random play it wins nearly all."""
    game = sevenfold.load("seven_and_seven", players=2)
    share = sevenfold.simulate(game, 20, seed=3, bots=["learnt", "random"], limit=200).wins[0]
    assert share.share is not None
    assert share.share > 0.8


def test_it_chooses_by_what_its_seat_sees(learnt: ModuleType) -> None:
    """Whatever its seat does not see is shuffled: the choice stays the same."""
    player, chance = learnt.Learnt(), Random(1)
    state = sevenfold.load("seven_and_seven", players=2).start(5)
    for _ in range(40):
        assert state.turn is not None
        assert player.choose(twin_now(state, state.turn, chance)) == player.choose(state)
        state.play(chance.choice(list(state.legal_actions())))


def test_another_game_is_refused(installed: ModuleType) -> None:
    """The network of one game plays no other, nor with other options."""
    for game in (sevenfold.load("sane_sevens"), sevenfold.load("seven_and_seven", players=3)):
        state = game.start(1)
        while len(state.legal_actions()) == 1:
            state.play(state.legal_actions()[0])
        with pytest.raises(BrokenBot, match=r"this network plays seven_and_seven \(players=2\), not"):
            sevenfold.choose(state, "learnt")


# -- learning -----------------------------------------------------------------------------------------------------------


def test_each_seat_is_judged_by_what_follows_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The estimates, against sums over each seat's own decisions, one after the other."""
    monkeypatch.syspath_prepend(str(FOLDER))
    module = import_module("advantages")
    chance, steps, games, players = np.random.default_rng(4), 30, 6, 3
    seats = chance.integers(0, players, (steps, games))
    rewards, values = chance.normal(size=(steps, games, players)), chance.normal(size=(steps, games))
    ended, last_value, last_seat = chance.random((steps, games)) < 0.15, chance.normal(size=games), seats[0]
    empty = np.zeros((steps, games))
    rollout = module.Rollout(empty, empty, empty, empty, values, seats, rewards, ended, last_value, last_seat)
    gains, known = module.advantages(rollout, 0.9, 0.8)
    for game in range(games):
        for step in range(steps):
            expected = judged(rollout, game, step, 0.9, 0.8)
            assert bool(known[step, game]) is (expected is not None)
            assert gains[step, game] == pytest.approx(expected or 0.0, abs=1e-5)


def judged(rollout: Any, game: int, step: int, discount: float, trace: float) -> float | None:
    """The estimate of one decision, by following its seat to its next one; None if there is none."""
    seat = rollout.seats[step, game]
    gained = 0.0
    for later in range(step, len(rollout.seats)):
        if later > step and rollout.seats[later, game] == seat:
            surprise = gained + discount * rollout.values[later, game] - rollout.values[step, game]
            following = judged(rollout, game, later, discount, trace)
            return float(surprise + discount * trace * (following or 0.0))
        gained += rollout.rewards[later, game, seat]
        if rollout.ended[later, game]:
            return float(gained - rollout.values[step, game])
    if rollout.last_seat[game] == seat:
        return float(gained + discount * rollout.last_value[game] - rollout.values[step, game])
    return None


@needs_learn
def test_it_learns_kuhn_poker(learnt: ModuleType, tmp_path: Path) -> None:
    """After some seconds of self-play, nobody calls with the jack or folds the king."""
    out = tmp_path / "kuhn.npz"
    command: list[str | Path] = [
        sys.executable,
        FOLDER / "train.py",
        KUHN,
        "-o",
        "deals=1",
        "--decisions",
        "200000",
        "--reward",
        "returns",
    ]
    ran = subprocess.run([*command, "--out", out], capture_output=True, text=True, timeout=280, check=False, cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    game = sevenfold.load(KUHN, deals=1)
    before, after = (learnt.Learnt(str(tmp_path / name)) for name in ("kuhn.0.npz", "kuhn.npz"))
    assert 0.4 < blunders(game, before) < 0.6
    assert blunders(game, after) < 0.05


def blunders(game: sevenfold.Game, player: Any) -> float:
    """How likely a bet is answered wrongly with a jack or a king: the first cannot win, the second cannot lose."""
    found = []
    for seed in range(30):
        for moves in (["bet"], ["check", "bet"]):
            state = game.start(seed)
            for move in moves:
                state.play(move)
            assert state.turn is not None
            scores = player.scores(state)
            fold, call = (float(np.exp(scores[int(state.parse(word))])) for word in ("fold", "call"))
            hand = int(state.position["hands"][0][state.turn])
            if hand in (JACK, KING):
                found.append((call if hand == JACK else fold) / (fold + call))
    return float(np.mean(found))


@needs_sb3
def test_maskable_ppo_learns(tmp_path: Path) -> None:
    """The same with MaskablePPO: after 6,000 steps it wins chips from random play."""
    ran = subprocess.run(
        [sys.executable, FOLDER / "maskable_ppo.py", "6000", "1000"],
        capture_output=True, text=True, timeout=280, check=False, cwd=tmp_path,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    reached = re.search(r"after: +([+-][\d.]+) ± ([\d.]+)", ran.stdout)
    assert reached is not None
    assert float(reached[1]) - float(reached[2]) > 0
