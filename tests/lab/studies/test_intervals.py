"""Figures: their values on numbers worked out by hand, and how often their intervals hold the truth."""

from __future__ import annotations

import math

import numpy as np
import pytest

from benchmarks.lab.coverage import ESTIMATORS, Estimator, coverage
from sevenfold.errors import BadInput
from sevenfold.lab.studies.figures import MOST_ROWS, Figure, mean, put_together, quantile, ratio, resampled, share
from sevenfold.lab.studies.output.wording import duration_of, half_of, in_words, interval_of, place_of, precision_of, value_of
from sevenfold.lab.studies.questions.luck import share_of_skill
from sevenfold.lab.studies.running import widest
from sevenfold.solvers.statistics import t95

NAN = float("nan")


def numbers(*some: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.array(some)


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=lambda one: one.name)
def test_intervals_hold_the_truth(estimator: Estimator) -> None:
    """In 1,000 studies (a bootstrap: 300), the same ones each time; `python -m benchmarks.lab.coverage` repeats more."""
    studies = 300 if estimator.name.startswith("bootstrap") else 1000
    assert 0.93 <= coverage(estimator, studies, 200) <= 0.97


@pytest.mark.parametrize("estimator", [one for one in ESTIMATORS if one.is_right_for_few], ids=lambda one: one.name)
def test_intervals_of_few_deals_hold_the_truth(estimator: Estimator) -> None:
    """Of 20 deals. Where numbers are lopsided, there is less than one of a kind, or there are few values, no interval is right
    for so few."""
    studies = 300 if estimator.name.startswith("bootstrap") else 1000
    assert 0.93 <= coverage(estimator, studies, 20) <= 0.97


def test_nothing_is_certain_because_all_deals_were_alike() -> None:
    alike = np.ones(20)
    rows = np.column_stack([alike, alike / 2, alike / 2])
    for found in (
        mean("", alike, "share"),
        share("", alike),
        ratio("", alike, alike, "share"),
        share_of_skill(rows),
        share_of_skill(rows * [-1, 1, 1]),  # the one that was thought the stronger always loses
        resampled("", rows, lambda means: means[..., 0], "share"),
    ):
        assert found.value == found.high == 1
        assert found.low is not None
        assert 0.8 < found.low < 0.9


def test_a_share_stays_within_0_and_1() -> None:
    under = np.full(30, 10.0)
    over = np.where(np.arange(30) < 2, 5.0, 0.0)
    for found in (ratio("", over, under, "share"), ratio("", under - over, under, "share")):
        assert found.low is not None
        assert found.high is not None
        assert 0 <= found.low < found.high <= 1


def test_many_rows_are_drawn_as_few() -> None:
    rows = np.random.default_rng(1).normal(5.0, 2.0, (10 * MOST_ROWS + 7, 1))
    assert len(put_together(rows)) <= MOST_ROWS
    found = resampled("", rows, lambda means: means[..., 0], "number")
    assert found.value == pytest.approx(rows.mean())
    assert found.half == pytest.approx(1.96 * rows.std() / math.sqrt(len(rows)), rel=0.1)


@pytest.mark.parametrize(
    ("degrees", "point"), [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (10, 2.228), (100, 1.984)]
)
def test_students_distribution(degrees: int, point: float) -> None:
    assert t95(degrees) == pytest.approx(point, abs=0.003)


def test_values() -> None:
    one = mean("", numbers(1, 2, 3, 4, NAN))
    assert (one.value, one.n) == (2.5, 4)
    assert one.half == pytest.approx(3.182 * math.sqrt(5 / 3) / 2)
    all_alike = mean("", numbers(1, 1, 1), "share")
    assert all_alike.low is not None
    assert 0 < all_alike.low < 1 == all_alike.high
    won = share("", numbers(1, 0, 0, 0))
    assert (won.value, won.low, won.high) == pytest.approx((0.25, 0.0456, 0.6994), abs=1e-4)  # Wilson
    assert quantile("", np.arange(101.0), 0.5).value == 50
    assert quantile("", numbers(1, 2, 3), 0.95).low is None
    assert ratio("", numbers(1, 2), numbers(2, 4)).half == pytest.approx(0)
    assert ratio("", numbers(1, 2, 3), numbers(2, 4, 4)).value == pytest.approx(0.6)
    rows = np.arange(50.0).reshape(-1, 1)
    found = resampled("", rows, lambda means: means[..., 0], "number")
    assert found == resampled("", rows, lambda means: means[..., 0], "number")  # by a fixed seed
    assert found.half == pytest.approx(1.96 * rows.std() / math.sqrt(50), rel=0.1)


@pytest.mark.parametrize("estimate", [mean, share, lambda name, x: quantile(name, x, 0.5), lambda name, x: ratio(name, x, x)])
def test_nothing_was_measured(estimate: object) -> None:
    found = estimate("", numbers())  # type: ignore[operator]
    assert (found.value, found.low, found.high, found.n) == (None, None, None, 0)


def figure(value: float, half: float, unit: str = "share") -> Figure:
    return Figure("", value, value - half, value + half, 100, unit, "")  # type: ignore[arg-type]


def test_the_widest_interval() -> None:
    narrow, wide = figure(0.5, 0.01), figure(0.5, 0.04)
    worst, times = widest([narrow, wide, figure(0.0, 9.0, "points")], 0.02)
    assert worst is wide
    assert times == pytest.approx(4)
    assert widest([narrow], 0.02)[1] < 1
    assert widest([figure(100, 4, "moves")], 0.02)[1] == pytest.approx(4)
    assert widest([Figure("", 0.5, None, None, 1, "share", "")], 0.02)[1] == math.inf
    assert widest([Figure("", None, None, None, 0, "share", "")], 0.02)[1] == 0


def test_words() -> None:
    one = vars(figure(0.2537, 0.0123))
    assert (value_of(one), interval_of(one)) == ("25.4 %", "24.1 to 26.6 %")
    assert [half_of({"half": half, "unit": "share"}) for half in (0.0123, None)] == ["±1.2 %", "unknown"]
    assert value_of(vars(figure(-0.00001, 0.3, "points"))) == "0.00"
    assert value_of(vars(figure(224.0, 0.0, "moves"))) == "224"
    assert value_of(vars(figure(12345.6, 120.0, "points"))) == "12,346"
    assert [place_of(place, 4) for place in (None, 0, 1, 3)] == ["", "left of the dealer", "2nd from the dealer", "dealer"]
    assert [in_words(seconds) for seconds in (40, 720, 12600)] == ["40 s", "12 min", "3.5 h"]


@pytest.mark.parametrize(("text", "seconds"), [("30s", 30), ("10m", 600), ("2h", 7200), ("1.5 h", 5400), ("90", 90)])
def test_durations(text: str, seconds: float) -> None:
    assert duration_of(text) == seconds


@pytest.mark.parametrize("text", ["", "0s", "10 parsecs", "-5m", "m"])
def test_bad_durations(text: str) -> None:
    with pytest.raises(BadInput, match="A budget is a time such as"):
        duration_of(text)


@pytest.mark.parametrize("text", ["±0.5%", "0.5%", "0.005", "+-0.5 %", "+/-.5%"])
def test_precisions(text: str) -> None:
    assert precision_of(text) == pytest.approx(0.005)


@pytest.mark.parametrize("text", ["", "0", "100%", "1", "wide", "-0.5%"])
def test_bad_precisions(text: str) -> None:
    with pytest.raises(BadInput, match="An interval is wanted as"):
        precision_of(text)
