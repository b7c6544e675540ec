"""Whether a game for one can still be won, in a sentence that also says whether it ever could be."""

from __future__ import annotations

import sevenfold
from sevenfold.coaching.open_hands import OpenHandsCoach
from sevenfold.session.winnable import NEVER, NO_LONGER, STILL, still_winnable

HOPELESS, HOPEFUL = 1, 1  # deals of Seven Solitaire and of Pyramid
ALL_LOST = (23, 17, 39, 15, 46, 36, 28, 19, 49, 12, 35, 49, 4, 8, 49, 34, 49, 25)  # actions after which the latter is lost


def test_a_deal_that_never_could_be_won_is_not_called_lost_by_the_player() -> None:
    """Neither before the first move nor later."""
    state = sevenfold.load("seven_solitaire").start(HOPELESS)
    coach = OpenHandsCoach()
    assert still_winnable(state) == ("no", NEVER)
    found = coach.look(state.copy(), state.legal_actions()[0])
    assert found is not None
    assert found.text.endswith("and never could be.")
    state.play(state.legal_actions()[0])
    assert still_winnable(state) == ("no", NEVER)


def test_a_win_that_was_lost_on_the_way() -> None:
    state = sevenfold.load("pyramid").start(HOPEFUL)
    assert still_winnable(state) == ("yes", STILL)
    for action in ALL_LOST:
        state.play(action)
    assert still_winnable(state) == ("no", NO_LONGER)
