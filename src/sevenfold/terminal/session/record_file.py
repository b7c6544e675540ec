"""Starting and keeping games: a new one with its rules compiled, and the file that its record is written to."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from sevenfold.errors import BadInput
from sevenfold.records.record import Record
from sevenfold.system.files import writing

if TYPE_CHECKING:
    from sevenfold.playing.game import Game, State


def started(game: Game, me: int, seed: int | None) -> State:
    """A new game, with everything compiled that a person at that seat needs."""
    state = game.start(seed)
    state.view(me)
    state.copy().play(next(iter(state.legal_actions())))
    return state


def check_new(path: Path) -> None:
    """BadInput if no new file can be made; checked before a game, so that none is played in vain."""
    if path.exists():
        raise BadInput(f"There is a file {path} already; name another.")
    if not os.access(path.absolute().parent, os.W_OK):
        raise BadInput(f"{path} cannot be written; name a file in a folder where you may write.")


def save_record(state: State, path: Path) -> None:
    """Write a game's record to a new file; BadInput if it exists already, or cannot be written."""
    with writing(path, replaces=False) as file:
        file.write(Record(state).as_json() + "\n")


def ask_line(prompt: str) -> str:
    """`input`, with line editing if it is available."""
    with suppress(ImportError):
        import readline  # noqa: F401 - importing it is what gives `input` its line editing
    return input(prompt)


def keep_record(state: State, path: Path | None, console: Console, ask: Callable[[str], str]) -> None:
    """Write a game's record to the file; if there is none, or it cannot be written, ask for one.

    ask: shows a prompt and returns what is typed; an empty line, or none, means that the record is not wanted.
    """
    with suppress(EOFError):
        while path is not None or (name := ask("Keep the record? A file name, or Enter for no: ").strip()):
            wanted = path or Path(name).expanduser()
            try:
                save_record(state, wanted)
            except BadInput as error:
                console.print(Text(str(error), "yellow"), soft_wrap=True)
                path = None
            else:
                console.print(Text(f"The record is in {wanted}; sevenfold verify checks it."), soft_wrap=True)
                return
