"""Why a move is good, in half a sentence: what it does in deals that agree with what the seat knows, and others do not do.

A game says in `reasons` (`declare/reasons.py`) what speaks for a move in one deal. Here the move and some of the others are
tried in several deals, re-dealt for the seat. What the move does in most of them, and the others do not, is the reason for it.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from time import perf_counter
from typing import TYPE_CHECKING

from sevenfold.bots.dealt import DealtState
from sevenfold.bots.heuristics import HeuristicBot
from sevenfold.declare.reasons import Events, Reason, Reasons, Trial
from sevenfold.kernel.questions import deals_done
from sevenfold.kernel.types import Action, Sources
from sevenfold.view.position_reader import read_position

if TYPE_CHECKING:
    from sevenfold.playing.game import Game, State

DEALS, DEALS_OF_OTHERS = 16, 4  # in which the move, and each of the others, are tried
OTHERS = 8  # moves that are compared with it
MOST_ACTIONS = 400  # played on in one deal
MOST_SAID = 2
USUALLY, DIFFERENCE = 0.7, 0.25  # the share of deals in which a reason holds, and how much less often for the others
WINS = Reason("wins the game")

Actions = Sequence[Action]


def reasons_of(game: Game) -> Reasons | None:
    """What a game says for its moves, in its own file or in `reasons.py` beside it; None if nothing."""
    if "reasons" not in game.rules.plain:
        name = f"{game.rules.position.__module__.removesuffix('rules')}reasons"
        if name.endswith(".reasons") and name not in sys.modules and find_spec(name):
            import_module(name)
    return game.rules.plain.get("reasons")


def reason_for(state: State, chosen: Actions, others: Sequence[Actions], chance: Sources, seconds: float) -> str:
    """What speaks for a move, to follow "it": "wins the trick and keeps your trumps"; empty if nothing certain does.

    Args:
        state: The game; only what the seat whose turn it is knows is used.
        chosen: The actions of the move.
        others: Other moves.
        chance: The source of the deals.
        seconds: The time that may be taken; a few deals are tried in any case.
    """
    until = perf_counter() + seconds
    found, deals = _tried(state, chosen, DEALS, chance, until)
    step = max(1, -(-len(others) // OTHERS))
    elsewhere, times = Counter[str](), 0
    for other in others[::step]:
        theirs, tried = _tried(state, other, DEALS_OF_OTHERS, chance, until)
        elsewhere.update({reason.text: n for reason, n in theirs.items()})
        times += tried
    said = list[str]()
    for reason, n in found.items():
        is_counted = "{n}" in reason.text
        share, other_share = n / deals, elsewhere[reason.text] / max(1, times)
        if is_counted:
            said.append(reason.text.format(n=n, of=deals))
        elif share >= USUALLY and share - other_share >= DIFFERENCE:
            said.append(reason.text if reason.sure and n == deals else f"probably {reason.text}")
    return " and ".join(said[:MOST_SAID])


def _tried(state: State, actions: Actions, deals: int, chance: Sources, until: float) -> tuple[Counter[Reason], int]:
    """The reasons given for a move in several deals, each with the number of deals; and the number of deals."""
    found, says = Counter[Reason](), reasons_of(state.game)
    seat, tried = state.turn, 0
    assert seat is not None
    while tried < deals and (tried < 2 or perf_counter() < until):
        dealt = DealtState(state.game, state.redeal(seat, chance), 0)
        before = read_position(dealt.position_at(0))
        for action in actions:
            dealt.play(action)
        trial = Trial(
            before, read_position(dealt.position.copy()), seat, actions, _events(dealt, 0), _PlayedOn(dealt, seat, chance)
        )
        given = [WINS] if seat in dealt.winners() else []
        given += dict.fromkeys(says(trial)) if says else []
        found.update(given)
        tried += 1
    return found, tried


def _events(state: State, since: int) -> Events:
    """The events of the actions after the first `since`."""
    return tuple(event for events in state.event_log().said[since + 1 :] for event in events)


class _PlayedOn:
    """Plays on by the heuristics, in a copy."""

    def __init__(self, state: State, seat: int, chance: Sources) -> None:
        self._state, self._seat, self._chance = state, seat, chance

    def __call__(self, to_end: bool) -> Events:
        state, bot = self._state.copy(), HeuristicBot()
        made, deal = state.action_count, int(deals_done(state.position[0]))
        for _ in range(MOST_ACTIONS):
            if state.turn is None or int(deals_done(state.position[0])) != deal:
                break
            if state.turn == self._seat and not to_end:
                break
            state.play(bot.choose(state.game, state.position, self._chance))
        return _events(state, made)
