"""Places are called by what lies there, in moves, news, prompts and accessible names; the whole move is told as one."""

from __future__ import annotations

import pytest

import sevenfold
from helpers.random_games import random_game
from sevenfold.cards import NONE
from sevenfold.seat_names import names_for
from sevenfold.view.description import Face, Zone
from sevenfold.view.places import Places, around, cards_around, square_in_words

WEST, EAST, NORTH, SOUTH = "the red 1", "the red 2", "the red 3", "the red 4"


@pytest.mark.parametrize(
    ("beside", "said"),
    [
        ((WEST, "", "", ""), "right of the red 1"),
        (("", EAST, "", ""), "left of the red 2"),
        (("", "", NORTH, ""), "below the red 3"),
        (("", "", "", SOUTH), "above the red 4"),
        ((WEST, EAST, "", ""), "between the red 1 and the red 2"),
        (("", "", NORTH, SOUTH), "between the red 3 and the red 4"),
        ((WEST, "", NORTH, ""), "right of the red 1 and below the red 3"),
        (("", EAST, "", SOUTH), "left of the red 2 and above the red 4"),
        ((WEST, EAST, NORTH, ""), "between the red 1 and the red 2, below the red 3"),
        ((WEST, "", NORTH, SOUTH), "right of the red 1, between the red 3 and the red 4"),
        ((WEST, EAST, NORTH, SOUTH), "between the red 1, the red 2, the red 3 and the red 4"),
    ],
)
def test_a_square_is_called_by_its_neighbours(beside: tuple[str, str, str, str], said: str) -> None:
    assert square_in_words("", *beside) == said
    assert square_in_words("joker 1", *beside) == "on joker 1"


def test_the_cards_around_a_square() -> None:
    assert around({(0, 0): 5, (1, 0): 6, (1, 1): 7}, 1, 0, NONE) == (6, 5, NONE, NONE, 7)
    assert cards_around((NONE, 5, NONE, NONE, NONE), lambda card: f"card {card}") == "right of card 5"
    assert cards_around((), str) == ""


def test_places_of_other_zones() -> None:
    """Where no neighbours say it, the place is counted."""
    triangle = Zone("t", "triangle", "tableau", "Pyramid", None, [Face("empty", x=2, y=3)], 0)
    cells = Zone("c", "cells", "reserve", "Reserve", None, [Face("empty"), Face("up", "R1")], 1)
    places = Places([triangle, cells], lambda code: code)
    assert places.of(triangle, 0) == "at the third place of the fourth row"
    assert (places.of(cells, 0), places.of(cells, 1)) == ("at the first place", "on R1")


@pytest.mark.parametrize("players", [2, 3])
def test_a_placed_card_is_told_where_it_was_laid(players: int) -> None:
    """The move that was offered and the news of it say the same, also after cards have been laid around or on it, or undone."""
    game = sevenfold.load("cooperative_dominoes", players=players)
    state = max((random_game(game, seed) for seed in range(6)), key=lambda played: played.action_count)
    told = {event.made: event.text for event in state.events(None) if event.kind == "place"}
    assert len(told) > 10
    again = state.copy()
    again.undo_to(0)
    assert {event.made: event.text for event in again.events(None)} == {0: ""}
    while again.action_count < len(state.actions):
        made, seat = again.action_count, again.turn
        assert seat is not None
        moves = again.view(seat, names_for(players, seat)).moves
        actions = next(move for move in moves if tuple(move.actions) == state.actions[made : made + len(move.actions)])
        for action in actions.actions:
            again.play(action)
        if len(actions.actions) == 3:
            assert told[again.action_count] == f"Seat {seat} places{actions.label.removeprefix('Place')}."
            assert again.copy().events(None)[-1].made == again.action_count


def test_a_free_place_says_where_it_is() -> None:
    state = sevenfold.load("cooperative_dominoes", players=1).start(4)
    table = next(zone for zone in state.view(0).zones if zone.id == "table")
    (starter,) = (face.code for face in table.faces if face.code)
    name = state.game.pack.the(state.game.pack.parse(starter))
    free = {face.place for face in table.faces if face.state == "empty"}
    assert free == {f"{where} {name}" for where in ("left of", "right of", "above", "below")}


@pytest.mark.parametrize(
    ("name", "options", "first", "told"),
    [
        ("cooperative_dominoes", {}, "place", "is to place a card."),
        ("monoculture", {}, "attack with", "is to attack."),
        ("sane_sevens", {"silly": True}, "play X", "is to play a joker and name what follows."),
    ],
)
def test_a_move_of_several_steps_is_told_as_one(name: str, options: dict[str, object], first: str, told: str) -> None:
    """While somebody is at a later step, the others read what the whole move is, and its parts are told once it is complete."""
    for seed in range(200):
        state = sevenfold.load(name, **options).start(seed)
        begun = next((action for action in state.legal_actions() if str(action).startswith(first)), None)
        if begun is None:
            continue
        seat = state.turn
        assert seat is not None
        state.play(begun)
        assert state.turn == seat
        assert state.view(None).prompt == f"Seat {seat} {told}"
        assert [event.text for event in state.events(None) if event.made == 1 and event.text] == []
        return
    raise AssertionError("no game begins with such a move")
