"""Transcripts and records: an independent referee accepts those of real games and rejects altered ones, and so do we."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate
from typing import Any

import pytest

import sevenfold
from helpers import referee
from helpers.random_games import random_game
from helpers.selection import every_combination, games
from sevenfold.errors import BadRecord
from sevenfold.kernel.chance import below, source
from sevenfold.kernel.questions import move_begins
from sevenfold.lab.verification import verify
from sevenfold.records.record import as_record, from_record
from sevenfold.records.transcript import as_lines, transcript
from sevenfold.records.transcript import lines_by_action as lines_of_all
from sevenfold.records.verify import _path, check_transcript
from tools.games.combinations import combinations_of

EVENTS = 200  # that the referee checks of each combination
LIMITS = (2_000, 7, 40, 1)  # of turns
OURS = 4  # of these games our own check reads too
LONG = {"seven_and_seven": 300}  # turns: random games of it last thousands
PLACES = 60  # at which other moves are tried, in all combinations of a game together
TRIES = 4  # of other values, for each key of a move
TAMPERED = 60  # transcripts, in all combinations of a game together
Event = dict[str, Any]

every_game = pytest.mark.parametrize("name", sevenfold.game_names())
half_of_the_games = pytest.mark.parametrize("name", games())  # the others are slow


def refused_by_referee(events: list[Event]) -> int:
    """The line that the referee refuses; 0 if none."""
    try:
        referee.check_game(list(enumerate(events, start=1)))
    except referee.Refused as refused:
        return refused.line
    return 0


def refused_by_us(events: list[Event]) -> int:
    """The line that `check_transcript` refuses; 0 if none."""
    try:
        check_transcript(events)
    except BadRecord as refused:
        return refused.line or -1
    return 0


@cache
def games_of(name: str) -> list[sevenfold.State]:
    """A random game, and a truncated one, of each combination of a game's options."""
    lengths = ((1, LONG.get(name, 600)), (2, 9))
    return [random_game(game, seed, limit=limit) for game in combinations_of(name) for seed, limit in lengths]


@cache
def lines_by_action(name: str) -> list[list[Event]]:
    """Their transcripts."""
    return [list(transcript(state)) for state in games_of(name)]


def some(chooser: Any, members: Sequence[Any], n: int) -> list[Any]:
    """At most n of the members, at random."""
    return [members[below(chooser[0], len(members))] for _ in members[:n]]


# -- games as they are ------------------------------------------------------------------------------------------------


@every_combination
def test_the_referee_accepts_random_games(game: sevenfold.Game) -> None:
    """Every step of random games, some of them truncated, follows the rulebook, and our own check agrees."""
    seen = seed = 0
    while seen < EVENTS or seed < len(LIMITS):
        state = random_game(game, seed, limit=min(LIMITS[seed % len(LIMITS)], LONG.get(game.id, 2_000)))
        text = as_lines(state)
        assert referee.check(text) == 1
        if seed < OURS:
            assert check_transcript([json.loads(line) for line in text.splitlines()]) == state
        seen += text.count("\n")
        seed += 1


def test_the_referee_reads_files_of_many_games() -> None:
    """A file may contain many games; the number of a refused line counts from the start of the file."""
    texts = [as_lines(random_game(sevenfold.load("sane_sevens"), seed, limit=5)) for seed in range(3)]
    assert referee.check("".join(texts)) == 3
    wrong = texts[1].replace('"truncated": true', '"truncated": false')
    with pytest.raises(referee.Refused) as refused:
        referee.check(texts[0] + wrong + texts[2])
    assert refused.value.line == (texts[0] + texts[1]).count("\n")


def test_our_check_names_the_line_of_the_file() -> None:
    """Empty lines are skipped, but counted."""
    texts = [as_lines(random_game(sevenfold.load("sane_sevens"), seed, limit=5)) for seed in range(2)]
    wrong = texts[1].replace('"truncated": true', '"truncated": 1')
    with pytest.raises(BadRecord) as refused:
        list(verify("\n" + texts[0].replace("\n", "\n\n") + wrong))
    assert refused.value.line == 1 + 2 * texts[0].count("\n") + texts[1].count("\n")


def test_a_transcript_that_breaks_off_is_refused_after_its_last_line() -> None:
    """Wherever it breaks off, the line that is missing is named."""
    events = lines_by_action("sane_sevens")[1]
    for left in range(1, len(events)):
        assert refused_by_us(events[:left]) == left + 1


# -- what may be played -----------------------------------------------------------------------------------------------


def values_of_moves(name: str) -> dict[str, list[Any]]:
    """The possible values of the keys of a game's moves: all that occur anywhere, and every card for a card."""
    values: dict[str, list[Any]] = {}
    for event in (event for events in lines_by_action(name) for event in events if event["event"] == "move"):
        for key in set(event) - {"event", "seat"}:
            known = values.setdefault(key, [])
            if event[key] not in known:
                known.append(event[key])
    if "card" in values:
        values["card"] = [*games_of(name)[0].game.pack.codes(-1), *(v for v in values["card"] if v is None)]
    return values


@every_game
def test_the_referee_allows_the_same_moves(name: str) -> None:
    """If one key of a move is changed, rules and referee agree on whether it may be made there."""
    values = values_of_moves(name)
    chooser = source(5)
    verdicts = set()
    games = games_of(name)
    for game, events in zip(games, lines_by_action(name), strict=True):
        state = game.copy()
        first = list(accumulate(map(len, lines_of_all(state)), initial=1))[1:]  # after so many actions, the next event
        begins = [made for made in range(len(state.actions)) if move_begins(state.position_at(made)[0])]
        places = [made for made in begins if events[first[made]]["event"] == "move"]
        for made in sorted(some(chooser, places, -(-PLACES // len(games))), reverse=True):
            while len(state.actions) > made:
                state.undo()
            before, event = events[: first[made]], events[first[made]]
            for key in [key for key in event if key in values]:
                for value in some(chooser, values[key], TRIES):
                    other = {**event, key: value}
                    ours = _path(state.game, state.position, other) is None
                    theirs = refused_by_referee([*before, other]) == len(before) + 1
                    who = "our rules refuse" if ours else "the referee refuses"
                    in_order = key == "to" and ours  # SUITORS-2: in which order a seat's three cards are asked for is up to us
                    assert ours == theirs or in_order, f"{who} {other} after {before[-3:]}"
                    verdicts.add(ours)
    assert verdicts == {True, False}


# -- tampered transcripts -----------------------------------------------------------------------------------------------


def spoiled(value: Any) -> Iterator[Any]:
    """Other values in place of one."""
    match value:
        case bool():
            yield not value
        case int() | float():
            yield value + 1
            yield str(value)
        case str():
            yield "R8"
            yield None
        case list():
            yield [*value, *value[-1:]] if value else [0]
            if value:
                yield value[:-1]
                yield from ([instead, *value[1:]] for instead in spoiled(value[0]))
        case dict():
            for key in value:
                yield {k: v for k, v in value.items() if k != key}
                yield from ({**value, key: instead} for instead in spoiled(value[key]))


def tampered(events: list[Event], chooser: Any) -> Iterator[tuple[int, list[Event]]]:
    """Games that are impossible because one line was changed, removed or doubled: (index of the line, the game)."""
    options = [game.options for game in combinations_of(events[0]["game"])]  # an option may have made no difference
    kinds: dict[str, list[int]] = {}
    for i, event in enumerate(events):
        kinds.setdefault(str(event.get("move", event["event"])), []).append(i)
    for places in kinds.values():
        i = places[below(chooser[0], len(places))]
        before, event, after = events[:i], events[i], events[i + 1 :]
        is_move = event["event"] == "move"
        if i and not (is_move and events[0]["players"] == 1):  # a solitaire may well go on without a move
            yield i, [*before, *after]
        yield i, [*before, event, event, *after]
        for key in [key for key in event if key not in ("leader", "seed", "limit", "event")]:
            yield i, [*before, {k: v for k, v in event.items() if k != key}, *after]
            if not is_move or key in ("seat", "move"):  # the test above tries other moves
                for instead in spoiled(event[key]):
                    if key != "options" or instead not in options:
                        yield i, [*before, {**event, key: instead}, *after]
    limit = events[0]["limit"] + 1 if events[-1]["truncated"] else 1
    if sum("move" in event for event in events) > 2:  # a single turn may consist of so few
        yield 0, [{**events[0], "limit": limit}, *events[1:]]


@half_of_the_games
def test_tampered_transcripts_are_refused(name: str) -> None:
    """A transcript with a line changed, removed or doubled is refused there or later, by the referee and by us."""
    chooser = source(6)
    for events in lines_by_action(name):
        for i, other in some(chooser, list(tampered(events, chooser)), -(-TAMPERED // len(lines_by_action(name)))):
            what = f"line {i + 1} of {len(events)}, {events[i]}, followed by {other[i : i + 2]}"
            assert refused_by_referee(other) > i, f"the referee passes {what}"
            assert refused_by_us(other) > i, f"we pass {what}"


@every_game
def test_another_seed_is_refused(name: str) -> None:
    """The cards are those of the seed, which the referee cannot know and we do."""
    events = lines_by_action(name)[0]
    other = [{**events[0], "seed": 999}, *events[1:]]
    assert not refused_by_referee(other)
    assert refused_by_us(other) in (1, 2)


# -- tampered records ---------------------------------------------------------------------------------------------------


@half_of_the_games
def test_tampered_records_are_refused(name: str) -> None:
    """A record with a move that may not be made is refused, and the move named; with another result, and the result named."""
    games = combinations_of(name)
    for game in {games[0], games[len(games) // 2], games[-1]}:  # a record is checked alike with all options
        state = random_game(game, 8, actions=300)
        record = as_record(state)
        assert from_record(json.loads(json.dumps(record))) == state
        moves: list[str] = record["moves"]
        for number in {1, len(moves) // 2 + 1, len(moves)}:
            for wrong in ("sing", "", 7, f"{moves[number - 1]}, sing", None):
                spoilt = {**record, "moves": [*moves[: number - 1], wrong, *moves[number:]]}
                with pytest.raises(BadRecord, match=rf"Move {number}\b"):
                    from_record(spoilt)
        with pytest.raises(BadRecord):
            from_record({**record, "seed": record["seed"] + 1, "result": {"winners": [], "returns": [], "truncated": True}})
        last = random_game(game, 8, limit=LONG.get(name, 1000))
        record = as_record(last)
        for key, value in record["result"].items():
            for instead in spoiled(value):
                with pytest.raises(BadRecord, match=f"result's {key}"):
                    from_record({**record, "result": {**record["result"], key: instead}})
        with pytest.raises(BadRecord, match="no result"):
            from_record({**record, "result": None})
        with pytest.raises(BadRecord, match="still on"):
            from_record({**record, "moves": record["moves"][:-1]})
        with pytest.raises(BadRecord, match=rf"Move {len(record['moves']) + 1}\b"):
            from_record({**record, "moves": [*record["moves"], record["moves"][-1]]})
