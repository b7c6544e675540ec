"""A game being played with explicit chance: every draw is a chance node."""

from __future__ import annotations

from sevenfold.errors import BadInput
from sevenfold.kernel.events import RawEvent
from sevenfold.kernel.types import Action, Positions, Seat
from sevenfold.playing.explicit_chance import Node, root

from .parameters import MOST_OUTCOMES
from .play import CHANCE, TERMINAL, Dealer, Learnt, Play
from .table import Table, members

MOST_KEPT = 1 << 15  # nodes of a game's tree that are kept, the first to be reached


class TreePlay(Play):
    """A node of the tree of a game. It never changes; the first nodes that are reached keep those after them."""

    __slots__ = ("_before", "_children", "_choice", "_events", "_made", "_parent", "_told", "node")

    def __init__(self, table: Table, node: Node, parent: TreePlay | None = None, choice: int = 0) -> None:
        """The node after a choice.

        Args:
            table: What all states of the game share.
            node: The point of the tree.
            parent: The node before it; None for the first one.
            choice: The action, or the outcome of chance, between them.
        """
        if node.outcomes > MOST_OUTCOMES:
            raise BadInput(
                f"{table.game.name} draws one of {node.outcomes} things at once; with explicit chance there are at most"
                f" {MOST_OUTCOMES}, so use chance=sampled."
            )
        self.table, self.node, self._parent, self._choice = table, node, parent, choice
        self._before: tuple[Learnt, ...] = ()  # what each seat, and last a spectator, learnt before the first node
        self._made: int = parent._made + (parent.player != CHANCE) if parent else 0  # actions
        self._children: dict[int, TreePlay] = {}
        self._told: dict[Seat, str] = {}
        self._events: tuple[RawEvent, ...] | None = None  # until somebody asks
        turn = node.turn
        if node.is_chance:
            self.player, self.choices = CHANCE, tuple(range(node.outcomes))
        elif turn is None or self._made >= table.most_actions:
            self.player, self.choices = TERMINAL, ()
        else:
            self.player, self.choices = turn, members(node.members)

    @classmethod
    def first(cls, table: Table) -> TreePlay:
        """The beginning of a game."""
        return cls(table, root(table.game, limit=table.limit))

    @classmethod
    def again(cls, table: Table, positions: Positions, before: tuple[Learnt, ...], made: int) -> TreePlay:
        """A node at a position in which hidden cards were dealt again; see `Play.dealt_again`."""
        play = cls(table, Node.at(table.game, positions))
        play._before, play._made = before, made
        return play

    @property
    def positions(self) -> Positions | None:
        if not self.node.is_chance:
            return self.node.position
        return self.node.before if self._made else None

    def after(self, action: Action, dealer: Dealer | None = None) -> Play:
        child = self._children.get(action)
        if child is None:
            if self.player == TERMINAL:
                raise BadInput("The game is over.")
            child = TreePlay(self.table, self.node.child(action), self, action)
            if self.table.kept < MOST_KEPT:
                self.table.kept += 1
                self._children[action] = child
        return child

    def returns(self) -> list[float]:
        if not self.node.is_over or self.node.position[0].truncated:
            return [0.0] * self.table.game.players
        return [float(one) for one in self.node.returns()]

    def _own_events(self) -> tuple[RawEvent, ...]:
        """What has happened since the node before."""
        if self._events is None:
            self._events = self.node.events()
        return self._events

    def events(self) -> list[tuple[int, RawEvent]]:
        line, play = [], self
        while play._parent:
            line.append(play)
            play = play._parent
        return [(at._made, event) for at in (play, *reversed(line)) for event in at._own_events()]

    def learnt_before(self, seat: Seat) -> Learnt | None:
        first, _ = self._path()
        return first._before[seat] if first._before else None

    def information(self, seat: Seat) -> str:
        untold: list[TreePlay] = []
        play: TreePlay | None = self
        while play and seat not in play._told:
            untold.append(play)
            play = play._parent
        text = play._told[seat] if play else self.table.header
        for at in reversed(untold):
            if not at._parent and at._before:
                text = at._before[seat].text
            text = "\n".join([text, *at.lines([(at._made, event) for event in at._own_events()], seat)])
            at._told[seat] = text
        return text

    def dealt_again(self, positions: Positions, before: tuple[Learnt, ...], number: int) -> Play:
        return TreePlay.again(self.table, positions, before, self._made)

    def _path(self) -> tuple[TreePlay, list[int]]:
        """The first node, and the choices that lead here from it."""
        play, path = self, []
        while play._parent:
            path.append(play._choice)
            play = play._parent
        return play, path[::-1]

    def __deepcopy__(self, _memo: object) -> TreePlay:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        first, path = self._path()
        begun = (first.node.position, first._before, first._made) if first._before else None
        return _walked, (self.table, begun, path)


def _walked(table: Table, begun: tuple[Positions, tuple[Learnt, ...], int] | None, path: list[int]) -> Play:
    play: Play = TreePlay.again(table, *begun) if begun else TreePlay.first(table)
    for choice in path:
        play = play.after(choice)
    return play
