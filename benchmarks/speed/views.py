"""Views a second, made and encoded as JSON for a client: `python -m benchmarks.speed.views [--beside SRC]`.

A person has a seat in a game of random players and gets a view after every action. Only the middle half of a game
counts. The events of an action are computed once for all viewers, so they are timed separately. Times are processor time of one
thread. With `--beside`, another version (its `src` folder) plays the same games, in turn with this one.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from time import thread_time
from typing import Any

MOST = 400  # actions of a game that are played


@dataclass
class Tally:
    """The number of views made, and the seconds they took."""

    views: int = 0
    seconds: float = 0.0
    own: int = 0  # of them: views of the seat to move
    own_seconds: float = 0.0
    told_seconds: float = 0.0  # that it took to find out what happened by as many actions
    size: int = 0  # characters written

    def add(self, seconds: float, told: float, size: int, *, own: bool) -> None:
        """Count a view, and the action before it."""
        self.views, self.seconds, self.size = self.views + 1, self.seconds + seconds, self.size + size
        self.told_seconds += told
        if own:
            self.own, self.own_seconds = self.own + 1, self.own_seconds + seconds


def show(game: Any, seed: int, tally: Tally) -> None:
    """Play a random game, and make views of its middle half for one of its seats."""
    from sevenfold.protocol.codec import view_message, written
    from sevenfold.seat_names import names_for
    from sevenfold.server.room.room_info import listed_info
    from sevenfold.server.storage import StoredRoom, StoredSeat

    actions = random_actions(game, seed)
    seat = seed % game.players
    names = names_for(game.players, seat)
    sitting = [StoredSeat(other, "person" if other == seat else "bot") for other in range(game.players)]
    state = game.start(seed=seed)
    stored = StoredRoom("room", game.id, dict(game.options), sitting, str(seed), limit=state.limit)
    for made, action in enumerate(actions[: 3 * len(actions) // 4], 1):
        state.play(action)
        start = thread_time()
        state.event_log()
        told = thread_time()
        if made > len(actions) // 4:
            text = view_message(written(state.view(seat, names)), written(listed_info(stored, game.name, None)))
            tally.add(thread_time() - told, told - start, len(text), own=state.turn == seat)
        elif made > len(actions) // 4 - 12:
            state.view(seat, names)  # the person has looked on


def random_actions(game: Any, seed: int) -> list[int]:
    """The actions of a random game."""
    state, chooser = game.start(seed=seed), Random(seed)
    while not state.is_over and state.made < MOST:
        legal = state.legal_actions()
        state.play(chooser.choice([action for action in range(63) if action in legal]))
    return list(state.actions)


def measured(name: str, seconds: float) -> Tally:
    """Views of a game, from every seat, for about the given time."""
    import sevenfold

    game, tally = sevenfold.load(name), Tally()
    show(game, 1, Tally())  # compiles
    for seed in count(1):
        show(game, seed, tally)
        if tally.seconds > seconds and seed >= game.players:
            break
    return tally


def serve() -> None:
    """Measure on request: each input line is a game and a number of seconds."""
    for line in sys.stdin:
        name, seconds = line.split()
        print(json.dumps(asdict(measured(name, float(seconds)))), flush=True)


class Version:
    """A version of Sevenfold in its own process."""

    def __init__(self, source: Path) -> None:
        environment = os.environ | {"PYTHONPATH": str(source.resolve())}
        command = [sys.executable, __file__, "--serve"]
        self._process = subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def measured(self, name: str, seconds: float) -> Tally:
        """Let the version measure a game."""
        assert self._process.stdin
        assert self._process.stdout
        print(name, seconds, file=self._process.stdin, flush=True)
        return Tally(**json.loads(self._process.stdout.readline()))

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


@contextmanager
def versions(sources: Sequence[Path]) -> Iterator[list[Version]]:
    """Versions for the duration of the block."""
    opened = [Version(source) for source in sources]
    try:
        yield opened
    finally:
        for version in opened:
            version.close()


def told(found: Sequence[Tally]) -> str:
    """The lines with the medians of all rounds."""
    views = median(one.views / one.seconds for one in found)
    own = median(one.own / one.own_seconds for one in found)
    happened = median(one.told_seconds / one.views for one in found) * 1e6
    return f"{views:7,.0f} {own:7,.0f} {happened:5.0f} {found[0].size / found[0].views / 1000:5.1f}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    import sevenfold

    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", nargs="+", metavar="GAME", choices=sevenfold.game_names(), default=sevenfold.game_names())
    parser.add_argument("--seconds", type=float, default=0.3, help="of each game and round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--beside", metavar="SRC", type=Path, help="the src folder of the version to compare with")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args(arguments)
    if asked.serve:
        serve()
        return 0
    print("views/s, of the seat to move; µs to find out what happened by an action; kB a view")
    with versions([Path(sevenfold.__file__).parent.parent, *([asked.beside] if asked.beside else [])]) as both:
        for name in asked.only:
            rounds = [[version.measured(name, asked.seconds) for version in both] for _ in range(asked.rounds)]
            line = " | ".join(told([sides[i] for sides in rounds]) for i in range(len(both)))
            if asked.beside:
                ratio = median(other.seconds / other.views / ours.seconds * ours.views for ours, other in rounds)
                line += f" | x {ratio:.2f}"
            print(f"{name:<22}{line}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
