"""What play reaches: phases, actions, restrictions, events, options and lines of the rules that never come into effect.

Games are played interpreted, at random, by the game's heuristics and by search, with every combination of options that the
check plays. What is never reached in them is a warning that says in how many games; only a seat that never moves is an error.

How far games tell what never happens follows from themselves: as long as they are few, or some lines have run in one or two of
them only, others are to be expected that more games would reach. Then what is missing is no warning, but a note.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain, cycle, groupby, islice
from pathlib import Path
from random import Random

import numpy as np

from sevenfold.bots import Bot, bot, choose
from sevenfold.cards import NONE
from sevenfold.declare.actions import Phase
from sevenfold.declare.options import Value, show_value
from sevenfold.declare.rules import Restriction
from sevenfold.errors import BadInput, fault, shortened
from sevenfold.findings import Finding
from sevenfold.kernel.compiler.decorators import interpreting
from sevenfold.kernel.play import apply, begin_game
from sevenfold.kernel.questions import deals_done, returns, standing, winners
from sevenfold.kernel.sets import each
from sevenfold.playing.game import Game, State
from sevenfold.sanitizer.faults import AuthorsFiles, Place

from .random_play import told_in
from .rare.rare_deals import RareDeal
from .reaching.forced import Forced
from .reaching.rule_lines import RuleLines, Trace
from .reaching.short_stock import short_game, stocks_of
from .reaching.steady import Steady
from .subject import Subject

LIMIT = 2000  # turns of a game
ROUNDS = 3  # of the seats, without a turn being counted, after which it is said that none is
CIRCLE = 400  # actions in which a game has at most an eighth as many positions, which show that it leads nowhere
SHORT = 3  # turns of the games that show what happens at the limit
ENOUGH = 40  # games at random and by heuristics, each, after which play ends if everything was reached
RARE = 4  # of so many games, one begins with cards dealt in order
MANY = 1_000  # decisions, or ENOUGH games, before actions, events and lines are said to be never reached
MOST = 4_000  # the same before restrictions are said never to refuse
FEW = 10  # games that must have been finished before anything is said to be never reached
FEW_OF_EACH = 3  # the same with each choice of options, before that is said of actions, events and lines
NO_CHANCE = 1e-5  # a seat that never wins is told if this is less likely in a fair game
TINY = 1e-9
FEW_SUMS, SUMS_SHARE = 10, 0.2  # deals that add up to 0, and such that do not, before the latter are told; and their share
FEW_DECISIONS = 30  # in a phase, before its restrictions or actions are judged
LOOKS = 4  # times that each action of a phase could have been allowed on average, before single ones are judged
COMPARED = 12  # games of each pair of values of an option
FEW_COMPARED = 4
SEARCH = "search:20"  # at one seat, among heuristics at the others
SHARES = {"random": 0.45, "heuristic": 0.65, SEARCH: 0.9}  # of the time, at which each kind of play ends
MOST_SHORT = 400  # games with a short stock
AT_THE_END = ("line-never-runs", "function-never-runs", "event-never-said")  # which may be about what winning leads to
UNWON = "Nobody won any of these games, so what winning leads to was not seen: better play may reach it."
SHORT_STOCK = "Once the check had taken most cards out of the stock, it was reached: whole games hardly ever come so far."
OPTIONS_UNTIL = 0.2
OF_REDEALS = ("possible",)  # answers that refuse what lies truly in no game, but only in re-deals, of which search makes some
REDEALT = " Only re-deals that cannot be are refused there, of which bots made too few to tell."
LONGEST_LIST = 12  # lines or actions that a sentence lists


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


# -- play -------------------------------------------------------------------------------------------------------------


def find(subject: Subject) -> Iterator[Finding]:
    """What is never reached, the gravest first."""
    lines = RuleLines(subject.rules)
    reached = Reached(lines, Trace(lines), Steady(subject.rules))
    reached.steady.watch(reached.trace.watched, lines.functions)
    with interpreting():
        without_effect = list(_options_without_effect(subject, lines))
        try:
            with np.errstate(all="ignore"), reached.trace.on():
                _play(subject, reached)
        except Exception as error:  # noqa: BLE001 - a fault of the game, which is told as one
            yield _failure(reached, error)
            return
        yield from filter(None, (reached.circle, reached.standing_still, reached.parted))
        subject.count("lines", sum(map(len, reached.trace.run.values())))
    if reached.count >= FEW:
        yield from chain(_seats(reached), _results(reached), losers(reached), lost_points(reached))
    yield from reached.steady.kept(_in_games(reached))
    if reached.count >= FEW or (reached.count >= len(subject.games) and reached.decisions.total() >= MANY):
        yield from chain(weighed(reached, _phases(reached)), _steady(reached))
    if reached.count >= FEW:
        yield from without_effect
        yield from reached.forced.findings(_in_games(reached), *_place(lines.place_of_name("rules")))
    few = max(FEW, FEW_OF_EACH * len(subject.games))
    may_judge = reached.count >= few and (reached.decisions.total() >= MANY or reached.count >= ENOUGH)

    def never() -> Iterator[Finding]:
        if reached.count >= ENOUGH or reached.decisions.total() >= MOST:
            yield from _restrictions(reached)
        if may_judge:
            yield from chain(_actions(reached), _events(reached), _lines(reached))

    missing = list(weighed(reached, never()))
    if any(finding.severity == "warning" for finding in missing) and stocks_of(subject.rules):
        _play_short(subject, reached)
        yield from still_missing(missing, [*never()])
    else:
        yield from missing


def still_missing(before: list[Finding], now: list[Finding]) -> Iterator[Finding]:
    """What was never reached in whole games: as notes, if games with a short stock have reached it."""
    still = {(finding.code, finding.file, finding.line) for finding in now}
    known = {(finding.code, finding.file, finding.line) for finding in before}
    for finding in before:
        if finding.severity == "warning" and (finding.code, finding.file, finding.line) not in still:
            yield replace(finding, sentence=f"{finding.sentence} {SHORT_STOCK}", severity="note")
        else:
            yield finding
    yield from (finding for finding in now if (finding.code, finding.file, finding.line) not in known)


def weighed(reached: Reached, findings: Iterator[Finding]) -> Iterator[Finding]:
    """What was never reached: as warnings or, if these games do not tell so much, as notes."""
    doubt = _doubt(reached)
    for finding in findings:
        why = doubt or (UNWON if finding.code in AT_THE_END and reached.is_unwon else "")
        yield replace(finding, sentence=f"{finding.sentence} {why}", severity="note") if why else finding


def _doubt(reached: Reached) -> str:
    """Why what was never reached may only be rare, as a sentence; empty if there is no reason to think so."""
    more = "more games (--seconds) tell more."
    if reached.count < ENOUGH:
        return f"So few games do not tell what is rare: {more}"
    if rare := reached.trace.rare:
        return f"{rare} other line{'s' * (rare > 1)} ran in one or two games only, so this may be as rare: {more}"
    return ""


def _steady(reached: Reached) -> Iterator[Finding]:
    def has_run(path: Path, line: int) -> bool:
        return line in reached.trace.run.get(str(path), ())

    return reached.steady.findings(_in_games(reached), has_run)


def _circle(reached: Reached, positions: int) -> Finding:
    return Finding(
        "never-ends",
        f"For {CIRCLE} actions in a row the game had only {positions} positions, by turns: nothing that was chosen led on. Is"
        " it to end there, or should something else be allowed?",
        "warning",
        *_place(reached.lines.place_of_name("rules")),
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
                *_place(_answer(reached, "returns")),
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
        *_place(reached.lines.place_of(state.game.rules.actions[phase.id])),
    )


def _failure(reached: Reached, error: Exception) -> Finding:
    """The finding that a rule has raised an error: the line of the author's that it was at, and the moves that led to it."""
    state, place = reached.state, AuthorsFiles.of_rules(reached.lines.rules).place_of(error.__traceback__)
    finding = Finding("rule-fails", f"A rule fails while games are played: {fault(error)}.", "error", place.file, place.line)
    return told_in(state, finding) if state else finding


def _play(subject: Subject, reached: Reached) -> None:
    """Play games until the time is over, or everything was reached."""
    for number, game in enumerate(subject.games):
        _play_one(subject, reached, game.start(subject.seed + number, limit=SHORT), "", [], 0.3)
    for kind, share in SHARES.items():
        players = [] if kind == "random" else [bot(kind), bot("heuristic")]
        seeds = range(subject.seed, subject.seed + 100_000)
        for seed, game in zip(seeds, cycle(subject.games), strict=False):
            enough = reached.games[kind] >= max(ENOUGH, len(subject.games))
            is_slow = kind == SEARCH and not reached.finished  # it would play whole games in its mind
            if not subject.has_time(share) or (enough and reached.is_whole) or is_slow or reached.circle:
                break
            begun = RareDeal(game, seed, LIMIT) if seed % RARE == RARE - 1 and kind != SEARCH else game.start(seed, limit=LIMIT)
            _play_one(subject, reached, begun, kind, players, share)
        if reached.count >= 2 * ENOUGH and reached.is_whole:
            break


def _play_one(subject: Subject, reached: Reached, state: State, kind: str, players: list[Bot], share: float) -> None:
    """Play a game to its end or, if time is over, a part of it. Without a kind it only runs the lines of the rules.

    The first of the players has one seat, another in each game, the second all others; without players play is at random.
    """
    reached.state = state
    reached.trace.next_game()
    reached.recent.clear()
    reached.standings.clear()
    reached.latest = NONE, NONE
    reached.steady.begin(state.position[0])
    reached.forced.begin()
    chance, first = Random(state.seed), state.seed % state.game.players
    while state.turn is not None:
        if not subject.has_time(share):
            return
        legal = state.legal_actions()
        if not legal:  # which the earlier stages tell
            return
        if kind:
            reached.note(state)
            if reached.circle:
                return
        state.play(choose(players[state.turn != first], state) if players else chance.choice(list(legal)))
    if kind:
        reached.end(state, kind)
        subject.count("games")
        subject.tell_time()


def _play_short(subject: Subject, reached: Reached) -> None:
    """Play games whose stock is short, until time is over or everything was reached."""
    with interpreting(), np.errstate(all="ignore"), reached.trace.on():
        for seed, game in zip(range(MOST_SHORT), cycle(subject.games), strict=False):
            if not subject.has_time() or reached.is_whole:
                return
            reached.trace.next_game()
            with suppress(Exception):  # whole games need not come to what fails here
                for state in short_game(game, seed):
                    reached.note_allowed(state)
                    if not subject.has_time():
                        break


# -- options ----------------------------------------------------------------------------------------------------------


def _options_without_effect(subject: Subject, lines: RuleLines) -> Iterator[Finding]:
    """Values of options that lead to the same games. The number of players, which all see, is not asked about."""
    asked = {name: option for name, option in subject.rules.options.items() if name != "players" and len(option.values) > 1}
    for at, (name, option) in enumerate(asked.items()):
        until = OPTIONS_UNTIL * (at + 1) / len(asked)
        usual, *others = option.values
        for other in others:
            decisions = Counter[int]()
            same = _same_games(subject, name, usual, other, until, decisions)
            if same >= FEW_COMPARED:
                why = _hardly_read(lines, name, decisions)
                yield Finding(
                    "option-without-effect",
                    f"{name}={show_value(usual)} and {name}={show_value(other)} led to the same {same} games, card by card and"
                    f" point by point: the option {name} seems to decide nothing. A rule reads it as s.{name}.{why}",
                    "note" if why else "warning",
                    *_place(lines.place_of_name("rules")),
                )


def _hardly_read(lines: RuleLines, option: str, decisions: Mapping[int, int]) -> str:
    """A sentence that says so, if an option is read in some phases only, and there were few decisions in them."""
    phases = lines.phases_reading(option)
    if not phases or (few := sum(decisions[phase] for phase in phases)) >= FEW_DECISIONS:
        return ""
    where = _listed([repr(lines.rules.phases[phase].name) for phase in phases])
    return f" Only rules of {where} read it, of which these games had {few} decisions: more games may tell."


def _same_games(subject: Subject, name: str, usual: Value, other: Value, until: float, decisions: Counter[int]) -> int:
    """How many random games were the same with either value, whatever the other options are; 0 if one was not. Their decisions
    are counted by phase."""
    pairs = [
        (one, two)
        for game in subject.games
        if (one := _with(game, name, usual)) and (two := _with(game, name, other)) and game.options[name] == usual
    ]
    same = 0
    for number, (one, two) in enumerate(islice(cycle(pairs), max(COMPARED, len(pairs)))):
        if not subject.has_time(until):
            break
        outcome = _is_same(subject, one, two, name, subject.seed + number, until, decisions)
        if outcome is False:
            return 0
        same += outcome is True
    return same


def _with(game: Game, name: str, value: Value) -> Game | None:
    try:
        return Game(game.rules, game.options | {name: value})
    except BadInput:
        return None


def _is_same(
    subject: Subject, one: Game, two: Game, name: str, seed: int, until: float, decisions: Counter[int]
) -> bool | None:
    """Whether a random game is the same in both; None if that cannot be told: there was no time, or nobody could win."""
    chance = Random(seed)
    here, there = one.new_positions(limit=LIMIT), two.new_positions(limit=LIMIT)

    def layout(position: np.ndarray[tuple[int, ...], np.dtype[np.record]]) -> bytes:
        copy = position.copy()
        copy[name] = 0
        return copy.tobytes()

    legal, turn = begin_game(here, 0, np.uint64(seed))
    other_legal, _ = begin_game(there, 0, np.uint64(seed))
    while layout(here) == layout(there) and int(legal) == int(other_legal):
        s, t = here[0], there[0]
        if turn < 0:
            if (one.rules.cooperative or one.players == 1) and not winners(s) and not winners(t):
                return None  # an option may say what it takes to win, which random play does not do
            alike = all(returns(s, seat) == returns(t, seat) for seat in range(one.players))
            return alike and winners(s) == winners(t)
        if not legal or not subject.has_time(until):
            return None
        decisions[int(s.phase)] += 1
        action = chance.choice(list(each(int(legal))))
        legal, turn = apply(here, 0, action)
        other_legal, _ = apply(there, 0, action)
    return False


# -- what was not reached ---------------------------------------------------------------------------------------------


def _place(place: Place) -> tuple[str, int]:
    return place.file, place.line


def _in_games(reached: Reached) -> str:
    how = {"random": "at random", "heuristic": "by heuristics", SEARCH: "by search"}
    played = [f"{reached.games[kind]} {words}" for kind, words in how.items() if reached.games[kind]]
    return f"in {reached.count} games ({', '.join(played)})"


def _seats(reached: Reached) -> Iterator[Finding]:
    start = _place(reached.lines.place_of(reached.lines.rules.actions[min(reached.lines.rules.phases)]))
    for players, games in sorted(reached.finished.items()):
        idle = [seat for seat in range(players) if seat not in reached.moved[players]]
        if idle and games >= FEW:
            seats = f"Seat {idle[0]} never moves" if len(idle) == 1 else f"Seats {_listed(idle)} never move"
            yield Finding(
                "seat-never-moves",
                f"{seats} in {games} finished games for {players}: every seat must be given the turn, as next_turn(s) or"
                " s.turn = left(s, s.turn) do. Seats are numbered from 0 to s.players - 1.",
                "error",
                *start,
            )
            return  # it would be said again for other numbers of players


def losers(reached: Reached) -> Iterator[Finding]:
    """Seats that won none of the random games, more of them than chance can explain."""
    if reached.lines.rules.cooperative:
        return
    for players, won in sorted(reached.won.items()):
        never = [seat for seat in range(players) if not any(seat in winners for winners in won)]
        if players > 1 and never and (1 - 1 / players) ** len(won) < NO_CHANCE:
            which = f"Seat {never[0]} never wins" if len(never) == 1 else f"Seats {_listed(never)} never win"
            yield Finding(
                "seat-never-wins",
                f"{which} in {len(won)} finished random games for {players}: is a seat left out where seats are compared, or is"
                " what it wins stored for another?",
                "warning",
                *_place(_answer(reached, "winners", "returns")),
            )
            return  # it would be said again for other numbers of players


def _results(reached: Reached) -> Iterator[Finding]:
    rules = reached.lines.rules
    if rules.cooperative and reached.told_apart:
        yield Finding(
            "results-differ-together",
            "The game is declared with cooperative=True, so that all win or lose together, but seats had different results at"
            " the end of a game: standing(s, seat), or returns(s, seat) if there is one, must be the same for all.",
            "error",
            *_place(_answer(reached, "returns")),
        )
    only = {result for results in reached.results for result in results}
    if len(only) == 1 and reached.finished.total() >= FEW and max(rules.player_counts) > 1 and not rules.cooperative:
        yield Finding(
            "results-never-differ",
            f"Every seat's result is {only.pop():g} {_in_games(reached)}: standing(s, seat), or returns(s, seat) if there is"
            " one, must tell the seats apart at the end.",
            "warning",
            *_place(_answer(reached, "returns")),
        )
    elif not reached.told_apart and reached.finished.total() >= FEW and max(rules.player_counts) > 1 and not rules.cooperative:
        yield Finding(
            "results-always-equal",
            f"All seats had the same result at the end of each game {_in_games(reached)}: standing(s, seat), or"
            " returns(s, seat) if there is one, must tell them apart.",
            "warning",
            *_place(_answer(reached, "returns")),
        )


def lost_points(reached: Reached) -> Iterator[Finding]:
    """What some win is what the others lose in many deals, and not in others."""
    zero, others = reached.zero_sums, reached.sums
    if min(zero, len(others)) < max(FEW_SUMS, SUMS_SHARE * (zero + len(others))):
        return
    example = min(others, key=lambda gains: (len(gains), sum(map(abs, gains))))
    yield Finding(
        "sums-differ",
        f"In {zero} deals what the seats got adds up to 0, so that some won what the others lost, but in {len(others)} it does"
        f" not: {_listed([f'{gain:g}' for gain in example])}, say. Is something paid by nobody or to nobody?",
        "warning",
        *_place(_answer(reached, "returns")),
    )


def _answer(reached: Reached, *questions: str) -> Place:
    """The place of the game's answer to the first of these questions that it answers, else of `standing`."""
    from sevenfold.kernel.questions import GENERIC

    for name in (*questions, "standing"):
        if answer := GENERIC[name].answers.get(reached.lines.rules.dtype):
            return reached.lines.place_of(answer)
    return Place()


def _phases(reached: Reached) -> Iterator[Finding]:
    rules = reached.lines.rules
    for id, phase in rules.phases.items():
        if not reached.decisions[id]:
            yield Finding(
                "phase-not-reached",
                f"The phase {phase.name!r} was never reached {_in_games(reached)}: it begins when a rule sets s.phase = {id},"
                " so look for the condition under which one does.",
                "warning",
                *_place(reached.lines.place_of(rules.actions[id])),
            )


def _judged(reached: Reached) -> Iterator[tuple[Phase, list[Restriction]]]:
    """The phases that were seen often enough to say what never happens in them."""
    for id, phase in reached.lines.rules.phases.items():
        if reached.decisions[id] >= FEW_DECISIONS:
            yield phase, reached.lines.rules.restrictions[id]


def _restrictions(reached: Reached) -> Iterator[Finding]:
    for phase, restrictions in _judged(reached):
        for at, restriction in enumerate(restrictions):
            if (phase.id, at) in reached.refused or len(restrictions) == 1:  # a phase has one, even if all is allowed
                continue
            name = getattr(restriction.allows, "__name__", "a restriction")
            others = " that those before it do not refuse" if at else ""
            yield Finding(
                "restriction-never-refuses",
                f"{name} ({restriction.rule}) never refused an action{others} in {reached.decisions[phase.id]} decisions of the"
                f" phase {phase.name!r}: it returns the set of actions that it allows; its sentence is told for the others.",
                "warning",
                *_place(reached.lines.place_of(restriction.allows)),
            )


def _actions(reached: Reached) -> Iterator[Finding]:
    """Actions that were never legal: a whole kind of them, or single ones that are buttons and were offered often."""
    for phase, restrictions in _judged(reached):
        meant, allowed = reached.meant[phase.id], reached.allowed[phase.id]
        missing = meant & ~allowed
        often = reached.offers[phase.id] >= LOOKS * meant.bit_count()
        for kind in phase.kinds:
            actions = [action for action in kind.actions if (meant >> action) & 1]
            never = [action for action in actions if (missing >> action) & 1]
            if not never or (len(never) < len(actions) and (kind.touch or not often)):
                continue
            texts = [_text(kind.text, action, reached) for action in never]
            which = f"The action{'s' * (len(texts) > 1)} {_listed(texts)}"
            yield Finding(
                "action-not-reached",
                f"{which} of the phase {phase.name!r} {'were' if len(texts) > 1 else 'was'} never legal {_in_games(reached)}:"
                " an action is legal where all restrictions of its phase return it.",
                "warning",
                *_place(reached.lines.place_of(restrictions[0].allows)),
            )


def _text(text: object, action: int, reached: Reached) -> str:
    try:
        return str(text(action, reached.lines.rules.pack, None).text)  # type: ignore[operator]
    except Exception:  # noqa: BLE001 - it depends on the position
        return f"number {action}"


def _events(reached: Reached) -> Iterator[Finding]:
    for name, event in reached.lines.events.items():
        if name not in reached.trace.said:
            call = f"{name}({', '.join(('s', *event.names))})"
            yield Finding(
                "event-never-said",
                f"The event {event.name!r} was never reported {_in_games(reached)}: a rule reports it by calling {call} where"
                " it happens; an event that nothing needs can go.",
                "warning",
                *_place(reached.lines.place_of_name(name)),
            )


def _lines(reached: Reached) -> Iterator[Finding]:
    for name, place, missing in reached.missing_lines():
        if not missing:
            yield Finding(
                "function-never-runs",
                f"{name} never ran {_in_games(reached)}, although rules name it: the condition under which it is called never"
                " held.",
                "warning",
                *_place(place),
            )
            continue
        ranges, seldom = list(_joined(missing)), REDEALT if name in OF_REDEALS else ""
        which = f"line{'s' * (len(ranges) > 1 or ranges[0][0] != ranges[0][1])} {_listed(list(map(_range_text, ranges)))}"
        yield Finding(
            "line-never-runs",
            f"In {name}, {which} never ran {_in_games(reached)}: {shortened(reached.lines.text(place))!r} is reached under no"
            f" condition that occurred.{seldom}",
            "note" if seldom else "warning",
            *_place(place),
        )


def _joined(statements: list[range]) -> Iterator[tuple[int, int]]:
    """The first and last lines of runs of lines."""
    lines = sorted({line for lines in statements for line in lines})
    for _, group in groupby(enumerate(lines), lambda pair: pair[1] - pair[0]):
        run = [line for _, line in group]
        yield run[0], run[-1]


def _range_text(ends: tuple[int, int]) -> str:
    return str(ends[0]) if ends[0] == ends[1] else f"{ends[0]}–{ends[1]}"


def _listed(values: list[object] | list[int] | list[str]) -> str:
    shown = [str(value) for value in values[:LONGEST_LIST]]
    if len(values) > LONGEST_LIST:
        return f"{', '.join(shown)} and {len(values) - LONGEST_LIST} more"
    return " and ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))
