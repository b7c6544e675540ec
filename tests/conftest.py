"""What all tests share."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sevenfold.kernel.compiled import INTERPRETED

if TYPE_CHECKING:
    import httpx
    from playwright.sync_api import Browser

    from helpers.table_server import Running

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
    items.sort(key=lambda item: not item.path.name.startswith("test_page"))


# What they import is loaded by the tests that need it alone.


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with a database of its own, for all tests of a file."""
    from helpers.table_server import running

    with running(tmp_path_factory.mktemp("table") / "table.db") as server:
        yield server


@pytest.fixture
def kim(server: Running) -> Iterator[httpx.Client]:
    """Somebody else, who is called Kim."""
    with server.somebody("Kim") as client:
        yield client


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A browser for all tests of a file."""
    from helpers.page_driver import browser

    with browser() as launched:
        yield launched
