"""Duplicate play: who sits where, and what is computed from the games of a deal."""

from __future__ import annotations

from collections import Counter

import pytest

import sevenfold
from sevenfold.bots import bot
from sevenfold.lab import duplicate
from sevenfold.lab.duplicate import (
    ONE,
    OTHER,
    Estimate,
    Outcome,
    Span,
    estimate,
    estimate_share,
    points_ahead,
    seatings,
    share_of_wins,
    shares,
)


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_each_bot_plays_each_seats_cards_equally_often(players: int) -> None:
    games = seatings(range(players))
    assert len(set(games)) == len(games) == (2 if players == 2 else 2 * players)
    for seat in range(players):
        count = Counter(game[seat] for game in games)
        assert count[ONE] == count[OTHER]
    assert all(1 in (game.count(ONE), game.count(OTHER)) for game in games)


def test_those_who_win_together_play_together() -> None:
    assert seatings([0, 0, 0]) == [(ONE, ONE, ONE), (OTHER, OTHER, OTHER)]


def test_partners_are_of_one_kind() -> None:
    sides = duplicate.sides_of(sevenfold.load("seven_suitors"))
    assert seatings(sides) == [(ONE, OTHER, ONE, OTHER), (OTHER, ONE, OTHER, ONE)]
    assert duplicate.sides_of(sevenfold.load("seven_truf")) == (0, 1, 2, 3)
    assert duplicate.sides_of(sevenfold.load("cooperative_dominoes")) == (0, 0)


def test_a_win_is_shared_by_its_winners() -> None:
    assert shares([1], 3) == (0, 1, 0)
    assert shares([0, 2], 4) == (0.5, 0, 0.5, 0)
    assert shares([], 4) == (0.25, 0.25, 0.25, 0.25)
    assert shares([], 2, together=True) == (0, 0)


def test_points_ahead_are_those_of_a_seat_of_one_over_a_seat_of_the_other() -> None:
    games = [Outcome((ONE, OTHER, OTHER), (10, 4, 1), (1, 0, 0)), Outcome((OTHER, ONE, ONE), (3, 5, 6), (0, 0, 1))]
    assert points_ahead(games) == pytest.approx((10 + 5 + 6) / 3 - (4 + 1 + 3) / 3)


def test_equal_bots_share_the_wins_whatever_the_cards_are_worth() -> None:
    """Seat 0 wins every game: 50 % each."""
    for players in (2, 3, 4):
        games = [Outcome(kinds, (0,) * players, shares([0], players)) for kinds in seatings(range(players))]
        assert share_of_wins(games) == pytest.approx(0.5)
        drawn = [Outcome(kinds, (0,) * players, shares([], players)) for kinds in seatings(range(players))]
        assert share_of_wins(drawn) == pytest.approx(0.5)


def test_a_bot_that_wins_every_game_has_all_the_wins() -> None:
    winners = {kinds: [seat for seat in range(4) if kinds[seat] == ONE] for kinds in seatings(range(4))}
    games = [Outcome(kinds, (0,) * 4, shares(won, 4)) for kinds, won in winners.items()]
    assert share_of_wins(games) == pytest.approx(1)


@pytest.mark.parametrize(
    ("one", "other", "share"), [(True, True, 0.5), (True, False, 1), (False, True, 0), (False, False, 0.5)]
)
def test_of_a_game_won_together_it_counts_which_bots_win(one: bool, other: bool, share: float) -> None:
    games = [Outcome((ONE, ONE), (0, 0), (0.5 * one,) * 2), Outcome((OTHER, OTHER), (0, 0), (0.5 * other,) * 2)]
    assert share_of_wins(games, together=True) == share


def test_the_interval_is_that_of_the_deals() -> None:
    assert estimate([1, 1, 3, 3]) == Estimate(2, 3.182 * (4 / 3) ** 0.5 / 2)  # Student's t, three degrees of freedom


def test_who_wins_every_deal_has_an_interval_too() -> None:
    found = estimate_share([1.0] * 96)
    assert found.mean == 1
    assert found.ci95 == pytest.approx(0.0385, abs=1e-3)
    assert estimate_share([1, 1, 0, 0]) == estimate([1, 1, 0, 0])


def test_a_deal_is_the_same_in_every_seating() -> None:
    """Two identical bots play the same game, whichever of them is called which."""
    game = sevenfold.load("sane_sevens", players=3)
    bots = [bot("search:20"), bot("search:20")]
    games = [duplicate.play(game, 5, bots, kinds, Span()) for kinds in seatings(range(3))]
    assert len({outcome.points for outcome in games}) == 1
    assert sum(games[0].wins) == pytest.approx(1)
    assert points_ahead(games) == pytest.approx(0)
    assert share_of_wins(games) == pytest.approx(0.5)


def test_a_part_of_a_game_is_as_long_as_was_asked() -> None:
    """One deal of seven cards of 7-Truf counts what a seat gains in it, not what it had before."""
    game = sevenfold.load("seven_truf")
    bots = [bot("random"), bot("random")]
    outcome = duplicate.play(game, 5, bots, (ONE, OTHER, OTHER, OTHER), Span(skipped=6, deals=1))
    assert all(points in range(8) or points in (10, 20, 30, 35, 40, 50, 60, 70) for points in outcome.points)
    assert outcome.wins == shares([s for s in range(4) if outcome.points[s] == max(outcome.points)], 4)
    cut = duplicate.play(sevenfold.load("sane_sevens"), 5, bots, (ONE, OTHER), Span(turns=3))
    assert all(-1 < points < 1 for points in cut.points)


def test_of_games_of_several_deals_one_is_usual() -> None:
    assert duplicate.default_extent(sevenfold.load("seven_truf")) == "deal"
    assert duplicate.default_extent(sevenfold.load("chain_up")) == "game"
    assert duplicate.span_of(sevenfold.load("seven_truf"), "deal") == Span(skipped=6, deals=1)
    assert duplicate.span_of(sevenfold.load("seven_truf"), "game") == Span()
    with pytest.raises(sevenfold.BadInput, match="not played in several deals"):
        duplicate.span_of(sevenfold.load("chain_up"), "deal")
