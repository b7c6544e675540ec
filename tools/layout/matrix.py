"""The layout matrix: every game, number of players, state and size, in a real browser.

`python -m tools.layout.matrix --games suitability --sizes 390x844 --states mid,late --shots FOLDER`
prints one line for every moment in which something is cut, covered or tiny, and ends with 1 if there are any.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, Error

import sevenfold
from helpers.guests.example_games import installed
from helpers.page_driver import browser
from helpers.table_server import running

from .positions import Positions, variants
from .screen import Fault, Screen
from .sheet import write_sheet
from .sizes import EXTREMES, SIZES, drawn_size, size_named
from .states import STATES, Look, Missing, Tables, large_scores, still_bots
from .surroundings import surroundings

AROUND = "pages"  # in place of a game: the pages around the table
TOUCHED = ("first", "mid", "late")  # the states in which the player is to move
STEPS = {"replay": 2, "end": 1}  # of a replay, in which nothing may jump
SLOW = 4.0  # milliseconds that the layout of a position may take


@dataclass
class Moment:
    """One game in one state at one size, and what is wrong there."""

    game: str
    players: int
    state: str
    size: str
    faults: list[Fault] = field(default_factory=list)
    layout: float | None = None  # milliseconds
    picture: str = ""  # the file's name

    def __str__(self) -> str:
        return f"{self.game} {self.players} {self.state} {self.size}"


@dataclass
class Skipped:
    """A state that a game does not have."""

    game: str
    players: int
    state: str
    why: str


@dataclass(frozen=True)
class How:
    """How the moments are made and looked at.

    Attributes:
        shots: Where pictures are stored; None for no pictures.
        packages: The folders of packages whose games are looked at as if they were installed.
        is_timed: Whether the layout is timed.
        is_extreme: Whether names are as long and scores as high as can be.
        forced_colours: Whether the browser has the system's colours alone.
        drawn: The seed by which one size is drawn for each state; None for those asked for.
    """

    shots: Path | None = None
    packages: tuple[Path, ...] = ()
    is_timed: bool = False
    is_extreme: bool = False
    forced_colours: bool = False
    drawn: int | None = None


@dataclass(frozen=True)
class Asked:
    """What is to be looked at of one game with a number of players."""

    game: str
    players: int
    states: tuple[str, ...] = STATES
    sizes: tuple[str, ...] = tuple(SIZES)


def look(launched: Browser, asked: Iterable[Asked], how: How = How()) -> Iterator[Moment | Skipped]:
    """Look at games, one after the other in one browser."""
    scores = large_scores() if how.is_extreme else nullcontext()
    with tempfile.TemporaryDirectory() as folder, still_bots(), scores, running(Path(folder) / "table.db") as server:
        tables = Tables(server, launched, long_names=how.is_extreme, forced_colours=how.forced_colours)
        with tables.screen() as shown, tables.screen(newcomer=True) as newcomer:
            for one in asked:
                if one.game == AROUND:
                    yield from _around(tables, shown, one, how)
                    continue
                (game,) = variants(one.game, {one.players})
                there = Look(tables, Positions.of(game), shown, newcomer)
                for state in one.states:
                    try:
                        with there.at(state) as page:
                            beginnings = there.beginnings if state in TOUCHED else []
                            for size in sizes_of(one, state, how):
                                yield _moment(page, Moment(one.game, one.players, state, size), how, beginnings)
                    except Missing as why:
                        yield Skipped(one.game, one.players, state, str(why))
                    except Error as error:
                        told = [Fault("not reached", state, str(error).splitlines()[0])]
                        sizes = sizes_of(one, state, how)
                        yield from (Moment(one.game, one.players, state, size, told) for size in sizes)
                        shown.leave()
                        newcomer.leave()


def sizes_of(asked: Asked, state: str, how: How) -> Sequence[str]:
    """The sizes at which a state is looked at."""
    if how.drawn is None:
        return asked.sizes
    return [drawn_size(Random(f"{how.drawn} {asked.game} {asked.players} {state}")).name]


def _around(tables: Tables, page: Screen, asked: Asked, how: How) -> Iterator[Moment]:
    """The pages around the table, with their dialogs."""
    for name in surroundings(tables, page):
        for size in sizes_of(asked, name, how):
            yield _moment(page, Moment(AROUND, 0, name, size), how)


def _moment(page: Screen, moment: Moment, how: How, beginnings: Sequence[Sequence[str]] = ()) -> Moment:
    page.resize(size_named(moment.size))
    moment.faults = page.faults(table=moment.game != AROUND)
    moment.faults += page.jumps(STEPS.get(moment.state, 0))
    if moment.state in TOUCHED:
        moment.faults += page.stirs(beginnings)
    if how.is_timed:
        moment.layout = page.layout_time()
    if how.shots:
        moment.picture = re.sub(r"[^\w-]+", "-", str(moment)) + ".jpg"
        (how.shots / moment.picture).write_bytes(page.picture())
    return moment


@contextmanager
def with_packages(packages: Iterable[Path]) -> Iterator[list[str]]:
    """Let the games of packages be found inside the block; yields their ids."""
    with ExitStack() as stack:
        folders = (Path(stack.enter_context(tempfile.TemporaryDirectory())) for _ in count())
        yield [stack.enter_context(installed(folder, package)).id for folder, package in zip(folders, packages, strict=False)]


def _share(how: How, asked: Sequence[Asked]) -> list[Moment | Skipped]:
    """What one of several processes looks at; it prints what is wrong."""
    found = []
    with with_packages(how.packages), browser() as launched:
        for one in look(launched, asked, how):
            if isinstance(one, Moment) and one.faults:
                print(f"{one}: {'; '.join(map(str, one.faults))}", flush=True)
            found.append(one)
    return found


def summary(moments: Sequence[Moment], skipped: Sequence[Skipped]) -> Iterator[str]:
    """The figures of a run, line by line."""
    bad = [one for one in moments if one.faults]
    for what in ("game", "players", "size", "state"):
        every, faulty = Counter(getattr(one, what) for one in moments), Counter(getattr(one, what) for one in bad)
        yield f"by {what}: " + ", ".join(f"{name} {faulty[name]}/{every[name]}" for name in every)
    kinds = Counter(kind for one in bad for kind in {fault.kind for fault in one.faults})
    yield "by kind: " + (", ".join(f"{kind} {count}" for kind, count in kinds.most_common()) or "none")
    for why in sorted({one.why for one in skipped}):
        those = [f"{one.game} {one.players} {one.state}" for one in skipped if one.why == why]
        yield f"not there ({why}): {', '.join(those)}"
    times = sorted(one.layout for one in moments if one.layout is not None)
    if times:
        slow = sum(time > SLOW for time in times)
        yield f"layout: median {times[len(times) // 2]:.1f} ms, longest {times[-1]:.1f} ms, over {SLOW:g} ms in {slow}"
    yield f"{len(bad)} of {len(moments)} moments have faults"


def main(arguments: Sequence[str] | None = None) -> int:
    """Look at what the arguments name; returns 1 if there are faults."""
    parser = argparse.ArgumentParser(description="Look for what is cut, covered or tiny on the page.")
    listed = partial(str.split, sep=",")
    parser.add_argument(
        "--games", type=listed, help="ids, separated by commas; by default those of all games, or of the packages"
    )
    parser.add_argument(
        "--packages", type=lambda text: tuple(map(Path, text.split(","))), default=(), help="folders, as examples/caravans"
    )
    parser.add_argument("--players", type=lambda text: {int(one) for one in text.split(",")}, help="numbers of players")
    parser.add_argument(
        "--sizes",
        type=listed,
        help=f"{', '.join(SIZES)}; also {', '.join(EXTREMES)}; or any, like 667x375t (touched)",
    )
    parser.add_argument("--states", type=listed, default=list(STATES), help=", ".join(STATES))
    parser.add_argument("--shots", type=Path, help="a folder for pictures and a contact sheet")
    parser.add_argument("--json", type=Path, help="a file for everything that was found")
    parser.add_argument("--jobs", type=int, default=2, help="browsers at a time")
    parser.add_argument("--time", action="store_true", help="time the layout, too")
    parser.add_argument(
        "--extreme", action="store_true", help="names of 24 wide letters or from right to left, scores of six digits"
    )
    parser.add_argument("--forced-colours", action="store_true", help="the system's colours alone")
    parser.add_argument("--drawn", type=int, metavar="SEED", help="each state at one size, drawn at random; not with --sizes")
    given = parser.parse_args(arguments)
    if unknown := set(given.states) - set(STATES):
        parser.error(f"there is no {', '.join(sorted(unknown))}; there are {', '.join(STATES)}")
    if given.sizes and given.drawn is not None:
        parser.error("--drawn draws the sizes; leave out --sizes")
    given.sizes = given.sizes or list(SIZES)
    for name in given.sizes:
        try:
            size_named(name)
        except ValueError as error:
            parser.error(str(error))
    if given.shots:
        given.shots.mkdir(parents=True, exist_ok=True)
    with with_packages(given.packages) as ids:
        wanted = given.games or ids or [*sevenfold.game_names(), AROUND]
        games = [(game.id, game.players) for name in wanted if name != AROUND for game in variants(name, given.players)]
    names = [*games, *((AROUND, 0) for name in wanted if name == AROUND)]
    asked = [Asked(*name, tuple(given.states), tuple(given.sizes)) for name in names]
    how = How(given.shots, given.packages, given.time, given.extreme, given.forced_colours, given.drawn)
    began = time.monotonic()
    shares = [asked[i :: given.jobs] for i in range(min(given.jobs, len(asked)))]
    with ProcessPoolExecutor(max(1, len(shares)), get_context("spawn")) as pool:
        found = [one for share in pool.map(partial(_share, how), shares) for one in share]
    found.sort(key=lambda one: names.index((one.game, one.players)))
    moments = [one for one in found if isinstance(one, Moment)]
    skipped = [one for one in found if isinstance(one, Skipped)]
    for line in summary(moments, skipped):
        print(line)
    print(f"{time.monotonic() - began:.0f} s")
    if given.json:
        given.json.write_text(
            json.dumps({"moments": [asdict(one) for one in moments], "skipped": [asdict(one) for one in skipped]})
        )
    if given.shots:
        write_sheet(given.shots / "index.html", moments)
    return int(any(one.faults for one in moments))


if __name__ == "__main__":
    sys.exit(main())
