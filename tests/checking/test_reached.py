"""What play never reaches is told with its place, and a game of which all is reached has no warning."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random

import numpy as np
import pytest

from helpers.guests import SEVENS_HIGH, changed, guest, line_of
from sevenfold.checking import check
from sevenfold.checking.pytest_plugin import Checked
from sevenfold.checking.reached import ENOUGH, still_missing, weighed
from sevenfold.checking.reaching.forced import Forced
from sevenfold.checking.reaching.outcomes import FEW, losers, lost_points
from sevenfold.checking.reaching.reached_so_far import Reached
from sevenfold.checking.reaching.rule_lines import RuleLines, Trace
from sevenfold.checking.reaching.short_stock import short_game
from sevenfold.checking.reaching.steady import SeatChanges, Steady
from sevenfold.checking.reports.report import Report, StageResult
from sevenfold.checking.reports.show import as_sentences
from sevenfold.findings import Finding
from sevenfold.kernel.compiler.decorators import interpreting
from sevenfold.playing.game import Game
from sevenfold.registry import rules_of
from tools.games.mistakes import sound

SECONDS = 3.0
TWO = ("players=(2, 3, 4)", "players=2")  # fewer combinations, so that each is played more often
WAIT = """
rules.phase(1, "wait", one_action(0, "wait", "Wait"))


@rules.allows(1, "HIGH-9", "Wait.")
def waiting(s):
    return bit(0)


@rules.applies(1)
def wait(s, action):
    s.phase = LAY
"""


def found(folder: Path, *changes: tuple[str, str], seconds: float = SECONDS) -> Mapping[str, Finding]:
    """What the stage finds in the tutorial's game with these changes, by code."""
    rules = guest(folder, changed(*changes))
    findings = check(rules, stages=("reached",), seconds=seconds).findings
    assert len({finding.code for finding in findings}) == len(findings), findings
    return {finding.code: finding for finding in findings}


def test_of_the_tutorials_game_all_is_reached(tmp_path: Path) -> None:
    assert not found(tmp_path, seconds=10.0)


def test_a_phase_that_no_rule_begins(tmp_path: Path) -> None:
    text = changed(TWO, ("    card_actions,\n", "    bit,\n    card_actions,\n    one_action,\n")) + WAIT
    rules = guest(tmp_path, text)
    (finding,) = check(rules, stages=("reached",), seconds=SECONDS).findings
    assert (finding.code, finding.severity) == ("phase-not-reached", "warning")
    assert "'wait' was never reached in" in finding.sentence
    assert "s.phase = 1" in finding.sentence
    assert finding.where == f"sevens_high.py:{line_of(text, 'def wait(')}"


def test_several_things_at_once(tmp_path: Path) -> None:
    """Each is told, with its place: an action, a restriction, an event, lines and a field that play has no use for."""
    late = '"lay a card", card_actions("lay", cards=range(49))'
    second = """@rules.allows(LAY, "HIGH-8", "Lay a high card.")
def high(s):
    return s.hands[s.turn]


@rules.applies(LAY)
"""
    never = """    if s.rounds[0] > 7:
        s.rounds[0] = 0

        s.rounds[1] = 0
    if s.hands[0] == 0:
"""
    changes = (
        TWO,
        (late, f'{late}, one_action(50, "pass", "Pass")'),
        ("    number,\n", "    number,\n    one_action,\n"),
        ("@rules.applies(LAY)\n", second),
        ("        took(s, taker)\n", ""),
        ("    if s.hands[0] == 0:\n", never),
        ("    rounds = number(4)", "    rounds = number(4)\n    bonus = number()"),
        ("    s.phase = LAY\n", "    s.phase = LAY\n    s.bonus = 0\n"),
        ("    return s.rounds[seat]  # HIGH-4", "    return s.rounds[seat] + s.bonus"),
    )
    text, findings = changed(*changes), found(tmp_path, *changes)
    action, restriction = findings["action-not-reached"], findings["restriction-never-refuses"]
    assert "The action pass of the phase 'lay a card' was never legal" in action.sentence
    assert restriction.sentence.startswith("high (HIGH-8) never refused an action that those before it do not refuse")
    event = findings["event-never-said"]
    assert "'round'" in event.sentence
    assert "took(s, seat)" in event.sentence
    assert event.line == line_of(text, "took = event")
    lines, line = findings["line-never-runs"], line_of(text, "        s.rounds[0] = 0")
    assert lines.line == line
    assert f"In take_round, lines {line} and {line + 2} never ran in" in lines.sentence
    assert "'s.rounds[0] = 0'" in lines.sentence
    assert findings["field-steady"].sentence.startswith("bonus held 0 all the time")
    assert len(findings) == 5


def test_an_option_that_decides_nothing(tmp_path: Path) -> None:
    declared = ("    minutes=3,\n", '    minutes=3,\n    options={"short": (False, True), "low": (False, True)},\n')
    fields = ("class Position(Fields):\n", "class Position(Fields):\n    short: int\n    low: int\n")
    read = (
        "        value = s.laid[seat] % 7 + 1\n",
        "        value = 8 - s.laid[seat] % 7 if s.low else s.laid[seat] % 7 + 1\n",
    )
    finding = found(tmp_path, TWO, declared, fields, read, seconds=10.0)["option-without-effect"]
    assert finding.sentence.startswith("short=false and short=true led to the same ")
    assert "a rule reads it as s.short" in finding.sentence.replace("A rule", "a rule")


def test_an_option_of_a_rare_phase(tmp_path: Path) -> None:
    """What an option decides in a phase that hardly ever comes may not have been seen: that it seems nothing is a note."""
    text = changed(
        TWO,
        ("    card_actions,\n", "    bit,\n    card_actions,\n    has,\n    one_action,\n"),
        ("    minutes=3,\n", '    minutes=3,\n    options={"short": (False, True)},\n'),
        ("class Position(Fields):\n", "class Position(Fields):\n    short: int\n"),
        (
            "    if s.hands[0] == 0:\n",
            "    if s.rounds[0] == 7 and has(s.hands[1], 3):\n        s.phase = 1\n    if s.hands[0] == 0:\n",
        ),
    )
    rules = guest(tmp_path, text + WAIT.replace("return bit(0)", "return first(1) if s.short else bit(0)"))
    findings = {finding.code: finding for finding in check(rules, stages=("reached",), seconds=SECONDS).findings}
    finding = findings["option-without-effect"]
    assert finding.severity == "note"
    assert "Only rules of 'wait' read it, of which these games had 0 decisions" in finding.sentence


def test_impossible_re_deals_that_were_not_made_are_a_note(tmp_path: Path) -> None:
    """`possible` refuses what does not lie so: in games, which go on with what truly lies, it says yes."""
    text = (
        changed(TWO) + "\n\n@rules.answers\ndef possible(s):\n    if s.rounds[0] > 7:\n        return False\n    return True\n"
    )
    (finding,) = check(guest(tmp_path, text), stages=("reached",), seconds=SECONDS).findings
    assert (finding.code, finding.severity) == ("line-never-runs", "note")
    assert finding.sentence.endswith("Only re-deals that cannot be are refused there, of which bots made too few to tell.")


def test_what_is_never_reached_is_a_note_while_games_are_few_or_other_lines_rare(tmp_path: Path) -> None:
    """Each line that runs at all runs in every game here: after one and two of them it is rare, after three it is not."""
    rules = guest(tmp_path, changed(TWO))
    lines = RuleLines(rules)
    reached = Reached(lines, Trace(lines), Steady(rules))
    missing = Finding("line-never-runs", "It never ran.", "warning")

    def told(games: int) -> Finding:
        reached.games["random"] = games
        return next(weighed(reached, iter([missing])))

    assert told(ENOUGH) == missing
    for played in range(4):
        reached.trace.next_game()
        with interpreting(), reached.trace.on():
            state = Game(rules, {}).start(seed=1)
            while not state.is_over:
                state.play(min(state.legal_actions()))
        assert bool(reached.trace.rare) == (played < 2)
        assert told(ENOUGH).severity == ("note" if played < 2 else "warning")
        assert told(ENOUGH - 1).severity == "note"


def test_games_with_a_short_stock_come_to_what_whole_games_hardly_ever_do(tmp_path: Path) -> None:
    """In Lanterns four cards dropped end the game long before the stock is used up and hands are empty."""
    rules = guest(tmp_path, sound("lanterns")["lanterns.py"], "lanterns")
    lines, game, chance = RuleLines(rules), Game(rules, {}), Random(0)
    reached = Reached(lines, Trace(lines), Steady(rules))
    with interpreting(), reached.trace.on():
        for seed in range(30):
            state = game.start(seed)
            while not state.is_over:
                reached.note(state)
                state.play(chance.choice(list(state.legal_actions())))
    late = {"take_turn", "hands_empty", "hand_empty"}
    assert late <= {name for name, _, _ in reached.missing_lines()}
    with interpreting(), reached.trace.on():
        for seed in range(60):
            for state in short_game(game, seed):
                reached.note_allowed(state)
    assert not late & {name for name, _, _ in reached.missing_lines()}


def test_what_winning_leads_to_is_a_note_if_it_takes_skill_and_nobody_won(tmp_path: Path) -> None:
    """In Stairs, a patience, random play hardly ever clears all columns."""
    rules = guest(tmp_path, sound("stairs")["stairs.py"], "stairs")
    lines = RuleLines(rules)
    reached = Reached(lines, Trace(lines), Steady(rules))
    reached.games["random"] = ENOUGH
    of_line, of_action = (Finding(code, "Never.", "warning") for code in ("line-never-runs", "action-not-reached"))
    assert [one.severity for one in weighed(reached, iter([of_line, of_action]))] == ["note", "warning"]
    reached.is_won = True
    assert list(weighed(reached, iter([of_line, of_action]))) == [of_line, of_action]


def test_what_only_games_with_a_short_stock_reach_is_a_note() -> None:
    reached, other = (Finding("line-never-runs", f"Line {line} never ran.", "warning", "a.py", line) for line in (1, 2))
    later = Finding("line-never-runs", "Line 3 never ran.", "warning", "a.py", 3)
    told = list(still_missing([reached, other], [other, later]))
    assert [(one.line, one.severity) for one in told] == [(1, "note"), (2, "warning"), (3, "warning")]
    assert told[0].sentence.startswith("Line 1 never ran. Once the check had taken most cards out of the stock")


@pytest.mark.slow
def test_what_no_game_goes_on_long_enough_for_is_no_warning(tmp_path: Path) -> None:
    rules = guest(tmp_path, sound("lanterns")["lanterns.py"], "lanterns")
    assert {finding.severity for finding in check(rules, stages=("reached",), seconds=5.0).findings} == {"note"}


def test_notes_are_told_and_let_nothing_fail() -> None:
    stage = StageResult("reached", (Finding("line-never-runs", "It never ran.", "note"),), 1.0)
    report = Report("my_game", 0, (stage,))
    assert report.is_sound
    assert (report.warnings, report.notes) == ([], list(stage.findings))
    assert as_sentences(report).startswith("my_game: nothing was found, with 1 note.\nnote line-never")
    Checked(report).assert_sound(warnings=True)


def test_a_function_that_never_runs(tmp_path: Path) -> None:
    never = """@compiled
def rare(s):
    s.rounds[0] = 0


@compiled
def take_round(s):
    if s.rounds[0] > 7:
        rare(s)
"""
    findings = found(tmp_path, TWO, ("@compiled\ndef take_round(s):\n", never))
    assert findings["function-never-runs"].sentence.startswith("rare never ran in")
    assert set(findings) == {"function-never-runs", "line-never-runs"}


def test_results_that_never_differ(tmp_path: Path) -> None:
    finding = found(tmp_path, TWO, ("    return s.rounds[seat]  # HIGH-4\n", "    return 0\n"))["results-never-differ"]
    assert "Every seat's result is 0 in" in finding.sentence
    assert finding.where.startswith("sevens_high.py:")


def test_a_seat_that_never_moves_is_an_error(tmp_path: Path) -> None:
    turns = ("    s.turn = left(s, s.dealer)  # HIGH-2\n", "    s.turn = 0\n")
    finding = found(tmp_path, turns, ("    next_turn(s)\n", "    s.turn = 1 - s.turn\n"))["seat-never-moves"]
    assert finding.severity == "error"
    assert "Seat 2 never moves in" in finding.sentence


def test_a_seat_that_never_wins_is_told_once_that_is_no_chance(tmp_path: Path) -> None:
    """In a fair game for two, a seat loses twenty times in a row once in a million."""
    rules = guest(tmp_path, changed())
    reached = Reached(RuleLines(rules), Trace(RuleLines(rules)), Steady(rules))
    reached.won[2] = [frozenset({0})] * 10
    assert list(losers(reached)) == []
    reached.won[2] *= 2
    (finding,) = losers(reached)
    assert (finding.code, finding.severity) == ("seat-never-wins", "warning")
    assert finding.sentence.startswith("Seat 1 never wins in 20 finished random games for 2:")
    assert finding.line == line_of(changed(), "def standing(s, seat):")
    reached.won[2].append(frozenset({0, 1}))
    assert list(losers(reached)) == []


def test_partners_with_different_results_are_an_error(tmp_path: Path) -> None:
    sides = ("    players=(2, 3, 4)", "    players=4"), ("look.seat(seat, ", "look.seat(seat, side=seat % 2, ")
    finding = found(tmp_path, *sides, seconds=1.0)["partners-differ"]
    assert (finding.severity, finding.line) == ("error", line_of(changed(*sides), "def standing(s, seat):"))
    assert re.match(r"Seats 0 and 2 are on one side, but end a game with \d and \d:", finding.sentence)
    assert finding.moves


def test_gains_that_add_up_to_0_in_some_deals_only_are_told(tmp_path: Path) -> None:
    rules = guest(tmp_path, changed())
    reached = Reached(RuleLines(rules), Trace(RuleLines(rules)), Steady(rules))
    for gains in [(0, 0)] * 50 + [(2, -2)] * 20 + [(3, -1)] * 9:
        reached.note_gains(gains)
    assert list(lost_points(reached)) == []  # nine deals are few
    reached.note_gains((5.0, -3.0))
    (finding,) = lost_points(reached)
    assert (finding.code, finding.severity) == ("sums-differ", "warning")
    assert "In 20 deals" in finding.sentence
    assert "but in 10 it does not: 3 and -1, say" in finding.sentence
    assert finding.line == line_of(changed(), "def standing(s, seat):")


def test_a_rule_that_fails_is_told_with_its_line_and_moves(tmp_path: Path) -> None:
    change = ("        s.rounds[taker] += 1\n", "        s.rounds[taker] += s.not_there\n")
    finding = found(tmp_path, TWO, change)["rule-fails"]
    assert finding.severity == "error"
    assert "'record' object has no attribute 'not_there'" in finding.sentence
    assert finding.line == line_of(changed(TWO, change), "        s.rounds[taker] += s.not_there")
    assert (finding.options, len(finding.moves) % 2) == ({}, 1)
    assert all(move.startswith("lay ") for move in finding.moves)


def test_a_few_games_are_not_enough_to_say_never(tmp_path: Path) -> None:
    rules = guest(tmp_path, changed(TWO, ("        took(s, taker)\n", "")))
    report = check(rules, stages=("reached",), seconds=0.01)
    assert report.stages[0].counted.get("games", 0) < FEW
    assert not report.findings


def test_a_report_says_what_was_played_and_how_far_it_is(tmp_path: Path) -> None:
    shares: list[float] = []
    report = check(
        guest(tmp_path, SEVENS_HIGH), stages=("reached",), seconds=SECONDS, progress=lambda stage, share: shares.append(share)
    )
    assert report.stages[0].counted["games"] >= FEW
    assert report.stages[0].counted["lines"] > 20
    assert shares == sorted(shares)


@pytest.mark.long  # test_our_games.py runs every stage on each game
@pytest.mark.parametrize("name", ["seven_solitaire", "front_and_center"])
def test_built_in_games_are_free_of_errors(name: str) -> None:
    report = check(name, stages=("reached",), seconds=SECONDS)
    assert report.is_sound
    assert report.stages[0].counted["games"] > 0


# -- lines ------------------------------------------------------------------------------------------------------------


def test_the_functions_of_rules_are_those_that_play_reaches() -> None:
    """Helpers and observers are among them, texts, heuristics and answers for bots are not."""
    lines = RuleLines(rules_of("sane_sevens"))
    names = {function.__name__ for function in lines.functions.values()}
    assert {"start", "fitting", "wanted", "forget_oldest_time"} <= names
    assert not {"table", "prompt", "policy", "heuristic_value"} & names
    assert {Path(code.co_filename).name for code in lines.functions} == {"rules.py", "obligation.py"}


def test_a_trace_ends_with_its_block_and_gives_way_to_the_one_before() -> None:
    seen: list[str] = []

    def before(frame: object, what: str, argument: object) -> None:
        seen.append(what)

    present = sys.gettrace()
    sys.settrace(before)
    try:
        with Trace(RuleLines(rules_of("seven_solitaire"))).on():
            assert sys.gettrace() is not before
        assert sys.gettrace() is before
    finally:
        sys.settrace(present)


def test_a_seat_whose_number_never_changes(tmp_path: Path) -> None:
    finding = found(
        tmp_path,
        TWO,
        ("        s.rounds[taker] += 1\n", "        s.rounds[0] += 1\n"),
        ("    rounds = number(4)", "    rounds = number(2)"),
    )
    assert "rounds[1] never changed" in finding["seat-steady"].sentence


def test_a_number_of_each_seat_that_no_rule_changes(tmp_path: Path) -> None:
    """Seats that nobody has hold 0, which does not hide that all others keep what they begin with."""
    sentence = found(
        tmp_path,
        ("players=(2, 3, 4)", "players=(2, 3)"),
        ("    rounds = number(4)", "    rounds = number(3)\n    coins = number(3)"),
        (
            "        s.hands[seat] = draw(s, HIGH_CARDS)",
            "        s.coins[seat] = 20\n        s.hands[seat] = draw(s, HIGH_CARDS)",
        ),
        ("    return s.rounds[seat]  # HIGH-4", "    return s.rounds[seat] + s.coins[seat]"),
    )["field-steady"].sentence
    assert sentence.startswith("coins held 20 all the time")


def test_a_seat_that_is_always_none(tmp_path: Path) -> None:
    sentence = found(
        tmp_path,
        TWO,
        ("    rounds = number(4)", '    rounds = number(4)\n    ahead = number(of="seat")'),
        ("    s.phase = LAY\n", "    s.phase = LAY\n    s.ahead = NONE\n"),
        ("    return s.rounds[seat]  # HIGH-4", "    return s.rounds[seat] + (s.ahead == seat)"),
    )["field-steady"].sentence
    assert sentence.startswith("ahead held NONE all the time")


def test_a_field_that_is_as_before_at_each_decision_has_changed(tmp_path: Path) -> None:
    """A number and a card that a rule notes for those that it calls, and takes back before anybody decides."""
    assert not found(
        tmp_path,
        TWO,
        ("    rounds = number(4)", "    rounds = number(4)\n    gain = number()\n    latest = card()"),
        ("    laid(s, s.turn, card)\n", "    laid(s, s.turn, card)\n    s.latest = card\n    s.gain = 1\n"),
        ("        s.rounds[taker] += 1\n", "        s.rounds[taker] += s.gain if s.latest != NONE else 0\n"),
        ("        take_round(s)\n", "        take_round(s)\n    s.latest = NONE\n    s.gain = 0\n"),
    )


def test_turns_that_are_not_counted(tmp_path: Path) -> None:
    """All but the first card are laid in a phase that is declared as a part of a turn, which never ends."""
    more = WAIT.replace('one_action(0, "wait", "Wait"))', 'card_actions("add", cards=range(49)), within_turn=True)')
    more = more.replace("return bit(0)", "return s.hands[s.turn]").replace("def wait(s, action):\n    s.phase = LAY", "ADDED")
    lay = ("    if s.laid[s.turn] != NONE:", "    s.phase = 1\n    if s.laid[s.turn] != NONE:")
    text = changed(TWO, lay) + more.replace("ADDED", "def add(s, card):\n    lay(s, card)")
    text = text.replace(
        "@rules.applies(LAY)\ndef lay(s, card)",
        "@rules.applies(LAY)\ndef lay_first(s, card):\n    lay(s, card)\n\n\n@compiled\ndef lay(s, card)",
    )
    findings = check(guest(tmp_path, text), stages=("reached",), seconds=SECONDS).findings
    assert "turns-not-counted" in [finding.code for finding in findings]


def test_a_game_that_goes_round_in_circles(tmp_path: Path) -> None:
    kept = ("    s.hands[s.turn] = without(s.hands[s.turn], card)\n    s.laid[s.turn] = card\n", "")
    assert "only" in found(tmp_path, TWO, kept)["never-ends"].sentence


def test_a_seat_that_hardly_ever_plays_may_keep_its_number() -> None:
    """What seldom comes about must not be missed by the only seat of a few games for three."""
    changes = SeatChanges(3)
    for _ in range(20):
        changes.add(np.array([True, True, False]), players=2)
    for game in range(8):
        changes.add(np.array([game < 2, game < 3, False]), players=3)
    assert changes.never() == []
    for _ in range(8):
        changes.add(np.array([True, False, False]), players=3)
    assert changes.never() == [2]


@pytest.mark.parametrize(
    ("allowed", "is_told"),
    [([3] * 8 + [1] * 12, True), ([1] * 8 + [3] * 12, False), ([3, 1] * 10, False), ([3] + [1] * 5, False)],
)
def test_choices_that_end_long_before_the_game(allowed: list[int], is_told: bool) -> None:
    forced = Forced()
    for _ in range(FEW):
        forced.begin()
        for number in allowed:
            forced.note(number)
        forced.end()
    found = list(forced.findings("in 10 games", "game.py", 7))
    assert [finding.code for finding in found] == ["choices-end"] * is_told
    assert not found or "the last 12 decisions of 20" in found[0].sentence
