"""Cases of parametrized tests: which of them `make test` runs, which `make test-all` too, and which only `make test-long`.

What runs is a fixed choice. Of each game's options, enough combinations to see every value of every option, so the fewest and
the most players among them; the other combinations are `long`. Bots and solvers in the games of QUICK; in the other games they
are `slow`. The page at one of its two sizes; the other is `slow` where the page is laid out or touched in another way there,
otherwise `long`. Of many mistakes that are found in the same way, the first; the others are `long`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, TypeVar
from zlib import crc32

import pytest

import sevenfold
from sevenfold.registry.combinations import representative
from tools.games.combinations import combinations_of, label

Test = TypeVar("Test", bound=Callable[..., None])
SIZES = ("desktop", "phone")

# Tricks alone and with partners, drawing and discarding, a patience, shedding cards, a race. What bots and solvers need of a
# game takes longer to compile than its rules, and is the same for every game except for its heuristics.
QUICK = ("seven_truf", "suitability", "seven_and_seven", "pyramid", "sane_sevens", "chain_up")


def cases(
    values: Iterable[Any],
    is_quick: Callable[[Any], bool],
    name: Callable[[Any], str] | None = None,
    others: pytest.MarkDecorator = pytest.mark.slow,
) -> list[Any]:
    """Parameters of a test, marked unless they are quick.

    Args:
        values: one for each case; a tuple holds several parameters.
        is_quick: which of them `make test` runs.
        name: the name of a case, if pytest's own will not do.
        others: the mark of the others, `slow` or `long`.
    """
    return [
        pytest.param(
            *(value if isinstance(value, tuple) else (value,)),
            id=name(value) if name else None,
            marks=() if is_quick(value) else others,
        )
        for value in values
    ]


def games(names: Sequence[str] | None = None) -> list[Any]:
    """The names of all games, or of these, as parameters; slow are those that are not in QUICK."""
    return cases(sevenfold.game_names() if names is None else names, QUICK.__contains__)


def combinations(names: Sequence[str] | None = None) -> list[Any]:
    """All combinations of options of all games, or of these, as parameters; long are those that show no new value."""
    found = list[Any]()
    for name in sevenfold.game_names() if names is None else names:
        every = combinations_of(name)
        found += cases(every, representative(every).__contains__, label, pytest.mark.long)
    return found


def first_of_each(values: Iterable[Any], *kinds: Callable[[Any], Hashable]) -> list[Any]:
    """The values that are the first of their kind, by one of these ways to tell kinds apart."""
    first, seen = list[Any](), set[tuple[int, Hashable]]()
    for value in values:
        new = {(at, kind(value)) for at, kind in enumerate(kinds)} - seen
        if new:
            first.append(value)
            seen |= new
    return first


PYRAMIDS: list[dict[str, object]] = [dict(game.options) for game in combinations_of("pyramid")]


def pyramids() -> list[Any]:
    """The combinations of Pyramid's options as parameters; slow are all but the first and the last."""
    return cases(PYRAMIDS, [PYRAMIDS[0], PYRAMIDS[-1]].__contains__, shown)


def shown(options: Mapping[str, object]) -> str:
    """Options as the name of a case: "rows=7,one_discard=True"."""
    return ",".join(f"{name}={value}" for name, value in options.items())


every_combination = pytest.mark.parametrize("game", combinations())


def at_both_sizes(test: Test) -> Test:
    """Run a test of the page at one size, and as a slow test at the other; half of the tests begin with the phone.

    For what is laid out or touched in another way on a phone.
    """
    return _at_sizes(test, pytest.mark.slow)


def at_one_size(test: Test) -> Test:
    """Run a test of the page at one size, and as a long test at the other; half of the tests run on the phone.

    For what the page does, whatever its size: what people and servers tell each other, what is kept, what is refused.
    """
    return _at_sizes(test, pytest.mark.long)


def _at_sizes(test: Test, other: pytest.MarkDecorator) -> Test:
    first = SIZES[crc32(test.__name__.encode()) % 2]
    marked: Test = pytest.mark.parametrize("size", cases(SIZES, lambda size: size == first, others=other))(test)
    return marked
