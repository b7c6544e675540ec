"""Environments of Gymnasium: one seat of a game, the others played by bots; games for one have no others."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from sevenfold.bots import Bot, bot, choose
from sevenfold.bots.random_bot import RandomBot
from sevenfold.errors import BadInput, MissingExtra, quoted
from sevenfold.kernel.types import Action, ActionSet
from sevenfold.playing import seeds
from sevenfold.playing.game import LIMIT, State
from sevenfold.playing.legal import is_whole

from .play import Mask, Play, checked_reward

try:
    import gymnasium
    from gymnasium import logger, spaces
except ImportError as error:
    raise MissingExtra("Gymnasium", "rl") from error

MOST_DRAWN = 1 << 63  # seeds that are drawn if none is given are below this
MOST_TRIED = 100  # games that are started for one in which the seat has something to choose
RANDOM = "random"
Row = np.ndarray[Any, np.dtype[Any]]


class OneSeat(gymnasium.Env[Row, np.int64]):
    """One seat of a card game, the others played by bots.

    A step is one decision of the seat; a turn may have several. The bots then play until the seat has to choose again. They are
    given what bots are given everywhere: a position in which all that their seat cannot know has been re-dealt.

    An observation is a row of numbers (`sevenfold.envs.observation`); `info["action_mask"]` has a 1 for each legal action, and
    `action_space.sample(mask)` takes it. The reward is 0 until the game ends, then the seat's result (`State.returns`);
    `info["returns"]` then has the results of all seats. The limit of turns truncates a game, anything else terminates it.

    Attributes:
        game: The game with its options.
        seat: The seat that is played.

    Example:
        >>> import gymnasium, sevenfold.envs
        >>> env = gymnasium.make("sevenfold/SevenTruf-v0", opponents="random")
        >>> row, info = env.reset(seed=7)
        >>> over = False
        >>> while not over:
        ...     row, reward, terminated, truncated, info = env.step(info["action_mask"].argmax())
        ...     over = terminated or truncated
        >>> reward == info["returns"][0]
        True
    """

    # Gymnasium shows `human` in a window, from rgb_array.
    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 1}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        game: str,
        *,
        render_mode: str | None = None,
        seat: int = 0,
        opponents: str | Bot | Sequence[str | Bot] | None = None,
        limit: int = LIMIT,
        illegal_reward: float | None = None,
        dtype: DTypeLike = np.uint8,
        **options: object,
    ) -> None:
        """Args:
            game: The game's name.
            render_mode: `ansi`, `rgb_array` or None; `gymnasium.make` knows `human` too.
            seat: The seat to play.
            opponents: The bot of the other seats, or its spec (`sevenfold.bot`); or a list, one for each of the other seats in
                the order of play. By default they play at random.
            limit: The number of turns after which a game is truncated.
            illegal_reward: What an illegal action gets, which ends the game. None: it is an error.
            dtype: The type of observations, uint8 or float32.
            **options: Those of the game.

        Raises:
            BadInput: One of them is not allowed; the message says what is.
        """
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise BadInput(f"render_mode is None, ansi or rgb_array, not {quoted(render_mode)}.")
        self._play = Play(game, options, limit, dtype, render_mode)
        self.game, self.render_mode = self._play.game, render_mode
        self.illegal_reward = checked_reward(illegal_reward)
        players = self.game.players
        if not is_whole(seat, 0, players - 1):
            raise BadInput(f"seat is from 0 to {players - 1}, not {quoted(seat)}.")
        self.seat = int(seat)
        self._bots = self._bots_of(opponents)
        self._is_over = True
        high = self._play.observation.high.astype(self._play.dtype)
        self.observation_space = spaces.Box(0, high, dtype=self._play.dtype.type)
        self.action_space = spaces.Discrete(self._play.actions)

    def _bots_of(self, opponents: str | Bot | Sequence[str | Bot] | None) -> list[Bot | None]:
        """The bot of each seat, None for the seat that is played."""
        others = self.game.players - 1
        if opponents is not None and not others:
            raise BadInput(f"{self.game.name} is a game for one: it has no opponents.")
        given = (
            list(opponents) if isinstance(opponents, (list, tuple)) else [RANDOM if opponents is None else opponents] * others
        )
        if len(given) != others:
            raise BadInput(f"opponents is one bot, or a list of {others}, one for each other seat; not a list of {len(given)}.")
        bots: list[Bot | None] = [None] * self.game.players
        for i, one in enumerate(given):
            bots[(self.seat + 1 + i) % self.game.players] = bot(one) if isinstance(one, str) else self._checked(one)
        return bots

    @staticmethod
    def _checked(one: object) -> Any:
        if not isinstance(getattr(one, "spec", None), str) or not callable(getattr(one, "choose", None)):
            raise BadInput(f"An opponent is a bot's spec or a bot, not {quoted(one)}.")
        return one

    @property
    def state(self) -> State:
        """The game that is being played, with all that is hidden from the seat.

        Raises:
            BadInput: No game has begun.
        """
        self._check_begun()
        return self._play.state

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Row, dict[str, Any]]:
        """Start another game, and let the bots play until the seat has to choose.

        Args:
            seed: Decides the cards, as `Game.start` has it. None: it is drawn; a seed given earlier decides what is drawn.
            options: Not used: a game's options are given when its environment is made.

        Raises:
            BadInput: The seed is out of range, or the seat has nothing to choose in any game that was tried.
        """
        if seed is not None:
            seed = seeds.check(seed)
        super().reset(seed=seed, options=options)
        for _ in range(MOST_TRIED):
            number = int(self.np_random.integers(MOST_DRAWN)) if seed is None else seed
            self._begin(number)
            if not self._play.state.is_over:
                return self._play.row(self.seat), {"action_mask": self._play.mask()}
            seed = None  # the others ended the game before the seat's first choice
        raise BadInput(
            f"Seat {self.seat} had nothing to choose in {MOST_TRIED} games: the limit of {self._play.limit} is too low."
        )

    def _begin(self, seed: int) -> None:
        self._play.begin(seed)
        self._chance = Random(seed)  # of random opponents, whose choices need no re-dealt position
        self._let_bots_play()
        self._is_over = self._play.state.is_over

    def step(self, action: Any) -> tuple[Row, float, bool, bool, dict[str, Any]]:
        """Choose an action for the seat, and let the bots play until it has to choose again.

        Raises:
            BadInput: No game is going on, or the action is no number of one.
            IllegalAction: The rules forbid it, and there is no `illegal_reward`.
        """
        if self._is_over:
            raise BadInput("No game is going on: call reset().")
        play, state = self._play, self._play.state
        number = play.number_of(action)
        if self.illegal_reward is not None and not play.is_legal(number):
            self._is_over = True
            results = [0.0] * self.game.players
            results[self.seat] = self.illegal_reward
            return play.row(self.seat), results[self.seat], True, False, self._last(results)
        play.play(number)
        self._let_bots_play()
        if not state.is_over:
            return play.row(self.seat), 0.0, False, False, {"action_mask": play.mask()}
        self._is_over = True
        results, truncated = play.results(), state.is_truncated
        return play.row(self.seat), results[self.seat], not truncated, truncated, self._last(results)

    def _last(self, results: list[float]) -> dict[str, Any]:
        return {"action_mask": self._play.no_mask(), "returns": results}

    def _let_bots_play(self) -> None:
        state, seat = self._play.state, self.seat
        turn = state.turn
        while turn is not None and turn != seat:
            one = self._bots[turn]
            assert one is not None
            if type(one) is RandomBot:
                state.play(_one_of(state.legal_set, self._chance))
            else:
                state.play(choose(one, state))
            turn = state.turn

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """The legal actions as a mask of booleans, as MaskablePPO of sb3-contrib asks for it.

        Raises:
            BadInput: No game has begun.
        """
        self._check_begun()
        return self._mask().view(np.bool_)

    def _mask(self) -> Mask:
        return self._play.no_mask() if self._is_over else self._play.mask()

    def render(self) -> Any:
        """The table as the seat sees it: a text (`ansi`) or a picture (`rgb_array`)."""
        if self.render_mode is None:
            logger.warn("render() shows nothing: give render_mode when the environment is made.")
            return None
        self._check_begun()
        return self._play.render(self.render_mode, self.seat)

    def _check_begun(self) -> None:
        if not hasattr(self._play, "state"):
            raise BadInput("No game has begun: call reset() first.")


def _one_of(actions: ActionSet, chance: Random) -> Action:
    """A member of a set, all equally likely; not empty."""
    for _ in range(int(chance.random() * actions.bit_count())):
        actions &= actions - 1  # leaves out the lowest
    return (actions & -actions).bit_length() - 1
