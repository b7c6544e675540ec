"""Games that tell what they should hide: each has one mistake, and the stage `secrecy` of a check finds it and names it."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module, invalidate_caches
from itertools import count
from pathlib import Path

import pytest

from helpers.selection import games
from sevenfold.checking.secrecy import find
from sevenfold.checking.subject import Subject
from sevenfold.declare.rules import Rules
from sevenfold.findings import Finding
from sevenfold.registry import rules_of

ROOT = Path(__file__).parents[2]
SECONDS = 20.0
Load = Callable[[str], Rules]


@dataclass(frozen=True)
class Leak:
    """A mistake in a game's file, and what the finding says about it."""

    game: str
    changes: tuple[tuple[str, str], ...]  # each a piece of the file, and what stands there instead
    code: str
    names: tuple[str, ...]  # words of the sentence
    line: str = ""  # words in the line of the author's file that is named; empty if none is


START = "        s.laid[seat] = NONE\n    s.phase = LAY\n"
FIELD = "    rounds = number(4)  # that each seat took\n"
HELD = "    return s.hands[s.turn]  # HIGH-2\n"
LINES = 'lines=[("Rounds", s.rounds[seat])]'
LEAKS = {
    "hands are open to all, although each seat is told its own alone": Leak(
        "sevens_high",
        (("hands = cards(4, seen_by=OWNER)", "hands = cards(4)"),),
        "open-field",
        ("hands", "deal", "seen_by"),
        "hands = cards",
    ),
    "a stock open to all": Leak(
        "sevens_high", (("cards(seen_by=NOBODY)", "cards()"),), "open-field", ("stock", "seen_by=NOBODY"), "stock = cards"
    ),
    "a count of hidden cards in a public number": Leak(
        "sevens_high",
        (
            (FIELD, FIELD + "    low = number(4)\n"),
            (START, START.replace("    s.phase", "        s.low[seat] = count(s.hands[seat] & first(21))\n    s.phase")),
            (LINES, 'lines=[("Rounds", s.rounds[seat]), ("Low", s.low[seat])]'),
        ),
        "leak-field",
        ("`low`", "the line Low of seat", "`hands`"),
        "s.low[seat] = count",
    ),
    "a turn order by hidden cards": Leak(
        "sevens_high",
        (
            (
                "    s.turn = left(s, s.dealer)  # HIGH-2\n",
                "    s.turn = 0\n    for seat in range(s.players):\n        if s.hands[seat] & first(2):\n            s.turn = seat\n",
            ),
        ),
        "leak-field",
        ("whose turn it is", "`hands`"),
        "s.turn = ",
    ),
    "a restriction looks into another hand": Leak(
        "sevens_high",
        (
            (
                HELD,
                "    if s.hands[left(s, s.turn)] & first(24):\n"
                "        return s.hands[s.turn] & -s.hands[s.turn]\n    return s.hands[s.turn]\n",
            ),
        ),
        "leak-legal",
        ("`hands`", "legal"),
        "def held",
    ),
    "cards deemed shown that nobody was shown": Leak(
        "sevens_high",
        (("@rules.answers\ndef standing", "@rules.answers\ndef shown(s, holder):\n    return s.hands[holder] & first(21)\n\n\n@rules.answers\ndef standing"),),
        "leak-shown",
        ("shown", "`hands`"),
        "def shown",
    ),
    "a draw that is told to everybody": Leak(
        "sevens_high",
        (
            ("    draw,\n", "    draw,\n    draw_card,\n    bit,\n"),
            ('took = event(', 'drew = event("draw", seat=a_seat(), card=a_card(), say="{seat} draw[s] {card}.")\ntook = event('),
            (
                "        s.rounds[taker] += 1\n",
                "        s.rounds[taker] += 1\n        if s.stock:\n            new = draw_card(s)\n"
                "            s.hands[taker] |= bit(new)\n            drew(s, taker, new)\n",
            ),
            ("    if s.hands[0] == 0:\n", "    if s.hands[0] == 0 or s.hands[1] == 0:\n"),
        ),
        "leak-told",
        ("draw", "`card`", "`hands`", 'to="seat"'),
        "drew = event",
    ),
    "a restriction reads a secret number": Leak(
        "sevens_high",
        (
            (FIELD, FIELD + "    secret = number(4, seen_by=OWNER)\n"),
            ("    draw,\n", "    draw,\n    below,\n"),
            (START, START.replace("    s.phase", "        s.secret[seat] = below(s, 4)\n    s.phase")),
            (HELD, "    if s.secret[left(s, s.turn)] == 2:\n        return s.hands[s.turn] & -s.hands[s.turn]\n    return s.hands[s.turn]\n"),
        ),
        "leak-legal",
        ("`secret`", "legal"),
        "def held",
    ),
    "rules read what seats remember": Leak(
        "sevens_high",
        (
            (FIELD, FIELD + "    kept = remembered(4)\n"),
            ("    next_turn,\n", "    next_turn,\n    remembered,\n"),
            (START, START.replace("    s.phase", "        s.kept[seat] = s.hands[seat]\n    s.phase")),
            (HELD, "    return s.hands[s.turn] & s.kept[s.turn]\n"),
        ),
        "memory-read",
        ("`kept`", "remembered"),
        "s.kept[seat]",
    ),
    "a restriction reads the random generator": Leak(
        "sevens_high",
        ((HELD, "    return s.hands[s.turn] if int(s.chance) % 2 else s.hands[s.turn] & -s.hands[s.turn]\n"),),
        "leak-legal",
        ("random", "legal"),
        "def held",
    ),
    "the suits that hands lack are noted when they are dealt": Leak(
        "seven_truf",
        (
            ("    scores = number(SEATS)\n", "    scores = number(SEATS)\n    voids = recorded(SEATS)\n"),
            (
                "        s.won[seat] = 0\n    s.turn_up",
                "        s.won[seat] = 0\n        for one in range(4):\n"
                "            if s.hands[seat] & (255 << 8 * one) == 0:\n                s.voids[seat] |= 255 << 8 * one\n    s.turn_up",
            ),
        ),
        "leak-field",
        ("`voids`", "`hands`"),
        "s.voids[seat] |= ",
    ),
    "the total of bids counts trumps in hidden hands": Leak(
        "seven_truf",
        (("    s.total_bid = 0\n", "    s.total_bid = count(s.hands[0] & 255) // 2\n"),),
        "leak-field",
        ("`total_bid`", "`hands`"),
        "s.total_bid = count",
    ),
    "everybody is told the card that a seat draws": Leak(
        "sane_sevens",
        (("    kept(s, s.turn, has(", "    drew_openly(s, s.turn, card)\n        kept(s, s.turn, has("), ("import dealing, drew,", "import dealing, drew, drew_openly,")),
        "leak-told",
        ("draw", "`hands`"),
        "drew_openly(",
    ),
    "whoever could play the card drawn keeps the turn": Leak(
        "sane_sevens",
        (("        record_kept(s, s.turn)\n        end_turn(s)\n", "        record_kept(s, s.turn)\n        if has(FOUR_JOKERS | wanted(s), card):\n            s.phase = TURN\n        else:\n            end_turn(s)\n"),),
        "leak-field",
        ("whose turn it is",),
    ),
}


def text_of(game: str) -> str:
    """The file of a sound game: the tutorial's, or one of ours as a module that stands elsewhere."""
    if game == "sevens_high":
        page = (ROOT / "docs/devise/tutorial.md").read_text(encoding="utf-8")
        return "\n\n".join(re.findall(r"```python file=sevens_high.py\n(.*?)```", page, re.DOTALL))
    text = (ROOT / "src/sevenfold/games" / game / "rules.py").read_text(encoding="utf-8")
    return text.replace("from .", f"from sevenfold.games.{game}.")


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Load]:
    """A function that makes rules of a text, as a module of its own."""
    monkeypatch.syspath_prepend(str(tmp_path))
    numbers, made = count(), []

    def loaded(text: str) -> Rules:
        name = f"leaky_{tmp_path.name}_{next(numbers)}"
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
        invalidate_caches()
        made.append(name)
        rules: Rules = import_module(name).rules
        return rules.assemble()

    yield loaded
    for name in made:
        sys.modules.pop(name, None)


def changed(leak: Leak) -> str:
    """The text of a game with the mistake."""
    text = text_of(leak.game)
    for old, new in leak.changes:
        assert text.count(old) == 1, f"{old!r} occurs {text.count(old)} times"
        text = text.replace(old, new)
    return text


def first_of(rules: Rules) -> Finding | None:
    """The first error that the stage finds."""
    return next((found for found in find(Subject(rules, seconds=SECONDS)) if found.severity == "error"), None)


@pytest.mark.parametrize("what", LEAKS)
def test_a_leak_is_found_and_named(what: str, load: Load) -> None:
    """The first finding says what is told, of which hidden field it tells, and in which line."""
    leak = LEAKS[what]
    text = changed(leak)
    found = first_of(load(text))
    assert found is not None
    assert found.code == leak.code, found
    assert all(name in found.sentence for name in leak.names), found.sentence
    if leak.line:
        assert leak.line in text.splitlines()[found.line - 1], found
    assert found.file.startswith("leaky_")


@pytest.mark.parametrize("game", ["sevens_high"])
def test_the_game_of_the_tutorial_hides_what_it_should(game: str, load: Load) -> None:
    """Without a mistake nothing is found."""
    assert first_of(load(text_of(game))) is None


@pytest.mark.parametrize("game", games())
def test_our_games_hide_what_they_should(game: str) -> None:
    """No false alarm, whatever the options."""
    subject = Subject(rules_of(game), seed=1, seconds=SECONDS)
    assert list(find(subject)) == []
    assert subject.counted["positions"] > 10
