"""Stage 3: each card lies in one place and none is lost.

A card lies where a field declared with `cards` or `card` holds it; `recorded` and `remembered` sets are about cards that lie
elsewhere. A `card` field may also name a card that lies elsewhere: it is taken for a place only as far as most of what is
written to it lies nowhere else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

import numpy as np

from sevenfold.cards import NONE
from sevenfold.findings import Finding
from sevenfold.kernel.compiler.decorators import interpreting
from sevenfold.kernel.events import RawEvent
from sevenfold.kernel.questions import GENERIC
from sevenfold.kernel.sets import each
from sevenfold.kernel.types import CardSet, Positions
from sevenfold.playing.game import Game
from sevenfold.view.event_log import DEAL

from .random_play import Plan, Step, after, failure_at, failure_in, far_plan, finding_at, played
from .rare.far_games import FarGame
from .saying.changes import cards_in
from .subject import Subject

MOST_ACTIONS = 1_500  # of one game
RARE = 3  # of so many games, one begins with cards dealt in order
NAMING = 0.2  # the share of what is written to a `card` field and lies elsewhere too, above which that is no exception
ENOUGH = 20  # cards written to a field, before that is judged
ALL_BITS = (1 << 64) - 1


def find(subject: Subject) -> Iterator[Finding]:
    """Cards in two places or in none."""
    for n, game in enumerate(subject.games):
        if n == 0 or subject.has_time((n + 1) / len(subject.games)):
            yield from _find_places(subject, game, (n + 1) / len(subject.games))
        subject.progress((n + 1) / len(subject.games))


# -- places -------------------------------------------------------------------------------------------------------------


@dataclass
class _Lie:
    """Where cards lie in a position."""

    sets: dict[str, int]  # by place, as in "s.hands[2]"
    single: dict[str, int]  # the cards of `card` fields by place
    recorded: int  # the cards of `recorded` and `remembered` fields

    @property
    def in_sets(self) -> int:
        """All cards in sets."""
        found = 0
        for held in self.sets.values():
            found |= held
        return found

    @property
    def anywhere(self) -> int:
        """All cards that lie somewhere or are named."""
        found = self.in_sets
        for card in self.single.values():
            found |= 1 << card
        return found


def _lie(game: Game, positions: Positions) -> _Lie:
    lie = _Lie({}, {}, 0)
    for name, declared in game.rules.position.fields.items():
        values = positions[name][0]
        if declared.kind in ("recorded", "memory"):
            lie.recorded |= int(np.bitwise_or.reduce(np.asarray(values), axis=None)) & ALL_BITS
        elif declared.kind in ("cards", "card"):
            for at, value in np.ndenumerate(values):
                place = f"s.{name}{list(at) if at else ''}"
                if declared.kind == "cards":
                    lie.sets[place] = int(value)
                elif value != NONE:
                    lie.single[place] = int(value)
    return lie


def _find_places(subject: Subject, game: Game, share: float) -> Iterator[Finding]:
    written = _Written(game)
    for plan in _plans(subject, game):
        before: _Lie | None = None
        whole = False  # whether the first deal left all cards of the pack somewhere
        wrong: Finding | None = None
        with interpreting():
            for step in _steps(plan):
                if isinstance(step, Finding):  # an interpreted rule failed, which stage 2 mostly finds first
                    wrong = step
                    break
                now = _lie(game, step.state.position)
                subject.count("positions")
                wrong = _doubled(step, now)
                if before and not wrong and not _is_dealt(step, before, now):
                    wrong = (
                        _lost(step, before, now)
                        or _covered(step, before, now)
                        or _kept(step, now)
                        or _arrived_nowhere(step, before, now)
                    )
                    written.note(step, before, now)
                elif before and not wrong and any(event.kind.name == DEAL for event in step.events):
                    wrong = _kept(step, now) or (_undealt(step, now) if whole else None)
                if wrong:
                    break
                whole = whole if before else not _nowhere(step, now)
                before = now
        if wrong:
            yield wrong
            return
        if not subject.has_time(share):
            break
    if finding := next(written.findings(), None):
        yield finding


def _plans(subject: Subject, game: Game) -> Iterator[Plan]:
    """Games at random and those that lead to rare situations, by turns."""
    far: Iterator[FarGame] | None = None
    for number in count():
        yield Plan(game, subject.seed + number, MOST_ACTIONS)
        far = far or iter(subject.far_games(game))
        if planned := next(far, None):
            yield far_plan(planned)


def _steps(plan: Plan) -> Iterator[Step | Finding]:
    """A game, step by step; the finding of a rule that fails ends it."""
    step = None
    try:
        for step in played(*plan, is_rare=not plan.first and plan.seed % RARE == RARE - 1):
            yield step
    except Exception as error:  # noqa: BLE001 - whatever a game's rules raise
        what = f"{after(step)}," if step else "At the start,"
        if step:
            yield failure_at(step.state, "rule-error", what, error)
        else:
            finding = failure_in(plan.game.rules, "rule-error", what, error)
            yield replace(finding, options=dict(plan.game.options), seed=plan.seed)


def _finding(step: Step, code: str, sentence: str) -> Finding:
    """A finding after the last action, at the function that the action called."""
    rules = step.state.game.rules
    function = GENERIC["start"].answers.get(rules.listening)
    if step.before is not None:
        function = rules.actions[int(step.before[0].phase)]
    return finding_at(step.state, code, sentence, function)


def _is_dealt(step: Step, before: _Lie, now: _Lie) -> bool:
    """Whether cards were dealt anew: it is told, some came back that lay nowhere, or a hand gained several."""
    if any(event.kind.name == DEAL for event in step.events):
        return True
    back = (now.anywhere & ~before.anywhere).bit_count()
    hands = (place for place in now.sets if place.startswith("s.hands["))
    return back > 0 or any((now.sets[place] & ~before.sets[place]).bit_count() > 1 for place in hands)


def _doubled(step: Step, now: _Lie) -> Finding | None:
    """A card in two sets."""
    places: dict[int, str] = {}
    for place, held in now.sets.items():
        for card in each(held & ALL_BITS):
            if card in places:
                return _finding(
                    step,
                    "card-doubled",
                    f"{after(step)}, {_the(step, card)} lies in {places[card]} and in {place}; a card"
                    " lies in one place. A set of cards that lie elsewhere is declared with recorded().",
                )
            places[card] = place
    return None


def _lost(step: Step, before: _Lie, now: _Lie) -> Finding | None:
    """A card that left a set and lies nowhere, nor is it recorded; unless it left with others, as the last card of a trick."""
    gone = before.in_sets & ~now.anywhere & ~now.recorded
    if not gone or any(place not in now.single for place in before.single):
        return None
    card = next(each(gone))
    place = next(place for place, held in before.sets.items() if held >> card & 1)
    return _finding(
        step,
        "card-lost",
        f"{after(step)}, {_the(step, card)} has left {place} and lies in no field declared with"
        " cards or card; where does it lie now? Cards out of play are kept in a field too, or in one made by recorded().",
    )


def _nowhere(step: Step, now: _Lie) -> CardSet:
    """The cards of the pack that lie in no field, and are not recorded."""
    return (1 << len(step.state.game.pack.cards)) - 1 & ~(now.anywhere | now.recorded)


def _undealt(step: Step, now: _Lie) -> Finding | None:
    """A card that lies nowhere after another deal, though none did after the first; unless no player can act any more."""
    gone = 0 if step.state.is_over else _nowhere(step, now)
    if not gone:
        return None
    n = gone.bit_count()
    lie = "lies" if n == 1 else "and another lie" if n == 2 else f"and {n - 1} others lie"
    return _finding(
        step,
        "card-lost",
        f"{after(step)} cards are dealt again, and {_the(step, next(each(gone)))} {lie} in no field declared with cards or"
        " card, while after the first deal each card lay somewhere: is a place emptied before its cards are taken back?",
    )


def _covered(step: Step, before: _Lie, now: _Lie) -> Finding | None:
    """A card in whose place another lies now, while it lies nowhere and no event names it.

    What each seat has laid last may be over, though it lies there until the seat lays another.
    """
    laid = _latest_of_seats(step.state.game)
    gone = {card: at for at, card in before.single.items() if at in now.single and at[2:].partition("[")[0] not in laid}
    named = {card for event in step.events for card in cards_in(event)}
    for card, place in gone.items():
        if card not in named and not (now.anywhere | now.recorded) >> card & 1:
            return _finding(
                step,
                "card-lost",
                f"{after(step)}, {_the(step, now.single[place])} lies in {place}, and {_the(step, card)}, which lay there, in"
                " no field; where does it lie now? Cards out of play are kept in a field too, or in one made by recorded().",
            )
    return None


def _latest_of_seats(game: Game) -> set[str]:
    """The fields that hold one thing for each seat, such as the card that it has laid last."""
    seats = (max(game.rules.player_counts),)
    return {name for name, declared in game.rules.position.fields.items() if declared.by_seat and declared.shape == seats}


def _kept(step: Step, now: _Lie) -> Finding | None:
    """A card that an event tells to leave a hand, after the latest deal if there was one, and that is still there."""
    if "hands" not in step.state.game.rules.position.fields:
        return None
    left: dict[tuple[int, str], str] = {}
    dealt = max((at + 1 for at, said in enumerate(step.events) if said.kind.name == DEAL), default=0)
    for said in step.events[dealt:]:
        for card, start, end in _flights(said):
            left.pop((card, f"{end}"), None)
            if start.startswith("hand-") and start != end:
                left[card, start] = f"The event {said.kind.name} tells that {_the(step, card)} goes from {start} to {end}"
    for (card, zone), told in left.items():
        held = now.sets.get(f"s.hands[{zone.removeprefix('hand-')}]", 0)
        places = (at for at, other in now.single.items() if other == card)
        if any(place.startswith(f"s.hands[{zone.removeprefix('hand-')}, ") for place in places):
            held |= 1 << card
        if held >> card & 1:
            return _finding(step, "card-stays", f"{told}, but it still lies in s.hands[{zone.removeprefix('hand-')}].")
    return None


def _arrived_nowhere(step: Step, before: _Lie, now: _Lie) -> Finding | None:
    """A card that, as an event tells, goes to a set of cards, but then lies in no field, or at another seat's."""
    arrived: dict[int, tuple[str, str, str]] = {}
    for said in step.events:
        arrived |= {card: (said.kind.name, start, end) for card, start, end in _flights(said)}
    for card, (event, start, end) in arrived.items():
        here = now.sets.get(place := _place(end))
        others = (at for at, held in now.sets.items() if held >> card & 1 and at.startswith(place.partition("[")[0] + "["))
        if here is not None and not here >> card & 1 and (other := next(others, "")):
            return _finding(
                step,
                "told-elsewhere",
                f"The event {event} tells that {_the(step, card)} goes from {start} to {end}, but then it lies in {other}.",
            )
        if here is not None and before.anywhere >> card & 1 and not (now.anywhere | now.recorded) >> card & 1:
            return _finding(
                step,
                "card-lost",
                f"The event {event} tells that {_the(step, card)} goes from {start} to {end}, but then it lies in no field;"
                " where does it lie now? Cards out of play are kept in a field too, or in one made by recorded().",
            )
    return None


def _flights(said: RawEvent) -> Iterator[tuple[int, str, str]]:
    """The cards that an event moves, each with the zones from and to which it goes."""
    names: Mapping[str, Any] = dict(zip(said.kind.names, said.values, strict=True))
    for name, start, end in said.kind.goes:
        value = names.get(name)
        if isinstance(value, int) and said.kind.fields[name].kind in ("card", "cards"):
            cards = [value] if said.kind.fields[name].kind == "card" else each(value)
            for card in cards:
                if card != NONE:
                    yield card, _zone(start, names), _zone(end, names)


def _place(zone: str) -> str:
    """The place that a zone such as "won-1" or "away" shows, if its name is that of a field: "s.won[1]", "s.away"."""
    name, _, seat = zone.partition("-")
    return f"s.{name}[{seat}]" if seat else f"s.{name}"


def _zone(id: str, names: Mapping[str, Any]) -> str:
    for name, value in names.items():
        id = id.replace(f"{{{name}}}", str(value))
    return id


class _Written:
    """What moves write to `card` fields, and whether it lies elsewhere as well."""

    def __init__(self, game: Game) -> None:
        self._latest = _latest_of_seats(game)
        self._written, self._elsewhere, self._twice = Counter[str](), Counter[str](), Counter[str]()  # by field
        self._first, self._twins = dict[str, Finding](), dict[str, Finding]()
        self._kept = dict[str, Finding]()  # by field: a card that has gone elsewhere and lies there as well

    def note(self, step: Step, before: _Lie, now: _Lie) -> None:
        """Note what the last move wrote."""
        gone = now.in_sets & ~before.in_sets
        for place, card in now.single.items():
            name = place.partition("[")[0]
            if before.single.get(place) == card:
                if gone >> card & 1 and name not in self._kept and name[2:] not in self._latest:
                    other = next(other for other, held in now.sets.items() if held >> card & 1)
                    said = f"lies in {other} and still in {place}. A place that a card has left is set to NONE."
                    self._kept[name] = _finding(step, "card-doubled", f"{after(step)}, {_the(step, card)} {said}")
                continue
            self._written[name] += 1
            if now.in_sets >> card & 1:
                self._elsewhere[name] += 1
                if name not in self._first:
                    other = next(other for other, held in now.sets.items() if held >> card & 1)
                    said = f"lies in {place} and in {other}, which mostly is not so; a card lies in one place."
                    self._first[name] = _finding(step, "card-doubled", f"{after(step)}, {_the(step, card)} {said}")
            twins = (at for at, other in now.single.items() if other == card and at != place and at.startswith(f"{name}["))
            if twin := next(twins, ""):
                self._twice[name] += 1
                if name not in self._twins:
                    said = f"lies in {place} and in {twin}, as often. A place that a card has left is set to NONE."
                    self._twins[name] = _finding(step, "card-doubled", f"{after(step)}, {_the(step, card)} {said}")

    def findings(self) -> Iterator[Finding]:
        """Fields whose cards mostly lie nowhere else, with one that does; and those whose cards often lie in them twice."""
        for name, finding in self._first.items():
            if self._written[name] >= ENOUGH and self._elsewhere[name] <= NAMING * self._written[name]:
                yield finding
        for name, finding in self._kept.items():
            if self._written[name] >= ENOUGH and self._elsewhere[name] <= NAMING * self._written[name]:
                yield replace(finding, severity="warning")
        for name, finding in self._twins.items():
            if self._written[name] >= ENOUGH and self._twice[name] > NAMING * self._written[name]:
                yield finding


def _the(step: Step, card: int) -> str:
    cards = step.state.game.pack.cards
    return f"card {card} ({cards[card].code})" if card < len(cards) else f"card {card}"
