"""`sevenfold solve`: what a deal comes to with all cards known."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sevenfold.console import chosen_game, console_of, progress_bar, until_interrupted
from sevenfold.errors import FAILED, INTERRUPTED

from . import Options

if TYPE_CHECKING:
    from sevenfold.lab.patience_study import Asked


def solve(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="A game's id; a record names its own.")] = None,
    option: Options = None,
    seed: Annotated[str | None, typer.Option(metavar="S", help="The number, or 64 hex digits, that decides the cards.")] = None,
    file: Annotated[
        Path | None, typer.Option(metavar="RECORD", help="A game record (JSON), in place of a game and a seed.")
    ] = None,
    at: Annotated[
        int | None, typer.Option(metavar="N", help="How many of the record's moves are played; all if not given.")
    ] = None,
    seconds: Annotated[float, typer.Option(metavar="S", help="How long to search at most.")] = 60.0,
    memory: Annotated[int, typer.Option(metavar="MIB", help="How much memory its table may take, in MiB.")] = 1024,
    json: Annotated[bool, typer.Option("--json", help="Print what was found as JSON, nothing else on stdout.")] = False,
) -> None:
    """Find out what a deal comes to with all cards known: how a patience is won, what each card of a trick is worth."""
    from sevenfold.lab import patience_study
    from sevenfold.solvers.open_hands import is_of_tricks

    asked = patience_study.asked_for(chosen_game(game, option) if game else None, seed, file, at)
    if is_of_tricks(asked.state.game):
        _solve_open(asked, seconds, json=json)
    else:
        _solve_patience(asked, seconds, memory * patience_study.MEBIBYTE, json=json)


def _solve_open(asked: Asked, seconds: float, *, json: bool) -> None:
    from sevenfold.lab import open_hands_study
    from sevenfold.solvers.open_hands import check, prepare
    from sevenfold.solvers.open_hands import solve as solve_open
    from sevenfold.terminal.background import wait_for

    errors = console_of(stderr=True)
    check(asked.state, seconds)
    wait_for(partial(prepare, asked.state), errors, asked.state.game.name, "Getting ready…")
    with until_interrupted() as stop, progress_bar(errors, len(asked.state.legal_actions()), "actions") as progress:
        found = solve_open(asked.state, seconds=seconds, stop=stop, progress=progress)
    print(open_hands_study.as_json(asked, found) if json else "\n".join(open_hands_study.as_text(found)))
    if stop.is_set():
        raise typer.Exit(INTERRUPTED)
    if not found.is_exact:
        raise typer.Exit(FAILED)


def _solve_patience(asked: Asked, seconds: float, room: int, *, json: bool) -> None:
    from sevenfold.lab import patience_study
    from sevenfold.solvers import patience
    from sevenfold.terminal.background import wait_for

    errors = console_of(stderr=True)
    patience.check(asked.state, seconds, room)
    wait_for(partial(patience.prepare, asked.state), errors, asked.state.game.name, "Getting ready…")
    with until_interrupted() as stop, patience_study.search_bar(errors, seconds) as progress:
        found = patience.solve(asked.state, seconds=seconds, memory=room, progress=progress, stop=stop)
    print(patience_study.as_json(asked, found) if json else "\n".join(patience_study.as_text(asked, found)))
    if found.outcome == "interrupted":
        raise typer.Exit(INTERRUPTED)
    if found.outcome not in ("solved", "unsolvable"):
        raise typer.Exit(FAILED)
