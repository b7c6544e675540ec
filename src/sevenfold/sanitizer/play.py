"""Checked play: games played interpreted on checked positions, until something is wrong or the time is over."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import thread_time
from types import TracebackType
from typing import Any, cast

import numpy as np

from sevenfold.cards import NONE
from sevenfold.declare.actions import describe
from sevenfold.declare.options import Value, option_fields
from sevenfold.declare.rules import Rules
from sevenfold.errors import BadInput, quoted
from sevenfold.findings import Finding
from sevenfold.kernel.chance import choosers_seed, pick, seeded, source
from sevenfold.kernel.compiler.decorators import interpreting
from sevenfold.kernel.events import TraceBuffer, tracing
from sevenfold.kernel.fields import NOBODY, Fields
from sevenfold.kernel.play import begin
from sevenfold.kernel.questions import GENERIC, OVER
from sevenfold.kernel.sets import each
from sevenfold.kernel.types import Action, ActionSet, Seat
from sevenfold.view.event_log import EventLog

from .allowance import Allowance
from .checked_game import CheckedGame, checked
from .faults import Place, RuleFault
from .positions import CheckedArray, CheckedPosition, whole
from .rounds import Asked, broken, depends
from .texts import look_at
from .watch import DoesNotEnd, Watch

LIMIT = 10_000  # of turns, as games have by default
MOST_TURNS = 2_000  # of one game, before it counts as one that does not end
MOST_IN_A_TURN = 1_000  # actions
RULE_SECONDS = 2.0  # of processor time for one call of a rule or a text
TEXTS_SHARE = 0.35  # of the time, for views
FIRST = 40  # positions of a game at which everything is asked; later at every FEW-th
FEW = 7
MOST_FINDINGS = 3  # of one call: what follows mostly has the same cause
OPENED = 3  # one game in this many begins with given actions
REPEATED = 5.0  # seconds for a game that is played again
BEYOND = 40  # actions that are chosen at random after those
NONE_ENDED = 3  # games cut off, of as many, that show that a game does not end


class Found(Exception):
    """Something is wrong; the game is not played on."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(str(finding))
        self.finding = finding


@dataclass
class Tally:
    """What checked play has done.

    Attributes:
        games: Games begun.
        ended: Games that the rules ended.
        cut: Games cut off after MOST_TURNS turns.
        positions: Positions at which a seat was to move.
        views: Views made.
    """

    games: int = 0
    ended: int = 0
    cut: int = 0
    positions: int = 0
    views: int = 0


def play(
    rules: Rules,
    options: Mapping[str, Value],
    seeds: Iterable[int],
    seconds: float,
    *,
    openings: Iterable[tuple[int, Sequence[Action]]] = (),
    tally: Tally | None = None,
    progress: Callable[[int], None] = lambda games: None,
    rule_seconds: float = RULE_SECONDS,
) -> Iterator[Finding]:
    """Play a game's random games interpreted and checked, and tell what is wrong.

    Args:
        rules: The rules of the game.
        options: A value for every option.
        seeds: The seeds of the games, one after another; the first of them is played in any case.
        seconds: How long to play, in processor time. A game that is being played when the time is over is left.
        openings: The seeds and the first actions of other games, which are played in between and broken off soon after these.
        tally: Counts what was done.
        progress: Told how many games have been played, after each of them.
        rule_seconds: How much processor time one call of a rule or a text may take.
    """
    tally = tally or Tally()
    game, opened = checked(rules), iter(openings)
    allowance, views, told = Allowance(seconds), 0.0, set[tuple[str, str]]()
    ended, cut = tally.ended, tally.cut  # before
    for n, seed in enumerate(seeds):
        # It seems so; then the time may be exceeded, so that a slow machine finds out, too.
        endless = tally.ended == ended and tally.cut > cut
        if n and not (endless or allowance.has()):
            break
        watch = Watch(rule_seconds)
        opening = next(opened, None) if n % OPENED == OPENED - 1 else None
        run = _Run(game, options, *(opening or (seed, ())), watch, by_policy=n % 2 == 1, allowance=allowance, views=views)
        finding = None
        with interpreting(), watch.over():
            try:
                run.play(tally, whole=endless)
            except Found as found:
                finding = found.finding
        views = run.views
        progress(n + 1)
        if finding and (finding.code, finding.where) not in told:
            told.add((finding.code, finding.where))
            yield finding
        if len(told) >= MOST_FINDINGS or (tally.ended == ended and tally.cut - cut >= NONE_ENDED):
            break
    if not told and tally.ended == ended and tally.cut - cut >= NONE_ENDED:
        yield _does_not_end(game, options, tally.cut - cut)


def found_after(rules: Rules, options: Mapping[str, Value], seed: int, actions: Sequence[Action]) -> Finding | None:
    """What is wrong in a game by the time that these actions have been played, checked; None if nothing is."""
    watch = Watch(RULE_SECONDS)
    allowance = Allowance(REPEATED)
    run = _Run(checked(rules), options, seed, actions, watch, by_policy=False, allowance=allowance, views=0.0, beyond=0)
    with interpreting(), watch.over():
        try:
            run.play(Tally(), whole=False)
        except Found as found:
            return found.finding
    return None


def _does_not_end(game: CheckedGame, options: Mapping[str, Value], cut: int) -> Finding:
    alone = int(options.get("players", game.rules.player_counts[0])) == 1
    return Finding(
        "never-ends",
        f"None of {cut} random games ended within {MOST_TURNS:,} turns. A game ends by end_game(s): is it reached whatever"
        " is chosen?",
        "warning" if alone else "error",
        file=game.files.name,
        options=dict(options),
    )


class _Run:
    """One game that is being played."""

    def __init__(
        self,
        game: CheckedGame,
        options: Mapping[str, Value],
        seed: int,
        first: Sequence[Action],
        watch: Watch,
        *,
        by_policy: bool,
        allowance: Allowance,
        views: float,
        beyond: int = BEYOND,
    ) -> None:
        """first: the first actions. by_policy: choose among the actions of the game's policy. allowance: how long to play.
        views: seconds used for views so far. beyond: how many actions follow the first ones; without them a whole game follows,
        unless it is 0."""
        self.first = first
        self.last = len(first) + beyond if first or not beyond else None  # the number of actions after which it is broken off
        self.game, self.rules, self.options, self.seed, self.watch = game, game.rules, options, seed, watch
        self.players = int(options.get("players", game.rules.player_counts[0]))
        hidden = (field for field in self.rules.position.fields.values() if field.seen_by == NOBODY)
        self.hidden_places = sum(field.words for field in hidden if field.kind in ("cards", "card"))
        self.by_policy = by_policy and "policy" in game.answered
        self.allowance, self.views = allowance, views
        self.moves: list[str] = []
        self.s = self._new()
        self.source = source(seed)
        self.log = EventLog()
        self.asked: Asked | None = None  # the latest moment of a round of a simultaneous phase
        self.looked: dict[tuple[int, int], int] = {}  # how often a phase was looked at by which seat

    def _new(self) -> CheckedPosition:
        raw = np.zeros(1, self.rules.listening)
        raw["players"], raw["limit"] = self.players, LIMIT
        for name, code in option_fields(self.rules.options, self.options).items():
            raw[name] = code
        return self.game.checks.new(raw.tobytes())

    # -- playing --------------------------------------------------------------------------------------------------------

    def play(self, tally: Tally, *, whole: bool) -> None:
        """Play the game; Found if something is wrong. whole: play on when the time is over."""
        s = self.s
        tally.games += 1
        with tracing(s) as buffer:  # type: ignore[arg-type]  # a checked position takes the place of an array of one
            self.call("start", begin, s, np.uint64(self.seed))
            self._tell(buffer)
            chooser: Any = self.source[0]
            chooser.chance = seeded(choosers_seed(np.uint64(self.seed)))
            counted, actions = -1, 0
            self._check_state("start", GENERIC["start"].answers[self.rules.listening])
            while s.phase != OVER:
                counted, actions = (s.turns, 0) if s.turns != counted else (counted, actions + 1)
                if actions > MOST_IN_A_TURN:
                    self._refuse_long_turn()
                tally.positions += 1
                legal = self._legal()
                self._check_round()
                chosen = self._ask(legal)
                tally.views += self._look(legal)
                made = len(self.moves)
                if made == self.last:
                    return
                action = self.first[made] if made < len(self.first) else int(pick(chooser, chosen if self.by_policy else legal))
                self._apply(action)
                self._tell(buffer)
                if s.turns >= MOST_TURNS and s.phase != OVER:
                    tally.cut += 1
                    return
                if not (whole or self.allowance.has()):
                    return
            tally.ended += 1
            self._check_end()
            tally.views += self._look(0)

    def _apply(self, action: Action) -> None:
        s, phase = self.s, self.rules.phases[self.s.phase]
        text = self.call("the text of an action", lambda: describe(action, phase, self.rules.pack, cast("Fields", s)).text)
        self.moves.append(text)
        function = self.rules.actions[phase.id]
        self.call(f"what {phase.name!r} does", GENERIC["apply_action"].function, s, action)
        self._check_state(getattr(function, "__name__", phase.name), function)

    def _tell(self, buffer: TraceBuffer) -> None:
        try:
            self.log.add(buffer.read())
        except BadInput as error:
            raise self.found("event-many", str(error)) from None

    def _check_state(self, after: str, function: object = None) -> None:
        """Check that a declared phase and a seat are left, or the end."""
        s, place = self.s, self.game.place_of_function(function)
        if s.phase == OVER:
            if s.turn != -1:
                raise self.found(
                    "turn-over", f"After {after}, s.phase is OVER but s.turn is {s.turn}; end_game(s) ends the game.", place
                )
        elif s.phase not in self.rules.phases:
            there = ", ".join(f"{phase.id} ({phase.name})" for phase in self.rules.phases.values())
            raise self.found("phase-undeclared", f"After {after}, s.phase is {s.phase}; the phases are {there}.", place)
        elif not 0 <= s.turn < self.players:
            none = " (NONE)" if s.turn == -1 else ""
            raise self.found(
                "turn-none",
                f"After {after}, the game goes on but s.turn is {s.turn}{none}; the seats are 0 to {self.players - 1}."
                " end_game(s) ends the game.",
                place,
            )

    def _legal(self) -> ActionSet:
        """The legal actions, each restriction asked and checked."""
        s, phase = self.s, self.rules.phases[self.s.phase]
        declared = sum(1 << action for action in set(phase.every()))
        legal, place = (1 << 63) - 1, Place()
        for restriction, allows in self.game.allows[phase.id]:
            what = f"the restriction {restriction.rule} of {phase.name!r}"
            value = self.question(what, allows, s)
            number = whole(value)
            place = self.game.place_of_function(restriction.allows)
            if number is None or isinstance(value, (bool, np.bool_)):
                raise self.found(
                    "allows-value", f"It returns {quoted(value)}; it returns the set of the actions that are allowed.", place
                )
            legal &= number
        if legal & ~declared and not legal >> 62 & 1:  # which only a complement contains
            extra = next(each(legal & ~declared))
            raise self.found(
                "legal-undeclared",
                f"Action {extra} is allowed in the phase {phase.name!r}, which does not declare it; its actions are"
                f" {_ranges(sorted(set(phase.every())))}.",
                place,
            )
        legal &= declared
        if not legal:
            names = " and ".join(dict.fromkeys(one.rule for one, _ in self.game.allows[phase.id]))
            leave = "leave" if " " in names else "leaves"
            raise self.found(
                "legal-empty",
                f"Seat {s.turn} is to {phase.name}, but {names} {leave} it no action{self._empty_hand()}. Let it pass by an"
                " action, pass the turn on, or end the game.",
                place if place.line else self.game.place_of_function(self.rules.actions[phase.id]),
            )
        return legal

    def _empty_hand(self) -> str:
        """That the seat to move has an empty hand while others have not, in words; empty if it is not so."""
        hands = self.rules.position.fields.get("hands")
        if hands is None or hands.kind != "cards" or len(hands.shape) != 1:
            return ""
        others = [seat for seat in range(self.players) if self.s.hands[seat]]
        return ": its hand is empty, others are not" if others and self.s.turn not in others else ""

    def _check_round(self) -> None:
        """Check that a round of a simultaneous phase goes on without telling anybody what another chose."""
        phase, before = self.rules.phases[self.s.phase], self.asked
        if phase.within_move or not (phase.simultaneous or before):
            return
        self.asked = now = self._asked() if phase.simultaneous else None
        if before is None or not before.left:
            return
        effect = self.game.place_of_function(self.rules.actions[before.phase])
        if sentence := broken(before, now):
            raise self.found("round-cut", sentence, effect if effect.line else self._answer("choosers"))
        assert now is not None
        if found := depends(before, now, self.rules.restrictions[phase.id]):
            raise self.found("round-depends", found[1], self.game.place_of_function(found[0].allows))

    def _asked(self) -> Asked:
        """Who have still to choose, and what they may choose."""
        s, turn = self.s, self.s.turn
        members = self._whole("choosers", self.question("choosers", GENERIC["choosers"].function, s))
        if members >> self.players or not members >> turn & 1:
            raise self.found(
                "round-seats",
                f"choosers answers {_set(members)}; it is the set of the seats that have still to choose, of seats 0 to"
                f" {self.players - 1}, and the seat to move, {turn}, is one of them.",
                self._answer("choosers"),
            )
        allowed = dict[Seat, list[ActionSet]]()
        for seat in each(members):
            s.turn = seat
            allowed[seat] = [
                int(self.question(f"the restriction {restriction.rule}", allows, s))
                for restriction, allows in self.game.allows[s.phase]
            ]
        s.turn = turn
        return Asked(s.phase, turn, frozenset(each(members)), allowed)

    def _refuse_long_turn(self) -> None:
        phases = [phase.name for phase in self.rules.phases.values() if phase.within_turn]
        raise self.found(
            "turn-never-ends",
            f"A turn has lasted {MOST_IN_A_TURN:,} actions, which the limit of turns cannot end. The phases that continue a"
            f" turn: {', '.join(phases) or 'none'}.",
            self.game.place_of_function(self.rules.actions[self.s.phase]),
        )

    # -- answers ----------------------------------------------------------------------------------------------------------

    def _ask(self, legal: ActionSet) -> ActionSet:
        """Ask what bots and views ask; returns the actions of the policy."""
        s, answered = self.s, self.game.answered
        chosen = legal
        if "policy" in answered:
            value = self.question("policy", GENERIC["policy"].function, s, legal)
            number = whole(value)
            if not number or number & ~legal:
                raise self.found(
                    "policy-illegal",
                    f"policy returns {_set(number)} of the legal actions {_set(legal)}; it chooses at least one of them, and no"
                    " others.",
                    self._answer("policy"),
                )
            chosen = number
        if len(self.moves) > FIRST and len(self.moves) % FEW:
            return chosen
        for seat in range(self.players):
            for name in ("standing", "tally", "heuristic_value"):
                if name in answered:
                    self._finite(name, self.question(name, GENERIC[name].function, s, seat))
            self._ask_knowledge(seat)
        for place in range(self.hidden_places):
            if "lies_in" in answered:
                for seat in range(NONE, self.players):
                    self._whole("lies_in", self.question("lies_in", GENERIC["lies_in"].function, s, seat, place))
            if "lacked_in" in answered:
                self._whole("lacked_in", self.question("lacked_in", GENERIC["lacked_in"].function, s, place))
        for name in ("not_in_stock", "possible", "deals_done"):
            if name in answered:
                self._whole(name, self.question(name, GENERIC[name].function, s))
        return chosen

    def _ask_knowledge(self, seat: int) -> None:
        s, answered = self.s, self.game.answered
        for name in ("shown", "once_held"):
            if name in answered:
                self._whole(name, self.question(name, GENERIC[name].function, s, seat))
        if "known" in answered:
            for holder in range(self.players):
                self._whole("known", self.question("known", GENERIC["known"].function, s, seat, holder))
        parts = 1
        if "parts" in answered:
            parts = self._whole("parts", self.question("parts", GENERIC["parts"].function, s, seat))
            if not 0 <= parts <= 64:
                raise self.found(
                    "answer-value", f"parts returns {parts}; it is a number of parts, 0 to 64.", self._answer("parts")
                )
        for part in range(parts):
            for name in ("part_size", "lacked", "came_from"):
                if name in answered and (parts > 1 or name != "part_size"):
                    self._whole(name, self.question(name, GENERIC[name].function, s, seat, part))
        if "lacked_everywhere" in answered:
            self._compare_lacks(seat)

    def _compare_lacks(self, seat: int) -> None:
        """Compare what a game says of all parts of a hand with what it says of each."""
        name, generic = "lacked_everywhere", GENERIC["lacked_everywhere"]
        found = self._whole(name, self.question(name, generic.function, self.s, seat))
        asked = self._whole(name, self.question(name, generic.default, self.s, seat))
        if found != asked:
            raise self.found(
                "answer-value",
                f"{name} returns {_set(found)}, but what `lacked` says of the parts has {_set(asked)} in common.",
                self._answer(name),
            )

    def _check_end(self) -> None:
        least, most = self.rules.range_of_results(self.options) or (-math.inf, math.inf)
        for seat in range(self.players):
            for name in ("returns", "standing", "tally"):
                value = self.question(name, GENERIC[name].function, self.s, seat)
                self._finite(name, value)
                if name == "returns" and not least <= value <= most:
                    said = f"The result of seat {seat} is {_returned(value)}; Rules says results=({least}, {most})."
                    raise self.found("result-range", said, self._answer(name if name in self.game.answered else "standing"))
        winners = self._whole("winners", self.question("winners", GENERIC["winners"].function, self.s))
        if not 0 <= winners < 1 << self.players:
            raise self.found(
                "winners",
                f"winners returns {_set(winners)}; it is a set of seats, 0 to {self.players - 1}.",
                self._answer("winners"),
            )

    def _finite(self, name: str, value: Any) -> None:
        try:
            is_finite = math.isfinite(value)
        except (TypeError, ValueError, OverflowError):
            is_finite = False
        if not is_finite:
            raise self.found(
                "result", f"`{name}` returns {_returned(value)}; it is a number, and not infinite.", self._answer(name)
            )

    def _whole(self, name: str, value: Any) -> int:
        number = whole(value)
        if number is None:
            raise self.found(
                "answer-value", f"`{name}` returns {_returned(value)}; it is a whole number or a set.", self._answer(name)
            )
        return number

    def _answer(self, name: str) -> Place:
        """Where the game answers a question."""
        return self.game.place_of_function(GENERIC[name].answers.get(self.rules.listening))

    # -- texts ----------------------------------------------------------------------------------------------------------

    def _look(self, legal: ActionSet) -> int:
        """Make views of the position, as far as there is time; returns how many."""
        phase, turn, done = int(self.s.phase), int(self.s.turn), 0
        for seat in dict.fromkeys((turn, (turn + 1) % self.players, -1)):
            before = self.looked.get((phase, seat), 0)
            if before and (
                self.views > TEXTS_SHARE * self.allowance.seconds or before & (before - 1)
            ):  # the 1st, 2nd, 4th, 8th ... time
                self.looked[phase, seat] = before + 1
                continue
            self.looked[phase, seat] = before + 1
            began = thread_time()
            look_at(self, seat, legal)
            self.views += thread_time() - began
            done += 1
        return done

    # -- calling --------------------------------------------------------------------------------------------------------

    def question(self, what: str, function: Callable[..., Any], *args: Any) -> Any:
        """What an answer returns; Found if it changes the position."""
        s = self.s
        before = bytes(s._memory)
        value = self.call(what, function, *args)
        if s._memory != before:
            s._memory[:] = before
            s._only_read = what
            self.call(what, function, *args)  # which now fails at the line that changes something
            s._only_read = ""
            raise self.found("changes-position", f"{what} changes the position; it may only read it.")
        return value

    def call(self, what: str, function: Callable[..., Any], *args: Any, text: bool = False) -> Any:
        """Call something of the game's; Found if it fails."""
        kind = "text" if text else "rule"
        try:
            with self.watch.call():
                return function(*args)
        except RuleFault as fault:
            if fault.function is not None:
                raise self.found(fault.code, fault.sentence, self.game.place_of_function(fault.function)) from None
            raise self._failed(fault.code, what, fault.sentence, fault.__traceback__) from None
        except DoesNotEnd as error:
            sentence = f"it was still running after {self.watch.seconds:g} s: a loop does not end."
            raise self._failed(f"{kind}-endless", what, sentence, error.__traceback__) from None
        except RecursionError as error:
            raise self._failed(
                f"{kind}-recursion", what, "functions call each other without end.", error.__traceback__
            ) from None
        except ZeroDivisionError as error:
            sentence = "a number is divided by 0. Test the divisor first."
            raise self._failed("division-by-zero", what, sentence, error.__traceback__) from None
        except Exception as error:  # noqa: BLE001 - whatever a rule raises is its fault
            sentence = self._unanswered(error) or f"{type(error).__name__}: {quoted_message(error)}."
            raise self._failed(f"{kind}-error", what, sentence, error.__traceback__) from None

    def _unanswered(self, error: Exception) -> str:
        """The sentence for a question of shared mechanics that the game does not answer; empty for another error."""
        trace = error.__traceback__
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        if not isinstance(error, TypeError) or trace is None or trace.tb_frame.f_code.co_name != "ask":
            return ""
        question = self.game.question_of(trace.tb_frame.f_locals.get("answers"))
        answered = question in self.game.answered
        return (
            f"the game does not answer {question}(s, ...), which a shared mechanic asks." if question and not answered else ""
        )

    def _failed(self, code: str, what: str, sentence: str, trace: TracebackType | None) -> Found:
        place = self.game.files.place_of(trace)
        where = place.function if place.function and not place.function.startswith("<") else what
        return self.found(code, f"In {where}, {sentence}", place if place.file else Place(self.game.files.name))

    def found(self, code: str, sentence: str, place: Place | None = None) -> Found:
        """A finding, to be raised."""
        place = place or Place(self.game.files.name)
        sentence = sentence[:1].upper() + sentence[1:] if not sentence.startswith("s.") else sentence
        return Found(
            Finding(
                code,
                sentence,
                file=place.file,
                line=place.line,
                options=dict(self.options),
                seed=self.seed,
                moves=tuple(self.moves),
            )
        )


def quoted_message(error: Exception) -> str:
    """An error's message on one line, without a full stop."""
    return (
        quoted(error.args[0]) if isinstance(error, KeyError) and error.args else " ".join(str(error).split())[:200].rstrip(".")
    )


def _returned(value: object) -> str:
    """What an answer returns, in words."""
    if value is None:
        return "nothing"
    return "a field with several places, of which it is to name one" if isinstance(value, CheckedArray) else quoted(value)


def _set(members: int | None) -> str:
    """A set in words: {1, 4}."""
    if members is None:
        return "no set"
    return "{" + ", ".join(map(str, each(members & (1 << 64) - 1))) + "}"


def _ranges(numbers: list[int]) -> str:
    """Numbers in words: "0 to 48, 52"."""
    said, first = [], 0
    for i in range(1, len(numbers) + 1):
        if i == len(numbers) or numbers[i] != numbers[i - 1] + 1:
            a, b = numbers[first], numbers[i - 1]
            said.append(str(a) if a == b else f"{a} to {b}")
            first = i
    return ", ".join(said) or "none"
