"""The deal of the day: the first of the day's deals that is proved winnable, the same on every machine."""

from __future__ import annotations

import time
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
    seed, is_winnable = daily.daily_deal(game, DAY)
    assert is_winnable
    state = game.start(seed)
    for action in patience.solve(state).line:
        state.play(action)
    assert state.winners() == [0]
    before = list(islice(daily.daily_seeds(DAY, name, game.options), 50))
    for earlier in before[: before.index(seed)]:
        assert patience.solve(game.start(earlier), memory=daily.MEMORY).outcome != "solved"


def test_in_a_game_for_several_it_is_the_first() -> None:
    game = sevenfold.load("sane_sevens")
    assert daily.daily_deal(game, DAY) == (next(daily.daily_seeds(DAY, game.id, game.options)), False)


def test_without_a_solver_a_bots_win_is_the_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "is_solved", lambda game, players: False)
    monkeypatch.setattr(daily, "TRIES_BY_PLAYING", 3)
    game, won = sevenfold.load("pyramid"), list[int]()

    def is_won(game: sevenfold.Game, seed: int) -> bool:
        won.append(seed)
        return len(won) == 2

    monkeypatch.setattr(daily, "_is_won_by_bot", is_won)
    assert daily.daily_deal(game, DAY) == (won[1], True)
    assert won[1] == list(islice(daily.daily_seeds(DAY, game.id, game.options), 2))[1]
    monkeypatch.setattr(daily, "_is_won_by_bot", lambda game, seed: False)
    assert daily.daily_deal(game, DAY) == (won[0], False), "nobody knows whether it can be won"


def test_the_search_can_be_stopped() -> None:
    stop = Event()
    stop.set()
    with pytest.raises(BadInput, match="stopped"):
        daily.daily_deal(sevenfold.load("pyramid"), DAY, stop)


def test_the_day_ends_at_midnight_utc() -> None:
    assert daily.day_ends("1970-01-01") == 86_400


def test_what_is_said_of_a_deal() -> None:
    told = daily.about_deal(DAY, daily.DailyDeal(7, is_winnable=False), daily.day_ends(DAY) - 6 * 3600 - 720)
    assert told.startswith(
        "The deal of 26 November, the same for all who choose these options. Nobody knows whether it can be won."
    )
    assert "6 h 12 min left: the next one is dealt at " in told
    assert "It can be won." in daily.about_deal(DAY, daily.DailyDeal(7, is_winnable=True), daily.day_ends(DAY) + 9)
    assert "won" not in daily.about_deal(DAY, None, 0.0)


# -- days in a row ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dates", "length"),
    [
        ([], 0),
        (["2026-11-26"], 1),
        (["2026-11-24", "2026-11-25", "2026-11-26"], 3),
        (["2026-11-24", "2026-11-25"], 2),  # today's is still to come
        (["2026-11-23", "2026-11-24"], 0),  # yesterday's was missed
        (["2026-11-22", "2026-11-24", "2026-11-25", "2026-11-26"], 3),
        (["2026-11-27", "2026-11-26"], 1),  # begun by another clock
    ],
)
def test_days_in_a_row(dates: list[str], length: int) -> None:
    assert daily.days_in_a_row(dates, DAY) == length


def test_days_in_a_row_over_the_ends_of_months_and_years() -> None:
    dates = ["2027-12-31", "2028-01-01", "2028-02-28", "2028-02-29", "2028-03-01", "2028-02-27"]
    assert daily.days_in_a_row(dates, "2028-03-01") == 4
    assert daily.longest_row(dates) == 4
    assert daily.longest_row(dates[:2]) == 2
    assert daily.longest_row([]) == 0


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago", "America/New_York"])
def test_the_day_is_that_of_utc_wherever_the_machine_stands(zone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        assert daily.today() == time.strftime("%Y-%m-%d", time.gmtime())
        assert daily.day_ends("1970-01-01") == 86_400
        assert daily.day_after("2026-11-01") == "2026-11-02", "the day on which clocks are changed"
    finally:
        monkeypatch.undo()
        time.tzset()


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("pyramid", {}),
        ("pyramid", {"one_discard": True}),
        ("front_and_center", {}),
        ("seven_solitaire", {}),
        ("cooperative_dominoes", {"players": 1, "stacks": False}),
    ],
)
def test_every_day_of_two_weeks_has_a_deal_that_can_be_won(name: str, options: dict[str, object]) -> None:
    game, date = sevenfold.load(name, **options), DAY
    for _ in range(14):
        assert daily.daily_deal(game, date).is_winnable
        date = daily.day_after(date)
