"""One game being played by agents: what they observe, which actions they may choose, and what is drawn of it."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from sevenfold.envs.observation import Observation, Rows
from sevenfold.envs.observation.encoding import observe_one
from sevenfold.errors import BadInput, MissingExtra, quoted
from sevenfold.kernel.types import Action, Seat
from sevenfold.playing.game import Game, State
from sevenfold.playing.legal import listed
from sevenfold.registry import load_with
from sevenfold.view.description import View
from sevenfold.view.text import as_text

Mask = np.ndarray[tuple[int], np.dtype[np.int8]]
Picture = np.ndarray[Any, np.dtype[np.uint8]]
RENDER_MODES = ("human", "ansi", "rgb_array")


def checked_reward(illegal_reward: object) -> float | None:
    """The reward of an illegal action; None where it is an error.

    Raises:
        BadInput: It is neither None nor a finite number.
    """
    if illegal_reward is None:
        return None
    is_number = isinstance(illegal_reward, (int, float, np.integer, np.floating)) and not isinstance(illegal_reward, bool)
    if not is_number or not np.isfinite(illegal_reward):  # type: ignore[call-overload]  # a number
        raise BadInput(f"illegal_reward is a number or None, not {quoted(illegal_reward)}.")
    return float(illegal_reward)  # type: ignore[arg-type]  # a number


class Play:
    """One game being played by agents.

    Attributes:
        game: The game with its options.
        limit: The number of turns after which a game ends as a draw.
        actions: One more than the highest number of an action.
        observation: How the game's positions are observed.
        state: The game that is being played.
    """

    state: State

    def __init__(self, name: str, options: Mapping[str, object], limit: int, dtype: DTypeLike, render_mode: str | None) -> None:
        """Args: as of the environments.

        Raises:
            BadInput: There is no such game, option, limit, type or way to render.
            MissingExtra: `rgb_array` needs Pillow, and it is not installed.
        """
        self.game: Game = load_with(name, options)
        self.game.new_positions(limit=limit)  # for what it says about a limit that is none
        self.limit = limit
        self.dtype = Observation.checked(dtype)
        self.observation = Observation(self.game.rules)
        self.actions = self.game.rules.action_count
        self._members = np.zeros(1, "<i8")
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadInput(f"render_mode is None or one of {', '.join(RENDER_MODES)}; not {quoted(render_mode)}.")
        if render_mode == "rgb_array":
            _picture_of()  # here, and not at the first picture, it is said that Pillow is missing

    def begin(self, seed: int) -> None:
        """Start another game."""
        self.state = self.game.start(seed, limit=self.limit)

    def row(self, seat: Seat) -> Rows:
        """What a seat observes, as a new row; see `Observation.row`."""
        row = np.empty(self.observation.size, self.dtype)
        observe_one(self.state._position, 0, seat, row)  # without the checks of `Observation.write_row`: state and row fit
        return row

    def mask(self) -> Mask:
        """For each action whether the seat to move may choose it, as 1 or 0; a new array."""
        self._members[0] = self.state.legal_set
        # As a keyword each argument would cost another 0.2 µs.
        return np.unpackbits(self._members.view(np.uint8), None, self.actions, "little").view(np.int8)

    def no_mask(self) -> Mask:
        """The mask of a seat that is not to move: no action."""
        return np.zeros(self.actions, np.int8)

    def number_of(self, action: object) -> Action:
        """An action as agents give it, as a number below `actions`; it need not be legal.

        Raises:
            BadInput: It is no such number.
        """
        try:
            number = -1 if isinstance(action, bool) else operator.index(action)  # type: ignore[arg-type]  # so it is found out
        except TypeError:
            number = -1
        if not 0 <= number < self.actions:
            may = f" Legal now: {listed(self.state.legal_actions())}." if self.state.legal_set else ""
            raise BadInput(f"An action is a whole number from 0 to {self.actions - 1}, not {quoted(action)}.{may}")
        return number

    def play(self, action: Action) -> None:
        """Play an action for the seat to move.

        Raises:
            IllegalAction: The rules forbid it.
        """
        self.state.play(action)

    def is_legal(self, action: Action) -> bool:
        """Whether the seat to move may choose an action."""
        return bool(self.state.legal_set >> action & 1)

    def results(self) -> list[float]:
        """The result of each seat at the end, as `State.returns`; 0 before."""
        return [float(result) for result in self.state.returns()]

    # -- rendering -----------------------------------------------------------------------------------------------------

    def render(self, mode: str, seat: Seat | None) -> str | Picture | None:
        """What a seat, or a spectator, sees.

        Args:
            mode: `ansi`: returned as text; `rgb_array`: as a picture; `human`: printed as text.
            seat: The seat; None for a spectator.
        """
        view = self.state.view(seat)
        if mode == "rgb_array":
            return _picture_of()(view)
        text = as_text(view)
        if mode == "ansi":
            return text
        print(text, end="\n\n")
        return None


def _picture_of() -> Callable[[View], Picture]:
    try:
        import PIL  # noqa: F401 - to find out whether it is there
    except ImportError as error:
        raise MissingExtra("Pillow", "rl") from error
    from sevenfold.envs.drawing import picture_of

    return picture_of
