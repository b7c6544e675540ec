"""What a decision was worth, in games of several seats: generalized advantage estimates for each seat by itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Rollout:
    """What happened between two updates: arrays of steps × games."""

    observed: Array
    masks: Array
    actions: Array
    chances: Array  # the logarithms of the probabilities with which the actions were chosen
    values: Array
    seats: Array
    rewards: Array  # of all seats
    ended: Array
    last_value: Array
    last_seat: Array


def advantages(rollout: Rollout, discount: float, trace: float) -> tuple[Array, Array]:
    """Generalized advantage estimates in which each seat's decisions follow each other, no matter who moves in between.

    Returns:
        The advantages, and which of them are known: a seat's last decision before the end of the rollout is followed by none,
        unless the game ended or the seat is to move.
    """
    steps, games, players = rollout.rewards.shape
    each = np.arange(games)
    gains, known = np.zeros((steps, games), np.float32), np.zeros((steps, games), np.bool_)
    owed, following, running = np.zeros((games, players)), np.zeros((games, players)), np.zeros((games, players))
    followed = np.zeros((games, players), np.bool_)
    following[each, rollout.last_seat], followed[each, rollout.last_seat] = rollout.last_value, True
    for step in reversed(range(steps)):
        ended = rollout.ended[step]
        owed[ended], following[ended], running[ended], followed[ended] = 0, 0, 0, True
        owed += rollout.rewards[step]
        mover = (each, rollout.seats[step])
        known[step] = followed[mover]
        surprise = owed[mover] + discount * following[mover] - rollout.values[step]
        gains[step] = np.where(known[step], surprise + discount * trace * running[mover], 0)
        owed[mover], following[mover], running[mover], followed[mover] = 0, rollout.values[step], gains[step], True
    return gains, known
