"""The longer commands of the command line, a module each, and arguments that several of them share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sevenfold.system.files import path_named


def named(game: str | None) -> str | None:
    """The id of a game that is named on the command line, maybe by its file, which is loaded then."""
    if game is None:
        return None
    from sevenfold.registry import game_named

    return game_named(game)


def path(name: str) -> Path:
    """A file or a folder of the command line; help calls its type as this function is called."""
    return path_named(name)


GAME = "A game's id, as `sevenfold games` lists them; or its file (./my_game.py) or folder, which need not be installed."
GameName = Annotated[str, typer.Argument(metavar="GAME", callback=named, help=GAME)]
GameOfRecord = Annotated[
    str | None,
    typer.Option("--game", metavar="PATH", callback=named, help="The file or folder of the game, if it is not installed."),
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; may be repeated."),
]
