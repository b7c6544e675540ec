"""Simulation: many games between bots, their lengths, results and winners.

>>> import sevenfold
>>> from sevenfold.lab.simulation import simulate
>>> done = simulate(sevenfold.load("seven_solitaire"), 50, seed=1)
>>> done.games, done.truncated
(50, 0)

Game i is that of seed + i: `sevenfold.load(...).start(seed + i)` deals it again. Nothing of a result but the seconds
depends on the number of jobs, and where all bots are `random` the games are the same with and without transcripts.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from threading import Event
from time import perf_counter
from typing import TYPE_CHECKING, Any, TextIO

import numpy as np

from sevenfold.bots import KINDS, Bot, bots_for, choose
from sevenfold.errors import BadInput
from sevenfold.kernel.chance import SOURCE
from sevenfold.kernel.play import random_game, random_games
from sevenfold.kernel.questions import move_begins
from sevenfold.playing.game import LIMIT, MOST_SEED
from sevenfold.records.transcript import as_lines

if TYPE_CHECKING:
    from sevenfold.declare.options import Value
    from sevenfold.playing.game import Game

PILOT = 64  # games that are timed to see how many make a chunk
CHUNK = 0.05  # seconds that a chunk of compiled games should take: a stop waits no longer, and threads seldom meet
MOST_JOBS = 256
Z95 = 1.96  # the standard normal's 97.5 % point


@dataclass(frozen=True)
class Mean:
    """A mean with the half-width of its 95 % interval, 1.96 s / √n; None where there are too few games to tell."""

    mean: float | None
    ci95: float | None


@dataclass(frozen=True)
class Share:
    """A share of the games won, a win shared by k seats counting 1/k, with the half-width of its 95 % interval.

    The interval is the same normal one, over the games' shares (0, 1 or 1/k each). Where all of these are alike it would
    have no width: there it is z² / (n + z²), z = 1.96, as far as Wilson's interval (1927) reaches from a share of 0 or 1.
    """

    share: float | None
    ci95: float | None


@dataclass(frozen=True)
class Length:
    """The lengths of games in moves; p95 is the least length that at least 95 % of the games do not exceed."""

    mean: float | None
    p95: int | None
    max: int | None


@dataclass(frozen=True)
class Simulation:
    """What a simulation found. `dataclasses.asdict` of it is what `sevenfold simulate --json` prints."""

    game: str
    options: dict[str, Value]
    seed: int  # of the first game; game i has seed + i
    bots: list[str]  # by seat
    games: int  # finished; of a simulation that was stopped they are the first ones
    moves: int
    actions: int
    seconds: float
    games_per_second: float
    moves_per_second: float
    limit: int  # of player turns
    truncated: int  # games that the limit ended: they count for nobody as won
    length: Length
    returns: list[Mean]  # by seat
    wins: list[Share]  # by seat
    stopped: bool  # before all games that were asked for were played


def simulate(
    game: Game,
    games: int,
    *,
    seed: int = 0,
    bots: Sequence[str] = ("random",),
    limit: int = LIMIT,
    jobs: int = 1,
    transcripts: TextIO | None = None,
    progress: Callable[[int], None] = lambda finished: None,
    stop: Event | None = None,
) -> Simulation:
    """Play games between bots, in `jobs` threads.

    bots: one for each seat; a shorter list is repeated round the table.
    transcripts: a file to which the games are written, in order.
    progress: told the number of games finished, again and again.
    stop: once it is set, the games finished so far are reported.
    Raises BadInput for a number out of range, an unknown bot, or one that cannot play the game.
    """
    made = check(game, games, seed=seed, bots=bots, limit=limit, jobs=jobs)
    stop = stop or Event()
    prepare(game, bots, transcripts=transcripts is not None)
    whole = transcripts is None and _is_random(made)  # whole games in compiled code

    def play(first: int, last: int) -> Part | None:
        if whole:
            return _random_chunk(game, seed + first, last - first, limit)
        return _one_game(game, seed + first, made, limit, stop, telling=transcripts is not None)

    size = _chunk_size(game, limit) if whole else 1
    chunks = ((first, min(first + size, games)) for first in range(0, games, size))
    total = Part(game.players)
    start = perf_counter()
    progress(0)
    for part in _in_order(play, chunks, jobs, stop):
        total.add(part)
        if transcripts is not None:
            transcripts.write(part.lines)
        progress(total.games)
    return _report(game, total, games, seed, made, limit, perf_counter() - start)


def check(game: Game, games: int, *, seed: int, bots: Sequence[str], limit: int, jobs: int) -> list[Bot]:
    """The bots by seat; BadInput for what `simulate` would refuse."""
    if games < 1:
        raise BadInput(f"The number of games must be at least 1, not {games}.")
    if not 1 <= jobs <= MOST_JOBS:
        raise BadInput(f"The number of jobs must be from 1 to {MOST_JOBS}, not {jobs}.")
    if not 0 <= seed <= MOST_SEED - (games - 1):
        raise BadInput(f"The seeds, {seed} to {seed + games - 1}, must lie between 0 and 2^64 - 1.")
    game.new_positions(limit=limit)  # refuses a limit out of range
    made = bots_for(bots, game.players)
    for bot in made:
        if KINDS[bot.spec.partition(":")[0]].needs_opponents and game.players < 2:
            able = ", ".join(kind.id for kind in KINDS.values() if not kind.needs_opponents)
            raise BadInput(f"The bot {bot.spec} needs opponents, and {game.name} is for one player; bots for it: {able}.")
    return made


def prepare(game: Game, bots: Sequence[str], *, transcripts: bool = False) -> None:
    """Have everything compiled that such a simulation needs, so that its seconds are those of playing."""
    made = bots_for(bots, game.players)
    if _is_random(made) and not transcripts:
        random_games(game.new_positions(), np.uint64(0), 0, np.zeros(1, SOURCE), *_tables(0, game.players))
        return
    for bot in {bot.spec: bot for bot in made}.values():
        state = game.start(0)
        while state.turn is not None and len(state.legal_actions()) == 1:
            state.play(state.legal_actions()[0])
        if state.turn is not None:
            state.play(choose(bot, state))
    if _is_random(made):
        _random_actions(game, 0, 1)


def _is_random(bots: Sequence[Bot]) -> bool:
    return all(bot.spec == "random" for bot in bots)


# -- playing ----------------------------------------------------------------------------------------------------------


def _tables(games: int, players: int) -> tuple[Any, Any]:
    """What `random_games` fills in: (moves, actions, truncated) and the returns of each game."""
    return np.zeros((games, 3), np.int64), np.zeros((games, players))


def _chunk_size(game: Game, limit: int) -> int:
    """How many random games one compiled call should play."""
    start = perf_counter()
    _random_chunk(game, 0, PILOT, limit)
    return max(1, int(CHUNK * PILOT / (perf_counter() - start)))


def _random_chunk(game: Game, seed: int, games: int, limit: int) -> Part:
    """Games at random, compiled from the first card to the last."""
    tally, results = _tables(games, game.players)
    random_games(game.new_positions(limit=limit), np.uint64(seed), games, np.zeros(1, SOURCE), tally, results)
    best = results.max(axis=1, keepdims=True)
    won = (results == best) & (best > 0) & (tally[:, 2:] == 0)  # as State.winners
    return Part(game.players).fill(tally, results, won)


def _one_game(game: Game, seed: int, bots: Sequence[Bot], limit: int, stop: Event, *, telling: bool) -> Part | None:
    """A game played through a State, None if it was stopped; at random it is the one that `random_games` plays."""
    state = game.start(seed, limit=limit)
    ready = iter(_random_actions(game, seed, limit)) if _is_random(bots) else None
    moves = 0
    while state.turn is not None:
        if stop.is_set():
            return None
        moves += bool(move_begins(state.position[0]))
        state.play(int(next(ready)) if ready else choose(bots[state.turn], state))
    won = np.zeros((1, game.players), bool)
    won[0, state.winners()] = True
    part = Part(game.players).fill(
        np.array([[moves, len(state.actions), state.is_truncated]]), np.array([state.returns()], float), won
    )
    part.lines = as_lines(state) if telling else ""
    return part


def _random_actions(game: Game, seed: int, limit: int) -> Any:
    """The actions of the game that `random_games` plays with this seed."""
    states, sources = game.new_positions(limit=limit), np.zeros(1, SOURCE)
    actions = np.zeros(4096, np.int64)
    _, n = random_game(states, 0, np.uint64(seed), sources, actions)
    if n > len(actions):
        actions = np.zeros(n, np.int64)
        random_game(states, 0, np.uint64(seed), sources, actions)
    return actions[:n]


def _in_order(
    play: Callable[[int, int], Part | None], chunks: Iterator[tuple[int, int]], jobs: int, stop: Event
) -> Iterator[Part]:
    """The chunks' parts in their order, played in threads (compiled code lets go of the interpreter's lock).

    Once `stop` is set, the parts that are there without a gap are the last.
    """
    waiting: deque[Future[Part | None]] = deque()
    with ThreadPoolExecutor(jobs) as pool:
        try:
            for first, last in chunks:
                if stop.is_set():
                    break
                waiting.append(pool.submit(play, first, last))
                if len(waiting) > 4 * jobs:
                    part = waiting.popleft().result()
                    if part is None:
                        return
                    yield part
            while waiting:
                if stop.is_set():
                    for future in waiting:
                        future.cancel()
                future = waiting.popleft()
                part = None if future.cancelled() else future.result()
                if part is None:
                    return
                yield part
        finally:
            for future in waiting:
                future.cancel()


# -- counting ---------------------------------------------------------------------------------------------------------


@dataclass
class Part:
    """Counts of some games: sums of whole numbers where returns are whole, so that their order does not matter."""

    players: int
    games: int = 0
    actions: int = 0
    truncated: int = 0
    lengths: Counter[int] = field(default_factory=Counter)  # games of each length in moves
    sums: Any = None  # of the returns, by seat
    squares: Any = None
    shared: Any = None  # [seat, k]: games that the seat won with k - 1 others
    lines: str = ""  # the transcripts

    def __post_init__(self) -> None:
        self.sums, self.squares = np.zeros(self.players), np.zeros(self.players)
        self.shared = np.zeros((self.players, self.players + 1), np.int64)

    def fill(self, tally: Any, results: Any, won: Any) -> Part:
        """Count games: (moves, actions, truncated), returns and winners of each."""
        self.games = len(tally)
        self.actions, self.truncated = int(tally[:, 1].sum()), int(tally[:, 2].sum())
        lengths, counts = np.unique(tally[:, 0], return_counts=True)
        self.lengths = Counter(dict(zip(lengths.tolist(), counts.tolist(), strict=True)))
        self.sums, self.squares = results.sum(axis=0), (results * results).sum(axis=0)
        winners = won.sum(axis=1)
        self.shared = np.array([won[winners == k].sum(axis=0) for k in range(self.players + 1)]).T
        return self

    def add(self, other: Part) -> None:
        """Count the games of another part too."""
        self.games += other.games
        self.actions += other.actions
        self.truncated += other.truncated
        self.lengths.update(other.lengths)
        self.sums += other.sums
        self.squares += other.squares
        self.shared += other.shared


def _report(game: Game, total: Part, asked: int, seed: int, bots: Sequence[Bot], limit: int, seconds: float) -> Simulation:
    n = total.games
    moves = sum(length * games for length, games in total.lengths.items())
    return Simulation(
        game=game.id,
        options=dict(game.options),
        seed=seed,
        bots=[bot.spec for bot in bots],
        games=n,
        moves=moves,
        actions=total.actions,
        seconds=seconds,
        games_per_second=n / seconds if seconds else 0.0,
        moves_per_second=moves / seconds if seconds else 0.0,
        limit=limit,
        truncated=total.truncated,
        length=_length(total.lengths, n),
        returns=[Mean(*_interval(n, *map(Fraction, sums))) for sums in zip(total.sums, total.squares, strict=True)],
        wins=[_share(n, row) for row in total.shared],
        stopped=n < asked,
    )


def _length(lengths: Counter[int], games: int) -> Length:
    if not games:
        return Length(None, None, None)
    reached = 0
    for length in sorted(lengths):
        reached += lengths[length]
        if reached * 20 >= games * 19:
            return Length(sum(k * n for k, n in lengths.items()) / games, length, max(lengths))
    raise AssertionError("the last length reaches all games")


def _shares(row: Any) -> tuple[Fraction, Fraction]:
    """The sum of a seat's shares of the games won, and of their squares."""
    parts = [(int(n), Fraction(1, k)) for k, n in enumerate(row) if k]
    return sum((n * part for n, part in parts), Fraction()), sum((n * part**2 for n, part in parts), Fraction())


def _share(n: int, row: Any) -> Share:
    share, half = _interval(n, *_shares(row))
    return Share(share, Z95**2 / (n + Z95**2) if half == 0.0 else half)


def _interval(n: int, total: Fraction, squares: Fraction) -> tuple[float | None, float | None]:
    """Mean and half-width of the 95 % interval of n numbers, from their sum and the sum of their squares."""
    if not n:
        return None, None
    mean = float(total / n)
    if n < 2:
        return mean, None
    return mean, Z95 * sqrt((squares - total * total / n) / (n - 1) / n)
