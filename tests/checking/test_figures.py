"""The figures of a game, the warnings where they look wrong, and how a report reads."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from helpers.guests import SEVENS_HIGH, changed, guest
from sevenfold.bots import bot
from sevenfold.checking import Report, check
from sevenfold.checking.reports.courses import Course, of_courses
from sevenfold.checking.reports.report import StageResult
from sevenfold.checking.reports.show import as_rich, as_sentences
from sevenfold.checking.reports.strength import of_strength
from sevenfold.declare.rules import Rules
from sevenfold.findings import Finding
from sevenfold.lab.estimates import Tally, report
from sevenfold.lab.suspicions import suspicions
from sevenfold.playing.game import Game
from sevenfold.registry import load


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    """The tutorial's game."""
    return guest(tmp_path_factory.mktemp("game"), SEVENS_HIGH)


@pytest.fixture(scope="module")
def whole(rules: Rules) -> Report:
    """The figures of the tutorial's game for two."""
    return check(Game(rules, {"players": 2}), stages=("figures",), seconds=3.0)


# -- figures ----------------------------------------------------------------------------------------------------------


def test_the_tutorials_game_has_no_warning(whole: Report) -> None:
    assert whole.findings == []
    assert whole.stages[0].counted["random games"] > 100


def test_who_sees_what(whole: Report) -> None:
    seen = {row["field"]: row["seen_by"] for row in whole.figures["fields"]}
    assert seen == {"hands": "its owner", "stock": "nobody", "laid": "everybody", "rounds": "everybody"}
    hand = next(row for row in whole.figures["zones"] if row["zone"] == "hand-0")
    assert hand["seen"] == {"seat 0": "7 face up", "seat 1": "7 face down", "a spectator": "7 face down"}


def test_each_phase_is_shown_to_each_seat(whole: Report) -> None:
    (view,) = whole.figures["views"]
    assert view["phase"] == "lay a card"
    assert set(view["seen"]) == {"seat 0", "seat 1", "a spectator"}
    assert "You may: lay" in view["seen"][f"seat {view['turn']}"]
    assert "You may" not in view["seen"]["a spectator"]


def test_games_are_measured(whole: Report) -> None:
    (random,), courses = whole.figures["random"], whole.figures["courses"]
    assert random["options"] == {"players": 2}
    assert random["length"]["mean"] == courses["random"]["moves"] == 14
    assert sum(win["share"] for win in random["wins"]) == pytest.approx(1)
    # Each seat has from 7 down to 1 cards to choose from.
    assert courses["random"]["choices"] == pytest.approx(4, abs=0.05)
    assert courses["random"]["forced_share"] == pytest.approx(1 / 7, abs=0.02)
    assert courses["random"]["never_chosen"] == []
    pair = whole.figures["strength"][0]
    assert (pair["bot"], pair["against"]) == ("club", "random")
    assert pair["deals"] > 5
    assert pair["wins"]["mean"] > 0.5
    deals = [number for pair in whole.figures["strength"] for number in range(pair["seed"], pair["seed"] + pair["deals"])]
    assert len(set(deals)) == len(deals), "deals that are counted together are independent"
    speed = whole.figures["speed"]
    assert speed["sevens_high"]["games_per_second"] > 1000
    assert speed["sane_sevens"]["compile_seconds"] > 0.5
    assert any("fun" in sentence for sentence in whole.figures["cannot_find"])


def test_the_report_is_json_and_reads_as_text(whole: Report) -> None:
    assert json.loads(json.dumps(whole.as_json()))["figures"]["club"]["games"] > 0
    console = Console(width=120, record=True, file=io.StringIO())
    console.print(as_rich(whole))
    text = console.export_text()
    assert text.startswith("sevens_high: nothing was found.")
    titles = (
        "Stages",
        "Who sees what",
        "Who wins",
        "How games go",
        "Bots against each other",
        "Speed",
        "What check cannot find",
    )
    places = [text.index(f"\n{title} ") for title in titles]
    assert places == sorted(places)
    assert "✓  figures" in text


@pytest.mark.slow
def test_results_that_are_always_equal(tmp_path: Path) -> None:
    text = changed(("    return s.rounds[seat]  # HIGH-4\n", "    return s.rounds[0] + s.rounds[1]\n"))
    findings = check(Game(guest(tmp_path, text), {"players": 2}), stages=("figures",), seconds=4.0).findings
    codes = [finding.code for finding in findings]
    assert codes[:1] == ["always-shared"]
    assert "results-always-equal" in codes
    assert {finding.severity for finding in findings} == {"warning"}


def test_a_game_that_fails_is_an_error_in_a_sentence(tmp_path: Path) -> None:
    text = changed(("        s.rounds[taker] += 1\n", "        s.rounds[taker] += s.not_there\n"))
    report = check(Game(guest(tmp_path, text), {"players": 2}), stages=("figures",), seconds=1.0)
    (finding,) = report.findings
    assert (finding.code, finding.severity) == ("cannot-be-measured", "error")
    assert "\n" not in finding.sentence
    assert len(finding.sentence) < 300


# -- warnings ---------------------------------------------------------------------------------------------------------


def suspected(
    name: str, results: list[list[float]], won: list[list[bool]], *, cut: bool = False, **options: object
) -> list[str]:
    """The codes of what is suspected when games have these results and winners, repeated to 1200 games."""
    game = load(name, **options)
    times = 1200 // len(results)
    counts = np.array([[10, 12, cut, sum(1 << seat for seat, wins in enumerate(seats) if wins)] for seats in won] * times)
    tally = Tally(game.players).fill(counts, np.array(results * times, float))
    done = report(game, tally, len(counts), 0, [bot("random")] * game.players, 100, 1.0)
    return [suspicion.code for suspicion in suspicions(done, game)]


NO, YES = False, True


def test_what_is_suspected() -> None:
    assert suspected("sane_sevens", [[1, 0], [0, 1]], [[YES, NO], [NO, YES]]) == []
    assert suspected("sane_sevens", [[0, 0]], [[NO, NO]]) == ["nobody-wins"]
    assert suspected("sane_sevens", [[1, 1]], [[YES, YES]]) == ["always-shared"]
    assert suspected("sane_sevens", [[0, 0]], [[NO, NO]], cut=True) == ["all-cut-by-the-limit"]
    assert suspected("sane_sevens", [[1, 0]], [[YES, NO]]) == ["seat-far-off"] * 2
    nearly = [[YES, NO]] * 3 + [[NO, YES]] * 2
    assert suspected("sane_sevens", [[1, 0]] * 5, nearly) == []


def test_partners_share_and_others_do_not() -> None:
    sides = [[YES, NO, YES, NO], [NO, YES, NO, YES]]
    assert suspected("suitability", [[1, 0, 1, 0], [0, 1, 0, 1]], sides, players=4, partnership=True) == []
    ties = [*sides, [YES] * 4]
    assert suspected("suitability", [[1, 0, 1, 0], [0, 1, 0, 1], [1] * 4], ties, players=4, partnership=True) == []
    overlapping = [[YES, YES, NO, NO], [NO, YES, YES, NO], [NO, NO, YES, YES], [YES, NO, NO, YES]]
    assert suspected("suitability", [[1, 1, 0, 0]] * 4, overlapping, players=4) == ["always-shared"]


def test_together_a_shared_win_is_meant() -> None:
    assert suspected("cooperative_dominoes", [[1, 1]], [[YES, YES]]) == []
    assert suspected("cooperative_dominoes", [[0, 0]], [[NO, NO]]) == ["nobody-wins"]


def course(**values: Any) -> Course:
    made = Course(games=30, moves=[10] * 30, leads=[1] * 30)
    made.choices.update({1: 50, 3: 50})
    for name, value in values.items():
        setattr(made, name, value)
    return made


def codes_of(*courses: Course) -> list[str]:
    return [finding.code for finding in of_courses(courses, load("sane_sevens"))]


def test_courses_that_look_wrong() -> None:
    assert codes_of(course(), course()) == []
    forced = course()
    forced.choices[1] = 5000
    assert codes_of(forced, forced) == ["few-choices"]
    assert codes_of(forced, course()) == []
    assert codes_of(course(moves=[5000] * 30), course(moves=[1500] * 30)) == ["very-long"]
    assert codes_of(course(moves=[5000] * 30), course()) == []
    assert codes_of(course(equal=30), course(equal=30)) == ["results-always-equal"]
    assert codes_of(course(equal=30), course(equal=29)) == []
    assert codes_of(course(games=0)) == []


@pytest.mark.parametrize(
    ("share", "half", "deals", "told"),
    [(0.5, 0.05, 100, True), (0.52, 0.05, 100, True), (0.7, 0.05, 100, False), (0.5, 0.2, 100, False), (0.5, 0.05, 10, False)],
)
def test_bots_that_are_no_better_than_random_play(share: float, half: float, deals: int, told: bool) -> None:
    pair = {
        "bot": "club", "against": "random", "deals": deals, "games": 2 * deals,
        "points": {"mean": 0.0, "ci95": 0.1}, "wins": {"mean": share, "ci95": half},
    }  # fmt: skip
    found = list(of_strength([pair], load("sane_sevens"), choices=5.0))
    assert [(finding.code, finding.severity) for finding in found] == [("thinking-does-not-help", "warning")] * told


@pytest.mark.parametrize(
    ("game", "choices", "lead", "severity"),
    [
        ("sane_sevens", 0.4, 0.0, "note"),
        ("sane_sevens", 0.4, -0.2, "warning"),
        ("seven_solitaire", 7.7, 0.0, "note"),
        ("seven_solitaire", 7.7, -0.2, "warning"),
    ],
)
def test_luck_alone_may_decide(game: str, choices: float, lead: float, severity: str) -> None:
    """With two cards in Little Sevens there is little to choose, and in Seven Solitaire no choice matters: both are sound."""
    pair = {
        "bot": "club", "against": "random", "deals": 1000, "points": {"mean": lead, "ci95": 0.01},
        "wins": {"mean": 0.5 + lead, "ci95": 0.01},
    }  # fmt: skip
    (found,) = of_strength([pair], load(game), choices)
    assert found.severity == severity
    assert ("worse" in found.sentence) == (lead < 0)


def test_bots_that_are_a_little_better_together() -> None:
    """As in Little Sevens, where there is little to decide: neither bot alone shows it."""
    pairs = [
        {"bot": bot, "against": "random", "deals": deals, "wins": {"mean": share, "ci95": half}}
        for bot, deals, share, half in (("club", 339, 0.512, 0.016), ("expert", 73, 0.541, 0.042))
    ]
    game = load("sane_sevens")
    told = [bool([*of_strength(some, game, choices=5.0)]) for some in (pairs[:1], pairs[1:], pairs)]
    assert told == [True, True, False]


@pytest.mark.parametrize(("share", "deals", "told"), [(0.1, 100, True), (0.45, 100, False), (0.8, 100, False), (0.1, 5, False)])
def test_a_policy_that_loses_against_random_play(share: float, deals: int, told: bool) -> None:
    """As where the lowest score wins, and `standing` says that the highest does."""
    pair = {"bot": "thumb", "against": "random", "seed": 0, "deals": deals, "wins": {"mean": share, "ci95": 0.05}}
    found = list(of_strength([pair], load("sane_sevens"), choices=5.0))
    assert [finding.code for finding in found] == ["policy-loses"] * told


# -- the report as text -----------------------------------------------------------------------------------------------


def test_a_finding_says_how_to_repeat_it() -> None:
    moves = tuple(f"lay R{number}" for number in range(1, 8)) * 2
    finding = Finding("card-lost", "A card is lost.", "error", "whist.py", 41, {"players": 3, "nil": True}, 5, moves)
    warning = Finding("few-choices", "Little to decide.", "warning")
    stages = (
        StageResult("cards", (warning, finding), 1.5, {"positions": 1200}),
        StageResult("secrecy", (), 0.0, skipped="an error"),
    )
    text = as_sentences(Report("whist", 7, stages))
    in_file = as_sentences(Report("whist", 7, stages, path="my games/whist.py"))
    assert in_file == text.replace("check whist", "check 'my games/whist.py'")
    lines = text.splitlines()
    assert lines == [
        "whist: 1 error and 1 warning. The stages secrecy did not run; --whole runs them all the same.",
        "error card-lost: whist.py:41: A card is lost.",
        "    With players=3, nil=true, seed 5.",
        "    After 6 moves (--json lists them) and lay R7, lay R1, lay R2, lay R3, lay R4, lay R5, lay R6, lay R7.",
        "    Again: sevenfold check whist -o players=3 -o nil=true --seed 7 --stage cards",
        "warning few-choices: Little to decide.",
    ]
