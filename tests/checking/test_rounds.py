"""Simultaneous phases that are none: what seats may choose, see or are told depends on what others have chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

import pytest

from helpers.faulty_games import unnamed
from helpers.guests.example_games import EXAMPLES, rules_of
from sevenfold.checking import checked_play, secrecy
from sevenfold.checking.subject import Subject
from sevenfold.declare.rules import Rules
from sevenfold.errors import BadInput
from sevenfold.findings import Finding
from sevenfold.kernel.compiler.decorators import interpreting
from sevenfold.playing.game import Game

GOOFSPIEL = (EXAMPLES / "goofspiel" / "goofspiel.py").read_text(encoding="utf-8")
HELD = "    return s.hands[s.turn]  # GOOF-3\n"
TELL = "    chose(s, seat, action)  # GOOF-3: nobody else sees the card\n"
Stage = Callable[[Subject], Iterator[Finding]]


def changed(folder: Path, *changes: tuple[str, str]) -> Rules:
    """Goofspiel with pieces of its file exchanged."""
    text = GOOFSPIEL
    for was, now in changes:
        assert was in text
        text = text.replace(was, now)
    (folder / "goofspiel.py").write_text(text, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        rules: Rules = import_module("goofspiel").rules
    return rules.assemble()


@pytest.mark.parametrize(
    ("was", "now", "stage", "code", "words"),
    [
        pytest.param(
            HELD,
            "    return s.hands[s.turn] if s.to_choose == s.asked else s.hands[s.turn] & -s.hands[s.turn]\n",
            checked_play.find,
            "round-depends",
            ("GOOF-3", "seat 1", "the choice of seat 0"),
            id="what may be chosen depends on others",
        ),
        pytest.param(
            "simultaneous(rules, BID)\n",
            "simultaneous(rules, BID)\n\n\n@rules.answers\ndef choosers(s):\n    return first(s.players)\n",
            checked_play.find,
            "round-cut",
            ("seat 1", "choosers answers seats 0, 1"),
            id="choosers names who has chosen",
        ),
        pytest.param(
            "simultaneous(rules, BID)\n",
            "simultaneous(rules, BID)\n\n\n@rules.answers\ndef choosers(s):\n    return 0\n",
            checked_play.find,
            "round-seats",
            ("hoosers answers", "the seat to move"),
            id="choosers leaves out the seat to move",
        ),
        pytest.param(
            'chose = event("choose", is_move=True, seat=a_seat(), card=a_card(to="seat")',
            'chose = event("choose", is_move=True, seat=a_seat(), card=a_card()',
            secrecy.find,
            "round-told",
            ("Seat 0", "an event (choose) tells it"),
            id="an event tells it",
        ),
        pytest.param(
            "choices = number(SEATS, seen_by=OWNER, most=5 * RANKS)",
            "choices = number(SEATS, most=5 * RANKS)",
            secrecy.find,
            "round-told",
            ("the field `choices` shows it",),
            id="the field is open",
        ),
        pytest.param(
            TELL,
            f"{TELL}    s.hands[seat] = without(s.hands[seat], action)\n",
            secrecy.find,
            "round-told",
            ("the field `hands` shows it",),
            id="an open hand lacks the card",
        ),
    ],
)
def test_it_is_found(tmp_path: Path, was: str, now: str, stage: Stage, code: str, words: tuple[str, ...]) -> None:
    with unnamed("goofspiel"):
        rules = changed(tmp_path, (was, now))
        found = next((one for one in stage(Subject(rules, seconds=10)) if one.code == code), None)
        assert found is not None
        assert all(word in found.sentence for word in words), found.sentence
        assert (found.file, found.line > 0) == ("goofspiel.py", True)
        assert found.severity == "error"


def test_a_later_step_of_a_move_is_not_simultaneous() -> None:
    with pytest.raises(BadInput, match="is simultaneous, so it begins a move"):
        rules_of("goofspiel").phase(9, "go on", within_move=True, simultaneous=True)


SEEN = (
    ("simultaneous(rules, BID)\n", """simultaneous(rules, BID)
LOOK = 1
rules.phase(LOOK, "go on", one_action(0, "go on", "Go on"), simultaneous=True, always_asked=True)
simultaneous(rules, LOOK)
went_on = event("go_on", is_move=True, seat=a_seat(), say="{seat} [has|have] seen it.")


@rules.allows(LOOK, "GOOF-4", "You may go on.")
def go_on(s: Position) -> CardSet:
    return bit(0)
"""),
    (TELL, "    if s.phase == BID:\n        chose(s, seat, action)  # GOOF-3\n    else:\n        went_on(s, seat)\n"),
    ("def all_chose(s: Position) -> None:\n", """def all_chose(s: Position) -> None:
    if s.phase == LOOK:
        turn_up(s)
        return
"""),
    ("    elif not is_last_turn(s):\n        turn_up(s)\n", """    elif not is_last_turn(s):
        s.phase = LOOK
        ask(s, first(s.players))
"""),
    ("    option,\n", "    one_action,\n    option,\n"),
)  # fmt: skip


def test_all_have_seen_it(tmp_path: Path) -> None:
    """A phase of one action, which all are asked at once: the next prize is turned up when everybody has gone on."""
    with unnamed("goofspiel"), interpreting():
        rules = changed(tmp_path, *SEEN)
        assert [one for stage in (checked_play.find, secrecy.find) for one in stage(Subject(rules, seconds=1))] == []
        state = Game(rules, {"players": 2, "ranks": 5}).start(1)
        state.play("bid M1")
        state.play("bid W2")
        assert (state.phase, state.choosers) == ("go on", (0, 1))
        state.play("go on")
        assert state.phase == "go on"
        state.play("go on")
        assert (state.phase, state.choosers) == ("bid", (0, 1))
