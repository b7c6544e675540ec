"""`sevenfold hint` and `sevenfold review`: the coach on a game record."""

from __future__ import annotations

import json as json_module
import sys
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sevenfold.console import console_of, progress_bar, until_interrupted
from sevenfold.errors import INTERRUPTED, BadInput

from . import GameOfRecord, path

if TYPE_CHECKING:
    from sevenfold.playing.game import State

Simulations = Annotated[
    int | None,
    typer.Option(metavar="N", help="How many simulations to run for each decision; by default as many as the expert."),
]
Json = Annotated[bool, typer.Option("--json", help="Print the results as JSON, nothing else on stdout.")]


def hint(
    file: Annotated[
        Path,
        typer.Option("--file", parser=path, metavar="RECORD", help="A game record, or the transcript of one game; - is stdin."),
    ],
    at: Annotated[
        int | None,
        typer.Option("--at", metavar="N", help="The position after N actions; by default after all."),
    ] = None,
    game: GameOfRecord = None,
    simulations: Simulations = None,
    json: Json = False,
) -> None:
    """Rate every action in a position, given what the player to move knows."""
    from sevenfold.coaching import advise
    from sevenfold.coaching.report import advice_table
    from sevenfold.coaching.text import reason
    from sevenfold.records.replay import Replay
    from sevenfold.terminal.background import wait_for

    errors = console_of(stderr=True)
    end = _game_of(file)
    if at is None and end.is_over:
        raise BadInput(f"The game is over: name an earlier moment, --at 0 to {end.action_count - 1}.")
    state = Replay(end).state(end.action_count if at is None else at)
    advice = wait_for(partial(advise, state, simulations=simulations), errors, state.game.name, "Thinking…")
    if json:
        print(json_module.dumps(asdict(advice) | {"reason": reason(state, advice)}, indent=2))
        return
    played = int(end.actions[state.action_count]) if state.action_count < end.action_count else None
    console_of().print(advice_table(advice, reason(state, advice), played))


def review(
    record: Annotated[
        Path, typer.Argument(parser=path, metavar="RECORD", help="A game record, or the transcript of one game; - is stdin.")
    ],
    seat: Annotated[list[int] | None, typer.Option(metavar="N", help="Only this seat's decisions; may be repeated.")] = None,
    game: GameOfRecord = None,
    simulations: Simulations = None,
    json: Json = False,
) -> None:
    """Review a finished game: a graph of its course, and the costliest moves."""
    from sevenfold.coaching import Review
    from sevenfold.coaching import review as review_game
    from sevenfold.coaching.report import review_drawing
    from sevenfold.terminal.background import wait_for

    errors, console = console_of(stderr=True), console_of()
    state = _game_of(record)
    if not state.is_over:
        raise BadInput("This game is not over; a review would show hidden cards. `sevenfold hint` looks at one decision.")
    with until_interrupted() as stop, progress_bar(errors, 1, "decisions") as advance:

        def work() -> Review:
            return review_game(state, seat, simulations=simulations, progress=advance, stop=stop)

        found = wait_for(work, errors, state.game.name)
    if json:
        print(json_module.dumps(asdict(found), indent=2))
    else:
        console.print(review_drawing(found, state.game.name, min(console.width, 100)))
    if found.stopped:
        print(f"sevenfold: interrupted after {len(found.decisions)} decisions.", file=sys.stderr)
        raise typer.Exit(INTERRUPTED)


def _game_of(file: Path) -> State:
    """The game in a file, if it fits today's rules; if they have changed since, that is said. BadInput if it holds several."""
    from sevenfold.errors import OtherRules
    from sevenfold.lab.verification import only_game
    from sevenfold.system.files import read_text

    found = only_game(read_text(file))
    if found.misfit:
        told = (found.note, found.misfit, found.result, "The coach knows only today's rules.")
        raise OtherRules(" ".join(filter(None, told)))
    if found.note:
        print(f"{found.note} The coach judges by today's rules.", file=sys.stderr)
    return found.state
