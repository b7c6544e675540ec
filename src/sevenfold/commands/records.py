"""`sevenfold replay` and `sevenfold verify`: game records and transcripts."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from sevenfold.console import console_of
from sevenfold.errors import INTERRUPTED


def replay(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A game record (JSON), or the transcript of one game; - is stdin.")
    ],
    seat: Annotated[
        str,
        typer.Option(metavar="EYES", help="Whose view: open (all hands), a seat's number, or none (a spectator)."),
    ] = "open",
    at: Annotated[int, typer.Option(metavar="N", help="Begin after N actions.")] = 0,
) -> None:
    """Step through a game again, as any seat saw it or with open hands."""
    from sevenfold.lab.verification import only_game
    from sevenfold.system.files import read_text
    from sevenfold.terminal import run
    from sevenfold.terminal.background import wait_for

    errors = console_of(stderr=True)
    state = wait_for(partial(only_game, read_text(file)), errors, "the game", "Reading…")
    if not run.replay(state, seat, at, console_of(), errors):
        raise typer.Exit(INTERRUPTED)


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A game record (JSON) or transcripts (JSON Lines); - is stdin.")],
    commitment: Annotated[
        str | None, typer.Option(metavar="HEX", help="The commitment that you were shown before the deal.")
    ] = None,
    mine: Annotated[
        str | None, typer.Option(metavar="HEX", help="The randomness that your own device contributed to the deal.")
    ] = None,
) -> None:
    """Verify a game record or transcripts: replay the moves, check the shuffle, and report the first mismatch."""
    from sevenfold.lab.verification import report
    from sevenfold.records.shuffle import parse_digest
    from sevenfold.system.files import read_text
    from sevenfold.terminal.background import wait_for

    shown = parse_digest(commitment, "A commitment") if commitment is not None else None
    given = parse_digest(mine, "What a device put into the deal") if mine is not None else None
    text = read_text(file)
    for sentence in wait_for(partial(report, text, shown, given), console_of(stderr=True), "the game", "Checking…"):
        print(sentence)
