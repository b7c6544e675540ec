"""`sevenfold check`: what is wrong with a game, and figures of it."""

from __future__ import annotations

import json as json_module
from collections.abc import Callable, Iterator
from concurrent.futures import wait
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from sevenfold.console import BREAKING_OFF, chosen_game, console_of, until_interrupted
from sevenfold.errors import FAILED, INTERRUPTED, BadInput, shortened

from . import GameName, Options

if TYPE_CHECKING:
    from rich.console import Console

    from sevenfold.checking import Report
    from sevenfold.findings import Finding

MOST_SEED = 2**63 - 1
MOST_SECONDS = 3600.0
LOOK = 0.1  # seconds between two looks whether it is done


def check(
    game: GameName,
    option: Options = None,
    seed: Annotated[int, typer.Option(metavar="S", help="Repeats a check: all that is random in it follows from this.")] = 0,
    seconds: Annotated[
        float, typer.Option(metavar="T", help="How long each stage may take, in processor time; compiling comes on top.")
    ] = 5.0,
    stage: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Only this stage, as the report names it; may be repeated."),
    ] = None,
    whole: Annotated[
        bool,
        typer.Option("--whole", help="Run later stages although an earlier one found errors, from which theirs may follow."),
    ] = False,
    quick: Annotated[
        bool, typer.Option("--quick", help="Leave out what needs the compiler: compiled play and figures.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print the report as JSON, nothing else on stdout.")] = False,
) -> None:
    """Look for what is wrong with a game, and show figures of it. Options that are not given take every value.

    The exit code is 0 if nothing is certainly wrong, 1 if there are errors; warnings may be meant so.
    """
    from sevenfold import checking
    from sevenfold.terminal.background import under_way

    if not 0 <= seed <= MOST_SEED:
        raise BadInput(f"The seed is a whole number from 0 to 2^63 - 1, not {seed}.")
    if not 0 < seconds <= MOST_SECONDS:
        raise BadInput(f"The seconds of a stage are above 0 and at most {MOST_SECONDS:.0f}, not {seconds:g}.")
    wanted = [name.replace(" ", "_") for name in stage or checking.STAGES]
    for name in wanted:
        if name not in checking.STAGES:
            raise BadInput(f"There is no stage {shortened(name)}. The stages: {', '.join(checking.STAGES)}.")
    chosen = chosen_game(game, option, unchecked=True)
    named = [one.partition("=")[0] for one in option or ()]
    stages = tuple(name for name in checking.STAGES if name in wanted)
    with until_interrupted() as stop, _progress(console_of(stderr=True), stages) as (advance, say):

        def tell(name: str, share: float) -> None:
            if stop.is_set():
                raise KeyboardInterrupt  # in the thread of the check, so that it removes what it has made
            advance(name, share)

        def work() -> Report:
            return checking.check(
                chosen.rules,
                options={name: chosen.options[name] for name in named},
                seed=seed,
                seconds=seconds,
                stages=stages,
                whole=whole,
                compiled=not quick,
                progress=tell,
                tell=say,
            )

        future = under_way(work)
        while not future.done():
            wait([future], LOOK)
    try:
        report = future.result()
    except KeyboardInterrupt:
        console_of(stderr=True).print(BREAKING_OFF)
        raise typer.Exit(INTERRUPTED) from None
    if json:
        print(json_module.dumps(report.as_json(), indent=2, default=str))
    else:
        from sevenfold.checking.reports.show import as_rich

        console_of().print(as_rich(report))
    if not report.is_sound:
        raise typer.Exit(FAILED)


@contextmanager
def _progress(
    console: Console, stages: tuple[str, ...]
) -> Iterator[tuple[Callable[[str, float], None], Callable[[Finding], None]]]:
    """Show a bar on a terminal; yields functions to call: with the present stage and the share of it that is done, and with
    what has been found, which is told at once, since the report may take a minute more."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description:<12}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(stages[0].replace("_", " "), total=len(stages))

        def advance(name: str, share: float) -> None:
            bar.update(task, description=name.replace("_", " "), completed=stages.index(name) + share)

        def say(finding: Finding) -> None:
            bar.console.print(f"{finding.severity} {finding.code}: {finding}", style="dim")

        yield advance, say
