"""Games that come to where random play hardly ever does: hands are empty, piles run out, scores are high, deals follow deals.

Random games are broken off and played on, again and again, from the situations that were seen least often; what is chosen is
what was chosen least often. Situations are told apart by the phase and, of each field, the fewest and the most cards that it
holds, or its least and its greatest number. Nothing here knows a game. (Playing on from what is rare is called Go-Explore.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, cycle
from math import log2
from random import Random
from typing import Any, NamedTuple

import numpy as np

from sevenfold.cards import NONE
from sevenfold.declare.rules import Rules
from sevenfold.kernel.compiler.decorators import interpreting
from sevenfold.kernel.memory import copied
from sevenfold.kernel.play import apply, begin_game
from sevenfold.kernel.questions import policy
from sevenfold.kernel.sets import each
from sevenfold.kernel.types import Action, ActionSet, Positions, Seat
from sevenfold.playing.game import Game
from sevenfold.sanitizer.allowance import Allowance

MOST_GAMES = 40  # that are told
MOST_ACTIONS = 400  # of one
FRESH, FARTHEST = 0.2, 0.6  # of the games begin with a deal, the next ones where something was fewest or most; the others
# where another game came to what is rare
AHEAD = 24  # actions that are played from there on
ASKED = 12  # situations, of which the rarest is played on from
EXACT = 64  # numbers up to this are told apart, greater ones by their size
STEPS = 8  # in which a size is twice as great
PAIRS = 32  # of marks that are looked at together
MOST_FAULTS = 3  # games at which rules fail, after which it is no use to go on

Mark = tuple[int, ...]  # what is told apart: the phase, what is counted (its number), and how many; of a pair, both

Goal = tuple[int, bool]  # where something counted is fewest, or most
SINGLE = 3  # numbers in a mark that is no pair


@dataclass(frozen=True)
class FarGame:
    """Moves that lead to a rare situation.

    Attributes:
        game: The game, with its options.
        seed: The seed that decides the cards.
        actions: The actions from the deal on.
    """

    game: Game
    seed: int
    actions: tuple[Action, ...]


class _Reached(NamedTuple):
    """A situation from which can be played on."""

    game: Game
    seed: int
    actions: tuple[Action, ...]
    position: Positions
    legal: ActionSet
    turn: Seat


def far_games(games: Sequence[Game], seed: int, seconds: float) -> list[FarGame]:
    """Games that lead to rare situations, the rarest first; before them those at which rules fail.

    Args:
        games: The game, with some combinations of its options.
        seed: Whatever is random follows from it.
        seconds: How long to look for them, in processor time.
    """
    search = _Search(games[0].rules, seed)
    allowance = Allowance(seconds)
    with interpreting(), np.errstate(all="ignore"):
        for game in cycle(games):
            if not allowance.has() or len(search.failing) >= MOST_FAULTS:
                break
            search.go_on(game, allowance)
    return list(search.found())


class _Counted(NamedTuple):
    """A field, of which the cards are counted or, if it holds numbers, the numbers taken."""

    name: str
    kind: str
    is_by_seat: bool
    has_several: bool  # places, of which the fewest and the most are told apart; single cards are counted together


class _Search:
    """What has been seen so far, and how often."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self._chance = Random(seed)
        fields = {name: field for name, field in rules.position.fields.items() if not field.observed}
        self._fields = [
            _Counted(
                name,
                field.kind,
                bool(field.shape) and field.by_seat and field.shape[0] == max(rules.player_counts),
                field.words > 1 and field.kind != "card",
            )
            for name, field in fields.items()
            if field.kind in ("cards", "card") or (field.kind == "number" and not field.of)
        ]
        counted = range(len(self._fields) + sum(field.has_several for field in self._fields))
        pairs = list(combinations(counted, 2))
        self._pairs = self._chance.sample(pairs, min(PAIRS, len(pairs)))
        self._seen = Counter[Mark]()
        self._at: dict[Mark, _Reached] = {}  # with the fewest actions
        self._farthest: dict[Goal, tuple[int, _Reached]] = {}
        self._tried, self._led = Counter[Goal](), Counter[Goal]()  # games played on from there, and those that led farther
        self._records = 0  # how often something was fewer or more than ever before
        self._chosen = Counter[tuple[int, Action]]()
        self.failing: list[FarGame] = []

    def go_on(self, game: Game, allowance: Allowance) -> None:
        """Play on from a rare situation, or from a deal."""
        chance, left = self._chance, AHEAD
        here: _Reached | None
        goal: Goal | None = None
        where, how, records = chance.random(), chance.random(), self._records
        if not self._farthest or where < FRESH:
            here, left = self._begun(game, chance.randrange(1 << 32)), MOST_ACTIONS
        elif where < FARTHEST:
            goals = list(self._farthest)
            (goal,) = chance.choices(goals, [(1 + self._led[one]) / (1 + self._tried[one]) for one in goals])
            _, here = self._farthest[goal]
        else:
            asked = chance.choices(list(self._at), k=ASKED)
            here = self._at[min(asked, key=self._seen.__getitem__)]
        while here and here.turn >= 0 and left and len(here.actions) < MOST_ACTIONS and allowance.has():
            here = self._next(here, how)
            left -= 1
        if goal:
            self._tried[goal] += 1
            self._led[goal] += self._records > records

    def _begun(self, game: Game, seed: int) -> _Reached | None:
        position = game.new_positions()
        try:
            legal, turn = begin_game(position, 0, np.uint64(seed))
        except Exception:  # noqa: BLE001 - whatever a game's rules raise, which the stages tell
            self.failing.append(FarGame(game, seed, ()))
            return None
        return self._note(_Reached(game, seed, (), position, int(legal), int(turn)))

    def _next(self, here: _Reached, how: float) -> _Reached | None:
        """What follows when an action is chosen, at random, by the game's policy, or because it was chosen least often."""
        s, position = here.position[0], copied(here.position)
        actions = list(each(here.legal))
        action = NONE
        try:
            if how < 1 / 3:
                actions = list(each(int(policy(s, here.legal)) & here.legal)) or actions
            action = self._chance.choice(actions)
            if how > 2 / 3:
                action = min(self._chance.choices(actions, k=3), key=lambda action: self._chosen[int(s.phase), action])
            self._chosen[int(s.phase), action] += 1
            legal, turn = apply(position, 0, action)
        except Exception:  # noqa: BLE001 - as above
            self.failing.append(FarGame(here.game, here.seed, (*here.actions, *(() if action == NONE else (action,)))))
            return None
        return self._note(_Reached(here.game, here.seed, (*here.actions, action), position, int(legal), int(turn)))

    def _note(self, there: _Reached) -> _Reached | None:
        """Note what is reached; None if the game cannot go on there, although it is not over."""
        if there.turn >= 0 and not there.legal:
            self.failing.append(FarGame(there.game, there.seed, there.actions))
            return None
        for mark in self._marks(there):
            if len(mark) == SINGLE and there.turn >= 0:
                self._note_farthest(mark, there)
            self._seen[mark] += 1
            before = self._at.get(mark)
            if before is None or len(there.actions) < len(before.actions):
                self._at[mark] = there
        return there

    def _note_farthest(self, mark: Mark, there: _Reached) -> None:
        """Note where something is fewest or most; of two such situations, either one."""
        _, counted, size = mark
        for is_most in (False, True):
            before = self._farthest.get((counted, is_most))
            ahead = 1 if before is None else size - before[0] if is_most else before[0] - size
            self._records += ahead > 0
            if ahead > 0 or (ahead == 0 and self._chance.random() < 0.5):
                self._farthest[counted, is_most] = size, there

    def _marks(self, there: _Reached) -> Iterator[Mark]:
        s: Any = there.position[0]
        phase, players = int(s.phase), there.game.players
        sizes: list[int] = []
        for name, kind, is_by_seat, has_several in self._fields:
            held = np.asarray(s[name])
            values = (held[:players] if is_by_seat else held).ravel().tolist()
            if kind == "cards":
                values = [(value & (1 << 64) - 1).bit_count() for value in values]
            elif kind == "card":
                values = [sum(value != NONE for value in values)]
            sizes.append(_size(min(values)))
            if has_several:
                sizes.append(_size(max(values)))
        for counted, size in enumerate(sizes):
            yield phase, counted, size
        for one, other in self._pairs:
            yield phase, one, sizes[one], other, sizes[other]

    def found(self) -> Iterator[FarGame]:
        """The games that fail, and those that lead to what was seen least often."""
        yield from self.failing
        told = set[tuple[int, tuple[Action, ...]]]()
        single = [mark for mark in self._at if len(mark) == SINGLE]
        for mark in sorted(single, key=lambda mark: (self._seen[mark], mark)):
            there = self._at[mark]
            if any(there.seed == seed and actions[: len(there.actions)] == there.actions for seed, actions in told):
                continue  # another leads there, too
            told.add((there.seed, there.actions))
            yield FarGame(there.game, there.seed, there.actions)
            if len(told) == MOST_GAMES:
                return


def _size(n: int) -> int:
    if abs(n) <= EXACT:
        return n
    size = EXACT + int(STEPS * log2(abs(n) / EXACT))
    return size if n > 0 else -size
