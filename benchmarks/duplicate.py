"""Duplicate play of two bots: `python benchmarks/duplicate.py [GAME …] [--deals 400] [--json FILE]`.

Both bots play the same deals from the same seats. With two sides (seats, or pairs of partners) a deal is played twice, each bot
once on either side. With n sides it is played 2n times: on every side one bot is alone among n - 1 of the other, in both roles.
Where all seats win or lose together, a deal is played twice, by one bot at all seats. So each bot plays each seat's cards
equally often, and the luck of the cards cancels out. The unit of the statistics is the deal: its figures are averages over
its games, and the 95 % intervals are 1.96 s / √deals.

Points: by how much of the game's own score (its `standing`) a seat of the first bot ends above a seat of the second.
Wins: the first bot's share of the wins, a shared win split among its winners; bots of equal strength get 50 % each.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from time import perf_counter

for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ.setdefault(threads, "1")

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from single_observer import SingleObserver

import sevenfold
from sevenfold.bots import Bot, bot, choose
from sevenfold.errors import BadInput, SevenfoldError
from sevenfold.kernel.chance import pick, source
from sevenfold.kernel.questions import deals_done
from sevenfold.playing.chosen import LIMIT

Z95 = 1.96  # the standard normal's 97.5 % point
ONE, OTHER = 0, 1


@dataclass(frozen=True)
class Extent:
    """How much of a game is played: deals played at random first, deals played by the bots (0: all), turns."""

    skipped: int = 0
    deals: int = 0
    turns: int = LIMIT


# Games that would take too long are played only in part; the seats' points are then those at the end of that part.
EXTENTS = {
    "seven_truf": Extent(skipped=6, deals=1),  # the first deal of seven cards
    "second_thoughts": Extent(deals=1),
    "suitability": Extent(deals=1),
}
TOGETHER = ("cooperative_dominoes",)  # all seats win or lose


@dataclass(frozen=True)
class Outcome:
    """A game's end: each seat's bot (ONE or OTHER), its points, and its share of the win."""

    bots: tuple[int, ...]
    points: tuple[float, ...]
    wins: tuple[float, ...]


@dataclass(frozen=True)
class Estimate:
    """A mean over deals with the half-width of its 95 % interval."""

    mean: float
    ci95: float


@dataclass(frozen=True)
class Comparison:
    """The results for one game."""

    game: str
    options: dict[str, bool | int | str]
    one: str
    other: str
    deals: int
    games: int
    extent: Extent
    points: Estimate
    wins: Estimate  # the share of the first bot
    seconds: float


# -- the arithmetic ---------------------------------------------------------------------------------------------------


def sides_of(game: sevenfold.Game) -> tuple[int, ...]:
    """The side of each seat: its partners', or its own."""
    if game.id in TOGETHER:
        return (0,) * game.players
    seats = game.start(0).view().seats
    return tuple(seat.seat if seat.side is None else seat.side for seat in seats)


def seatings(sides: Sequence[int]) -> list[tuple[int, ...]]:
    """Who sits where in the games of one deal: each kind of bot at each seat equally often, partners of the same kind."""
    alone = [tuple(ONE if side == lone else OTHER for side in sides) for lone in sorted(set(sides))]
    others = [tuple(1 - kind for kind in kinds) for kinds in alone]
    return alone if len(alone) == 2 else alone + others


def shares(winners: Sequence[int], players: int, *, together: bool = False) -> tuple[float, ...]:
    """Each seat's share of a win; where nobody won, all share it, except in games that all win or lose together."""
    sharing = winners if winners or together else range(players)
    return tuple(1 / len(sharing) if seat in sharing else 0.0 for seat in range(players))


def points_ahead(games: Sequence[Outcome]) -> float:
    """By how much a seat of the first bot ended above one of the second, on average over a deal's games."""
    seats = [seat for game in games for seat in zip(game.bots, game.points, strict=True)]
    return mean(points for kind, points in seats if kind == ONE) - mean(points for kind, points in seats if kind == OTHER)


def share_of_wins(games: Sequence[Outcome], *, together: bool = False) -> float:
    """The first bot's share of the wins of a deal's games; 0.5 where both do equally well."""
    if together:
        won = {game.bots[0]: sum(game.wins) for game in games}
        return 0.5 + (won[ONE] - won[OTHER]) / 2
    return mean(sum(share for kind, share in zip(game.bots, game.wins, strict=True) if kind == ONE) for game in games)


def estimate(values: Sequence[float]) -> Estimate:
    """Mean and interval of the figures of two or more deals."""
    return Estimate(mean(values), Z95 * stdev(values) / sqrt(len(values)))


# -- playing ----------------------------------------------------------------------------------------------------------


def bot_of(spec: str) -> Bot:
    """A bot of the package, or `single_observer:1000`, the earlier search bot."""
    kind, _, argument = spec.partition(":")
    return SingleObserver(argument) if kind == "single_observer" else bot(spec)


def play(game: sevenfold.Game, seed: int, bots: Sequence[Bot], kinds: tuple[int, ...], extent: Extent) -> Outcome:
    """One game. Both bots draw from the same source of chance at the same point."""
    state = game.start(seed, limit=extent.turns)
    chooser = source(seed)
    while not state.is_over and deals_done(state.position[0]) < extent.skipped:
        state.play(pick(chooser[0], state.legal_actions().members))
    before = state.standing()
    until = extent.skipped + extent.deals
    while state.turn is not None and not (extent.deals and deals_done(state.position[0]) >= until):
        state.play(choose(bots[kinds[state.turn]], state))
    points = [now - then for now, then in zip(state.standing(), before, strict=True)]
    if state.is_over and not state.is_truncated and not extent.skipped:
        return Outcome(kinds, tuple(points), shares(state.winners(), game.players, together=game.id in TOGETHER))
    best = [seat for seat, value in enumerate(points) if value == max(points)]
    return Outcome(kinds, tuple(points), shares(best, game.players))


def play_deal(name: str, seed: int, specs: tuple[str, str]) -> tuple[float, float]:
    """All games of one deal: (points ahead, share of the wins)."""
    game, together = sevenfold.load(name), name in TOGETHER
    bots = [bot_of(spec) for spec in specs]
    extent = EXTENTS.get(name, Extent())
    games = [play(game, seed, bots, kinds, extent) for kinds in seatings(sides_of(game))]
    return points_ahead(games), share_of_wins(games, together=together)


def compare(name: str, specs: tuple[str, str], deals: int, seed: int, pool: ProcessPoolExecutor, bar: Progress) -> Comparison:
    """Play this many deals of a game, with its default options."""
    game = sevenfold.load(name)
    start = perf_counter()
    task = bar.add_task(name, total=deals)
    found = []
    for figures in pool.map(play_deal, *zip(*((name, seed + i, specs) for i in range(deals)), strict=True)):
        found.append(figures)
        bar.advance(task)
    points, wins = zip(*found, strict=True)
    each = len(seatings(sides_of(game)))
    return Comparison(
        name, dict(game.options), *specs, deals, deals * each, EXTENTS.get(name, Extent()),
        estimate(points), estimate(wins), perf_counter() - start,
    )  # fmt: skip


# -- the command ------------------------------------------------------------------------------------------------------


def table(found: Sequence[Comparison]) -> Iterator[str]:
    """The comparisons as lines of Markdown."""
    yield "| game | players | deals | games | points | share of the wins |"
    yield "|---|---|---|---|---|---|"
    for one in found:
        players = sevenfold.load(one.game).players
        points = f"{one.points.mean:+.3g} ± {one.points.ci95:.2g}"
        wins = f"{100 * one.wins.mean:.1f} ± {100 * one.wins.ci95:.1f} %"
        yield f"| {sevenfold.load(one.game).name} | {players} | {one.deals} | {one.games} | {points} | {wins} |"


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare two bots in the games asked for."""
    several = [name for name in sevenfold.names() if max(sevenfold.load(name).rules.player_counts) > 1]
    parser = argparse.ArgumentParser(description="Duplicate play of two bots: the same deals, every seating.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(several)}; all without one")
    parser.add_argument("--one", default="search:1000", metavar="BOT", help="the first bot (search:1000)")
    parser.add_argument("--other", default="single_observer:1000", metavar="BOT", help="the second (single_observer:1000)")
    parser.add_argument("--deals", type=int, default=400, metavar="N", help="deals a game, 2 or more (400)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="of the first deal; the next is of S + 1")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)), metavar="J", help="processes; one a core")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results to this file too")
    asked = parser.parse_args(arguments)
    try:
        for spec in (asked.one, asked.other):
            bot_of(spec)
        if asked.deals < 2 or asked.jobs < 1:
            raise BadInput("--deals must be at least 2, --jobs at least 1.")
        unfit = [name for name in asked.games if name not in several]
        if unfit:
            raise BadInput(f"There is no game {unfit[0]} for several players; there are {', '.join(several)}.")
    except SevenfoldError as error:
        parser.error(str(error))
    found = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("deals"), TimeRemainingColumn())
    with (
        ProcessPoolExecutor(asked.jobs) as pool,
        Progress(*columns, console=Console(stderr=True), transient=True) as bar,
    ):
        for name in asked.games or several:
            found.append(compare(name, (asked.one, asked.other), asked.deals, asked.seed, pool, bar))
            if asked.json:
                asked.json.write_text(json.dumps([asdict(one) for one in found], indent=1) + "\n")
    print(f"{asked.one} against {asked.other}, deals from seed {asked.seed} on; points and wins of {asked.one}:\n")
    print("\n".join(table(found)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
