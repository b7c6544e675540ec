"""`Replay`: a game to step through, from any seat or with open hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sevenfold.cards import NONE, OPEN
from sevenfold.errors import BadInput, quoted
from sevenfold.playing.game import State
from sevenfold.playing.legal import is_whole
from sevenfold.view.description import View
from sevenfold.view.event_text import sentence
from sevenfold.view.view_maker import default_names


@dataclass(frozen=True)
class ReplayStep:
    """The events of one action, as a seat learnt of them; `made` is the action's number, 0 for the start."""

    made: int
    text: str  # sentences


class Replay:
    """A game to step through. The state it is made from is not changed.

    Example:
        >>> import sevenfold
        >>> state = sevenfold.load("seven_truf").start(seed=7)
        >>> state.play("bid 0")
        >>> replay = Replay(state)
        >>> [(step.made, step.text) for step in replay.steps(0)][-1]
        (1, 'Seat 1 bids 0.')
        >>> replay.view(0, hands_open=True).made
        0
    """

    def __init__(self, state: State) -> None:
        self._last = state
        self._now = state.copy()
        self.action_count = state.action_count

    def final_state(self) -> State:
        """A copy of the state after the last action."""
        return self._last.copy()

    def steps(self, seat: int | None, names: Sequence[str] | None = None, *, hands_open: bool = False) -> list[ReplayStep]:
        """The events of each action, as a seat (None: a spectator) learnt of them, or all with open hands."""
        game = self._last.game
        viewer = OPEN if hands_open else NONE if seat is None else seat
        called = names or default_names(game.players, viewer)
        steps = []
        for made, events in enumerate(self._last.event_log().said):
            known = (event for event in events if event.kind.is_known(event, viewer))
            text = " ".join(filter(None, (sentence(event, viewer, called, game.pack) for event in known)))
            steps.append(ReplayStep(made, text))
        return steps

    def deals(self) -> list[int]:
        """The numbers of the actions after which each deal began."""
        said = self._last.event_log().said
        return [made for made, events in enumerate(said) if any(event.kind.name == "deal" for event in events)]

    def view(
        self, count: int, seat: int | None = None, names: Sequence[str] | None = None, *, hands_open: bool = False
    ) -> View:
        """The table after the first `count` actions, as a seat (None: a spectator) saw it, or with open hands."""
        return self.state(count).view(seat, names, hands_open=hands_open)

    def state(self, count: int) -> State:
        """The state after the first `count` actions, valid until the next call; BadInput if there are fewer actions."""
        if not is_whole(count, 0, self.action_count):
            raise BadInput(f"The game has {self.action_count} actions; {quoted(count)} is not a moment of it.")
        if count < self._now.action_count:
            self._now.undo_to(count)
        for action in self._last.actions[self._now.action_count : count]:
            self._now.play(action)
        return self._now
