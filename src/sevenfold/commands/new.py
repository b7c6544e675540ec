"""`sevenfold new`: a package with a small game that can be played and altered at once."""

from __future__ import annotations

import keyword
import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from sevenfold.errors import BadInput, quoted, shortened
from sevenfold.system.files import why

from . import path

TEMPLATE = Path(__file__).parents[1] / "templates" / "my_game"
LONGEST = 40  # characters of an id


def new(
    game: Annotated[
        str, typer.Argument(metavar="NAME", help="The id of the game: small letters, digits and _, as in my_game.")
    ],
    folder: Annotated[
        Path, typer.Option(parser=path, metavar="FOLDER", help="Where to make the folder of the package.")
    ] = Path(),
) -> None:
    """Write a package with a small game to start from, which plays at once."""
    check_name(game)
    target = folder / game
    write(game, target)
    shown = target if target.is_absolute() else f"./{target.as_posix()}"
    print(
        f"{shown} has a game to start from: {game}/rules.py is the game, {game}/rules.md are its rules, {_test(game)} tests it."
    )
    print(f"  sevenfold play {shown}      plays it in the terminal")
    print(f"  sevenfold serve {shown}     plays it in the browser, and follows what you change")
    print(f"  sevenfold check {shown}     looks for mistakes")


def check_name(name: str) -> None:
    """BadInput if a game cannot have this id."""
    from sevenfold.registry import game_names, is_built_in

    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        plain = re.sub(r"[^a-z0-9]+", "_", name.casefold()).strip("_0123456789")
        raise BadInput(
            f"A game's id is made of small letters, digits and _, and begins with a letter; {quoted(name)} is not."
            f" Try {plain[:LONGEST] or 'my_game'}."
        )
    if len(name) > LONGEST:
        raise BadInput(f"A game's id has at most {LONGEST} characters; {shortened(name)} has {len(name)}.")
    if keyword.iskeyword(name) or name in sys.stdlib_module_names or name in ("sevenfold", "numba", "numpy"):
        raise BadInput(f"A game cannot be called {name}: Python has a word or a module of that name. Try {name}_game.")
    if is_built_in(name):
        raise BadInput(f"{name} is a built-in game. Choose another id.")
    if name in game_names():
        raise BadInput(f"A game {name} is installed already. Choose another id.")


def write(game: str, target: Path) -> None:
    """Write the package, whole or not at all.

    Args:
        game: The id of the game.
        target: The folder to write, which does not exist yet or is empty.

    Raises:
        BadInput: The folder is not empty, or cannot be written.
    """
    shown = shortened(str(target))
    try:
        if target.is_dir() and any(target.iterdir()):
            raise BadInput(f"{shown} is a folder with something in it. Choose another id, or another place with --folder.")
        if target.exists() and not target.is_dir():
            raise BadInput(f"{shown} is a file. Choose another id, or another place with --folder.")
        if not target.parent.is_dir():
            raise BadInput(f"There is no folder {shortened(str(target.parent))}.")
        with tempfile.TemporaryDirectory(prefix=f".{game}-", dir=target.parent) as draft:
            for path in sorted(TEMPLATE.rglob("*")):
                if path.is_file() and path.parent.name != "__pycache__":
                    written = Path(draft, "package", renamed(path.relative_to(TEMPLATE).as_posix(), game))
                    written.parent.mkdir(parents=True, exist_ok=True)
                    written.write_text(renamed(path.read_text("utf-8"), game), "utf-8", newline="\n")
            if target.exists():
                target.rmdir()
            shutil.move(Path(draft, "package"), target)
    except OSError as error:
        raise BadInput(f"{shown} cannot be written: {why(error)}.") from error


def renamed(text: str, game: str) -> str:
    """A text of the template, for another game."""
    title = " ".join(word.capitalize() for word in game.split("_") if word)
    names = {
        "my_game": game,
        "my-game": game.strip("_").replace("_", "-"),
        "My Game": title,
        "MYGAME": game.replace("_", "").upper(),  # how the ids of its rules begin
    }
    return re.sub("|".join(names), lambda found: names[found[0]], text)


def _test(game: str) -> str:
    return renamed("test_my_game.py", game)
