"""A game being played, without OpenSpiel: what a state shows at a node, and how it goes on. Here chance is sampled."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from sevenfold.cards import NONE
from sevenfold.envs.observation.event_vectors import COLUMNS
from sevenfold.errors import BadInput
from sevenfold.kernel.chance import source
from sevenfold.kernel.events import RawEvent
from sevenfold.kernel.memory import copied
from sevenfold.kernel.play import redeal
from sevenfold.kernel.types import Action, Int64Array, Positions, Seat
from sevenfold.playing.game import ArrangedState, State
from sevenfold.playing.history import EVERY
from sevenfold.playing.information import information_lines

from .table import Table, few, is_public, members

CHANCE, TERMINAL = -1, -4  # as in pyspiel.PlayerId
DEAL = 0  # the only outcome of sampled chance
AGAIN = "dealt again"  # the line of an information state from which hidden cards are others

NO_VECTORS: Int64Array = np.zeros((0, len(COLUMNS)), np.int64)

Sampler = Callable[[], float]  # numbers from 0 to 1, as OpenSpiel's bots hand them in


class Dealer(Protocol):
    """Who deals."""

    def new_seed(self) -> int:
        """The seed of the next deal."""
        ...


@dataclass(frozen=True)
class Learnt:
    """What a seat, or a spectator, has learnt up to a position in which hidden cards were dealt again.

    Attributes:
        text: Its information.
        vectors: The latest events that it learnt of, as vectors: as many as `Table.recall` at most.
        public: The same of what everybody learnt of them, seats counted from this seat on.
    """

    text: str
    vectors: Int64Array
    public: Int64Array


class Play(ABC):
    """A node of a game: a draw of chance, a decision, or the end.

    Attributes:
        table: What all states of the game share.
        player: The seat to move, CHANCE or TERMINAL.
        choices: The legal actions of the seat to move, or the outcomes of chance, all equally likely; in order.
    """

    __slots__ = ("choices", "player", "table")

    table: Table
    player: int
    choices: tuple[Action, ...]

    @property
    @abstractmethod
    def positions(self) -> Positions | None:
        """The position, an array of one, at the latest decision; None before the first deal."""

    @abstractmethod
    def after(self, action: Action, dealer: Dealer | None = None) -> Play:
        """The node after an action or an outcome; this node may change into it.

        Args:
            action: The action, or the outcome.
            dealer: Who draws the seed of a deal; only needed where chance is sampled, for the deal.

        Raises:
            BadInput: There is no such action or outcome. The node is unchanged.
            IllegalAction: The rules forbid the action. The node is unchanged.
        """

    @abstractmethod
    def returns(self) -> list[float]:
        """The results at the end; 0 for all before it, and in a truncated game."""

    @abstractmethod
    def information(self, seat: Seat) -> str:
        """All that a seat (NONE: a spectator) has learnt, in order."""

    @abstractmethod
    def events(self) -> Iterable[tuple[int, RawEvent]]:
        """What has happened, each event with the number of the action that caused it; from where cards were dealt again."""

    @abstractmethod
    def learnt_before(self, seat: Seat) -> Learnt | None:
        """What a seat learnt before `events`; None if they begin with the game."""

    @abstractmethod
    def dealt_again(self, positions: Positions, before: tuple[Learnt, ...], number: int) -> Play:
        """A node at a position in which hidden cards were dealt again.

        Args:
            positions: The position, an array of one.
            before: What each seat, and last a spectator, has learnt up to here.
            number: A random number.
        """

    def resampled(self, seat: Seat, sampler: Sampler) -> Play:
        """A node that a seat cannot tell from this one: all that it cannot know is drawn anew with the sampler.

        What the other seats have learnt is what was public, and what they see in the new deal.

        Raises:
            BadInput: This is a chance node.
        """
        if self.player == CHANCE or self.positions is None:
            raise BadInput("A game is resampled where a seat is to move, or at its end; this is a chance node.")
        number = int(sampler() * 2**53)
        dealt = copied(self.positions.view(np.ndarray))
        redeal(dealt, 0, seat, source(number))
        public = self.information(NONE)
        before = []
        for one in range(self.table.game.players):
            of_all = self.vectors(one, NONE)
            if one == seat:
                before.append(Learnt(self.information(seat), self.vectors(seat, seat), of_all))
            else:
                before.append(Learnt(f"{public}\n{AGAIN}: {self.table.observation_text(dealt, one)}", of_all, of_all))
        return self.dealt_again(dealt, (*before, Learnt(public, NO_VECTORS, NO_VECTORS)), number)

    def vectors(self, seat: Seat, viewer: Seat) -> Int64Array:
        """The latest events as vectors, as many as are recalled.

        Args:
            seat: The seat from which seats are counted.
            viewer: Who has learnt of them: the seat, or NONE for what is public.
        """
        table, before = self.table, self.learnt_before(seat)
        if not table.recall:
            return NO_VECTORS
        found = table.vectors.of_events(self.events(), seat, viewer, table.game.players, table.recall)
        if before is None:
            return found
        earlier = before.public if viewer == NONE else before.vectors
        return np.concatenate([earlier, found])[-table.recall :]

    def action_text(self, action: Action) -> str:
        """An action, or an outcome of chance, in words."""
        if self.player == CHANCE:
            return f"chance {action}" if self.table.is_explicit else "deal"
        if self.player == TERMINAL:
            raise BadInput("The game is over.")
        assert self.positions is not None
        try:
            return self.table.action_text(self.positions, action)
        except IndexError:
            raise BadInput(f"{action} is not an action of this phase; legal: {list(self.choices)}.") from None

    def lines(self, events: Iterable[tuple[int, RawEvent]], seat: Seat) -> list[str]:
        """What a seat learnt of events."""
        game, found = self.table.game, []
        for count, event in events:
            if is_public(event.kind):
                found.append(self.table.public_line(count, event))
            else:
                found += information_lines([(count, event)], seat, game.pack, game.players)
        return found

    def __str__(self) -> str:
        if self.positions is None:
            return f"{self.table.game.name}: nothing is dealt yet."
        drawn = f"\nChance: {len(self.choices)} outcomes." if self.player == CHANCE else ""
        return self.table.text(self.positions) + drawn


class Undealt(Play):
    """The chance node at which a game with sampled chance begins. It never changes."""

    __slots__ = ()

    def __init__(self, table: Table) -> None:
        self.table, self.player, self.choices = table, CHANCE, (DEAL,)

    @property
    def positions(self) -> None:
        return None

    def after(self, action: Action, dealer: Dealer | None = None) -> Play:
        if action != DEAL:
            raise BadInput(f"Chance has one outcome here, {DEAL}: the deal; not {action}.")
        assert dealer is not None
        return Dealt(self.table, self.table.game.start(dealer.new_seed(), limit=self.table.limit))

    def returns(self) -> list[float]:
        return [0.0] * self.table.game.players

    def information(self, seat: Seat) -> str:
        return self.table.header

    def events(self) -> tuple[tuple[int, RawEvent], ...]:
        return ()

    def learnt_before(self, seat: Seat) -> None:
        return None

    def dealt_again(self, positions: Positions, before: tuple[Learnt, ...], number: int) -> Play:
        raise AssertionError  # nothing is dealt

    def __deepcopy__(self, _memo: object) -> Undealt:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return Undealt, (self.table,)


class Dealt(Play):
    """A game whose chance is in the state: all later draws follow from the seed of the deal."""

    __slots__ = ("_before", "_left", "_made", "_told", "state")

    def __init__(self, table: Table, state: State, before: tuple[Learnt, ...] = (), made: int = 0) -> None:
        """Begin at a state.

        Args:
            table: What all states of the game share.
            state: The state, which is the node's own from now on.
            before: What each seat, and last a spectator, learnt before the state; empty if it is the beginning of the game.
            made: The number of actions before it.
        """
        self.table, self.state, self._before, self._made = table, state, before, made
        self._left = table.most_actions - made - state.action_count
        self._told: dict[Seat, tuple[int, str]] = {}  # by seat: how many entries of the log its information tells, and it
        self._look()

    def _look(self) -> None:
        """Find out who is to move, and what is legal."""
        turn = self.state.turn
        if turn is None or self._left <= 0:
            self.player, self.choices = TERMINAL, ()
        else:
            self.player, self.choices = turn, members(self.state.legal_set)

    @property
    def positions(self) -> Positions:
        return self.state._position  # without `position`'s short repr, which takes a while to be made

    def after(self, action: Action, dealer: Dealer | None = None) -> Play:
        state = self.state
        if action not in self.choices or type(action) is not int:
            if self.player == TERMINAL:
                raise BadInput("The game is over.")
            state.play(action)  # which says why it is refused, or takes it in another form
            self._left -= 1
            self._look()
            return self
        # As `State.play` and `_look`, without their calls and checks: this is done millions of times.
        history = state._history
        actions = history.actions
        if not len(actions) % EVERY:
            history.keep(state._position)
        actions.append(action)
        try:
            legal, turn = state._apply(state._position, 0, action)
        except BaseException:
            state._take_back_failed()
            raise
        state._legal, state._turn = legal, turn
        left = self._left = self._left - 1
        if turn >= 0 and left > 0:
            self.player = turn
            self.choices = few(legal) or members(legal)
        else:
            self.player, self.choices = TERMINAL, ()
        return self

    def returns(self) -> list[float]:
        if not self.state.is_over or self.state.is_truncated:
            return [0.0] * self.table.game.players
        return [float(one) for one in self.state.returns()]

    def events(self) -> Iterator[tuple[int, RawEvent]]:
        return ((self._made + count, event) for count, event in self.state.event_log())

    def learnt_before(self, seat: Seat) -> Learnt | None:
        return self._before[seat] if self._before else None

    def information(self, seat: Seat) -> str:
        told, text = self._told.get(seat, (0, self._before[seat].text if self._before else self.table.header))
        said = self.state.event_log().said
        if told < len(said):
            events = [(self._made + count, event) for count in range(told, len(said)) for event in said[count]]
            text = "\n".join([text, *self.lines(events, seat)])
            self._told[seat] = len(said), text
        return text

    def dealt_again(self, positions: Positions, before: tuple[Learnt, ...], number: int) -> Play:
        made = self._made + self.state.action_count
        return Dealt(self.table, ArrangedState(self.table.game, positions, number), before, made)

    def __deepcopy__(self, _memo: object) -> Dealt:
        other = Dealt.__new__(Dealt)
        other.table, other.player, other.choices, other.state = self.table, self.player, self.choices, self.state.copy()
        other._before, other._made, other._left, other._told = self._before, self._made, self._left, self._told.copy()
        return other

    def __reduce__(self) -> tuple[object, ...]:
        return Dealt, (self.table, self.state, self._before, self._made)
