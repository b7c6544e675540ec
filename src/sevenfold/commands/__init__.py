"""The longer commands of the command line, a module each, and arguments that several of them share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sevenfold.errors import BadInput


def named(game: str | None) -> str | None:
    """The id of a game that is named on the command line, maybe by its file, which is loaded then."""
    if game is None:
        return None
    from sevenfold.registry import game_named

    return game_named(game)


def path(name: str) -> Path:
    """What a file or a folder is called on the command line; BadInput for nothing, as of a shell's variable that is not set.

    Only "-" itself stands for standard input: "./-" is a file, which a plain `Path` does not tell apart.
    """
    if not name:
        raise BadInput("the name is empty")
    return Path.cwd() / "-" if name != "-" and Path(name) == Path("-") else Path(name)


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
