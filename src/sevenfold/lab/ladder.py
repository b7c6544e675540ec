"""A ladder: every pair of several bots plays the same deals in duplicate, which gives ratings.

>>> import sevenfold
>>> from sevenfold.lab.ladder import Plan, play_ladder
>>> found = play_ladder(Plan(sevenfold.load("sane_sevens"), ["beginner", "random"], deals=4))
>>> [(pair.one, pair.other, pair.deals) for pair in found.pairs]
[('beginner', 'random', 4)]

Deal i has the seed seed + i. The results do not depend on the number of jobs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import combinations, islice
from threading import Event
from time import perf_counter
from typing import TYPE_CHECKING, Any

from sevenfold.bots import Bot, bot, choose
from sevenfold.bots.levels import SPECS, spec_of
from sevenfold.errors import BadInput
from sevenfold.kernel.chance import MOST_SMALL_SEED

from .deal_file import DealFile
from .duplicate import (
    DealResult,
    Estimate,
    Extent,
    Stopped,
    default_extent,
    estimate,
    estimate_share,
    has_deals,
    play_deal,
    skipped,
    span_of,
)
from .rating import Rating, ratings

if TYPE_CHECKING:
    from sevenfold.playing.game import Game

MOST_JOBS = 256
Key = tuple[int, int, int]  # the first bot, the second bot, the deal


@dataclass(frozen=True)
class Plan:
    """A ladder to be played.

    Attributes:
        game: The game with its options.
        bots: The specs of the bots.
        deals: How many deals each pair plays.
        seed: The seed of the first deal; deal i has the seed `seed + i`.
        chosen_extent: Whole games or one deal of each; None for the game's default.
    """

    game: Game
    bots: list[str]
    deals: int = 100
    seed: int = 0
    chosen_extent: Extent | None = None

    @property
    def extent(self) -> Extent:
        """Whether whole games are played, or one deal of each."""
        return self.chosen_extent or default_extent(self.game)

    def check(self) -> list[Bot]:
        """The bots; BadInput for a ladder that cannot be played."""
        made = [bot(spec) for spec in self.bots]
        specs = [one.spec for one in made]
        twice = [spec for spec in specs if specs.count(spec) > 1]
        if twice:
            raise BadInput(f"A ladder has each bot once; {twice[0]} is named twice.")
        if len(made) < 2:
            raise BadInput("A ladder needs at least two bots, as in --bots expert,club.")
        if self.game.players == 1:
            raise BadInput(f"{self.game.name} is for one here: nobody plays against anybody. `sevenfold simulate` counts wins.")
        if self.deals < 2:
            raise BadInput(f"A ladder needs at least 2 deals, not {self.deals}: a single deal gives no interval.")
        if not 0 <= self.seed <= MOST_SMALL_SEED - (self.deals - 1):
            raise BadInput(f"The seeds, {self.seed} to {self.seed + self.deals - 1}, must lie between 0 and 2^64 - 1.")
        span_of(self.game, self.extent)
        return made

    def settings(self) -> dict[str, Any]:
        """The settings on which the results of a deal depend."""
        settings = {
            "game": self.game.id, "options": dict(self.game.options), "bots": self.bots, "seed": self.seed,
            "extent": self.extent,
        }  # fmt: skip
        levels = {name: spec_of(name, self.game) for name in self.bots if name in SPECS}
        return {**settings, "levels": levels} if levels else settings  # a level may become a different bot


@dataclass(frozen=True)
class Pair:
    """The results of two bots: the first one's lead in points, and its share of the wins."""

    one: str
    other: str
    deals: int
    games: int
    points: Estimate
    wins: Estimate


@dataclass(frozen=True)
class Ladder:
    """The results of a ladder; `sevenfold ladder --json` prints its `dataclasses.asdict`."""

    game: str
    options: dict[str, bool | int | str]
    bots: list[str]
    seed: int
    extent: Extent
    is_of_deals: bool  # whether the game has several deals
    deals: int  # that all pairs have finished
    pairs: list[Pair]
    ratings: list[Rating]
    seconds: float
    stopped: bool  # before all deals were played


def play_ladder(
    plan: Plan,
    *,
    jobs: int = 1,
    file: DealFile | None = None,
    progress: Callable[[int], None] = lambda done: None,
    stop: Event | None = None,
) -> Ladder:
    """Play a ladder.

    Args:
        plan: The ladder.
        jobs: The number of threads; it does not change the results.
        file: A file of finished deals, which are not played again. Newly finished deals are added to it.
        progress: Called with the number of finished deals of all pairs together.
        stop: Once it is set, the finished deals are reported.

    Raises:
        BadInput: The ladder cannot be played.
    """
    made, stop = plan.check(), stop or Event()
    if not 1 <= jobs <= MOST_JOBS:
        raise BadInput(f"The number of jobs must be from 1 to {MOST_JOBS}, not {jobs}.")
    results: dict[Key, DealResult] = dict(file.results) if file else {}
    pairs = list(combinations(range(len(made)), 2))
    wanted = [(*pair, deal) for deal in range(plan.deals) for pair in pairs]
    results = {key: results[key] for key in wanted if key in results}
    began = perf_counter()
    progress(len(results))
    for key, result in _played(plan, made, iter([key for key in wanted if key not in results]), jobs, stop):
        results[key] = result
        if file:
            file.add(key, result)
        progress(len(results))
    return report(plan, results, perf_counter() - began, stopped=len(results) < len(wanted))


def prepare(plan: Plan) -> None:
    """Compile what the bots need before their time limits apply."""
    for one in plan.check():
        state = skipped(plan.game, plan.seed, span_of(plan.game, plan.extent))
        while state.turn is not None and len(state.legal_actions()) == 1:
            state.play(state.legal_actions()[0])
        if state.turn is not None:
            choose(one, state, seconds=0.01)


def _played(plan: Plan, bots: list[Bot], wanted: Iterator[Key], jobs: int, stop: Event) -> Iterator[tuple[Key, DealResult]]:
    span = span_of(plan.game, plan.extent)

    def play(one: int, other: int, deal: int) -> DealResult | None:
        try:
            return play_deal(plan.game, plan.seed + deal, (bots[one], bots[other]), span, stop)
        except Stopped:
            return None

    with ThreadPoolExecutor(jobs) as pool:
        under_way: dict[Future[DealResult | None], Key] = {}
        try:
            while True:
                if not stop.is_set():
                    under_way |= {pool.submit(play, *key): key for key in islice(wanted, 2 * jobs - len(under_way))}
                if not under_way:
                    return
                for done in wait(under_way, return_when=FIRST_COMPLETED).done:
                    key, result = under_way.pop(done), done.result()
                    if result is not None:
                        yield key, result
        except BaseException:
            stop.set()  # the others need not finish
            raise


def report(plan: Plan, results: dict[Key, DealResult], seconds: float, *, stopped: bool) -> Ladder:
    """The results of the finished deals; pairs with fewer than two are left out."""
    by_pair: dict[tuple[int, int], dict[int, DealResult]] = {}
    for (one, other, deal), result in sorted(results.items()):
        by_pair.setdefault((one, other), {})[deal] = result
    every = len(plan.bots) * (len(plan.bots) - 1) // 2
    complete = set.intersection(*(set(of_pair) for of_pair in by_pair.values())) if len(by_pair) == every else set()
    pairs = [
        Pair(
            plan.bots[one], plan.bots[other], len(of_pair), sum(result.games for result in of_pair.values()),
            estimate([result.points for result in of_pair.values()]),
            estimate_share([result.wins for result in of_pair.values()]),
        )
        for (one, other), of_pair in by_pair.items() if len(of_pair) > 1
    ]  # fmt: skip
    shares = {pair: {deal: result.wins for deal, result in of_pair.items()} for pair, of_pair in by_pair.items()}
    rated = ratings(plan.bots, shares) if len(complete) > 1 else []
    return Ladder(
        plan.game.id, dict(plan.game.options), plan.bots, plan.seed, plan.extent, has_deals(plan.game), len(complete),
        pairs, rated, seconds, stopped,
    )  # fmt: skip
