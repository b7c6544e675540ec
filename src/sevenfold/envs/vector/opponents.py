"""Who plays the other seats: a function that returns probabilities, or a bot. (Random play is compiled into the step.)"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from sevenfold import bots
from sevenfold.bots import Bot
from sevenfold.errors import BadInput, quoted
from sevenfold.kernel.types import Int64Array
from sevenfold.playing.game import Game, State

from .buffers import Array, as_numpy, device_of
from .stepping import Ledger, choose_by

Policy = Callable[[Array, Array], Any]  # (observations, masks) to probabilities, a row for each game
RANDOM = "random"


@dataclass(frozen=True)
class Turns:
    """Turns of opponents, one in each of some games; the arrays but `games` hold rows for all games of the batch."""

    games: Int64Array  # the games that wait, as places in the ledger
    ledger: Ledger
    legal: Int64Array
    observations: Array
    masks: Array
    actions: Int64Array  # where the choices are written


class Opponents(Protocol):
    """The other seats of all games of a batch."""

    def choose(self, turns: Turns) -> None:
        """Choose for the seats to move."""

    def played(self, ledger: Ledger, actions: Int64Array) -> None:
        """Hear which actions the learner is about to play."""

    def forget(self, games: Int64Array) -> None:
        """Hear that these games are begun anew by the caller."""

    def keep(self) -> Callable[[], None]:
        """A function that goes back to how things are now."""


def opponents_for(given: object, games: Sequence[Game], limit: int) -> Opponents | None:
    """The opponents that a caller names; None for those that play at random.

    Args:
        given: "random", the spec of a bot, a bot, or a function of (observations, masks) that returns probabilities.
        games: The game of each environment.
        limit: The number of turns after which a game ends.

    Raises:
        BadInput: It is none of these, or there is no such bot.
    """
    if isinstance(given, str):
        return None if given == RANDOM else BotOpponents(bots.bot(given), games, limit)
    if isinstance(getattr(given, "spec", None), str):
        return BotOpponents(given, games, limit)  # type: ignore[arg-type]  # a Bot is known by its spec
    if callable(given):
        return PolicyOpponents(given)
    raise BadInput(
        "opponents= is 'random', the spec of a bot, or a function of (observations, masks) that returns probabilities;"
        f" not {quoted(given)}."
    )


class PolicyOpponents:
    """Opponents that choose by the probabilities which a function returns."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    def choose(self, turns: Turns) -> None:
        """Ask the function for all games at once, and choose with each game's own generator.

        Raises:
            BadInput: The function returned something else than probabilities with a legal action among them.
        """
        seen, allowed = turns.observations[turns.games], turns.masks[turns.games]
        returned = self.policy(seen, allowed)
        wanted = f"The opponents' function returns an array of shape {allowed.shape} of probabilities"
        try:
            probabilities = as_numpy(returned, np.float64)
        except (TypeError, ValueError, RuntimeError):
            raise BadInput(f"{wanted}, not {type(returned).__name__}{device_of(returned)}.") from None
        if probabilities.shape != allowed.shape:
            raise BadInput(f"{wanted}, not of shape {probabilities.shape}.")
        row = choose_by(turns.ledger, turns.legal, turns.games, probabilities, turns.actions)
        if row >= 0:
            raise BadInput(
                f"{wanted}, finite, at least 0, and above 0 for a legal action; those for environment {turns.games[row]} are"
                f" not: {quoted(probabilities[row].tolist())}."
            )

    def played(self, ledger: Ledger, actions: Int64Array) -> None:
        """Nothing is remembered between the turns."""

    def forget(self, games: Int64Array) -> None:
        """Nothing is remembered between the turns."""

    def keep(self) -> Callable[[], None]:
        """Nothing is remembered between the turns."""
        return lambda: None


class BotOpponents:
    """Opponents that are a bot: each game is played along as a `State`, since a bot infers from what has been played."""

    def __init__(self, bot: Bot, games: Sequence[Game], limit: int) -> None:
        self.bot, self.games, self.limit = bot, games, limit
        self.states: list[State | None] = [None] * len(games)

    def choose(self, turns: Turns) -> None:
        """Let the bot choose in one game after the other. Its randomness comes from the seed of the game.

        Raises:
            BadInput: The bot cannot play this game, or it fails.
        """
        for i in turns.games.tolist():
            state = self._state(i, int(turns.ledger[i]["seed"]))
            action = bots.choose(self.bot, state)
            state.play(action)
            turns.actions[i] = action

    def played(self, ledger: Ledger, actions: Int64Array) -> None:
        """Play the learner's actions along."""
        for i, action in enumerate(actions.tolist()):
            if ledger[i]["seat"] >= 0:
                self._state(i, int(ledger[i]["seed"])).play(action)

    def forget(self, games: Int64Array) -> None:
        """Begin these games anew."""
        for i in games.tolist():
            self.states[i] = None

    def keep(self) -> Callable[[], None]:
        """A function that goes back to how things are now."""
        kept = [(state, state.action_count if state else 0) for state in self.states]

        def go_back() -> None:
            for i, (state, count) in enumerate(kept):
                if state is not None:
                    state.undo_to(count)
                self.states[i] = state

        return go_back

    def _state(self, i: int, seed: int) -> State:
        """The game under way in an environment: it has another seed than the game before."""
        state = self.states[i]
        if state is None or state.seed != seed:
            state = self.states[i] = self.games[i].start(seed, limit=self.limit)
        return state
