"""Starting and keeping games: a new one with its rules compiled, and the file that its record is written to."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from sevenfold.bots import Bot, choose
from sevenfold.bots.external import ExternalBot
from sevenfold.errors import BadInput
from sevenfold.records.record import Record
from sevenfold.system.files import check_output, name_of, why, writing
from sevenfold.system.signals import can_stop, handled, received
from sevenfold.system.streams import is_unread

if TYPE_CHECKING:
    from sevenfold.playing.game import Game, State


def started(game: Game, me: int, seed: int | None, bots: Sequence[Bot]) -> State:
    """A new game, with everything compiled that a person at that seat and the bots at the others need.

    bots: one for each seat; the one at the person's is not used.
    """
    state = game.start(seed)
    state.view(me)
    state.copy().play(next(iter(state.legal_actions())))
    for player in {bot.spec: bot for seat, bot in enumerate(bots) if seat != me}.values():
        if not isinstance(player, ExternalBot):
            choose(player, state, seconds=0.0)
    return state


def check_new(path: Path) -> None:
    """BadInput if no new file can be made; checked before a game, so that none is played in vain."""
    check_output(path)
    called = name_of(path)
    try:
        is_there, folder = path.exists() or path.is_symlink(), path.absolute().parent
    except OSError as error:
        raise BadInput(f"{called} cannot be written: {why(error)}.") from error
    if is_there:
        raise BadInput(f"There is a file {called} already; name another.")
    if not os.access(folder, os.W_OK | os.X_OK):
        problem = "you may not write in its folder" if folder.is_dir() else "its folder does not exist"
        raise BadInput(f"{called} cannot be written: {problem}; name a file in a folder where you may write.")


def save_record(state: State, path: Path) -> None:
    """Write a game's record to a new file; BadInput if it exists already, or cannot be written."""
    with writing(path, replaces=False) as file:
        file.write(Record(state).as_json() + "\n")


def ask_line(prompt: str) -> str:
    """`input`, with line editing if it is available.

    EOFError at the end of the input, if nobody reads the prompt, and once a signal ends the program.
    """
    if is_unread() or received():
        raise EOFError
    with suppress(ImportError):
        import readline  # noqa: F401 - importing it is what gives `input` its line editing
    if not can_stop():
        return input(prompt)
    while True:
        try:
            with handled((signal.SIGTSTP,), _on_stop):
                return input(prompt)
        except _Stopped:  # the prompt's modes of the terminal are off again
            os.kill(os.getpid(), signal.SIGSTOP)  # until `fg`; then it is asked anew


class _Stopped(Exception):
    """Ctrl-Z was pressed."""


def _on_stop(number: int, frame: object) -> None:
    raise _Stopped


def keep_record(state: State, path: Path | None, console: Console, ask: Callable[[str], str]) -> None:
    """Write a game's record to the file; if there is none, or it cannot be written, ask for one.

    ask: shows a prompt and returns what is typed; an empty line, or none, means that the record is not wanted. BadInput if the
    file cannot be written and nobody names another.
    """
    failed: BadInput | None = None  # to write to the file that was named beforehand
    try:
        while path is not None or (name := ask("Keep the record? A file name, or Enter for no: ").strip()):
            wanted = path or Path(name).expanduser()
            try:
                save_record(state, wanted)
            except BadInput as error:
                console.print(Text(str(error), "yellow"), soft_wrap=True)
                failed, path = error if path else failed, None
            else:
                console.print(Text(f"The record is in {wanted}; sevenfold verify checks it."), soft_wrap=True)
                return
    except EOFError:
        if failed:
            raise failed from None
