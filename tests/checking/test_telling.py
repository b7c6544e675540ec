"""What a check finds of what people are told: games with one mistake each in their events and texts."""

from __future__ import annotations

from pathlib import Path

import pytest

import sevenfold
from helpers.guests.variants import found_first, game_from, source_of, variant
from helpers.selection import games
from sevenfold.checking import telling
from sevenfold.checking.subject import Subject

SECONDS = 12.0
NEXT = "    if s.stock:\n        look.fact('next', 'Next', card=min(each(s.stock)))\n"
SAY = 'say="{seat} lay[s] {card}."'
LAID = "    if s.laid[0] != NONE:\n        look.pile('last', {})\n"
GOES = 'goes=[("card", "hand-{seat}", "trick")]'
TURN_UP = """    if s.hands[s.turn]:
        up = lowest(s.hands[s.turn])
        s.hands[s.turn] = without(s.hands[s.turn], up)
        s.shown[s.turn] |= bit(up)
"""
TOO_MANY = "    if s.hands[0] == 0 and count(s.stock) < 40:\n        s.hands[1] |= draw(s, 40)\n"
SHOWN = "        look.zone(f'shown-{seat}', 'row', 'laid', 'Shown', look.ups(s.shown[seat]), owner=seat)\n"
LABEL = "\n\n@rules.texts\ndef label(s, actions, names):\n    return {}\n"
OUTCOME = "\n\n@rules.texts\ndef outcome(s, winners, names):\n    return {}\n"

# The name of a game, what is exchanged in its text, what is put at its end, the code of the finding, words of its sentence.
BROKEN: dict[str, tuple[str, tuple[tuple[str, str], ...], str, str, str]] = {
    "a card laid in silence": ("sevens_high", (("    laid(s, s.turn, card)\n", ""),), "", "untold-change", "`lay`"),
    "a draw from too small a stock, which the stages before have not met": (
        "sevens_high",
        (("    s.laid[s.turn] = card\n", "    s.laid[s.turn] = card\n" + TOO_MANY),),
        "", "draw-empty", "asked for 40 cards",
    ),
    "a card of the hand turned up before its owner in silence": (
        "sevens_high",
        (("    count,\n", "    bit,\n    count,\n    lowest,\n"),
         ("    laid = card(4)", "    shown = cards(4)\n    laid = card(4)"),
         ("    s.laid[s.turn] = card\n", TURN_UP + "    s.laid[s.turn] = card\n"),
         ("        look.hand(seat)\n", "        look.hand(seat)\n" + SHOWN)),
        "", "untold-change", "'hand-",
    ),
    "points in silence": ("sevens_high", (("        took(s, taker)\n", ""),), "", "untold-change", "score"),
    "a call in silence": ("second_thoughts", (("    called(s, s.turn, follows)\n", ""),), "", "untold-change", "follows"),
    "a play in silence": ("sane_sevens", (("        played(s, s.turn, card)\n", ""),), "", "untold-change", "top"),
    "a move of another seat": (
        "sevens_high", (("    laid(s, s.turn, card)\n", "    laid(s, left(s, s.turn), card)\n"),), "", "move-seat", "has moved",
    ),
    "points that do not add up": (
        "seven_truf", (("        return 10 * bid\n", "        return -10 * bid\n"),), "", "points-sum", "add up",
    ),
    "a seat that is said to have another's number of cards": (
        "sevens_high", (("cards=count(s.hands[seat])", "cards=count(s.hands[0])"),), "", "cards-shown", "its hand shows",
    ),
    "a stock that is said to be the whole pack": (
        "sevens_high",
        (("    look.stock(s.stock)\n", '    look.zone("stock", "stock", "stock", "Stock", [], count=49)\n'),),
        "", "cards-shown", "more than the 53 of the pack",
    ),
    "a card that is shown twice": (
        "sevens_high",
        (("    look.stock(s.stock)\n", LAID.format("s.laid[0], 4, 'Laid', beneath=[s.laid[0]]")),),
        "", "cards-shown", "twice",
    ),
    "more cards than are said to lie there": (
        "sevens_high", (("    look.stock(s.stock)\n", LAID.format("s.laid[0], 0, 'Laid'")),), "", "cards-shown", "holds 0",
    ),
    "a pile without a top": (
        "sevens_high",
        (("    look.stock(s.stock)\n", LAID.format("-1, 4, 'Laid', beneath=[s.laid[0]]")),),
        "", "cards-shown", "none on top",
    ),
    "cards that go to a zone and are not counted there": (
        "sevens_high",
        ((GOES, 'goes=[("card", "hand-{seat}", "gone")]'),
         ("    look.stock(s.stock)\n", "    look.zone('gone', 'stock', 'discard', 'Gone', [], count=0)\n")),
        "", "cards-shown", "shows 0 there",
    ),
    "a card made up in place of a hidden one": (
        "sevens_high",
        (("    look.stock(s.stock)\n", NEXT + "    look.stock(s.stock)\n"), ("    draw,\n", "    draw,\n    each,\n")),
        "", "view-untrue", "The fact 'Next'",
    ),
    "a prompt that is made up": (
        "sevens_high",
        (('return "Lay a card."', 'return f"Lay a card; {count(s.stock & first(9))} low ones are left."'),),
        "", "view-untrue", "The prompt",
    ),
    "a zone that is none": ("sevens_high", ((GOES, GOES.replace('"trick"', '"tricks"')),), "", "flight-zone", "tricks"),
    "from where it was not": ("sevens_high", ((GOES, GOES.replace("hand-{seat}", "stock")),), "", "flight-start", "stock"),
    "to where it is not": ("sevens_high", ((GOES, GOES.replace('"trick"', '"stock"')),), "", "flight-end", "stock"),
    "moves alike": ("sevens_high", (), LABEL.format("'Lay a card'"), "labels-alike", "Lay a card"),
    "texts alike": (
        "second_thoughts", (('CALLS = ("suit", "number")', 'CALLS = ("suit", "suit")'),), "", "texts-alike", "follow suit",
    ),
    "no prompt": ("sevens_high", (('return "Lay a card."', 'return ""'),), "", "text-empty", "prompt"),
    "a prompt with a gap": (
        "sevens_high", (('return "Lay a card."', 'return "Lay {card}."'),), "", "sentence", "Lay {card}.",
    ),
    "a prompt without its end": (
        "sevens_high", (('return "Lay a card."', 'return "Lay a card"'),), "", "sentence", "full stop",
    ),
    "None in a sentence": (
        "sevens_high", ((SAY, 'say=lambda seen: "{seat} lay[s] {card} to " + f"{None}."'),), "", "sentence", "None",
    ),
    "a field that is none": ("sevens_high", ((SAY, 'say="{sat} lay[s] {card}."'),), "", "text-fails", "sat"),
    "two spaces": ("sevens_high", ((SAY, 'say="{seat} lay[s]  {card}."'),), "", "sentence", "two spaces"),
    "a decision that is no move": ("sevens_high", (('"lay", is_move=True', '"lay"'),), "", "no-move", "is_move"),
    "a prompt from hidden cards": (
        "sevens_high",
        (('return "Lay a card."', 'return "Lay a card." if s.hands[1 - s.turn] == TRUE[0] else {}["hidden"]'),
         ("    next_turn(s)\n", "    next_turn(s)\n    TRUE[0] = int(s.hands[1 - s.turn])\n"),
         ("LAY = 0\n", "LAY = 0\nTRUE = [0]\n")),
        "", "text-fails", "KeyError",
    ),
    "a refusal without a reason": ("sevens_high", (('"That card is not in your hand."', '""'),), "", "refusal", "HIGH-2"),
    "a refusal without a rule": ("sevens_high", (('"HIGH-2", "That', '"", "That'),), "", "refusal", "rule"),
    "an outcome that is none": ("sevens_high", (), OUTCOME.format("'{winners} win'"), "sentence", "outcome"),
    "an outcome that fails": ("sevens_high", (), OUTCOME.format("names[winners[0] + 9]"), "text-fails", "IndexError"),
    "something outside the position": (
        "sevens_high",
        (("    s.laid[s.turn] = card\n", "    s.laid[s.turn] = card\n    SEEN.append(card)\n    s.rounds[0] = len(SEEN)\n"),
         ("LAY = 0\n", "LAY = 0\nSEEN = []\n")),
        "", "not-repeated", "outside",
    ),
    "a first deal that is not the first": (
        "sevens_high", (("dealt(s, 1, s.dealer", "dealt(s, 0, s.dealer"),), "", "deal-number", "number 0",
    ),
    "a touch of a zone that is none": (
        "sevens_high",
        (("cards=range(49))", 'cards=range(49), touch=lambda s, card: ((f"hands-{s.turn}", 0),))'),),
        "", "touch-nowhere", "the zone 'hands-",
    ),
    "a touch beyond the places of a zone": (
        "sevens_high",
        (("cards=range(49))", 'cards=range(49), touch=lambda s, card: ((f"hand-{s.turn}", 7),))'),),
        "", "touch-nowhere", "counted from 0",
    ),
    "a card that nobody can touch": (
        "sevens_high", (("        look.hand(seat)\n", ""),), "", "touch-nowhere", "nothing to touch and no button",
    ),
    "a player who is not shown": (
        "sevens_high", (("    for seat in look.every_seat:\n", "    for seat in range(1, s.players):\n"),), "", "seats-shown",
        "does not add seat 0",
    ),
    "a player who is shown twice": (
        "sevens_high", (("    look.stock(s.stock)\n", "    look.seat(1)\n    look.stock(s.stock)\n"),), "", "seats-shown",
        "adds seat 1 twice",
    ),
    "a comma in an action": ("sevens_high", (('card_actions("lay"', 'card_actions("lay,"'),), "", "action-text", "comma"),
}  # fmt: skip


@pytest.mark.parametrize("case", BROKEN)
def test_what_is_wrong_is_found(case: str, tmp_path: Path) -> None:
    """The mistake is found, with a sentence that names it, the author's file, and the moves that led to it."""
    name, exchanges, end, code, word = BROKEN[case]
    rules = variant(name, tmp_path, *exchanges, end=end)
    finding = found_first(telling.find(Subject(rules, seed=0, seconds=SECONDS)), code)
    assert word in finding.sentence
    is_warning = case == "points in silence" or "made up" in case or code == "cards-shown"
    assert finding.severity == ("warning" if is_warning else "error")
    assert finding.file.startswith("variant_")
    assert finding.seed is not None


@pytest.mark.long  # test_our_games.py runs every stage on each game
@pytest.mark.parametrize("name", games())
def test_no_false_alarm(name: str) -> None:
    """Nothing is found in our games."""
    subject = Subject(sevenfold.load(name).rules, seed=1, seconds=6.0)
    assert list(telling.find(subject)) == []
    assert subject.counted["positions"] > 50


def test_no_false_alarm_in_the_tutorial(tmp_path: Path) -> None:
    """Nothing is found in the tutorial's game either."""
    assert list(telling.find(Subject(game_from(source_of("sevens_high"), tmp_path), seed=1, seconds=5.0))) == []
