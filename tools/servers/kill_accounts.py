"""Kill servers at random moments while people change their accounts, and check that nothing is lost or half done.

    python -m tools.servers.kill_accounts --kills 200
    python -m tools.servers.kill_accounts --kills 200 --postgres
    python -m tools.servers.kill_accounts --kills 200 --db postgresql+psycopg://sevenfold@localhost/empty

People take names, phrases, passkeys and subscriptions, open tables to everybody, sit down at those of others, log in as
somebody else with what they have played, and delete their accounts. With SQLite there is one server; with PostgreSQL there are
two, to either of which each request may go. With --postgres the temporary PostgreSQL is killed, too.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path

from sqlalchemy.exc import OperationalError

from sevenfold.server.push.key import make_key
from sevenfold.server.storage.databases.postgres import is_url
from tools.servers.account_holders import Database, Holder, Tally, check
from tools.servers.server_process import LONGEST, Server
from tools.servers.tasks import cancel_all
from tools.servers.temporary_postgres import Postgres, add_database, chosen_database
from tools.servers.unlimited_server import PUSH_KEY

MOST = 0.6  # seconds of changes between two kills
AGAIN = 0.1  # seconds until a database that is away is read again


async def kill_again_and_again(db: str, kills: int, seed: int, people: int = 4, crashed: Postgres | None = None) -> Tally:
    """Change accounts, kill and restart a server or sometimes our own database, and check, again and again."""
    chance, tally = random.Random(seed), Tally()
    with tempfile.TemporaryDirectory() as folder:
        key = Path(folder) / "push.pem"
        make_key(key)
        servers = [Server(db, environment={PUSH_KEY: str(key)}) for _ in range(2 if is_url(db) else 1)]
        database, tasks = Database(db), list[asyncio.Task[None]]()
        try:
            for server in servers:
                await server.answers()
            holders = [Holder(number, servers, tally, seed) for number in range(people)]
            for holder in holders:
                holder.others = [other for other in holders if other is not holder]
            tasks = [asyncio.create_task(holder.live()) for holder in holders]
            while tally.kills < kills and not tally.faults:
                await _some_are_done(tally, people * 3, tasks)
                await asyncio.sleep(chance.uniform(0, MOST))
                victims: list[Server | Postgres] = [*servers, crashed] if crashed else [*servers]
                victim = chance.choice(victims)
                await asyncio.to_thread(victim.kill if isinstance(victim, Server) else victim.again)
                tally.kills += 1
                tally.crashes += victim is crashed
                await _check(database, holders, tally)  # a file can be read only while no server has it
                if isinstance(victim, Server):
                    victim.start()
                for server in servers:
                    await server.answers()
        finally:
            await cancel_all(tasks)
            for server in servers:
                server.kill()
            database.close()
    return tally


async def _some_are_done(tally: Tally, wanted: int, tasks: Sequence[asyncio.Task[None]]) -> None:
    """Wait until some more changes were answered, so that each kill hits a server that is at work."""
    before = sum(tally.done.values())
    async with asyncio.timeout(LONGEST):
        while sum(tally.done.values()) < before + wanted and not tally.faults:
            await asyncio.sleep(0.01)
            for task in tasks:
                if task.done():
                    task.result()  # raises why somebody has stopped


async def _check(database: Database, holders: Sequence[Holder], tally: Tally) -> None:
    """Check while nobody changes anything."""
    async with AsyncExitStack() as stack:
        for holder in holders:
            await stack.enter_async_context(holder.busy)
        async with asyncio.timeout(LONGEST):
            while True:
                try:
                    tally.faults += await asyncio.to_thread(check, database, holders, tally)
                except OperationalError:  # it is not back yet
                    await asyncio.sleep(AGAIN)
                else:
                    return


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    add_database(parser, "a PostgreSQL of its own, which is crashed as well")
    chosen = parser.parse_args(arguments)
    with chosen_database(parser, chosen) as (db, crashed):
        tally = asyncio.run(kill_again_and_again(db, chosen.kills, chosen.seed, crashed=crashed))
    print(f"{tally.kills} kills, {tally.crashes} of them of the database, {len(tally.gone)} accounts gone", end=", ")
    print(f"{len(tally.faults)} faults; changes that were answered: {tally.done}; whose answer was lost: {tally.unsure}")
    for fault in tally.faults[:10]:
        print(fault, file=sys.stderr)
    return 1 if tally.faults else 0


if __name__ == "__main__":
    sys.exit(main())
