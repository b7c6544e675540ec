"""Game records: written as JSON, read again, and refused if they are inconsistent."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sevenfold
from sevenfold.records.record import KEYS, as_record, from_record


def finished(name: str, seed: int, **options: Any) -> sevenfold.State:
    """A game played to its end."""
    state = sevenfold.load(name, **options).start(seed)
    while not state.is_over:
        state.play(state.legal_actions()[-1])
    return state


WHOLE = as_record(finished("sane_sevens", 2, silly=True))


def test_what_a_record_holds() -> None:
    """A record holds these keys; the steps of a move are one string."""
    assert tuple(WHOLE) == (*KEYS, "rules")
    assert (WHOLE["format"], WHOLE["game"], WHOLE["players"], WHOLE["seed"]) == (1, "sane_sevens", 2, 2)
    assert WHOLE["options"] == {"players": 2, "silly": True}
    assert set(WHOLE["result"]) == {"winners", "returns", "truncated"}
    joker = next(move for move in WHOLE["moves"] if move.startswith("play X"))
    assert joker.count(", name ") == 1
    assert json.loads(json.dumps(WHOLE)) == WHOLE


def test_a_game_that_is_on() -> None:
    """The record of an unfinished game has no result."""
    state = finished("seven_truf", 1)
    for _ in range(100):
        state.undo()
    record = as_record(state)
    assert record["result"] is None
    assert from_record(record) == state


ALTERED = [
    ({"format": 4}, "format"),
    ({"format": True}, "format"),
    ({"game": "sane_eights"}, "no game sane_eights"),
    ({"game": 7}, "game must be"),
    ({"options": {"players": 9}}, "players must be one of"),
    ({"options": {"jokers": True}}, "no option jokers"),
    ({"options": {"name": True}}, "no option name"),
    ({"options": {"self": True}}, "no option self"),
    ({"options": []}, "options must be"),
    ({"players": 3}, "players is 3, but this game has 2"),
    ({"seed": -1}, "seed must be"),
    ({"seed": "2"}, "seed must be"),
    ({"seed": True}, "seed must be"),
    ({"seed": 1 << 64}, "seed must be a whole number from 0 to 2^53 - 1, or a larger one as a text of 64 hexadecimal digits"),
    ({"seed": "0" * 63 + "2"}, "seed must be"),
    ({"seed": 3}, "Move "),
    ({"limit": 0}, "limit is"),
    ({"limit": 2}, "The game is over"),
    ({"limit": None}, "limit must be"),
    ({"moves": "play"}, "moves must be"),
    ({"moves": [7]}, "Move 1 must be text"),
    ({"moves": ["jump"]}, "Move 1, 'jump', does not fit"),
    ({"moves": []}, "still on"),
    ({"moves": [*WHOLE["moves"], "draw"]}, f"Move {len(WHOLE['moves']) + 1}"),
    ({"result": None}, "has no result"),
    ({"result": []}, "result must be"),
    ({"result": {}}, "winners"),
    ({"result": {**WHOLE["result"], "winners": [0, 1]}}, "winners is"),
    ({"result": {**WHOLE["result"], "returns": [5, 5]}}, "returns is"),
    ({"result": {**WHOLE["result"], "truncated": True}}, "truncated is"),
    ({"result": {**WHOLE["result"], "truncated": 0}}, "truncated is"),
    ({"result": {**WHOLE["result"], "winners": [True]}}, "winners is"),
    ({"players": 2.5}, "players is"),
]


@pytest.mark.parametrize(("change", "says"), ALTERED)
def test_altered_records(change: dict[str, Any], says: str) -> None:
    """An altered record is refused with a message that names the fault."""
    with pytest.raises(sevenfold.BadRecord) as refusal:
        from_record({**WHOLE, **change})
    assert says in str(refusal.value)


@pytest.mark.parametrize("key", KEYS)
def test_missing_keys(key: str) -> None:
    """A key that is missing is named."""
    record = deepcopy(WHOLE)
    del record[key]
    with pytest.raises(sevenfold.BadRecord, match=key):
        from_record(record)


@pytest.mark.parametrize("data", [None, 3, "x", [], [WHOLE]])
def test_no_record(data: object) -> None:
    """A record must be a JSON object; anything else is refused."""
    with pytest.raises(sevenfold.BadRecord, match="one JSON object"):
        from_record(data)


def refusal_of(data: object) -> str:
    """Why a record is refused; empty for one that is read."""
    try:
        from_record(data)
    except sevenfold.BadRecord as refusal:
        return str(refusal)
    return ""


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=5,
)


@settings(max_examples=150, deadline=None, derandomize=True, database=None)
@given(st.sampled_from(KEYS), JSON)
def test_anything_in_place_of_a_value(key: str, value: object) -> None:
    """Any record is either refused with BadRecord or read exactly as written; no other error is raised."""
    record = {**WHOLE, key: value}
    assert refusal_of(record) or as_record(from_record(record)) == {**record, "format": 1}  # which is all it needs


@settings(max_examples=150, deadline=None, derandomize=True, database=None)
@given(st.integers(0, len(WHOLE["moves"]) - 1), st.text(max_size=12) | st.sampled_from(WHOLE["moves"]))
def test_anything_in_place_of_a_move(at: int, move: str) -> None:
    """A changed move is refused by its number, or contradicts the rest of the record."""
    moves = [*WHOLE["moves"][:at], move, *WHOLE["moves"][at + 1 :]]
    if moves == WHOLE["moves"]:
        return
    refusal = refusal_of({**WHOLE, "moves": moves})
    assert any(word in refusal for word in ("Move ", "result", "still on"))
