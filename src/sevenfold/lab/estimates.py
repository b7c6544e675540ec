"""The statistics of simulations: tallies of games, and lengths, results and shares of wins with their intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from sevenfold.bots import Bot
from sevenfold.kernel.types import Int64Array, Reals
from sevenfold.notebook import html_table
from sevenfold.solvers.statistics import Z95, t95

if TYPE_CHECKING:
    from sevenfold.declare.options import Value
    from sevenfold.playing.game import Game

Seats: TypeAlias = frozenset[int]


@dataclass(frozen=True)
class Mean:
    """A mean with the half-width of its 95 % interval, t s / √n with Student's t; None if there are too few games."""

    mean: float | None
    ci95: float | None


@dataclass(frozen=True)
class Share:
    """A share of the games won, a win shared by k seats counting 1/k, with the half-width of its 95 % interval.

    The interval is that of a mean over the games' shares (each 0, 1 or 1/k). If all shares are equal, which would give it no
    width, its half-width is z² / (n + z²) with z = 1.96, the length of Wilson's interval (1927) at a share of 0 or 1.
    """

    share: float | None
    ci95: float | None


@dataclass(frozen=True)
class Length:
    """The lengths of games in moves; at least 95 % of the games are no longer than p95."""

    mean: float | None
    p95: int | None
    max: int | None


@dataclass(frozen=True)
class Simulation:
    """The results of a simulation; `sevenfold simulate --json` prints its `dataclasses.asdict`."""

    game: str
    options: dict[str, Value]
    seed: int  # of the first game; game i has seed + i
    bots: list[str]  # by seat
    games: int  # finished; if the simulation was stopped, these are the first ones
    moves: int
    actions: int
    seconds: float
    games_per_second: float
    moves_per_second: float
    limit: int  # of player turns
    truncated: int  # games ended by the limit, which nobody won
    length: Length
    returns: list[Mean]  # by seat
    wins: list[Share]  # by seat
    stopped: bool  # before all games were played
    won: int  # games that somebody won
    shared: int  # of these, games whose win was shared, other than between partners
    warnings: list[str] = field(default_factory=list)  # what looks wrong, a sentence each

    def __repr__(self) -> str:
        return f"<Simulation of {self.game}: {self.games:,} games between {', '.join(self.bots)}>"

    def _repr_html_(self) -> str:
        seats = enumerate(zip(self.bots, self.returns, self.wins, strict=True))
        rows = (
            (seat, bot, _shown(result.mean, result.ci95), _shown(win.share, win.ci95)) for seat, (bot, result, win) in seats
        )
        return html_table(f"{self.game}: {self.games:,} games", ("Seat", "Bot", "Result", "Share of wins"), rows)


def _shown(value: float | None, half: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:.3f}" if half is None else f"{value:.3f} ± {half:.3f}"


@dataclass
class Tally:
    """Counts over some games. If returns are whole numbers the sums are exact, so the order of adding does not matter."""

    players: int
    games: int = 0
    actions: int = 0
    truncated: int = 0
    lengths: Counter[int] = field(default_factory=Counter)  # games of each length in moves
    sums: Reals = field(init=False)  # of the returns, by seat
    squares: Reals = field(init=False)
    winners: Counter[Seats] = field(default_factory=Counter)  # games, by the seats that won
    lines: str = ""  # the transcripts

    def __post_init__(self) -> None:
        self.sums, self.squares = np.zeros(self.players), np.zeros(self.players)

    def fill(self, counts: Int64Array, results: Reals) -> Tally:
        """Set the counts from the (moves, actions, truncated, the set of winners) and the returns of each game."""
        self.games = len(counts)
        self.actions, self.truncated = int(counts[:, 1].sum()), int(counts[:, 2].sum())
        self.lengths = _counted(counts[:, 0])
        self.sums, self.squares = results.sum(axis=0), (results * results).sum(axis=0)
        self.winners = Counter({self._seats_in(won): games for won, games in _counted(counts[:, 3]).items()})
        return self

    def _seats_in(self, won: int) -> Seats:
        return frozenset(seat for seat in range(self.players) if won >> seat & 1)

    def add(self, other: Tally) -> None:
        """Add the counts of another tally."""
        self.games += other.games
        self.actions += other.actions
        self.truncated += other.truncated
        self.lengths.update(other.lengths)
        self.sums += other.sums
        self.squares += other.squares
        self.winners.update(other.winners)


def _counted(numbers: Int64Array) -> Counter[int]:
    """How often each number occurs; none is negative, and none is large."""
    times = np.bincount(numbers)
    return Counter({number: int(times[number]) for number in np.flatnonzero(times).tolist()})


def report(game: Game, total: Tally, wanted: int, seed: int, bots: Sequence[Bot], limit: int, seconds: float) -> Simulation:
    """The results of the games played, of `wanted` in all."""
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
        wins=[_share(seat, total.winners) for seat in range(game.players)],
        stopped=n < wanted,
        won=sum(games for seats, games in total.winners.items() if seats),
        shared=_shared(total.winners, game.players),
    )


def _shared(winners: Counter[Seats], players: int) -> int:
    """The number of games whose win was shared. If only whole sides ever win, which never share a seat, they are
    partners, who share nothing unless their side ties with another."""
    won = [seats for seats in winners if seats]
    sides = [seats for seats in won if not any(other < seats for other in won)]  # in a tie several sides win
    if sum(map(len, sides)) == len(frozenset().union(*sides)) and all(1 < len(seats) < players for seats in sides):
        return sum(games for seats, games in winners.items() if seats and seats not in sides)
    return sum(games for seats, games in winners.items() if len(seats) > 1)


def _length(lengths: Counter[int], games: int) -> Length:
    if not games:
        return Length(None, None, None)
    reached = 0
    for length in sorted(lengths):
        reached += lengths[length]
        if reached * 20 >= games * 19:
            return Length(sum(k * n for k, n in lengths.items()) / games, length, max(lengths))
    raise AssertionError("the last length reaches all games")


def _share(seat: int, winners: Counter[Seats]) -> Share:
    n = winners.total()
    parts = [(games, Fraction(1, len(seats))) for seats, games in winners.items() if seat in seats]
    total = sum((games * part for games, part in parts), Fraction())
    squares = sum((games * part**2 for games, part in parts), Fraction())
    share, half = _interval(n, total, squares)
    return Share(share, Z95**2 / (n + Z95**2) if half == 0.0 else half)


def _interval(n: int, total: Fraction, squares: Fraction) -> tuple[float | None, float | None]:
    """The mean of n numbers and the half-width of its 95 % interval, from their sum and the sum of their squares."""
    if not n:
        return None, None
    mean = float(total / n)
    if n < 2:
        return mean, None
    return mean, t95(n - 1) * sqrt((squares - total * total / n) / (n - 1) / n)
