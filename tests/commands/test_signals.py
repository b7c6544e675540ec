"""Signals that come at the worst moment: just before something is read, and while Python tidies up."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading

import pytest

pytestmark = pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="signals of POSIX")

PATIENCE = 60

# A command that asks for a line; what ends it is told.
COMMAND = """
import os, signal, sys
from sevenfold.system import interrupts, signals
interrupts.end_at_once()
from sevenfold.console import end_whatever_runs
end_whatever_runs()
number = int(sys.argv[1])
with signals.ending_cleanly(), interrupts.AsException():
    try:
{before}
        input("ready\\n")
    except signals.Ended:
        print("ended")
    except KeyboardInterrupt:
        print("interrupted")
"""

# The main thread takes the signal as if it had come just before the read: another thread gets it, and the read goes on.
BEFORE_THE_READ = """
        signal.pthread_sigmask(signal.SIG_BLOCK, [number])
"""

# An exception of a destructor is shown and forgotten; so Python does to what comes while it tidies up after an import.
WHILE_TIDYING = """
        class Tidied:
            def __del__(self):
                os.kill(os.getpid(), number)
        Tidied()
"""


@pytest.mark.parametrize("number", [signal.SIGQUIT, signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("moment", ["just before the read", "while tidying"])
def test_a_signal_is_heard_while_a_line_is_awaited(moment: str, number: signal.Signals) -> None:
    """It ends the waiting at once, not with the next line."""
    before = BEFORE_THE_READ if moment == "just before the read" else WHILE_TIDYING
    told = "interrupted" if number == signal.SIGINT else "ended"
    command = [sys.executable, "-c", COMMAND.format(before=before), str(number.value)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        end = threading.Timer(PATIENCE, process.kill)  # then nothing more is read
        end.start()
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            if moment == "just before the read":
                process.send_signal(number)
            assert process.stdout.readline() == f"{told}\n"
            assert process.wait(PATIENCE) == 0
        finally:
            end.cancel()
            process.kill()
