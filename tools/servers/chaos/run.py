"""The run: people play, one trouble follows another, and everything is checked."""

from __future__ import annotations

import asyncio
import random
import re
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from time import monotonic

from tools.servers.players import check
from tools.servers.tasks import cancel_all

from .diary import PATIENCE, Diary, Trouble
from .people import Person
from .troubles import EVERYTHING, KINDS, Kind, compile_all
from .watch import FILES, GROWTH, Sample, growth, watch_health, watch_size
from .world import Site, World, new_world

GIVEN_UP = 60.0  # seconds after which they are not waited for
TOGETHER = 0.25  # of the troubles come while another lasts
LASTS = (1.0, 9.0)  # seconds that a trouble lasts
CALM = (0.5, 3.0)  # seconds between two
NO_START = ("psycopg.", "sqlalchemy.", "sevenfold.errors.BadInput")  # what ends a server that finds no database as it starts
SPARED = 1 / 3  # of the time, after which the first server is killed no more


async def run(
    seconds: float, rooms: int, seed: int, kinds: Sequence[str] = (), *, logs: Path | None = None, patience: float = PATIENCE,
) -> tuple[Diary, list[Sample]]:  # fmt: skip
    """Let people play while one trouble follows another.

    Args:
        seconds: How long.
        rooms: How many people play, each in a room of their own.
        seed: What settles which trouble comes when.
        kinds: The kinds of trouble; all if it is empty.
        logs: A folder for what the servers log; None if that is not to be kept.
        patience: Seconds after a trouble's end in which everybody must be back.

    Returns:
        What happened, and how big the servers' processes were.

    Raises:
        NoPostgres: If there is no PostgreSQL.
    """
    chosen = [KINDS[name] for name in kinds or KINDS]
    own_cache = any(kind.needs == "cache" for kind in chosen)
    chance, samples = random.Random(seed), list[Sample]()
    async with new_world(chance, own_cache=own_cache, logs=logs) as world, AsyncExitStack() as stack:
        await compile_all(world.sites[0])  # one after another: the second finds what the first has compiled
        await compile_all(world.sites[1])
        diary = Diary(seed=seed, patience=patience)
        diary.left_out = {kind.name: world.lacks[kind.needs] for kind in chosen if kind.needs in world.lacks}
        people = [Person(number, [world.front], diary) for number in range(rooms)]
        watching = [watch_health(site, diary) for site in world.sites]
        watching += [watch_size(site, samples) for site in world.sites]
        watching += [site.keep_running() for site in world.sites]
        tasks = [asyncio.create_task(one) for one in (*watching, *(person.play() for person in people))]
        stack.push_async_callback(cancel_all, tasks)
        await _all_back(diary, people, monotonic())
        order = _Order([kind for kind in chosen if kind.name not in diary.left_out], chance)
        while diary.now < seconds:
            world.spares_first = diary.now > seconds * SPARED
            await _one_trouble(world, diary, people, order)
            for task in tasks:
                if task.done():
                    task.result()  # a fault of this program
            diary.collect()
        await asyncio.sleep(2)  # in calm
        await _check(world, diary, people)
        _check_growth(diary, samples)
        for site in world.sites:
            _check_log(site, diary)
    return diary, samples


class _Order:
    """Every kind of trouble in turn, each round in another order."""

    def __init__(self, kinds: Sequence[Kind], chance: random.Random) -> None:
        self._kinds, self._chance, self._left = kinds, chance, list[Kind]()

    def next(self, but: str = "") -> Kind | None:
        """The next kind, or the next that can come beside another that concerns `but`; None if there is none this round."""
        if not self._left:
            self._left = self._chance.sample(self._kinds, len(self._kinds))
        if but == EVERYTHING:
            return None
        found = next((kind for kind in self._left if not but or kind.concerns not in (but, EVERYTHING)), None)
        if found:
            self._left.remove(found)
        return found


async def _one_trouble(world: World, diary: Diary, people: Sequence[Person], order: _Order) -> None:
    """A trouble, sometimes with another in its midst, until everybody is back."""
    chance = world.chance
    kind = order.next()
    assert kind is not None
    second = order.next(but=kind.concerns) if chance.random() < TOGETHER else None
    lasts, calm = chance.uniform(*LASTS), chance.uniform(*CALM)
    begun: list[Trouble] = []
    async with AsyncExitStack() as stack:
        begun.append(await _begin(stack, world, diary, kind))
        if second:
            await asyncio.sleep(lasts / 2)
            begun.append(await _begin(stack, world, diary, second))
        await asyncio.sleep(lasts / (2 if second else 1))
    ended = monotonic()
    for trouble in begun:
        trouble.ended = ended - diary.start
    back = await _all_back(diary, people, ended, begun)
    for trouble in begun:
        trouble.back = back
    await _check(world, diary, people, latest=True)
    await asyncio.sleep(calm)


async def _begin(stack: AsyncExitStack, world: World, diary: Diary, kind: Kind) -> Trouble:
    trouble = Trouble(kind.name, "", diary.now)
    diary.troubles.append(trouble)
    trouble.what = await stack.enter_async_context(kind.begin(world))
    return trouble


async def _all_back(diary: Diary, people: Sequence[Person], ended: float, after: Sequence[Trouble] = ()) -> list[float]:
    """Wait until everybody's game has gone on after the troubles; returns after how many seconds each did."""
    while monotonic() < ended + GIVEN_UP and any(person.progress < ended for person in people):  # noqa: ASYNC110 - many events
        await asyncio.sleep(0.1)
    back = [person.progress - ended if person.progress >= ended else GIVEN_UP for person in people]
    late = sorted((seconds, person.room) for seconds, person in zip(back, people, strict=True) if seconds > diary.patience)
    if late and after:
        seconds, room = late[-1]
        many = f"{len(late)} of {len(people)} were not back within {diary.patience:.0f} s"
        troubles = " and ".join(trouble.kind for trouble in after)
        diary.fault(f"{many} of '{troubles}', the last after {seconds:.0f} s: {room}")
    return back


async def _check(world: World, diary: Diary, people: Sequence[Person], *, latest: bool = False) -> None:
    """Compare what was acknowledged with what is stored, in all rooms or in everybody's latest."""
    for fault in await asyncio.to_thread(partial(check, world.database.url, people, latest=latest)):
        diary.fault_once(fault)


def _check_growth(diary: Diary, samples: Sequence[Sample]) -> None:
    for one in growth(list(samples)):
        if one["mib"] > GROWTH or one["files"] > FILES:
            sizes = f"{one['mib']:.0f} MiB and {one['files']:.0f} files in {one['seconds'] / 2:.0f} s"
            diary.fault(f"server {one['server']} grew by {sizes}, the second half of its life")


def _check_log(site: Site, diary: Diary) -> None:
    """No trouble of these is a fault of the program's: none is logged with a traceback."""
    said = re.findall(r"^Traceback.*?\n(?=\S)(.*?)$", site.log.read_text(), re.MULTILINE | re.DOTALL)
    for error, times in Counter(said).items():
        if not error.startswith(NO_START):
            diary.fault(f"server {site.number} logged {times} times: {error[:300]}")
