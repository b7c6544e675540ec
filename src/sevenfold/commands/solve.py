"""`sevenfold solve`: what a deal comes to with all cards known."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from sevenfold.console import chosen_game, console_of, until_interrupted
from sevenfold.errors import FAILED, INTERRUPTED

from . import Options


def solve(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="A game's id; a record names its own.")] = None,
    option: Options = None,
    seed: Annotated[
        str | None, typer.Option(metavar="S", help="The number, or 64 hex digits, that decides the cards.")
    ] = None,
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
    """Find out whether a deal can be won with all cards known: by which moves, or prove that it cannot."""
    from sevenfold.lab import solving
    from sevenfold.solvers import patience
    from sevenfold.terminal.waiting import wait_for

    asked = solving.asked_for(chosen_game(game, option) if game else None, seed, file, at)
    errors, room = console_of(stderr=True), memory * solving.MEBIBYTE
    patience.check(asked.state, seconds, room)
    wait_for(partial(patience.prepare, asked.state), errors, asked.state.game.name, "Getting ready…")
    with until_interrupted() as stop, solving.search_bar(errors, seconds) as progress:
        found = patience.solve(asked.state, seconds=seconds, memory=room, progress=progress, stop=stop)
    print(solving.as_json(asked, found) if json else "\n".join(solving.as_text(asked, found)))
    if found.outcome == "interrupted":
        raise typer.Exit(INTERRUPTED)
    if found.outcome not in ("solved", "unsolvable"):
        raise typer.Exit(FAILED)
