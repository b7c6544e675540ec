"""Cards that are lost or doubled."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.guests.small_game import changed, line_of, made
from sevenfold.checking import cards
from sevenfold.checking.subject import Subject
from sevenfold.declare.rules import Rules
from sevenfold.findings import Finding

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
