"""Stage 3: each card lies in one place and none is lost; and compiled rules do the same as interpreted ones.

A card lies where a field declared with `cards` or `card` holds it; `recorded` and `remembered` sets are about cards that lie
elsewhere. A `card` field may also name a card that lies elsewhere: it is taken for a place only as far as most of what is
written to it lies nowhere else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

import numpy as np

from sevenfold.cards import NONE
from sevenfold.errors import BrokenGame, EndlessRule, NotCompiled, fault
from sevenfold.findings import Finding
from sevenfold.kernel.chance import choosers_seed, pick, seeded, source
from sevenfold.kernel.compiler.decorators import interpreting
from sevenfold.kernel.events import RawEvent
from sevenfold.kernel.questions import GENERIC
from sevenfold.kernel.sets import each
from sevenfold.kernel.types import Positions
from sevenfold.playing.game import Game, State
from sevenfold.sanitizer.checked_game import checked

from .subject import Subject

MOST_ACTIONS = 1_500  # of one game
PLACES_SHARE = 0.4  # of the stage's time, for the places of cards
NAMING = 0.2  # the share of what is written to a `card` field and lies elsewhere, above which it counts as naming cards
ENOUGH = 20  # cards written to a field, before that is judged
ALL_BITS = (1 << 64) - 1


def find(subject: Subject) -> Iterator[Finding]:
    """Cards in two places or in none, then differences between compiled and interpreted play."""
    try:
        yield from _find(subject)
    except _Failed as failed:
        yield failed.finding


def _find(subject: Subject) -> Iterator[Finding]:
    found = False
    for n, game in enumerate(subject.games):
        if n and not subject.has_time(PLACES_SHARE * (n + 1) / len(subject.games)):
            continue
        for finding in _find_places(subject, game, PLACES_SHARE * (n + 1) / len(subject.games)):
            found = True
            yield finding
    if not found and subject.compiled:
        for n, game in enumerate(subject.games):
            if n == 0 or subject.has_time():
                yield from _find_differences(subject, game, PLACES_SHARE + (1 - PLACES_SHARE) * (n + 1) / len(subject.games))
            subject.progress(PLACES_SHARE + (1 - PLACES_SHARE) * (n + 1) / len(subject.games))


# -- games, action by action ------------------------------------------------------------------------------------------


class _Failed(Exception):
    """An interpreted rule failed, which stage 2 mostly finds first."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(str(finding))
        self.finding = finding


@dataclass
class _Played:
    """A random game under way, with what a finding tells of it."""

    game: Game
    seed: int
    moves: list[str] = field(default_factory=list)
    phase: int = 0  # of the last action
    state: State = field(init=False)

    @contextmanager
    def running(self) -> Iterator[None]:
        """Run interpreted rules; _Failed if they fail."""
        try:
            with np.errstate(all="ignore"):  # numbers beyond 64 bits are cut, as in compiled rules
                yield
        except Exception as error:
            place = checked(self.game.rules).files.place_of(error.__traceback__)
            finding = self.finding("rule-error", f"{_capital(self.after)}: {fault(error)}.")
            raise _Failed(replace(finding, file=place.file, line=place.line) if place.file else finding) from error

    def finding(self, code: str, sentence: str) -> Finding:
        """A finding after the last move, at the function that the move called."""
        game = checked(self.game.rules)
        rules = self.game.rules
        function: Any = rules.actions.get(self.phase) if self.moves else _start_of(self.game)
        place = game.place_of_function(function)
        return Finding(
            code,
            sentence,
            file=place.file,
            line=place.line,
            options=dict(self.game.options),
            seed=self.seed,
            moves=tuple(self.moves),
        )

    @property
    def after(self) -> str:
        """The last move, in words."""
        return f"after {self.moves[-1]!r}" if self.moves else "at the start"


def _start_of(game: Game) -> object:
    return GENERIC["start"].answers.get(game.rules.listening)


def _random_game(game: Game, seed: int) -> Iterator[_Played]:
    """A random game, yielded at the start and after each action. The actions are those of `simulate` with this seed."""
    chooser: Any = source(seed)[0]
    chooser.chance = seeded(choosers_seed(np.uint64(seed)))
    played = _Played(game, seed)
    with played.running():
        played.state = game.start(seed)
    yield played
    while not played.state.is_over and len(played.moves) < MOST_ACTIONS:
        with played.running():
            state = played.state
            action = state.action(int(pick(chooser, state.legal_actions().members)))
            played.phase = int(state.position[0].phase)
            played.moves.append(str(action))
            state.play(action)
        yield played


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
    written, elsewhere, first = Counter[str](), Counter[str](), dict[str, Finding]()  # by `card` field
    for seed in count(subject.seed):
        before: _Lie | None = None
        wrong: Finding | None = None
        with interpreting():
            for played in _random_game(game, seed):
                now = _lie(game, played.state.position)
                subject.count("positions")
                wrong = _doubled(played, now)
                if before and not wrong and not _is_dealt(before, now):
                    wrong = _lost(played, before, now) or _kept(played, now)
                    _note_written(played, before, now, written, elsewhere, first)
                if wrong:
                    break
                before = now
        if wrong:
            yield wrong
            return
        if not subject.has_time(share):
            break
    for name, finding in first.items():
        if written[name] >= ENOUGH and elsewhere[name] <= NAMING * written[name]:
            yield finding
            return


def _is_dealt(before: _Lie, now: _Lie) -> bool:
    """Whether cards were dealt anew: some came back that lay nowhere, or a hand gained several."""
    back = (now.anywhere & ~before.anywhere).bit_count()
    hands = (place for place in now.sets if place.startswith("s.hands["))
    return back > 0 or any((now.sets[place] & ~before.sets[place]).bit_count() > 1 for place in hands)


def _doubled(played: _Played, now: _Lie) -> Finding | None:
    """A card in two sets."""
    places: dict[int, str] = {}
    for place, held in now.sets.items():
        for card in each(held & ALL_BITS):
            if card in places:
                return played.finding(
                    "card-doubled",
                    f"{_capital(played.after)}, {_the(played, card)} lies in {places[card]} and in {place}; a card"
                    " lies in one place. A set of cards that lie elsewhere is declared with recorded().",
                )
            places[card] = place
    return None


def _lost(played: _Played, before: _Lie, now: _Lie) -> Finding | None:
    """A card that left a set and lies nowhere, nor is it recorded; unless it left with others, as the last card of a trick."""
    gone = before.in_sets & ~now.anywhere & ~now.recorded
    if not gone or any(place not in now.single for place in before.single):
        return None
    card = next(each(gone))
    place = next(place for place, held in before.sets.items() if held >> card & 1)
    return played.finding(
        "card-lost",
        f"{_capital(played.after)}, {_the(played, card)} has left {place} and lies in no field declared with"
        " cards or card; where does it lie now? Cards out of play are kept in a field too, or in one made by recorded().",
    )


def _kept(played: _Played, now: _Lie) -> Finding | None:
    """A card that an event tells to leave a hand, and that is still there."""
    if "hands" not in played.game.rules.position.fields:
        return None
    left: dict[tuple[int, str], str] = {}
    for said in played.state.event_log().said[-1]:
        for card, start, end in _flights(said):
            left.pop((card, f"{end}"), None)
            if start.startswith("hand-") and start != end:
                left[card, start] = f"The event {said.kind.name} tells that {_the(played, card)} goes from {start} to {end}"
    for (card, zone), told in left.items():
        held = now.sets.get(f"s.hands[{zone.removeprefix('hand-')}]", 0)
        if held >> card & 1:
            return played.finding("card-stays", f"{told}, but it still lies in s.hands[{zone.removeprefix('hand-')}].")
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


def _zone(id: str, names: Mapping[str, Any]) -> str:
    for name, value in names.items():
        id = id.replace(f"{{{name}}}", str(value))
    return id


def _note_written(
    played: _Played, before: _Lie, now: _Lie, written: Counter[str], elsewhere: Counter[str], first: dict[str, Finding]
) -> None:
    """Note what the last move wrote to `card` fields, and whether it lies in a set as well."""
    for place, card in now.single.items():
        if before.single.get(place) == card:
            continue
        name = place.partition("[")[0]
        written[name] += 1
        if now.in_sets >> card & 1:
            elsewhere[name] += 1
            if name not in first:
                other = next(other for other, held in now.sets.items() if held >> card & 1)
                first[name] = played.finding(
                    "card-doubled",
                    f"{_capital(played.after)}, {_the(played, card)} lies in {place} and in {other}, which mostly"
                    " is not so; a card lies in one place.",
                )


def _the(played: _Played, card: int) -> str:
    cards = played.game.pack.cards
    return f"card {card} ({cards[card].code})" if card < len(cards) else f"card {card}"


# -- compiled and interpreted ---------------------------------------------------------------------------------------------


def _find_differences(subject: Subject, game: Game, share: float) -> Iterator[Finding]:
    for seed in count(subject.seed):
        with interpreting():
            theirs = _random_game(game, seed)
            played = next(theirs)
        try:
            ours = game.start(seed)
            while True:
                wrong = _difference(played, ours)
                subject.count("compared")
                if wrong or played.state.is_over:
                    break
                actions = len(played.moves)
                with interpreting():
                    if next(theirs, None) is None:
                        break
                ours.play(played.state.actions[actions])
        except NotCompiled as error:
            yield Finding("not-compiled", error.sentence, file=error.file, line=error.line, options=dict(game.options))
            return
        except _Failed:
            raise
        except EndlessRule as error:
            yield Finding("rule-endless", f"{error}.", file=error.file, line=error.line, options=dict(game.options), seed=seed)
            return
        except BrokenGame:
            raise
        except Exception as error:  # noqa: BLE001 - which the interpreted rule did not raise
            yield played.finding(
                "compiled-error",
                f"{_capital(played.after)}, the compiled rule fails, the interpreted one does not: {fault(error)}.",
            )
            return
        if wrong:
            yield wrong
            return
        if not subject.has_time(share):
            return


def _difference(played: _Played, ours: State) -> Finding | None:
    """Where the compiled state differs from the interpreted one, if it does."""
    theirs = played.state
    code, begin = "compiled-differs", f"{_capital(played.after)}, compiled and interpreted rules differ: "
    ending = ". A number beyond 64 bits, or a value that is no whole number, is the usual cause."
    if ours.position.tobytes() != theirs.position.tobytes():
        for name in ours.position.dtype.names or ():
            compiled, interpreted = ours.position[name][0], theirs.position[name][0]
            if np.any(compiled != interpreted):
                at = tuple(int(i) for i in np.argwhere(compiled != interpreted)[0])
                what = "what is told of it" if name in ("heard", "heard_alone") else f"s.{name}{list(at) if at else ''}"
                values = f"{compiled[at] if at else compiled} compiled and {interpreted[at] if at else interpreted} interpreted"
                return played.finding(code, f"{begin}{what} is {values}{ending}")
    if int(ours._legal) != int(theirs._legal):
        names = f"{list(map(int, ours.legal_actions()))} compiled and {list(map(int, theirs.legal_actions()))} interpreted"
        return played.finding(code, f"{begin}the legal actions are {names}{ending}")
    results = {"standing": State.standing, "returns": State.returns, "winners": State.winners}
    for name, result in results.items():
        if result(ours) != result(theirs):
            return played.finding(code, f"{begin}{name} is {result(ours)} compiled and {result(theirs)} interpreted{ending}")
    return None


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
