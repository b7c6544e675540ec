"""`sevenfold ladder`: how strong several bots are against each other."""

from __future__ import annotations

import sys
from contextlib import closing, nullcontext
from functools import partial
from pathlib import Path
from typing import Annotated, Literal

import typer

from sevenfold.console import chosen_game, console_of, cores, progress_bar, until_interrupted
from sevenfold.errors import INTERRUPTED

from . import GameName, Options


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
    jobs: Annotated[
        int | None,
        typer.Option(metavar="J", help="The number of threads; by default one per core. It does not change the results."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Append finished deals to FILE (JSON Lines); run again to resume."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the results as JSON, nothing else on stdout.")] = False,
) -> None:
    """Rate bots: each pair plays the same deals in every seating (duplicate)."""
    from sevenfold.lab import ladder as lab
    from sevenfold.lab.deal_file import DealFile
    from sevenfold.lab.reports import as_json, ladder_table
    from sevenfold.playing.seeds import parse
    from sevenfold.terminal.background import wait_for

    chosen = chosen_game(game, option)
    plan = lab.Plan(chosen, bots.split(","), deals, parse(seed), extent)
    made, errors = plan.check(), console_of(stderr=True)
    with closing(DealFile(out, plan.settings())) if out else nullcontext() as file:
        wait_for(partial(lab.prepare, plan), errors, chosen.name, "Getting ready…")
        total = deals * len(made) * (len(made) - 1) // 2
        with until_interrupted() as stop, progress_bar(errors, total, "deals") as advance:
            done = lab.play_ladder(plan, jobs=cores() if jobs is None else jobs, file=file, progress=advance, stop=stop)
    if json:
        print(as_json(done))
    else:
        console_of().print(ladder_table(done, chosen.name))
    if done.stopped:
        resume = f" Run again with --out {out} to resume." if out else ""
        print(f"sevenfold: interrupted; {done.deals:,} of {deals:,} deals are finished.{resume}", file=sys.stderr)
        raise typer.Exit(INTERRUPTED)
