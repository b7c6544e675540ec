"""`sevenfold ladder`: which of several bots is how strong."""

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
        str, typer.Option(metavar="A,B,…", help="The bots; every two of them play against each other.")
    ] = "expert,club,beginner,thumb,random",
    deals: Annotated[int, typer.Option(metavar="N", help="How many deals every two bots play.")] = 100,
    seed: Annotated[str, typer.Option(metavar="S", help="The seed of the first deal; deal i has seed S + i.")] = "0",
    extent: Annotated[
        Literal["game", "deal"] | None,
        typer.Option(help="Whole games, or one deal of each. Of games of several deals, which take long, one deal is usual."),
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(metavar="J", help="Threads; one a core if not given. The results are the same.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep finished deals in a file, as JSON Lines; asked again, it is gone on with."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the results as JSON, nothing else on stdout.")] = False,
) -> None:
    """Let bots play every other in duplicate (the same deals, every seating), and rate them."""
    from sevenfold.lab import ladder as lab
    from sevenfold.lab.kept_deals import Kept
    from sevenfold.lab.reports import as_json, ladder_table
    from sevenfold.playing.seeds import parse
    from sevenfold.terminal.background import wait_for

    chosen = chosen_game(game, option)
    plan = lab.Plan(chosen, bots.split(","), deals, parse(seed), extent)
    made, errors = plan.check(), console_of(stderr=True)
    with closing(Kept(out, plan.settings())) if out else nullcontext() as kept:
        wait_for(partial(lab.prepare, plan), errors, chosen.name, "Getting ready…")
        total = deals * len(made) * (len(made) - 1) // 2
        with until_interrupted() as stop, progress_bar(errors, total, "deals") as advance:
            done = lab.climb(plan, jobs=cores() if jobs is None else jobs, kept=kept, progress=advance, stop=stop)
    if json:
        print(as_json(done))
    else:
        console_of().print(ladder_table(done, chosen.name))
    if done.stopped:
        kept_in = f" Asked again with --out {out}, it goes on." if out else ""
        print(f"sevenfold: interrupted; {done.deals:,} of {deals:,} deals are finished.{kept_in}", file=sys.stderr)
        raise typer.Exit(INTERRUPTED)
