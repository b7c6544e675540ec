"""A ladder: every pair of several bots plays the same deals in duplicate, which gives ratings.

>>> import sevenfold
>>> from sevenfold.lab.ladder import Plan, play_ladder
>>> found = play_ladder(Plan(sevenfold.load("sane_sevens"), ["beginner", "random"], deals=4))
>>> [(pair.one, pair.other, pair.deals) for pair in found.pairs]
[('beginner', 'random', 4)]

It is the study `strength`, run as any study is, with ratings from its deals: deal i has the seed seed + i, and the results
do not depend on where they are computed.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from threading import Event
from typing import TYPE_CHECKING

from sevenfold.bots import choose
from sevenfold.errors import BadInput

from .duplicate import (
    Estimate,
    Extent,
    as_extent,
    default_extent,
    estimate,
    estimate_share,
    has_deals,
    seatings,
    sides_of,
    skipped,
    span_of,
)
from .rating import Rating, ratings
from .studies import Plan as StudyPlan
from .studies import Run, RunFolder, Settings, named, run
from .studies.backends import backend_named
from .studies.questions.strength import Strength, columns_of
from .studies.running import Progress

if TYPE_CHECKING:
    from sevenfold.playing.game import Game


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

    def study(self) -> StudyPlan:
        """The plan of the study that it is.

        Raises:
            BadInput: The ladder cannot be played.
        """
        settings = Settings(tuple(self.bots), own=(("extent", self.extent),))
        plan = StudyPlan(Strength.name, (named(self.game),), self.deals, self.seed, settings)
        plan.check()
        if self.deals < 2:
            raise BadInput(f"A ladder needs at least 2 deals, not {self.deals}: a single deal gives no interval.")
        return plan


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
    deals: int  # that are finished
    pairs: list[Pair]
    ratings: list[Rating]
    seconds: float
    stopped: bool  # before all deals were played
    set_aside: list[str] = field(default_factory=list)  # seeds of deals that failed three times, and why


def play_ladder(
    plan: Plan,
    *,
    jobs: int = 1,
    on: str = "threads",
    folder: RunFolder | None = None,
    progress: Callable[[Progress], None] = lambda progress: None,
    stop: Event | None = None,
) -> Ladder:
    """Play a ladder.

    Args:
        plan: The ladder.
        jobs: The number of threads or processes; it does not change the results.
        on: Where it is played; see `backend_named`.
        folder: The folder of a run of `plan.study()`, in which finished deals are kept, and are not played again.
        progress: Called with how far it is.
        stop: Once it is set, the finished deals are reported.

    Raises:
        BadInput: The ladder cannot be played.
    """
    asked, backend = plan.study(), backend_named(on, jobs)
    with closing(backend()) as where:
        return ladder_of(run(asked, folder, where, progress=progress, stop=stop))


def prepare(plan: StudyPlan) -> None:
    """Compile what the bots of a ladder need before their time limits apply."""
    (game,), study = plan.loaded(), plan.made()
    for one in study.made:
        state = skipped(game, plan.seed, span_of(game, as_extent(study.own["extent"])))
        while state.turn is not None and len(state.legal_actions()) == 1:
            state.play(state.legal_actions()[0])
        if state.turn is not None:
            choose(one, state, seconds=0.01)


def ladder_of(done: Run) -> Ladder:
    """The ladder in a run of the study `strength` of one game."""
    plan, (table,) = done.plan, done.tables
    study, game, n = plan.made(), table.game, len(table.seeds)
    seats = list(enumerate(study.specs))
    games = n * len(seatings(sides_of(game)))
    pairs, shares = [], {}
    for i, one in seats:
        for j, other in seats[i + 1 :]:
            wins, points = (table.columns[name].tolist() for name in columns_of(one, other))
            shares[i, j] = dict(zip(table.seeds.tolist(), wins, strict=True))
            if n > 1:
                pairs.append(Pair(one, other, n, games, estimate(points), estimate_share(wins)))
    return Ladder(
        game.id, dict(game.options), list(study.specs), plan.seed, as_extent(study.own["extent"]), has_deals(game), n,
        pairs, ratings(list(study.specs), shares) if n > 1 else [], done.seconds, bool(done.stopped),
        [f"{one.unit.seeds}: {one.why}" for one in done.set_aside],
    )  # fmt: skip
