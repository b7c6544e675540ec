"""The kinds of trouble. Each begins on entering its context, and ends on leaving it."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass

from sevenfold.kernel.compiler.kept_code import KEPT
from tools.servers import players
from tools.servers.players import Played

from .network import Route
from .people import Prober
from .world import Site, World

STEPS = (-86_400, -3600, -60, -5, 5, 60, 3600, 86_400)  # seconds by which a clock is stepped
COMPILED = 400.0  # seconds in which a server has compiled what people play
EVERYTHING = "everything"
LATE = 1.5  # seconds by which people's line may be late
DAMAGES = (0, 20, 1000)  # bytes that are left of a file; the other damage is noise

Begin = Callable[[World], AbstractAsyncContextManager[str]]


@dataclass(frozen=True)
class Kind:
    """A kind of trouble."""

    name: str
    concerns: str  # two troubles at once concern different things; one that concerns EVERYTHING comes alone
    begin: Begin
    needs: str = ""  # something that a world may lack


KINDS: dict[str, Kind] = {}


def kind(concerns: str, needs: str = "") -> Callable[[Callable[[World], AsyncIterator[str]]], None]:
    """Register a function as a kind of trouble under its own name."""

    def register(function: Callable[[World], AsyncIterator[str]]) -> None:
        name = function.__name__.replace("_", " ")
        KINDS[name] = Kind(name, concerns, asynccontextmanager(function), needs)

    return register


# -- servers ----------------------------------------------------------------------------------------------------------


@kind("servers")
async def server_killed(world: World) -> AsyncIterator[str]:
    """A server is killed, and started a little later."""
    site = world.site(to_kill=True)
    site.server.kill()
    try:
        yield f"server {site.number}"
    finally:
        site.server.start()


@kind("servers")
async def all_servers_killed(world: World) -> AsyncIterator[str]:
    """All servers are killed."""
    killed = [world.sites[-1]] if world.spares_first else world.sites
    for site in killed:
        site.server.kill()
    try:
        yield f"{len(killed)} servers"
    finally:
        for site in killed:
            site.server.start()


@kind("servers")
async def server_stopped(world: World) -> AsyncIterator[str]:
    """A server stands still: another takes its rooms over, and it does not know that when it goes on."""
    site = world.site()
    site.server.process.send_signal(signal.SIGSTOP)
    try:
        yield f"server {site.number}"
    finally:
        site.server.process.send_signal(signal.SIGCONT)


# -- the database -----------------------------------------------------------------------------------------------------


@kind("database")
async def database_restarted(world: World) -> AsyncIterator[str]:
    """PostgreSQL shuts down in order, and starts a little later."""
    async for what in _database_ended(world, "fast"):
        yield what


@kind("database")
async def database_crashed(world: World) -> AsyncIterator[str]:
    """PostgreSQL crashes."""
    async for what in _database_ended(world, "immediate"):
        yield what


async def _database_ended(world: World, mode: str) -> AsyncIterator[str]:
    server = world.database.server
    await asyncio.to_thread(server.stop, mode)
    try:
        yield mode
    finally:
        await asyncio.to_thread(server.start)


@kind("database")
async def database_read_only(world: World) -> AsyncIterator[str]:
    """PostgreSQL takes no writes, though it answers."""
    server = world.database.server
    await asyncio.to_thread(server.set, default_transaction_read_only="on")
    try:
        yield ""
    finally:
        await asyncio.to_thread(server.set, default_transaction_read_only="off")


@kind("database")
async def database_frozen(world: World) -> AsyncIterator[str]:
    """PostgreSQL stands still: it accepts what is sent, and says nothing."""
    server = world.database.server
    server.signal(signal.SIGSTOP)
    try:
        yield ""
    finally:
        server.signal(signal.SIGCONT)


@kind("database")
async def database_failed_over(world: World) -> AsyncIterator[str]:
    """PostgreSQL crashes for good, and its standby takes its place."""
    disk, standby = await asyncio.to_thread(world.database.standby)
    await asyncio.to_thread(world.database.server.stop, "immediate")
    try:
        yield ""
    finally:
        await asyncio.to_thread(world.database.replace, disk, standby)
        await asyncio.to_thread(world.database.remove_old)


@kind("database")
async def database_failed_over_with_the_old_one_left(world: World) -> AsyncIterator[str]:
    """PostgreSQL becomes read-only and its standby takes its place, while connections to the old one stay open."""
    await asyncio.to_thread(world.database.remove_old)
    disk, standby = await asyncio.to_thread(world.database.standby)
    await asyncio.to_thread(world.database.server.set, default_transaction_read_only="on")
    await asyncio.sleep(0.5)  # what was being written is written
    try:
        yield ""
    finally:
        await asyncio.to_thread(world.database.replace, disk, standby)


@kind("database", needs="disk")
async def disk_full(world: World) -> AsyncIterator[str]:
    """The database's disk has no byte left."""
    await asyncio.to_thread(world.database.disk.fill)
    try:
        yield ""
    finally:
        world.database.disk.clear()
        await asyncio.to_thread(world.database.recover)


# -- the network ------------------------------------------------------------------------------------------------------


@kind("network")
def people_cut_off(world: World) -> AsyncIterator[str]:
    """The connections of people to a server, or to all of them, end, and no new ones can be made."""
    sites = world.chance.choice([[world.site()], world.sites])
    return _while([site.people for site in sites], Route.cut, _numbers(sites))


@kind("network")
def people_delayed(world: World) -> AsyncIterator[str]:
    """What people and a server send is late."""
    site, late = world.site(), world.chance.uniform(0.1, LATE)
    return _while([site.people], lambda route: route.delay(late), f"server {site.number}, by {late:.1f} s")


@kind("network")
def people_silenced(world: World) -> AsyncIterator[str]:
    """What people and a server send does not arrive, and nobody is told."""
    site = world.site()
    return _while([site.people], Route.silence, f"server {site.number}")


@kind("network", needs="namespaces")
async def server_black_holed(world: World) -> AsyncIterator[str]:
    """A server's machine loses every packet, to people and to the database."""
    site = world.site()
    assert site.namespace is not None
    site.namespace.lose_all()
    try:
        yield f"server {site.number}"
    finally:
        site.namespace.lose_none()


@kind("database")
def database_cut_off(world: World) -> AsyncIterator[str]:
    """The connections of a server to the database end, and no new ones can be made."""
    site = world.site()
    return _while([site.storage], Route.cut, f"for server {site.number}")


@kind("database")
def database_delayed(world: World) -> AsyncIterator[str]:
    """What a server and the database send is late."""
    site, late = world.site(), world.chance.uniform(0.02, 0.15)
    return _while([site.storage], lambda route: route.delay(late), f"for server {site.number}, by {late:.2f} s")


@kind("database")
def database_silenced(world: World) -> AsyncIterator[str]:
    """What a server and the database send does not arrive, and nobody is told."""
    site = world.site()
    return _while([site.storage], Route.silence, f"for server {site.number}")


async def _while(routes: Sequence[Route], trouble: Callable[[Route], object], told: str) -> AsyncIterator[str]:
    """Let some routes have a trouble until the context is left."""
    for route in routes:
        trouble(route)
    try:
        yield told
    finally:
        for route in routes:
            route.mend()


# -- clocks and caches ------------------------------------------------------------------------------------------------


@kind("clock")
async def clock_stepped(world: World) -> AsyncIterator[str]:
    """The clock of a server, or of all, is put forward or back, and right again at the end."""
    sites, seconds = world.chance.choice([[world.site()], world.sites]), world.chance.choice(STEPS)
    for site in sites:
        site.step_clock(seconds)
    try:
        yield f"{_numbers(sites)}, by {seconds} s"
    finally:
        for site in sites:
            site.step_clock(0)


@kind(EVERYTHING, needs="cache")  # it ends when that server can play, which another trouble might never let it
async def cache_damaged(world: World) -> AsyncIterator[str]:
    """Files of compiled code are cut off or hold noise, and a server starts with them; it ends when that server can play."""
    assert world.cache is not None
    site = world.site(to_kill=True)
    site.server.kill()
    files = sorted(world.cache.rglob(f"*{KEPT}"))
    if not files:
        raise FileNotFoundError(f"there is no compiled code in {world.cache} to damage")
    for path in world.chance.sample(files, len(files) // 2):
        data = path.read_bytes()
        left = world.chance.choice([*DAMAGES, None])
        path.write_bytes(world.chance.randbytes(len(data)) if left is None else data[:left])
    try:
        yield f"{len(files) // 2} files, then server {site.number}"
    finally:
        site.server.start()
        site.compiles = True
        await compile_all(site)
        site.compiles = False


async def compile_all(site: Site) -> None:
    """Have a server compile what people play."""
    probers = [Prober(number, [site.server], Played(), 0) for number in range(len(players.KINDS))]
    made = await asyncio.gather(*(prober.can_move(COMPILED) for prober in probers))
    if not all(made):
        raise TimeoutError(f"server {site.number} cannot play: {[prober.why for prober in probers]}")


def _numbers(sites: list[Site]) -> str:
    return f"server {sites[0].number}" if len(sites) == 1 else "all servers"
