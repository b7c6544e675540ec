"""The built-in studies measure what they say, on games that are counted another way here."""

from __future__ import annotations

import math
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

import sevenfold
from helpers.small_studies import InDisorder
from sevenfold.bots import bot, choose
from sevenfold.lab.simulation import simulate
from sevenfold.lab.studies import Plan, Run, RunFolder, Settings, named, run
from sevenfold.lab.studies.questions.drama import Drama
from sevenfold.lab.studies.questions.luck import share_of_skill
from sevenfold.lab.studies.questions.predictors import factor, leaves, possible_deals

GAME = "sane_sevens"


def studied(path: Path, study: str, deals: int, *bots: str, game: str = GAME) -> Run:
    of = Plan(study, (named(sevenfold.load(game)),), deals, settings=Settings(bots))
    of.check()
    with closing(RunFolder(path, of)) as folder:
        done = run(of, folder, InDisorder(1, 2))
    assert done.set_aside == []
    return done


def test_balance_counts_what_a_simulation_counts(tmp_path: Path) -> None:
    done = studied(tmp_path, "balance", 3000, "random")
    columns, simulated = done.tables[0].columns, simulate(sevenfold.load(GAME), 3000, bots=["random"])
    wins = sum(columns[f"win_{place}"].mean() for place in range(2))
    assert wins == pytest.approx(sum(seat.share or 0.0 for seat in simulated.wins))
    points = sum(columns[f"points_{place}"].mean() for place in range(2))
    assert points == pytest.approx(sum(seat.mean or 0.0 for seat in simulated.returns))
    assert done.answers[0].figures[0].reference == pytest.approx(wins / 2)


def test_length_and_drama_of_a_game_told_by_itself(tmp_path: Path) -> None:
    length = studied(tmp_path / "length", "length", 4, "random").tables[0].columns
    drama = studied(tmp_path / "drama", "drama", 4, "random").tables[0].columns
    for seed in range(4):
        state, decisions, leaders = sevenfold.load(GAME).start(seed), 0, list[int]()
        while state.turn is not None:
            legal = state.legal_actions()
            if len(legal) > 1:
                decisions += 1
                standing = state.standing()
                if standing[0] != standing[1]:
                    leaders.append(int(standing[1] > standing[0]))
            state.play(choose(bot("random"), state) if len(legal) > 1 else legal[0])
        standing = state.standing()
        if standing[0] != standing[1]:
            leaders.append(int(standing[1] > standing[0]))
        assert length["decisions"][seed] == decisions
        assert drama["changes"][seed] == np.count_nonzero(np.diff(leaders))


def test_when_games_are_decided() -> None:
    columns = {
        "changes": np.zeros(5),
        "settled": np.array([0.0, 0.25, 0.5, 0.9, np.nan]),
        "behind": np.zeros(5),
    }
    figures = Drama(Settings()).figures(sevenfold.load(GAME), columns)
    decided = {one.name: (one.value, one.n) for one in figures if one.name.startswith("decided after")}
    assert decided == {
        "decided after a quarter of the game": (0.5, 4),
        "decided after half of the game": (0.75, 4),
        "decided after three quarters of the game": (0.75, 4),
    }


def test_skill_is_the_variance_that_players_explain() -> None:
    """Of two coins that win 70 and 30 %: a fifth of a win between its mean, squared, of a variance of a quarter."""
    chance = np.random.default_rng(1)
    strong, weak = chance.random(200_000) < 0.7, chance.random(200_000) < 0.3
    ahead = strong.astype(float) - weak
    middle = (strong + weak.astype(float)) / 2
    assert share_of_skill(np.column_stack([ahead, middle, middle])).value == pytest.approx(0.2**2 / 0.25, abs=0.01)
    assert share_of_skill(np.column_stack([0 * ahead, middle, middle])).value == 0


def test_equal_bots_show_no_skill(tmp_path: Path) -> None:
    ahead, share, luck = studied(tmp_path, "luck", 40, "random", "heuristic").answers[0].figures
    assert ahead.high is not None
    assert ahead.high < 0  # the random one is weaker
    assert share.value is not None
    assert luck.value == pytest.approx(1 - share.value)


def test_options_are_compared_with_themselves(tmp_path: Path) -> None:
    games = tuple(named(sevenfold.load(GAME, silly=silly)) for silly in (False, True))
    of = Plan("options", games, 8, settings=Settings(("random",)))
    with closing(RunFolder(tmp_path, of)) as folder:
        done = run(of, folder, InDisorder(1, 2))
    moves = [table.columns["moves"] for table in done.tables]
    assert done.across[0].name == "Sane Sevens, silly=true: moves more"
    assert done.across[0].value == pytest.approx(float((moves[1] - moves[0]).mean()))


def test_choices_count_every_action(tmp_path: Path) -> None:
    columns = studied(tmp_path, "choices", 4, "random").tables[0].columns
    decisions = columns["actions"] - columns["forced"]
    assert (columns["legal"] >= 2 * decisions).all()
    assert (columns["stake"] >= 0).all()
    assert set(columns["matters"]) <= {0.0, 1.0}


def test_possible_deals_are_counted() -> None:
    """Suitability, 52 cards among four: a seat does not know which 13 of 39 each other has."""
    state = sevenfold.load("suitability").start(1)
    assert state.turn is not None
    ways = math.factorial(39) / math.factorial(13) ** 3
    assert possible_deals(state.view(state.turn)) == pytest.approx(math.log(ways))
    rows = np.array([[math.log(0.5) * 3, 3.0], [math.log(0.25), 1.0]])
    assert factor(rows.mean(axis=0)) == pytest.approx((0.5**3 * 0.25) ** (1 / 4))


def test_leaves_are_compared_in_pairs() -> None:
    """At the last choice of a deal of 7-Truf, each action played to the end by hand."""
    game, bots = sevenfold.load("seven_truf"), [bot("random")] * 4
    last = None
    state = game.start(3)
    while state.turn is not None:
        legal = state.legal_actions()
        last = state.copy() if len(legal) > 1 else last
        state.play(legal[0])
    assert last is not None
    assert last.turn is not None
    results = []
    for action in last.legal_actions():
        child = last.copy()
        child.play(action)
        while child.turn is not None:
            assert len(child.legal_actions()) == 1
            child.play(child.legal_actions()[0])
        results.append(child.returns()[last.turn])
    found = leaves(last, bots)
    n = len(results)
    assert found["pairs"] == n * (n - 1) / 2
    assert found["alike"] == sum(a == b for at, a in enumerate(results) for b in results[:at])
    assert found["won"] <= found["alike"]


def test_predictors(tmp_path: Path) -> None:
    correlation, bias, disambiguation = studied(tmp_path, "predictors", 8, "random", game="second_thoughts").answers[0].figures
    assert correlation.value is not None
    assert 0 <= correlation.value <= 1
    assert bias.n == 8
    assert disambiguation.value is not None
    assert 0 < disambiguation.value < 1
    with pytest.raises(sevenfold.BadInput, match="Sane Sevens is no game of tricks with hidden hands"):
        studied(tmp_path / "sane", "predictors", 1)
