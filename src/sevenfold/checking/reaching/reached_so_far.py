"""What the games played so far have reached, noted decision by decision."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from sevenfold.cards import NONE
from sevenfold.checking.random_play import answer_of, told_in
from sevenfold.checking.rare.rare_deals import RareDeal
from sevenfold.findings import Finding
from sevenfold.kernel.questions import deals_done, standing
from sevenfold.playing.game import Game, State
from sevenfold.sanitizer.faults import Place

from .forced import Forced
from .rule_lines import RuleLines, Trace
from .steady import Steady

ROUNDS = 3  # of the seats, without a turn being counted, after which it is said that none is
CIRCLE = 400  # actions in which a game has at most an eighth as many positions, which show that it leads nowhere
TINY = 1e-9
SEARCH = "search:20"  # at one seat, among heuristics at the others


@dataclass
class Reached:
    """What the games played so far have reached."""

    lines: RuleLines
    trace: Trace
    steady: Steady
    forced: Forced = field(default_factory=Forced)
    games: Counter[str] = field(default_factory=Counter)  # finished, by the kind of play
    decisions: Counter[int] = field(default_factory=Counter)  # by phase
    allowed: dict[int, int] = field(default_factory=lambda: defaultdict(int))  # the actions that were legal, by phase
    offers: Counter[int] = field(default_factory=Counter)  # how many actions were legal in all, by phase
    meant: dict[int, int] = field(default_factory=dict)  # the actions that have a meaning, by phase
    refused: set[tuple[int, int]] = field(default_factory=set)  # (phase, restriction) that have refused something
    moved: dict[int, set[int]] = field(default_factory=lambda: defaultdict(set))  # seats, by the number of players
    finished: Counter[int] = field(default_factory=Counter)  # games, by the number of players
    state: State | None = None  # the game that is being played
    results: set[tuple[float, ...]] = field(default_factory=set)  # of seats, each game's without repetition
    recent: deque[int] = field(default_factory=lambda: deque(maxlen=CIRCLE))  # the latest positions of the game
    circle: Finding | None = None  # a game that went round in circles
    standing_still: Finding | None = None  # a game in which the turn passed on, and no turn was counted
    passed_on: int = 0  # how often it has since one was counted in the present game
    latest: tuple[int, int] = (NONE, NONE)  # the seat and the turns counted at the decision before
    won: dict[int, list[frozenset[int]]] = field(default_factory=lambda: defaultdict(list))  # at random, by how many played
    told_apart: bool = False  # whether the seats ever had different results
    sides: dict[Game, list[int | None]] = field(default_factory=dict)  # of the seats, by the game with its options
    parted: Finding | None = None  # partners who ended a game with different results
    is_won: bool = False  # whether anybody ever won
    standings: list[float] = field(default_factory=list)  # of the seats, before the present deal; empty before a game
    deals: int = 0  # done in the present game
    sums: list[tuple[float, ...]] = field(default_factory=list)  # what deals brought the seats, if it does not add up to 0
    zero_sums: int = 0  # deals that brought them something, which adds up to 0

    @property
    def count(self) -> int:
        """How many games were finished."""
        return self.games.total()

    def note(self, state: State) -> None:
        """Note a decision."""
        s = state.position[0]
        self.steady.note(s)
        phase, legal = state.game.rules.phases[int(s.phase)], sum(1 << action for action in state.legal_actions())
        if phase.id not in self.meant:
            self.meant[phase.id] = sum(1 << action for action in set(phase.every()))
        self.decisions[phase.id] += 1
        fields = (name for name, declared in state.game.rules.position.fields.items() if not declared.observed)
        self.recent.append(hash((int(s.phase), int(s.turn), *(np.asarray(s[name]).tobytes() for name in fields))))
        if len(self.recent) == CIRCLE and self.circle is None and len(set(self.recent)) <= CIRCLE // 8:
            self.circle = told_in(state, _circle(self, len(set(self.recent))))
        self._note_turn(state)
        if not self.standings or int(deals_done(s)) != self.deals:
            self._note_deal(state)
        self.offers[phase.id] += legal.bit_count()
        self.forced.note(legal.bit_count())
        self.moved[state.game.players].add(int(s.turn))
        self.note_allowed(state)

    def note_allowed(self, state: State) -> None:
        """Note what is allowed at a decision, and which restrictions refuse something."""
        s = state.position[0]
        phase = state.game.rules.phases[int(s.phase)]
        self.allowed[phase.id] |= state.legal_actions().members
        if phase.id not in self.meant:
            return  # never reached in a whole game
        left = self.meant[phase.id]
        restrictions = state.game.rules.restrictions[phase.id]
        if all((phase.id, at) in self.refused for at in range(len(restrictions))):
            return
        for at, restriction in enumerate(restrictions):
            allowed = int(restriction.allows(s))
            if left & ~allowed:
                self.refused.add((phase.id, at))
            left &= allowed

    def _note_turn(self, state: State) -> None:
        """Note whether turns are counted, without which no limit ends the game, while the turn goes round."""
        s = state.position[0]
        seat, turns = int(s.turn), int(s.turns)
        self.passed_on = self.passed_on + (seat != self.latest[0]) if turns == self.latest[1] else 0
        self.latest = seat, turns
        if self.passed_on >= ROUNDS * state.game.players > ROUNDS and self.standing_still is None:
            self.standing_still = told_in(state, _standing_still(self, state))

    def end(self, state: State, kind: str) -> None:
        """Note the end of a game."""
        self.games[kind] += 1
        if self.parted is None:
            self.parted = _parted(self, state)
        self.steady.note(state.position[0])
        self.forced.end()
        if not state.is_truncated:
            self.finished[state.game.players] += 1
            results = set(state.returns())
            self._note_deal(state)
            self.results.add(tuple(results))
            self.told_apart |= len(results) > 1
            winners = state.winners()
            self.is_won |= bool(winners)
            if winners and kind == "random" and not isinstance(state, RareDeal):
                self.won[state.game.players].append(frozenset(winners))

    def _note_deal(self, state: State) -> None:
        """Note what a deal has brought the seats, if one is over, and how they stand now."""
        s, before = state.position[0], self.standings
        self.standings, self.deals = [float(standing(s, seat)) for seat in range(state.game.players)], int(deals_done(s))
        if before:
            self.note_gains([now - was for now, was in zip(self.standings, before, strict=True)])

    def note_gains(self, gains: Sequence[float]) -> None:
        """Note whether what some seats have won is what the others have lost."""
        if len(gains) > 1 and any(gains):
            if abs(sum(gains)) < TINY:
                self.zero_sums += 1
            else:
                self.sums.append(tuple(gains))

    @property
    def in_games(self) -> str:
        """How many games were finished, by the kind of play: "in 40 games (28 at random, 12 by heuristics)"."""
        how = {"random": "at random", "heuristic": "by heuristics", SEARCH: "by search"}
        played = [f"{self.games[kind]} {words}" for kind, words in how.items() if self.games[kind]]
        return f"in {self.count} games ({', '.join(played)})"

    def answer(self, *questions: str) -> tuple[str, int]:
        """The file and line of the game's answer to the first of these questions that it answers, else of `standing`."""
        answers = (answer_of(self.lines.rules, name) for name in (*questions, "standing"))
        return self.lines.place_of(next(filter(None, answers), None)).at

    @property
    def is_unwon(self) -> bool:
        """Whether it takes skill to win the game at all, and nobody did."""
        rules = self.lines.rules
        return (rules.cooperative or max(rules.player_counts) == 1) and not self.is_won

    @property
    def is_whole(self) -> bool:
        """Whether nothing that play could still reach is missing."""
        rules = self.lines.rules
        return (
            set(self.decisions) == set(rules.phases)
            and all(self.allowed[phase] == self.meant[phase] for phase in rules.phases)
            and all((phase, at) in self.refused for phase, rs in rules.restrictions.items() if rs[1:] for at in range(len(rs)))
            and self.trace.said == set(self.lines.events)
            and not any(self.missing_lines())
        )

    def missing_lines(self) -> Iterator[tuple[str, Place, list[range]]]:
        """The functions of rules with statements that have not run: name, place, and the lines; all of them if none ran."""
        rules = self.lines.rules
        unreached = [phase for phase in rules.phases if not self.decisions[phase]]
        told = {rules.actions[phase] for phase in unreached}
        told |= {restriction.allows for phase in unreached for restriction in rules.restrictions[phase]}
        apart = {getattr(getattr(value, "function", value), "__code__", None) for value in told}
        for code, function in self.lines.functions.items():
            if code in apart:  # the phase is told, of which they are a part
                continue
            run = self.trace.run.get(code.co_filename, set())
            missing = [lines for lines in self.lines.statements(code) if not run.intersection(lines)]
            if missing:
                place = self.lines.place_of(function)
                was_called = code in self.trace.called
                yield code.co_name, Place(place.file, missing[0].start) if was_called else place, missing if was_called else []


def _circle(reached: Reached, positions: int) -> Finding:
    return Finding(
        "never-ends",
        f"For {CIRCLE} actions in a row the game had only {positions} positions, by turns: nothing that was chosen led on. Is"
        " it to end there, or should something else be allowed?",
        "warning",
        *reached.lines.place_of_name("rules").at,
    )


def _parted(reached: Reached, state: State) -> Finding | None:
    """Seats that the table shows to be on one side, and that have different results at the end of a game."""
    if state.game not in reached.sides:
        reached.sides[state.game] = [seat.side for seat in state.view(None).seats]
    results, first = state.returns(), dict[int, int]()
    for seat, side in enumerate(reached.sides[state.game]):
        if side is not None and results[other := first.setdefault(side, seat)] != results[seat]:
            found = Finding(
                "partners-differ",
                f"Seats {other} and {seat} are on one side, but end a game with {results[other]:g} and {results[seat]:g}:"
                " partners win and lose together, so standing(s, seat), or returns(s, seat) if there is one, must be the same"
                " for them.",
                "error",
                *reached.answer("returns"),
            )
            return told_in(state, found)
    return None


def _standing_still(reached: Reached, state: State) -> Finding:
    phase = state.game.rules.phases[int(state.position[0].phase)]
    return Finding(
        "turns-not-counted",
        f"The turn passed from seat to seat {reached.passed_on} times without a new turn being counted: phases such as"
        f" {phase.name!r} are declared with within_turn or within_move, and no phase that begins a turn came between. Does a"
        " rule forget to set s.phase when a turn is over?",
        "warning",
        *reached.lines.place_of(state.game.rules.actions[phase.id]).at,
    )
