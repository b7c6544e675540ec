"""A watched function that does not end is ended, and nothing of the watch is left behind."""

from __future__ import annotations

import subprocess
import sys

import pytest

from sevenfold.sanitizer.watch import DoesNotEnd, Watch

WATCHED = """
import sys
from sevenfold.sanitizer.watch import DoesNotEnd, Watch
def endless():
    while True:
        pass
with Watch(0.1).over() as watch:
    for function in (len, endless):
        try:
            with watch.call():
                function(()) if function is len else function()
        except DoesNotEnd:
            print("ended")
sys.settrace(lambda *_: None)  # as a debugger does, and the stage of what is reached
(lambda: print("traced"))()
"""


def test_what_does_not_end_is_ended() -> None:
    def endless() -> None:
        with watch.call():
            while True:
                pass

    with Watch(0.05).over() as watch, pytest.raises(DoesNotEnd):
        endless()


def test_a_tracer_does_not_hang_afterwards() -> None:
    """Python 3.11 hangs in a traced function while it looks for an exception that was taken back."""
    done = subprocess.run([sys.executable, "-c", WATCHED], capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout.split() == ["ended", "traced"], done.stderr
