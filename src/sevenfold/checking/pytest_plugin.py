"""A plug-in of pytest for the tests of games: `sevenfold_check` checks one, `sevenfold_interpreted` spares compiling.

def test_my_game(sevenfold_check):
    sevenfold_check("whist").assert_sound()
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from .reports.report import Report


class Checked:
    """A game that has been checked.

    Attributes:
        report: What was found, stage by stage.
    """

    def __init__(self, report: Report) -> None:
        self.report = report

    def assert_sound(self, *, warnings: bool = False) -> None:
        """Let the test fail, with the findings as sentences, if there is an error or, with `warnings`, a warning.

        No test fails by a note.
        """
        from .reports.show import as_sentences  # not in every test run of whoever has this package installed

        __tracebackhide__ = True
        if self.report.errors or (warnings and self.report.warnings):
            pytest.fail(as_sentences(self.report), pytrace=False)


@pytest.fixture(scope="session")
def sevenfold_check() -> Callable[..., Checked]:
    """A function that checks a game, with the arguments of `sevenfold.check`, and returns a `Checked`."""

    def run(game: Any, **settings: Any) -> Checked:
        from sevenfold.checking import check

        return Checked(check(game, **settings))

    return run


@pytest.fixture
def sevenfold_interpreted() -> Iterator[None]:
    """Within the test all rules run as plain Python: they begin at once, without the minute that compiling takes, and fail with
    Python's own errors. What plays thousands of games is better compiled.

    For all tests of a file: `pytestmark = pytest.mark.usefixtures("sevenfold_interpreted")`.
    """
    from sevenfold.kernel.compiler.decorators import interpreting

    with interpreting():
        yield
