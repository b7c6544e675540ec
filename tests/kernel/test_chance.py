"""Random numbers from a key: ChaCha8 as published, the same compiled and interpreted, hidden in the position."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import cast

import numpy as np
import pytest
import scipy
from hypothesis import given, settings
from hypothesis import strategies as st

import sevenfold
from helpers.random_games import random_game
from sevenfold.bots import MOST_SECRET, bot, choose
from sevenfold.kernel import chacha
from sevenfold.kernel.chance import MOST_SEED, MOST_SMALL_SEED, is_keyed, key_of, next_bits, pick, secret_source, source
from sevenfold.kernel.compiler.decorators import entry
from sevenfold.kernel.memory import copied
from sevenfold.kernel.sets import count
from sevenfold.kernel.types import Int64Array, Positions
from sevenfold.playing import seeds
from sevenfold.records.record import as_record, from_record
from sevenfold.records.transcript import as_lines

KEY = 0x00112233445566778899AABBCCDDEEFFFFEEDDCCBBAA99887766554433221100
NAMES = sevenfold.game_names()
KEYS = st.integers(MOST_SMALL_SEED + 1, MOST_SEED)


# -- the generator ----------------------------------------------------------------------------------------------------


@entry
def mix(first: chacha.Block, rounds: int) -> chacha.Block:
    """`chacha.block`, compiled."""
    return chacha.block(first, rounds)


Run = Callable[[chacha.Block, int], chacha.Block]


def stream(key: str, nonce: str, rounds: int, *, blocks: int = 2, counter: int = 0, run: Run = mix) -> str:
    """The first blocks of the stream; a nonce of 12 bytes leaves 4 for the counter, as in RFC 8439."""
    made = b""
    for number in range(counter, counter + blocks):
        tail = number.to_bytes(16 - len(nonce) // 2, "little") + bytes.fromhex(nonce)
        state = b"expand 32-byte k" + bytes.fromhex(key) + tail
        first = cast("chacha.Block", tuple(np.frombuffer(state, "<u4")))
        made += np.array(run(first, rounds), "<u4").tobytes()
    return made.hex()


# RFC 8439, 2.3.2; then draft-strombergson-chacha-test-vectors-01, TC1, TC2, TC4 and TC7: key, nonce, rounds, stream.
PUBLISHED = [
    (
        "00" * 32, "00" * 8, 8,
        ("3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
        "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"
        "d2aefa0deaa5c151bf0adb6c01f2a5adc0fd581259f9a2aadcf20f8fd566a26b"
        "5032ec38bbc5da98ee0c6f568b872a65a08abf251deb21bb4b56e5d8821e68aa"),
    ),
    (
        "01" + "00" * 31, "00" * 8, 8,
        ("cf5ee9a0494aa9613e05d5ed725b804b12f4a465ee635acc3a311de8740489ea"
        "289d04f43c7518db56eb4433e498a1238cd8464d3763ddbb9222ee3bd8fae3c8"
        "b4355a7d93dd8867089ee643558b95754efa2bd1a8a1e2d75bcdb32015542638"
        "291941feb49965587c4fdfe219cf0ec132a6cd4dc067392e67982fe53278c0b4"),
    ),
    (
        "ff" * 32, "ff" * 8, 8,
        ("e163bbf8c9a739d18925ee8362dad2cdc973df05225afb2aa26396f2a9849a4a"
        "445e0547d31c1623c537df4ba85c70a9884a35bcbf3dfab077e98b0f68135f54"
        "81d4933f8b322ac0cd762c27235ce2b31534e0244a9a2f1fd5e94498d47ff108"
        "790c009cf9e1a348032a7694cb28024cd96d3498361edb1785af752d187ab54b"),
    ),
    (
        "00112233445566778899aabbccddeeffffeeddccbbaa99887766554433221100", "0f1e2d3c4b5a6978", 8,
        ("db43ad9d1e842d1272e4530e276b3f568f8859b3f7cf6d9d2c74fa53808cb515"
        "7a8ebf46ad3dcc4b6c7dadde131784b0120e0e22f6d5f9ffa7407d4a21b695d9"
        "c5dd30bf55612fab9bdd118920c19816470c7f5dcd42325dbbed8c57a56281c1"
        "44cb0f03e81b3004624e0650a1ce5afaf9a7cd8163f6dbd72602257dd96e471e"),
    ),
    (
        "00" * 32, "00" * 8, 20,
        ("76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
        "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"
        "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
        "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"),
    ),
]  # fmt: skip


@pytest.mark.parametrize("run", [mix, chacha.block], ids=["compiled", "interpreted"])
def test_blocks_are_the_published_ones(run: Run) -> None:
    """Of ChaCha20 in RFC 8439, 2.3.2, and of ChaCha8 and ChaCha20 in draft-strombergson-chacha-test-vectors-01."""
    rfc = stream(bytes(range(32)).hex(), "000000090000004a00000000", 20, blocks=1, counter=1, run=run)
    assert rfc == (
        "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
        "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"
    )
    for key, nonce, rounds, expected in PUBLISHED:
        assert stream(key, nonce, rounds, run=run) == expected


def test_the_words_of_a_key_are_its_stream() -> None:
    """Draws from a key are its ChaCha8 stream with nonce 0, in words of eight bytes, little-endian, for long counters too."""
    expected = bytes.fromhex(stream(f"{KEY:064x}", "00" * 8, chacha.ROUNDS, blocks=3))
    words = np.array(key_of(KEY), np.uint64)
    drawn = [int(chacha.keyed_word(words, np.uint64(n))) for n in range(24)]
    assert b"".join(word.to_bytes(8, "little") for word in drawn) == expected
    far = bytes.fromhex(stream(f"{KEY:064x}", "00" * 8, chacha.ROUNDS, blocks=1, counter=(1 << 32) + 1))
    n = np.uint64(8 * ((1 << 32) + 1) + 7)
    assert int(chacha.keyed_word(words, n)).to_bytes(8, "little") == far[56:]
    assert chacha.keyed_word(words, n) == chacha.keyed_word.function(words, n)  # type: ignore[attr-defined]


def test_small_seeds_are_no_keys() -> None:
    """A seed below 2^64 has no key; the key of a larger one is its digits, and no two are the same."""
    assert not any(key_of(0))
    assert not any(key_of(MOST_SMALL_SEED))
    assert key_of(1 << 64) != key_of(1 << 65)
    assert b"".join(int(word).to_bytes(8, "little") for word in key_of(KEY)).hex() == f"{KEY:064x}"


@entry
def draws(positions: Positions, members: int, n: int, found: Int64Array) -> None:
    """n members of a set, drawn from a position, one after another."""
    for i in range(n):
        found[i] = pick(positions[0], members)


@pytest.mark.parametrize("members", [(1 << 52) - 1, 0b1011011, (1 << 62) - 1])
def test_keyed_draws_are_even(members: int) -> None:
    """Every member is drawn equally often, and draws are independent."""
    state = sevenfold.load("seven_truf").start(KEY)
    found: Int64Array = np.zeros(200_000, np.int64)
    draws(state.position, members, len(found), found)
    cards = [card for card in range(64) if members >> card & 1]
    drawn = Counter(found.tolist())
    assert set(drawn) == set(cards)
    assert scipy.stats.chisquare([drawn[card] for card in cards]).pvalue > 1e-6
    pairs = Counter((a % 7, b % 7) for a, b in pairwise(found.tolist()))
    once = Counter(card % 7 for card in cards)
    expected = {(a, b): once[a] * once[b] for a in once for b in once}
    scale = (len(found) - 1) / sum(expected.values())
    assert scipy.stats.chisquare([pairs[pair] for pair in expected], [n * scale for n in expected.values()]).pvalue > 1e-6


def test_first_deals_are_even() -> None:
    """Over many keys, dealers and the cards of a seat are uniformly distributed."""
    game, random = sevenfold.load("seven_truf"), Random(8)
    dealers: Counter[int] = Counter()
    cards: Counter[int] = Counter()
    for _ in range(4_000):
        s = game.start(random.randrange(1 << 64, 1 << 256)).position[0]
        dealers[int(s.dealer)] += 1
        cards.update(card for card in range(52) if int(s.hands[2]) >> card & 1)
    assert scipy.stats.chisquare([dealers[seat] for seat in range(4)]).pvalue > 1e-6
    assert len(cards) == 32  # TRUF-1
    assert scipy.stats.chisquare(list(cards.values())).pvalue > 1e-6


# -- in a game --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_keyed_game_is_the_same_again(name: str) -> None:
    """From the seed, after undo, as a copy, pickled, from its record and its transcript; another key gives another game."""
    game = sevenfold.load(name)
    state = random_game(game, KEY, limit=40)
    assert is_keyed(state.position[0])
    assert state.position[0].chance > 0
    assert random_game(game, KEY, limit=40) == state.copy() == pickle.loads(pickle.dumps(state)) == state
    assert from_record(as_record(state)) == state
    middle = state.copy()
    while middle.action_count > len(state.actions) // 2:
        middle.undo()
    lies = middle.position.tobytes()
    assert lies == state.position_at(middle.action_count).tobytes()
    assert [event.fields for event in middle.events(0)] == [e.fields for e in state.events(0) if e.made <= middle.action_count]
    for action in state.actions[middle.action_count :]:
        middle.play(action)
    assert middle == state
    while middle.action_count:
        middle.undo()
    assert middle == game.start(KEY, limit=40)
    assert hash(middle) == hash(game.start(KEY, limit=40))
    others = [game.start(KEY ^ 1 << bit, limit=40) for bit in (0, 63, 64, 130, 200, 255)]
    assert middle not in others
    assert len(set(map(str, others))) > 1


def test_equal_cards_from_another_key_are_not_equal() -> None:
    """Two states are equal only if their random keys are."""
    one, other = sevenfold.load("pyramid").start(KEY), sevenfold.load("pyramid").start(KEY)
    other.position[0].key[3] ^= 1
    assert one != other


@pytest.mark.parametrize("name", NAMES)
def test_nobody_gets_the_key(name: str) -> None:
    """Neither views nor the positions that bots get contain the key or the number of draws."""
    state = random_game(sevenfold.load(name), KEY, actions=5)
    if state.turn is None:
        state.undo()
    digits = {int(word).to_bytes(8, "little") for word in key_of(KEY)}
    given = [state.redacted(seat) for seat in (None, *range(state.game.players))]
    assert all(seen[0].chance == 0 for seen in given)
    redealt = [state.redeal(seat, source(3)) for seat in range(state.game.players)]
    assert all(dealt[0].chance > 1 << 32 for dealt in redealt)
    for position in (*given, *redealt):
        assert not is_keyed(position[0])
        assert not any(word in position.tobytes() for word in digits)
    other = state.copy()
    other.position["key"] = key_of(KEY ^ (1 << 255))
    for seat in range(state.game.players):
        assert state.redeal(seat, source(4)).tobytes() == other.redeal(seat, source(4)).tobytes()


def test_a_redealt_game_goes_on_without_the_key() -> None:
    """Draws in a re-dealt position come from the bot's own random source."""
    state = sevenfold.load("sane_sevens").start(KEY)
    dealt = state.redeal(0, source(5))
    again = copied(dealt)
    again["key"] = key_of(KEY)
    drawn = [int(next_bits(dealt[0])) for _ in range(3)]
    assert drawn != [int(next_bits(again[0])) for _ in range(3)]
    assert drawn == [int(next_bits(state.redeal(0, source(5))[0])) for _ in [0]] + drawn[1:]


SCRIPT = """
import sevenfold
for name in sevenfold.game_names():
    state = sevenfold.load(name).start({seed})
    for _ in range(30):
        if not state.is_over:
            state.play(state.legal_actions()[-1])
    print(name, state.position.tobytes()[8:].hex(), *state.actions)
"""


@pytest.mark.parametrize("seed", [KEY, MOST_SEED, 1 << 64])
def test_interpreted_games_are_the_same(seed: int) -> None:
    """With NUMBA_DISABLE_JIT=1 a key gives exactly the same games."""
    from os import environ

    told = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT.format(seed=seed)],
            env={**environ, "NUMBA_DISABLE_JIT": disabled}, capture_output=True, text=True, check=True,
        ).stdout
        for disabled in ("0", "1")
    ]  # fmt: skip
    assert told[0] == told[1] != ""


# -- seeds, written ---------------------------------------------------------------------------------------------------


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(st.integers(0, MOST_SEED) | st.integers(0, 1 << 65))
def test_seeds_are_written_and_read(seed: int) -> None:
    """As JSON, in which numbers too large for JavaScript are text, and as typed by people."""
    written = seeds.as_json(seed)
    assert isinstance(written, int) == (seed < 1 << 53)
    assert seeds.from_json(written) == seed == seeds.parse(f"{seed:064x}") == seeds.parse(f"{seed:064X}")
    assert seeds.parse(str(seed)) == seed or len(str(seed)) == 64
    if seed <= MOST_SMALL_SEED:
        assert seeds.from_json(seed) == seed  # as before there were keys


@pytest.mark.parametrize(
    "value", [-1, 1.5, True, None, "7", "0" * 64, "F" * 64, "f" * 63, "f" * 65, "0x" + "f" * 62, 1 << 64, [7]]
)
def test_what_is_no_seed_in_json(value: object) -> None:
    with pytest.raises(sevenfold.BadInput, match=r"0 to 2\^53 - 1, or a larger one as a text of 64 hexadecimal digits"):
        seeds.from_json(value)


@pytest.mark.parametrize("text", ["", "-1", "x", "1.5", "0x10", "f" * 63, str(1 << 256), "9" * 79, "٣"])
def test_what_is_no_seed_as_typed(text: str) -> None:
    with pytest.raises(sevenfold.BadInput, match=r"from 0 to 2\^256 - 1, or 64 hexadecimal digits, not "):
        seeds.parse(text)


@pytest.mark.parametrize("seed", [(1 << 53) - 1, 1 << 53, MOST_SMALL_SEED, KEY])
def test_seeds_in_records_and_transcripts(seed: int) -> None:
    """A seed too large for JavaScript raises the record's format; old records with such a number can still be read."""
    from sevenfold.lab.verification import verify

    state = random_game(sevenfold.load("seven_solitaire"), seed)
    record = as_record(state)
    is_text = seed >= 1 << 53
    assert (record["format"], record["seed"]) == ((2, f"{seed:064x}") if is_text else (1, seed))
    assert from_record(record) == state
    lines = as_lines(state)
    assert [found == state for found in verify(lines)] == [True]
    if seed <= MOST_SMALL_SEED:
        assert from_record({**record, "format": 1, "seed": seed}) == state
        old = lines.replace(f'"{seed:064x}"', str(seed), 1)
        assert (old != lines) == is_text
        assert [found == state for found in verify(old)] == [True]


# -- what bots choose -------------------------------------------------------------------------------------------------


def choices(state: sevenfold.State, secret: bytes | None) -> list[int]:
    """The random bot's choices at the next 12 actions of a game in which everybody plays action 0."""
    state = state.copy()
    found: list[int] = []
    while len(found) < 12 and not state.is_over:
        found.append(choose(bot("random"), state, secret))
        state.play(state.legal_actions()[0])
    return found


def test_bots_choose_by_their_secret() -> None:
    """With a secret, a bot's choices come from it and not from the seed; without one they are unchanged."""
    game = sevenfold.load("seven_suitors")
    state, twin = game.start(7), game.start(7)
    twin.seed = 8
    assert choices(state, b"one") == choices(twin, b"one") == choices(state, b"one")
    assert len({tuple(choices(state, secret)) for secret in (b"one", b"two", b"one\0", None)}) == 4
    assert choices(state, None) != choices(twin, None)
    first = int(pick(source(7, state.turn or 0, 0)[0], 1))
    assert first == 0
    turn = state.turn
    assert turn is not None
    chance = source(7, turn, 0)
    assert choices(state, None)[0] == bot("random").choose(game, state.redeal(turn, chance), chance)


def test_a_keys_bots_tell_nothing_simple_of_it() -> None:
    """Without a secret, a bot's chance in a keyed game is hashed from the whole key, not its lower half."""
    game = sevenfold.load("seven_suitors")
    states = [game.start(KEY ^ 1 << bit) for bit in (0, 64, 128, 255)]
    for state in states:
        state.position[:] = states[0].position
    made = {tuple(choose(bot("random"), state) for _ in [0]) + tuple(choices_of_key(state)) for state in states}
    assert len(made) == len(states)


def choices_of_key(state: sevenfold.State) -> list[int]:
    """The first words of the source that a bot would choose with."""
    from sevenfold.bots.choosing import _chance

    return [int(next_bits(_chance(state, None, seat, 0)[0])) for seat in range(2)]


@settings(max_examples=100, deadline=None, derandomize=True, database=None)
@given(st.binary(min_size=1, max_size=MOST_SECRET), st.integers(0, 5), st.integers(0, 3_000))
def test_secret_sources_differ(secret: bytes, seat: int, made: int) -> None:
    """For each secret, seat and number of the choice."""
    numbers = [(seat, made), (seat + 1, made), (seat, made + 1), (seat * 10 + made % 10, made // 10)]
    words = {int(secret_source(secret, *pair)[0].chance) for pair in numbers}
    assert len(words) == len(set(numbers))
    assert secret_source(secret, seat, made) == secret_source(secret, seat, made)
    assert secret_source(secret[:-1] + bytes([secret[-1] ^ 1]), seat, made) != secret_source(secret, seat, made)


@pytest.mark.parametrize("secret", [b"", bytes(MOST_SECRET + 1)])
def test_a_secret_of_the_wrong_length(secret: bytes) -> None:
    with pytest.raises(sevenfold.BadInput, match=r"A bot's secret is 1 to 64 bytes long, not "):
        choose(bot("random"), sevenfold.load("seven_truf").start(1), secret)


@settings(max_examples=20, deadline=None, derandomize=True, database=None)
@given(KEYS)
def test_any_key_deals_all_cards(key: int) -> None:
    """Whatever the key, every card is dealt once."""
    s = sevenfold.load("seven_suitors").start(key).position[0]
    hands = [int(hand) for hand in s.hands]
    assert [count(hand) for hand in hands] == [14] * 4
    assert count(hands[0] | hands[1] | hands[2] | hands[3]) == 56
