"""The table of deals: what games note about their deals, on the page and in the terminal."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

import sevenfold
from sevenfold.playing.game import State
from sevenfold.registry import rules_of
from sevenfold.terminal.render.score_sheet import columns_of, sheet
from sevenfold.terminal.render.style import DrawStyle
from sevenfold.view.description import DealNotes, Note

SEVERAL = ["seven_suitors", "suitability", "second_thoughts", "seven_truf"]


def played(game: str, deals: int, seed: int = 3, **options: object) -> State:
    """A game that a random bot has played until this many deals are over."""
    state = sevenfold.load(game, **options).start(seed)
    while not state.is_over and state.position[0].deal_number < deals:
        state.play(sevenfold.choose(state, "random"))
    return state


def printed(state: State, width: int = 100) -> str:
    """The table of deals in the terminal."""
    said = io.StringIO()
    Console(file=said, width=width).print(sheet(state.view(0), DrawStyle(width, symbols=False)))
    return said.getvalue()


def test_games_of_several_deals_note_something() -> None:
    games = [game for game in sevenfold.game_names() if "deal_number" in (rules_of(game).dtype.names or ())]
    assert games == SEVERAL
    assert all(rules_of(game).deal_notes for game in games)


@pytest.mark.parametrize("game", SEVERAL)
def test_every_deal_has_its_notes_for_every_reader(game: str) -> None:
    state = played(game, 3)
    deals = state.view(None).deals
    assert [deal.deal for deal in deals] == [1, 2, 3, *([4] if not state.is_over else [])]
    assert all(deal.notes for deal in deals[:3])
    assert all(state.view(seat).deals == deals for seat in range(4))


@pytest.mark.parametrize("game", SEVERAL)
def test_notes_are_the_same_after_going_back(game: str) -> None:
    state = played(game, 2)
    deals, actions = state.view(0).deals, state.actions
    state.undo_to(len(actions) // 3)
    earlier = state.view(0).deals
    assert len(earlier) < len(deals)
    copy = state.copy()
    for action in actions[len(copy.actions) :]:
        copy.play(action)
    assert copy.view(0).deals == deals
    assert state.view(0).deals == earlier


def test_suitability_notes_roles_and_privileges() -> None:
    state = sevenfold.load("suitability").start(138)
    for move in ("make spades penalty", "make hearts reverse", "make clubs trump"):
        state.play(move)
    roles = [Note("Penalty", suits=["S"]), Note("Reverse", suits=["H"]), Note("Trump", suits=["C"]), Note("Plain", suits=["D"])]
    assert state.view(1).deals == [DealNotes(1, roles)]
    state.play("claim warranty")
    assert state.view(1).deals == [DealNotes(1, [*roles, Note("Warranty", seats=[3])])]


def test_seven_suitors_notes_marriages_by_side() -> None:
    state = played("seven_suitors", 1)
    (first, second) = state.view(0).deals
    assert second.notes == []
    totals = {(note.label, tuple(note.seats)): note.text for note in first.notes if note.text}
    s = state.position[0]
    assert totals == {
        (label, (side, side + 2)): str(number)
        for side in range(2)
        for label, number in (("Marked off", int(s.marked[side]).bit_count()), ("Marriages", int(s.marriages[side])))
    }
    married = [note for note in first.notes if note.label == "Married"]
    assert sum(len(note.suits) for note in married) == sum(map(int, s.marriages[:2]))
    assert len(married) <= 2


def test_a_column_is_a_player_or_a_side() -> None:
    assert columns_of(played("seven_suitors", 1).view(0)) == [[0, 2], [1, 3]]
    assert columns_of(played("suitability", 1, partnership=True).view(0)) == [[0], [1], [2], [3]]
    assert columns_of(sevenfold.load("sane_sevens").start(1).view(0)) == [[0], [1]]


def test_the_terminal_prints_the_table_of_deals() -> None:
    suitors = printed(played("seven_suitors", 2))
    assert "You and Seat 2" in suitors
    assert suitors.count("Trump ") == 2
    assert suitors.count("Marked off ") == 4
    suitability = printed(played("suitability", 1))
    assert all(word in suitability for word in ("Trump ", "Penalty ", "Reverse ", "Plain "))
    truf = printed(played("seven_truf", 1))
    assert "Turned up " in truf
    assert truf.count(" of ") == 4  # tricks of those bid
