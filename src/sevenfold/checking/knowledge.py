"""The fifth stage: what a seat is deemed to know of hidden cards is what it has seen, no more and no less.

Games are played as plain Python. At each decision the cards as they truly lie must be possible for a seat by the game's own
answers, what it was told must not be forgotten, and a re-deal must look the same to it. A re-deal is also traced back by one
action: with the cards so, the action must have been allowed, the seat must have been told the same, and the cards before it
must have been possible. By induction over the actions of a game, re-deals are then what can be true. Where few arrangements
are left, their frequencies are compared in the same way with those that the action leads to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import cycle
from math import sqrt
from random import Random
from time import thread_time
from typing import Any

import numpy as np

from sevenfold.findings import Finding
from sevenfold.kernel.chance import source
from sevenfold.kernel.compiler.decorators import interpreting
from sevenfold.kernel.play import legal_and_turn
from sevenfold.kernel.redeal import MOST_TRIES
from sevenfold.kernel.sets import each
from sevenfold.kernel.types import CardSet, Positions, Seat, Sources
from sevenfold.playing.game import Game, State

from .knowing.arrangements import Knowledge
from .knowing.told import Told
from .knowing.tracing_back import TracedBack, apply_all, is_same_to, traced_back
from .random_play import (
    LONG,
    MOST_TURNS,
    SHORT,
    Plan,
    Step,
    answer_of,
    failure_at,
    finding_at,
    games_to_play,
    may_go_on,
    place_of,
    played,
)
from .rare.rare_deals import RareDeal
from .subject import Subject

RARE = 2  # of so many games, one begins with cards dealt in order
RARE_LOOKS = 0.04  # the share of the decisions in these that are looked at closely
SOME = 0.3  # of the decisions of long games are looked at
RARELY = 0.05  # the share of re-deals whose whole views are compared
FEW, ENOUGH = 24, 60  # arrangements of which frequencies are compared; samples after which there are taken to be no more
LOOK = 32  # samples between two looks at the clock, which takes long on some machines
SAMPLES = 60  # of each arrangement, on average
DOUBTFUL, UNLIKELY_DEALS = 3.5, 5.5  # the same for a card in a place, of some hundred: at first, and in a second sample
UNLIKELY = 6.5  # standard deviations, twice in a row: a false alarm in less than one of 10^18 tests
SHARE_OF_FREQUENCIES = 0.35  # of the time of the stage
MANY_TRIES = 20  # re-deals tried for one that may be used, on average
MEASURED = 40  # re-deals after which that is judged
BEGUN, SHARE_OF_BEGUN = 24, 0.1  # deals in order of which only the beginning is looked at, and the share of the time
DEALS, SHARE_OF_DEALS = 600, 0.2  # deals compared with re-deals, and the share of the time of the stage
EQUALLY = (
    "Every arrangement that agrees with what a seat knows is equally likely, unless `comes_about` says that it can be"
    " reached in"
    " fewer ways than others."
)
OFTEN = 8  # decisions at which a hidden number is not 0, until it is judged


def find(subject: Subject) -> Iterator[Finding]:
    """What is wrong with what seats are deemed to know."""
    study = _Study(subject)
    with interpreting():
        found = study.beginnings()
    yield from found
    with interpreting():
        found = study.deals(max(subject.games, key=lambda game: game.players))
    yield from found
    for plan in games_to_play(subject):
        with interpreting():
            found = study.play(plan)
        yield from found
    yield from study.at_the_end()


class _Study:
    """What is looked at in the games that are played, and what has been found."""

    def __init__(self, subject: Subject) -> None:
        self._subject, self._chance = subject, Random(subject.seed)
        self._source: Sources = source(subject.seed)
        self._reported: set[str] = set()
        self._found: list[Finding] = []
        self._tries: Counter[str] = Counter()  # re-deals made ("used"), and those refused, by question
        self._hardest: tuple[int, Finding] | None = None  # the most tries that a re-deal took
        self._not_zero: Counter[str] = Counter()  # decisions at which a hidden number is not 0, but 0 in the re-deal
        self._kept: set[str] = set()  # hidden numbers that re-deals do not set to 0
        self._seconds = 0.0  # spent on frequencies

    def play(self, plan: Plan) -> list[Finding]:
        """Play a game and look at it; returns what is found for the first time."""
        game = plan.game
        self._found, told = [], Told(game.rules, game.players)
        self._subject.count("games")
        step, is_rare = None, self._subject.counted["games"] % RARE == 0 and not plan.first
        share = RARE_LOOKS if is_rare else 1.0 if plan.most == SHORT else SOME
        try:
            for step in played(game, plan.seed, LONG if is_rare else plan.most, plan.first, is_rare=is_rare):
                if not may_go_on(self._subject):
                    break
                self._subject.tell_time()
                told.update(step)
                if not step.state.is_over:
                    if self._chance.random() < share:
                        self._look(step, told)
                    else:
                        self._is_possible(step.state, self._chance.randrange(game.players))
        except Exception as error:
            if step is None:
                raise
            if "fails" not in self._reported:
                self._reported.add("fails")
                self._found.append(failure_at(step.state, "knowledge-fails", "While cards are re-dealt,", error))
        return self._found

    def beginnings(self) -> list[Finding]:
        """Deal in the order of suits or ranks, as random play hardly ever does: the truth must be possible for all seats."""
        self._found = []
        for seed, game in zip(range(self._subject.seed, self._subject.seed + BEGUN), cycle(self._subject.games), strict=False):
            if not self._subject.has_time(SHARE_OF_BEGUN):
                break
            with suppress(Exception):  # which the games that are played so will meet
                state = RareDeal(game, seed, MOST_TURNS)
                for seat in range(0 if state.is_over else game.players):
                    self._is_possible(state, seat)
        return self._found

    def deals(self, game: Game) -> list[Finding]:
        """Deal often: over many deals, a card must lie in a place as often in re-deals as in the deals themselves."""
        self._found = []
        if game.players == 1:
            return []
        state, worst, dealt = None, None, 0
        truth, redealt = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
        try:
            for fewest, unlikely in ((100, DOUBTFUL), (DEALS, UNLIKELY_DEALS)):
                dealt = 0
                truth.clear()
                redealt.clear()
                while dealt < fewest or (dealt < DEALS and self._subject.has_time(SHARE_OF_DEALS)):
                    state = game.start(self._chance.randrange(1 << 32))
                    knowledge = Knowledge(game.rules, state.position, 0)
                    if knowledge.misfit():
                        return []
                    again, refused = knowledge.redeal(self._source)
                    if again is None:
                        self._refused_in_silence(state, knowledge, refused)
                        return self._found
                    if sum(refused.values()) > MANY_TRIES:
                        return []
                    for tally, positions in ((truth, state.position), (redealt, again)):
                        tally.update((c, word) for word, spot in knowledge.spots.items() for c in each(spot.cards(positions)))
                    dealt += 1
                self._subject.count("deals compared", dealt)
                worst = max({*truth, *redealt}, key=lambda one: _apart(truth[one], redealt[one], dealt), default=None)
                if worst is None or _apart(truth[worst], redealt[worst], dealt) < unlikely:
                    return []
        except Exception as error:
            if state is None:
                raise
            self._reported.add("fails")
            return [failure_at(state, "knowledge-fails", "While cards are re-dealt,", error)]
        assert state is not None
        assert worst is not None
        card, word = worst
        where, the = Knowledge(game.rules, state.position, 0).where(word), game.rules.pack.the(card)
        self._report(
            state,
            "redeal-frequency",
            f"Of {dealt:,} deals, {the} lies in {where} in {truth[worst] / dealt:.0%}, but in re-deals for seat 0 before"
            " any move in"
            f" {redealt[worst] / dealt:.0%}. {EQUALLY}",
            "comes_about" if answer_of(game.rules, "comes_about") else "possible",
        )
        return self._found

    def at_the_end(self) -> Iterator[Finding]:
        """What only many re-deals show."""
        used = self._tries["used"]
        refused = {question: self._tries[question] for question in ("possible", "comes_about")}
        if used >= MEASURED and sum(refused.values()) > MANY_TRIES * used and self._hardest:
            question = max(refused, key=lambda name: refused[name])
            most, finding = self._hardest
            file, line = place_of(self._subject.rules, answer_of(self._subject.rules, question))
            yield Finding(
                "redeal-refused",
                f"`{question}` refuses {refused[question]:,} of {used + sum(refused.values()):,} re-deals, up to"
                f" {most:,} for one:"
                f" bots wait for them, and after {MOST_TRIES:,} an impossible one is used. Say what is known of single cards by"
                " `lacked`, `shown`, `known` and `parts`, which deal rightly at once.",
                "warning", file, line, finding.options, finding.seed, finding.moves,
            )  # fmt: skip

    # -- a decision ---------------------------------------------------------------------------------------------------

    def _report(
        self, state: State, code: str, make: str, question: str = "", function: Callable[..., Any] | None = None, **kinds: Any
    ) -> None:
        if f"{code} {question}" not in self._reported:
            self._reported.add(f"{code} {question}")
            at_fault = function or (answer_of(state.game.rules, question) if question else None)
            self._found.append(finding_at(state, code, make, at_fault, **kinds))

    def _is_possible(self, state: State, seat: Seat) -> Knowledge | None:
        """What a seat knows, if the truth is possible by it."""
        knowledge = Knowledge(state.game.rules, state.position, seat)
        self._subject.count("positions")
        if misfit := knowledge.misfit():
            self._report(state, misfit.code, misfit.sentence, misfit.question)
            return None
        return knowledge

    def _look(self, step: Step, told: Told) -> None:
        state = step.state
        players = state.game.players
        assert state.turn is not None
        is_midway = state.game.rules.phases[int(state.position[0].phase)].within_move
        # The others are told of a move as a whole, and re-dealing is for the seat to move.
        for seat in {state.turn} if is_midway else {state.turn, self._chance.randrange(players)}:
            knowledge = self._is_possible(state, seat)
            if knowledge is None:
                continue
            self._forgotten(step, told, knowledge)
            if knowledge.unseen:
                self._redeal(step, knowledge)

    def _forgotten(self, step: Step, told: Told, knowledge: Knowledge) -> None:
        for card, word in told.forgotten(knowledge):
            rules = knowledge.rules
            holder, the = knowledge.spots[word].at[0], rules.pack.the(card)
            answers = [name for name in ("known", "shown") if answer_of(rules, name)]
            self._report(
                step.state,
                "told-forgotten",
                f"Seat {knowledge.seat} was told by the event {told.event(knowledge.seat, card)!r} that {the} is in the"
                " hand of seat"
                f" {holder}, where it still is, but a re-deal for that seat may put it elsewhere. `shown(s, holder)`"
                " must name it"
                " if everybody knows it, `known(s, seat, holder)` if that seat alone does, until it leaves the hand.",
                answers[0] if answers else "",
                severity="error" if answers else "warning",
            )

    def _redeal(self, step: Step, knowledge: Knowledge) -> None:
        state = step.state
        dealt, refused = knowledge.redeal(self._source)
        self._subject.count("re-deals")
        self._tries.update(refused)
        tries = sum(refused.values()) + 1
        if dealt is None:
            self._refused_in_silence(state, knowledge, refused)
            return
        self._tries["used"] += 1
        if tries > MANY_TRIES and (self._hardest is None or tries > self._hardest[0]):
            self._hardest = tries, finding_at(state, "redeal-refused", "")
        self._same(state, knowledge, dealt)
        self._numbers(state, knowledge, dealt)
        traced = traced_back(step, knowledge)
        if traced and traced.prior.misfit() is None:
            if found := traced.contradiction(dealt, self._chance):
                self._report(state, *found)
            self._subject.count("re-deals traced back", traced.judged)
            self._frequencies(step, knowledge, traced)

    def _refused_in_silence(self, state: State, knowledge: Knowledge, refused: dict[str, int]) -> None:
        question = max(refused, key=lambda name: refused[name])
        self._report(
            state,
            "redeal-refused",
            f"`{question}` refuses {refused[question]:,} of {MOST_TRIES:,} re-deals for seat {knowledge.seat}; then the"
            " last one"
            " is used in silence, although it is impossible. Say what is known of single cards by `lacked`, `shown`, `known`"
            f" and `parts`, which deal rightly at once, and leave to `{question}` what most re-deals fulfil.",
            question,
        )

    def _same(self, state: State, knowledge: Knowledge, dealt: Positions) -> None:
        """A re-deal changes nothing but where hidden cards lie, and looks the same to the seat."""
        fields = state.game.rules.position.fields
        before, after = knowledge.lifted[0], dealt[0]
        for name in (*(name for name in before.dtype.names if name not in (*fields, "chance")), *fields):
            declared = fields.get(name)
            if declared is not None and declared.seen_by != "all":
                continue
            if not np.array_equal(before[name], after[name]):
                self._report(
                    state,
                    "redeal-changes",
                    f"While cards are re-dealt, `{name}` changes: `possible` and `comes_about` may only look at the position.",
                    "possible" if answer_of(state.game.rules, "possible") else "comes_about",
                )
                return
        for word, spot in knowledge.spots.items():
            if spot.cards(dealt).bit_count() != spot.cards(knowledge.lifted).bit_count():
                self._report(
                    state,
                    "redeal-counts",
                    f"A re-deal for seat {knowledge.seat} changes how many cards {knowledge.where(word)} holds: the sizes of"
                    " `part_size` and the cards that `lacked`, `came_from` and `not_in_stock` allow do not fit together.",
                    "part_size",
                )
                return
        if self._chance.random() < RARELY:
            self._looks_the_same(state, knowledge.seat, dealt)

    def _looks_the_same(self, state: State, seat: Seat, dealt: Positions) -> None:
        other = state.copy()
        other._position = dealt
        other._legal, other._turn = legal_and_turn(dealt, 0)
        self._subject.count("views compared")
        mine, theirs = state.view(seat), other.view(seat)
        for name in ("phase", "turn", "moves", "facts", "tracks", "seats", "zones", "prompt"):
            if getattr(mine, name) != getattr(theirs, name):
                self._report(
                    state,
                    "redeal-seen",
                    f"Seat {seat} sees other {name} once the cards that it cannot know are re-dealt: they follow from"
                    " hidden cards."
                    " Either the seat may not see them, or what they tell must be known by `lacked`, `shown`, `known` or"
                    " `possible`.",
                    name,
                    state.game.rules.plain["table"],
                )
                return

    def _numbers(self, state: State, knowledge: Knowledge, dealt: Positions) -> None:
        """Numbers that the seat does not see, which a re-deal sets to 0."""
        for name, declared in state.game.rules.position.fields.items():
            if declared.kind != "number" or declared.seen_by == "all" or declared.observed or name in self._kept:
                continue
            truth, now = np.array(state.position[0][name]), np.array(dealt[0][name])
            if declared.seen_by == "owner" and declared.shape:
                truth[knowledge.seat], now[knowledge.seat] = 0, 0
                truth, now = truth[: knowledge.players], now[: knowledge.players]
            elif declared.seen_by == "owner" and state.turn == knowledge.seat:
                continue
            if np.any(now):
                self._kept.add(name)
            elif np.any(truth):
                self._not_zero[name] += 1
                if self._not_zero[name] == OFTEN:
                    values = ", ".join(map(str, sorted(set(np.ravel(truth).tolist()))))
                    self._report(
                        state,
                        "hidden-number",
                        f"`{name}` is a number that not everybody sees, and re-deals set it to 0, but here it is"
                        f" {values}: bots and"
                        " hints reckon with a value that is not the true one. Hold it as a `card` or as `cards`, which are"
                        " re-dealt, let `redealt` set it, or hold it as an `observed` number if it only notes what seats know.",
                        severity="warning",
                    )

    # -- frequencies --------------------------------------------------------------------------------------------------

    def _frequencies(self, step: Step, knowledge: Knowledge, traced: TracedBack) -> None:
        """Compare how often arrangements are dealt with how often the latest action leads to them."""
        limit = SHARE_OF_FREQUENCIES * self._subject.seconds
        if self._seconds > limit or not traced.is_open or not knowledge.is_exact or knowledge.unseen.bit_count() > 16:
            return
        began = thread_time()
        deadline = began + limit - self._seconds
        now = partial(self._layout_now, knowledge)
        few = {layout for layout in (now() for _ in range(ENOUGH)) if layout}
        if 1 < len(few) <= FEW:
            most = SAMPLES * len(few)
            found = self._differ(most, deadline, now, partial(self._layout_then, step, knowledge, traced))
            if found and self._differ(2 * most, deadline + limit, now, partial(self._layout_then, step, knowledge, traced)):
                question = "comes_about" if answer_of(knowledge.rules, "comes_about") else "possible"
                self._report(
                    step.state,
                    "redeal-frequency",
                    f"For seat {knowledge.seat} some arrangements are dealt too often and others too seldom: {found}."
                    f" {EQUALLY}",
                    question,
                    severity="warning",
                )
        self._seconds += thread_time() - began

    def _layout_now(self, knowledge: Knowledge) -> tuple[CardSet, ...] | None:
        dealt, _ = knowledge.redeal(self._source)
        return None if dealt is None else knowledge.layout(dealt)

    def _layout_then(self, step: Step, knowledge: Knowledge, traced: TracedBack) -> tuple[CardSet, ...] | None:
        """An arrangement to which the latest action leads; None if it was not allowed or would have looked otherwise."""
        dealt, _ = traced.prior.redeal(self._source)
        if dealt is None:
            return None
        dealt["chance"] = np.uint64(self._chance.randrange(1, 1 << 64))
        after = apply_all(dealt, traced.actions)
        if after is None or not is_same_to(knowledge.seat, after, step.state):
            return None
        return knowledge.layout(after)

    def _differ(
        self, most: int, deadline: float, now: Callable[[], tuple[CardSet, ...] | None],
        then: Callable[[], tuple[CardSet, ...] | None],
    ) -> str:  # fmt: skip
        """How two sources of arrangements differ, in words; empty if they do not, or if there was not enough time to tell."""
        tallies: list[Counter[tuple[CardSet, ...]]] = []
        for make in (now, then):
            tally: Counter[tuple[CardSet, ...]] = Counter()
            for n in range(12 * most):
                if (layout := make()) is not None:
                    tally[layout] += 1
                if tally.total() == most or (n % LOOK == 0 and thread_time() > deadline):
                    break
            tallies.append(tally)
        if min(tally.total() for tally in tallies) < most // 2:
            return ""
        self._subject.count("frequencies compared")
        dealt, reached = tallies
        if deviation(dealt, reached) < UNLIKELY:
            return ""
        worst = max({*dealt, *reached}, key=lambda one: abs(dealt[one] / dealt.total() - reached[one] / reached.total()))
        return f"one comes {dealt[worst] / dealt.total():.0%} of the time instead of {reached[worst] / reached.total():.0%}"


def _apart(one: int, other: int, of: int) -> float:
    """How far two counts of `of` are apart, in standard deviations."""
    share = (one + other) / (2 * of)
    return abs(one - other) / sqrt(2 * of * max(share * (1 - share), 1 / of))


def deviation(one: Counter[Any], other: Counter[Any]) -> float:
    """How far two samples are from having one distribution: a chi-square test's result, in standard deviations.

    Values that are rare in both samples are taken together (Wilson and Hilferty's approximation needs about five of each).
    """
    n, m = one.total(), other.total()
    cells: list[tuple[int, int]] = []
    rare = [0, 0]
    for value in {*one, *other}:
        a, b = one[value], other[value]
        if (a + b) * min(n, m) / (n + m) < 5:
            rare[0] += a
            rare[1] += b
        else:
            cells.append((a, b))
    if sum(rare) * min(n, m) / (n + m) >= 5:
        cells.append((rare[0], rare[1]))
    freedom = len(cells) - 1
    if freedom < 1:
        return 0.0
    square = 0.0
    for a, b in cells:
        total = a + b
        square += (a - total * n / (n + m)) ** 2 / (total * n / (n + m)) + (b - total * m / (n + m)) ** 2 / (
            total * m / (n + m)
        )
    middle = 2 / (9 * freedom)
    return float(((square / freedom) ** (1 / 3) - (1 - middle)) / sqrt(middle))
