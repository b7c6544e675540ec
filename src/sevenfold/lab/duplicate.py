"""Duplicate play between two bots: the same deals in every seating, so that the luck of the cards cancels out.

With two sides (seats, or pairs of partners) a deal is played twice, each bot once on either side. With n sides it is played
2n times: on each side, each bot plays once against n - 1 copies of the other. If all seats win or lose together, a deal is
played twice, each time by one bot at all seats. So each bot plays each seat's cards equally often. The statistical unit is
the deal: its figures are averages over its games, and the 95 % intervals are t s / √deals, with Student's t (1.96 for many
deals).

Points: the difference in the game's own score (its `standing`) between a seat of the first bot and one of the second.
Wins: the first bot's share of the wins, a shared win split among its winners; bots of equal strength get 50 % each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import mean, stdev
from typing import TYPE_CHECKING, Literal, TypeAlias

from sevenfold.bots import Bot, choose
from sevenfold.errors import BadInput
from sevenfold.kernel.chance import pick, source
from sevenfold.kernel.questions import GENERIC, deals_done
from sevenfold.playing.game import LIMIT
from sevenfold.solvers.statistics import Z95, t95
from sevenfold.view.description import sides_shown

from .stopping import go_on

if TYPE_CHECKING:
    from sevenfold.playing.game import Game, State

ONE, OTHER = 0, 1
SKIPPED = {"seven_truf": 6}  # deals played at random before the one that counts, because early deals have few cards

Extent: TypeAlias = Literal["game", "deal"]  # whole games, or one deal of each


@dataclass(frozen=True)
class Span:
    """The part of a game that counts.

    Attributes:
        skipped: Deals played at random before it.
        deals: Deals played by the bots; 0 for all.
        turns: The limit of turns.
    """

    skipped: int = 0
    deals: int = 0
    turns: int = LIMIT


@dataclass(frozen=True)
class Outcome:
    """A game's end, by seat: the bot (ONE or OTHER), the points, and the share of the win."""

    bots: tuple[int, ...]
    points: tuple[float, ...]
    wins: tuple[float, ...]


@dataclass(frozen=True)
class Estimate:
    """A mean over deals with the half-width of its 95 % interval."""

    mean: float
    ci95: float


# -- the part of a game that is played ------------------------------------------------------------------------------


def default_extent(game: Game) -> Extent:
    """The default extent: one deal in games of several deals, which take long; otherwise a whole game."""
    return "deal" if has_deals(game) else "game"


def as_extent(text: str) -> Extent:
    """The extent that a text names."""
    return "deal" if text == "deal" else "game"


def has_deals(game: Game) -> bool:
    """Whether the game has several deals."""
    return game.rules.dtype in GENERIC["deals_done"].answers


def span_of(game: Game, extent: Extent, turns: int = LIMIT) -> Span:
    """The span of a game that an extent covers, with a limit of turns; BadInput for one deal of a game without deals."""
    if extent == "game":
        return Span(turns=turns)
    if not has_deals(game):
        raise BadInput(f"{game.name} is not played in several deals, so that only whole games (extent game) can be played.")
    return Span(SKIPPED.get(game.id, 0), 1, turns)


# -- the arithmetic -----------------------------------------------------------------------------------------------------


def sides_of(game: Game) -> tuple[int, ...]:
    """The side of each seat, the same for partners."""
    if game.rules.cooperative:
        return (0,) * game.players
    seats = game.start(0).view().seats
    return sides_shown(seats)


def seatings(sides: Sequence[int]) -> list[tuple[int, ...]]:
    """Which bot plays each seat in each game of a deal: both equally often at every seat, partners the same."""
    alone = [tuple(ONE if side == lone else OTHER for side in sides) for lone in sorted(set(sides))]
    others = [tuple(1 - kind for kind in kinds) for kinds in alone]
    return alone if len(alone) == 2 else alone + others


def shares(winners: Sequence[int], players: int, *, together: bool = False) -> tuple[float, ...]:
    """Each seat's share of the win; if nobody won, all share it, except in games that all seats win or lose together."""
    sharing = winners if winners or together else range(players)
    return tuple(1 / len(sharing) if seat in sharing else 0.0 for seat in range(players))


def points_ahead(games: Sequence[Outcome]) -> float:
    """The mean difference in points between a seat of the first bot and one of the second, over a deal's games."""
    seats = [seat for game in games for seat in zip(game.bots, game.points, strict=True)]
    return mean(points for kind, points in seats if kind == ONE) - mean(points for kind, points in seats if kind == OTHER)


def share_of_wins(games: Sequence[Outcome], *, together: bool = False) -> float:
    """The first bot's share of the wins of a deal's games; 0.5 if both do equally well."""
    if together:
        won = {game.bots[0]: sum(game.wins) for game in games}
        return 0.5 + (won[ONE] - won[OTHER]) / 2
    return mean(sum(share for kind, share in zip(game.bots, game.wins, strict=True) if kind == ONE) for game in games)


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of the figures of two or more deals, with its interval."""
    return Estimate(mean(values), t95(len(values) - 1) * stdev(values) / sqrt(len(values)))


def estimate_share(values: Sequence[float]) -> Estimate:
    """`estimate` for shares. If all are equal, the interval is as wide as Wilson's for 0 or 1, instead of having no width."""
    result, n = estimate(values), len(values)
    return result if result.ci95 > 0 else Estimate(result.mean, Z95**2 / (n + Z95**2))


# -- playing ------------------------------------------------------------------------------------------------------------


def play(game: Game, seed: int, bots: Sequence[Bot], kinds: tuple[int, ...], span: Span) -> Outcome:
    """Play one game. In the same situation both bots would draw the same random numbers.

    Args:
        game: The game with its options.
        seed: The seed of the deal.
        bots: The bots ONE and OTHER.
        kinds: The bot that plays each seat, ONE or OTHER.
        span: The part of the game that counts.
    """
    state = skipped(game, seed, span)
    before = state.standing()
    play_on(state, bots, kinds, span)
    points = tuple(now - then for now, then in zip(state.standing(), before, strict=True))
    if state.is_over and not state.is_truncated and not span.deals:
        return Outcome(kinds, points, shares(state.winners(), game.players, together=game.rules.cooperative))
    best = [seat for seat, value in enumerate(points) if value == max(points)]
    return Outcome(kinds, points, shares(best, game.players))


def play_on(state: State, bots: Sequence[Bot], kinds: tuple[int, ...], span: Span) -> None:
    """Let the bots play the part of a game that counts, from where they begin."""
    since, until = state.action_count, span.skipped + span.deals
    while state.turn is not None and not (span.deals and deals_done(state.position[0]) >= until):
        go_on()
        state.play(choose(bots[kinds[state.turn]], state, since=since))


def skipped(game: Game, seed: int, span: Span) -> State:
    """The game at the point where the bots begin to play."""
    state = game.start(seed, limit=span.turns)
    chooser = source(seed)
    while not state.is_over and deals_done(state.position[0]) < span.skipped:
        state.play(pick(chooser[0], state.legal_actions().members))
    return state


@dataclass(frozen=True)
class DealResult:
    """The figures of a deal, averaged over its games."""

    points: float  # by how many a seat of the first bot was ahead
    wins: float  # the first bot's share
    games: int


def play_deal(game: Game, seed: int, bots: Sequence[Bot], span: Span) -> DealResult:
    """Play all games of one deal between two bots."""
    games = [play(game, seed, bots, kinds, span) for kinds in seatings(sides_of(game))]
    return DealResult(points_ahead(games), share_of_wins(games, together=game.rules.cooperative), len(games))
