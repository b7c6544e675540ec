"""Verifying what others wrote: a game record, or transcripts, checked against the games that their seeds and moves give."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from sevenfold.errors import NotARecord
from sevenfold.records.checking import check_transcript, games_of
from sevenfold.records.record import from_record

if TYPE_CHECKING:
    from sevenfold.playing.game import State


def verify(text: str) -> Iterator[State]:
    """The games of a game record (one JSON object) or of transcripts (JSON Lines), each played again.

    BadRecord says what does not fit first; NotARecord refuses what is not a game record or a transcript at all.
    """
    try:
        if is_transcript(text):
            for lines, events in games_of(text):
                yield check_transcript(events, lines)
        else:
            yield _record(text)
    except RecursionError:
        raise NotARecord("This is JSON nested too deep to be a record or a transcript.") from None


def is_transcript(text: str) -> bool:
    """Does the first line hold a whole event?"""
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
        raise NotARecord(f"This is neither a record (one JSON object) nor a transcript (JSON Lines): {error}.") from error
    return from_record(data)
