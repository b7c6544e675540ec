"""stdin, stdout and stderr of a command: closed, full, or a pipe that nobody reads any more.

One behaviour for all commands, set up once by the entry point: a stream that is closed at the start is `/dev/null`; what is
written into a pipe without a reader, or to a terminal that is gone, is dropped, so that the exit code does not depend on the
reader; if stdout cannot take the output (a full disk), the command fails with a sentence; stderr never makes it fail.
"""

from __future__ import annotations

import errno
import io
import os
import re
import select
import shutil
import sys

from sevenfold.errors import CannotPrint

MOST_CELLS = 1_000_000  # of a terminal; one that says more does not know its size


def prepare() -> None:
    """Make the three streams usable, whatever they are. Called once, when the process starts."""
    settle_size()
    for fd, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            _open_nowhere(fd, name)
    if sys.stdin is not None and isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        is_real = stream is getattr(sys, f"__{name}__") and isinstance(stream, io.TextIOWrapper)
        if is_real and not (sys.platform == "win32" and stream.isatty()):
            _wrap(name, stream)


def settle_size() -> None:
    """Have a size that can be one: with none the output would be empty, and a screen of gigabytes is never drawn."""
    for name in ("COLUMNS", "LINES"):
        if not re.fullmatch(r"0*[1-9][0-9]{0,3}", os.environ.get(name, "80")):
            del os.environ[name]
    columns, lines = shutil.get_terminal_size()
    if columns * lines > MOST_CELLS:
        os.environ.update(COLUMNS="80", LINES="24")


def is_unread() -> bool:
    """Whether what is printed is lost, because the reader of the pipe has ended or the terminal is gone."""
    raw = getattr(getattr(sys.stdout, "buffer", None), "raw", None)
    return isinstance(raw, _Output) and raw.is_unread


class _Output(io.FileIO):
    """A file descriptor that is written to; once it is unread or full, everything is dropped."""

    is_unread = False

    def __init__(self, fd: int, *, may_fail: bool) -> None:
        super().__init__(fd, "w", closefd=False)
        self._may_fail = may_fail
        self._was_terminal = self.isatty()

    def write(self, data: object, /) -> int:
        """Write it all, waiting for a slow reader."""
        view = memoryview(data).cast("B")  # type: ignore[arg-type]  # anything with a buffer
        done = 0
        while done < len(view):
            try:
                written = super().write(view[done:])
            except OSError as error:
                self._drop()
                gone = error.errno in (errno.EPIPE, errno.EINVAL) or (self._was_terminal and error.errno == errno.EIO)
                self.is_unread = self.is_unread or gone
                if gone or not self._may_fail:
                    return len(view)
                raise CannotPrint(f"The output could not be written: {error.strerror or error}.") from error
            if written is None:  # it is set to non-blocking, and full at the moment
                select.select([], [self.fileno()], [])
            done += written or 0
        return len(view)

    def _drop(self) -> None:
        """From now on everything is dropped, so that the flush when Python exits cannot fail either."""
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self.fileno())
        os.close(nowhere)


def _open_nowhere(fd: int, name: str) -> None:
    """Open /dev/null as a stream that was closed when the process started."""
    mode = os.O_RDONLY if name == "stdin" else os.O_WRONLY
    nowhere = os.open(os.devnull, mode)
    try:
        os.fstat(fd)
    except OSError:
        os.dup2(nowhere, fd)  # otherwise the next file that is opened would get this number, and the output
    if nowhere != fd:
        os.close(nowhere)
        nowhere = fd
    stream = open(nowhere, "r" if name == "stdin" else "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - for good
    setattr(sys, name, stream)
    setattr(sys, f"__{name}__", stream)


def _wrap(name: str, stream: io.TextIOWrapper) -> None:
    """Replace stdout or stderr by a stream over `_Output`."""
    stream.flush()
    raw = _Output(stream.fileno(), may_fail=name == "stdout")
    wrapped = io.TextIOWrapper(
        io.BufferedWriter(raw), stream.encoding, stream.errors, line_buffering=name == "stderr" or stream.isatty()
    )
    setattr(sys, name, wrapped)
    setattr(sys, f"__{name}__", wrapped)
