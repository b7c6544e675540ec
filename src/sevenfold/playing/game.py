"""`Game`: rules with their options chosen, which starts states; `State`: one game being played, with its history."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from sevenfold.cards import NONE, OPEN
from sevenfold.declare.actions import ActionText, Phase, describe, parse_action
from sevenfold.errors import BadInput, IllegalAction
from sevenfold.kernel.chance import MOST_SEED, MOST_SMALL_SEED, key_of
from sevenfold.kernel.memory import copied
from sevenfold.kernel.play import apply, begin_game, legal_and_turn, redact_position, redeal
from sevenfold.kernel.questions import returns, standing
from sevenfold.kernel.types import Action, ActionSet, Positions, Seat, Sources
from sevenfold.view.description import View
from sevenfold.view.event_log import EventLog
from sevenfold.view.event_text import Event
from sevenfold.view.moves import refusing
from sevenfold.view.table_builder import TableBuilder
from sevenfold.view.text import as_html, as_text
from sevenfold.view.view_maker import ViewContext, default_names, view_of

from .history import History
from .information import information_hash, information_string, seen_events
from .legal import LegalActions, NamedAction, Refusal, is_whole, plain
from .moves import LIMIT, Chosen


class Game(Chosen):
    """Rules with their options chosen.

    >>> import sevenfold
    >>> game = sevenfold.load("sane_sevens", players=3)
    >>> game.players, game.options
    (3, {'players': 3, 'silly': False})
    """

    def start(self, seed: int | None = None, *, limit: int = LIMIT) -> State:
        """Start a game: the same seed always gives the same cards; without one, a secret seed of 256 bits is drawn.

        From 2^64 on a seed is a key that nobody can search for (docs/chance.md). Raises BadInput for a seed outside
        0 to 2^256 - 1 or a limit of turns below 1.
        """
        if seed is None:
            seed = secrets.randbits(256)
        if not is_whole(seed, 0, MOST_SEED):
            raise BadInput(f"A seed is a whole number from 0 to 2^256 - 1, not {seed!r}.")
        return State(self, int(seed), limit)


class State:
    """One game being played. Made by `Game.start`.

    >>> import sevenfold
    >>> state = sevenfold.load("seven_truf").start(seed=7)
    >>> state.play("bid 0")
    >>> state.undo()
    <0: bid 0>
    """

    __slots__ = ("_apply", "_history", "_legal", "_turn", "game", "position", "seed")

    def __init__(self, game: Game, seed: int, limit: int) -> None:
        self.game = game
        self.seed = seed
        self.position = game.new_positions(limit=limit, listening=True)  # an array of one
        number = np.uint64(seed if seed <= MOST_SMALL_SEED else 0)
        if seed > MOST_SMALL_SEED:
            self.position["key"] = key_of(seed)
        self._history = History(copied(self.position), number)
        self._legal, self._turn = begin_game(self.position, 0, number)
        self._apply: Callable[[Positions, int, Action], tuple[ActionSet, Seat]] = getattr(apply, "call")  # noqa: B009 - bare, for applying is what programs do most; an Entry behind the type

    # -- where the game stands -----------------------------------------------------------------------------------------

    @property
    def turn(self) -> Seat | None:
        """The seat that decides; None once the game is over."""
        return int(self._turn) if self._turn >= 0 else None

    @property
    def is_over(self) -> bool:
        """Has the game ended?"""
        return bool(self._turn < 0)

    @property
    def is_truncated(self) -> bool:
        """Did the limit of turns end the game?"""
        return bool(self.position[0].truncated)

    @property
    def phase(self) -> str:
        """What is being decided, in the game's own words; "over" at the end."""
        return "over" if self.is_over else self._phase().name

    def _phase(self) -> Phase:
        return self.game.rules.phases[int(self.position[0].phase)]

    @property
    def limit(self) -> int:
        """The limit of player turns in force."""
        return int(self.position[0].limit)

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions played so far."""
        return tuple(self._history.actions)

    @property
    def action_count(self) -> int:
        """How many actions have been played."""
        return len(self._history.actions)

    def legal_actions(self) -> LegalActions:
        """What the seat whose turn it is may do; empty once the game is over."""
        return LegalActions(self.action, int(self._legal))

    def standing(self) -> list[float]:
        """How well each seat is doing; more is better."""
        s = self.position[0]
        return [plain(standing(s, seat)) for seat in range(self.game.players)]

    def returns(self) -> list[float]:
        """The result of each seat once the game is over; until then 0 for all.

        Totals in games that count points, otherwise 1 for the winners and 0 for the others.
        """
        if not self.is_over:
            return [0] * self.game.players
        s = self.position[0]
        return [plain(returns(s, seat)) for seat in range(self.game.players)]

    def winners(self) -> list[Seat]:
        """The seats that win or share the win (GEN-2); empty if none does, and while the game is on."""
        if not self.is_over or self.is_truncated:
            return []
        results = self.returns()
        best = max(results)
        return [seat for seat, result in enumerate(results) if result == best and result > 0]

    # -- playing ---------------------------------------------------------------------------------------------------------

    def play(self, action: Action | str) -> None:
        """Play an action, by number or as printed; if that raises (IllegalAction names the rule), the state is as before."""
        try:
            allowed = self._legal >> action & 1  # type: ignore[operator]  # words are not a number: below
        except (TypeError, ValueError, OverflowError):
            allowed = 0
        if not allowed:
            if isinstance(action, str):
                return self.play(self.parse(action))
            self._refuse(action)
        number = int(action)  # compiled code takes a named action for an object, ten times slower
        self._history.add(number, self.position)
        try:
            self._legal, self._turn = self._apply(self.position, 0, number)
        except BaseException:
            self.position = self._history.back_to(
                self.action_count - 1
            )  # a rule that fails may leave the position half changed
            raise
        return None

    def undo(self) -> NamedAction:
        """Take the last action back and return it; BadInput if there is none."""
        if not self.action_count:
            raise BadInput("There is nothing to take back.")
        last = self.actions[-1]
        self.undo_to(self.action_count - 1)
        return self.action(last)

    def undo_to(self, count: int) -> None:
        """Take back all but the first `count` actions; BadInput if there are not as many."""
        if not is_whole(count, 0, self.action_count):
            raise BadInput(f"There are {self.action_count} actions to go back through, so not to {count!r}.")
        if count < self.action_count:
            self.position = self._history.back_to(count)
            self._legal, self._turn = legal_and_turn(self.position, 0)

    def action(self, number: Action) -> NamedAction:
        """The action that a number means in this phase, with its words."""
        return NamedAction(number, self.describe(number).text)

    def describe(self, action: Action) -> ActionText:
        """An action in words: printed, and as a label; IndexError for a number without meaning here."""
        if self.is_over:
            raise IndexError(action)
        return describe(int(action), self._phase(), self.game.pack, self.position[0])

    def parse(self, text: str) -> NamedAction:
        """The action that prints like this; BadInput for words that mean none here. A parsed action need not be legal."""
        if self.is_over:
            raise BadInput("The game is over.")
        try:
            return self.action(parse_action(text, self._phase(), self.game.pack, self.position[0]))
        except BadInput:
            some = ", ".join(str(a) for a in list(self.legal_actions())[:8])
            more = "" if len(self.legal_actions()) <= 8 else " …"
            raise BadInput(f"{text!r} is not an action here. You may: {some}{more}.") from None

    def why_not(self, action: Action | str) -> Refusal | None:
        """The rule that forbids an action to the seat whose turn it is, and a sentence; None if it may be played.

        Answered from what that seat sees.
        """
        if self.is_over:
            return Refusal("", "The game is over.")
        if isinstance(action, str):
            action = self.parse(action)
        if action in self.legal_actions():
            return None
        if not self._means_something(action):
            return Refusal("", f"{action!r} is not an action of the phase {self.phase!r}.")
        seat = int(self._turn)
        table = TableBuilder(
            self.game.rules, self.game.players, self.redacted(seat), seat, default_names(self.game.players, seat)
        )
        found = refusing(table, action)
        return Refusal(found.rule, found.say(table.s, int(action))) if found else Refusal("", "That is not allowed now.")

    def _means_something(self, action: object) -> bool:
        """Is it the number of an action in this phase?"""
        try:
            self.describe(action)  # type: ignore[arg-type]
        except (IndexError, TypeError, ValueError):
            return False
        return is_whole(action, 0, 62)

    def _refuse(self, action: object) -> None:
        why = self.why_not(action)  # type: ignore[arg-type]  # whatever was given is to be refused in words
        assert why is not None
        raise IllegalAction(why.rule, why.sentence)

    # -- copies ------------------------------------------------------------------------------------------------------------

    def copy(self) -> State:
        """An independent state, history included."""
        other = State.__new__(State)
        other.game, other.seed, other.position = self.game, self.seed, copied(self.position)
        other._history = self._history.copy()
        other._legal, other._turn, other._apply = self._legal, self._turn, self._apply
        return other

    def __eq__(self, other: object) -> bool:
        """Equal: the same game, options and limit, and equal positions, including the chance to come."""
        if not isinstance(other, State):
            return NotImplemented
        return self.game == other.game and self._lies() == other._lies()

    def __hash__(self) -> int:
        return hash(self._lies())

    def _lies(self) -> bytes:
        """How everything lies, however it came about."""
        return self.position.tobytes()[8 : self.game.rules.dtype.itemsize] + self.position["key"].tobytes()

    def __getstate__(self) -> tuple[Game, int, int, tuple[Action, ...]]:
        return self.game, self.seed, self.limit, self.actions

    def __setstate__(self, kept: tuple[Game, int, int, tuple[Action, ...]]) -> None:
        game, seed, limit, actions = kept
        self.__init__(game, seed, limit)  # type: ignore[misc]  # history is replayed: positions may differ between versions
        for action in actions:
            self.play(action)

    # -- what a seat sees --------------------------------------------------------------------------------------------------

    def redacted(self, seat: Seat | None) -> Positions:
        """A copy of the position in which everything that a seat (None: a spectator) may not see is redacted."""
        seen = copied(self.position)
        redact_position(seen, 0, self._seat(seat))
        return seen

    def redeal(self, seat: Seat, source: Sources) -> Positions:
        """A copy of the position in which what the seat cannot know is replaced by a random possibility drawn from `source`."""
        dealt = copied(self.position)
        redeal(dealt, 0, self._seat(seat), source)
        return dealt

    def _seat(self, seat: Seat | None) -> Seat:
        if seat is None:
            return NONE
        if not is_whole(seat, 0, self.game.players - 1):
            raise BadInput(f"There is no seat {seat!r}; seats are 0 to {self.game.players - 1}, None is a spectator.")
        return int(seat)

    def view(self, seat: Seat | None = None, names: Sequence[str] | None = None, *, hands_open: bool = False) -> View:
        """What a seat (None: a spectator; hands_open: who may see all) sees, as data to draw; `names`: of all seats."""
        viewer, players = OPEN if hands_open else self._seat(seat), self.game.players
        seen, called = self.position if hands_open else self.redacted(seat), names or default_names(players, viewer)
        legal, event_log = int(self._legal), self.event_log()
        ended = self.winners(), self.returns()
        return view_of(ViewContext(self.game.rules, players, viewer, called, seen, legal, self.action_count, event_log, *ended))

    def __str__(self) -> str:
        return as_text(self.view(self.turn))

    def __repr__(self) -> str:
        return f"<State of {self.game!r}: {self.action_count} actions, {self.phase}>"

    def _repr_html_(self) -> str:
        return as_html(self.view(self.turn))

    # -- what happened -------------------------------------------------------------------------------------------------------

    def event_log(self) -> EventLog:
        """All that has happened so far, including hidden cards."""
        return self._history.event_log(self.position)

    def events(self, seat: Seat | None = None) -> list[Event]:
        """What has happened so far, as a seat (None: a spectator) learnt of it."""
        return seen_events(self.event_log(), self._seat(seat), self.game.pack, self.game.players)

    def information(self, seat: Seat | None = None) -> tuple[str, int]:
        """All that a seat (None: a spectator) has learnt, in order: as a string, and as a hash of 64 bits.

        Two histories give a seat the same information exactly when it cannot tell them apart (perfect recall); with other
        options the string is different.
        """
        game, whose = self.game, self._seat(seat)
        string = information_string(game.id, game.options, self.event_log(), whose, game.pack, game.players)
        return string, information_hash(self.position[0], whose)

    def earlier_positions(self) -> Iterator[Positions]:
        """The positions, arrays of one, before each action, the latest first."""
        return self._history.earlier()

    def position_at(self, count: int) -> Positions:
        """The position, an array of one, after the first `count` actions."""
        return self._history.at(count, self.position)
