"""The reader of the server's log may be slow, or stopped, or out of disk space; nothing waits for it."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sevenfold.errors import CannotPrint
from sevenfold.server import logs
from sevenfold.server.process.serve import tell

LOGGING = """
import logging
from sevenfold.server.logs import finish_logging, start_logging
start_logging("json")
for i in range(20_000):
    logging.getLogger("sevenfold").info("request %d of somebody who plays", i)
print("done", flush=True)
input()
logging.getLogger("sevenfold").info("the last")
finish_logging()
"""
ENDING = """
import os, time
from sevenfold.console import _end_after
os.set_blocking(2, False)
try:
    while True:
        os.write(2, b"x" * 4096)
except BlockingIOError:
    os.set_blocking(2, True)
_end_after(0, 130)
time.sleep(60)
"""


def test_nobody_waits_for_a_reader_who_has_stopped() -> None:
    """A pager, or a terminal after Ctrl-S: the server goes on, and says later how much it left out."""
    command = [sys.executable, "-c", LOGGING]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == "done\n"
        read = [process.stderr.readline() for _ in range(logs.MOST_WAITING // 2)]  # now there is room again
        process.stdin.write("\n")
        process.stdin.flush()
        read += process.stderr
        assert process.wait(60) == 0
    assert "request 0 " in read[0]
    assert "lines are left out here, because nobody read them" in read[-2]
    assert "the last" in read[-1]


def test_a_process_ends_although_nobody_reads_its_last_line() -> None:
    with subprocess.Popen([sys.executable, "-c", ENDING], stderr=subprocess.PIPE) as process:
        try:
            assert process.wait(30) == 130
        finally:
            process.kill()


def test_it_serves_although_its_greeting_cannot_be_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A service manager writes to a disk that is full: that is no reason not to start again."""

    def full(*_: object, **__: object) -> None:
        raise CannotPrint("The output could not be written: No space left on device.")

    monkeypatch.setattr(sys.stdout, "write", full)
    tell("The table is at http://127.0.0.1:7777 (Ctrl-C ends it).", "more")
    told = capsys.readouterr().err
    assert told.startswith("sevenfold: The output could not be written: No space left on device. The table is at http")
    assert told.count("\n") == 1


def test_a_log_on_a_full_disk_goes_on_when_there_is_room(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with (tmp_path / "log").open("w") as stream:
        handler = logs.UnhurriedHandler(stream)
        real = os.write

        def full(number: int, data: memoryview) -> int:
            if number == stream.fileno():
                raise OSError(28, "No space left on device")
            return real(number, data)

        with monkeypatch.context() as trouble:
            trouble.setattr(os, "write", full)
            handler.handle(a_line("lost"))
            handler.flush()
        handler.handle(a_line("kept"))
        handler.flush()
    assert (tmp_path / "log").read_text() == "kept\n"


def a_line(text: str) -> logging.LogRecord:
    """A line of the log."""
    return logging.LogRecord("sevenfold", logging.WARNING, "", 0, text, None, None)
