"""Chance as a player: all deals with their probabilities, the same games as with a seed, clear refusals."""

from __future__ import annotations

from collections import Counter
from contextlib import nullcontext
from fractions import Fraction

import numpy as np
import pytest

import sevenfold
from helpers.guests.example_games import rules_of
from sevenfold.errors import BadInput
from sevenfold.kernel.chance import (
    KEY_WORDS,
    below,
    fraction,
    key_of,
    seeded,
    source,
)
from sevenfold.kernel.compiler.decorators import entry, interpreting
from sevenfold.kernel.memory import copied
from sevenfold.kernel.play import apply, begin_game, redact_position, redeal
from sevenfold.kernel.scripted_chance import MISSING, RESULTS, UNCOUNTABLE, is_scripted
from sevenfold.kernel.sets import nth
from sevenfold.kernel.types import Positions, Reals
from sevenfold.playing.explicit_chance import UncountableChance, deals, root
from sevenfold.playing.game import Game

kuhn = rules_of("kuhn_poker")
OF_THE_GENERATOR = ("key", "chance")  # fields that differ


@pytest.mark.parametrize("compiled", [False, True])
def test_kuhn_has_six_deals_for_each_dealer(compiled: bool) -> None:
    with nullcontext() if compiled else interpreting():
        found: Counter[tuple[int, ...]] = Counter()
        total: dict[tuple[int, ...], Fraction] = {}
        for probability, node in deals(root(Game(kuhn, {"deals": 1}))):
            s = node.position[0]
            deal = (int(s.dealer), *map(int, s.hands))
            found[deal] += 1
            total[deal] = Fraction(probability).limit_denominator(1000)
    assert len(found) == 2 * 6
    assert set(found.values()) == {1}
    assert set(total.values()) == {Fraction(1, 12)}


@entry
def fraction_of(positions: Positions, reals: Reals) -> None:
    """`fraction`, compiled."""
    reals[0] = fraction(positions[0])


@entry
def draw_of(positions: Positions, n: int) -> int:
    """`below`, compiled."""
    return below(positions[0], n)


def scripted(game: Game, *results: int) -> tuple[Positions, np.ndarray[tuple[int], np.dtype[np.int64]]]:
    """A listening position with a script of these results."""
    script = np.array([len(results), 0, 0, *results], np.int64)
    made = game.new_positions(listening=True)
    made["key"] = [0] * (KEY_WORDS - 1) + [script.ctypes.data]
    return made, script


@pytest.mark.parametrize("compiled", [False, True])
def test_draws_follow_the_script(compiled: bool) -> None:
    with nullcontext() if compiled else interpreting():
        positions, script = scripted(Game(kuhn, {}), 4, 2)
        assert [draw_of(positions, n) for n in (7, 3, 6, 5)] == [4, 2, 0, 0]
        assert list(script[:RESULTS]) == [2, 4, 6]  # the first draw without a result was from 6
        assert positions[0].chance == 4


@pytest.mark.parametrize("compiled", [False, True])
def test_random_bits_are_noted(compiled: bool) -> None:
    with nullcontext() if compiled else interpreting():
        positions, script = scripted(Game(kuhn, {}))
        fraction_of(positions, np.ones(1))
    assert script[MISSING] == UNCOUNTABLE


def test_uncountable_chance_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def begin_with_a_fraction(positions: Positions, i: int, seed: np.uint64) -> tuple[int, int]:
        fraction(positions[i])
        return begin_game(positions, i, seed)

    monkeypatch.setattr("sevenfold.playing.explicit_chance.begin_game", begin_with_a_fraction)
    with interpreting(), pytest.raises(UncountableChance, match="Kuhn Poker cannot be enumerated"):
        root(Game(kuhn, {}))


@pytest.mark.parametrize("name", ["sane_sevens", "seven_truf"])
@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_the_same_results_lead_to_the_same_game(name: str, compiled: bool) -> None:
    """A game from a seed, and one scripted with what the same generator draws, are equal in every other field."""
    game, generator, chooser = sevenfold.load(name), source(0), source(5)
    with nullcontext() if compiled else interpreting():
        plain = game.new_positions(listening=True)
        legal, _ = begin_game(plain, 0, np.uint64(9))
        generator["chance"] = seeded(np.uint64(9))
        node = root(game)
        draws = 0
        while legal:
            while node.is_chance:
                node = node.child(below(generator[0], node.outcomes))
                draws += 1
            assert node.choices() == [i for i in range(63) if legal >> i & 1]
            generator["chance"] = plain["chance"]  # a draw from one thing takes bits too, and is no chance node
            _assert_equal(node.position, plain)
            action = nth(int(legal), below(chooser[0], int(legal).bit_count()))
            legal, _ = apply(plain, 0, action)
            node = node.child(action)
    assert node.is_over
    assert draws > 20
    assert not plain[0].truncated
    _assert_equal(node.position, plain)


def _assert_equal(one: Positions, other: Positions) -> None:
    for field in one.dtype.names or ():
        if field not in OF_THE_GENERATOR:
            assert np.array_equal(one[field], other[field]), field


def test_redacting_and_redealing_remove_the_script() -> None:
    with interpreting():
        positions, _script = scripted(Game(kuhn, {}), 0, 0, 1)
        begin_game(positions, 0, np.uint64(0))
        redacted, redealt = copied(positions), copied(positions)
        redact_position(redacted, 0, 0)
        redeal(redealt, 0, 0, source(1))
    assert is_scripted(positions[0])
    assert not is_scripted(redacted[0])
    assert not is_scripted(redealt[0])
    assert not redealt["key"].any()


def test_no_seed_makes_a_script() -> None:
    for seed in (0, 7, (1 << 64) - 1, 1 << 64, 1 << 128, 1 << 192, (1 << 256) - 1):
        positions = Game(kuhn, {}).new_positions(listening=True)
        positions["key"] = key_of(seed)
        assert not is_scripted(positions[0])


def test_wrong_choices_are_refused() -> None:
    with interpreting():
        node = root(Game(kuhn, {"deals": 1}))
        with pytest.raises(BadInput, match="results 0 to 1 here, not 2"):
            node.child(2)
        with pytest.raises(BadInput, match="no position at a chance node"):
            _ = node.position
        (_, decision), *_ = deals(node)
        with pytest.raises(BadInput, match=r"legal actions here are \[0, 1\]; not 2"):
            decision.child(2)
        assert decision.child(0).child(0).returns() in ([1, -1], [-1, 1])
