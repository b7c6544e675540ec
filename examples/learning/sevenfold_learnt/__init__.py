"""A bot for Sevenfold that has learnt by playing against itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from sevenfold import State
from sevenfold.envs.observation import Observation

from .network import Agent, options_of, scores_and_values

Scores = np.ndarray[Any, np.dtype[np.float32]]
SHIPPED = Path(__file__).parent / "seven_and_seven.npz"


class Learnt:
    """Plays what a network has learnt by playing against itself: Seven and Seven with two players, or the game of a file."""

    display_name = "Learnt"

    def __init__(self, file: str = "") -> None:
        """Args: file: what `train.py` has written (`learnt:agent.npz`); by default the network of this package."""
        self.agent = Agent.load(Path(file) if file else SHIPPED)

    def choose(self, state: State) -> int:
        """The action with the highest score."""
        return int(self.scores(state).argmax())

    def scores(self, state: State) -> Scores:
        """A score for each action. The network is given what the seat to move observes, and nothing else.

        Raises:
            ValueError: The network has learnt another game, or other options.
        """
        agent, game, seat = self.agent, state.game, state.turn
        if (game.id, options_of(game)) != (agent.game, agent.options):
            raise ValueError(f"this network plays {agent.game} ({agent.options}), not {game.id} ({options_of(game)})")
        assert seat is not None
        mask = np.zeros(len(agent.weights["actions_bias"]), np.bool_)
        mask[[int(action) for action in state.legal_actions()]] = True
        seen = agent.eyes.read(Observation(game.rules).row(state, seat))
        scores: Scores = scores_and_values(agent.weights, seen, mask)[0]
        return scores
