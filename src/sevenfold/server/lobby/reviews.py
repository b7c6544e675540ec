"""The coach on games that are over: one decision after another, off the event loop, and kept when it is done."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from typing import NamedTuple

from pydantic import ValidationError

from sevenfold._version import __version__
from sevenfold.bots import EXPERT, bot
from sevenfold.coaching import Decision
from sevenfold.coaching.advice import check_budget, terms_of
from sevenfold.playing.game import Game, State
from sevenfold.protocol import GameReview, OpenFinding, ReviewedDecision
from sevenfold.protocol.errors import Refused
from sevenfold.server.storage import Storage, reviews
from sevenfold.session.review import ReviewInProgress

from .lobby import Hall

log = logging.getLogger(__name__)
KEPT = 64  # reviews in memory
MOST_AT_ONCE = 8
SECONDS = 1.0  # that a decision may take at most, and again as long for a solver
PATIENCE = 30.0  # seconds that a review goes on without being asked for
GONE_WRONG = "The review could not be made."


class ReviewOf(NamedTuple):
    """Which game is reviewed, as it ended with so many entries, and whose decisions."""

    room: str
    number: int
    seat: int


class GameUnderReview:
    """One seat's decisions in one game."""

    def __init__(self, hall: Hall, storage: Storage, of: ReviewOf, state: State) -> None:
        self._hall, self._storage, self._of, self._game = hall, storage, of, state.game
        self._key = ":".join(map(str, of))
        self._review = ReviewInProgress(state, of.seat, SECONDS)
        self._asked = 0.0
        self._task: asyncio.Task[None] | None = None
        self._failed = False

    @property
    def is_under_way(self) -> bool:
        """Is it being thought about?"""
        return self._task is not None and not self._task.done()

    @property
    def is_done(self) -> bool:
        """Whether every decision has been looked at."""
        return self._review.is_done

    def ask(self) -> GameReview:
        """How far it has come; it is begun, or goes on, if it is not done. Refused if it failed."""
        self._asked = asyncio.get_running_loop().time()
        if self._failed:
            raise Refused("internal", GONE_WRONG)
        if not self.is_done and not self.is_under_way:
            self._task = asyncio.create_task(self._go_on())
            self._hall.mind(self._task)
        return self._told()

    async def _go_on(self) -> None:
        clock = asyncio.get_running_loop().time
        try:
            await self._hall.warmth.need(self._game, bot(EXPERT))
            while not self.is_done and clock() - self._asked < PATIENCE:
                await self._hall.workers.review(self._key, self._review.advance)
            if self.is_done:
                await self._keep()
        except Exception:
            log.exception("%s: a review failed", self._key)
            self._failed = True

    async def _keep(self) -> None:
        try:
            await self._storage.ask(reviews.keep, *self._of, self._told().model_dump_json())
        except Refused as error:
            log.info("%s: a review is not kept: %s", self._key, error)

    def _told(self) -> GameReview:
        review = self._review
        found = review.report()
        decisions = found.decisions if found else ()
        return GameReview(
            seat=self._of.seat,
            done=len(decisions),
            of=review.total or 0,
            is_done=len(decisions) == review.total,
            engine=found.engine if found else "",
            version=found.version if found else "",
            budget=found.budget if found else 0,
            samples=found.samples if found else 0,
            decisions=[_decision(one) for one in decisions],
        )


class Reviews:
    """The reviews of one hall."""

    def __init__(self, hall: Hall, storage: Storage) -> None:
        self._hall, self._storage = hall, storage
        self._kept: OrderedDict[ReviewOf, GameUnderReview] = OrderedDict()

    def known(self, of: ReviewOf) -> GameReview | None:
        """How far a review has come that was asked for before."""
        if of not in self._kept:
            return None
        self._kept.move_to_end(of)
        return self._kept[of].ask()

    async def kept(self, of: ReviewOf, game: Game) -> GameReview | None:
        """A review that was kept with the game; None if there is none, or the coach is another now."""
        text = await self._storage.ask(reviews.kept, *of)
        try:
            found = GameReview.model_validate_json(text or "")
        except ValidationError:
            return None
        coach = terms_of(game).engine, __version__, check_budget(game, None, SECONDS)
        return found if (found.engine, found.version, found.budget) == coach else None

    def begin(self, of: ReviewOf, state: State) -> GameReview:
        """Begin a review, unless somebody else just has; Refused while too many others are under way."""
        if of in self._kept:
            return self._kept[of].ask()
        if sum(one.is_under_way for one in self._kept.values()) >= MOST_AT_ONCE:
            raise Refused("not_now", "Other games are being reviewed; try again in a minute.")
        self._kept[of] = GameUnderReview(self._hall, self._storage, of, state)
        for old in [other for other, one in self._kept.items() if not one.is_under_way and other != of]:
            if len(self._kept) > KEPT:
                del self._kept[old]
        return self._kept[of].ask()


def _decision(one: Decision) -> ReviewedDecision:
    found = one.hands_open
    return ReviewedDecision(
        made=one.made,
        label=one.label,
        expected=one.expected,
        expected_text=one.expected_text,
        best=one.best_label,
        best_text=one.best_text,
        cost=one.cost.points,
        cost_text=one.cost_text,
        is_mistake=one.is_mistake,
        reason=one.reason,
        open=OpenFinding(text=found.text, cost=found.cost, solver=found.solver) if found else None,
    )
