"""A game written with the names of the version before still loads, with a warning for each."""

from __future__ import annotations

import sys
import warnings
from pathlib import Path

import pytest

from sevenfold import devise
from sevenfold.declare.rules import Rules

GAME = """
from sevenfold.cards import SEVENDECK_PACK
from sevenfold.devise import Fields, Look, Rules, bit, card_actions, compiled, end_game, noted, number
from sevenfold.words.tricks import show_lack


class Position(Fields):
    lacks = noted(2, heard=True)
    asked = number(heard=True)


rules = Rules(Position, "old_names", "Old names", pack=SEVENDECK_PACK, players=2, minutes=1, about="")
rules.phase(0, "play", card_actions("play", cards=range(49)))


@rules.answers
def start(s):
    s.phase = 0


@rules.answers
def standing(s, seat):
    return 0.0


@rules.allows(0, "OLD-1", "Play the first card.")
def first_card(s):
    return bit(0)


@rules.applies(0)
def play(s, card):
    show_lack(s, s.turn, card)
    end_game(s)


def lack(s, seat, cards):
    s.lacks[seat] = cards


rules.hears(show_lack, lack)


@rules.words
def table(look: Look):
    for seat in look.every_seat:
        look.seat(seat)


@rules.words
def prompt(s):
    return "Play."
"""
OLD = {  # by their new ones
    "sevenfold.words": "sevenfold.mechanics",
    "sevenfold.words.tricks": "sevenfold.mechanics.tricks",
    "sevenfold.devise.Look": "sevenfold.devise.TableBuilder",
    "sevenfold.devise.noted": "sevenfold.devise.recorded",
    "the argument heard=": "observed=",
    "Rules.hears": "Rules.observes",
    "Rules.words": "Rules.texts",
}


def test_a_game_with_the_old_names_loads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every old name does what the new one does, and says what it is called now."""
    (tmp_path / "old_names.py").write_text(GAME, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    for module in [name for name in sys.modules if name.partition("sevenfold.")[2].split(".")[0] == "words"]:
        monkeypatch.delitem(sys.modules, module)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        import old_names  # type: ignore[import-not-found]  # it was written just now
    monkeypatch.delitem(sys.modules, "old_names")
    told = {str(warning.message) for warning in caught if warning.category is DeprecationWarning}
    assert told == {f"{old} is now {new}; the old name goes with the next version." for old, new in OLD.items()}
    assert {Path(warning.filename).name for warning in caught if "words is" not in str(warning.message)} <= {"old_names.py"}
    rules: Rules = old_names.rules.assemble()
    assert {field.observed for field in rules.position.fields.values()} == {True}
    assert set(rules.plain) == {"table", "prompt"}


def test_a_name_that_never_was_is_refused() -> None:
    """`devise` has only what it lists, and the old names."""
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = devise.nothing
