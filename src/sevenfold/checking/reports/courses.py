"""How games go: how long, with how many choices, how often the lead changes; and warnings where that looks wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import mean
from threading import Event
from typing import Any

from sevenfold.bots import bots_for, choose
from sevenfold.declare.actions import describe
from sevenfold.findings import Finding
from sevenfold.kernel.questions import move_begins
from sevenfold.playing.game import Game, State

MOST = 2000  # games with one bot
FEW = 20  # games before anything is said about them
LONG = 1000  # moves of a game that people would hardly finish
MOSTLY_FORCED = 0.9
OFTEN = 10  # times that an action was legal, before it is worth a word that it was never chosen
MOST_TOLD = 40  # actions that are never chosen


@dataclass
class Course:
    """How games went: choices, lengths, leads."""

    games: int = 0
    choices: Counter[int] = field(default_factory=Counter)  # decisions, by the number of legal actions
    legal: Counter[tuple[int, int]] = field(default_factory=Counter)  # (phase, action)
    chosen: Counter[tuple[int, int]] = field(default_factory=Counter)
    texts: dict[tuple[int, int], str] = field(default_factory=dict)
    leads: list[int] = field(default_factory=list)  # how often the lead changed, by game
    moves: list[int] = field(default_factory=list)
    equal: int = 0  # games in which all results were equal

    @property
    def forced(self) -> float | None:
        """The share of decisions with a single legal action."""
        return self.choices[1] / self.choices.total() if self.choices else None

    @property
    def free(self) -> int:
        """The number of decisions with several legal actions."""
        return self.choices.total() - self.choices[1]

    def note(self, state: State, action: int, legal: Sequence[int]) -> None:
        """Note a decision."""
        phase = state.game.rules.phases[int(state.position[0].phase)]
        self.choices[len(legal)] += 1
        self.legal.update((phase.id, other) for other in legal)
        self.chosen[phase.id, action] += 1
        for other in legal:
            if (phase.id, other) not in self.texts:
                text = describe(other, phase, state.game.pack, state.position[0]).text
                self.texts[phase.id, other] = f"{text} ({phase.name})"


def play_course(game: Game, spec: str, seed: int, stop: Event) -> Course:
    """Play games with one bot at all seats until the event is set; only whole games count."""
    done, bots = Course(), bots_for([spec], game.players)
    for number in range(seed, seed + MOST):
        state, moves, changes, leader = game.start(number), 0, 0, frozenset[int]()
        while state.turn is not None:
            if stop.is_set():
                return done
            moves += bool(move_begins(state.position[0]))
            legal = list(map(int, state.legal_actions()))
            action = choose(bots[state.turn], state)
            done.note(state, action, legal)
            state.play(action)
            standing = state.standing()
            leads = frozenset(seat for seat, value in enumerate(standing) if value == max(standing))
            if len(leads) < game.players:
                changes += bool(leader) and not leads & leader
                leader = leads
        done.games += 1
        done.moves.append(moves)
        done.leads.append(changes)
        done.equal += len(set(state.returns())) == 1
    return done


def course_as_values(course: Course) -> dict[str, Any]:
    """The figures of games with one bot as plain values."""
    never = [text for key, text in course.texts.items() if not course.chosen[key] and course.legal[key] >= OFTEN]
    total = course.choices.total()
    return {
        "games": course.games,
        "decisions": total,
        "forced_share": course.forced,
        "choices": sum(choices * n for choices, n in course.choices.items()) / total if total else None,
        "moves": mean(course.moves) if course.moves else None,
        "lead_changes": mean(course.leads) if course.leads else None,
        "never_chosen": never[:MOST_TOLD],
        "never_chosen_count": len(never),
    }


def of_courses(courses: Iterable[Course], game: Game) -> Iterator[Finding]:
    """Warnings for games that leave little to decide, take very long, or end with equal results for all.

    Args:
        courses: How games went with each bot; those of the one that thinks best come last.
        game: The game.
    """
    courses = [course for course in courses if course.games]
    if not courses:
        return
    thinking, games = courses[-1], sum(course.games for course in courses)
    if all((course.forced or 0) > MOSTLY_FORCED for course in courses) and thinking.choices.total() >= FEW:
        yield Finding(
            "few-choices",
            f"In {100 * (thinking.forced or 0):.0f} % of {thinking.choices.total():,} decisions only one action was legal, at"
            " random as among club players: there is little to decide. A restriction may allow less than you meant.",
            "warning",
        )
    shortest = min(mean(course.moves) for course in courses)
    if shortest > LONG:
        yield Finding(
            "very-long",
            f"A game takes {shortest:,.0f} moves on average ({games} games), at random as among club players: look at what ends"
            " it.",
            "warning",
        )
    if (
        games >= FEW
        and game.players > 1
        and not game.rules.cooperative
        and all(course.equal == course.games for course in courses)
    ):
        yield Finding(
            "results-always-equal",
            f"All seats had the same result at the end of each of {games} games: standing(s, seat), or returns(s, seat), must"
            " tell them apart.",
            "warning",
        )
