"""What all tests share."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from sevenfold.kernel.compiled import INTERPRETED

TOOLS = Path(__file__).resolve().parent.parent / "tools"

# A process started in the background of a shell ignores Ctrl-C, and so would those that tests start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Before tests run side by side, compile what they need, so that no two processes compile the same."""
    is_one_of_several = hasattr(session.config, "workerinput")
    if session.config.getoption("numprocesses", None) and not is_one_of_several and not INTERPRETED:
        subprocess.run([sys.executable, str(TOOLS / "warm.py")], check=True)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The page's tests, which mostly wait, come first: the others run beside them."""
    items.sort(key=lambda item: item.path.name != "test_page.py")
