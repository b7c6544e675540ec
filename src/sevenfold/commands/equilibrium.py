"""`sevenfold equilibrium`: a strategy that nobody gains by leaving, and how far it is from one."""

from __future__ import annotations

import math
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from sevenfold.console import chosen_game, console_of, until_interrupted
from sevenfold.errors import INTERRUPTED, BadInput
from sevenfold.system.cores import cores
from sevenfold.system.files import name_of

from . import GameName, Options, path

if TYPE_CHECKING:
    from sevenfold.playing.game import Game
    from sevenfold.solvers.equilibrium import Solver

SECONDS = 10.0  # if neither iterations nor seconds are given
BETWEEN_SAVES = 60.0  # seconds


def equilibrium(
    game: GameName,
    option: Options = None,
    algorithm: Annotated[
        Literal["external", "outcome", "full"] | None,
        typer.Option(
            help="External sampling (the default); outcome sampling for games with too many lines of play; for small ones the"
            " full tree, without sampling."
        ),
    ] = None,
    variant: Annotated[
        Literal["cfr", "cfr+", "linear", "dcfr"] | None,
        typer.Option(help="How regrets are weighed: regret matching (the default), CFR+, linear or discounted."),
    ] = None,
    walk: Annotated[
        Literal["auto", "tree", "rules"] | None,
        typer.Option(
            help="Walk through the enumerated tree, which is faster, or play by the rules; auto: the tree if it is small."
        ),
    ] = None,
    iterations: Annotated[
        int | None, typer.Option(metavar="N", help="How many iterations there are to be at least, those resumed included.")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(metavar="S", help=f"For how long at most; by default {SECONDS:.0f}, without --iterations.")
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(metavar="J", help="The number of threads, by default one per core. The result depends on it.")
    ] = None,
    seed: Annotated[int | None, typer.Option(metavar="S", help="Decides what is drawn; by default 0.")] = None,
    memory: Annotated[
        int | None, typer.Option(metavar="MIB", help="The most memory of all tables in MiB; by default 1024.")
    ] = None,
    games: Annotated[
        int, typer.Option(metavar="N", help="For a game that is too large to measure exactly: the games for each seat.")
    ] = 2000,
    out: Annotated[
        Path | None,
        typer.Option(parser=path, metavar="FILE", help="Write the strategy to a new file: the bot strategy:FILE plays it."),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from what the file of --out holds.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print the result as JSON, nothing else on stdout.")] = False,
) -> None:
    """Find a strategy near an equilibrium by self-play (MCCFR), and measure how near."""
    from sevenfold.lab import equilibrium_study as study
    from sevenfold.solvers.equilibrium import save
    from sevenfold.solvers.equilibrium.mccfr import ALWAYS, MEBIBYTE
    from sevenfold.terminal.background import wait_for

    asked = {
        "sampling": algorithm, "variant": variant, "walking": walk, "seed": seed, "jobs": jobs,
        "memory": None if memory is None else memory * MEBIBYTE,
    }  # fmt: skip
    chosen = chosen_game(game, option)
    most = ALWAYS if iterations is None else iterations
    limit = seconds if seconds is not None else SECONDS if iterations is None else math.inf
    errors = console_of(stderr=True)
    study.check(games)
    solver = _solver(chosen, {name: value for name, value in asked.items() if value is not None}, out, resume=resume)
    solver.check(most, limit)
    wait_for(solver.prepare, errors, chosen.name, "Getting ready…")
    before, began = solver.progress.iterations, perf_counter()
    saved = began
    with until_interrupted() as stop, study.learning_bar(errors, most, limit) as shown:

        def advance(solver: Solver) -> None:
            nonlocal saved
            shown(solver, perf_counter() - began)
            if out and perf_counter() - saved > BETWEEN_SAVES:
                save(solver, out)
                saved = perf_counter()

        solver.run(most, limit, progress=advance, stop=stop)
        passed, done = perf_counter() - began, solver.progress.iterations - before
        if out:
            save(solver, out)
        measured = study.measure(solver, games, stop)
    print(study.as_json(solver, passed, measured) if json else "\n".join(study.as_text(solver, passed, measured, done)))
    if stop.is_set():
        raise typer.Exit(INTERRUPTED)


def _solver(game: Game, asked: dict[str, Any], out: Path | None, *, resume: bool) -> Solver:
    """A new solver with these settings, or the one in the file; BadInput if that has others."""
    from sevenfold.solvers.equilibrium import Settings, Solver, StoredStrategy

    if not resume:
        if out and out.exists():
            raise BadInput(f"There is a file {name_of(out)} already: --resume goes on from it, or name another.")
        return Solver(game, Settings(**{"jobs": 1 if asked.get("sampling") == "full" else cores(), **asked}))
    if out is None:
        raise BadInput("--resume goes on from the file of --out; name that too.")
    stored = StoredStrategy(out)
    for name, value in asked.items():
        before = getattr(stored.settings, name)
        if value != before and value != "auto":
            raise BadInput(f"{name_of(out)} was begun with {name} {before}, not {value}; leave it out, or name another file.")
    return stored.solver(game)
