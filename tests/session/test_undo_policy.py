"""What may be taken back, told from the log alone."""

from __future__ import annotations

import pytest

import sevenfold
from sevenfold.session.game_log import Course, log_of
from sevenfold.session.undo_policy import offer, redone


def played(name: str, actions: int, seed: int = 3) -> Course:
    """A game in which each seat did the first thing it could."""
    log = Course(sevenfold.load(name).start(seed))
    while log.state.action_count < actions:
        log.play(log.state.legal_actions()[0])
    return log


def decided(log: Course, seat: int) -> int:
    """Play until a seat has just decided something and it is another's turn; how many actions stood before it."""
    while True:
        before, is_decision = log.state.action_count, log.state.turn == seat and len(log.state.legal_actions()) > 1
        log.play(log.state.legal_actions()[0])
        if is_decision and log.state.turn != seat and not log.made[-1].may_change:
            return before


def test_alone_with_open_hands_everything_can_be_taken_back() -> None:
    log = played("seven_solitaire", 6)
    actions = log.state.actions
    while (found := offer(log, [0], is_alone=True)).way:
        assert found.way == "free"
        log.back(found.to)
    assert log.state.action_count == 0
    assert found.why_not == "You have decided nothing yet."
    while offer(log, [0], is_alone=True).may_redo:
        for action in redone(log, [0]):
            log.play(action)
    assert log.state.actions == actions


def test_against_bots_only_the_last_decision_can_be_taken_back() -> None:
    log = Course(sevenfold.load("seven_truf").start(3))
    while log.state.phase == "bid":
        log.play(log.state.legal_actions()[0])
    before = decided(log, 1)
    found = offer(log, [1], is_alone=True)
    assert (found.way, found.to) == ("bots", before)
    log.back(found.to)
    again = offer(log, [1], is_alone=True)
    assert (again.way, again.may_redo) == ("", True)
    assert again.why_not == "Against bots only your last decision can be taken back."


def test_a_bid_is_changed_by_the_rules() -> None:
    """TRUF-6: while nobody else has acted, even where others play."""
    log = Course(sevenfold.load("seven_truf").start(3))
    seat = log.state.turn
    assert seat is not None
    log.play(log.state.legal_actions()[0])
    found = offer(log, [seat], is_alone=False)
    assert (found.way, found.to) == ("rule", 0)


def test_with_others_their_consent_is_needed_once() -> None:
    log = played("monoculture", 4)
    seats = [made.seat for made in log.made]
    assert offer(log, seats[-1:], is_alone=False).way == "ask"
    asked = offer(log, seats[-1:], is_alone=False, has_request=True)
    assert (asked.way, asked.why_not) == ("", "Somebody has asked already.")


@pytest.mark.parametrize(("own", "is_given_up", "why"), [([], False, "Only who plays"), ([0], True, "The game is over.")])
def test_who_may_take_nothing_back(own: list[int], is_given_up: bool, why: str) -> None:
    found = offer(played("seven_solitaire", 3), own, is_alone=True, is_given_up=is_given_up)
    assert (found.way, found.may_redo) == ("", False)
    assert why in found.why_not


def test_what_was_played_for_the_person_is_no_decision_of_theirs() -> None:
    log = played("seven_solitaire", 2)
    to = log.decision_before(2, [0])
    log.play(log.state.legal_actions()[0], is_automatic=True)
    assert offer(log, [0], is_alone=True).to == to


def test_the_log_of_a_state_knows_its_decisions() -> None:
    log = played("seven_truf", 12)
    again = log_of(log.state)
    assert again.made == log.made
    assert again.state.actions == log.state.actions
    again.back(5)
    assert log.state.action_count == 12
