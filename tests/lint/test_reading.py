"""What is found by reading a game's file: one mistake at a time in a game that is sound, and none in those that are."""

from __future__ import annotations

import itertools
import re
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from time import process_time

import pytest

from helpers.faulty_games import FICKLE
from sevenfold.checking import reading
from sevenfold.checking.subject import Subject
from sevenfold.declare.rules import Rules
from sevenfold.findings import Finding
from sevenfold.games import NAMES
from sevenfold.kernel.compiler.decorators import interpreting
from sevenfold.lint import read
from sevenfold.playing.game import Game
from sevenfold.registry import rules_of
from tools.games.mistakes import sound

from .changes import CHANGES, Change
from .sound_game import OTHERWISE, PAGE, SOUND

TUTORIAL = Path(__file__).resolve().parents[2] / "docs" / "devise" / "tutorial.md"
_numbers = itertools.count()
Load = Callable[..., Rules]


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Load]:
    """Returns a function that writes a game's file, and its rule page, and imports it."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def load_game(text: str, page: str = "") -> Rules:
        name = f"read_{next(_numbers)}"
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
        if page:
            (tmp_path / f"{name}.md").write_text(page, encoding="utf-8")
        loaded.append(name)
        rules = import_module(name).rules
        assert isinstance(rules, Rules)
        return rules

    loaded: list[str] = []
    yield load_game
    for name in loaded:
        sys.modules.pop(name, None)


def told(findings: list[Finding]) -> str:
    """The findings as text, for a test that fails."""
    return "\n".join(f"{finding.severity} {finding.code} {finding}" for finding in findings)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.id)
def test_a_mistake_is_found_where_it_is(change: Change, load: Load) -> None:
    text = change.applied(SOUND)
    findings = read(load(text, change.page or PAGE))
    wanted = [finding for finding in findings if finding.code == change.code]
    assert wanted, f"{change.code} is not among:\n{told(findings)}"
    assert change.line(SOUND) in [finding.line for finding in wanted], told(wanted)
    at_line = [finding.severity for finding in wanted if finding.line == change.line(SOUND)]
    assert change.severity in at_line, told(wanted)
    assert all(finding.file for finding in findings)


def test_the_sound_game_is_sound(load: Load) -> None:
    assert not read(load(SOUND, PAGE)), told(read(load(SOUND, PAGE)))


def test_the_manner_of_the_author_does_not_matter(load: Load) -> None:
    assert not read(load(OTHERWISE)), told(read(load(OTHERWISE)))


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("state.level == VALUE_HIGH", 'state.level == "high"', "option-word"),
        ("    state.offers[place] = NONE\n", "    state.offer[place] = NONE\n", "field-unknown"),
        ("    told(p, p.scores)\n", "    told(p)\n", "event-call"),
        ("@d.compiled\ndef worth", "def worth", "not-compiled"),
        ("    view.stock(position.stock)\n", "    view.stocks(position.stock)\n", "table-attribute"),
        ("position.scores[seat])\n", "position.score[seat])\n", "field-unknown"),
        ('"offers", kind', '"offer", kind', "zone-unknown"),
        ('chosen["level"] == "high"', 'chosen["level"] == 1', "illegal-value"),
    ],
)
def test_what_is_wrong_is_found_in_any_manner(old: str, new: str, code: str, load: Load) -> None:
    assert OTHERWISE.count(old) == 1
    assert code in [finding.code for finding in read(load(OTHERWISE.replace(old, new)))]


def test_an_observer_that_nothing_registers_is_told_of_observes(load: Load) -> None:
    old = "rules.observes(note_draw, remember_draw)\n"
    assert SOUND.count(old) == 1
    (finding,) = (one for one in read(load(SOUND.replace(old, ""))) if one.code == "function-unused")
    assert "rules.observes(FUNCTION, remember_draw)" in finding.sentence


def test_a_card_drawn_from_any_place_that_nobody_sees_is_for_its_taker(load: Load) -> None:
    """A stock is not the only place from which cards are drawn to a hidden hand."""
    text = SOUND.replace('a_card(to="seat")', "a_card()").replace(
        '("card", "stock", "hand-{seat}")', '("card", "kitty", "hand-{seat}")'
    )
    assert "told-to-all" not in [finding.code for finding in read(load(text))]
    text = text.replace(
        "    stock = cards(seen_by=NOBODY)\n", "    stock = cards(seen_by=NOBODY)\n    kitty = cards(seen_by=NOBODY)\n"
    )
    assert "told-to-all" in [finding.code for finding in read(load(text))]


def test_a_card_that_goes_where_nobody_sees_it_is_for_its_seat(load: Load) -> None:
    text = SOUND.replace('[("card", "hand-{seat}", "pile")]', '[("card", "hand-{seat}", "buried")]')
    assert text != SOUND
    assert "told-to-all" not in [finding.code for finding in read(load(text))]
    stock = "    stock = cards(seen_by=NOBODY)\n"
    (finding,) = (
        one
        for one in read(load(text.replace(stock, f"{stock}    buried = cards(seen_by=NOBODY)\n")))
        if one.code == "told-to-all"
    )
    assert "goes from a hidden hand to buried, which nobody sees" in finding.sentence


def test_verbs_agree_with_the_seat_that_begins_the_sentence(load: Load) -> None:
    text = sound("whispers")["whispers.py"]
    right = "{to's} card is the {title}."
    assert text.count(right) == 1
    assert not [one for one in read(load(text)) if one.code == "event-verb"]
    (finding,) = (one for one in read(load(text.replace(right, "{to} hold[s] the {title}."))) if one.code == "event-verb")
    assert "are those of {seat}, with which it begins, also after {to}" in finding.sentence


def test_a_seat_may_be_touched(load: Load) -> None:
    """A seat is no zone that the table lays; it has no other name than its number."""
    old = 'touch=lambda s, action: (("stock", 0),)'
    assert SOUND.count(old) == 1
    found = {zone: read(load(SOUND.replace(old, old.replace("stock", zone)))) for zone in ("seat-1", "seat-ada")}
    assert "zone-unknown" not in [finding.code for finding in found["seat-1"]]
    assert "zone-unknown" in [finding.code for finding in found["seat-ada"]]


@pytest.mark.parametrize("text", [SOUND, OTHERWISE], ids=["sound", "otherwise"])
def test_the_sound_games_can_be_played(text: str, load: Load) -> None:
    with interpreting():
        game = Game(load(text).assemble(), {})
        state = game.start(seed=7)
        random = Random(7)
        while not state.is_over:
            state.play(random.choice(list(state.legal_actions())))
            state.view(0)
    assert state.returns()


def test_the_tutorials_game_is_sound(load: Load) -> None:
    blocks = re.findall(r"```python file=sevens_high.py\n(.*?)```", TUTORIAL.read_text(encoding="utf-8"), re.DOTALL)
    findings = read(load("\n\n".join(blocks)))
    assert not findings, told(findings)


def test_a_game_that_fails_by_what_it_calls_reads_as_sound(load: Load) -> None:
    findings = read(load(FICKLE))
    assert not findings, told(findings)


@pytest.mark.parametrize("name", NAMES)
def test_the_games_here_are_sound(name: str) -> None:
    findings = read(rules_of(name))
    assert not findings, told(findings)


def test_reading_takes_well_below_a_second(load: Load) -> None:
    rules = load(SOUND, PAGE)
    began = process_time()
    read(rules)
    assert process_time() - began < 1


def test_the_first_stage_of_a_check_reads_the_file(load: Load) -> None:
    rules = load(SOUND.replace("if s.hands[s.turn] == 0", "if s.hands[s.turn] == NONE", 1))
    (finding,) = reading.find(Subject(rules))
    assert (finding.code, finding.severity) == ("set-none", "error")


def test_errors_come_first(load: Load) -> None:
    text = SOUND.replace("Lay a card that matches, or draw.", "lay cards").replace(
        "s.hands[seat] = draw", "s.hand[seat] = draw"
    )
    assert [finding.severity for finding in read(load(text, PAGE))] == ["error", "warning"]


def test_a_game_without_a_file_has_no_findings(load: Load, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = load(SOUND)
    monkeypatch.setattr(rules.position, "__module__", "there_is_no_such_module")
    assert read(rules) == []


def test_a_folder_is_read_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The functions beside `rules.py` are rules too if rules call them; what nothing imports is not read."""
    package = f"folder_{next(_numbers)}"
    folder = tmp_path / package
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    start = SOUND.index("@compiled\ndef alike")
    end = SOUND.index("@rules.applies(TURN)")
    alike, rest = SOUND[start:end], SOUND[:start] + SOUND[end:]
    (folder / "rules.py").write_text(rest.replace("DRAW = 49", f"from {package}.matches import alike\n\nDRAW = 49"))
    beside = "from sevenfold.devise import bit\n\nVALUES = (1, 2, 3, 4, 5, 6, 7)\n\n\n" + alike.removeprefix("@compiled\n")
    (folder / "matches.py").write_text(beside)
    (folder / "rules.md").write_text(PAGE)
    (folder / "sketch.py").write_text("import random\n\n\ndef start(s):\n    s.nothing = random.random()\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    findings = [(finding.code, finding.file, finding.line) for finding in read(import_module(f"{package}.rules").rules)]
    assert findings == [("not-compiled", "matches.py", 6)]
