"""What play reaches: phases, actions, restrictions, events, options and lines of the rules that never come into effect.

Games are played interpreted, at random, by the game's heuristics and by search, with every combination of options that the
check plays. What is never reached in them is a warning that says in how many games; only a seat that never moves is an error.

How far games tell what never happens follows from themselves: as long as they are few, or some lines have run in one or two of
them only, others are to be expected that more games would reach. Then what is missing is no warning, but a note.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import chain, cycle
from pathlib import Path
from random import Random

import numpy as np

from sevenfold.bots import Bot, bot, choose
from sevenfold.cards import NONE
from sevenfold.errors import fault
from sevenfold.findings import Finding
from sevenfold.kernel.compiler.decorators import interpreting
from sevenfold.playing.game import State
from sevenfold.sanitizer.faults import AuthorsFiles

from .random_play import MOST_TURNS, told_in
from .rare.rare_deals import RareDeal
from .reaching import never_reached
from .reaching.options import without_effect
from .reaching.outcomes import FEW, idle_seats, losers, lost_points, results
from .reaching.reached_so_far import SEARCH, Reached
from .reaching.rule_lines import RuleLines, Trace
from .reaching.short_stock import short_game, stocks_of
from .reaching.steady import Steady
from .subject import Subject

SHORT = 3  # turns of the games that show what happens at the limit
ENOUGH = 40  # games at random and by heuristics, each, after which play ends if everything was reached
RARE = 4  # of so many games, one begins with cards dealt in order
MANY = 1_000  # decisions, or ENOUGH games, before actions, events and lines are said to be never reached
MOST = 4_000  # the same before restrictions are said never to refuse
FEW_OF_EACH = 3  # the same with each choice of options, before that is said of actions, events and lines
SHARES = {"random": 0.45, "heuristic": 0.65, SEARCH: 0.9}  # of the time, at which each kind of play ends
MOST_SHORT = 400  # games with a short stock
AT_THE_END = ("line-never-runs", "function-never-runs", "event-never-said")  # which may be about what winning leads to
UNWON = "Nobody won any of these games, so what winning leads to was not seen: better play may reach it."
SHORT_STOCK = "Once the check had taken most cards out of the stock, it was reached: whole games hardly ever come so far."


def find(subject: Subject) -> Iterator[Finding]:
    """What is never reached, the gravest first."""
    lines = RuleLines(subject.rules)
    reached = Reached(lines, Trace(lines), Steady(subject.rules))
    reached.steady.watch(reached.trace.watched, lines.functions)
    with interpreting():
        idle_options = list(without_effect(subject, lines))
        try:
            with np.errstate(all="ignore"), reached.trace.on():
                _play(subject, reached)
        except Exception as error:  # noqa: BLE001 - a fault of the game, which is told as one
            yield _failure(reached, error)
            return
        yield from filter(None, (reached.circle, reached.standing_still, reached.parted))
        subject.count("lines", sum(map(len, reached.trace.run.values())))
    if reached.count >= FEW:
        yield from chain(idle_seats(reached), results(reached), losers(reached), lost_points(reached))
    yield from reached.steady.kept(reached.in_games)
    if reached.count >= FEW or (reached.count >= len(subject.games) and reached.decisions.total() >= MANY):
        yield from chain(weighed(reached, never_reached.phases(reached)), _steady(reached))
    if reached.count >= FEW:
        yield from idle_options
        yield from reached.forced.findings(reached.in_games, *lines.place_of_name("rules").at)
    few = max(FEW, FEW_OF_EACH * len(subject.games))
    may_judge = reached.count >= few and (reached.decisions.total() >= MANY or reached.count >= ENOUGH)

    def never() -> Iterator[Finding]:
        if reached.count >= ENOUGH or reached.decisions.total() >= MOST:
            yield from never_reached.restrictions(reached)
        if may_judge:
            yield from chain(never_reached.actions(reached), never_reached.events(reached), never_reached.lines(reached))

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

    return reached.steady.findings(reached.in_games, has_run)


def _failure(reached: Reached, error: Exception) -> Finding:
    """The finding that a rule has raised an error: the line of the author's that it was at, and the moves that led to it."""
    state, place = reached.state, AuthorsFiles.of_rules(reached.lines.rules).place_of(error.__traceback__)
    finding = Finding("rule-fails", f"A rule fails while games are played: {fault(error)}.", "error", *place.at)
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
            is_rare = seed % RARE == RARE - 1 and kind != SEARCH
            begun = RareDeal(game, seed, MOST_TURNS) if is_rare else game.start(seed, limit=MOST_TURNS)
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
