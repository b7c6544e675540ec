"""Games that lead to rare situations: they can be played, and get where random play does not."""

from __future__ import annotations

import math
from pathlib import Path
from random import Random

import numpy as np
import pytest

import sevenfold
from helpers.guests import guest
from sevenfold.checking.random_play import NoAction, played
from sevenfold.checking.rare.far_games import FarGame, _Search
from sevenfold.kernel.compiler.decorators import interpreting
from sevenfold.playing.game import Game
from sevenfold.sanitizer.allowance import Allowance
from tools.games.mistakes import sound

NAME = "beacons"


def beacons(folder: Path, old: str = "", new: str = "") -> Game:
    (folder / f"{NAME}.md").write_text(sound(NAME)[f"{NAME}.md"], encoding="utf-8")
    text = sound(NAME)[f"{NAME}.py"]
    assert old in text
    return Game(guest(folder, text.replace(old, new) if old else text, NAME), {})


def found(game: Game, rounds: int) -> list[FarGame]:
    """What a search of this many rounds finds. It has no time limit, so that every machine finds the same."""
    search = _Search(game.rules, 0)
    with interpreting(), np.errstate(all="ignore"):
        for _ in range(rounds):
            search.go_on(game, Allowance(math.inf))
    return list(search.found())


def test_they_come_where_random_games_do_not(tmp_path: Path) -> None:
    """In Beacons, three mistakes end random games long before the stock is used up."""
    game, chance, ends = beacons(tmp_path), Random(0), []
    with interpreting():
        for seed in range(6):
            state = game.start(seed)
            while state.turn is not None:
                state.play(chance.choice(list(state.legal_actions())))
            ends.append(int(state.position[0].stock))
        assert all(ends)
        far = found(game, 150)
        assert far
        assert any(_end(one).position[0].stock == 0 for one in far)


def test_they_are_played_as_planned(tmp_path: Path) -> None:
    """Their actions are legal in the game with their seed, and the same search finds the same again."""
    game = beacons(tmp_path)
    far = found(game, 30)
    assert far == found(game, 30)
    longest = max(far, key=lambda one: len(one.actions))
    with interpreting():
        steps = [step.action for step in played(game, longest.seed, len(longest.actions), longest.actions)]
    assert tuple(steps[1:]) == longest.actions == tuple(_end(longest).actions)


def test_those_that_lead_to_no_action_come_first(tmp_path: Path) -> None:
    """Here nobody may do anything once the signals are used up."""
    game = beacons(tmp_path, "others if s.signals else first(TO)", "others if s.signals else 0")
    end = _end(found(game, 60)[0])
    assert end.turn is not None
    assert not end.legal_set
    with interpreting(), pytest.raises(NoAction, match="has no action in the phase 'light, discard or signal'"):
        list(played(game, end.seed, 100, end.actions))


def _end(far: FarGame) -> sevenfold.State:
    with interpreting():
        state = far.game.start(far.seed)
        for action in far.actions:
            assert action in set(state.legal_actions())
            state.play(action)
    return state
