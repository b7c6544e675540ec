"""A game in which chance is a player too: every point of its tree is a decision, a chance node or an end.

The rules draw from the position's generator whenever they like, several times while they apply one action. Here the results
of these draws are given as a script (`kernel/scripted_chance.py`): the rules are run, and where they draw more often than
results are given, that draw is a chance node; with one of its outcomes the same action is run again from the same position.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sevenfold.errors import BadInput, SevenfoldError, quoted
from sevenfold.kernel.chance import KEY_WORDS
from sevenfold.kernel.events import RawEvent, tracing
from sevenfold.kernel.memory import copied
from sevenfold.kernel.play import apply, begin_game, legal_and_turn
from sevenfold.kernel.questions import returns
from sevenfold.kernel.scripted_chance import GIVEN, MISSING, RESULTS, UNCOUNTABLE
from sevenfold.kernel.sets import each
from sevenfold.kernel.types import Action, ActionSet, Positions, Seat

from .game import LIMIT, Game
from .legal import is_whole, plain
from .position import shown


class UncountableChance(SevenfoldError):
    """The rules of a game use random bits as such, so that the outcomes of chance cannot be enumerated."""


class Node:
    """A point in the tree of a game with explicit chance; `root` makes the first one. It is never changed.

    A chance node lies between the position before an action (or before the first deal) and the one after it, so that only
    decisions and ends have a position.

    Attributes:
        game: The game, with its options.
        outcomes: How many results chance can have here, all equally likely; 0 at a decision and at the end.
        results: The results of chance since the last action.

    Example:
        >>> import sevenfold
        >>> from sevenfold.playing.explicit_chance import root
        >>> node = root(sevenfold.load("seven_solitaire"))
        >>> node.outcomes
        52
        >>> node.child(3).results
        (3,)
    """

    __slots__ = ("_action", "_before", "_legal", "_position", "_turn", "game", "outcomes", "results")

    def __init__(self, game: Game, before: Positions, action: Action | None, results: tuple[int, ...] = ()) -> None:
        """Args: before: the position before the action. action: None to begin a game. results: of chance, the first ones."""
        self.game, self._before, self._action = game, before, action
        self.outcomes, self._position, self._legal, self._turn = self._run(results)
        while self.outcomes == 1:
            results += (0,)
            self.outcomes, self._position, self._legal, self._turn = self._run(results)
        self.results = results

    @classmethod
    def at(cls, game: Game, position: Positions) -> Node:
        """The decision, or the end, at a position (an array of one listening position), without anything before it."""
        node = cls.__new__(cls)
        node.game, node.outcomes, node.results = game, 0, ()
        node._position = copied(position)
        node._position["key"], node._position["chance"] = 0, 0
        node._before, node._action = node._position, None
        legal, turn = legal_and_turn(node._position, 0)
        node._legal, node._turn = int(legal), int(turn)
        return node

    def _run(self, results: tuple[int, ...]) -> tuple[int, Positions, ActionSet, Seat]:
        """Run the action with these results: how many outcomes its next draw has (0 if there is none), and what it led to."""
        return self._run_from(copied(self._before), results)

    def _run_from(self, after: Positions, results: tuple[int, ...]) -> tuple[int, Positions, ActionSet, Seat]:
        """Run the action in a copy of the position before it."""
        script = np.zeros(RESULTS + len(results), np.int64)
        script[GIVEN], script[RESULTS:] = len(results), results
        after["key"] = [0] * (KEY_WORDS - 1) + [script.ctypes.data]
        ran = begin_game(after, 0, np.uint64(0)) if self._action is None else apply(after, 0, self._action)
        after["key"], after["chance"] = 0, 0  # not even an address is left
        if script[MISSING] == UNCOUNTABLE:
            raise UncountableChance(
                f"{self.game.name} cannot be enumerated: its rules use random bits or a fraction, not a draw from a number."
            )
        return int(script[MISSING]), after, int(ran[0]), int(ran[1])

    @property
    def is_chance(self) -> bool:
        """Whether chance decides here."""
        return self.outcomes > 0

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return not self.is_chance and self._turn < 0

    @property
    def turn(self) -> Seat | None:
        """The seat to move; None at a chance node and at the end."""
        return None if self.is_chance or self._turn < 0 else self._turn

    @property
    def position(self) -> Positions:
        """The position, an array of one listening position; its generator is unset.

        Raises:
            BadInput: This is a chance node.
        """
        if self.is_chance:
            raise BadInput("There is no position at a chance node.")
        return shown(self._position)

    @property
    def before(self) -> Positions:
        """The position, an array of one, in which the last action was applied; of the first deal, one without a game."""
        return shown(self._before)

    def events(self) -> tuple[RawEvent, ...]:
        """What the last action (or beginning the game) brought about with these results, hidden fields included.

        The action is run once more for it. At a chance node, whose action is not done yet, there is nothing.
        """
        if self.is_chance or self._before is self._position:
            return ()
        after = copied(self._before)
        with tracing(after) as tape:
            self._run_from(after, self.results)
            return tape.read()

    @property
    def members(self) -> ActionSet:
        """The legal actions as a set of bits; empty where nobody decides."""
        return 0 if self.is_chance else self._legal

    def choices(self) -> list[int]:
        """The results of chance, or the legal actions of the seat to move; empty at the end."""
        return list(range(self.outcomes)) if self.is_chance else list(each(self._legal))

    def child(self, choice: int) -> Node:
        """The node after a result of chance, or after an action.

        Raises:
            BadInput: Chance has no such result, or there is no such action.
        """
        if self.is_chance:
            if not is_whole(choice, 0, self.outcomes - 1):
                raise BadInput(f"Chance has the results 0 to {self.outcomes - 1} here, not {quoted(choice)}.")
            return Node(self.game, self._before, self._action, (*self.results, int(choice)))
        if not is_whole(choice, 0, 62) or not self._legal >> int(choice) & 1:
            raise BadInput(f"The legal actions here are {self.choices()}; not {quoted(choice)}.")
        return Node(self.game, self._position, int(choice))

    def children(self) -> Iterator[Node]:
        """The nodes after all choices."""
        return map(self.child, self.choices())

    def returns(self) -> list[float]:
        """The result of each seat at the end; 0 for all before."""
        if not self.is_over:
            return [0] * self.game.players
        return [plain(returns(self._position[0], seat)) for seat in range(self.game.players)]


def root(game: Game, *, limit: int = LIMIT) -> Node:
    """The first node of a game: its first draw, or its first decision if nothing is drawn.

    Args:
        game: The game.
        limit: The number of turns after which it ends as a draw.
    """
    return Node(game, game.new_positions(limit=limit, listening=True), None)


def deals(node: Node) -> Iterator[tuple[float, Node]]:
    """All (probability, node) to which chance alone can lead from a node: decisions and ends."""
    stack = [(1.0, node)]
    while stack:
        probability, here = stack.pop()
        if here.is_chance:
            stack.extend((probability / here.outcomes, child) for child in here.children())
        else:
            yield probability, here
