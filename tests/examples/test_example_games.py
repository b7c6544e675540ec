"""The games in examples/: packages of their own, which are found when they are installed, and whose own tests pass."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import sevenfold
from helpers.guests.example_games import GAMES, every_example, installed
from helpers.random_games import random_points, seen_in_hands
from sevenfold.kernel.compiler.decorators import interpreting
from sevenfold.lab.simulation import simulate
from sevenfold.view.rule_page import faults, first_game, page, terms

MANY = 200  # actions


def test_there_are_examples() -> None:
    assert {"gin_rummy", "go_fish", "hearts", "president"} <= {package.name for package in GAMES}


@every_example
def test_it_is_found_and_played(package: Path, tmp_path: Path) -> None:
    """Each value of each option can be played with for a while, and every seat's view be made."""
    with installed(tmp_path, package) as rules, interpreting():
        assert rules.name
        for option in rules.options.values():
            for value in option.values:  # each at least once
                state, chance = sevenfold.load(rules.id, **{option.name: value}).start(7), Random(7)
                while not state.is_over and state.action_count < MANY:
                    state.play(chance.choice(list(state.legal_actions())))
                    if state.action_count % 25 == 0:
                        assert [state.view(seat).prompt for seat in range(state.game.players)]


@every_example
def test_it_says_whether_cards_of_hands_may_become_known(package: Path, tmp_path: Path) -> None:
    with installed(tmp_path, package) as rules, interpreting():
        game = sevenfold.load(rules.id)
        told = {"beacons", "caravans", "gin_rummy", "go_fish", "hearts", "little_sevens", "president"}
        assert game.has_known_cards == (rules.id in told)
        is_closed = not game.has_open_hands and not game.has_known_cards
        assert not (is_closed and any(seen_in_hands(state) for state in random_points(game, Random(7), 9)))


@every_example
def test_it_says_whether_lines_may_stand_at_its_seats(package: Path, tmp_path: Path) -> None:
    """The page keeps their place: none may come where it says that there are none."""
    with installed(tmp_path, package) as rules, interpreting():
        views = [state.view(None) for state in random_points(sevenfold.load(rules.id), Random(7), 9)]
        assert rules.has_seat_lines or not any(seat.lines or seat.badges for view in views for seat in view.seats)
        assert rules.has_seat_lines == (
            rules.id not in {"beacons", "caravans", "go_fish", "goofspiel", "klondike", "little_sevens"}
        )


@every_example
def test_its_rule_page(package: Path, tmp_path: Path) -> None:
    """The page is whole: its drawings, its terms, its introduction with a tip for each phase that begins a move."""
    with installed(tmp_path, package) as rules:
        assert page(rules).startswith(f"# {rules.name}\n")
        assert faults(page(rules), rules.pack) == []
        assert terms(rules)
        introduction = first_game(rules)
        assert len(introduction.panels) >= 2
        assert set(introduction.tips) == {phase.name for phase in rules.phases.values()}


@pytest.mark.slow
@every_example
def test_many_random_games(package: Path, tmp_path: Path) -> None:
    """Two hundred random games can be played; they end, though not all of Gin Rummy, where random players rarely score."""
    with installed(tmp_path, package) as rules:
        done = simulate(sevenfold.load(rules.id), 200, seed=1)
        assert done.games == 200
        assert done.truncated < (done.games if rules.id == "gin_rummy" else 1)


@every_example
def test_its_own_tests(package: Path, tmp_path: Path) -> None:
    """The tests of the package pass where nothing but Sevenfold is installed."""
    paths = os.pathsep.join([str(package), str(Path(sevenfold.__file__).parents[1])])
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": paths}
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "--rootdir",
        str(package),
        str(package),
    ]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout[-3000:]
