"""Solving from the command line: the position to solve, and the results for people and for programs."""

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
from sevenfold.records.record import moves_of
from sevenfold.solvers.patience import Search, Solution
from sevenfold.system.files import name_of, read_text

from .verification import is_transcript, verify

if TYPE_CHECKING:
    from sevenfold.playing.game import Game, State

MEBIBYTE = 1 << 20


@dataclass(frozen=True)
class Problem:
    """The position to be solved."""

    state: State
    at: int  # the number of moves played before it


def problem_from(game: Game | None, seed: str | None, file: Path | None, at: int | None) -> Problem:
    """The problem given on the command line: a deal by game and seed, or a position of a record; BadInput for a mixture."""
    if file is not None:
        if game is not None or seed is not None:
            raise BadInput("A record names its game and its seed: give either --file, or a game and --seed.")
        return _recorded(file, at)
    if game is None or seed is None or at is not None:
        raise BadInput("Give a game and --seed, or a record with --file; --at goes with a record.")
    return Problem(game.start(seeds.parse(seed)), 0)


def _recorded(file: Path, at: int | None) -> Problem:
    """The position in a game record after its first `at` moves, or all of them; BadInput if there are fewer."""
    text = read_text(file)
    if is_transcript(text):
        raise BadInput(f"{name_of(file)} holds transcripts; a game record is expected.")
    state = next(verify(text))
    starts = [number for number in range(state.action_count) if move_begins(state.position_at(number)[0])]
    after = len(starts) if at is None else at
    if not 0 <= after <= len(starts):
        raise BadInput(f"The record has {len(starts)} moves, so --at is a number from 0 to {len(starts)}, not {at}.")
    if after < len(starts):
        state.undo_to(starts[after])
    return Problem(state, after)


def winning_moves(problem: Problem, solution: Solution) -> list[str]:
    """The winning moves from the position, as written in records."""
    state = problem.state.copy()
    for action in solution.line:
        state.play(action)
    return moves_of(state)[problem.at :]


def as_data(problem: Problem) -> dict[str, object]:
    """The position of a problem, ready for `json.dumps`."""
    state = problem.state
    return {
        "version": __version__,
        "game": state.game.id,
        "options": state.game.options,
        "seed": seeds.as_json(state.seed),
        "at": problem.at,
    }


def as_json(problem: Problem, solution: Solution) -> str:
    """The result as one JSON object."""
    return json.dumps(
        {
            **as_data(problem),
            "known": "the order of the stock",
            "outcome": solution.outcome,
            "moves": winning_moves(problem, solution) if solution.outcome == "solved" else None,
            "states": solution.states,
            "seconds": round(solution.seconds, 3),
            "memory": solution.memory,
        },
        indent=2,
    )


SENTENCES = {
    "solved": "Solved: these moves win, and the rules have replayed them.",
    "unsolvable": "Unsolvable: no moves win, even with the order of the stock known. All were tried, or shown to fail.",
    "out of time": "Out of time: neither a way to win nor a proof that there is none; --seconds gives more.",
    "out of memory": "Out of memory: neither a way to win nor a proof that there is none; --memory gives more.",
    "interrupted": "Interrupted: so far neither a way to win nor a proof that there is none.",
}


def as_text(problem: Problem, solution: Solution) -> Iterator[str]:
    """The result in lines of text."""
    yield SENTENCES[solution.outcome]
    if solution.outcome == "solved":
        for number, move in enumerate(winning_moves(problem, solution), start=problem.at + 1):
            yield f"{number:>4}  {move}"
    speed = f", {solution.states / solution.seconds:,.0f} a second" if solution.seconds > 0 else ""
    yield f"{solution.states:,} positions in {solution.seconds:.2f} s{speed}; a table of {solution.memory / MEBIBYTE:,.1f} MiB."


@contextmanager
def search_bar(console: Console, seconds: float) -> Iterator[Callable[[Search], None]]:
    """A progress bar of the time limit, on a terminal; yields a function to call with the search under way."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), TextColumn("{task.fields[states]:,} positions, at most"), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("search", total=seconds if seconds < inf else None, states=0)
        yield lambda search: bar.update(task, completed=search.seconds, states=search.states)
