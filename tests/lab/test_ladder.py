"""The ladder: every two bots in duplicate, ratings, going on where it was broken off, refusals."""

from __future__ import annotations

import json
from pathlib import Path
from threading import Event

import numpy as np
import pytest

import sevenfold
from sevenfold.bots.levels import SPECS
from sevenfold.cli import run
from sevenfold.lab.deal_file import DealFile
from sevenfold.lab.ladder import Ladder, Plan, play_ladder
from sevenfold.lab.rating import ratings, strengths
from tools.docs import ladder

SANE = "sane_sevens"


def plan(*bots: str, deals: int = 6) -> Plan:
    return Plan(sevenfold.load(SANE), list(bots or ("search:30", "random", "thumb")), deals)


def results(found: Ladder) -> object:
    """Everything except the seconds."""
    return found.pairs, found.ratings, found.deals


def test_the_results_do_not_depend_on_jobs() -> None:
    one, two = play_ladder(plan()), play_ladder(plan(), jobs=3)
    assert results(one) == results(two)
    assert [(pair.one, pair.other, pair.deals, pair.games) for pair in one.pairs] == [
        ("search:30", "random", 6, 12), ("search:30", "thumb", 6, 12), ("random", "thumb", 6, 12),
    ]  # fmt: skip
    assert sum(rating.rating for rating in one.ratings) == pytest.approx(0, abs=1e-6)
    assert not one.stopped


def test_it_goes_on_where_it_was_broken_off(tmp_path: Path) -> None:
    file, stop = tmp_path / "ladder.jsonl", Event()
    kept = DealFile(file, plan().settings())
    broken = play_ladder(plan(), file=kept, stop=stop, progress=lambda done: stop.set() if done == 7 else None)
    kept.close()
    assert broken.stopped
    assert 2 <= broken.deals < 6
    assert all(pair.deals >= broken.deals for pair in broken.pairs)
    with file.open("a") as torn:
        torn.write('{"one": 0, "oth')
    kept = DealFile(file, plan().settings())
    begun_with = len(kept.results)
    assert 7 <= begun_with < 18
    told: list[int] = []
    whole = play_ladder(plan(), file=kept, progress=told.append)
    kept.close()
    assert told == list(range(begun_with, 19))
    assert results(whole) == results(play_ladder(plan()))
    assert len(file.read_text().splitlines()) == 19
    assert all(json.loads(line) for line in file.read_text().splitlines())


def test_who_wins_three_of_four_is_191_points_ahead() -> None:
    found = ratings(["a", "b"], {(0, 1): {deal: float(deal % 4 != 0) for deal in range(4000)}})
    assert [one.bot for one in found] == ["a", "b"]
    assert found[0].rating - found[1].rating == pytest.approx(400 * np.log10(3), abs=1)
    # The standard error of the log odds of a share p is 1 / sqrt(n p (1 - p)); each rating moves by half of it.
    assert found[0].ci95 == pytest.approx(1.96 * 400 / np.log(10) / np.sqrt(4000 * 3 / 16) / 2, rel=0.15)


def test_ratings_are_those_of_greatest_likelihood() -> None:
    chance = np.random.default_rng(5)
    met = np.full((1, 4, 4), 20.0)
    won = chance.uniform(1, 19, (1, 4, 4))
    won = np.triu(won[0], 1)[None] + np.tril(20 - np.triu(won[0], 1).T, -1)[None]
    p = strengths(won, met)[0]

    def likelihood(strength: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> float:
        pairs = [(i, j) for i in range(4) for j in range(4) if i != j]
        return sum(float(won[0, i, j] * np.log(strength[i] / (strength[i] + strength[j]))) for i, j in pairs)

    for i in range(4):
        for factor in (0.99, 1.01):
            other = p.copy()
            other[i] *= factor
            assert likelihood(other) < likelihood(p)


def test_who_wins_everything_has_a_rating() -> None:
    found = ratings(["all", "none"], {(0, 1): dict.fromkeys(range(50), 1.0)})
    assert found[0].bot == "all"
    assert 500 < found[0].rating - found[1].rating < 1000


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("nothing", "no game nothing"),
        ("sane_sevens --bots nobody,random", "no bot 'nobody'"),
        ("sane_sevens --bots random", "at least two bots"),
        ("sane_sevens --bots search,random,search:1000", "search:1000 is named twice"),
        ("sane_sevens --deals 1", "at least 2 deals"),
        ("sane_sevens --jobs 0 --bots thumb,random", "jobs must be from 1"),
        ("sane_sevens --extent deal", "not played in several deals"),
        ("sane_sevens --seed 18446744073709551615", "must lie between"),
        ("sane_sevens --seed x", "A seed is"),
        ("pyramid", "Pyramid is for one here"),
        ("cooperative_dominoes -o players=1", "is for one here"),
    ],
)
def test_wrong_use_is_refused(arguments: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["ladder", *arguments.split()]) == 2
    told = capsys.readouterr()
    assert said in told.err
    assert told.out == ""


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("What is this?\n", "does not contain a ladder"),
        ('{"ladder": 7}\n', "does not contain a ladder"),
        (b"\xff\xfe", "is empty; a file of a ladder's deals is expected"),
    ],
)
def test_a_file_of_something_else_is_left_alone(
    content: str | bytes, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "found.jsonl"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    before = file.read_bytes()
    assert run(["ladder", SANE, "--bots", "thumb,random", "--deals", "2", "--out", str(file)]) == 2
    assert said in capsys.readouterr().err
    assert file.read_bytes() == before


def test_the_command_keeps_deals_and_refuses_other_settings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "found.jsonl"
    asked = ["ladder", SANE, "--bots", "thumb,random", "--jobs", "1", "--out", str(file)]
    assert run([*asked, "--deals", "2"]) == 0
    assert "2 deals from seed 0 on, every seating, whole games" in capsys.readouterr().out
    assert run([*asked, "--deals", "3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["pairs"][0]["deals"] == 3
    assert len(file.read_text().splitlines()) == 4
    assert run([*asked, "--deals", "3", "--seed", "7"]) == 2
    assert "other settings (seed: 0, not 7)" in capsys.readouterr().err


def test_deals_of_a_level_that_was_another_bot_are_not_gone_on_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ["ladder", SANE, "--bots", "beginner,random", "--jobs", "1", "--deals", "2", "--out", str(tmp_path / "found.jsonl")]
    assert run(asked) == 0
    assert run(asked) == 0
    capsys.readouterr()
    monkeypatch.setitem(SPECS, "beginner", {"": "thumb:0.9"})
    assert run(asked) == 2
    assert 'other settings (levels: {"beginner": "thumb:0.4"}, not {"beginner": "thumb:0.9"})' in capsys.readouterr().err


def test_whole_games_and_single_deals_are_kept_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(tmp_path / "found.jsonl")
    asked = ["ladder", "suitability", "--bots", "thumb,random", "--jobs", "1", "--deals", "2", "--out", file]
    assert run([*asked, "--extent", "game"]) == 0
    assert "whole games of several deals" in capsys.readouterr().out
    assert run([*asked, "--extent", "deal"]) == 2
    assert 'other settings (extent: "game", not "deal")' in capsys.readouterr().err


def test_it_cannot_write_where_there_is_no_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["ladder", SANE, "--bots", "thumb,random", "--out", str(tmp_path / "none" / "found.jsonl")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_the_page_of_ladders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "BOTS", ["search:5", "beginner", "random"])
    monkeypatch.setattr(ladder, "STEPS", {SANE: (ladder.Step("beginner", "random", 3, "game"),)})
    page = tmp_path / "ladder.md"
    asked = [SANE, "--deals", "2", "--jobs", "1", "--keep", str(tmp_path), "--page", str(page)]
    assert ladder.main(asked) == 0
    text = page.read_text()
    assert "## Sane Sevens" in text
    assert "| search:5 | beginner | 4 |" in text
    assert text.count("| beginner | random | 4 |") == text.count("| beginner | random | 6 |") == 1
    assert (tmp_path / f"{SANE}.jsonl").exists()
    assert ladder.main(asked) == 0
    assert page.read_text() == text
