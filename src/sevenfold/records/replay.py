"""`Replay`: a game that is over, looked at again at any moment, from any seat or with open hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sevenfold.cards import NONE, OPEN
from sevenfold.errors import BadInput
from sevenfold.playing.game import State
from sevenfold.playing.legal import is_whole
from sevenfold.view.description import View
from sevenfold.view.event_text import sentence
from sevenfold.view.view_maker import default_names


@dataclass(frozen=True)
class Happening:
    """What one action made happen, as somebody learnt of it; made 0: how the game began."""

    made: int
    text: str  # sentences


class Replay:
    """A game to step through; the state given is left as it is.

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
        self._whole = state
        self._now = state.copy()
        self.action_count = state.action_count

    def whole(self) -> State:
        """The game to its end, to be looked at elsewhere."""
        return self._whole.copy()

    def steps(self, seat: int | None, names: Sequence[str] | None = None, *, hands_open: bool = False) -> list[Happening]:
        """What happened by each action, as a seat (None: a spectator) learnt of it, or with open hands."""
        game = self._whole.game
        viewer = OPEN if hands_open else NONE if seat is None else seat
        called = names or default_names(game.players, viewer)
        told = []
        for made, events in enumerate(self._whole.event_log().said):
            known = (said for said in events if said.kind.is_known(said, viewer))
            text = " ".join(filter(None, (sentence(said, viewer, called, game.pack) for said in known)))
            told.append(Happening(made, text))
        return told

    def deals(self) -> list[int]:
        """After how many actions each deal began."""
        said = self._whole.event_log().said
        return [made for made, events in enumerate(said) if any(event.kind.name == "deal" for event in events)]

    def view(self, made: int, seat: int | None = None, names: Sequence[str] | None = None, *, hands_open: bool = False) -> View:
        """The table after this many actions, as a seat (None: a spectator) saw it, or with open hands."""
        return self.state(made).view(seat, names, hands_open=hands_open)

    def state(self, made: int) -> State:
        """The state after this many actions, good until the next call; BadInput if there were not as many."""
        if not is_whole(made, 0, self.action_count):
            raise BadInput(f"The game has {self.action_count} actions; {made!r} is not a moment of it.")
        if made < self._now.action_count:
            self._now.undo_to(made)
        for action in self._whole.actions[self._now.action_count : made]:
            self._now.play(action)
        return self._now
