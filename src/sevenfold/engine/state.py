"""`State`: one game being played, checked, with its history; the public face of a record of `engine.record`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np

from sevenfold.cards import NONE
from sevenfold.errors import BadInput, IllegalAction

from .actions import Words, describe, parse_action
from .bits import each
from .game import is_whole
from .memory import copied, restored
from .play import blot_out, look_up, redeal, start_game, step_game
from .rules import OVER, returns, standing

if TYPE_CHECKING:
    from .game import Game
    from .view import View

Event = dict[str, Any]


class Action(int):
    """An action: its number, which prints as people write it.

    >>> import sevenfold
    >>> state = sevenfold.load("seven_truf").start(seed=7)
    >>> str(state.parse("bid 1"))
    'bid 1'
    """

    text: str

    def __new__(cls, number: int, text: str) -> Self:
        made = super().__new__(cls, number)
        made.text = text
        return made

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{int(self)}: {self.text}>"

    def __reduce__(self) -> tuple[type, tuple[int, str]]:
        return Action, (int(self), self.text)


class LegalActions:
    """The legal actions of a state, in the order of their numbers: a set-like look at it, cheap to make.

    >>> import sevenfold
    >>> state = sevenfold.load("seven_truf").start(seed=7)
    >>> state.legal_actions()
    <2 legal actions: bid 0, bid 1>
    >>> 1 in state.legal_actions(), len(state.legal_actions())
    (True, 2)
    """

    __slots__ = ("_state", "members")

    def __init__(self, state: State, members: int) -> None:
        self._state = state
        self.members = members  # as one int, its bits

    def __contains__(self, action: object) -> bool:
        return is_whole(action, 0, 62) and bool(self.members >> int(action) & 1)  # type: ignore[call-overload]

    def __len__(self) -> int:
        return self.members.bit_count()

    def __iter__(self) -> Iterator[Action]:
        return (self._state.action(number) for number in each(self.members))

    def __getitem__(self, place: int) -> Action:
        return list(self)[place]

    def __repr__(self) -> str:
        n = len(self)
        return f"<{n} legal action{'' if n == 1 else 's'}{': ' if n else ''}{', '.join(str(a) for a in self)}>"


class Refusal(NamedTuple):
    """Why an action may not be played: the rule's id and a sentence."""

    rule: str
    sentence: str


class State:
    """One game being played. Made by `Game.start`.

    >>> import sevenfold
    >>> state = sevenfold.load("seven_truf").start(seed=7)
    >>> state.play("bid 0")
    >>> state.undo()
    <0: bid 0>
    """

    __slots__ = ("_actions", "_befores", "_legal", "_step", "_told", "_turn", "game", "seed", "states")

    def __init__(self, game: Game, seed: int, limit: int) -> None:
        self.game = game
        self.seed = seed
        self.states = game.new_states(limit=limit)  # an array of one record: the raw state
        self._actions: list[int] = []
        self._befores: list[bytes] = []  # the raw state before each action
        self._told: list[list[Event]] = []  # the transcript's events of each action, as far as they were asked for
        self._legal, self._turn = start_game(self.states, 0, np.uint64(seed))
        self._step: Any = getattr(step_game, "call")  # noqa: B009 - bare, for a step is what programs do most; an Entry behind the type

    # -- where the game stands -----------------------------------------------------------------------------------------

    @property
    def turn(self) -> int | None:
        """The seat that decides; None once the game is over."""
        return int(self._turn) if self._turn >= 0 else None

    @property
    def is_over(self) -> bool:
        """Has the game ended?"""
        return self._turn < 0

    @property
    def is_truncated(self) -> bool:
        """Did the limit of turns end the game?"""
        return bool(self.states[0].truncated)

    @property
    def phase(self) -> str:
        """What is decided now, in a word of the game; "over" at the end."""
        number = int(self.states[0].phase)
        return "over" if number == OVER else self.game.rules.phases[number].name

    @property
    def limit(self) -> int:
        """The limit of player turns in force."""
        return int(self.states[0].limit)

    @property
    def actions(self) -> tuple[int, ...]:
        """The actions played so far."""
        return tuple(self._actions)

    def legal_actions(self) -> LegalActions:
        """What the seat whose turn it is may do; empty once the game is over."""
        return LegalActions(self, int(self._legal))

    def standing(self) -> list[float]:
        """How well each seat does so far; the more the better."""
        s = self.states[0]
        return [_plain(standing(s, seat)) for seat in range(self.game.players)]

    def returns(self) -> list[float]:
        """The result of each seat once the game is over; until then 0 for all.

        Totals in games that count points, else 1 for who wins and 0 for the others.
        """
        if not self.is_over:
            return [0] * self.game.players
        s = self.states[0]
        return [_plain(returns(s, seat)) for seat in range(self.game.players)]

    def winners(self) -> list[int]:
        """The seats that win or share the win (GEN-2); empty for none, and while the game is on."""
        if not self.is_over or self.is_truncated:
            return []
        results = self.returns()
        best = max(results)
        return [seat for seat, result in enumerate(results) if result == best and result > 0]

    # -- playing ---------------------------------------------------------------------------------------------------------

    def play(self, action: int | str) -> None:
        """Play an action, by number or as printed. IllegalAction says the rule against it; the state is then as before."""
        try:
            allowed = self._legal >> action & 1  # type: ignore[operator]  # words are no number: below
        except (TypeError, ValueError, OverflowError):
            allowed = 0
        if not allowed:
            if isinstance(action, str):
                return self.play(self.parse(action))
            self._refuse(action)
        self._befores.append(self.states.tobytes())
        self._actions.append(action)  # type: ignore[arg-type]
        self._legal, self._turn = self._step(self.states, 0, action)
        return None

    def undo(self) -> Action:
        """Take the last action back and return it; BadInput where there is none."""
        if not self._actions:
            raise BadInput("There is nothing to take back.")
        action = self._actions.pop()
        self.states = restored(self._befores.pop(), self.states.dtype)
        del self._told[len(self._actions) :]
        self._legal, self._turn = look_up(self.states, 0)
        return self.action(action)

    def action(self, number: int) -> Action:
        """The action of a number in this phase, with its words."""
        return Action(number, self.describe(number).text)

    def describe(self, action: int) -> Words:
        """An action in words: printed, as a label, as told of another; IndexError for a number without meaning here."""
        if self.is_over:
            raise IndexError(action)
        return describe(int(action), self.game.rules.phases[int(self.states[0].phase)], self.game.pack)

    def describe_at(self, i: int, action: int) -> str:
        """How the i-th action of the game printed."""
        phase = self.game.rules.phases[int(self.at(i)[0].phase)]
        return describe(action, phase, self.game.pack).text

    def parse(self, text: str) -> Action:
        """The action that prints so; BadInput for words that mean none here. A parsed action need not be legal."""
        if self.is_over:
            raise BadInput("The game is over.")
        phase = self.game.rules.phases[int(self.states[0].phase)]
        try:
            return self.action(parse_action(text, phase, self.game.pack))
        except BadInput:
            some = ", ".join(str(a) for a in list(self.legal_actions())[:8])
            more = "" if len(self.legal_actions()) <= 8 else " …"
            raise BadInput(f"{text!r} is nothing one can do now. You may: {some}{more}.") from None

    def why_not(self, action: int | str) -> Refusal | None:
        """The rule and the sentence that forbid an action to the seat whose turn it is; None if it may be played.

        Answered from what that seat sees.
        """
        if self.is_over:
            return Refusal("", "The game is over.")
        if isinstance(action, str):
            action = self.parse(action)
        if action in self.legal_actions():
            return None
        return self._refusal(action, self.seen_by(self._turn)[0])

    def _refusal(self, action: int, seen: Any) -> Refusal:
        phase = self.game.rules.phases[int(seen.phase)]
        try:
            known = is_whole(action, 0, 62) and phase.kind(action) is not None
            if known:
                describe(int(action), phase, self.game.pack)
        except IndexError:
            known = False
        if not known:
            return Refusal("", f"{action!r} is no action of the phase {phase.name}.")
        for restriction in self.game.rules.restrictions[phase.id]:
            if not restriction.allows(seen) >> int(action) & 1:
                return Refusal(restriction.rule, restriction.say(seen, int(action)))
        return Refusal("", "That may not be done now.")

    def _refuse(self, action: object) -> None:
        why = self.why_not(action)  # type: ignore[arg-type]  # whatever was given is to be refused in words
        assert why is not None
        raise IllegalAction(why.rule, why.sentence)

    # -- copies ------------------------------------------------------------------------------------------------------------

    def copy(self) -> State:
        """An independent state, history included."""
        other = State.__new__(State)
        other.game, other.seed, other.states = self.game, self.seed, copied(self.states)
        other._actions, other._befores, other._told = self._actions.copy(), self._befores.copy(), self._told.copy()
        other._legal, other._turn, other._step = self._legal, self._turn, self._step
        return other

    def __eq__(self, other: object) -> bool:
        """Equal: the same game, options and limit, everything lying alike, the same chance to come."""
        if not isinstance(other, State):
            return NotImplemented
        return self.game == other.game and bool(self.states.tobytes() == other.states.tobytes())

    def __hash__(self) -> int:
        return hash(self.states.tobytes())

    def __getstate__(self) -> tuple[Any, ...]:
        return self.game, self.seed, self.limit, tuple(self._actions)

    def __setstate__(self, kept: tuple[Any, ...]) -> None:
        game, seed, limit, actions = kept
        self.__init__(game, seed, limit)  # type: ignore[misc]  # history is replayed: raw states may differ between versions
        for action in actions:
            self.play(action)

    # -- what a seat sees --------------------------------------------------------------------------------------------------

    def seen_by(self, seat: int | None) -> Any:
        """A copy of the raw state with everything blotted out that a seat (None: a spectator) may not see."""
        seen = copied(self.states)
        blot_out(seen, 0, self._seat(seat))
        return seen

    def redeal(self, seat: int, source: Any) -> Any:
        """A copy of the raw state, what the seat cannot know replaced by a random possibility drawn from `source`."""
        dealt = copied(self.states)
        redeal(dealt, 0, self._seat(seat), source)
        return dealt

    def _seat(self, seat: int | None) -> int:
        if seat is None:
            return NONE
        if not is_whole(seat, 0, self.game.players - 1):
            raise BadInput(f"There is no seat {seat!r}; seats are 0 to {self.game.players - 1}, None is a spectator.")
        return int(seat)

    def view(self, seat: int | None = None, names: Sequence[str] | None = None) -> View:
        """What a seat (None: a spectator) sees, as data to draw; `names` of all seats, where they have any."""
        from .viewing import view_of

        return view_of(self, self._seat(seat), names)

    def __str__(self) -> str:
        from .viewing import as_text

        return as_text(self.view(self.turn))

    def __repr__(self) -> str:
        return f"<State of {self.game!r}: {len(self._actions)} actions, {self.phase}>"

    def _repr_html_(self) -> str:
        from .viewing import as_html

        return as_html(self.view(self.turn))

    # -- what happened -------------------------------------------------------------------------------------------------------

    def told(self) -> list[list[Event]]:
        """The transcript's events of each action so far, hidden cards too (see `engine.transcript`)."""
        from .transcript import events_of

        for i in range(len(self._told), len(self._actions)):
            self._told.append(events_of(self.game, self.at(i)[0], self._actions[i], self.at(i + 1)[0]))
        return self._told

    def at(self, made: int) -> Any:
        """The raw state, an array of one, when `made` actions had been played."""
        return restored(self._befores[made], self.states.dtype) if made < len(self._befores) else self.states


def _plain(result: Any) -> float:
    """A result as a plain number, whole where it is whole."""
    value = float(result)
    return int(value) if value.is_integer() else value
