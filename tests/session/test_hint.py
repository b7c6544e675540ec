"""Hints: whole moves, of several actions too, thought of without the cards of others."""

from __future__ import annotations

from random import Random

import pytest

import sevenfold
from helpers.hidden import twin_now
from sevenfold.bots import bot
from sevenfold.coaching.reasons import reason_of
from sevenfold.kernel.chance import source
from sevenfold.seat_names import names_for
from sevenfold.session.hint import find_hint


@pytest.mark.parametrize("seed", range(4))
def test_a_hint_is_a_whole_move(seed: int) -> None:
    """In Monoculture an attack is a card and the seat that it hits."""
    state = sevenfold.load("monoculture").start(seed)
    moves = state.view(state.turn).moves
    assert all(len(move.actions) > 1 for move in moves)
    found = find_hint(bot("search:100"), state, moves, b"secret")
    assert found.move in moves
    assert found.expected
    assert found.expected.endswith(" %")
    assert found.sentence == f"{found.move.label}: {found.why}."
    assert state.action_count == 0


def test_an_only_move_needs_no_thought() -> None:
    state = sevenfold.load("seven_truf").start(3)
    move = state.view(state.turn).moves[0]
    found = find_hint(bot("search:100"), state, [move], b"secret")
    assert (found.move, found.why, found.expected) == (move, "", "")
    assert found.sentence == f"{move.label}."


def test_the_cards_of_others_do_not_matter() -> None:
    state = sevenfold.load("seven_truf").start(3)
    twin = twin_now(state, state.turn, Random(1))
    first, second = (find_hint(bot("search:100"), one, one.view(state.turn).moves, b"secret") for one in (state, twin))
    assert first == second


def reasons_of(state: sevenfold.State) -> dict[str, str]:
    """The reason for each move of the player whose turn it is, without a bot's method."""
    seat = state.turn
    assert seat is not None
    view, dealt, names = state.view(seat), state.redeal(seat, source(seat, 1)), names_for(state.game.players, seat)
    return {move.text: reason_of(state, dealt, move, names, len(view.moves), None) for move in view.moves}


def test_the_last_card_of_a_trick_takes_it_or_leaves_it() -> None:
    """What is said of a card is what the rules make of it."""
    state, said = sevenfold.load("second_thoughts").start(5), set[str]()
    while len(said) < 4:
        assert not state.is_over
        for text, why in reasons_of(state).items():
            if why in ("it takes the trick", "it leaves the trick to another player"):
                seat, after = state.turn, state.copy()
                after.play(text)
                assert (int(after.position[0].taker) == seat) == (why == "it takes the trick")
            said |= {why} - {""}
        state.play(state.legal_actions()[0])


def test_games_say_what_a_move_brings() -> None:
    state = sevenfold.load("pyramid").start(1)
    why = reasons_of(state)
    assert why.pop("turn") == ""
    assert why
    assert all(said.startswith(("it clears 1 card", "it clears 2 cards")) for said in why.values())
    assert all(reasons_of(sevenfold.load("seven_solitaire").start(2)).values())


def test_a_reason_without_a_fact_is_how_the_move_was_found() -> None:
    state = sevenfold.load("sane_sevens").start(3)
    found = find_hint(bot("search:100"), state, state.view(state.turn).moves, b"secret")
    assert found.why.startswith("it did best of the ")
    assert find_hint(bot("thumb"), state, state.view(state.turn).moves, b"secret").why == ""
