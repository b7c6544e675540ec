"""Everything at once: two servers on one PostgreSQL while servers, database, network, disk, clocks and caches fail in turn.

    python -m tools.servers.chaos --minutes 60 --rooms 50 --seed 1 --json report.json
    python -m tools.servers.chaos --minutes 2 --rooms 10 --only "server killed" "database frozen"

People play through a proxy, and keep what was acknowledged. The seed settles which trouble comes when; what the machine cannot
do (network namespaces, a small disk) is left out and named. Exits with 1 if there was a fault.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from tools.servers.temporary_postgres import NoPostgres

from .report import as_json, as_text
from .run import run
from .troubles import KINDS


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser("python -m tools.servers.chaos", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--rooms", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", nargs="+", choices=KINDS, default=[], metavar="KIND", help=f"of: {', '.join(KINDS)}")
    parser.add_argument("--json", type=Path, help="a file for the report")
    parser.add_argument("--logs", type=Path, help="a folder that is to have what the servers log")
    chosen = parser.parse_args(arguments)
    if chosen.logs:
        chosen.logs.mkdir(parents=True, exist_ok=True)
    try:
        diary, samples = asyncio.run(run(60 * chosen.minutes, chosen.rooms, chosen.seed, chosen.only, logs=chosen.logs))
    except NoPostgres as error:
        parser.error(str(error))
    if chosen.json:
        told = as_json(diary, samples, minutes=chosen.minutes, people=chosen.rooms, seed=chosen.seed)
        chosen.json.write_text(json.dumps(told, indent=1) + "\n")
    print(as_text(diary, samples))
    return 1 if diary.found else 0


if __name__ == "__main__":
    sys.exit(main())
