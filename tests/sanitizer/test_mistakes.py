"""Games with one mistake each: checked play finds it, and names the line."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.guests.small_game import SMALL, changed, line_of, made
from sevenfold import sanitizer
from sevenfold.playing.game import Game
from sevenfold.sanitizer.allowance import Allowance


def doing(*lines: str) -> list[tuple[str, str]]:
    """The change that `lay` does something more."""
    return [("    next_turn(s)\n", "".join(f"    {line}\n" for line in (*lines, "next_turn(s)")))]


# name: (code, a part of the line at fault or "" for none, a part of the sentence, the changes)
MISTAKES: dict[str, tuple[str, str, str, list[tuple[str, str]]]] = {
    "a place that is NONE": (
        "index-none",
        "s.grid[0, s.best]",
        "s.grid is read at -1 (NONE); its places are 0 to 2",
        doing("s.rounds[0] += s.grid[0, s.best]"),
    ),
    "a negative place": (
        "index-negative",
        "s.rounds[s.turn - 5]",
        "is read at -",
        doing("s.rounds[0] += s.rounds[s.turn - 5]"),
    ),
    "a place beyond the array": (
        "index-beyond",
        "s.rounds[card] = 0",
        "s.rounds is written at",
        doing("s.rounds[card] = 0"),
    ),
    "too many indices": (
        "index-shape",
        "s.rounds[0, 0]",
        "has 1 axis",
        doing("s.rounds[0, 0] = 0"),
    ),
    "the card of a seat that does not play": (
        "index-seat",
        "s.laid[2]",
        "s.laid is read at seat 2, which does not play; the seats are 0 to 1",
        [("laid = card(4)", "laid = card(3)"), *doing("s.rounds[0] += s.laid[2]")],
    ),
    "the hand of a seat that does not play": (
        "index-seat",
        "count(s.hands[3])",
        "s.hands is read at seat 3",
        doing("s.rounds[0] += count(s.hands[3])"),
    ),
    "a table at NONE": (
        "index-none",
        "NUMBERS[s.best]",
        "a table of 7 is read at -1 (NONE)",
        doing("s.rounds[0] += NUMBERS[s.best]"),
    ),
    "beyond a table": (
        "index-beyond",
        "return NUMBERS[card]",
        "a table of 7 is read at",
        [("NUMBERS[card % 7]", "NUMBERS[card]")],
    ),
    "no card": (
        "value-card",
        "s.best = 60",
        "60 is stored in s.best, a card; cards are 0 to 52",
        [("s.best = NONE", "s.best = 60")],
    ),
    "a complement": (
        "value-cards",
        "s.taken = ~",
        "s.taken gets a set that contains 53",
        [("s.taken |= bit(card)", "s.taken = ~bit(card)")],
    ),
    "a fraction": (
        "value-number",
        "s.rounds[taker] += s.bonus / 4",
        "is stored in s.rounds",
        [("s.rounds[taker] += s.bonus", "s.rounds[taker] += s.bonus / 4")],
    ),
    "a huge number": (
        "value-large",
        "s.rounds[0] = 1 << 62 << 2",
        "beyond 64 bits",
        doing("s.rounds[0] = 1 << 62 << 2"),
    ),
    "a seat that there is not": (
        "value-turn",
        "s.turn = left(s, s.dealer) + 2",
        "the seats are 0 to 1",
        [("s.turn = left(s, s.dealer)", "s.turn = left(s, s.dealer) + 2")],
    ),
    "no seat to move": ("turn-none", "def start", "s.turn is -1 (NONE)", [("s.turn = left(s, s.dealer)", "s.turn = NONE")]),
    "a phase that there is not": (
        "value-phase",
        "s.phase = 2",
        "the phases are 0 (lay a card), 1 (go on)",
        [("s.phase = GO_ON", "s.phase = 2")],
    ),
    "an option that is changed": ("value-bonus", "s.bonus = 2", "fixed for the whole game", doing("s.bonus = 2")),
    "a field that there is not": (
        "field-unknown",
        "s.round[0]",
        "the position declares no round; did you mean s.rounds?",
        doing("s.round[0] = 1"),
    ),
    "a field that is written and not there": (
        "field-unknown",
        "s.besst = card",
        "did you mean s.best?",
        doing("s.besst = card"),
    ),
    "no legal action": (
        "legal-empty",
        "def held",
        "is to lay a card, but SMALL-1 leaves it no action",
        [("    if is_somebody_out(s):\n        end_game(s)\n\n", "")],
    ),
    "no legal action, with an empty hand": (
        "legal-empty",
        "def held",
        "leaves it no action: its hand is empty, others are not.",
        [("        s.hands[seat] = draw(s, 5)\n", "        s.hands[seat] = draw(s, 5) if seat == s.dealer else 0\n")],
    ),
    "an action that is not declared": (
        "legal-undeclared",
        "def either",
        "Action 2 is allowed in the phase 'go on'",
        [("return bit(0) | bit(1)", "return bit(0) | bit(2)")],
    ),
    "a truth in place of a set": (
        "allows-value",
        "def either",
        "It returns True",
        [("return bit(0) | bit(1)", "return s.turn >= 0")],
    ),
    "a return that is forgotten": (
        "allows-value",
        "def either",
        "It returns None",
        [("    return bit(0) | bit(1)", "    bit(0) | bit(1)")],
    ),
    "allows that changes something": (
        "changes-position",
        "s.taken = 3",
        "s.taken is changed, although",
        [("    return bit(0) | bit(1)", "    s.taken = 3\n    return bit(0) | bit(1)")],
    ),
    "allows that draws": (
        "changes-position",
        "drawn = pick(s, s.stock)",
        "a random number is drawn",
        [("    return bit(0) | bit(1)", "    drawn = pick(s, s.stock)\n    return bit(drawn & 1)")],
    ),
    "standing that changes something": (
        "changes-position",
        "s.rounds[seat] += 1",
        "standing may only read",
        [("    return s.rounds[seat]\n", "    s.rounds[seat] += 1\n    return s.rounds[seat]\n")],
    ),
    "a result that is infinite": (
        "result",
        "def standing",
        "returns inf",
        [("    return s.rounds[seat]\n", "    return s.rounds[seat] * 1e308 * 10\n")],
    ),
    "a result beyond the range that is declared": (
        "result-range",
        "def standing",
        "Rules says results=(0, 2)",
        [
            ('about="Lay cards.",', 'about="Lay cards.", results=(0, 2),'),
            ("    return s.rounds[seat]\n", "    return s.rounds[seat] + 3\n"),
        ],
    ),
    "division by nought": ("division-by-zero", "s.rounds[1] //", "divided by 0", doing("s.rounds[1] //= s.grid[0, 0]")),
    "a shift by NONE": ("shift-none", "1 << s.best", "shifted by -1 (NONE)", doing("s.taken |= 1 << s.best")),
    "a shift too far": ("shift", "s.taken >> (card + 64)", "shifted by", doing("s.taken = s.taken >> (card + 64)")),
    "a member that is NONE": ("shift-none", "bit(s.best)", "bit is given -1 (NONE)", doing("s.taken |= bit(s.best)")),
    "has of NONE": (
        "shift-none",
        "has(s.taken, s.best)",
        "has is given -1 (NONE)",
        doing("if has(s.taken, s.best):", "    s.rounds[0] += 1"),
    ),
    "more cards than there are": (
        "draw-empty",
        "draw(s, 25)",
        "asked for 25 cards, but there are only 24",
        [("draw(s, 5)", "draw(s, 25)")],
    ),
    "an empty stock": (
        "draw-empty",
        "bit(draw_card(s))",
        "the stock is empty",
        [("if s.stock:", "if True:"), ("s.stock = first(49)", "s.stock = first(10)")],
    ),
    "pick of nothing": (
        "set-empty",
        "pick(s, s.pile)",
        "pick is asked for a member of an empty set",
        doing("s.rounds[0] = pick(s, s.pile)"),
    ),
    "lowest of nothing": (
        "set-empty",
        "lowest(s.pile)",
        "lowest is asked for a member of an empty set",
        doing("s.rounds[0] = lowest(s.pile)"),
    ),
    "each of a complement": (
        "set-complement",
        "in each(~s.pile)",
        "use & first(n)",
        doing("for one in each(~s.pile):", "    s.rounds[0] += one"),
    ),
    "a place of scratch": ("index-beyond", "found[3]", "scratch(3)", doing("found = scratch(3)", "found[3] = 1")),
    "an event's card": (
        "event-value",
        "laid(s, s.turn, 70)",
        "the field card of the event lay is 70; it is a card, 0 to 52, or NONE",
        [("laid(s, s.turn, card)", "laid(s, s.turn, 70)")],
    ),
    "an event's seat": (
        "event-value",
        "laid(s, 4, card)",
        "it is a seat, 0 to 1, or NONE",
        [("laid(s, s.turn, card)", "laid(s, 4, card)")],
    ),
    "an event's choice": (
        "event-value",
        "took(s, taker, 2)",
        "it is a choice, 0 to 1, or NONE",
        [("took(s, taker, 0)", "took(s, taker, 2)")],
    ),
    "an event's array": (
        "event-length",
        "told(s, s.grid[0, :1])",
        "needs one for each of the 2 seats",
        doing("told(s, s.grid[0, :1])"),
    ),
    "an event without an array": ("event-value", "told(s, card)", "it is an array", doing("told(s, card)")),
    "an event without a field": (
        "event-fields",
        "took(s, taker)",
        "has 2 fields: seat, by",
        [("took(s, taker, 0)", "took(s, taker)")],
    ),
    "a game that does not end": (
        "never-ends",
        "",
        "None of 3 random games ended",
        [
            ("    if is_somebody_out(s):\n        end_game(s)\n\n", "    if is_somebody_out(s):\n        start(s)\n\n"),
            ("\n\n@rules.answers\ndef start(s):", "\n\n@rules.answers\ndef start(s):\n    s.pile = 0"),
        ],
    ),
    "a turn that does not end": (
        "turn-never-ends",
        "def go_on",
        "The phases that continue a turn: go on",
        [("def go_on(s, action):\n", "def go_on(s, action):\n    return\n")],
    ),
    "a rule that does not end": (
        "rule-endless",
        "while s.rounds[0] >= 0: s",
        "still running",
        doing("while s.rounds[0] >= 0: s.rounds[0] += 0"),
    ),
    "a loop without a position": ("rule-endless", "while card >= 0: pass", "still running", doing("while card >= 0: pass")),
    "a rule that calls itself": (
        "rule-recursion",
        "return value_of(card)",
        "without end",
        [("    return NUMBERS[card % 7]", "    return value_of(card)")],
    ),
    "an error of Python's": ("rule-error", '{}["x"]', "In lay, KeyError: 'x'", doing('{}["x"]')),
    "a name that there is not": ("rule-error", "nothing(s)", "NameError: name 'nothing' is not defined", doing("nothing(s)")),
    "an error in the table": (
        "index-beyond",
        "s.rounds[seat + 4]",
        "In table, a list of 4 is read at 4",
        [("score=s.rounds[seat]", "score=s.rounds[seat + 4]")],
    ),
    "an error in the prompt": (
        "division-by-zero",
        'return 1 // 0 * "x"',
        "In prompt",
        [('return "Lay a card." if s.phase == LAY else "Go on."', 'return 1 // 0 * "x"')],
    ),
    "no prompt": (
        "text-value",
        "def prompt",
        "Prompt returns None; it returns a sentence.",
        [('return "Lay a card." if s.phase == LAY else "Go on."', "return None")],
    ),
    "an error in a refusal": (
        "text-error",
        "rules.pack.the(action + 60)",
        "In refusal, IndexError",
        [("rules.pack.the(action)", "rules.pack.the(action + 60)")],
    ),
    "a text that does not end": (
        "text-endless",
        "while s.phase == LAY: pass",
        "In prompt, it was still running",
        [("def prompt(s):\n", "def prompt(s):\n    while s.phase == LAY: pass\n")],
    ),
    "a text at NONE": (
        "index-none",
        "NUMBERS[s.best]",
        "a table of 7 is read at -1",
        [("def prompt(s):\n", "def prompt(s):\n    NUMBERS[s.best]\n")],
    ),
    "a place to touch that is no list": (
        "touch-value",
        "lambda s, action",
        "Touch returns ('stock', -1) for action 0; it returns a list of what is touched",
        [('"Draw a card")', '"Draw a card", touch=lambda s, action: ("stock", -1))')],
    ),
    "a card to touch that is no list": (
        "touch-value",
        "lambda s, action",
        "such as [7]",
        [('"Draw a card")', '"Draw a card", touch=lambda s, action: 7)')],
    ),
    "a template of an event": (
        "text-error",
        "",
        "colour",
        [('say="{seat} take[s] the round."', 'say=lambda told: told["colour"]')],
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_found(name: str, tmp_path: Path) -> None:
    code, part, said, changes = MISTAKES[name]
    text = changed(*changes)
    with made(tmp_path, text) as rules:
        found = next(iter(sanitizer.play(rules, Game(rules, {}).options, range(100), 20)))
    assert (found.code, said in found.sentence) == (code, True), str(found)
    assert found.severity == "error"
    assert found.file == f"{rules.position.__module__}.py"
    assert found.line == (line_of(part, text) if part else found.line)
    assert len(found.sentence) < 300


def test_a_game_that_does_not_end_is_found_on_a_slow_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time is over as soon as one game has been cut off; the next ones are played all the same."""
    code, _, said, changes = MISTAKES["a game that does not end"]
    tally = sanitizer.Tally()
    monkeypatch.setattr(Allowance, "has", lambda self, share=1.0: tally.cut == 0)
    with made(tmp_path, changed(*changes)) as rules:
        found = list(sanitizer.play(rules, Game(rules, {}).options, range(100), 20, tally=tally))
    assert [(one.code, said in one.sentence) for one in found] == [(code, True)]


def test_the_game_without_a_mistake_is_clean(tmp_path: Path) -> None:
    with made(tmp_path, SMALL) as rules:
        tally = sanitizer.Tally()
        for options in ({}, {"players": 3, "bonus": 2}):
            assert list(sanitizer.play(rules, Game(rules, options).options, range(20), 20, tally=tally)) == []
    assert tally.games == tally.ended == 40
    assert tally.views > 100
