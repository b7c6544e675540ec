"""Games whose every position is kept, and that can be played again with other cards drawn.

Everything here runs as plain Python. Rules draw cards with `pick`, `draw` and `draw_card`, and numbers with `below`; while a
game is played here, both are listened to, so that a second game can draw what the first one drew, with cards renamed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import pairwise
from threading import get_ident
from typing import Any, cast

import numpy as np

from sevenfold.cards import NONE
from sevenfold.declare.actions import describe
from sevenfold.kernel.chance import below, pick
from sevenfold.kernel.compiler.decorators import Compiled, interpreting
from sevenfold.kernel.events import RawEvent, tracing
from sevenfold.kernel.memory import copied
from sevenfold.kernel.play import apply, begin_game, legal_and_turn
from sevenfold.kernel.types import Action, ActionSet, Card, CardSet, Positions, Seat
from sevenfold.playing.game import Game, State
from sevenfold.playing.history import History
from sevenfold.view.event_log import EventLog

LIMIT = 400  # turns


@dataclass(frozen=True)
class Drawn:
    """What an action, or the start of a game, drew: cards out of sets, and numbers."""

    cards: tuple[Card, ...] = ()
    from_cards: CardSet = 0  # all the cards of these sets
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True)
class Moment:
    """How a game stands at its start, or after an action."""

    action: Action  # NONE: the start
    position: Positions  # an array of one
    said: tuple[RawEvent, ...]
    drawn: Drawn
    legal: ActionSet
    turn: Seat


class Draws:
    """Listens to what rules draw, and has them draw something else.

    Args:
        script: What is to be drawn, as far as it can be; None: whatever comes.
        names: The cards that are drawn instead of those of the script.
        other: Chooses other numbers than those of the script, from the place in it, how many values there are and what the
            script has; None: keeps them.
    """

    def __init__(
        self,
        script: Drawn | None = None,
        names: Mapping[Card, Card] | None = None,
        other: Callable[[int, int, int], int] | None = None,
    ) -> None:
        self._script, self._names, self._other = script or Drawn(), names or {}, other
        self._cards: list[Card] = []
        self._from = 0
        self._numbers: list[int] = []

    def card(self, members: CardSet, drawn: Card) -> Card:
        """The card to draw out of a set, where the generator has drawn one."""
        made = len(self._cards)
        if made < len(self._script.cards):
            was = self._script.cards[made]
            drawn = next((card for card in (self._names.get(was, was), was) if members >> card & 1), drawn)
        self._cards.append(drawn)
        self._from |= members
        return drawn

    def number(self, n: int, drawn: int) -> int:
        """The number below n to draw, where the generator has drawn one."""
        made = len(self._numbers)
        if made < len(self._script.numbers) and self._script.numbers[made] < n:
            drawn = self._script.numbers[made]
            if self._other:
                drawn = self._other(made, n, drawn)
        self._numbers.append(drawn)
        return drawn

    @property
    def drawn(self) -> Drawn:
        """All that was drawn."""
        return Drawn(tuple(self._cards), self._from, tuple(self._numbers))


@contextmanager
def listening(draws: Draws, dtype: np.dtype[np.record]) -> Iterator[None]:
    """Let what this thread draws for positions of a type go through `draws`."""
    picking, drawing = cast("Compiled", pick), cast("Compiled", below)
    plain_pick, plain_below, mine = picking.function, drawing.function, get_ident()
    within = False  # a pick, which draws a number itself

    def heard_pick(s: Any, members: CardSet) -> Card:
        nonlocal within
        if within or get_ident() != mine or s.dtype != dtype:
            return int(plain_pick(s, members))
        within = True
        try:
            return draws.card(int(members), int(plain_pick(s, members)))
        finally:
            within = False

    def heard_below(s: Any, n: int) -> int:
        drawn = plain_below(s, n)
        return int(drawn) if within or get_ident() != mine or s.dtype != dtype else draws.number(int(n), int(drawn))

    picking.function, drawing.function = heard_pick, heard_below
    try:
        yield
    finally:
        picking.function, drawing.function = plain_pick, plain_below


def begun(game: Game, seed: int, draws: Draws, limit: int = LIMIT) -> Moment:
    """The start of a game."""
    position = game.new_positions(limit=limit, listening=True)
    return _stepped(position, NONE, draws, lambda: begin_game(position, 0, np.uint64(seed)))


def applied(before: Positions, action: Action, draws: Draws) -> Moment:
    """What follows when an action is applied to a position, an array of one."""
    position = copied(before)
    return _stepped(position, action, draws, lambda: apply(position, 0, action))


def _stepped(position: Positions, action: Action, draws: Draws, step: Callable[[], tuple[ActionSet, Seat]]) -> Moment:
    with interpreting(), tracing(position) as tape, listening(draws, position.dtype):
        legal, turn = step()
        said = tape.read()
    return Moment(action, position, said, draws.drawn, int(legal), int(turn))


def stepping(
    game: Game,
    seed: int,
    moment: Moment,
    before: Positions | None,
    around: Callable[[Positions, Callable[[], object]], object],
) -> None:
    """Repeat what led to a moment, from the position before it (None: the start), inside a function that gets the position
    and what is to be done."""
    first = before is None
    position = game.new_positions(limit=LIMIT, listening=True) if before is None else copied(before)
    with interpreting(), tracing(position), listening(Draws(moment.drawn), position.dtype):
        if first:
            around(position, lambda: begin_game(position, 0, np.uint64(seed)))
        else:
            around(position, lambda: apply(position, 0, moment.action))


class Played:
    """A game as it was played here."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.seed = game, seed
        self.tried: list[Action] = []  # all actions, also one at which the rules failed
        self.moments: list[Moment] = [begun(game, seed, Draws())]

    def play(self, action: Action) -> None:
        """Apply a legal action."""
        self.tried.append(action)
        self.moments.append(applied(self.moments[-1].position, action, Draws()))

    @property
    def last(self) -> Moment:
        """How it stands."""
        return self.moments[-1]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.last.turn < 0

    def state(self, at: int, position: Positions | None = None) -> State:
        """The state after so many actions, or one with the same history in which the position is another."""
        return _PlayedState(self, at, self.moments[at].position if position is None else position)

    def texts(self) -> list[str]:
        """The actions as texts, each by itself, also one at which the rules failed; as numbers if their texts fail too."""
        found = []
        for action, moment in zip(self.tried, self.moments, strict=False):
            text, s = str(action), moment.position[0]
            with suppress(Exception), interpreting():
                text = describe(action, self.game.rules.phases[int(s.phase)], self.game.pack, s).text
            found.append(text)
        return found


class _PlayedHistory(History):
    """The history of a game whose positions are all kept."""

    __slots__ = ("_moments",)

    def __init__(self, moments: Sequence[Moment], seed: int) -> None:
        super().__init__(copied(moments[0].position), np.uint64(seed))
        self._moments = moments
        self.actions = [moment.action for moment in moments[1:]]
        self._event_log = EventLog()
        self._event_log.add(moments[0].said)
        for before, moment in pairwise(moments):
            self._event_log.add(moment.said, int(before.position[0].phase))

    def position_at(self, count: int, latest: Positions) -> Positions:
        return copied(self._moments[count].position) if count < len(self.actions) else copied(latest)


class _PlayedState(State):
    """A state of a game that was played here. It is only looked at."""

    __slots__ = ()

    def __init__(self, played: Played, at: int, position: Positions) -> None:
        self.game, self.seed, self._position = played.game, played.seed, copied(position)
        self._history = _PlayedHistory(played.moments[: at + 1], played.seed)
        with interpreting():
            legal, turn = legal_and_turn(copied(position), 0)
        self._legal, self._turn = int(legal), int(turn)
        self._apply = apply.function  # type: ignore[attr-defined]  # an Entry
