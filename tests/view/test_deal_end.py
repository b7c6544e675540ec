"""How a deal ended: the seats and tracks of a view as they stood before cards were dealt again."""

from __future__ import annotations

import pytest

import sevenfold
from helpers.random_games import random_game
from sevenfold.view.event_log import LATEST

TRICKS = ["seven_truf", "suitability", "second_thoughts", "seven_suitors"]


def first_deal_end(name: str) -> int:
    """The number of the action that ended the first deal of a random game."""
    state = random_game(sevenfold.load(name), 5, actions=400)
    return next(event.made for event in state.events(None) if event.kind == "deal" and event.made)


@pytest.mark.parametrize("name", TRICKS)
def test_plates_and_score_sheet_say_the_same(name: str) -> None:
    """Tricks, totals and marks are those with which the deal ended; hands are empty, and the dealer is still the same."""
    made = first_deal_end(name)
    state = random_game(sevenfold.load(name), 5, actions=made)
    for reader in (0, 2, None):
        view = state.view(reader)
        end = view.deal_end
        assert end is not None
        assert end.number == made
        assert {seat.cards for seat in end.seats} == {0}
        assert [seat.is_turn for seat in end.seats] == [False] * 4
        before = state.copy()
        before.undo()
        assert [seat.is_dealer for seat in end.seats] == [seat.is_dealer for seat in before.view(reader).seats]
        assert [seat.score for seat in end.seats] == [seat.score for seat in view.seats]
        for line in view.sheet[-1].lines if view.sheet else []:
            won = {fact.label: fact.value for fact in end.seats[line.seat].lines}
            assert won["Won"] == str(line.took)
            assert end.seats[line.seat].score == f"{line.total:g}"
        deals = [track.text for track in end.tracks if track.id == "deals"]
        assert deals == [track.text for track in before.view(reader).tracks if track.id == "deals"]
        if name == "seven_suitors":
            marks = [track.value for track in end.tracks if track.id.startswith(("suits", "marriages"))]
            assert marks == [track.value for track in view.tracks if track.id.startswith(("suits", "marriages"))]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("seven_truf", {}),
        ("suitability", {}),
        ("suitability", {"target": "250_points"}),
        ("second_thoughts", {"scoring": "bids"}),
    ],
)
def test_the_track_that_counts_deals_is_known_by_its_id(name: str, options: dict[str, str]) -> None:
    """A deal's result is headed by it, whatever it is called."""
    tracks = sevenfold.load(name, **options).start(1).view(0).tracks
    assert [track.id == "deals" for track in tracks] == [track.label == "Deal" for track in tracks]


def test_it_is_told_for_as_long_as_the_news_are() -> None:
    """It goes when its news go, and with an undo; the position does not change."""
    made = first_deal_end("seven_suitors")
    state = random_game(sevenfold.load("seven_suitors"), 5, actions=made + LATEST)
    layout = state._layout()
    assert state.view(0).deal_end is None
    assert state._layout() == layout
    state.undo()
    assert state.view(0).deal_end is not None
    assert state.copy().view(0).deal_end == state.view(0).deal_end
    state.undo_to(made - 1)
    assert state.view(0).deal_end is None
    state.undo_to(0)
    assert state.view(None).deal_end is None
