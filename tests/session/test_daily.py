"""The deal of the day: the first of the day's deals that is proved winnable, the same on every machine."""

from __future__ import annotations

from itertools import islice
from threading import Event

import pytest

import sevenfold
from sevenfold.errors import BadInput
from sevenfold.session import daily
from sevenfold.solvers import patience

DAY = "2026-11-26"


@pytest.mark.parametrize("name", ["pyramid", "front_and_center"])
def test_the_days_deal_can_be_won_and_none_before_it_was_shown_to_be(name: str) -> None:
    game = sevenfold.load(name)
    seed = daily.daily_seed(game, DAY)
    state = game.start(seed)
    for action in patience.solve(state).line:
        state.play(action)
    assert state.winners() == [0]
    before = list(islice(daily.daily_seeds(DAY, name, game.options), 50))
    for earlier in before[: before.index(seed)]:
        assert patience.solve(game.start(earlier), memory=daily.MEMORY).outcome != "solved"


def test_in_a_game_for_several_it_is_the_first() -> None:
    game = sevenfold.load("sane_sevens")
    assert daily.daily_seed(game, DAY) == next(daily.daily_seeds(DAY, game.id, game.options))


def test_without_a_solver_a_bots_win_is_the_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "is_solved", lambda game, players: False)
    monkeypatch.setattr(daily, "TRIES_BY_PLAYING", 3)
    game, won = sevenfold.load("pyramid"), list[int]()

    def is_won(game: sevenfold.Game, seed: int) -> bool:
        won.append(seed)
        return len(won) == 2

    monkeypatch.setattr(daily, "_is_won_by_bot", is_won)
    assert daily.daily_seed(game, DAY) == won[1] == list(islice(daily.daily_seeds(DAY, game.id, game.options), 2))[1]
    monkeypatch.setattr(daily, "_is_won_by_bot", lambda game, seed: False)
    assert daily.daily_seed(game, DAY) == won[0]


def test_the_search_can_be_stopped() -> None:
    stop = Event()
    stop.set()
    with pytest.raises(BadInput, match="stopped"):
        daily.daily_seed(sevenfold.load("pyramid"), DAY, stop)


def test_the_day_ends_at_midnight_utc() -> None:
    assert daily.day_ends("1970-01-01") == 86_400
