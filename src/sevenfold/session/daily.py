"""The deal of the day: the same cards for everybody who chooses the same options on one date, in UTC."""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import count, islice
from threading import Event
from typing import TYPE_CHECKING, NamedTuple

from sevenfold.bots import bot, choose
from sevenfold.declare.options import Value
from sevenfold.errors import BadInput
from sevenfold.solvers import patience
from sevenfold.solvers.winnable import is_solved

if TYPE_CHECKING:
    from sevenfold.playing.game import Game

# Limits of the choice. None is a time, so that every machine chooses the same deal.
TRIES = 3000  # deals; three in a hundred of Seven Solitaire's can be won
MEMORY = 1 << 21  # bytes for the positions of one search: about a hundred thousand
TRIES_BY_PLAYING = 40  # deals of a game without a solver
PLAYER = "thumb"  # plays these deals


class DailyDeal(NamedTuple):
    """The deal of the day of a game."""

    seed: int
    is_winnable: bool  # whether it was shown that it can be won, which is looked for in a game for one


def today() -> str:
    """The date of the deal of the day."""
    return datetime.now(UTC).date().isoformat()


def day_ends(date: str) -> float:
    """When a day ends, in seconds since 1970."""
    return (datetime.fromisoformat(date).replace(tzinfo=UTC) + timedelta(days=1)).timestamp()


def day_before(date: str) -> str:
    """The date before another."""
    return (datetime.fromisoformat(date).date() - timedelta(days=1)).isoformat()


def day_after(date: str) -> str:
    """The date after another."""
    return (datetime.fromisoformat(date).date() + timedelta(days=1)).isoformat()


def days_in_a_row(dates: Collection[str], today: str) -> int:
    """How many days in a row have come to today, or to yesterday as long as today's is still to come.

    Args:
        dates: The days that count, as 2026-11-22.
        today: Today's date.
    """
    day = today if today in dates else day_before(today)
    length = 0
    while day in dates:
        length, day = length + 1, day_before(day)
    return length


def longest_row(dates: Iterable[str]) -> int:
    """The most days in a row among dates."""
    longest, known = 0, set(dates)
    for last in known:
        if day_after(last) not in known:
            longest = max(longest, days_in_a_row(known, last))
    return longest


def daily_seeds(date: str, game: str, options: Mapping[str, Value]) -> Iterator[int]:
    """The seeds of a day, in the order in which they are tried.

    Each is the SHA-256 of the date, the game, its options and, from the second on, its number.
    """
    text = f"sevenfold daily 1\n{date}\n{game}\n{json.dumps(dict(options), sort_keys=True, separators=(',', ':'))}\n"
    for number in count():
        yield int.from_bytes(sha256((text + (f"{number}\n" if number else "")).encode()).digest(), "big")


def daily_deal(game: Game, date: str, stop: Event | None = None) -> DailyDeal:
    """A day's deal.

    In a game for one it is the first deal of the day that was shown to be winnable: by the game's solver, or where there is
    none by a bot that won it. Where none of those tried was, and in a game for several, it is the day's first deal, of which
    it is said that nobody knows.

    Args:
        game: The game with its options.
        date: The date in UTC, as 2026-11-22.
        stop: Ends the search once it is set.

    Raises:
        BadInput: The search was stopped.
    """
    seeds = daily_seeds(date, game.id, game.options)
    first = next(seeds)
    if game.players > 1:
        return DailyDeal(first, is_winnable=False)
    solved = is_solved(game.id, game.players)
    for seed in (first, *islice(seeds, (TRIES if solved else TRIES_BY_PLAYING) - 1)):
        if stop is not None and stop.is_set():
            raise BadInput("The search for today's deal was stopped.")
        if _is_solved_by_search(game, seed, stop) if solved else _is_won_by_bot(game, seed):
            return DailyDeal(seed, is_winnable=True)
    return DailyDeal(first, is_winnable=False)


def about_deal(date: str, deal: DailyDeal | None, now: float) -> str:
    """What is said of a day's deal before it is played.

    Args:
        date: The date.
        deal: The deal of a game for one; None in a game for several, which somebody wins anyway.
        now: The time, in seconds since 1970.
    """
    day = datetime.fromisoformat(date)
    ends = datetime.fromtimestamp(day_ends(date)).astimezone()
    left = timedelta(seconds=max(0.0, day_ends(date) - now)) // timedelta(minutes=1)
    told = [f"The deal of {day.day} {day:%B}, the same for all who choose these options."]
    if deal:
        told.append("It can be won." if deal.is_winnable else "Nobody knows whether it can be won.")
    told.append(f"{left // 60} h {left % 60} min left: the next one is dealt at {ends:%H:%M} your time, midnight UTC.")
    return " ".join(told)


def _is_solved_by_search(game: Game, seed: int, stop: Event | None) -> bool:
    state = game.start(seed)
    if state.is_over:  # a deal without a first move
        return False
    return patience.solve(state, seconds=math.inf, memory=MEMORY, stop=stop).outcome == "solved"


def _is_won_by_bot(game: Game, seed: int) -> bool:
    state, player = game.start(seed), bot(PLAYER)
    while not state.is_over:
        state.play(choose(player, state))
    return bool(state.winners())
