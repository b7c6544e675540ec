"""`Batch`: many games of one kind, stepped together. `VectorEnv` is Gymnasium's form of it."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from sevenfold.cards import NONE
from sevenfold.declare.actions import describe
from sevenfold.envs.observation import Observation
from sevenfold.errors import BadInput, IllegalAction, quoted
from sevenfold.kernel.chance import MOST_SMALL_SEED
from sevenfold.kernel.fields import small_seeded
from sevenfold.kernel.questions import answer_as
from sevenfold.kernel.sets import each
from sevenfold.kernel.types import Action, Int64Array
from sevenfold.playing.game import LIMIT, Game
from sevenfold.playing.legal import MOST_NAMED, is_whole
from sevenfold.registry import load
from sevenfold.system.cores import cores

from .buffers import Array, Buffers, aligned, as_numpy, buffers_for, device_of
from .helpers import Helpers
from .opponents import RANDOM, Policy, Turns, opponents_for
from .prefetching import lines_of
from .stepping import (
    DISABLED,
    ENDED,
    GO_ON,
    LEDGER,
    MOST_IDLE,
    NEXT_STEP,
    RESET,
    RESTART,
    ROUND,
    SAME_STEP,
    START,
    STEP,
    Ledger,
    advance,
    first_refused,
    sample,
)

MODES = {"next_step": NEXT_STEP, "same_step": SAME_STEP, "disabled": DISABLED}
REWARDS = ("returns", "standing")
MOST_GAMES = 1 << 22
WORTH_WAKING = 256  # games for which another thread is worth waking


class Batch:
    """Many games of one kind, each with its own options and seed, stepped together by compiled code.

    The first game of environment i has the seed that `reset` gives it, each later one `kernel.chance.mixed` of the seed
    before; `seeds` says which. `game.start(seed)` gives the same cards. Nothing depends on the number of threads.

    Attributes:
        games: The game of each environment, with its options.
        observation: How positions are observed.
        actions: The number of actions.
        buffers: The arrays that the last step filled.
    """

    def __init__(
        self,
        game: str | Game,
        n: int,
        *,
        options: Mapping[str, object] | Sequence[Mapping[str, object]] = MappingProxyType({}),
        seat: int | Sequence[int] | None = None,
        opponents: str | Policy | Any = RANDOM,
        reward: str = "returns",
        autoreset: str = "next_step",
        dtype: DTypeLike = np.uint8,
        limit: int = LIMIT,
        threads: int | None = None,
        out: object = None,
        copy: bool | None = None,
    ) -> None:
        """Prepare n games; `reset` begins them.

        Args:
            game: The game, or its name.
            n: The number of games.
            options: Options by name, or a list of such dictionaries, one for each environment.
            seat: The seat that the caller plays, or a list of them; None: all seats.
            opponents: Who plays the other seats: "random", the spec of a bot (slow: one game after the other), or a function
                of (observations, masks) that returns an array of probabilities, a row for each of the games that wait.
            reward: "returns", which are 0 until the end, or "standing": the reward is its change.
            autoreset: "next_step", "same_step" or "disabled".
            dtype: The type of observations: uint8 or float32.
            limit: The number of turns after which a game is truncated.
            threads: How many threads step the games; None: one for each core.
            out: Arrays to write into (`Buffers`), as a dictionary or a dataclass.
            copy: Whether each step writes into new arrays; by default unless `out` names some.

        Raises:
            BadInput: One of these does not fit.
        """
        if not is_whole(n, 1, MOST_GAMES):
            raise BadInput(f"A batch is of 1 to {MOST_GAMES} games, not {quoted(n)}.")
        self.n, self.limit = int(n), limit
        self.games = _games(game, self.n, options)
        self.rules = self.games[0].rules
        self.observation = Observation(self.rules)
        self.actions = self.rules.action_count
        self.seats = self.rules.player_counts[-1]
        self.mode = _one_of("autoreset", autoreset, MODES)
        self.mode_number = MODES[self.mode]
        self.reward = _one_of("reward", reward, REWARDS)
        if copy is not None and not isinstance(copy, bool):
            raise BadInput(f"copy is True or False, not {quoted(copy)}.")
        if threads is not None and not is_whole(threads, 1, 1024):
            raise BadInput(f"threads is a number from 1 to 1024, not {quoted(threads)}.")
        self.dtype = Observation.checked(dtype)
        self.copy = out is None if copy is None else copy
        self.buffers = buffers_for(self.n, self.observation.size, self.actions, self.seats, self.dtype, out)
        self.final_observations: Array = np.zeros(
            (self.n if self.mode == "same_step" else 1, self.observation.size), self.dtype
        )
        self._positions = _positions(self.games, limit)
        self._stepped = _with_small_seeds(self._positions)  # the same memory, for compiled code
        self._ledger: Ledger = np.zeros(self.n, LEDGER)
        self._ledger["learner"] = self._learners(seat)
        self._ledger["seat"] = NONE
        self._ledger["doing"] = ENDED
        self.learns_one = seat is not None
        if not self.learns_one and opponents != RANDOM:
            raise BadInput("opponents= is for the seats that you do not play: say with seat= which one you play.")
        self._opponents = opponents_for(opponents, self.games, limit)
        self._actions: Int64Array = np.zeros(self.n, np.int64)
        self._legal: Int64Array = np.zeros(self.n, np.int64)
        self._lines = lines_of(self.rules)
        self._begun = False
        self._helpers = Helpers(min(threads or cores(), -(-self.n // WORTH_WAKING)) - 1)

    # -- playing -----------------------------------------------------------------------------------------------------------

    def reset(self, seed: int | Sequence[int | None] | None = None, mask: object = None) -> Buffers:
        """Begin games.

        Args:
            seed: A number: environment i gets seed + i. A list: one for each, None for the next in its own sequence. None:
                all go on in their sequences, which begin by chance.
            mask: Which environments to begin, as an array of bool; None: all.

        Raises:
            BadInput: A seed or the mask does not fit.
        """
        chosen = np.ones(self.n, np.bool_) if mask is None else self._mask(mask)
        if not self._begun and not chosen.all():
            raise BadInput("The first reset begins all games; reset_mask= chooses among games that have begun.")
        seeds, given = self._seeds(seed)
        doing = np.where(given, START, RESTART)
        if not self._begun:
            self._ledger["sampler"] = 1
        undo = self._keep()
        try:
            self._ledger["doing"][chosen] = doing[chosen]
            self._ledger["seed"][chosen & given] = seeds[chosen & given]
            if self._opponents:
                self._opponents.forget(np.flatnonzero(chosen))
            if self.copy:
                self.buffers = self.buffers.copied()
            self._run(RESET)
        except BaseException:
            undo()
            raise
        self._begun = True
        return self.buffers

    def step(self, actions: object) -> Buffers:
        """Play an action in each game; where a game ended in the step before, begin the next (autoreset "next_step").

        Args:
            actions: An array of n whole numbers.

        Returns:
            The arrays, filled.

        Raises:
            BadInput: The actions have another shape or type, or a game has ended and was not reset.
            IllegalAction: The rules do not allow an action. No game has changed.
        """
        self._take(actions)
        refused = first_refused(self._legal, self._actions)
        if refused >= 0:
            self._refuse(refused)
        undo = self._keep() if self._opponents else None
        try:
            if self._opponents:
                self._opponents.played(self._ledger, self._actions)
            if self.copy:
                self.buffers = self.buffers.fresh()
                if self.mode_number == SAME_STEP:
                    self.final_observations = aligned(self.final_observations.shape, self.dtype)
                    self.final_observations[...] = 0
            self._run(STEP)
        except BaseException:
            if undo:
                undo()
            raise
        return self.buffers

    def sample_actions(self) -> Int64Array:
        """A legal action for each game, all equally likely. The sequence follows from the seeds given to `reset`."""
        chosen: Int64Array = np.zeros(self.n, np.int64)
        sample(self._ledger, self._legal, chosen)
        return chosen

    @property
    def seeds(self) -> np.ndarray[Any, np.dtype[np.uint64]]:
        """The seed of each game under way: `games[i].start(seeds[i])` gives the same cards."""
        return self.buffers.seed

    @property
    def ended_seeds(self) -> np.ndarray[Any, np.dtype[np.uint64]]:
        """The seed of the last game that ended and was followed by the next in one step (autoreset "same_step")."""
        return np.ascontiguousarray(self._ledger["ended_seed"])

    def close(self) -> None:
        """End the threads."""
        self._helpers.close()

    # -- compiled calls ------------------------------------------------------------------------------------------------------

    def _run(self, call: int) -> None:
        """One call of compiled code for all games, then as many for the opponents' turns as they need."""
        self._advance(call)
        while self._opponents:
            waiting = np.flatnonzero(self._ledger["doing"] == GO_ON)
            if not len(waiting):
                break
            filled = self.buffers
            self._opponents.choose(
                Turns(waiting, self._ledger, self._legal, filled.observations, filled.action_mask, self._actions)
            )
            self._advance(ROUND)

    def _advance(self, call: int) -> None:
        filled, finals = self.buffers, self.final_observations
        by_chance, standings = self._opponents is None, self.reward == "standing"
        mask = filled.action_mask.view(np.uint8)

        stepping: Any = advance
        code = stepping.call  # chosen here: whether this thread interprets, which it does alone
        kept = (
            self._stepped, self._ledger, self._actions, self._legal, by_chance, standings, self.mode_number, self._lines,
        )  # fmt: skip
        written = (
            filled.observations, finals, mask, filled.seat, filled.seed, filled.rewards, filled.seat_rewards,
            filled.terminated, filled.truncated,
        )  # fmt: skip
        idle = self._helpers.do(code, call, kept, written, alone=code is stepping.function)
        if idle >= 0:
            seat = self._ledger[idle]["learner"]
            raise BadInput(f"In environment {idle} seat {seat} had nothing to decide in {MOST_IDLE} games in a row.")

    def _keep(self) -> Any:
        """A function that undoes what was done to the games since now."""
        positions, ledger, filled = self._positions, self._ledger, self.buffers
        kept, words, legal = positions.tobytes(), ledger.tobytes(), self._legal.copy()
        contents = None if self.copy else filled.copied()
        go_back = self._opponents.keep() if self._opponents else None

        def undo() -> None:
            _as_bytes(positions)[...] = np.frombuffer(kept, np.uint8)
            _as_bytes(ledger)[...] = np.frombuffer(words, np.uint8)
            self._legal[...] = legal
            self.buffers = filled
            if contents is not None:
                filled.fill_from(contents)
            if go_back:
                go_back()

        return undo

    # -- checking ------------------------------------------------------------------------------------------------------------

    def _take(self, actions: object) -> None:
        """Copy the caller's actions, or raise BadInput."""
        if not self._begun:
            raise BadInput("No game has begun; call reset first.")
        wanted = f"Actions are an array of {self.n} whole numbers"
        try:
            array = as_numpy(actions)
        except (TypeError, ValueError, RuntimeError):
            raise BadInput(f"{wanted}, not {type(actions).__name__}{device_of(actions)}.") from None
        if array.shape != (self.n,) or array.dtype.kind not in "iu":
            raise BadInput(f"{wanted}; these have shape {array.shape} and type {array.dtype}.")
        np.copyto(self._actions, array, casting="unsafe")  # from uint64: what is too large becomes negative, thus illegal

    def _refuse(self, i: int) -> None:
        """Raise the error for the action in an environment: which rule forbids it, and what is allowed."""
        if self._ledger[i]["doing"] == ENDED:
            raise BadInput(f"The game of environment {i} has ended; begin the next with reset(options={{'reset_mask': ...}}).")
        action, legal, s = int(self._actions[i]), int(self._legal[i]), self._positions[i]

        def named(a: Action) -> str:
            return f"{a} ({describe(a, self.rules.phases[int(s.phase)], self.rules.pack, s).text})"

        known = 0 <= action < self.actions and self.rules.phases[int(s.phase)].kind(action) is not None
        rule = ""
        if known:
            restrictions = self.rules.restrictions[int(s.phase)]
            rule = next((r.rule for r in restrictions if not int(r.allows(s)) >> action & 1), "")
        allowed = [named(a) for a in each(legal)]
        more = " …" if len(allowed) > MOST_NAMED else ""
        raise IllegalAction(
            rule,
            f"Environment {i}: the action {named(action) if known else quoted(action)} is not legal; legal are"
            f" {', '.join(allowed[:MOST_NAMED])}{more}.",
        )

    def _learners(self, seat: object) -> Int64Array | int:
        if seat is None:
            return NONE
        seats = [seat] * self.n if not isinstance(seat, (Sequence, np.ndarray)) else list(seat)
        if len(seats) != self.n:
            raise BadInput(f"seat= is a seat, or one for each of the {self.n} environments; these are {len(seats)}.")
        for i, (one, game) in enumerate(zip(seats, self.games, strict=True)):
            if not is_whole(one, 0, game.players - 1):
                raise BadInput(f"Environment {i} has the seats 0 to {game.players - 1}, not {quoted(one)}.")
        return np.array(seats, np.int64)

    def _seeds(self, seed: object) -> tuple[Array, Array]:
        """The seeds for all environments, and which of them are given."""
        if seed is None and not self._begun:
            seed = secrets.randbits(62)
        if seed is None:
            return np.zeros(self.n, np.uint64), np.zeros(self.n, np.bool_)
        most = MOST_SMALL_SEED
        if is_whole(seed, 0, most):
            first = int(seed)  # type: ignore[call-overload]  # a whole number
            if first + self.n - 1 > most:
                raise BadInput(
                    f"Environment i gets seed + i, at most 2^64 - 1; {first} is too large for {self.n} environments."
                )
            return np.uint64(first) + np.arange(self.n, dtype=np.uint64), np.ones(self.n, np.bool_)
        if not isinstance(seed, (Sequence, np.ndarray)) or isinstance(seed, str):
            raise BadInput(f"A seed is a whole number from 0 to 2^64 - 1, or a list of them; not {quoted(seed)}.")
        if len(seed) != self.n:
            raise BadInput(f"A list of seeds has one for each of the {self.n} environments; this one has {len(seed)}.")
        for i, one in enumerate(seed):
            if one is not None and not is_whole(one, 0, most):
                raise BadInput(f"The seed of environment {i} is a whole number from 0 to 2^64 - 1, or None; not {quoted(one)}.")
        drawn = [secrets.randbits(62) if one is None and not self._begun else one for one in seed]
        given = np.array([one is not None for one in drawn])
        return np.array([0 if one is None else int(one) for one in drawn], np.uint64), given

    def _mask(self, mask: object) -> Array:
        wanted = f"reset_mask is a NumPy array of shape ({self.n},) and type bool with at least one True"
        if not isinstance(mask, np.ndarray):
            raise BadInput(f"{wanted}, not {type(mask).__name__}{device_of(mask)}.")
        if mask.shape != (self.n,) or mask.dtype != np.bool_:
            raise BadInput(f"{wanted}; this one has shape {mask.shape} and type {mask.dtype}.")
        if not mask.any():
            raise BadInput(f"{wanted}; this one has none.")
        return mask

    def __repr__(self) -> str:
        return f"<Batch of {self.n} games of {self.rules.id}>"


def _games(game: object, n: int, options: object) -> list[Game]:
    """The game of each environment; environments with the same options share one."""
    if isinstance(game, Game):
        rules, chosen = game.rules, dict(game.options)
    elif isinstance(game, str):
        rules, chosen = load(game).rules, {}
    else:
        raise BadInput(f"A game is given by its name, or as sevenfold.load returns it; not as {quoted(game)}.")
    if isinstance(options, Mapping):
        return [Game(rules, chosen | dict(options))] * n
    if not isinstance(options, Sequence) or isinstance(options, str):
        raise BadInput(f"options= is a dictionary, or a list of {n} dictionaries; not {quoted(options)}.")
    if len(options) != n:
        raise BadInput(f"options= lists the options of each of the {n} environments; this list has {len(options)}.")
    made: dict[tuple[tuple[str, object], ...], Game] = {}
    games = []
    for i, one in enumerate(options):
        if not isinstance(one, Mapping):
            raise BadInput(f"The options of environment {i} are a dictionary, not {quoted(one)}.")
        key = tuple((name, (type(value).__name__, repr(value))) for name, value in sorted(one.items(), key=str))
        if key not in made:
            made[key] = Game(rules, chosen | dict(one))
        games.append(made[key])
    return games


def _positions(games: Sequence[Game], limit: int) -> Any:
    """Positions for all games, each with its options."""
    positions = games[0].new_positions(len(games), limit=limit, listening=True)
    words = _as_bytes(positions).reshape(len(games), -1)
    places: dict[Game, list[int]] = {}
    for i, game in enumerate(games):
        if game is not games[0]:
            places.setdefault(game, []).append(i)
    for game, which in places.items():
        words[which] = _as_bytes(game.new_positions(limit=limit, listening=True))
    return positions


def _with_small_seeds(positions: Any) -> Any:
    """The same positions, as code for small seeds takes them."""
    dtype = small_seeded(positions.dtype)
    answer_as(dtype, positions.dtype)
    return positions.view(dtype)


def _as_bytes(records: Any) -> Array:
    """The memory of an array of records."""
    bytes_: Array = records.view(np.uint8).reshape(-1)
    return bytes_


def _one_of(name: str, value: object, allowed: Iterator[str] | Any) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise BadInput(f"{name}= is one of {', '.join(allowed)}; not {quoted(value)}.")
    return value
