"""Statistics of finished games."""

from __future__ import annotations

from typing import Any

from sevenfold.server.lobby.statistics import Finished, against_bots, against_people, statistics


def a_game(ended: int, outcome: Any, score: float | None = None, **more: Any) -> Finished:
    fields: dict[str, Any] = {"game": "pyramid", "options": {"rows": 7}, "taken_back": 0, "opponents": ["Bo"]}
    fields |= {"asked": 0, "winnable": False, **more}
    return Finished(room=f"room {ended}", ended=ended, outcome=outcome, score=score, **fields)


def test_figures() -> None:
    """Wins, streaks and scores; a score reached after taking back is no best one, a game given up has none."""
    games = [a_game(3, "lost", 9), a_game(1, "won", 5), a_game(2, "won", 30, taken_back=2), a_game(4, "given up", 99)]
    [found] = statistics(games, {"pyramid": "Pyramid"})
    assert (found.name, found.played, found.won, found.given_up, found.taken_back) == ("Pyramid", 4, 2, 1, 1)
    assert (found.best, found.average) == (9, (9 + 5 + 30) / 3)
    assert (found.streak, found.longest_streak) == (0, 2)
    assert found.curve == [1, 1, 2 / 3, 1 / 2]
    assert [one.room for one in found.games] == ["room 4", "room 3", "room 2", "room 1"]


def test_groups() -> None:
    """Games with other options are counted apart, the latest played first; a game that is gone keeps its id."""
    games = [a_game(1, "won"), a_game(2, "lost", options={"rows": 6}), a_game(3, "won", game="gone", options={})]
    found = statistics(games, {"pyramid": "Pyramid"})
    assert [(one.name, one.options, one.played) for one in found] == [
        ("gone", {}, 1), ("Pyramid", {"rows": 6}, 1), ("Pyramid", {"rows": 7}, 1),
    ]  # fmt: skip
    assert [one.best for one in found] == [None] * 3
    assert statistics([], {}) == []


def test_the_curve_is_of_the_latest_ten() -> None:
    """The share of the latest ten games, and at most a hundred games listed."""
    [found] = statistics([a_game(i, "won" if i >= 110 else "lost") for i in range(120)], {})
    assert found.curve[109] == 0
    assert found.curve[114] == 0.5
    assert found.curve[119] == 1
    assert (len(found.games), found.streak) == (100, 10)


def test_who_asks_whether_it_can_be_won_has_no_best_score() -> None:
    found = statistics([a_game(1, "won", 5), a_game(2, "won", 30, asked=2)], {})[0]
    assert (found.asked, found.best, found.average) == (1, 5, 17.5)
    assert [one.asked for one in found.games] == [2, 0]


def test_deals_that_can_be_won_are_counted_by_themselves() -> None:
    found = statistics([a_game(1, "won"), a_game(2, "lost"), a_game(3, "won", winnable=True)], {})
    assert [(one.winnable, one.played, one.won) for one in found] == [(True, 1, 1), (False, 2, 1)]


def test_the_record_against_each_person() -> None:
    """People are told apart by who they are, not by their names; one who was renamed has the latest."""
    games = [
        a_game(1, "won", people={"k": "Kim"}), a_game(2, "lost", people={"k": "Kimberly", "l": "Kim"}),
        a_game(3, "won", bots=["club"]),
    ]  # fmt: skip
    assert [(one.name, one.played, one.won, one.curve) for one in against_people(games)] == [
        ("Kimberly", 2, 1, [1, 0.5]), ("Kim", 1, 0, [0]),
    ]  # fmt: skip


def test_the_record_against_bots_by_level() -> None:
    """Bots of several levels count under the strongest; where people play too, nothing counts."""
    games = [
        a_game(1, "won", bots=["beginner", "beginner"]), a_game(2, "lost", bots=["beginner", "expert"]),
        a_game(3, "won", bots=["search:2000"]), a_game(4, "won", bots=["club"], people={"k": "Kim"}),
        a_game(5, "won", bots=["gone"]),
    ]  # fmt: skip
    assert [(one.name, one.played, one.won) for one in against_bots(games)] == [
        ("Beginner", 1, 1), ("Expert", 1, 0), ("Search", 1, 1),
    ]  # fmt: skip
