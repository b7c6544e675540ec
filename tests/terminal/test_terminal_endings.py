"""A terminal that is closed, a program that is ended or stopped: the terminal is restored and the record kept."""

from __future__ import annotations

import asyncio
import fcntl
import json
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from textual.events import Resize
from textual.geometry import Size

import sevenfold
from sevenfold.bots import bots_for
from sevenfold.terminal.session.local import LocalSession
from sevenfold.terminal.session.local_game import LocalGame
from sevenfold.terminal.ui.table_app import TableApp

ON = (b"\x1b[?1049h", b"\x1b[?1003h", b"\x1b[?2004h", b"\x1b[?25l")  # screen, mouse, paste, cursor
OFF = (b"\x1b[?1049l", b"\x1b[?1003l", b"\x1b[?2004l", b"\x1b[?25h", b"\x1b[<u")
PATIENCE = 60


class Window:
    """A terminal in which a command runs."""

    def __init__(self, ours: int, process: subprocess.Popen[bytes]) -> None:
        self.ours, self.process = ours, process
        self.said = b""

    def until(self, *wanted: bytes) -> None:
        """Read until everything wanted has been written."""
        end = time.monotonic() + PATIENCE
        while not all(one in self.said for one in wanted):
            assert time.monotonic() < end, self.said[-2000:]
            if select.select([self.ours], [], [], 0.2)[0]:
                try:
                    self.said += os.read(self.ours, 65536)
                except OSError:  # the other end is closed
                    assert all(one in self.said for one in wanted), self.said[-2000:]

    def type(self, keys: bytes) -> None:
        """Type something, and forget what was written before."""
        self.said = b""
        os.write(self.ours, keys)

    def echoes(self) -> bool:
        """Whether the terminal is in its usual mode."""
        return bool(termios.tcgetattr(self.ours)[3] & termios.ECHO)


@contextmanager
def window(*arguments: str, term: str = "xterm-256color") -> Iterator[Window]:
    """A terminal of its own session, as a terminal's window makes it, for as long as the block."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(ours, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
    env = {**os.environ, "TERM": term, "NUMBA_DISABLE_JIT": "1"}
    # What the tests were started by may ignore signals, as a shell lets what runs in the background, and `nohup`.
    heard = "[signal.signal(one, signal.SIG_DFL) for one in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP)]"
    made = "fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execvp(sys.argv[1], sys.argv[1:])"
    script = f"import fcntl, os, signal, sys, termios; {heard}; {made}"
    command = [sys.executable, "-c", script, *arguments]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=env, start_new_session=True) as process:
        os.close(theirs)
        try:
            yield Window(ours, process)
        finally:
            process.kill()
            with suppress(OSError):  # closed by the test
                os.close(ours)


def play(save: Path) -> list[str]:
    """The command line of a game."""
    return [sys.executable, "-m", "sevenfold", "play", "seven_solitaire", "--seed", "5", "--save", str(save)]


@pytest.mark.parametrize("term", ["xterm-256color", "dumb"])
@pytest.mark.parametrize("how", ["SIGTERM", "SIGQUIT", "closed"])
def test_a_game_that_is_ended(term: str, how: str, tmp_path: Path) -> None:
    """On the screen and line by line: its record is kept, the terminal is as before, and the exit code says what ended it."""
    save = tmp_path / "game.json"
    is_screen = term != "dumb"
    with window(*play(save), term=term) as terminal:
        terminal.until(*(ON if is_screen else ()), b"take")
        terminal.type(b"\r" if is_screen else b"1\r")
        terminal.until(b"You move")
        if how == "closed":
            os.close(terminal.ours)
            number = signal.SIGHUP
        else:
            number = signal.Signals[how]
            terminal.process.send_signal(number)
            terminal.until(*(OFF if is_screen else ()), b"The record is in")
            assert terminal.echoes()
        assert terminal.process.wait(PATIENCE) == -number
    assert json.loads(save.read_text())["moves"]
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]


@pytest.mark.parametrize("term", ["xterm-256color", "dumb"])
def test_ctrl_z_and_fg(term: str, tmp_path: Path) -> None:
    """Under a shell the game stops, with the terminal restored; it goes on with its screen or its prompt drawn anew."""
    with window("bash", "--norc", "--noprofile", "-i", term=term) as terminal:
        terminal.type(" ".join(play(tmp_path / "game.json")).encode() + b"\n")
        terminal.until(*(ON if term != "dumb" else ()), b"take")
        time.sleep(0.5)  # until it reads
        terminal.type(b"\x1a")
        terminal.until(*(OFF if term != "dumb" else ()), b"Stopped")
        terminal.type(b"fg\n")
        terminal.until(*(ON if term != "dumb" else ()), b"Seven Solitaire" if term != "dumb" else "› ".encode())
        terminal.type(b"\r" if term != "dumb" else b"1\r")
        terminal.until(b"You move")


def test_ctrl_z_without_a_shell(tmp_path: Path) -> None:
    """In a window of its own it does nothing, as nobody could let the game go on."""
    save = tmp_path / "game.json"
    with window(*play(save)) as terminal:
        terminal.until(*ON, b"take")
        terminal.type(b"\x1a\r")
        terminal.until(b"You move")
        terminal.process.terminate()
        assert terminal.process.wait(PATIENCE) == -signal.SIGTERM


def test_sizes_of_the_screen() -> None:
    """The screen is drawn in any size, also while it changes."""

    async def act() -> None:
        state = sevenfold.load("sane_sevens").start(seed=5)
        app = TableApp(LocalSession(LocalGame(state, 0, bots_for(["random"], 2), "last"), 0))
        async with app.run_test(size=(80, 24)) as pilot:
            for width, height in ((1, 1), (2, 60), (2000, 2), (0, 0), (100, 40)):
                app.post_message(resized(width, height))
                await pilot.pause()
            assert app.size == (100, 40)
        assert app.return_code in (0, None)

    asyncio.run(act())


def resized(width: int, height: int) -> Resize:
    """The event of a terminal that has another size."""
    return Resize(Size(width, height), Size(width, height))
