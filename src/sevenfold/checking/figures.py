"""Figures of a game for its author to read, and warnings where they look wrong.

Who sees what, each phase as each seat sees it, who wins by seat, lengths, choices, bots against each other, speed. Games are
played compiled, by random and by thinking bots, after the time that compiling takes, which does not count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from itertools import chain, count, cycle, repeat
from threading import Event, Timer
from time import monotonic
from typing import Any

from sevenfold.bots import CLUB, EXPERT, bots_for, choose
from sevenfold.errors import fault
from sevenfold.findings import Finding, Severity
from sevenfold.kernel.compiler.decorators import INTERPRETED, interpreting
from sevenfold.kernel.fields import ALL, OWNER
from sevenfold.kernel.play import random_games
from sevenfold.lab.duplicate import sides_of
from sevenfold.lab.estimates import Simulation
from sevenfold.lab.simulation import prepare, simulate
from sevenfold.lab.suspicions import suspicions
from sevenfold.playing.game import Game, State
from sevenfold.registry import is_game, rules_of
from sevenfold.view.description import View
from sevenfold.view.text import as_text

from .reports.courses import FEW, Course, course_as_values, of_courses, play_course
from .reports.strength import PAIRS, RANDOM, has_policy, of_strength, play_pair, play_policy
from .speed import measuring, result_of
from .subject import Subject

GAMES = 2000  # at random with each combination of options
LIMIT_OF_VIEWS = 400  # turns of the games in which phases are looked for
BESIDE = "sane_sevens"  # the built-in game beside which the speed is shown
SHARES = {"views": 0.1, "random": 0.1, "club": 0.15, "course": 0.1, "pair": 0.15, "policy": 0.1}  # of the time, for each part

CANNOT_FIND = (
    "that a rule says what you meant: a game that follows another rule consistently is sound",
    "that the sentences, labels and the rule page say what the rules do",
    "what only happens in situations that these games did not reach",
    "that the game is fair or deep: bots of this strength found what the figures say, people may find more",
    "that it is fun, and how long people think",
)


@dataclass
class Measured:
    """What the stage has measured."""

    fields: list[dict[str, str]] = field(default_factory=list)
    zones: list[dict[str, Any]] = field(default_factory=list)
    views: list[dict[str, Any]] = field(default_factory=list)
    simulations: list[Simulation] = field(default_factory=list)  # of random bots, with each combination of options
    club: Simulation | None = None
    courses: dict[str, Course] = field(default_factory=dict)  # by the bot that played
    strength: list[dict[str, Any]] = field(default_factory=list)
    speed: dict[str, dict[str, float] | None] = field(default_factory=dict)
    failed: str = ""  # why not all of it could be measured


def find(subject: Subject) -> Iterator[Finding]:
    """What looks wrong in the figures."""
    done = measured(subject)
    if done.failed:
        yield Finding("cannot-be-measured", f"The game fails while bots play it: {done.failed}.")
        return
    told: set[str] = set()
    takes_skill = subject.rules.cooperative or max(subject.rules.player_counts) == 1  # to win at all
    if takes_skill and done.club and done.club.won:
        told.add("nobody-wins")
    is_open = takes_skill and (done.club is None or done.club.games < FEW)
    for simulation in [*done.simulations, *filter(None, [done.club])]:
        game = Game(subject.rules, simulation.options)
        for code, sentence in suspicions(simulation, game):
            if code not in told:
                told.add(code)
                who = f"With the bot {simulation.bots[0]} at every seat: {sentence}"
                if is_open and code == "nobody-wins":
                    who += " There was no time to find out whether it takes skill: give it more seconds."
                severity: Severity = "note" if is_open and code == "nobody-wins" else "warning"
                yield Finding(code, who, severity, options=simulation.options, seed=simulation.seed)
    yield from of_courses(done.courses.values(), subject.games[0])
    usual, course = subject.games[0], done.courses.get(RANDOM, Course())
    yield from of_strength(done.strength, usual, course.free / max(1, course.games * usual.players))


def figures_of(subject: Subject) -> dict[str, Any]:
    """The figures as plain values."""
    done, game = measured(subject), subject.games[0]
    return {
        "options": dict(game.options),
        "fields": done.fields,
        "zones": done.zones,
        "views": done.views,
        "random": [asdict(simulation) for simulation in done.simulations],
        "club": asdict(done.club) if done.club else None,
        "courses": {bot: course_as_values(course) for bot, course in done.courses.items()},
        "strength": done.strength,
        "speed": done.speed,
        "cannot_find": list(CANNOT_FIND),
    }


def measured(subject: Subject) -> Measured:
    """What is measured once for warnings and figures."""
    done = subject.kept.get("figures")
    if not isinstance(done, Measured):
        done = subject.kept["figures"] = Measured()
        try:
            _measure(subject, done)
        except Exception as error:  # noqa: BLE001 - a fault of the game, which is told as one
            done.failed = fault(error)
    return done


def _measure(subject: Subject, done: Measured) -> None:
    games, rules = subject.games, subject.rules
    usual = games[0]
    steps = iter(count(1))
    of_all = 4 + 1 + len(PAIRS) + has_policy(usual)

    def advance() -> None:
        subject.progress(min(1.0, next(steps) / of_all))

    is_named = is_game(rules.id) and rules_of(rules.id) is rules
    apart: list[tuple[str, dict[str, object]]] = (
        [(name, {}) for name in dict.fromkeys([rules.id] * is_named + [BESIDE])] if not INTERPRETED else []
    )
    with measuring(apart) as processes:
        with interpreting():
            done.fields = _fields(usual)
            _look(subject, done)
        advance()
        done.speed = {name: result_of(process) for (name, _), process in zip(apart, processes, strict=True)}
    advance()
    compiled = _seconds_of_compiling(usual)
    with _time(subject, "random", len(games)) as stops:
        for game, stop in zip(games, stops, strict=True):
            done.simulations.append(simulate(game, GAMES, seed=subject.seed, stop=stop))
    if not done.speed.get(rules.id):
        done.speed[rules.id] = {"games_per_second": done.simulations[0].games_per_second} | compiled
    subject.count("random games", sum(simulation.games for simulation in done.simulations))
    advance()
    _warm_up(usual)
    with _time(subject, "club") as (stop,):
        done.club = simulate(usual, GAMES, seed=subject.seed, bots=[CLUB], stop=stop)
    subject.count("games of club players", done.club.games)
    advance()
    for spec in (RANDOM, CLUB):
        with _time(subject, "course", 2) as stops:
            done.courses[spec] = play_course(usual, spec, subject.seed, stops[0])
    advance()
    for number, (one, other) in enumerate(PAIRS):
        seed = subject.seed + GAMES * number  # deals of their own: those of several pairs are counted together
        with _time(subject, "pair") as (stop,):
            done.strength.append(play_pair(usual, one, other, range(seed, seed + GAMES), stop))
        subject.count("deals of bots against each other", done.strength[-1]["deals"])
        advance()
    if has_policy(usual):
        seeds = range(subject.seed + GAMES * len(PAIRS), subject.seed + GAMES * (len(PAIRS) + 1))
        done.strength.append(play_policy(usual, seeds, SHARES["policy"] * subject.seconds))
        subject.count("deals of bots against each other", done.strength[-1]["deals"])
        advance()


def _seconds_of_compiling(game: Game) -> dict[str, float]:
    """Compile random play; empty if nothing had to be compiled because it was before."""
    start, before = monotonic(), _compiled_so_far()
    prepare(game, [RANDOM])
    return {"compile_seconds": monotonic() - start} if _compiled_so_far() > before else {}


def _warm_up(game: Game) -> None:
    """Compile what bots need, so that it takes none of the time of play."""
    sides_of(game)
    for spec in (RANDOM, CLUB, EXPERT):
        state, (player,) = game.start(0), bots_for([spec], 1)
        while state.turn is not None and len(state.legal_actions()) == 1:
            state.play(state.legal_actions()[0])
        if state.turn is not None:
            state.play(choose(player, state))


def _compiled_so_far() -> int:
    return 0 if INTERPRETED else sum(random_games.dispatcher.stats.cache_misses.values())  # type: ignore[attr-defined]  # an Entry


@contextmanager
def _time(subject: Subject, part: str, parts: int = 1) -> Iterator[list[Event]]:
    """Events for one part after the other, each set when its share of the time is over."""
    seconds = SHARES[part] * subject.seconds
    events = [Event() for _ in range(parts)]
    timers = [Timer(seconds * (at + 1) / parts, event.set) for at, event in enumerate(events)]
    for timer in timers:
        timer.daemon = True
        timer.start()
    try:
        yield events
    finally:
        for timer in timers:
            timer.cancel()


# -- what is seen -----------------------------------------------------------------------------------------------------


def _fields(game: Game) -> list[dict[str, str]]:
    seen = {ALL: "everybody", OWNER: "its owner"}
    kinds = {"cards": "a set of cards", "card": "a card", "number": "a number", "recorded": "cards noted", "memory": "a memory"}
    return [
        {
            "field": name,
            "holds": kinds[declared.kind] + (f" × {' × '.join(map(str, declared.shape))}" if declared.shape else ""),
            "seen_by": "the seat to move"
            if declared.seen_by == OWNER and not declared.shape
            else seen.get(declared.seen_by, "nobody"),
        }
        for name, declared in game.rules.position.fields.items()
    ]


def _look(subject: Subject, done: Measured) -> None:
    """Look at the first position of each phase, as every seat and a spectator see it: with the usual options if it occurs."""
    random = subject.random()
    missing = set(subject.rules.phases)
    until = monotonic() + SHARES["views"] * subject.seconds
    games = chain(repeat(subject.games[0], 3), cycle(subject.games))
    for seed, game in zip(range(subject.seed, subject.seed + 200), games, strict=False):
        state = game.start(seed, limit=LIMIT_OF_VIEWS)
        while state.turn is not None and missing and monotonic() < until:
            phase = game.rules.phases[int(state.position[0].phase)]
            if phase.id in missing:
                missing.discard(phase.id)
                views = {_viewer(seat): _view(state, seat) for seat in [*range(game.players), None]}
                texts = {viewer: view if isinstance(view, str) else as_text(view) for viewer, view in views.items()}
                where = {"options": dict(game.options), "seed": seed, "actions": state.action_count, "turn": state.turn}
                done.views.append({"phase": phase.name} | where | {"seen": texts})
                if not done.zones:
                    done.zones = _zones({viewer: view for viewer, view in views.items() if not isinstance(view, str)})
            state.play(random.choice(list(state.legal_actions())))
        if not missing or monotonic() >= until:
            break
    subject.count("views", sum(len(view["seen"]) for view in done.views))


def _viewer(seat: int | None) -> str:
    return "a spectator" if seat is None else f"seat {seat}"


def _view(state: State, seat: int | None) -> View | str:
    try:
        return state.view(seat)
    except Exception as error:  # noqa: BLE001 - a fault of the game's texts, which an earlier stage tells
        return f"cannot be shown: {fault(error)}"


def _zones(views: dict[str, View]) -> list[dict[str, Any]]:
    """What each viewer sees of each zone."""
    named = {zone.id: zone for view in views.values() for zone in view.zones}
    rows = []
    for id, zone in named.items():
        seen = {}
        for viewer, view in views.items():
            faces = next((other.faces for other in view.zones if other.id == id), None)
            states = Counter(face.state for face in faces or ())
            shown = [f"{states[state]} face {state}" for state in ("up", "down") if states[state]]
            seen[viewer] = "nothing" if faces is None else ", ".join(shown) or "empty"
        rows.append({"zone": id, "label": zone.label, "owner": zone.owner, "seen": seen})
    return rows
