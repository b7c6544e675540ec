"""A review in progress: how far it is, and what it says when it is done."""

from __future__ import annotations

import sevenfold
from sevenfold.session.review import ReviewInProgress


def test_a_review_goes_on_decision_by_decision() -> None:
    state = sevenfold.load("pyramid").start(1, limit=4)
    while not state.is_over:
        state.play(state.legal_actions()[0])
    review = ReviewInProgress(state, 0, 0.02, [f"Seat {seat}" for seat in range(state.game.players)])
    assert (review.total, review.is_done, review.report()) == (None, False, None)
    review.advance()
    assert review.total
    assert not review.decisions
    for done in range(1, review.total + 1):
        assert not review.is_done
        review.advance()
        assert len(review.decisions) == done
    assert review.is_done
    review.advance()  # nothing is left
    found = review.report()
    assert found
    assert (found.seats, found.stopped, len(found.decisions)) == ((0,), False, review.total)
