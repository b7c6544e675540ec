"""`World`: two servers on one PostgreSQL, the proxies before and behind them, and what can be done to them."""

from __future__ import annotations

import asyncio
import random
import shutil
from collections.abc import AsyncIterator, Sequence
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from sevenfold.server.process.serve import LOCAL
from tools.servers.server_process import Server

from .database import Database
from .namespaces import Namespace, namespaces
from .network import Proxy, Route

SERVERS = 2
BEGINNING = 120.0  # seconds until the servers must answer, on a machine with other work
AGAIN = 1.0  # seconds until a server that has ended is started again


@dataclass
class Site:
    """One server with its surroundings."""

    number: int
    server: Server
    people: Route  # the way of people to the server
    storage: Route  # the way of the server to the database
    clock: Path  # a file that says by how much the server's clock differs from the machine's
    log: Path  # a file with what the server has logged
    namespace: Namespace | None
    compiles: bool = False  # whether it cannot play yet, since its compiled code was damaged

    def step_clock(self, seconds: int) -> None:
        """Let the server's clock differ from the machine's by some seconds."""
        write_clock(self.clock, seconds)

    async def keep_running(self) -> None:
        """Start the server again whenever it ends by itself, as a service manager does: it does so if it finds no database."""
        while True:
            await asyncio.sleep(AGAIN)
            if self.server.is_meant_to_run and self.server.process.poll() is not None:
                self.server.start()


@dataclass
class World:
    """Everything there is."""

    database: Database
    sites: list[Site]
    front: Proxy  # where people connect
    chance: random.Random
    cache: Path | None  # the servers' compiled code, if it is their own
    lacks: dict[str, str]  # what there is not on this machine, and why
    spares_first: bool = False  # whether the first server is killed no more, so that its memory can be compared

    def site(self, *, to_kill: bool = False) -> Site:
        """One of the servers."""
        return self.sites[-1] if to_kill and self.spares_first else self.chance.choice(self.sites)


def write_clock(file: Path, seconds: int) -> None:
    """Write by how much a clock is off, all at once."""
    new = file.with_suffix(".new")
    new.write_text(str(seconds))
    new.rename(file)


@asynccontextmanager
async def new_world(chance: random.Random, *, own_cache: bool, logs: Path | None = None) -> AsyncIterator[World]:
    """The world for the duration of the block.

    Args:
        chance: What is chosen in it.
        own_cache: Whether its servers compile for themselves, so that their compiled code can be damaged.
        logs: A folder for what they log; None for one that is deleted.

    Raises:
        NoPostgres: If there is no PostgreSQL.
    """
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="sevenfold-chaos-")))
        database = await asyncio.to_thread(Database, folder)
        stack.callback(database.close)
        spaces = stack.enter_context(namespaces(SERVERS))
        lacks = {"namespaces": spaces} if isinstance(spaces, str) else {}
        if not database.disk.is_small:
            lacks["disk"] = "a small disk for the database needs root, and a system that mounts tmpfs"
        if not own_cache:
            lacks["cache"] = "the servers share their compiled code with others"
        cache = folder / "cache" if own_cache else None
        sites: list[Site] = []
        stack.callback(_kill_all, sites)
        proxies: list[Proxy] = []
        try:
            for number in range(SERVERS):
                space = None if isinstance(spaces, str) else spaces[number]
                proxies.append(Proxy([storage := Route(lambda: (LOCAL, database.port))]))
                await proxies[-1].start(space.here if space else LOCAL)
                sites.append(_site(number, storage, proxies[-1], space, folder, logs or folder, cache))
            front = Proxy([site.people for site in sites])
            proxies.append(front)
            await front.start()
            for site in sites:
                await site.server.answers(BEGINNING)
            yield World(database, sites, front, chance, cache, lacks)
        finally:
            if logs:
                shutil.copy(database.disk.folder / "log", logs / "postgres.log")
            for proxy in proxies:
                await proxy.stop()


def _kill_all(sites: Sequence[Site]) -> None:
    for site in sites:
        site.server.kill()


def _site(
    number: int, storage: Route, proxy: Proxy, space: Namespace | None, folder: Path, logs: Path, cache: Path | None
) -> Site:
    clock, log = folder / f"clock-{number}", logs / f"server-{number}.log"
    write_clock(clock, 0)
    log.unlink(missing_ok=True)
    url = f"postgresql+psycopg://sevenfold@{proxy.host}:{proxy.port}/rooms1"
    environment = {"SEVENFOLD_CACHE": str(cache)} if cache else {}
    server = Server(url, space.host if space else LOCAL, space.before if space else (), environment, clock, log)
    return Site(number, server, Route(lambda: (server.host, server.port)), storage, clock, log, space)
