"""The ladder: every two bots in duplicate, ratings, going on where it was broken off, refusals."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from threading import Event, Timer
from time import monotonic

import numpy as np
import pytest

import sevenfold
from sevenfold.bots.levels import SPECS
from sevenfold.cli import run
from sevenfold.lab.ladder import Ladder, Plan, play_ladder
from sevenfold.lab.rating import ratings, strengths
from sevenfold.lab.studies import RunFolder
from sevenfold.lab.studies.running import Progress
from tools.docs import ladder

SANE = "sane_sevens"


def plan(*bots: str, deals: int = 6) -> Plan:
    return Plan(sevenfold.load(SANE), list(bots or ("search:30", "random", "thumb")), deals)


def results(found: Ladder) -> object:
    """Everything except the seconds."""
    return found.pairs, found.ratings, found.deals


def test_the_results_do_not_depend_on_jobs() -> None:
    one = play_ladder(plan())
    assert results(one) == results(play_ladder(plan(), jobs=3)) == results(play_ladder(plan(), jobs=2, on="local"))
    assert [(pair.one, pair.other, pair.deals, pair.games) for pair in one.pairs] == [
        ("search:30", "random", 6, 12), ("search:30", "thumb", 6, 12), ("random", "thumb", 6, 12),
    ]  # fmt: skip
    assert sum(rating.rating for rating in one.ratings) == pytest.approx(0, abs=1e-6)
    assert not one.stopped


def test_it_goes_on_where_it_was_broken_off(tmp_path: Path) -> None:
    stop = Event()

    def stop_at_two(now: Progress) -> None:
        if now.deals >= 2:
            stop.set()

    with closing(RunFolder(tmp_path / "run", plan().study())) as folder:
        broken = play_ladder(plan(), folder=folder, stop=stop, progress=stop_at_two)
    assert broken.stopped
    assert 2 <= broken.deals < 6
    assert {pair.deals for pair in broken.pairs} == {broken.deals}
    with (tmp_path / "run" / "units.jsonl").open("a") as torn:
        torn.write('{"game": "sane_sev')
    told: list[int] = []
    with closing(RunFolder(tmp_path / "run", plan().study())) as folder:
        assert folder.damaged == 1
        whole = play_ladder(plan(), folder=folder, progress=lambda now: told.append(now.deals))
    assert told[:2] == [1, 2]
    assert told[-1] == 6
    assert results(whole) == results(play_ladder(plan()))


def test_it_is_broken_off_amid_a_deal() -> None:
    """Each deal takes minutes with bots that think for a second; what is under way ends before the next decision."""
    stop = Event()
    Timer(0.5, stop.set).start()
    began = monotonic()
    assert play_ladder(plan("search:1000ms", "search:1001ms"), jobs=2, stop=stop).deals == 0
    assert monotonic() - began < 30


def test_a_bot_that_fails_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: object, **__: object) -> None:
        raise ZeroDivisionError("nothing goes")

    monkeypatch.setattr("sevenfold.lab.duplicate.choose", failing)
    with pytest.raises(sevenfold.BadInput, match=r"Nothing can be computed; Sane Sevens, seed 5, .*nothing goes"):
        play_ladder(plan("search:30", "random"))


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
        ("sane_sevens --seed 18446744073709551615", "The first seed is a whole number"),
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


def test_a_file_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "found.jsonl"
    file.write_text("What is this?")
    assert run(["ladder", SANE, "--bots", "thumb,random", "--deals", "2", "--out", str(file)]) == 2
    assert "is a file, and a run is kept in a folder; name a new one" in capsys.readouterr().err
    assert file.read_text() == "What is this?"


def test_the_command_keeps_deals_and_refuses_other_settings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "found"
    asked = ["ladder", SANE, "--bots", "thumb,random", "--jobs", "1", "--out", str(out)]
    assert run([*asked, "--deals", "2"]) == 0
    assert "2 deals from seed 0 on, every seating, whole games" in capsys.readouterr().out
    assert run([*asked, "--deals", "3", "--json"]) == 0
    pair = json.loads(capsys.readouterr().out)["pairs"][0]
    assert pair["deals"] == 3
    assert run([*asked, "--deals", "3", "--seed", "7"]) == 2
    assert "holds another run (seed: 0, not 7)" in capsys.readouterr().err
    assert run(["study", "--out", str(out), "--jobs", "1", "--json"]) == 0  # it is a run of the study strength
    wins, _ = json.loads(capsys.readouterr().out)["games"][0]["figures"]
    assert wins["value"] == pytest.approx(pair["wins"]["mean"])
    assert wins["low"] < wins["value"] < wins["high"]
    assert (out / "report.html").exists()


def test_deals_of_a_level_that_was_another_bot_are_not_gone_on_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ["ladder", SANE, "--bots", "beginner,random", "--jobs", "1", "--deals", "2", "--out", str(tmp_path / "found")]
    assert run(asked) == 0
    assert run(asked) == 0
    capsys.readouterr()
    monkeypatch.setitem(SPECS, "beginner", {"": "thumb:0.9"})
    assert run(asked) == 2
    assert 'another run (levels: {"beginner": ["thumb:0.4"]}, not {"beginner": ["thumb:0.9"]})' in capsys.readouterr().err


def test_whole_games_and_single_deals_are_kept_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(tmp_path / "found")
    asked = ["ladder", "suitability", "--bots", "thumb,random", "--jobs", "1", "--deals", "2", "--out", file]
    assert run([*asked, "--extent", "game"]) == 0
    assert "whole games of several deals" in capsys.readouterr().out
    assert run([*asked, "--extent", "deal"]) == 2
    assert '"own": {"extent": "game"}' in capsys.readouterr().err


def test_it_cannot_write_beneath_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    assert run(["ladder", SANE, "--bots", "thumb,random", "--out", str(tmp_path / "file" / "found")]) == 2
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
    assert (tmp_path / SANE / "units.jsonl").exists()
    assert ladder.main(asked) == 0
    assert page.read_text() == text
