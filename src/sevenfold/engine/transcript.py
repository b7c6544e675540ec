"""Transcripts: a whole game told so that a referee with only the rulebook can check it (docs/transcripts.md).

A game's file tells its own moves (`tell`); dealing, scoring, the first line and the last are told here.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .bits import count
from .game import FORMAT
from .rules import OVER, deals_done, returns

if TYPE_CHECKING:
    from .game import Game
    from .state import Event, State


def events_of(game: Game, before: Any, action: int, after: Any) -> list[Event]:
    """The events of one action, from the raw states before and after it."""
    told = [plain(event) for event in game.tell(before, int(action), after)]
    if deals_done(after) != deals_done(before):
        if "scores" in game.rules.record.fields:
            told.append(score_event(game, before, after))
        if after.phase != OVER:
            told.append(deal_event(game, after))
    return told


def plain(event: Event) -> Event:
    """An event without NumPy's numbers."""
    return {key: int(value) if hasattr(value, "dtype") else value for key, value in event.items()}


def deal_event(game: Game, s: Any) -> Event:
    """A dealing, from the raw state right after it."""
    names = game.rules.record.fields
    seats = range(game.players)
    hands = [game.pack.codes(int(s.hands[seat])) if "hands" in names else [] for seat in seats]
    return {
        "event": "deal",
        "number": int(deals_done(s)) + 1,
        "dealer": int(s.dealer),
        "hands": hands,
        "table": game.deal_table(s),
        "stock": count(int(s.stock)) if "stock" in names else 0,
    }


def score_event(game: Game, before: Any, after: Any) -> Event:
    """A deal's scoring: each seat's own points, from the field `scores`, and the totals, which partners share."""
    points = [int(after.scores[seat] - before.scores[seat]) for seat in range(game.players)]
    totals = [int(returns(after, seat)) for seat in range(game.players)]
    return {"event": "score", "deal": int(deals_done(after)), "points": points, "totals": totals}


def transcript(state: State) -> Iterator[Event]:
    """All events of a game, the first and the last line included."""
    game = state.game
    first = state.at(0)[0]
    yield {
        "event": "game", "format": FORMAT, "game": game.id, "options": dict(game.options), "players": game.players,
        "seed": state.seed, "dealer": int(first.dealer), "limit": state.limit,
    }  # fmt: skip
    yield deal_event(game, first)
    for events in state.told():
        yield from events
    if state.is_over:
        yield {
            "event": "end", "winners": state.winners(), "returns": state.returns(), "truncated": state.is_truncated,
        }  # fmt: skip


def as_lines(state: State) -> str:
    """A game's transcript as JSON Lines."""
    return "".join(json.dumps(event) + "\n" for event in transcript(state))
