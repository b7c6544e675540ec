"""Reviews of finished games by the coach: made off the event loop, decision by decision, and stored when they are complete."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from pydantic import ValidationError

from sevenfold._version import __version__
from sevenfold.bots import EXPERT, bot
from sevenfold.coaching import Decision
from sevenfold.coaching.advice import check_budget, terms_of
from sevenfold.playing.game import Game, State
from sevenfold.protocol import GameReview, Milestone, OpenFinding, ReviewedDecision
from sevenfold.protocol.errors import Refused
from sevenfold.server.execution import guest_games
from sevenfold.server.logs import short
from sevenfold.server.storage import Storage, reviews
from sevenfold.session.review import ReviewInProgress

from .lobby import Lobby

log = logging.getLogger(__name__)
MOST_CACHED = 64  # reviews in memory
MOST_AT_ONCE = 8
SECONDS = 1.0  # for a decision, and the same again for a solver
PATIENCE = 30.0  # seconds that a review continues although nobody asks for it
GONE_WRONG = "The review could not be made."


class ReviewKey(NamedTuple):
    """The subject of a review: a game as it ended with `number` entries, and the seat whose decisions are reviewed."""

    room: str
    number: int
    seat: int


class GameUnderReview:
    """The review of one seat's decisions in one game."""

    def __init__(self, lobby: Lobby, storage: Storage, key: ReviewKey, state: State, names: Sequence[str]) -> None:
        self._lobby, self._storage, self._key, self._game = lobby, storage, key, state.game
        self._name = ":".join(map(str, key))
        self._review = ReviewInProgress(state, key.seat, SECONDS, names)
        self._requested = 0.0
        self._task: asyncio.Task[None] | None = None
        self._failed = False

    @property
    def is_running(self) -> bool:
        """Whether a decision is being reviewed."""
        return self._task is not None and not self._task.done()

    @property
    def is_done(self) -> bool:
        """Whether every decision has been reviewed."""
        return self._review.is_done

    def request(self) -> GameReview:
        """The review as far as it has come; starts or resumes it if it is not done. Refused if it failed."""
        self._requested = asyncio.get_running_loop().time()
        if self._failed:
            raise Refused("internal", GONE_WRONG)
        if not self.is_done and not self.is_running:
            self._task = asyncio.create_task(self._run())
            self._lobby.cancel_on_close(self._task)
        return self._so_far()

    async def _run(self) -> None:
        clock = asyncio.get_running_loop().time
        try:
            await self._lobby.compilation.ensure(self._game, bot(EXPERT))
            while not self.is_done and clock() - self._requested < PATIENCE:
                advance = partial(guest_games.limited, self._game.id, self._review.advance, guest_games.THINKING)
                await self._lobby.pools.review(self._name, advance)
            if self.is_done:
                await self._store()
        except Exception:
            log.exception("%s: a review failed", short(self._key.room))
            self._failed = True

    async def _store(self) -> None:
        try:
            await self._storage.run(reviews.put, *self._key, self._so_far().model_dump_json())
        except Refused as error:
            log.info("%s: a review could not be stored: %s", short(self._key.room), error)

    def _so_far(self) -> GameReview:
        review = self._review
        report = review.report()
        decisions = report.decisions if report else ()
        return GameReview(
            seat=self._key.seat,
            done=len(decisions),
            of=review.total or 0,
            is_done=len(decisions) == review.total,
            engine=report.engine if report else "",
            version=report.version if report else "",
            budget=report.budget if report else 0,
            samples=report.samples if report else 0,
            games=report.games if report else 0,
            result=report.results[self._key.seat] if report else None,
            note="",
            milestones=[Milestone(made=one.made, text=one.text) for one in report.milestones] if report else [],
            decisions=[_decision(one) for one in report.moves()] if report else [],
        )


class Reviews:
    """All reviews of one server."""

    def __init__(self, lobby: Lobby, storage: Storage) -> None:
        self._lobby, self._storage = lobby, storage
        self._cached: OrderedDict[ReviewKey, GameUnderReview] = OrderedDict()

    def cached(self, key: ReviewKey) -> GameReview | None:
        """A review that was requested before, as far as it has come; None if there is none."""
        if key not in self._cached:
            return None
        self._cached.move_to_end(key)
        return self._cached[key].request()

    async def stored(self, key: ReviewKey, game: Game) -> GameReview | None:
        """A review from the database; None if there is none, or if another version of the coach made it."""
        text = await self._storage.run(reviews.find, *key)
        try:
            found = GameReview.model_validate_json(text or "")
        except ValidationError:
            return None
        coach = terms_of(game).engine, __version__, check_budget(game, None, SECONDS)
        return found if (found.engine, found.version, found.budget) == coach else None

    def start(self, key: ReviewKey, state: State, names: Sequence[str]) -> GameReview:
        """Start a review, unless somebody else just has; Refused while too many others are running."""
        if key in self._cached:
            return self._cached[key].request()
        if sum(one.is_running for one in self._cached.values()) >= MOST_AT_ONCE:
            raise Refused("not_now", "Other games are being reviewed; try again in a minute.")
        self._cached[key] = GameUnderReview(self._lobby, self._storage, key, state, names)
        for old in [other for other, one in self._cached.items() if not one.is_running and other != key]:
            if len(self._cached) > MOST_CACHED:
                del self._cached[old]
        return self._cached[key].request()


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
        cost_about=one.cost_about,
        is_mistake=one.is_mistake,
        reason=one.reason,
        why=one.why,
        chance=one.chance,
        best_spots=list(one.best_spots),
        open=OpenFinding(text=found.text, cost=found.cost, solver=found.solver) if found else None,
    )
