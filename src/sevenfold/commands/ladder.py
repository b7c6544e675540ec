"""`sevenfold ladder`: how strong several bots are against each other."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Annotated, Literal

import typer

from sevenfold.console import chosen_game, console_of
from sevenfold.errors import INTERRUPTED
from sevenfold.system.cores import cores

from . import GameName, Options, path
from .runs import JOBS, WHERE, carried_out, kept_run


def ladder(
    game: GameName,
    option: Options = None,
    bots: Annotated[
        str, typer.Option(metavar="A,B,…", help="The bots; each plays against every other.")
    ] = "expert,club,beginner,thumb,random",
    deals: Annotated[int, typer.Option(metavar="N", help="How many deals each pair of bots plays.")] = 100,
    seed: Annotated[str, typer.Option(metavar="S", help="The seed of the first deal; deal i has seed S + i.")] = "0",
    extent: Annotated[
        Literal["game", "deal"] | None,
        typer.Option(help="Whole games, or one deal of each: the default for games of several deals, which take long."),
    ] = None,
    jobs: Annotated[int | None, typer.Option(metavar="J", help=JOBS)] = None,
    on: Annotated[str, typer.Option(metavar="WHERE", help=WHERE)] = "threads",
    out: Annotated[
        Path | None,
        typer.Option(
            parser=path, metavar="RUN", help="The folder in which finished deals are kept; run again with the same to resume."
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the results as JSON, nothing else on stdout.")] = False,
) -> None:
    """Rate bots: each pair plays the same deals in every seating (duplicate)."""
    from sevenfold.lab import ladder as lab
    from sevenfold.lab.reports import as_json, ladder_table
    from sevenfold.lab.studies.backends import backend_named
    from sevenfold.playing.seeds import parse
    from sevenfold.terminal.background import wait_for

    chosen, errors = chosen_game(game, option), console_of(stderr=True)
    plan = lab.Plan(chosen, bots.split(","), deals, parse(seed), extent).study()
    backend = backend_named(on, cores() if jobs is None else jobs)
    if on == "threads":
        wait_for(partial(lab.prepare, plan), errors, chosen.name, "Getting ready…")
    done = lab.ladder_of(kept_run(plan, out, backend, errors)[0] if out else carried_out(plan, None, backend, errors))
    if json:
        print(as_json(done))
    else:
        console_of().print(ladder_table(done, chosen.name))
    for failed in done.set_aside:
        print(f"sevenfold: set aside, because it failed three times: {failed}", file=sys.stderr)
    if done.stopped:
        resume = f" Run again with --out {out} to resume." if out else ""
        print(f"sevenfold: interrupted; {done.deals:,} of {deals:,} deals are finished.{resume}", file=sys.stderr)
        raise typer.Exit(INTERRUPTED)
