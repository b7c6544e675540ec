"""Kill servers at random moments while people play, and check that no acknowledged move is lost.

    python -m tools.servers.kill_servers --kills 1000
    python -m tools.servers.kill_servers --kills 1000 --postgres
    python -m tools.servers.kill_servers --kills 1000 --db postgresql+psycopg://sevenfold@localhost/empty

With SQLite there is one server; with PostgreSQL there are two, of which one is killed at a time. With --postgres a temporary
PostgreSQL is started, and sometimes crashed and restarted instead of a server.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
from collections.abc import Sequence
from time import monotonic

from sevenfold.server.storage.databases.postgres import is_url
from tools.servers.players import Played, Somebody, check
from tools.servers.server_process import LONGEST, Server
from tools.servers.tasks import cancel_all
from tools.servers.temporary_postgres import Postgres, add_database, chosen_database


async def kill_again_and_again(db: str, kills: int, seed: int, players: int = 4, database: Postgres | None = None) -> Played:
    """Play, kill and restart a server or sometimes our own database, and check, again and again."""
    chance, played = random.Random(seed), Played()
    servers = [Server(db) for _ in range(2 if is_url(db) else 1)]
    people = [Somebody(number, servers, played, seed) for number in range(players)]
    tasks = list[asyncio.Task[None]]()
    try:
        for server in servers:
            await server.answers()
        tasks = [asyncio.create_task(somebody.play()) for somebody in people]
        for _ in range(kills):
            for somebody in people:
                await asyncio.wait_for(somebody.seen.wait(), 240 if not played.kills else LONGEST)
            await asyncio.sleep(chance.uniform(0, 0.5))
            victims: list[Server | Postgres] = [*servers, database] if database else [*servers]
            victim = chance.choice(victims)
            began = monotonic()
            await asyncio.to_thread(victim.again)
            played.kills += 1
            played.crashes += victim is database
            played.faults += check(db, people)
            for somebody in people:
                somebody.seen.clear()
            for somebody in people:
                await asyncio.wait_for(somebody.seen.wait(), LONGEST)
            played.away.append(monotonic() - began)
            if played.faults:
                break
    finally:
        await cancel_all(tasks)
        for server in servers:
            server.kill()
    return played


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    add_database(parser, "a PostgreSQL of its own, which is crashed as well")
    chosen = parser.parse_args(arguments)
    with chosen_database(parser, chosen) as (db, database):
        played = asyncio.run(kill_again_and_again(db, chosen.kills, chosen.seed, database=database))
    away = sorted(played.away)
    print(
        f"{played.kills} kills, {played.crashes} of them of the database,"
        f" {played.rooms} rooms, {played.acknowledged} acknowledged moves, {len(played.faults)} faults;"
        f" all were back after {away[len(away) // 2]:.1f} s, at most {away[-1]:.1f} s"
    )
    for fault in played.faults[:10]:
        print(fault, file=sys.stderr)
    return 1 if played.faults else 0


if __name__ == "__main__":
    sys.exit(main())
