"""Verifying what others wrote: a record, or transcripts, held against the games that their seeds and moves give."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sevenfold.engine.game_record import KEYS, check_transcript, from_record, games_of
from sevenfold.engine.registry import load_with
from sevenfold.errors import BadInput, BadRecord, SevenfoldError

if TYPE_CHECKING:
    from sevenfold.engine.state import State


def verify(text: str) -> Iterator[State]:
    """The games of a record (one JSON object) or of transcripts (JSON Lines), each played through again.

    BadRecord says what does not fit first; BadInput refuses what is no record or transcript at all, or tells of a game
    that there is not.
    """
    try:
        if is_transcript(text):
            yield from _transcripts(text)
        else:
            yield _record(text)
    except RecursionError:
        raise BadInput("This is JSON nested too deep to be a record or a transcript.") from None


def is_transcript(text: str) -> bool:
    """Does the first line hold an event of its own?"""
    first = next((line for line in text.splitlines() if line.strip()), "")
    try:
        event = json.loads(first)
    except ValueError:
        return False
    return isinstance(event, dict) and "event" in event


def _record(text: str) -> State:
    try:
        data = json.loads(text)
    except ValueError as error:
        raise BadInput(f"This is neither a record (one JSON object) nor a transcript (JSON Lines): {error}.") from error
    try:
        return from_record(data)
    except BadRecord as error:
        if not _tells_a_game(data, KEYS) or not _is_formed(data):
            raise BadInput(str(error)) from error
        raise


def _is_formed(data: dict[str, Any]) -> bool:
    """Are a record's moves and result of the right kind, whether or not they fit?"""
    moves, result = data["moves"], data["result"]
    return isinstance(moves, list) and all(isinstance(move, str) for move in moves) and isinstance(result, dict | None)


def _transcripts(text: str) -> Iterator[State]:
    found = games_of(text)
    while True:
        events: list[dict[str, Any]] = []
        try:
            line, events = next(found)
            yield check_transcript(events, line)
        except StopIteration:
            return
        except BadRecord as error:
            if not events or not _tells_a_game(events[0], ("game", "options", "seed", "limit")):
                raise BadInput(str(error)) from error
            raise


def _tells_a_game(data: object, keys: tuple[str, ...]) -> bool:
    """Are all these keys there, and do they give a game that there is?"""
    if not isinstance(data, dict) or any(key not in data for key in keys):
        return False
    try:
        load_with(data["game"], data["options"]).start(data["seed"], limit=data["limit"])
    except (SevenfoldError, TypeError, ValueError):
        return False
    return True
