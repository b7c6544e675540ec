"""The chance to win the whole game: the share of games won that are played on from here by the heuristics, in deals that
agree with what a seat knows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from time import perf_counter
from typing import TYPE_CHECKING

from sevenfold.bots.dealt import DealtState
from sevenfold.bots.engines.base import scale_of
from sevenfold.bots.heuristics import HeuristicBot
from sevenfold.kernel.types import Action, Seat, Sources
from sevenfold.view.description import sides_shown

if TYPE_CHECKING:
    from sevenfold.playing.game import State

GAMES, FEWEST = 64, 2  # played on at most, and at least, however little time there is
DRAW = 0.5


def result_of(state: State, seat: Seat) -> float:
    """The result of a seat in a game that is over: 1 for a win, 0 for a loss; a win that is shared, or a draw, is between."""
    if state.is_truncated:
        return DRAW
    winners = state.winners()
    if seat not in winners:
        return 0.0
    if scale_of(state.game) != "points":  # who wins together has won
        return 1.0
    sides = sides_shown(state.view().seats)
    return 1.0 / len({sides[winner] for winner in winners})


def chance_to_win(
    state: State, seat: Seat, chance: Sources, seconds: float, *, actions: Sequence[Action] = (), games: int = GAMES,
    most: float = math.inf,
) -> float:  # fmt: skip
    """The chance of a seat to win, as a share from 0 to 1, given what it knows.

    Args:
        state: The game; it is not changed.
        seat: The seat.
        chance: The source of the deals and of choices.
        seconds: The time that may be taken.
        actions: Actions played first.
        games: The number of games to play on.
        most: The number of actions after which no other game is played on.
    """
    if state.is_over:
        return result_of(state, seat)
    until, bot, won, played, made = perf_counter() + seconds, HeuristicBot(), 0.0, 0, 0
    while played < games and (played < FEWEST or (made < most and perf_counter() < until)):
        dealt = DealtState(state.game, state.redeal(seat, chance), 0)
        for action in actions:
            dealt.play(action)
        while not dealt.is_over:
            dealt.play(bot.choose(state.game, dealt.position, chance))
        won += result_of(dealt, seat)
        played += 1
        made += dealt.action_count
    return won / played
