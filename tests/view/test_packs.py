"""Packs: those of an author are drawn by the shapes and colours of their suits, on the page and in a terminal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sevenfold.cards import COLOURS, DESIGNS, SEVENDECK_PACK, SHAPES, Card, Pack, Suit
from sevenfold.errors import BadInput
from sevenfold.terminal.render.cards import card, is_card, suit

WEB = Path(__file__).parents[2] / "web/src"
SUITS = (
    Suit("F", "fires", "fire", "fire", "red"),
    Suit("Mo", "moons", "moon"),
    Suit("Z", "zigzags", "zigzag", "M-40 0L0 40L40 0Z"),
)
PACK = Pack(
    "own", "own", SUITS, tuple(Card(f"{s.letter}{n}", f"{s.one} {n}", k, n) for k, s in enumerate(SUITS) for n in (1, 12))
)


def test_an_own_pack_says_how_it_looks() -> None:
    """What a suit leaves out is the shape and the colour of its place."""
    assert PACK.design == "F|fire|red;Mo|heart|red;Z|M-40 0L0 40L40 0Z|blue"
    assert SEVENDECK_PACK.design == "sevendeck"
    assert Pack("none", "", (), ()).design == ""


def test_the_terminal_colours_an_own_pack() -> None:
    assert is_card("Mo12", PACK.design)
    assert is_card("F1", PACK.design)
    assert not is_card("Moth", "french")
    shown = card("Mo12", PACK.design, symbols=True)
    assert (shown.plain, str(shown.spans[0].style)) == ("♥12", "#e03c3c")
    assert suit("Z", PACK.design, symbols=True).plain == "Z"


def test_page_and_library_know_the_same_shapes_and_colours() -> None:
    shapes = (WEB / "card/shapes.ts").read_text().partition("export const SHAPES = {")[2]
    assert set(re.findall(r"^  (\w+): \[", shapes, re.MULTILINE)) == set(SHAPES)
    assert set(re.findall(r"^\.c-(\w+) \{ --suit", (WEB / "app/app.css").read_text(), re.MULTILINE)) >= set(COLOURS)
    assert all(f'"{name}"' in (WEB / "card/packs.ts").read_text() for name in DESIGNS)


@pytest.mark.parametrize(
    ("made", "told"),
    [
        ({"shape": "banana"}, "a shape is one of spade, heart"),
        ({"shape": '<script>alert("1")</script>'}, "or an SVG path, not '<script>"),
        ({"shape": "M0 0;L1 1|red"}, "or an SVG path"),
        ({"colour": "pink"}, "a colour is one of black, red"),
    ],
)
def test_what_cannot_be_drawn_is_refused(made: dict[str, str], told: str) -> None:
    with pytest.raises(BadInput, match=re.escape(told)):
        Pack("own", "own", (Suit("A", "apples", "apple", **made),), ())
