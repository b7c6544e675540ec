"""Transcripts: all events of a game, so that a referee with only the rulebook can check it (docs/study/transcripts.md).

Every line between the first and the last is an event of the rules.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from sevenfold.kernel.events import RawEvent
from sevenfold.playing import seeds
from sevenfold.playing.game import Game, State
from sevenfold.view.event_text import whole_fields

from .record import check_recordable

FORMAT = 1

Line = dict[str, Any]  # values of JSON


def lines_of(game: Game, events: Sequence[RawEvent]) -> list[Line]:
    """The transcript's lines for some events, including hidden cards."""
    lines: list[Line] = []
    for kind, run in groupby((event for event in events if event.kind.line is not False), key=lambda event: event.kind):
        fields = [whole_fields(event, game.pack, game.players) for event in run]
        if kind.joins:
            rows = [fields[i : i + game.players] for i in range(0, len(fields), game.players)]
            lines += [{"event": kind.name, **kind.joins(row)} for row in rows]
            continue
        for own in fields:
            seat = {"seat": own["seat"]} if "seat" in own else {}
            line = kind.line(own) if callable(kind.line) else own
            for keys in line if isinstance(line, list) else [line] if line is not None else []:
                if kind.is_move:
                    lines.append({"event": "move", **seat, "move": kind.name, **{k: v for k, v in keys.items() if k != "seat"}})
                else:
                    lines.append({"event": kind.name, **keys})
    return lines


def first_line(state: State) -> Line:
    """The line that names the game; BadInput if its position was set up by hand."""
    check_recordable(state)
    game = state.game
    return {
        "event": "game", "format": FORMAT, "game": game.id, "options": dict(game.options), "players": game.players,
        "seed": seeds.as_json(state.seed), "dealer": int(state.position_at(0)[0].dealer), "limit": state.limit,
    }  # fmt: skip


def last_line(state: State) -> Line:
    """The line that says how a game ended."""
    return {"event": "end", "winners": state.winners(), "returns": state.returns(), "truncated": state.is_truncated}


def lines_by_action(state: State, since: int = 0) -> list[list[Line]]:
    """The lines for the start (0) and for each action so far; since: only those from this action on."""
    return [lines_of(state.game, events) for events in state.event_log().said[since:]]


def transcript(state: State) -> Iterator[Line]:
    """All lines of a game."""
    yield first_line(state)
    for lines in lines_by_action(state):
        yield from lines
    if state.is_over:
        yield last_line(state)


def as_lines(state: State) -> str:
    """A game's transcript as JSON Lines."""
    return "".join(json.dumps(line) + "\n" for line in transcript(state))
