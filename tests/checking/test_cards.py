"""Cards that are lost or doubled."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from helpers.guests.small_game import changed, line_of, made
from helpers.guests.variants import game_from
from sevenfold.checking import cards
from sevenfold.checking.subject import Subject
from sevenfold.declare.rules import Rules
from sevenfold.findings import Finding
from tools.games.mistakes import sound

SECONDS = 3.0
MISTAKES: dict[str, tuple[str, str, str, list[tuple[str, str]]]] = {
    "a card that stays in the hand": (
        "card-doubled",
        "def lay",
        "and in s.pile; a card lies in one place",
        [("    s.hands[s.turn] = without(s.hands[s.turn], card)\n", "")],
    ),
    "a card that is drawn and lost": (
        "card-lost",
        "def go_on",
        "has left s.stock and lies in no field",
        [("        s.hands[s.turn] |= bit(draw_card(s))\n", "        draw_card(s)\n")],
    ),
    "a card that another seat gets than is told": (
        "told-elsewhere",
        "def lay",
        "goes from trick to won-0, but then it lies in s.won[1]",
        [
            ("    pile = cards()\n", "    pile = cards()\n    won = cards(4)\n"),
            ("    s.taken |= bit(card)\n", ""),
            (
                "        s.pile |= bit(s.laid[seat])\n",
                "        away(s, left(s, taker), s.laid[seat])\n        s.won[taker] |= bit(s.laid[seat])\n",
            ),
            (
                "told = event(",
                'away = event("away", seat=a_seat(), card=a_card(), goes=[("card", "trick", "won-{seat}")])\ntold = event(',
            ),
        ],
    ),
    "a card of a trick that nobody gets, although it is told": (
        "card-lost",
        "def lay",
        "goes from trick to won-1, but then it lies in no field",
        [
            ("    pile = cards()\n", "    pile = cards()\n    won = cards(4)\n"),
            ("    s.taken |= bit(card)\n", ""),
            ("        s.pile |= bit(s.laid[seat])\n", "        away(s, taker, s.laid[seat])\n"),
            (
                "told = event(",
                'away = event("away", seat=a_seat(), card=a_card(), goes=[("card", "trick", "won-{seat}")])\ntold = event(',
            ),
        ],
    ),
    "a card that is dealt twice": (
        "card-doubled",
        "def start",
        "At the start, card 0 (R1) lies in s.hands[0] and in s.",
        [("s.best = NONE", "s.best = NONE\n    s.pile = s.hands[0] | bit(0)\n    s.hands[0] |= bit(0)")],
    ),
    "a card that is laid and drawn back at times": (
        "card-stays",
        "def lay",
        "but it still lies in s.hands[",
        [
            ('say="{seat} lay[s] {card}.")', 'say="{seat} lay[s] {card}.", goes=[("card", "hand-{seat}", "trick")])'),
            ("    next_turn(s)\n", "    if card == 7:\n        s.hands[s.turn] |= bit(card)\n    next_turn(s)\n"),
        ],
    ),
    "a card in the trick and in a hand": (
        "card-doubled",
        "def lay",
        "which mostly is not so",
        [
            ("        s.pile |= bit(s.laid[seat])\n", ""),
            ("    next_turn(s)\n", "    if card == 7:\n        s.hands[s.turn] |= bit(card)\n    next_turn(s)\n"),
        ],
    ),
}


def found(rules: Rules, seconds: float = SECONDS) -> Finding | None:
    return next(cards.find(Subject(rules, seconds=seconds)), None)


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_found(name: str, tmp_path: Path) -> None:
    code, part, said, changes = MISTAKES[name]
    text = changed(*changes)
    with made(tmp_path, text) as rules:
        finding = found(rules)
    assert finding is not None
    assert (finding.code, said in finding.sentence) == (code, True), str(finding)
    assert (finding.file, finding.line) == (f"{rules.position.__module__}.py", line_of(part, text))


def test_cards_lost_by_a_later_deal_are_told(tmp_path: Path) -> None:
    """Cards on the table that are not put back when another four are dealt; the first deal has mostly lost none."""
    kings = "    while count(s.laid & KINGS) > 2:\n        s.stock |= s.laid  # SCOPA-2\n"
    text = sound("scopa")["scopa.py"]
    assert kings in text
    rules = game_from(text.replace(kings, "    while count(s.laid & KINGS) > 1:\n"), tmp_path)
    finding = found(rules)
    assert finding is not None
    assert finding.code == "card-lost"
    assert " cards are dealt again, and card " in finding.sentence
    assert "and 3 others lie in no field" in finding.sentence


def test_what_fails_in_a_word_of_the_engine_is_told_as_checked_play_tells_it(tmp_path: Path) -> None:
    text = sound("scopa")["scopa.py"]
    rules = game_from(text.replace("new = draw(s, 3)  # SCOPA-6", "new = draw(s, 3 if count(s.stock) > 6 else 7)"), tmp_path)
    finding = found(rules)
    assert finding is not None
    assert finding.code == "draw-empty"
    assert "draw(s, 3 if" in text_at(rules, finding)


def text_at(rules: Rules, finding: Finding) -> str:
    """The line of a game's file that a finding names."""
    file = sys.modules[rules.position.__module__].__file__
    assert file is not None
    return Path(file).read_text(encoding="utf-8").splitlines()[finding.line - 1]
