"""A bot for Sevenfold in a package of its own."""

import random

from sevenfold import State


class Playout:
    """Plays each card a few times in its head, the rest at random."""

    display_name = "Playout"

    def __init__(self, playouts: str = "3") -> None:
        self.playouts = int(playouts)  # `playout:10` makes it 10

    def choose(self, state: State) -> int:
        """The action after which random play ends best for the seat to move; hidden cards are dealt at random in `state`."""
        seat, chance = state.turn, random.Random(state.seed)
        assert seat is not None

        def result(action: int) -> float:
            trial = state.copy()
            trial.play(action)
            while not trial.is_over and trial.action_count < 60:
                trial.play(chance.choice(list(trial.legal_actions())))
            return trial.standing()[seat]

        return max(state.legal_actions(), key=lambda action: sum(result(action) for _ in range(self.playouts)))
