"""Environments of PettingZoo: the agents of a game take their steps one after the other (AEC, "agent environment cycle")."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from sevenfold.errors import BadInput, MissingExtra, quoted
from sevenfold.playing import seeds
from sevenfold.playing.game import LIMIT, State
from sevenfold.playing.legal import is_whole

from .play import RENDER_MODES, Mask, Play, checked_reward

try:
    from gymnasium import logger, spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv
except ImportError as error:
    raise MissingExtra("PettingZoo", "rl") from error

Observed = dict[str, Any]  # "observation": a row; "action_mask": a mask
MOST_DRAWN = 1 << 63  # seeds that are drawn if none is given are below this
MOVER, SPECTATOR = "mover", "spectator"


class CardGame(AECEnv):  # type: ignore[misc]  # PettingZoo ships no types
    """A card game whose seats are the agents `player_0`, `player_1` and so on.

    A step is one decision. Where a turn has several (which card, then whom to attack), the same agent is selected several
    times in a row.

    What an agent observes is a dictionary: "observation" is a row of numbers (`sevenfold.envs.observation`), "action_mask" has
    a 1 for each legal action; it is all 0 for an agent that is not to move. Rewards are 0 until the game ends; then each agent
    gets its result (`State.returns`). The limit of turns truncates a game, anything else terminates it.

    Attributes:
        game: The game with its options.
        possible_agents: The agents, in the order of their seats.

    Example:
        >>> from sevenfold.envs import sane_sevens_v0
        >>> env = sane_sevens_v0.env(players=3)
        >>> env.reset(seed=7)
        >>> for agent in env.agent_iter():
        ...     observed, reward, terminated, truncated, info = env.last()
        ...     over = terminated or truncated
        ...     env.step(None if over else int(observed["action_mask"].argmax()))
        >>> env.agents
        []
    """

    def __init__(
        self,
        game: str,
        version: int = 0,
        *,
        render_mode: str | None = None,
        limit: int = LIMIT,
        illegal_reward: float | None = None,
        dtype: DTypeLike = np.uint8,
        viewer: int | str = MOVER,
        **options: object,
    ) -> None:
        """Args:
            game: The game's name.
            version: The version of the environment.
            render_mode: `human`, `ansi`, `rgb_array` or None.
            limit: The number of turns after which a game is truncated.
            illegal_reward: What an agent gets that chooses an illegal action: the game ends for all. None: it is an error.
            dtype: The type of observations, uint8 or float32.
            viewer: Whose view is rendered: a seat, `mover` for the agent to move, or `spectator`.
            **options: Those of the game.

        Raises:
            BadInput: One of them is not allowed; the message says what is.
        """
        super().__init__()
        self._play = Play(game, options, limit, dtype, render_mode)
        self.game, self.render_mode, self.viewer = self._play.game, render_mode, viewer
        self.illegal_reward = checked_reward(illegal_reward)
        players = self.game.players
        if viewer not in (MOVER, SPECTATOR) and not is_whole(viewer, 0, players - 1):
            raise BadInput(f"viewer is {MOVER}, {SPECTATOR} or a seat from 0 to {players - 1}, not {quoted(viewer)}.")
        self.metadata = {
            "name": f"{game}_v{version}", "render_modes": list(RENDER_MODES), "is_parallelizable": False, "render_fps": 1,
        }  # fmt: skip
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = []
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self._play.actions) for agent in self.possible_agents}
        self._chance, _ = seeding.np_random()

    def _space(self) -> spaces.Dict:
        """The space of an agent's observations; each agent has its own, because spaces are seeded."""
        row = spaces.Box(0, self._play.observation.high.astype(self._play.dtype), dtype=self._play.dtype.type)
        return spaces.Dict({"observation": row, "action_mask": spaces.Box(0, 1, (self._play.actions,), np.int8)})

    @property
    def game_state(self) -> State:
        """The game that is being played, with all that is hidden from the agents.

        Raises:
            BadInput: No game has begun.
        """
        self._check_begun()
        return self._play.state

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of what an agent observes."""
        return self.observation_spaces[self._checked(agent)]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of an agent's actions; which of them are legal is in its action mask."""
        return self.action_spaces[self._checked(agent)]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - none are needed
        """Start another game.

        Args:
            seed: Decides the cards, as `Game.start` has it. None: it is drawn; a seed given earlier decides what is drawn.
            options: Not used: a game's options are given when its environment is made.

        Raises:
            BadInput: The seed is out of range.
        """
        if seed is not None:
            self._chance, _ = seeding.np_random(seeds.check(seed))
        self._play.begin(int(self._chance.integers(MOST_DRAWN)) if seed is None else int(seed))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._go_on()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observed:
        """What an agent observes now, as new arrays.

        Raises:
            BadInput: There is no such agent, or no game has begun.
        """
        self._check_begun()
        seat = self._seats[self._checked(agent)]
        return {"observation": self._play.row(seat), "action_mask": self._mask_of(seat)}

    def _mask_of(self, seat: int) -> Mask:
        return self._play.mask() if self._play.state.turn == seat and not self._is_over() else self._play.no_mask()

    def step(self, action: int | None) -> None:
        """Let the selected agent act; once the game is over for it, None removes it.

        Raises:
            BadInput: No game has begun, the action is no number of one, or it is None before the game is over.
            IllegalAction: The rules forbid it, and there is no `illegal_reward`.
        """
        self._check_begun()
        if self._is_over():
            self._remove(action)
            return
        play = self._play
        number = play.number_of(action)
        if self.illegal_reward is not None and not play.is_legal(number):
            self._end_illegally(self.illegal_reward)
        else:
            play.play(number)
            self._go_on()
        if self.render_mode == "human":
            self.render()

    def _remove(self, action: int | None) -> None:
        """Remove the selected agent, for which the game is over."""
        if not self.agents:
            raise BadInput("The game is over: call reset() for another.")
        if action is not None:
            raise BadInput(
                f"The game is over: step(None) removes {self.agent_selection}, which cannot choose {quoted(action)}."
            )
        self._was_dead_step(None)

    def _go_on(self) -> None:
        """Select the agent to move, or end the game."""
        turn = self._play.state.turn
        if turn is not None:
            self.agent_selection = self.possible_agents[turn]
        elif self._play.state.is_truncated:
            self._end(self._play.results(), self.truncations)
        else:
            self._end(self._play.results(), self.terminations)

    def _end_illegally(self, reward: float) -> None:
        mover = self._seats[self.agent_selection]
        self._end([reward if seat == mover else 0.0 for seat in range(len(self.agents))], self.terminations)

    def _end(self, results: list[float], how: dict[str, bool]) -> None:
        for agent, result in zip(self.agents, results, strict=True):
            how[agent] = True
            self.rewards[agent] = result
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def _is_over(self) -> bool:
        agent = self.agent_selection
        return self.terminations.get(agent, True) or self.truncations[agent]

    def render(self) -> Any:
        """The table as `viewer` sees it; without a seat to move, as a spectator does.

        Returns:
            A text (`ansi`), a picture (`rgb_array`), or None: it was printed (`human`).
        """
        if self.render_mode is None:
            logger.warn("render() shows nothing: give render_mode when the environment is made.")
            return None
        self._check_begun()
        seat = self._play.state.turn if self.viewer == MOVER else None if self.viewer == SPECTATOR else int(self.viewer)
        return self._play.render(self.render_mode, seat)

    def close(self) -> None:
        """Nothing is open."""

    def _checked(self, agent: str) -> str:
        if agent not in self._seats:
            raise BadInput(f"There is no agent {quoted(agent)}; agents are {', '.join(self.possible_agents)}.")
        return agent

    def _check_begun(self) -> None:
        if not hasattr(self._play, "state"):
            raise BadInput("No game has begun: call reset() first.")

    def __repr__(self) -> str:
        return f"<{self.metadata['name']}: {self.game!r}>"
