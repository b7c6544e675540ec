"""Claims: refused with a reason, and carried out as one move."""

from __future__ import annotations

import pytest

import sevenfold
from helpers.claims import SECRET, claimable
from sevenfold.errors import BadInput
from sevenfold.session.claim import carry_out, find_claim
from sevenfold.session.game_log import log_of
from sevenfold.session.undo_policy import offer


def test_a_claim_is_carried_out_as_one_move() -> None:
    state, granted = claimable(5, settled=False, seat=0)
    found = find_claim(state, 0, SECRET)
    assert found.found.standing == granted.found.standing
    log = log_of(state)
    carry_out(log, found)
    assert log.state.standing() == list(found.found.standing)
    assert log.number == state.action_count + 1 + len(found.line)
    assert offer(log, [0], is_alone=True).to == state.action_count


@pytest.mark.parametrize(
    ("name", "why"), [("pyramid", "A game for one is not claimed"), ("seven_truf", "the rest of the deal is not certain yet")]
)
def test_a_claim_is_refused_with_a_reason(name: str, why: str) -> None:
    state = sevenfold.load(name).start(1)
    assert state.turn is not None
    with pytest.raises(BadInput, match=why):
        find_claim(state, state.turn, SECRET)


def test_only_the_seat_to_move_claims() -> None:
    state = sevenfold.load("seven_truf").start(1)
    assert state.turn is not None
    with pytest.raises(BadInput, match="It is not your turn"):
        find_claim(state, (state.turn + 1) % 4, SECRET)
