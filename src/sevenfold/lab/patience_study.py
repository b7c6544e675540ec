"""Solving from the command line: which position is asked about, and what was found, for people and for programs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from sevenfold._version import __version__
from sevenfold.errors import BadInput
from sevenfold.kernel.questions import move_begins
from sevenfold.playing import seeds
from sevenfold.records.record import moves_of, read_text
from sevenfold.solvers.patience import Search, Solution

from .lockstep import is_transcript, verify

if TYPE_CHECKING:
    from sevenfold.playing.game import Game, State

MEBIBYTE = 1 << 20


@dataclass(frozen=True)
class Asked:
    """The position to be solved."""

    state: State
    at: int  # moves played before it


def asked_for(game: Game | None, seed: str | None, file: Path | None, at: int | None) -> Asked:
    """What a command line asks for: a deal by game and seed, or a position of a record; BadInput for a mixture."""
    if file is not None:
        if game is not None or seed is not None:
            raise BadInput("A record names its game and its seed: give either --file, or a game and --seed.")
        return recorded(file, at)
    if game is None or seed is None or at is not None:
        raise BadInput("Give a game and --seed, or a record with --file; --at goes with a record.")
    return Asked(game.start(seeds.parse(seed)), 0)


def recorded(file: Path, at: int | None) -> Asked:
    """The position of a game record after its first `at` moves, or all of them; BadInput if there are not as many."""
    text = read_text(file)
    if is_transcript(text):
        raise BadInput(f"{file} holds transcripts; a game record is expected.")
    state = next(verify(text))
    starts = [number for number in range(state.action_count) if move_begins(state.position_at(number)[0])]
    after = len(starts) if at is None else at
    if not 0 <= after <= len(starts):
        raise BadInput(f"The record has {len(starts)} moves, so --at is a number from 0 to {len(starts)}, not {at}.")
    if after < len(starts):
        state.undo_to(starts[after])
    return Asked(state, after)


def winning_moves(asked: Asked, found: Solution) -> list[str]:
    """The moves that win, as records have them, from the position on."""
    state = asked.state.copy()
    for action in found.line:
        state.play(action)
    return moves_of(state)[asked.at :]


def described(asked: Asked) -> dict[str, object]:
    """The position that was asked about, for programs."""
    state = asked.state
    return {
        "version": __version__,
        "game": state.game.id,
        "options": state.game.options,
        "seed": seeds.as_json(state.seed),
        "at": asked.at,
    }


def as_json(asked: Asked, found: Solution) -> str:
    """What was found, as one JSON object."""
    return json.dumps(
        {
            **described(asked),
            "known": "the order of the stock",
            "outcome": found.outcome,
            "moves": winning_moves(asked, found) if found.outcome == "solved" else None,
            "states": found.states,
            "seconds": round(found.seconds, 3),
            "memory": found.memory,
        },
        indent=2,
    )


SAID = {
    "solved": "Solved: these moves win, and the rules have replayed them.",
    "unsolvable": "Unsolvable: no moves win, even with the order of the stock known. All were tried, or shown to fail.",
    "out of time": "Out of time: neither a way to win nor a proof that there is none; --seconds gives more.",
    "out of memory": "Out of memory: neither a way to win nor a proof that there is none; --memory gives more.",
    "interrupted": "Interrupted: so far neither a way to win nor a proof that there is none.",
}


def as_text(asked: Asked, found: Solution) -> Iterator[str]:
    """What was found, in lines."""
    yield SAID[found.outcome]
    if found.outcome == "solved":
        for number, move in enumerate(winning_moves(asked, found), start=asked.at + 1):
            yield f"{number:>4}  {move}"
    speed = f", {found.states / found.seconds:,.0f} a second" if found.seconds > 0 else ""
    yield f"{found.states:,} positions in {found.seconds:.2f} s{speed}; a table of {found.memory / MEBIBYTE:,.1f} MiB."


@contextmanager
def search_bar(console: Console, seconds: float) -> Iterator[Callable[[Search], None]]:
    """A bar of the time that a search may take, on a terminal: a function to call with the search under way."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), TextColumn("{task.fields[states]:,} positions, at most"), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("search", total=seconds if seconds < inf else None, states=0)
        yield lambda search: bar.update(task, completed=search.seconds, states=search.states)
