"""Views a second, made and written as the JSON that a client is sent: `python benchmarks/views.py [--beside SRC]`.

A person sits at a game of random players and is shown it after every action, as at the table. Only the middle half of a game
counts. What happened by an action is found out once for everybody, so it is timed apart. With `--beside`, another version
(its `src` folder) shows the same games in processes that take turns with this one's.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

MOST = 400  # actions of a game that are played


@dataclass
class Tally:
    """How many views were made, in how many seconds."""

    views: int = 0
    seconds: float = 0.0
    own: int = 0  # of them: views of the seat to move
    own_seconds: float = 0.0
    told: int = 0  # actions of which was found out what happened
    told_seconds: float = 0.0
    size: int = 0  # characters written

    def add(self, seconds: float, told: float, size: int, *, own: bool) -> None:
        """Count a view, and the action before it."""
        self.views, self.seconds, self.size = self.views + 1, self.seconds + seconds, self.size + size
        self.told, self.told_seconds = self.told + 1, self.told_seconds + told
        if own:
            self.own, self.own_seconds = self.own + 1, self.own_seconds + seconds

    def speeds(self) -> dict[str, float]:
        """Views a second, those of the seat to move, microseconds to find out what happened, kilobytes of a view."""
        return {
            "views": self.views / self.seconds,
            "own": self.own / self.own_seconds,
            "told": self.told_seconds / self.told * 1e6,
            "size": self.size / self.views / 1000,
        }


def show(game: Any, seed: int, tally: Tally) -> None:
    """Play a random game, and show its middle half to the person at one of its seats."""
    from sevenfold.people import names_for
    from sevenfold.table.messages import room_info, written
    from sevenfold.table.protocol import ViewMessage
    from sevenfold.table.storage import StoredRoom

    actions = random_actions(game, seed)
    seat = seed % game.players
    names = names_for(game.players, seat)
    bots = [{"kind": "random", "pace": "instant"}] * (game.players - 1)
    state = game.start(seed=seed)
    for made, action in enumerate(actions[: 3 * len(actions) // 4], 1):
        state.play(action)
        start = perf_counter()
        state.story()
        told = perf_counter()
        if made > len(actions) // 4:
            stored = StoredRoom(id="room", game=game.id, options=game.options, seat=seat, bots=bots, seed=seed, limit=state.limit)
            text = written(ViewMessage(view=state.view(seat, names), room=room_info(stored, game.name)))
            tally.add(perf_counter() - told, told - start, len(text), own=state.turn == seat)
        elif made > len(actions) // 4 - 12:
            state.view(seat, names)  # the person has looked on


def random_actions(game: Any, seed: int) -> list[int]:
    """The actions of a random game, as many as are played."""
    state, chooser = game.start(seed=seed), Random(seed)
    while not state.is_over and state.made < MOST:
        state.play(chooser.choice([action for action in range(63) if action in state.legal_actions()]))
    return list(state.actions)


def measured(name: str, seconds: float) -> dict[str, float]:
    """How fast views of a game are made, for about so long."""
    import sevenfold

    game, tally = sevenfold.load(name), Tally()
    show(game, 1, Tally())  # compiles
    for seed in seeds():
        show(game, seed, tally)
        if tally.seconds > seconds and seed >= game.players:
            break
    return tally.speeds()


def seeds() -> Iterator[int]:
    """1, 2 …"""
    seed = 0
    while True:
        yield (seed := seed + 1)


def round_of(source: Path, names: Sequence[str], seconds: float) -> dict[str, dict[str, float]]:
    """A round with the version in a `src` folder, in a process of its own."""
    command = [sys.executable, __file__, "--seconds", str(seconds), "--only", *names, "--print"]
    environment = os.environ | {"PYTHONPATH": str(source.resolve())}
    done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    found: dict[str, dict[str, float]] = json.loads(done.stdout)
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    import sevenfold

    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", nargs="+", metavar="GAME", choices=sevenfold.names(), default=sevenfold.names())
    parser.add_argument("--seconds", type=float, default=0.5, help="of each game and round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--beside", metavar="SRC", type=Path, help="the src folder of the version to compare with")
    parser.add_argument("--print", action="store_true", help="one round, as JSON")
    asked = parser.parse_args(arguments)
    if asked.print:
        print(json.dumps({name: measured(name, asked.seconds) for name in asked.only}))
        return 0
    sources = [Path(sevenfold.__file__).parent.parent, *([asked.beside] if asked.beside else [])]
    rounds = [[round_of(source, asked.only, asked.seconds) for source in sources] for _ in range(asked.rounds)]
    print("views/s, of the seat to move; µs to find out what happened; kB a view" + ("; the other version" if asked.beside else ""))
    for name in asked.only:
        columns = [told([sides[i][name] for sides in rounds]) for i in range(len(sources))]
        ratio = ""
        if asked.beside:
            ratio = f"  x {median(ours[name]['views'] / other[name]['views'] for ours, other in rounds):.2f}"
        print(f"{name:<22}" + "  beside  ".join(columns) + ratio)
    return 0


def told(found: Sequence[dict[str, float]]) -> str:
    """The medians of all rounds."""
    views, own, happened, size = (median(one[key] for one in found) for key in ("views", "own", "told", "size"))
    return f"{views:7,.0f} {own:7,.0f} {happened:5.0f} {size:5.1f}"


if __name__ == "__main__":
    sys.exit(main())
