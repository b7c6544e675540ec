"""Hints: whole moves, of several actions too, thought of without the cards of others."""

from __future__ import annotations

from random import Random

import pytest

import sevenfold
from helpers.hidden import twin_now
from sevenfold.bots import bot
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
    assert found.sentence.startswith(f"{found.move.label}: it ")
    assert found.line == f"{found.sentence} {found.figure}"
    assert found.figure.endswith(" % to win")
    assert state.action_count == 0


def test_an_only_move_needs_no_thought() -> None:
    state = sevenfold.load("seven_truf").start(3)
    move = state.view(state.turn).moves[0]
    found = find_hint(bot("search:100"), state, [move], b"secret")
    assert (found.move, found.expected, found.figure) == (move, "", "")
    assert found.line == f"{move.label}: it is the only move."


def test_the_cards_of_others_do_not_matter() -> None:
    state = sevenfold.load("seven_truf").start(3)
    twin = twin_now(state, state.turn, Random(1))
    first, second = (find_hint(bot("search:100"), one, one.view(state.turn).moves, b"secret") for one in (state, twin))
    assert first == second
