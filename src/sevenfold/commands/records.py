"""`sevenfold replay` and `sevenfold verify`: game records and transcripts."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from sevenfold.console import console_of
from sevenfold.errors import INTERRUPTED

from . import GameOfRecord, path


def replay(
    file: Annotated[
        Path,
        typer.Argument(parser=path, metavar="FILE", help="A game record (JSON), or the transcript of one game; - is stdin."),
    ],
    seat: Annotated[
        str,
        typer.Option(metavar="EYES", help="Whose view: open (all hands), a seat's number, or none (a spectator)."),
    ] = "open",
    at: Annotated[int, typer.Option(metavar="N", help="Begin after N actions.")] = 0,
    game: GameOfRecord = None,
) -> None:
    """Step through a game again, as any seat saw it or with open hands."""
    from sevenfold.lab.verification import only_game
    from sevenfold.system.files import read_text
    from sevenfold.terminal import run
    from sevenfold.terminal.background import wait_for

    errors = console_of(stderr=True)
    found = wait_for(partial(only_game, read_text(file)), errors, "the game", "Reading…")
    for sentence in filter(None, (found.note, found.misfit, found.result)):
        print(sentence, file=sys.stderr)
    if not run.replay(found.state, seat, at, console_of(), errors):
        raise typer.Exit(INTERRUPTED)


def verify(
    file: Annotated[
        Path, typer.Argument(parser=path, metavar="FILE", help="A game record (JSON) or transcripts (JSON Lines); - is stdin.")
    ],
    commitment: Annotated[
        str | None, typer.Option(metavar="HEX", help="The commitment that you were shown before the deal.")
    ] = None,
    mine: Annotated[
        str | None, typer.Option(metavar="HEX", help="The randomness that your own device contributed to the deal.")
    ] = None,
    game: GameOfRecord = None,
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


def record(
    link: Annotated[
        str, typer.Argument(metavar="LINK", help="The address of a room whose game is over, as the page shows it.")
    ],
    out: Annotated[
        Path | None, typer.Option(parser=path, metavar="FILE", help="Write to a new file instead of the terminal.")
    ] = None,
) -> None:
    """Fetch the record of a finished game from a server, even if the game is not installed there any more."""
    import json
    from urllib.parse import quote

    from sevenfold.errors import BadInput
    from sevenfold.system.files import writing
    from sevenfold.terminal.session.credentials import CredentialsFile
    from sevenfold.terminal.session.http_client import Server, parse

    where = parse(link)
    if not where.room:
        raise BadInput(f"{link} does not lead to a room; its address looks like http://host:7777/#/room/ID.")
    found = json.dumps(Server(where.server, CredentialsFile()).ask("GET", f"rooms/{quote(where.room)}/record"), indent=1)
    if out is None:
        print(found)
        return
    with writing(out, replaces=False) as file:
        file.write(found + "\n")
