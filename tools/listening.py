"""Playing a game on a listening position, compiled: for the tests of what it hears."""

from __future__ import annotations

from typing import Any

from sevenfold.kernel.compiled import entry
from sevenfold.kernel.play import begin
from sevenfold.kernel.questions import apply_action
from sevenfold.kernel.types import Positions, Words


@entry
def listen_to(positions: Positions, seed: Any, actions: Words) -> None:
    """Play these actions on each of the listening positions."""
    for i in range(len(positions)):
        begin(positions[i], seed)
        for action in actions:
            apply_action(positions[i], action)
