"""`sevenfold solve`: the result of perfect play with all cards known."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sevenfold.console import chosen_game, console_of, progress_bar, until_interrupted
from sevenfold.errors import FAILED, INTERRUPTED, BadInput

from . import GAME, Options, named, path

MEMORY = 1024  # MiB

if TYPE_CHECKING:
    from sevenfold.lab.patience_study import Problem


def solve(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", callback=named, help=f"{GAME} Leave it out with --file.")
    ] = None,
    option: Options = None,
    seed: Annotated[str | None, typer.Option(metavar="S", help="The number, or 64 hex digits, that decides the cards.")] = None,
    file: Annotated[
        Path | None,
        typer.Option(parser=path, metavar="RECORD", help="A game record (JSON), in place of a game and a seed; - is stdin."),
    ] = None,
    at: Annotated[
        int | None, typer.Option(metavar="N", help="How many of the record's moves to play first; by default all.")
    ] = None,
    seconds: Annotated[float, typer.Option(metavar="S", help="The time limit of the search.")] = 60.0,
    memory: Annotated[
        int | None, typer.Option(metavar="MIB", help=f"Patience only: the memory limit in MiB; by default {MEMORY}.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the result as JSON, nothing else on stdout.")] = False,
) -> None:
    """Solve a deal with all cards known: how to win a patience, or the value of each card in a trick-taking game."""
    from sevenfold.lab import patience_study
    from sevenfold.solvers.open_hands import is_of_tricks

    problem = patience_study.problem_from(chosen_game(game, option) if game else None, seed, file, at)
    if not is_of_tricks(problem.state.game):
        return _solve_patience(problem, seconds, (MEMORY if memory is None else memory) * patience_study.MEBIBYTE, json=json)
    if memory is not None:
        raise BadInput("--memory is for patience; trick-taking games are solved in a table of fixed size. Leave it out.")
    return _solve_open(problem, seconds, json=json)


def _solve_open(problem: Problem, seconds: float, *, json: bool) -> None:
    from sevenfold.lab import open_hands_study
    from sevenfold.solvers.open_hands import check, prepare
    from sevenfold.solvers.open_hands import solve as solve_open
    from sevenfold.terminal.background import wait_for

    errors = console_of(stderr=True)
    check(problem.state, seconds)
    wait_for(partial(prepare, problem.state), errors, problem.state.game.name, "Getting ready…")
    with until_interrupted() as stop, progress_bar(errors, len(problem.state.legal_actions()), "actions") as progress:
        found = solve_open(problem.state, seconds=seconds, stop=stop, progress=progress)
    print(open_hands_study.as_json(problem, found) if json else "\n".join(open_hands_study.as_text(found)))
    if stop.is_set():
        raise typer.Exit(INTERRUPTED)
    if not found.is_exact:
        raise typer.Exit(FAILED)


def _solve_patience(problem: Problem, seconds: float, memory: int, *, json: bool) -> None:
    from sevenfold.lab import patience_study
    from sevenfold.solvers import patience
    from sevenfold.terminal.background import wait_for

    errors = console_of(stderr=True)
    patience.check(problem.state, seconds, memory)
    wait_for(partial(patience.prepare, problem.state), errors, problem.state.game.name, "Getting ready…")
    with until_interrupted() as stop, patience_study.search_bar(errors, seconds) as progress:
        found = patience.solve(problem.state, seconds=seconds, memory=memory, progress=progress, stop=stop)
    print(patience_study.as_json(problem, found) if json else "\n".join(patience_study.as_text(problem, found)))
    if found.outcome == "interrupted":
        raise typer.Exit(INTERRUPTED)
    if found.outcome not in ("solved", "unsolvable"):
        raise typer.Exit(FAILED)
