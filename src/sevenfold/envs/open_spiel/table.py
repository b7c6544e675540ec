"""What all states of a loaded game share."""

from __future__ import annotations

import json
from functools import cached_property, lru_cache
from itertools import combinations

import numpy as np

from sevenfold.cards import NONE
from sevenfold.declare.actions import describe
from sevenfold.declare.options import Value
from sevenfold.declare.rules import Rules
from sevenfold.envs.observation import Observation, Rows
from sevenfold.envs.observation.event_vectors import EventVectors
from sevenfold.kernel.events import EventKind, RawEvent
from sevenfold.kernel.types import Action, ActionSet, Positions, Seat
from sevenfold.playing.game import ArrangedState, Game
from sevenfold.playing.information import information_lines
from sevenfold.view.text import as_text

from .observation_text import text_of, words_of
from .parameters import MOST_OUTCOMES
from .results import Results, results_of

MOST_LINES = 4096  # of information that are kept, because other seats will ask for them
STEPS = 64  # of one turn; no game asks for so many


class Table:
    """A game with its options, limit and kind of chance.

    Attributes:
        game: The game.
        limit: The number of turns after which it ends.
        is_explicit: Whether chance is explicit.
        recall: How many vectors of events an information state tensor has; 0: there are no such tensors.
        most_actions: The number of actions after which a game ends with 0 for all, as at the limit of turns.
        actions: One more than the highest number of an action.
        most_outcomes: The number of outcomes that a draw of chance may have.
        header: The first line of every information state.
        kept: How many nodes of the tree are kept.
    """

    def __init__(self, game: Game, limit: int, *, is_explicit: bool, recall: int) -> None:
        self.game, self.limit, self.is_explicit, self.recall = game, limit, is_explicit, recall
        rules = game.rules
        self.most_actions = limit * (STEPS if any(phase.within_turn for phase in rules.phases.values()) else 1)
        self.actions = rules.action_count
        self.most_outcomes = MOST_OUTCOMES if is_explicit else 1
        self.header = json.dumps([game.id, game.options])
        self.kept = 0
        self._public: dict[tuple[int, RawEvent], str] = {}

    @cached_property
    def results(self) -> Results:
        """What its results can be."""
        return results_of(self.game, self.limit, is_explicit=self.is_explicit)

    @cached_property
    def observation(self) -> Observation:
        """How a seat's observations are written."""
        return Observation(self.game.rules)

    @cached_property
    def vectors(self) -> EventVectors:
        """How events become vectors."""
        return EventVectors(self.game.rules)

    @cached_property
    def _words(self) -> list[str]:
        return words_of(self.observation, self.game.pack)

    def public_line(self, count: int, event: RawEvent) -> str:
        """What everybody learnt of a public event, made once for all seats and all copies of a state.

        Args:
            count: The number of the action that caused it.
            event: The event.
        """
        line = self._public.get((count, event))
        if line is None:
            if len(self._public) >= MOST_LINES:
                self._public.clear()
            (line,) = information_lines([(count, event)], NONE, self.game.pack, self.game.players)
            self._public[count, event] = line
        return line

    def action_text(self, positions: Positions, action: Action) -> str:
        """An action as records have it, at a position."""
        rules, s = self.game.rules, positions[0]
        return describe(action, rules.phases[int(s.phase)], rules.pack, s).text

    def text(self, positions: Positions) -> str:
        """The table with all cards open."""
        return as_text(ArrangedState(self.game, positions, 0).view(hands_open=True))

    def observe(self, positions: Positions | None, seat: Seat, row: Rows) -> None:
        """Write what a seat observes, as float32; zeros before anything is dealt."""
        if positions is None:
            row.fill(0)
        else:
            self.observation.write_one(positions, seat, row)

    def observed(self, positions: Positions | None, seat: Seat) -> Rows:
        """What a seat observes, as a new row."""
        row: Rows = np.zeros(self.observation.size, np.float32)
        self.observe(positions, seat, row)
        return row

    def observation_text(self, positions: Positions | None, seat: Seat) -> str:
        """What a seat observes, as text."""
        if positions is None:
            return "Nothing is dealt yet."
        return text_of(self.observed(positions, seat), self._words)

    def __reduce__(self) -> tuple[object, ...]:
        return table_of, (self.game.rules, tuple(self.game.options.items()), self.limit, self.is_explicit, self.recall)

    def __deepcopy__(self, _memo: object) -> Table:
        return self


@lru_cache(maxsize=64)
def table_of(rules: Rules, options: tuple[tuple[str, Value], ...], limit: int, is_explicit: bool, recall: int) -> Table:
    """The table for these parameters: the same for all games loaded with them."""
    return Table(Game(rules, dict(options)), limit, is_explicit=is_explicit, recall=recall)


@lru_cache(maxsize=1 << 12)
def is_public(kind: EventKind) -> bool:
    """Whether everybody learns the same of an event of this kind."""
    return not kind.known_to and all(field.to is None and not field.hidden_from for field in kind.fields.values())


CHUNK = 16  # bits of a set that are looked up at once
LOW, TWO = (1 << CHUNK) - 1, (1 << 2 * CHUNK) - 1


class _Chunk(dict[int, tuple[Action, ...]]):
    """The members of each set of 16 numbers, found when they are first asked for."""

    def __init__(self, first: int) -> None:
        """Args: first: of the numbers."""
        self._numbers = range(first, first + CHUNK)

    def __missing__(self, bits: int) -> tuple[Action, ...]:
        found = self[bits] = tuple(number for i, number in enumerate(self._numbers) if bits >> i & 1)
        return found


_FIRST, _SECOND, _THIRD, _FOURTH = map(_Chunk, range(0, 64, CHUNK))


# The members of a set of one or two actions, low to high; None for any other. Most decisions are among few.
few = {sum(1 << number for number in found): found for n in (1, 2) for found in combinations(range(63), n)}.get


def members(actions: ActionSet) -> tuple[Action, ...]:
    """The members of a set of actions, low to high."""
    if actions <= LOW:
        return _FIRST[actions]
    if actions <= TWO:
        return _FIRST[actions & LOW] + _SECOND[actions >> CHUNK]
    return members(actions & TWO) + _THIRD[actions >> 2 * CHUNK & LOW] + _FOURTH[actions >> 3 * CHUNK]
