"""Fixtures that all tests share, and how pytest runs them side by side."""

from __future__ import annotations

import gc
import logging
import os
import signal
import ssl
import subprocess
import sys
import threading
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, nullcontext
from functools import cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import sevenfold
from sevenfold.kernel.compiler.decorators import INTERPRETED
from sevenfold.registry import game_files

if TYPE_CHECKING:
    import httpx
    from playwright.sync_api import Browser

    from helpers.table_server import Running
    from tools.servers.temporary_postgres import Postgres

LONG = ("test_killing.py", "test_workers.py", "test_cache.py", "test_devise.py", "test_cluster.py")
WAITING = ("server", "terminal")  # folders of tests that mostly wait
TESTS = Path(__file__).resolve().parent
MOSTLY_LONG = (
    "bots", "checking/test_exchange.py", "checking/test_figures.py", "checking/test_found_mistakes.py",
    "checking/test_knowledge.py", "checking/test_leaks.py", "checking/test_telling.py", "envs",
    "examples/test_example_games.py", "lab/studies/test_on_ray.py", "lab/studies/test_study_command.py",
    "page/test_page_examples.py", "solvers",
)  # fmt: skip
PRECOMPILE = (sys.executable, "-m", "tools.build.precompile")
READ = (sys.executable, "-m", "pytest", "--collect-only", "--quiet", str(TESTS))

# Every server of a process of its own would compile all games: a tenth of the tests' processor time.
os.environ["SEVENFOLD_PREPARE"] = "no"

# A shell starts background processes with Ctrl-C and Ctrl-\ ignored, which children inherit; some tests send them these.
for keyed, usual in ((signal.SIGINT, signal.default_int_handler), (getattr(signal, "SIGQUIT", None), signal.SIG_DFL)):
    if keyed is not None and signal.getsignal(keyed) is signal.SIG_IGN:
        signal.signal(keyed, usual)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile the games and pytest's bytecode once, before several processes would each do it."""
    if not _is_controller(session.config):
        return
    reading = nullcontext() if _is_bytecode_there() else subprocess.Popen(READ, stdout=subprocess.DEVNULL)
    with reading:
        if not INTERPRETED:
            from helpers.selection import QUICK

            quick = QUICK if "not slow" in session.config.getoption("markexpr") else sevenfold.game_names()
            others = [name for name in sevenfold.game_names() if name not in quick]
            subprocess.run([*PRECOMPILE, *quick, "--only-rules", *others], check=True, cwd=TESTS.parent)


def _is_controller(config: pytest.Config) -> bool:
    """Whether this process runs no tests itself but hands them to others (`pytest -n`)."""
    return bool(config.getoption("numprocesses", None)) and not hasattr(config, "workerinput")


def _is_bytecode_there() -> bool:
    """Whether pytest has stored its bytecode of every test file, or must not store any."""
    return sys.dont_write_bytecode or len(list(TESTS.rglob("__pycache__/test_*.pyc"))) >= len(list(TESTS.rglob("test_*.py")))


def pytest_configure(config: pytest.Config) -> None:
    """Collect no garbage while tests are imported."""
    if not _is_controller(config):
        gc.disable()  # until pytest_collection_finish


def pytest_collection_finish() -> None:
    """Collect garbage less often, and skip what stays: it took an eighth of the processor time."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 10)
    gc.enable()


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark the slow tests of some places as long: together they would take as long as all others."""
    if item.get_closest_marker("slow") and any(item.path.is_relative_to(TESTS / place) for place in MOSTLY_LONG):
        item.add_marker("long")


@pytest.hookimpl(trylast=True)  # after slow tests have been deselected
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Order the tests so that several processes finish as early as possible.

    xdist gives each process an equal share of consecutive tests; a process that has finished takes some of another's. Tests
    that mostly wait come first, in parallel with tests that compute: one process begins with the tests that start processes of
    their own, followed by those of the server and the terminal, and half of the processes begin with tests of the page. Tests
    of one game are consecutive, so that not every process loads every game.
    """
    processes = int(getattr(config, "workerinput", {}).get("workercount", 1))
    long = [item for item in items if item.path.name in LONG]
    pages = [item for item in items if _room_of(item) == "page"]
    waiting = [item for item in items if _room_of(item) in WAITING and item.path.name not in LONG]
    apart = {*long, *pages, *waiting}
    others = sorted(
        (item for item in items if item not in apart), key=_game_of
    )  # a stable sort: tests of one game keep their order
    if processes == 1:
        items[:] = [*pages, *others, *waiting, *long]
        return
    # Two at a time, since a test at both sizes takes longer at one of them.
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
    """The folder of tests that a test is in, "" outside."""
    return item.path.relative_to(TESTS).parts[0] if item.path.is_relative_to(TESTS) else ""


def _game_of(item: pytest.Item) -> int:
    """The number of the game that a test's name contains, or -1."""
    return next((at for at, name in enumerate(sevenfold.game_names()) if name in item.nodeid), -1)


# The fixtures import what they need themselves, so that other tests do not load it.


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with its own database, for all tests of a file."""
    from helpers.table_server import running

    with running(tmp_path_factory.mktemp("table") / "table.db") as server:
        yield server


@pytest.fixture
def kim(server: Running) -> Iterator[httpx.Client]:
    """A client for a second person, Kim."""
    with server.somebody("Kim") as client:
        yield client


open_browser = ExitStack()  # closes the browser
launched: list[Browser] = []


@pytest.fixture
def chromium() -> Browser:
    """A browser for consecutive tests; `pytest_runtest_teardown` closes it after the last of them."""
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
    """Close the browser before a test that does not use it: Playwright keeps an event loop running in this thread."""
    if launched and "chromium" not in getattr(nextitem, "fixturenames", ()):
        _close_browser()


@pytest.fixture(scope="session", autouse=True)
def _certificates_read_once() -> Iterator[None]:
    """Read the certificates of this machine once: httpx does for each request without a client, which takes 25 ms."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ssl, "create_default_context", cache(ssl.create_default_context))
        yield


@pytest.fixture(scope="module", autouse=True)
def _leaves_nothing() -> Iterator[None]:
    """Let no file of tests find the games that another has loaded, nor be blamed for what another has not closed.

    Nor may it leave a watch over this process's signals, as the command does: it would end a later test without a word.
    """
    before, handlers = set(game_files.entry_points()), list(logging.getLogger().handlers)
    yield
    for handler in set(logging.getLogger().handlers).difference(handlers):  # of a server that ran here, which leaves lines out
        logging.getLogger().removeHandler(handler)
    if threading.current_thread() is threading.main_thread():
        assert signal.set_wakeup_fd(-1) == -1, "A test of this file has left a watch over signals (sevenfold.cli.main?)."
    with warnings.catch_warnings():
        # Code that opens connections checks that it has closed them (tools/servers/tasks.py). One found here may come from any
        # earlier file.
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()
    gc.freeze()  # what is there now stays: to look at it again after each file took a tenth of the processor time
    if before != set(game_files.entry_points()):
        from helpers.faulty_games import forget_games_except

        forget_games_except(before)


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    """A PostgreSQL server for all tests of a file."""
    from helpers.table_server import postgres

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
