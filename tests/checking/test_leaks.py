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
from tools.games.mistakes import sound

ROOT = Path(__file__).parents[2]
SECONDS = 20.0  # at most; the first finding comes within two
Load = Callable[[str], Rules]


@dataclass(frozen=True)
class Leak:
    """A mistake in a game's file, and what the finding says about it."""

    game: str
    changes: tuple[tuple[str, str], ...]  # each a piece of the file, and what stands there instead
    code: str
    names: tuple[str, ...]  # words of the sentence
    line: str = ""  # words in the line of the author's file that is named; empty if none is


START = "        s.hands[seat] = draw(s, HIGH_CARDS)  # HIGH-1\n    s.phase = LAY\n"
FIELD = "    rounds = number(4)  # that each seat took\n"
HELD = "    return s.hands[s.turn]  # HIGH-2\n"
LINES = 'lines=[("Rounds", s.rounds[seat])]'
LOWEST_IF = """    if {}:
        return s.hands[s.turn] & -s.hands[s.turn]
    return s.hands[s.turn]
"""
SECRET = (FIELD, FIELD + "    secret = number(4, seen_by=OWNER)\n"), ("    draw,\n", "    draw,\n    below,\n")
SHOWN = """@rules.answers
def shown(s, holder):
    return s.hands[holder] & first(21)


@rules.answers
def standing"""
LIES_IN = """@rules.answers
def lies_in(s, seat, place):
    return s.stock & first(7) if seat == s.dealer else 0


@rules.answers
def standing"""
DRAW = """        s.rounds[taker] += 1
        if s.stock:
            new = draw_card(s)
            s.hands[taker] |= bit(new)
            drew(s, taker, new)
"""
OBSERVED = """@observed
def note(s):
    pass


def keep(s):
    s.plays += 1
    s.odd += 1


rules.observes(note, keep)


@rules.applies(LAY)
"""
COUNTED = """counted_actions(
        "lay", range(49), lambda s, card: card + 100 * count(s.hands[left(s, s.turn)] & 255), lambda s, card: (card,)
    )"""
VOIDS = """        s.won[seat] = 0
        for one in range(4):
            if s.hands[seat] & (255 << 8 * one) == 0:
                s.voids[seat] |= 255 << 8 * one
    s.turn_up"""
AGAIN = """        record_kept(s, s.turn)
        if has(FOUR_JOKERS | wanted(s), card):
            s.phase = TURN
        else:
            end_turn(s)
"""


def seat_by_seat(line: str, *more: str) -> tuple[str, str]:
    """A line, indented, that `start` of the tutorial's game carries out for each seat; and others."""
    return START, START.replace("    s.phase", "".join(f"        {one}\n" for one in (line, *more)) + "    s.phase")


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
            seat_by_seat("s.low[seat] = count(s.hands[seat] & first(21))"),
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
                "    s.turn = 1 if count(s.hands[0] & first(21)) > count(s.hands[1] & first(21)) else 0\n",
            ),
        ),
        "leak-field",
        ("whose turn it is", "`hands`"),
        "s.turn = ",
    ),
    "a restriction looks into another hand": Leak(
        "sevens_high",
        ((HELD, LOWEST_IF.format("s.hands[left(s, s.turn)] & first(24)")),),
        "leak-legal",
        ("`hands`", "legal"),
        "def held",
    ),
    "cards of a pile deemed known that nobody was shown": Leak(
        "sevens_high",
        (("@rules.answers\ndef standing", LIES_IN),),
        "leak-shown",
        ("`lies_in`", "`stock`"),
        "def lies_in",
    ),
    "cards deemed shown that nobody was shown": Leak(
        "sevens_high",
        (("@rules.answers\ndef standing", SHOWN),),
        "leak-shown",
        ("`shown`", "`hands`"),
        "def shown",
    ),
    "a draw that is told to everybody": Leak(
        "sevens_high",
        (
            ("    draw,\n", "    draw,\n    draw_card,\n    bit,\n"),
            (
                "took = event(",
                'drew = event("draw", seat=a_seat(), card=a_card(), say="{seat} draw[s] {card}.")\ntook = event(',
            ),
            ("        s.rounds[taker] += 1\n", DRAW),
            ("    if s.hands[0] == 0:\n", "    if s.hands[0] == 0 or s.hands[1] == 0:\n"),
        ),
        "leak-told",
        ("draw", "`card`", "`hands`", 'to="seat"'),
        "drew = event",
    ),
    "a restriction reads a secret number": Leak(
        "sevens_high",
        (
            *SECRET,
            seat_by_seat("s.secret[seat] = below(s, 4)"),
            (HELD, LOWEST_IF.format("s.secret[left(s, s.turn)] == 2")),
        ),
        "leak-legal",
        ("`secret`", "legal"),
        "def held",
    ),
    "the sum of secret bids is in a public number": Leak(
        "sevens_high",
        (
            (SECRET[0][0], f"{SECRET[0][1]}    total = number()\n"),
            SECRET[1],
            seat_by_seat("s.secret[seat] = below(s, 4)", "s.total += s.secret[seat]"),
            ("    look.stock(s.stock)\n", "    look.stock(s.stock)\n    look.fact('total', 'Total', number=s.total)\n"),
        ),
        "leak-field",
        ("`total`", "what is said of Total", "`secret`"),
        "s.total += ",
    ),
    "a secret number that is open": Leak(
        "sevens_high",
        (
            (FIELD, f"{FIELD}    secret = number()\n"),
            SECRET[1],
            ("    s.phase = LAY\n", "    s.secret = below(s, 6)\n    s.phase = LAY\n"),
        ),
        "open-field",
        ("`secret`", "seen_by=NOBODY"),
        "secret = number",
    ),
    "the text of an action counts hidden cards": Leak(
        "sevens_high",
        (
            ('card_actions("lay", cards=range(49))', COUNTED),
            ("    card_actions,\n", "    counted_actions,\n"),
        ),
        "leak-view",
        ("text of an action", "`hands`"),
        'rules.phase(LAY, "lay a card"',
    ),
    "rules read what seats remember": Leak(
        "sevens_high",
        (
            (FIELD, FIELD + "    kept = remembered(4)\n"),
            ("    next_turn,\n", "    next_turn,\n    remembered,\n"),
            seat_by_seat("s.kept[seat] = s.hands[seat]"),
            (HELD, "    return s.hands[s.turn] & s.kept[s.turn]\n"),
        ),
        "memory-read",
        ("`kept`", "remembered"),
        "s.kept[seat]",
    ),
    "a restriction reads the random generator": Leak(
        "sevens_high", ((HELD, LOWEST_IF.format("int(s.chance) % 2")),), "leak-legal", ("random", "legal"), "def held"
    ),
    "a card that is laid stays in the hand": Leak(
        "sevens_high",
        (("    s.hands[s.turn] = without(s.hands[s.turn], card)\n", ""),),
        "told-stays",
        ("lay", "`hands`", "without"),
        "laid = event",
    ),
    "the suits that hands lack are noted when they are dealt": Leak(
        "seven_truf",
        (
            ("    scores = number(SEATS, most=2047)\n", "    scores = number(SEATS, most=2047)\n    voids = recorded(SEATS)\n"),
            ("        s.won[seat] = 0\n    s.turn_up", VOIDS),
        ),
        "leak-field",
        ("`voids`", "`hands`"),
        "s.voids[seat] |= ",
    ),
    "the total of bids counts spades in a hidden hand": Leak(
        "seven_truf",
        (("    s.total_bid = 0\n", "    s.total_bid = count(s.hands[0] & 255) // 2\n"),),
        "leak-field",
        ("`total_bid`", "`hands`"),
        "s.total_bid = count",
    ),
    "everybody is told the card that a seat draws": Leak(
        "sane_sevens",
        (
            ("    kept(s, s.turn, has(", "    drew_openly(s, s.turn, card)\n        kept(s, s.turn, has("),
            ("import dealing, drew,", "import dealing, drew, drew_openly,"),
        ),
        "leak-told",
        ("draw", "`hands`"),
        "drew_openly(",
    ),
    "whoever could play the card drawn keeps the turn": Leak(
        "sane_sevens",
        (("        record_kept(s, s.turn)\n        end_turn(s)\n", AGAIN),),
        "leak-field",
        ("whose turn it is",),
    ),
    "an observer changes what the rules read": Leak(
        "sevens_high",
        (
            (FIELD, FIELD + "    plays = number(observed=True)\n    odd = number()\n"),
            ("from sevenfold.mechanics", "from sevenfold.kernel import observed\nfrom sevenfold.mechanics"),
            ("@rules.applies(LAY)\n", OBSERVED),
            ("    s.laid[s.turn] = card\n", "    s.laid[s.turn] = card\n    note(s)\n"),
        ),
        "observer-writes",
        ("`odd`", "observes", "observed=True"),
        "odd = number",
    ),
    "what is passed lies open": Leak(
        "seven_suitors",
        (("passing = card(SEATS, SEATS, seen_by=OWNER)", "passing = card(SEATS, SEATS)"),),
        "open-field",
        ("`passing`", "seen_by=OWNER"),
        "passing = card",
    ),
    "a seat is deemed to know all specials once the cards have been passed": Leak(
        "seven_suitors",
        (
            (
                "    return s.hands[holder] & bit(S1) if s.has_changed else 0",
                "    return s.hands[holder] & SPECIALS if s.has_changed else 0",
            ),
        ),
        "leak-shown",
        ("`shown`", "`hands`"),
        "def shown",
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


def test_cards_that_decide_the_game_and_are_never_shown(load: Load) -> None:
    """In Lots secret orders decide who wins: they must have been told when the game is over."""
    text = sound("lots")["lots.py"].replace("showed(s, seat, s.orders[seat])", "showed(s, seat, s.orders[s.turn])")
    found = first_of(load(text))
    assert found is not None
    assert (found.code, found.line) == ("leak-view", 1 + text[: text.index("def standing")].count("\n"))
    assert found.sentence.startswith("How the game ends, as ")
    assert "`orders`" in found.sentence


@pytest.mark.parametrize("what", LEAKS)
def test_a_leak_is_found_and_named(what: str, load: Load) -> None:
    """The first finding says what is told, of which hidden field it tells, and in which line."""
    leak = LEAKS[what]
    text = changed(leak)
    found = first_of(load(text))
    assert found is not None
    assert found.code == leak.code, found
    assert all(name.lower() in found.sentence.lower() for name in leak.names), found.sentence
    if leak.line:
        assert leak.line in text.splitlines()[found.line - 1], found
    assert found.file.startswith("leaky_")


def test_rules_that_fail_are_named(load: Load) -> None:
    """The stage does not fail with them."""
    text = text_of("sevens_high").replace("    s.laid[s.turn] = card\n", "    s.laid[s.turn + 3] = card\n")
    found = first_of(load(text))
    assert found is not None
    assert found.code == "secrecy-stopped"
    assert "s.laid[s.turn + 3]" in text.splitlines()[found.line - 1]
    assert found.moves[-1].startswith("lay ")


@pytest.mark.parametrize("game", ["sevens_high"])
def test_the_game_of_the_tutorial_hides_what_it_should(game: str, load: Load) -> None:
    """Without a mistake nothing is found."""
    assert first_of(load(text_of(game))) is None


@pytest.mark.long  # test_our_games.py runs every stage on each game
@pytest.mark.parametrize("game", games())
def test_our_games_hide_what_they_should(game: str) -> None:
    """No false alarm, whatever the options."""
    subject = Subject(rules_of(game), seed=1, seconds=6.0)
    assert list(find(subject)) == []
    assert subject.counted["positions"] > 10
