"""docs/pictures/bidding.svg: hands in words, bars that add up, and the picture that is shown."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from sevenfold.registry import game_in, load_with
from tools.docs import bidding_picture
from tools.docs.bidding_picture import BAR, COLOURS, EXAMPLE, PICTURE, Bids, bids, hand_in_words, picture

SVG = "{http://www.w3.org/2000/svg}"


def drawn(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def bars(svg: str) -> dict[str, list[tuple[float, str]]]:
    """Width and colour of each bar, by its height on the picture; not those of the legend."""
    found: dict[str, list[tuple[float, str]]] = {}
    for bar in drawn(svg).iter(f"{SVG}rect"):
        if bar.get("height") == "16":
            found.setdefault(str(bar.get("y")), []).append((float(str(bar.get("width"))), str(bar.get("fill"))))
    return found


@pytest.mark.parametrize(
    ("hand", "turn_up", "words"),
    [([0, 2], 1, "trump A, trump Q"), ([2, 4], 0, "trump A, K"), ([0, 5], 1, "trump Q, A"), ([3, 5], 0, "A, Q")],
)
def test_a_hand_is_called_by_what_its_cards_are_worth(hand: list[int], turn_up: int, words: str) -> None:
    assert hand_in_words(hand, turn_up) == words


def test_the_bars_of_a_hand_are_as_long_as_its_chances() -> None:
    with_hook: Bids = {"A, K": [0.25, 0.75, 0.0], "<b>&": [1.0, 0.0, 0.0]}
    without: Bids = {"A, K": [0.0, 0.5, 0.5], "<b>&": [0.0, 1.0, 0.0]}
    svg = picture(with_hook, without)
    texts = [str(text.text) for text in drawn(svg).iter(f"{SVG}text")]
    assert texts[-2:] == ["A, K", "<b>&"], "whoever bids more is at the top, and names are escaped"
    one, other = bars(svg).values()
    assert one == [(0.25 * BAR, COLOURS[0]), (0.75 * BAR, COLOURS[1]), (0.5 * BAR, COLOURS[1]), (0.5 * BAR, COLOURS[2])]
    assert other == [(BAR, COLOURS[0]), (BAR, COLOURS[1])], "what is never bid has no bar"


@pytest.mark.slow
def test_chances_are_found_for_every_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bidding_picture, "ITERATIONS", 20)
    monkeypatch.setattr(bidding_picture, "SEEDS", 300)
    found = bids(load_with(game_in(str(EXAMPLE)), {"hand_size": 2, "hook": True}))
    assert set(found) == set(hands_shown())
    assert all(sum(chances) == pytest.approx(1) for chances in found.values())


def hands_shown() -> list[str]:
    """The hands on the picture of the docs."""
    texts = [str(text.text) for text in drawn(PICTURE.read_text(encoding="utf-8")).iter(f"{SVG}text")]
    return [text for text in texts if re.fullmatch(r"(trump )?[AKQ], (trump )?[AKQ]", text)]


def test_the_picture_of_the_docs_is_whole() -> None:
    shown = bars(PICTURE.read_text(encoding="utf-8"))
    assert len(shown) == len(hands_shown()) == len(set(hands_shown()))
    for row in shown.values():
        assert sum(width for width, _ in row) == pytest.approx(2 * BAR, abs=0.5), "the bids of a hand add up, in both columns"
        assert {colour for _, colour in row} <= set(COLOURS)
