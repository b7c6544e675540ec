"""The best actions with all hands open, which nobody could know during the game; for finished games that have a solver."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sevenfold._version import __version__
from sevenfold.bots.engines.base import scale_of
from sevenfold.errors import BadInput
from sevenfold.kernel.types import Action
from sevenfold.solvers import open_hands, patience

if TYPE_CHECKING:
    from sevenfold.playing.game import State

SECONDS = 2.0  # a solver's limit for one position
MEMORY = 256 * patience.MEBIBYTE
NEAR = 1e-9


@dataclass(frozen=True)
class HandsOpen:
    """A solver's verdict on one decision, with all cards known."""

    best: tuple[str, ...]  # the actions that lose nothing, as records print them
    cost: float  # the cost of the action played, in the game's points; in a patience 1 if it made a win impossible
    text: str  # the cost in a sentence
    solver: str
    version: str  # of Sevenfold
    nodes: int  # positions searched


class OpenHandsCoach:
    """Judges the decisions of a game, in order, with the game's solver; gives no verdict without a solver or when time runs
    out."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._is_lost = False  # a game that cannot be won now cannot be won later either

    def look(self, state: State, played: Action) -> HandsOpen | None:
        """The verdict on the action played in a state, judged by the true cards; None if there is none."""
        try:
            return self._patience(state, played) if state.game.id in patience.GAMES else self._tricks(state, played)
        except BadInput:  # no solver for the game, or for this kind of decision
            return None

    def _tricks(self, state: State, played: Action) -> HandsOpen | None:
        found = open_hands.solve(state, seconds=self._seconds)
        values = {int(one.action): one.value for one in found.actions if one.value is not None}
        if len(values) < len(found.actions):  # out of time
            return None
        most = max(values.values())
        good = [state.describe(action) for action, value in values.items() if value >= most - NEAR]
        cost = most - values[int(played)]
        text = "Nothing was better with all hands open."
        if cost > NEAR:
            unit = f" point{'' if cost == 1 else 's'}" if scale_of(state.game) == "points" else ""
            text = f"With all hands open, this was worth {cost:g}{unit} more: {'; or: '.join(one.label for one in good)}."
        return HandsOpen(tuple(one.text for one in good), cost, text, f"open hands, {found.concept}", __version__, found.nodes)

    def _patience(self, state: State, played: Action) -> HandsOpen | None:
        if self._is_lost:
            return None
        found = patience.solve(state, seconds=self._seconds, memory=MEMORY)
        if found.outcome == "unsolvable":
            self._is_lost = True
            since = " from here" if state.action_count else ", and never could be"
            text = f"With all cards known, the game could not be won{since}."
            return HandsOpen((), 0.0, text, "patience", __version__, found.states)
        if found.outcome != "solved":
            return None
        lost = found.line[0] != played and self._loses(state, played)
        if lost is None:
            return None
        self._is_lost = lost
        first, text = state.describe(found.line[0]), "It could still be won."
        if lost:
            text = f"With all cards known, the game could still be won, by this: {first.label}."
        return HandsOpen((first.text,), float(lost), text, "patience", __version__, found.states)

    def _loses(self, state: State, played: Action) -> bool | None:
        """Whether the game cannot be won after this action; None if the time was too short to decide."""
        after = state.copy()
        after.play(played)
        if after.is_over:
            return not after.winners()
        then = patience.solve(after, seconds=self._seconds, memory=MEMORY)
        return then.outcome == "unsolvable" if then.outcome in ("solved", "unsolvable") else None
