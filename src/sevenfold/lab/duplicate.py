"""Duplicate play of two bots: the same deals, every seating, so that the luck of the cards cancels out.

With two sides (seats, or pairs of partners) a deal is played twice, each bot once on either side. With n sides it is played
2n times: on every side one bot is alone among n - 1 of the other, in both roles. Where all seats win or lose together, a
deal is played twice, by one bot at all seats. So each bot plays each seat's cards equally often. The unit of the statistics is
the deal: its figures are averages over its games, and the 95 % intervals are 1.96 s / √deals.

Points: by how much of the game's own score (its `standing`) a seat of the first bot ends above a seat of the second.
Wins: the first bot's share of the wins, a shared win split among its winners; bots of equal strength get 50 % each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import mean, stdev
from threading import Event
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from sevenfold.bots import Bot, choose
from sevenfold.errors import BadInput
from sevenfold.kernel.chance import pick, source
from sevenfold.kernel.questions import GENERIC, deals_done
from sevenfold.playing.game import LIMIT

from .estimates import Z95

if TYPE_CHECKING:
    from sevenfold.playing.game import Game, State

ONE, OTHER = 0, 1
TOGETHER = ("cooperative_dominoes",)  # all seats win or lose
SKIPPED = {"seven_truf": 6}  # deals that are played at random before the one that counts: of the first, some have few cards

Whole: TypeAlias = Literal["game", "deal"]
WHOLE: tuple[Whole, ...] = get_args(Whole)


@dataclass(frozen=True)
class Extent:
    """How much of a game is played: deals played at random first, deals played by the bots (0: all), turns."""

    skipped: int = 0
    deals: int = 0
    turns: int = LIMIT


@dataclass(frozen=True)
class Outcome:
    """A game's end: each seat's bot (ONE or OTHER), its points, and its share of the win."""

    bots: tuple[int, ...]
    points: tuple[float, ...]
    wins: tuple[float, ...]


@dataclass(frozen=True)
class Estimate:
    """A mean over deals with the half-width of its 95 % interval."""

    mean: float
    ci95: float


class Stopped(Exception):
    """The games of a deal were broken off."""


# -- how much is played -------------------------------------------------------------------------------------------------


def usual_whole(game: Game) -> Whole:
    """What is played if nobody says what: of games of several deals, which take long, one deal."""
    return "deal" if has_deals(game) else "game"


def has_deals(game: Game) -> bool:
    """Is the game one of several deals?"""
    return game.rules.dtype in GENERIC["deals_done"].answers


def extent_of(game: Game, whole: Whole) -> Extent:
    """The extent that a word names; BadInput where the game has no deals."""
    if whole == "game":
        return Extent()
    if not has_deals(game):
        raise BadInput(f"{game.name} is not played in several deals; leave --extent away, or say --extent game.")
    return Extent(skipped=SKIPPED.get(game.id, 0), deals=1)


# -- the arithmetic -----------------------------------------------------------------------------------------------------


def sides_of(game: Game) -> tuple[int, ...]:
    """The side of each seat: its partners', or its own."""
    if game.id in TOGETHER:
        return (0,) * game.players
    seats = game.start(0).view().seats
    return tuple(seat.seat if seat.side is None else seat.side for seat in seats)


def seatings(sides: Sequence[int]) -> list[tuple[int, ...]]:
    """Who sits where in the games of one deal: each kind of bot at each seat equally often, partners of the same kind."""
    alone = [tuple(ONE if side == lone else OTHER for side in sides) for lone in sorted(set(sides))]
    others = [tuple(1 - kind for kind in kinds) for kinds in alone]
    return alone if len(alone) == 2 else alone + others


def shares(winners: Sequence[int], players: int, *, together: bool = False) -> tuple[float, ...]:
    """Each seat's share of a win; where nobody won, all share it, except in games that all win or lose together."""
    sharing = winners if winners or together else range(players)
    return tuple(1 / len(sharing) if seat in sharing else 0.0 for seat in range(players))


def points_ahead(games: Sequence[Outcome]) -> float:
    """By how much a seat of the first bot ended above one of the second, on average over a deal's games."""
    seats = [seat for game in games for seat in zip(game.bots, game.points, strict=True)]
    return mean(points for kind, points in seats if kind == ONE) - mean(points for kind, points in seats if kind == OTHER)


def share_of_wins(games: Sequence[Outcome], *, together: bool = False) -> float:
    """The first bot's share of the wins of a deal's games; 0.5 where both do equally well."""
    if together:
        won = {game.bots[0]: sum(game.wins) for game in games}
        return 0.5 + (won[ONE] - won[OTHER]) / 2
    return mean(sum(share for kind, share in zip(game.bots, game.wins, strict=True) if kind == ONE) for game in games)


def estimate(values: Sequence[float]) -> Estimate:
    """Mean and interval of the figures of two or more deals."""
    return Estimate(mean(values), Z95 * stdev(values) / sqrt(len(values)))


def estimate_share(values: Sequence[float]) -> Estimate:
    """The same of shares. If all are equal it would have no width: then it is as wide as Wilson's interval for 0 or 1."""
    found, n = estimate(values), len(values)
    return found if found.ci95 > 0 else Estimate(found.mean, Z95**2 / (n + Z95**2))


# -- playing ------------------------------------------------------------------------------------------------------------


def play(
    game: Game, seed: int, bots: Sequence[Bot], kinds: tuple[int, ...], extent: Extent, stop: Event | None = None
) -> Outcome:
    """One game. Both bots draw from the same source of chance at the same point. Stopped if it is to stop."""
    state = skipped(game, seed, extent)
    before, since = state.standing(), state.action_count
    until = extent.skipped + extent.deals
    while state.turn is not None and not (extent.deals and deals_done(state.position[0]) >= until):
        if stop is not None and stop.is_set():
            raise Stopped
        state.play(choose(bots[kinds[state.turn]], state, since=since))
    points = tuple(now - then for now, then in zip(state.standing(), before, strict=True))
    if state.is_over and not state.is_truncated and not extent.deals:
        return Outcome(kinds, points, shares(state.winners(), game.players, together=game.id in TOGETHER))
    best = [seat for seat, value in enumerate(points) if value == max(points)]
    return Outcome(kinds, points, shares(best, game.players))


def skipped(game: Game, seed: int, extent: Extent) -> State:
    """The game when the bots begin to play."""
    state = game.start(seed, limit=extent.turns)
    chooser = source(seed)
    while not state.is_over and deals_done(state.position[0]) < extent.skipped:
        state.play(pick(chooser[0], state.legal_actions().members))
    return state


@dataclass(frozen=True)
class DealResult:
    """What a deal's games came to."""

    points: float  # by which a seat of the first bot was ahead
    wins: float  # the first bot's share
    games: int


def play_deal(game: Game, seed: int, bots: Sequence[Bot], extent: Extent, stop: Event | None = None) -> DealResult:
    """All games of one deal between two bots."""
    games = [play(game, seed, bots, kinds, extent, stop) for kinds in seatings(sides_of(game))]
    return DealResult(points_ahead(games), share_of_wins(games, together=game.id in TOGETHER), len(games))
