"""Verified shuffles: how the key is computed, what a record contains, and what verification finds."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sevenfold
from sevenfold.cli import run
from sevenfold.protocol import GameRecord
from sevenfold.records.record import as_record, from_record
from sevenfold.records.shuffle import Shuffle, checked, commitment, findings, key, new_secret

VECTORS = Path(__file__).parents[2] / "web" / "src" / "shuffle" / "vectors.json"
BYTES = st.binary(min_size=32, max_size=32)
SHUFFLES = st.builds(Shuffle, BYTES, st.dictionaries(st.integers(0, 5), BYTES, max_size=6))
few = settings(max_examples=100, deadline=None, derandomize=True, database=None)

SHUFFLE = Shuffle(bytes(range(32)), {2: b"\x02" * 32, 0: b"\x07" * 32})
LONE = Shuffle(bytes(range(1, 33)))


def dealt(shuffle: Shuffle) -> dict[str, Any]:
    """The record of a game dealt by a shuffle."""
    state = sevenfold.load("sane_sevens", players=3).start(shuffle.seed)
    while not state.is_over:
        state.play(state.legal_actions()[0])
    return as_record(state, shuffle)


WHOLE = dealt(SHUFFLE)
OTHER = "0" * 63 + "1"


# -- the key ----------------------------------------------------------------------------------------------------------


def test_the_key_by_hand() -> None:
    """The key is the SHA-256 of the lines that docs/study/chance.md shows, the commitment that of the secret's bytes."""
    lines = f"sevenfold shuffle 1\nsecret {SHUFFLE.secret.hex()}\nseat 0 {'07' * 32}\nseat 2 {'02' * 32}\n"
    assert key(SHUFFLE.secret, SHUFFLE.contributions) == sha256(lines.encode()).digest()
    assert f"{SHUFFLE.seed:064x}" == sha256(lines.encode()).hexdigest()
    assert commitment(SHUFFLE.secret) == SHUFFLE.commitment == sha256(SHUFFLE.secret).digest()


def test_the_pages_vectors() -> None:
    """The test vectors of the page's own verification match this code."""
    vectors = json.loads(VECTORS.read_text())
    assert len(vectors) >= 4
    for vector in vectors:
        contributions = {one["seat"]: bytes.fromhex(one["random"]) for one in vector["contributions"]}
        shuffle = Shuffle(bytes.fromhex(vector["secret"]), contributions)
        assert vector == {**shuffle.as_json(), "key": f"{shuffle.seed:064x}"}


@few
@given(SHUFFLES, st.randoms(use_true_random=False))
def test_whatever_changes_gives_another_key(shuffle: Shuffle, random: Any) -> None:
    """The secret, any contribution, its seat, and its presence matter, but not the order of arrival."""
    order = list(shuffle.contributions)
    random.shuffle(order)
    assert Shuffle(shuffle.secret, {seat: shuffle.contributions[seat] for seat in order}).seed == shuffle.seed
    keys = {shuffle.seed, Shuffle(sha256(shuffle.secret).digest(), shuffle.contributions).seed}
    for seat, given_ in shuffle.contributions.items():
        rest = {other: value for other, value in shuffle.contributions.items() if other != seat}
        keys.add(Shuffle(shuffle.secret, rest).seed)
        keys.add(Shuffle(shuffle.secret, {**rest, 6: given_}).seed)
        keys.add(Shuffle(shuffle.secret, {**rest, seat: sha256(given_).digest()}).seed)
    assert len(keys) == 2 + 3 * len(shuffle.contributions)


@few
@given(SHUFFLES)
def test_a_shuffle_is_written_and_read(shuffle: Shuffle) -> None:
    """As JSON it agrees with itself, and with its seed alone."""
    written = json.loads(json.dumps(shuffle.as_json()))
    assert checked(written, shuffle.seed, 6) == shuffle
    with pytest.raises(sevenfold.BadRecord, match="not the promised one"):
        checked(written, shuffle.seed ^ 1, 6)


def test_secrets_are_new() -> None:
    """A secret is 32 bytes, and never the same."""
    assert len({new_secret() for _ in range(100)}) == 100
    assert len(new_secret()) == 32


@pytest.mark.parametrize(
    "make",
    [
        lambda: commitment(b"short"),
        lambda: key(bytes(33), {}),
        lambda: key(bytes(32), {0: b""}),
        lambda: key(bytes(32), {-1: bytes(32)}),
    ],
)
def test_what_makes_no_key(make: Callable[[], object]) -> None:
    """A secret and contributions are 32 bytes each, and come from seats."""
    with pytest.raises(sevenfold.BadInput, match=r"32 bytes long, not|comes from a seat, not"):
        make()


# -- in a record ------------------------------------------------------------------------------------------------------


def test_a_record_with_its_shuffle() -> None:
    """It holds the shuffle, is of format 2, is read again, and is what the page gets."""
    assert (WHOLE["format"], WHOLE["seed"]) == (2, f"{SHUFFLE.seed:064x}")
    assert WHOLE["shuffle"] == {
        "commitment": SHUFFLE.commitment.hex(),
        "secret": SHUFFLE.secret.hex(),
        "contributions": [{"seat": 0, "random": "07" * 32}, {"seat": 2, "random": "02" * 32}],
    }
    state = from_record(json.loads(json.dumps(WHOLE)))
    assert as_record(state, SHUFFLE) == WHOLE
    assert GameRecord(**WHOLE).model_dump() == {**WHOLE, "resigned": None}
    plain = {name: value for name, value in WHOLE.items() if name != "shuffle"}
    assert as_record(from_record({**plain, "shuffle": None})) == plain
    assert GameRecord(**plain).shuffle is None


def altered(**change: object) -> dict[str, Any]:
    """The record with something else in its shuffle."""
    return {**WHOLE, "shuffle": {**WHOLE["shuffle"], **change}}


FIRST, SECOND = WHOLE["shuffle"]["contributions"]
DISAGREES = [
    (altered(secret=OTHER), "not the SHA-256 of the shuffle's secret"),
    (altered(commitment=OTHER), "not the SHA-256 of the shuffle's secret"),
    (altered(contributions=[FIRST]), "but the record's seed is"),
    (altered(contributions=[]), "but the record's seed is"),
    (altered(contributions=[FIRST, {**SECOND, "seat": 1}]), "but the record's seed is"),
    (altered(contributions=[FIRST, {**SECOND, "random": OTHER}]), "but the record's seed is"),
    (altered(secret=LONE.secret.hex(), commitment=LONE.commitment.hex()), "but the record's seed is"),
    ({**WHOLE, "seed": 7}, "but the record's seed is"),
    ({**WHOLE, "shuffle": LONE.as_json(), "seed": f"{LONE.seed:064x}"}, "Move "),
]
MALFORMED = [
    ({**WHOLE, "shuffle": 7}, "must be an object with commitment, secret, contributions, not 7"),
    ({**WHOLE, "shuffle": {}}, "must be an object with"),
    (altered(secret=None), "The shuffle's secret must be 64 hexadecimal digits"),
    (altered(secret="0" * 63), "64 hexadecimal digits"),
    (altered(secret=WHOLE["shuffle"]["secret"].upper()), "64 hexadecimal digits"),
    (altered(commitment=[]), "The shuffle's commitment must be"),
    (altered(contributions={}), "must be a list, not {}"),
    (altered(contributions=[7]), "has a seat from 0 to 2 and random, not 7"),
    (altered(contributions=[{"seat": 3, "random": OTHER}]), "has a seat from 0 to 2"),
    (altered(contributions=[{"seat": True, "random": OTHER}]), "has a seat from 0 to 2"),
    (altered(contributions=[{"seat": 0}]), "has a seat from 0 to 2 and random"),
    (altered(contributions=[{"seat": 0, "random": "x"}]), "What seat 0 contributed must be"),
    (altered(contributions=[SECOND, FIRST]), "in the order of their seats"),
    (altered(contributions=[FIRST, FIRST]), "in the order of their seats"),
]


@pytest.mark.parametrize(("record", "says"), DISAGREES + MALFORMED)
def test_altered_shuffles(record: dict[str, Any], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An inconsistent shuffle is refused by the library and by `verify`, with a message that names the fault."""
    with pytest.raises(sevenfold.BadRecord) as refusal:
        from_record(record)
    assert says in str(refusal.value)
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record))
    assert run(["verify", str(path)]) == (2 if (record, says) in MALFORMED else 1)
    told = capsys.readouterr()
    assert (told.out, told.err.splitlines()[-1]) == ("", f"sevenfold: {refusal.value}")


# -- checked by a player ----------------------------------------------------------------------------------------------


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A file with the record of a verified shuffle."""
    path = tmp_path / "game.json"
    path.write_text(json.dumps(WHOLE))
    return path


@pytest.mark.parametrize(
    ("given_", "said"),
    [
        ([], ["Whoever saw the commitment", "before the deal can be sure of it."]),
        (["--commitment", SHUFFLE.commitment.hex()], ["The commitment is the one you were shown."]),
        (["--commitment", SHUFFLE.commitment.hex().upper()], ["The commitment is the one you were shown."]),
        (["--mine", "02" * 32], ["Your randomness went in, as that of seat 2."]),
        (["--commitment", SHUFFLE.commitment.hex(), "--mine", "07" * 32], ["you were shown.", "went in, as that of seat 0."]),
    ],
)
def test_a_good_record(record: Path, given_: list[str], said: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """`verify` says what was checked, and that it agrees."""
    assert run(["verify", str(record), *given_]) == 0
    told = capsys.readouterr().out
    assert "everything fits." in told
    assert "The deal was the promised one: the commitment is the SHA-256 of the secret, and the seed comes from that" in told
    assert "secret and what seats 0 and 2 contributed." in told
    for words in said:
        assert words in told


@pytest.mark.parametrize(
    ("given_", "code", "says"),
    [
        (["--commitment", OTHER], 1, f"in the record is {SHUFFLE.commitment.hex()}, not the one you were shown."),
        (["--mine", OTHER], 1, "Your randomness did not go into the deal"),
        (["--commitment", SHUFFLE.commitment.hex(), "--mine", OTHER], 1, "Your randomness did not go into the deal"),
        (["--commitment", "abc"], 2, "A commitment is 64 hexadecimal digits, not 'abc'."),
        (["--commitment", ""], 2, "A commitment is 64 hexadecimal digits, not ''."),
        (["--mine", "x" * 64], 2, "is 64 hexadecimal digits, not 'xxxx"),
    ],
)
def test_what_a_player_holds_against_it(
    record: Path, given_: list[str], code: int, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A different commitment, and a contribution that was not used, are detected."""
    assert run(["verify", str(record), *given_]) == code
    assert says in capsys.readouterr().err


def test_nothing_to_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A record without a shuffle is verified as before, but cannot answer what is asked of its shuffle."""
    path = tmp_path / "game.json"
    path.write_text(json.dumps({name: value for name, value in WHOLE.items() if name != "shuffle"}))
    assert run(["verify", str(path)]) == 0
    assert "promised" not in capsys.readouterr().out
    assert run(["verify", str(path), "--commitment", OTHER]) == 1
    assert "Nothing here says how the deal was made" in capsys.readouterr().err


def test_sentences() -> None:
    """Contributors are named."""
    assert "comes from that secret alone." in findings(LONE, None, None)[0]
    assert "what seat 4 contributed." in findings(Shuffle(bytes(32), {4: bytes(32)}), None, None)[0]
    three = Shuffle(bytes(32), dict.fromkeys((0, 1, 5), bytes(32)))
    assert "what seats 0, 1 and 5 contributed." in findings(three, None, None)[0]
