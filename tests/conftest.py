"""What all tests share."""

from __future__ import annotations

import gc
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, nullcontext
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import sevenfold
from sevenfold.kernel.compiler.decorators import INTERPRETED

if TYPE_CHECKING:
    import httpx
    from playwright.sync_api import Browser

    from helpers.postgres import Postgres
    from helpers.table_server import Running

LONG = ("test_killing.py", "test_workers.py", "test_cache.py", "test_devise.py", "test_cluster.py")
WAITING = ("server", "terminal")  # folders
TESTS = Path(__file__).resolve().parent
TOOLS = TESTS.parent / "tools"
READ = (sys.executable, "-m", "pytest", "--collect-only", "--quiet", str(TESTS))

# A process started in the background of a shell ignores Ctrl-C, and so would those that tests start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Before tests run side by side, compile and read what they need, so that no two processes do the same."""
    if not _deals_out(session.config):
        return
    reading = nullcontext() if _are_read() else subprocess.Popen(READ, stdout=subprocess.DEVNULL)
    with reading:
        if not INTERPRETED:
            from helpers.rotation import games_in_turn

            others = [name for name in sevenfold.game_names() if name not in games_in_turn()]
            subprocess.run([sys.executable, str(TOOLS / "warm.py"), *games_in_turn(), "--only-rules", *others], check=True)


def _deals_out(config: pytest.Config) -> bool:
    """Does this process leave the tests to others, and read none?"""
    return bool(config.getoption("numprocesses", None)) and not hasattr(config, "workerinput")


def _are_read() -> bool:
    """Whether the tests were read before: Python keeps what pytest makes of their asserts, if it may."""
    return sys.dont_write_bytecode or len(list(TESTS.rglob("__pycache__/test_*.pyc"))) >= len(list(TESTS.rglob("test_*.py")))


def pytest_configure(config: pytest.Config) -> None:
    """Settle what has its turn before other processes are started, and read the tests without looking for garbage."""
    from helpers.rotation import settle

    settle()
    if not _deals_out(config):
        gc.disable()  # until all tests are read


def pytest_report_header() -> str:
    """Say what must be set to try the same again."""
    from helpers.rotation import VARIABLE, settle

    return f"{VARIABLE}={settle()}: of combinations of options and sizes of the page, those whose turn it is"


def pytest_collection_finish() -> None:
    """Have the garbage collector look less often, and not at what stays: it took an eighth of all processor time."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 10)
    gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the tests into an order in which several processes are done soonest.

    xdist gives each process as many tests in a row; one that is done takes some of another's. Tests that mostly wait come
    first, beside others that reckon: one process begins with those that start processes of their own, then those of the server
    and the terminal; half of them with the page's. Tests of one game follow one another: not every process loads every game.
    """
    processes = int(getattr(config, "workerinput", {}).get("workercount", 1))
    long = [item for item in items if item.path.name in LONG]
    pages = [item for item in items if _room_of(item) == "page"]
    waiting = [item for item in items if _room_of(item) in WAITING and item.path.name not in LONG]
    apart = {*long, *pages, *waiting}
    others = sorted((item for item in items if item not in apart), key=_game_of)  # those of one game keep their order
    if processes == 1:
        items[:] = [*pages, *others, *waiting, *long]
        return
    # By twos: a test at both sizes, of which one takes longer.
    browsers = max(1, processes // 2)
    shares = [[item for at, item in enumerate(pages) if at // 2 % browsers == i] for i in range(browsers)]
    begins = [[*long, *waiting], *shares, *([] for _ in range(processes - 1 - browsers))]
    left, ordered = iter(others), list[pytest.Item]()
    for at, first in enumerate(begins):
        size = (len(items) - len(ordered)) // (processes - at)
        ordered += first
        ordered += islice(left, max(0, size - len(first)))
    ordered += left
    items[:] = ordered


def _room_of(item: pytest.Item) -> str:
    """The folder of the tests in which one lies."""
    return item.path.relative_to(TESTS).parts[0] if item.path.is_relative_to(TESTS) else ""


def _game_of(item: pytest.Item) -> int:
    """Which game a test of rules is about; -1 if it is about none."""
    return next((at for at, name in enumerate(sevenfold.game_names()) if name in item.nodeid), -1)


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


open_browser = ExitStack()  # what closes it
launched: list[Browser] = []


@pytest.fixture
def chromium() -> Browser:
    """A browser for all tests that follow one another; `pytest_runtest_teardown` closes it after the last of them."""
    from helpers.page_driver import browser

    if launched and not launched[0].is_connected():  # it crashed
        _close_browser()
    if not launched:
        launched.append(open_browser.enter_context(browser()))
    return launched[0]


def _close_browser() -> None:
    launched.clear()
    open_browser.close()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """Other tests need a thread in which no event loop runs, and Playwright's does as long as the browser is open."""
    if launched and "chromium" not in getattr(nextitem, "fixturenames", ()):
        _close_browser()


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    """A PostgreSQL server for all tests of a file."""
    from helpers.postgres import postgres

    with postgres() as server:
        yield server


@pytest.fixture
def two(database: Postgres) -> Iterator[tuple[Running, Running]]:
    """Two servers over one database; the same person is known to both."""
    from helpers.table_server import running

    url = database.new_database()
    with running(url) as one, running(url) as other:
        one.http.get("/api/me").raise_for_status()
        yield one, other
