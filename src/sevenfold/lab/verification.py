"""Checking game records and transcripts by replaying their seeds and moves."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from sevenfold.errors import BadInput, BadRecord, NotARecord
from sevenfold.playing import seeds
from sevenfold.records.record import Replayed, from_record, replay_of, rules_note
from sevenfold.records.shuffle import checked, findings
from sevenfold.records.verify import check_transcript, games_of
from sevenfold.system.files import check_output, lines_of, name_of, parse_json, why

if TYPE_CHECKING:
    from sevenfold.playing.game import State

LONGEST_FIRST_LINE = 1 << 16  # bytes of a transcript's first line, which names the game


def report(text: str, shown: bytes | None = None, mine: bytes | None = None) -> list[str]:
    """The checks that a record or transcripts have passed, in sentences; see `verify` and `shuffle.findings`."""
    games = [(state.game.name, state.action_count, state.is_over) for state in verify(text)]
    if len(games) > 1:
        sentences = [f"{len(games):,} games, {sum(count for _, count, _ in games):,} actions: everything fits."]
    else:
        sentences = [
            f"{name}, {count:,} action{'s' * (count != 1)}{'' if over else ', broken off'}: everything fits."
            for name, count, over in games
        ]
    if not is_transcript(text) and (note := rules_note(parse_json(text))):
        sentences.append(f"{note} It fits today's rules as well.")
    return sentences + _of_the_shuffle(text, shown, mine)


def _of_the_shuffle(text: str, shown: bytes | None, mine: bytes | None) -> list[str]:
    """What a record's shuffle proves, in sentences."""
    data = {} if is_transcript(text) else parse_json(text)
    shuffle = checked(data["shuffle"], seeds.from_json(data["seed"]), data["players"]) if "shuffle" in data else None
    if shuffle:
        return findings(shuffle, shown, mine)
    if shown or mine:
        raise BadRecord("Nothing here says how the deal was made: a record of a verified shuffle has the key shuffle.")
    return []


def verify(text: str) -> Iterator[State]:
    """Play again the games of a game record (one JSON object) or of transcripts (JSON Lines).

    Yields:
        Each game's state after its last move.

    Raises:
        BadRecord: Something does not fit; the message names the first such thing.
        NotARecord: The text is neither a game record nor a transcript.
    """
    if is_transcript(text):
        for lines, events in games_of(text):
            yield check_transcript(events, lines)
    else:
        yield from_record(_parsed(text))


def only_game(text: str) -> Replayed:
    """The one game of a record or a transcript, as far as it fits today's rules; BadInput if there are several.

    Raises:
        BadRecord: Something does not fit although the rules have not changed; the message names the first such thing.
        NotARecord: The text is neither a game record nor a transcript.
    """
    if not is_transcript(text):
        return replay_of(_parsed(text))
    games = list(islice(verify(text), 2))
    if len(games) != 1:
        raise BadInput("These are transcripts of several games; put the one to be read in a file of its own.")
    return Replayed(games[0])


def is_transcript(text: str) -> bool:
    """Whether the first line is an event, so that the text is a transcript and not a record."""
    _, first = next(lines_of(text), (0, ""))
    try:
        event = json.loads(first)  # what is wrong in it is told later
    except (ValueError, RecursionError):
        return False
    return isinstance(event, dict) and "event" in event


def check_replaceable(path: Path) -> None:
    """BadInput if a file is there that holds something else than transcripts, which must not be written over."""
    check_output(path)
    try:
        if not path.is_file() or not path.stat().st_size:
            return
        with path.open("rb") as file:
            begin = file.readline(LONGEST_FIRST_LINE).decode("utf-8-sig", "replace")
    except OSError as error:
        raise BadInput(f"{name_of(path)} cannot be written: {why(error)}.") from error
    if not is_transcript(begin):
        raise BadInput(f"{name_of(path)} is there already and holds something else than transcripts; name another file.")


def _parsed(text: str) -> object:
    try:
        return parse_json(text)
    except BadInput as error:
        raise NotARecord(f"This is neither a record (one JSON object) nor a transcript (JSON Lines): {error}.") from error
