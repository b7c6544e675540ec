"""What a check finds of a seat's knowledge: games with one mistake each in what they say about hidden cards."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import sevenfold
from helpers.guests.example_games import GAMES, installed
from helpers.guests.variants import found_first, game_from, source_of, variant
from helpers.selection import cases, first_of_each, games
from sevenfold.checking import knowledge
from sevenfold.checking.knowing.arrangements import Knowledge
from sevenfold.checking.knowing.tracing_back import TracedBack, traced_back
from sevenfold.checking.random_play import IN_ORDER, played
from sevenfold.checking.subject import Subject
from sevenfold.declare.rules import Rules
from sevenfold.findings import Finding
from sevenfold.kernel.chance import source
from sevenfold.kernel.compiler.decorators import interpreting
from sevenfold.playing.game import Game

SECONDS = 12.0

Exchanges = tuple[tuple[str, str], ...]

LACKS_NOTHING = "\n\n@rules.answers\ndef lacked(s, holder, part):\n    return {}\n"
POSSIBLE = "\n\n@rules.answers\ndef possible(s):\n    return {}\n"
ABOUT = "\n\n@rules.answers\ndef comes_about(s, seat, source):\n    return {}\n"
FRACTION = ("from sevenfold.mechanics", "from sevenfold.devise import fraction, has, bit\nfrom sevenfold.mechanics")

PICKED = """picked = event(
    "pick", seat=a_seat(), card=a_card(), say="{seat} pick[s] {card}.", goes=[("card", "stock", "hand-{seat}")]
)
"""
PICK = """    if s.stock:
        new = draw_card(s)
        picked(s, s.turn, new)
        s.hands[s.turn] |= bit(new)
"""

# The name of a game, what is exchanged in its text, what is put at its end, the code of the finding, a word of its sentence.
# Of each code, the first is found soonest.
BROKEN: dict[str, tuple[str, Exchanges, str, str, str]] = {
    "a lack not recorded": (
        "sane_sevens", (("    show_lack(s, s.turn, wanted(s))  # SANE-2", "    # SANE-2"),), "", "redeal-impossible", "SANE-2",
    ),
    "a lack that is none": (
        "sane_sevens", (("show_lack(s, s.turn, wanted(s))  #", "show_lack(s, s.turn, ~wanted(s))  #"),), "", "truth-excluded",
        "lacked",
    ),
    "hardly ever possible": (
        "sevens_high", (("draw(s, HIGH_CARDS)  #", "first(7) << 7 * seat  #"), ("s.stock = first(49)", "s.stock = 0"),
         ("players=(2, 3, 4)", "players=4")),
        POSSIBLE.format("count(s.hands[0] & (s.hands[0] + (1 << 60))) >= 0 and one_suit(s)").replace(
            "\n\n@rules", "\n\n@compiled\ndef one_suit(s):\n    for seat in range(s.players):\n        for suit in range(7):\n"
            "            n = count(s.hands[seat] & (first(7) << 7 * suit))\n            if 0 < n < count(s.hands[seat]):\n"
            "                return False\n    return True\n\n\n@rules",
        ),
        "redeal-refused", "1,000",
    ),
    "void forgotten": ("seven_truf", (), LACKS_NOTHING.format("0"), "redeal-impossible", "TRUF-7"),
    "void too large": (
        "seven_truf", (), LACKS_NOTHING.format("s.lacks[holder] | (0xFF if s.lacks[holder] else 0)"), "truth-excluded",
        "lacked",
    ),
    "void of the wrong seat": (
        "seven_truf", (), LACKS_NOTHING.format("s.lacks[left(s, holder)]"), "truth-excluded", "lacked",
    ),
    "what was shown is forgotten": (
        "second_thoughts", (("return s.hands[holder] & bit(R1) if led_by_red_one else 0", "return 0"),), "", "told-forgotten",
        "the red 1",
    ),
    "shown where it is not": (
        "second_thoughts", (("return s.hands[holder] & bit(R1) if", "return bit(R1) if"),), "", "shown-elsewhere", "shown",
    ),
    "a card kept is not recorded": (
        "sane_sevens", (("        record_kept(s, s.turn)\n", ""),), "", "truth-excluded", "lacked",
    ),
    "a part of the wrong size": (
        "sane_sevens", (("record_hand(s, seat, 7)", "record_hand(s, seat, 6)"),), "", "part-sizes", "part_size",
    ),
    "a card drawn openly is forgotten": (
        "sevens_high",
        (("took = event(", PICKED + "took = event("), ("    s.laid[s.turn] = card\n", PICK + "    s.laid[s.turn] = card\n"),
         ("    next_turn,", "    bit,\n    draw_card,\n    next_turn,")),
        "", "told-forgotten", "'pick'",
    ),
    "the picked card is forgotten": (
        "seven_and_seven", (("record_turn(s, s.turn, s.picked, card)", "record_turn(s, s.turn, NONE, card)"),), "",
        "truth-excluded", "part_size",
    ),
    "not in the stock": (
        "sevens_high", (), "\n\n@rules.answers\ndef not_in_stock(s):\n    return first(7)\n", "truth-excluded", "not_in_stock",
    ),
    "impossible, but true": (
        "sevens_high", (), POSSIBLE.format("count(s.hands[0] & first(7)) <= 1"), "truth-refused", "possible",
    ),
    "hardly ever comes about": (
        "sevens_high", (FRACTION,), ABOUT.format("fraction(source) < 0.01"), "redeal-refused", "comes_about",
    ),
    "a hidden number": (
        "sevens_high",
        (("rounds = number(4)", "aims = number(4, seen_by=OWNER)\n    rounds = number(4)"),
         ("  # HIGH-1\n    s.phase = LAY", "  # HIGH-1\n        s.aims[seat] = 1 + seat\n    s.phase = LAY")),
        "", "hidden-number", "aims",
    ),
    "some arrangements too rare": (
        "sevens_high", (FRACTION,), ABOUT.format("has(s.hands[left(s, seat)], 0) or fraction(source) < 0.25"),
        "redeal-frequency", "comes_about",
    ),
    "a rule about knowledge fails": (
        "seven_truf", (), LACKS_NOTHING.format("s.lack[holder]"), "knowledge-fails", "lack",
    ),
}  # fmt: skip


def found_in(rules: Rules, seconds: float = SECONDS) -> list[Finding]:
    return list(knowledge.find(Subject(rules, seed=0, seconds=seconds)))


OF_EACH_CODE = first_of_each(BROKEN, lambda case: BROKEN[case][3])


@pytest.mark.parametrize("case", cases(BROKEN, OF_EACH_CODE.__contains__, others=pytest.mark.long))
def test_what_is_wrong_is_found(case: str, tmp_path: Path) -> None:
    """The mistake is found, with a sentence that names it, the author's file, and the moves that led to it."""
    name, exchanges, end, code, word = BROKEN[case]
    rules = variant(name, tmp_path, *exchanges, end=end)
    finding = found_first(knowledge.find(Subject(rules, seed=0, seconds=SECONDS)), code)
    assert word in finding.sentence
    assert finding.file.startswith("variant_")
    assert finding.seed is not None or finding.sentence.endswith(IN_ORDER)


def test_a_line_is_named(tmp_path: Path) -> None:
    """Where an answer of the author's claims too much, its line is named."""
    rules = variant("sevens_high", tmp_path, ("@rules.texts\ndef prompt", BAD_STOCK + "@rules.texts\ndef prompt"))
    finding = next(knowledge.find(Subject(rules, seconds=SECONDS)))
    lines = (tmp_path / finding.file).read_text().splitlines()
    assert lines[finding.line - 1 : finding.line + 1][0].startswith(("@rules.answers", "def not_in_stock"))


BAD_STOCK = "@rules.answers\ndef not_in_stock(s):\n    return first(7)\n\n\n"


@pytest.mark.long  # test_our_games.py runs every stage on each game
@pytest.mark.parametrize("name", games())
def test_no_false_alarm(name: str) -> None:
    """Nothing is found in our games."""
    subject = Subject(sevenfold.load(name).rules, seed=1, seconds=6.0)
    assert list(knowledge.find(subject)) == []
    assert subject.counted["positions"] > 50


def test_no_false_alarm_in_the_tutorial(tmp_path: Path) -> None:
    """Nothing is found in the tutorial's game either."""
    assert found_in(game_from(source_of("sevens_high"), tmp_path), seconds=5.0) == []


def test_a_new_deal_is_not_traced_back(tmp_path: Path) -> None:
    """Its cards come from everywhere, although, dealt in order, they may seem to have stayed where a seat did not see them."""
    (package,) = (one for one in GAMES if one.name == "gin_rummy")
    with installed(tmp_path, package) as rules, interpreting():
        *_, step = played(Game(rules, {}), 4, 17, is_rare=True)
        assert step.begins_deal
        known = Knowledge(rules, step.state.position, 1)
        assert traced_back(step, known) is None
        dealt, _ = known.redeal(source(1))
        assert dealt is not None
        assert TracedBack(step, known).contradiction(dealt, Random(1)), "nothing to alarm anybody"
