"""`SevenfoldGame` and `SevenfoldState`: a game and its states as OpenSpiel's algorithms use them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random, SystemRandom
from typing import Any, cast

import pyspiel

from sevenfold.declare.rules import Rules
from sevenfold.errors import BadInput, quoted
from sevenfold.kernel.fields import ALL

from .observer import Observer, Teller, observer_of
from .parameters import UNPREDICTABLE, read, specification
from .play import CHANCE, TERMINAL, Play, Sampler, Undealt
from .results import Results
from .table import Table, table_of
from .tree_play import TreePlay

PREFIX = "sevenfold_"
SEED_BITS = 63
Type = pyspiel.GameType


def name_of(rules: Rules) -> str:
    """The name by which OpenSpiel knows a game."""
    return f"{PREFIX}{rules.id}"


def type_of(rules: Rules, results: Results, *, is_explicit: bool, recalls: bool) -> Any:
    """The `pyspiel.GameType` of a game.

    Args:
        rules: The rules of the game.
        results: What its results can be.
        is_explicit: Whether chance is explicit.
        recalls: Whether there are information state tensors.
    """
    is_hidden = any(field.seen_by != ALL for field in rules.position.fields.values())
    modes, informations = Type.ChanceMode, Type.Information
    return Type(
        short_name=name_of(rules),
        long_name=rules.name,
        dynamics=Type.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if is_explicit else modes.SAMPLED_STOCHASTIC,
        # Of sampled chance, what is yet to be drawn is hidden in the seed.
        information=informations.IMPERFECT_INFORMATION if is_hidden or not is_explicit else informations.PERFECT_INFORMATION,
        utility=results.utility,
        reward_model=Type.RewardModel.TERMINAL,
        max_num_players=rules.player_counts[-1],
        min_num_players=rules.player_counts[0],
        provides_information_state_string=True,
        provides_information_state_tensor=recalls,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=specification(rules),
    )


class SevenfoldGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel ships no types
    """A game with its options, as `pyspiel.load_game("sevenfold_…")` returns it."""

    def __init__(self, rules: Rules, parameters: Mapping[str, object]) -> None:
        """Choose the parameters; those left out have their defaults.

        Args:
            rules: The rules of the game.
            parameters: The options by name, `limit`, `chance`, `rng_seed` and `recall`.

        Raises:
            BadInput: A parameter does not exist, or a value or a combination is not allowed.
        """
        chosen = read(rules, parameters)
        game, is_explicit, recall = chosen.game, chosen.is_explicit, chosen.recall
        self.table: Table = table_of(rules, tuple(game.options.items()), chosen.limit, is_explicit, recall)
        results = self.table.results
        info = pyspiel.GameInfo(
            num_distinct_actions=self.table.actions,
            max_chance_outcomes=self.table.most_outcomes,
            num_players=game.players,
            min_utility=results.least,
            max_utility=results.most,
            utility_sum=results.total,
            max_game_length=self.table.most_actions,
        )
        super().__init__(type_of(rules, results, is_explicit=is_explicit, recalls=recall > 0), info, dict(parameters))
        self._random: Random = SystemRandom() if chosen.seed == UNPREDICTABLE else Random(chosen.seed)
        self._parameters = dict(parameters)
        self._first: Play = TreePlay.first(self.table) if is_explicit else Undealt(self.table)

    def new_initial_state(self, _from: object = None) -> SevenfoldState:
        """The beginning of a game: a chance node, unless nothing is left to chance."""
        if _from is not None:
            raise BadInput(f"A game begins with nothing dealt, not from {quoted(_from)}; states are read by deserialize_state.")
        return SevenfoldState(self, self._first)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | Teller | None:
        """An object that observes states; None if there is none for this type of observation."""
        return observer_of(self.table, iig_obs_type, params)

    def new_seed(self) -> int:
        """The seed of the next deal, where chance is sampled."""
        return self._random.getrandbits(SEED_BITS)

    def __deepcopy__(self, _memo: object) -> SevenfoldGame:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        chosen = None if isinstance(self._random, SystemRandom) else self._random.getstate()
        return _restored_game, (self.table.game.rules, self._parameters, chosen)


def _restored_game(rules: Rules, parameters: Mapping[str, object], chosen: Any) -> SevenfoldGame:
    game = SevenfoldGame(rules, parameters)
    if chosen:
        game._random.setstate(chosen)
    return game


class SevenfoldState(pyspiel.State):  # type: ignore[misc]  # pyspiel ships no types
    """A node of a game; `SevenfoldGame.new_initial_state` makes the first one.

    Attributes:
        play: The node, which has no history of its own beside what the rules remember.
    """

    play: Play

    def __init__(self, game: SevenfoldGame, play: Play) -> None:
        super().__init__(game)
        self.play = play  # the only attribute, because OpenSpiel copies them one by one

    # -- what C++ asks for -------------------------------------------------------------------------------------------------

    def current_player(self) -> int:
        """The seat to move, or one of `pyspiel.PlayerId`."""
        return self.play.player

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.play.player == TERMINAL

    def _legal_actions(self, player: int) -> tuple[int, ...]:
        return self.play.choices

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of chance, with their probabilities."""
        if self.play.player != CHANCE:
            raise BadInput("Chance has nothing to decide here: this is no chance node.")
        outcomes = self.play.choices
        return [(outcome, 1.0 / len(outcomes)) for outcome in outcomes]

    def _apply_action(self, action: int) -> None:
        play = self.play
        after = play.after(action, self)
        if after is not play:  # as a rule it has changed itself
            self.play = after

    def new_seed(self) -> int:
        """The seed of the next deal, where chance is sampled."""
        return int(self.get_game().new_seed())

    def _action_to_string(self, player: int, action: int) -> str:
        return self.play.action_text(action)

    def returns(self) -> list[float]:
        """The results at the end; 0 for all before it, and for all if the limit of turns ended the game."""
        return self.play.returns()

    def __str__(self) -> str:
        return str(self.play)

    # -- what Python asks for, answered without a detour ---------------------------------------------------------------------

    def is_chance_node(self) -> bool:
        """Whether chance decides here."""
        return self.play.player == CHANCE

    def is_player_node(self) -> bool:
        """Whether a seat is to move."""
        return self.play.player >= 0

    def is_simultaneous_node(self) -> bool:
        """Whether several seats move at once: never. Where people choose at once, seats move in turn without seeing it."""
        return False

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal actions in order, or the outcomes of chance; none for a seat that is not to move.

        Args:
            player: The seat; None for the seat to move.
        """
        play = self.play
        if player is None or player == play.player:
            return [*play.choices]
        if player >= 0 or play.player == TERMINAL:
            return []
        raise BadInput(f"There is no player {quoted(player)} here; the seats are 0 to {play.table.game.players - 1}.")

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """For each action, or at a chance node for each outcome, whether it is legal: 1 or 0; see `legal_actions`."""
        play = self.play
        mask = [0] * (play.table.most_outcomes if play.player == CHANCE else play.table.actions)
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def information_state_string(self, player: int | None = None) -> str:
        """All that a seat has learnt, in order (perfect recall), as `sevenfold.State.information` has it.

        Args:
            player: The seat; None for the one to move.

        Raises:
            BadInput: There is no such seat, or no seat is to move.
        """
        return self.play.information(self._seat(self.play.player if player is None else player))

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """What a seat observes, as numbers.

        Args:
            player: The seat; None for the one to move.

        Raises:
            BadInput: There is no such seat, or no seat is to move.
        """
        play = self.play
        seat = self._seat(play.player if player is None else player)
        return cast("list[float]", play.table.observed(play.positions, seat).tolist())

    def _seat(self, player: int) -> int:
        """The number of a seat, or BadInput."""
        players = self.play.table.game.players
        if not 0 <= player < players:
            raise BadInput(f"There is no player {quoted(player)} here; the seats are 0 to {players - 1}.")
        return player

    def resample_from_infostate(self, player_id: int, probability_sampler: Sampler) -> SevenfoldState:
        """A state that a seat cannot tell from this one: what it cannot know is drawn anew.

        Its history begins where cards were dealt again, so that it says nothing about the real ones.

        Args:
            player_id: The seat.
            probability_sampler: Draws numbers from 0 to 1; the new deal depends on it alone.

        Raises:
            BadInput: There is no such seat, or this is a chance node.
        """
        return SevenfoldState(self.get_game(), self.play.resampled(self._seat(player_id), probability_sampler))

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return _restored_state, (self.get_game(), self.serialize())


def _restored_state(game: SevenfoldGame, text: str) -> object:
    return game.deserialize_state(text)
