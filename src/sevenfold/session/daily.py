"""The deal of the day: the same cards for everybody who chooses the same options on one date, in UTC."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import count, islice
from threading import Event
from typing import TYPE_CHECKING

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


def today() -> str:
    """The date of the deal of the day."""
    return datetime.now(UTC).date().isoformat()


def day_ends(date: str) -> float:
    """When a day ends, in seconds since 1970."""
    return (datetime.fromisoformat(date).replace(tzinfo=UTC) + timedelta(days=1)).timestamp()


def daily_seeds(date: str, game: str, options: Mapping[str, Value]) -> Iterator[int]:
    """The seeds of a day, in the order in which they are tried.

    Each is the SHA-256 of the date, the game, its options and, from the second on, its number.
    """
    text = f"sevenfold daily 1\n{date}\n{game}\n{json.dumps(dict(options), sort_keys=True, separators=(',', ':'))}\n"
    for number in count():
        yield int.from_bytes(sha256((text + (f"{number}\n" if number else "")).encode()).digest(), "big")


def daily_seed(game: Game, date: str, stop: Event | None = None) -> int:
    """The seed of a day's deal.

    In a game for one it is the first deal of the day that was proved winnable: by the game's solver, or where there is none by
    a bot that won it. Where none of those tried was, and in a game for several, it is the day's first deal.

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
        return first
    solved = is_solved(game.id, game.players)
    for seed in (first, *islice(seeds, (TRIES if solved else TRIES_BY_PLAYING) - 1)):
        if stop is not None and stop.is_set():
            raise BadInput("The search for today's deal was stopped.")
        if _is_solved_by_search(game, seed, stop) if solved else _is_won_by_bot(game, seed):
            return seed
    return first


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
