"""`DealtState`: the state that is passed to bots of other packages."""

from __future__ import annotations

import numpy as np

from sevenfold.kernel.memory import copied
from sevenfold.kernel.play import apply, legal_and_turn
from sevenfold.kernel.types import Action, Positions
from sevenfold.playing.game import Game, State
from sevenfold.playing.history import History


class DealtState(State):
    """A state in which everything that a seat cannot know has been re-dealt. It has no history.

    Use it like any other state: play in it, copy it, play it out at random. `redeal` re-deals whatever the seat to move
    cannot know. `seed` is a random number, for bots whose choices should be repeatable.
    """

    __slots__ = ()

    def __init__(self, game: Game, dealt: Positions, seed: int) -> None:
        """Args: game: the game. dealt: an array of one re-dealt listening position. seed: see above."""
        self.game, self.seed, self._position = game, seed, copied(dealt)
        self._history = History(copied(dealt), np.uint64(0))
        self._history.begin_at(self._position)
        self._legal, self._turn = legal_and_turn(self._position, 0)
        self._apply = getattr(apply, "call")  # noqa: B009 - as in `State`

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled as its first position and the actions since."""
        return _restored, (self.game, self.position_at(0), self.seed, self.actions)


def _restored(game: Game, dealt: Positions, seed: int, actions: tuple[Action, ...]) -> DealtState:
    state = DealtState(game, dealt, seed)
    for action in actions:
        state.play(action)
    return state
