"""A replay: the moments of a game, seen from one viewpoint."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from sevenfold.errors import BadInput, quoted
from sevenfold.records.replay import Replay, ReplayStep
from sevenfold.seat_names import names_at
from sevenfold.terminal.render.avatars import SeatLabel
from sevenfold.view.description import View

if TYPE_CHECKING:
    from sevenfold.playing.game import State

Eyes = int | Literal["open", "none"]  # a seat's; with open hands; a spectator's


@dataclass(frozen=True)
class PlayOn:
    """The wish to play on from a moment, at a seat."""

    made: int
    seat: int


MOST_DIGITS = 9  # of the number of a seat


def parse_eyes(text: str) -> Eyes:
    """The viewpoint that a text names; BadInput if it names none."""
    if text in ("open", "none"):
        return "open" if text == "open" else "none"
    if text.isdecimal() and len(text) <= MOST_DIGITS:
        return int(text)
    raise BadInput(f"{quoted(text)} is nobody's eyes; give open, none (a spectator), or a seat's number, counted from 0.")


class ReplaySession:
    """A game at one of its moments. The moments are its start and every event that the viewer could see."""

    def __init__(
        self, state: State, sitters: Sequence[SeatLabel], eyes: Eyes = "open", made: int = 0, *, given_up: bool = False
    ) -> None:
        """sitters: by seat. made: after how many actions to begin; BadInput if there were not as many."""
        self._replay = Replay(state)
        self.is_ended = given_up or state.is_over
        self.game = state.game
        self.sitters = sitters
        self.deals = self._replay.deals()
        self.made = 0
        self.look(eyes)
        self._replay.state(made)
        self.go_near(made)

    # -- where we are -------------------------------------------------------------------------------------------------

    @property
    def at(self) -> int:
        """Which of the moments it stands at."""
        return max(0, bisect_right([moment.made for moment in self.moments], self.made) - 1)

    @property
    def text(self) -> str:
        """The latest event."""
        return self.moments[self.at].text

    def go(self, at: int) -> None:
        """Go to a moment, or the nearest one."""
        self.made = self.moments[max(0, min(at, len(self.moments) - 1))].made

    def go_near(self, made: int) -> None:
        """Go to the last moment within the first `made` actions."""
        self.made = made
        self.go(self.at)

    def go_to_deal(self, direction: int) -> None:
        """To where the deal before or after begins; beyond the first and the last, to the beginning or the end."""
        others = [made for made in self.deals if (made > self.made if direction > 0 else made < self.made)]
        if others:
            self.go_near(others[0 if direction > 0 else -1])
        else:
            self.go(len(self.moments) if direction > 0 else 0)

    def standing(self) -> str:
        """Where that is, in words."""
        said = [self.game.name, f"{self.at} of {len(self.moments) - 1}"]
        if len(self.deals) > 1:
            said.append(f"deal {bisect_right(self.deals, self.made)} of {len(self.deals)}")
        return " · ".join([*said, self.whose()])

    # -- viewpoints ---------------------------------------------------------------------------------------------------

    def look(self, eyes: Eyes) -> None:
        """Take another viewpoint at the same moment; BadInput if there is no such seat."""
        if isinstance(eyes, int) and not 0 <= eyes < self.game.players:
            last = self.game.players - 1
            raise BadInput(f"There is no seat {eyes}; the seats of this game are 0 to {last}.")
        self.eyes = eyes
        told = self._replay.steps(self._seat, self._names(), hands_open=self._is_open)
        last = self._replay.action_count
        self.moments = [moment for moment in told if moment.text or moment.made in (0, last)]
        self.moments[0] = ReplayStep(0, self.moments[0].text or "The game begins.")
        self.go_near(self.made)

    def look_on(self) -> None:
        """See it with the next eyes: open hands, seat by seat, a spectator's."""
        everybody: list[Eyes] = ["open", *range(self.game.players), "none"]
        self.look(everybody[(everybody.index(self.eyes) + 1) % len(everybody)])

    def whose(self) -> str:
        """Whose eyes these are."""
        if isinstance(self.eyes, int):
            return f"as {self.sitters[self.eyes].name} saw it"
        return "open hands" if self._is_open else "as a spectator saw it"

    @property
    def _seat(self) -> int | None:
        return self.eyes if isinstance(self.eyes, int) else None

    @property
    def _is_open(self) -> bool:
        return self.eyes == "open"

    def _names(self) -> list[str]:
        return names_at([sitter.name for sitter in self.sitters], self._seat)

    # -- what is seen -------------------------------------------------------------------------------------------------

    def view(self) -> View:
        """The table at this moment, with nothing to be done."""
        return replace(self._replay.view(self.made, self._seat, self._names(), hands_open=self._is_open), moves=[])

    def play_on(self) -> PlayOn:
        """The wish to play on from here, at the seat of these eyes, or whose turn it is; BadInput if the game is over."""
        turn = self._replay.state(self.made).turn
        if turn is None:
            raise BadInput("The game is over here; step back to a moment from which to play on.")
        return PlayOn(self.made, turn if self._seat is None else self._seat)

    def played_next(self) -> int | None:
        """The action that was played at this moment; None at the end."""
        actions = self._replay.final_state().actions
        return int(actions[self.made]) if self.made < len(actions) else None

    def whole(self) -> State:
        """The whole game."""
        return self._replay.final_state().copy()

    def state(self, made: int) -> State:
        """The state after `made` actions, for a game that is played on."""
        return self._replay.state(made).copy()
