"""What a run of the tests takes in turn: with SEVENFOLD_TURN=all everything, with a number the share whose turn it is.

Without it the number is the day's, so runs on following days try everything. Of each game the first combination of options,
the usual one, is always tried.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import TypeVar
from zlib import crc32

import pytest
from combinations import all_combinations, label

import sevenfold

T = TypeVar("T")
Test = TypeVar("Test", bound=Callable[..., None])
VARIABLE = "SEVENFOLD_TURN"
SHARES = 6
SIZES = ("desktop", "phone")
ALWAYS = "seven_truf"  # has its turn every time: most tests that have a bot think are about it


def settle() -> str:
    """Which turn this run has, for processes that it starts too: midnight may come between them."""
    text = os.environ.setdefault(VARIABLE, str(datetime.now(UTC).toordinal()))
    if text != "all" and not text.isdecimal():
        raise pytest.UsageError(f"{VARIABLE} is {text!r}: it must be a whole number, or all.")
    return text


def in_turn(items: Sequence[T], shares: int) -> list[T]:
    """Those whose turn it is: each once in so many turns."""
    text = settle()
    return [item for at, item in enumerate(items) if text == "all" or at % shares == int(text) % shares]


def tried() -> list[sevenfold.Game]:
    """Of each game the usual options, and a sixth of the other combinations."""
    found = list[sevenfold.Game]()
    others = list[sevenfold.Game]()
    for _, games in groupby(all_combinations(), key=lambda game: game.id):
        usual, *more = games
        found.append(usual)
        others += more
    return [*found, *in_turn(others, SHARES)]


def games_in_turn(names: Sequence[str] | None = None) -> list[str]:
    """Of all games, or of these, those that bots and solvers think about this time: 7-Truf and a third of the others.

    They know no rules and are the same for every game, but for its rules of thumb; what they need is most of what is compiled.
    """
    found = in_turn([name for name in sevenfold.game_names() if name != ALWAYS], 3)
    return [name for name in (ALWAYS, *found) if names is None or name in names]


def one_in_turn(*names: str) -> str:
    """One of these games that has its turn, for a test that any of them would do for: among them must be one for each turn."""
    return games_in_turn(names)[0]


def in_turn_of(name: str) -> pytest.MarkDecorator:
    """Mark a test of what bots or solvers think about one game: it is tried when the game has its turn."""
    return pytest.mark.skipif(name not in games_in_turn(), reason=f"it is not the turn of {name}")


def at_a_size(test: Test) -> Test:
    """Try a test of the page at one of both sizes, and in the next turn at the other; not all tests begin with the same one."""
    begins = crc32(test.__name__.encode()) % 2
    found: Test = pytest.mark.parametrize("size", in_turn([SIZES[begins], SIZES[1 - begins]], 2))(test)
    return found


def in_every(shares: int, at: int) -> pytest.MarkDecorator:
    """Mark a test that takes long, of what seldom changes: it is tried once in so many turns."""
    return pytest.mark.skipif(at not in in_turn(range(shares), shares), reason="it is not its turn")


every_combination = pytest.mark.parametrize("game", tried(), ids=label)
