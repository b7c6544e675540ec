"""Options without effect: values that lead to the same games, action by action and point by point."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import cycle, islice
from random import Random

import numpy as np

from sevenfold.checking.random_play import MOST_TURNS
from sevenfold.checking.subject import Subject
from sevenfold.declare.options import Value, show_value
from sevenfold.errors import BadInput
from sevenfold.findings import Finding
from sevenfold.kernel.play import apply, begin_game
from sevenfold.kernel.questions import returns, winners
from sevenfold.kernel.sets import each
from sevenfold.playing.game import Game
from sevenfold.view.event_text import joined

from .never_reached import FEW_DECISIONS
from .rule_lines import RuleLines

COMPARED = 12  # games of each pair of values of an option
FEW_COMPARED = 4
UNTIL = 0.2  # of the time, at which games are no longer compared


def without_effect(subject: Subject, lines: RuleLines) -> Iterator[Finding]:
    """Values of options that lead to the same games. The number of players, which all see, is not asked about."""
    asked = {name: option for name, option in subject.rules.options.items() if name != "players" and len(option.values) > 1}
    for at, (name, option) in enumerate(asked.items()):
        until = UNTIL * (at + 1) / len(asked)
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
                    *lines.place_of_name("rules").at,
                )


def _hardly_read(lines: RuleLines, option: str, decisions: Mapping[int, int]) -> str:
    """A sentence that says so, if an option is read in some phases only, and there were few decisions in them."""
    phases = lines.phases_reading(option)
    if not phases or (few := sum(decisions[phase] for phase in phases)) >= FEW_DECISIONS:
        return ""
    where = joined([repr(lines.rules.phases[phase].name) for phase in phases])
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
    here, there = one.new_positions(limit=MOST_TURNS), two.new_positions(limit=MOST_TURNS)

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
