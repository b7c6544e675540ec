"""Resampling from an information state: what the seat knows is kept, the rest is drawn anew, and nothing real is handed out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

import pytest

import sevenfold
from helpers.envs.spiel import BUILT_IN, few_combinations, kuhn, pyspiel, random_states, spiel_name
from helpers.selection import QUICK, cases
from sevenfold.cards import NONE
from sevenfold.envs.open_spiel.play import AGAIN
from sevenfold.errors import BadInput
from tools.games.combinations import label

some_options = pytest.mark.parametrize(
    "game", cases([g for name in BUILT_IN for g in few_combinations(name)], lambda game: game.id in QUICK, label)
)
SEEN = ("information_state_string", "information_state_tensor", "observation_string", "observation_tensor")
both_chances = pytest.mark.parametrize("chance", ["sampled", "explicit"])


def sampler(seed: int) -> Callable[[], float]:
    return Random(seed).random


def assert_others_know_what_is_public(state: Any, other: Any, seat: int) -> None:
    """Of the real game the other seats have learnt what everybody has; the rest is what they see in the new deal."""
    table, public = state.play.table, state.play.information(NONE)
    for one in range(table.game.players):
        if one != seat:
            told = other.information_state_string(one)
            assert told == f"{public}\n{AGAIN}: {other.observation_string(one)}"
            expected = table.vectors.of_events(state.play.events(), one, NONE, table.game.players, table.recall)
            assert other.play.vectors(one, one).tolist() == expected.tolist()


@some_options
@both_chances
def test_what_a_seat_knows_is_kept_and_the_rest_is_not_there(game: sevenfold.Game, chance: str) -> None:
    """A state and its resample look the same to the seat, and resampling both in the same way gives the same: so what is
    hidden from the seat has no influence on the outcome."""
    loaded = pyspiel.load_game(spiel_name(game, chance=chance, limit=12, rng_seed=2, recall=40))
    changed = 0
    for at, state in enumerate(random_states(loaded, 5)):
        for seat in range(loaded.num_players()):
            other = state.resample_from_infostate(seat, sampler(at))
            changed += str(other) != str(state)
            for seen in SEEN:
                assert getattr(other, seen)(seat) == getattr(state, seen)(seat)
            assert (other.current_player(), other.returns()) == (state.current_player(), state.returns())
            if state.current_player() == seat:
                assert other.legal_actions() == state.legal_actions()
            assert other.history() == []
            assert_others_know_what_is_public(state, other, seat)
            twice, again = (one.resample_from_infostate(seat, sampler(at + 1000)) for one in (state, other))
            assert str(twice) == str(again)
            for one, seen in product(range(loaded.num_players()), SEEN):
                assert getattr(twice, seen)(one) == getattr(again, seen)(one)
    hides_cards = any(field.seen_by == "owner" for field in game.rules.position.fields.values())
    assert changed > 0 or not hides_cards


@both_chances
def test_hidden_cards_are_as_likely_as_chance_makes_them(chance: str) -> None:
    """Kuhn poker: of the other's card, each of the two possible ones is dealt in half of the cases."""
    state = next(random_states(kuhn(chance=chance, rng_seed=1), 0))
    drawn = sampler(1)
    real = int(state.play.positions[0].hands[1])
    found = Counter(int(state.resample_from_infostate(0, drawn).play.positions[0].hands[1]) for _ in range(1000))
    assert len(found) == 2
    assert abs(found[real] - 500) < 80  # five standard deviations


def test_the_real_card_is_one_of_thirty() -> None:
    """7-Truf's first deal: one card each of 32, two of which the seat sees."""
    state = next(random_states(pyspiel.load_game("sevenfold_seven_truf(rng_seed=1)"), 0))
    drawn = sampler(2)
    real = int(state.play.positions[0].hands[2])
    hands = [int(state.resample_from_infostate(0, drawn).play.positions[0].hands[2]) for _ in range(1200)]
    assert 10 < hands.count(real) < 80  # 40 are expected
    assert len(set(hands)) == 30


def test_openspiels_own_sampler_never_repeats() -> None:
    """Python's ISMCTSBot makes a sampler for every resample."""
    state = next(random_states(pyspiel.load_game("sevenfold_seven_truf(rng_seed=1)"), 0))
    found = {str(state.resample_from_infostate(0, pyspiel.UniformProbabilitySampler(0.0, 1.0))) for _ in range(40)}
    assert len(found) > 35


@both_chances
def test_a_resampled_game_goes_on(chance: str) -> None:
    """It is played to the end, copied and serialised like any other, and the seat's information goes on where it was."""
    game: Any = pyspiel.load_game(f"sevenfold_sane_sevens(players=2,chance={chance},rng_seed=3,limit=60)")
    state = game.new_initial_state()
    chosen = Random(3)
    while state.is_chance_node() or len(state.play.information(-1).splitlines()) < 8:
        state.apply_action(chosen.choice(state.legal_actions()))
    other = state.resample_from_infostate(1, sampler(4))
    known = state.information_state_string(1)
    while not other.is_terminal():
        other.apply_action(chosen.choice(other.legal_actions()))
        assert other.information_state_string(1).startswith(known)
        again = game.deserialize_state(other.clone().serialize())
        assert str(again) == str(other)
        assert again.information_state_string(0) == other.information_state_string(0)
    numbers = [line.partition(",")[0] for line in other.information_state_string(1).splitlines()[1:]]
    assert numbers == sorted(numbers, key=lambda number: int(number[1:]))


@both_chances
def test_chance_nodes_are_not_resampled(chance: str) -> None:
    """What chance has decided there, nobody knows yet."""
    game = pyspiel.load_game(f"sevenfold_sane_sevens(players=2,chance={chance},limit=40)")
    chosen, state = Random(1), game.new_initial_state()
    with pytest.raises(BadInput, match="this is a chance node"):
        state.resample_from_infostate(0, sampler(1))
    while chance == "explicit" and (not state.is_chance_node() or state.play.positions is None):
        state.apply_action(chosen.choice(state.legal_actions()))
    before = str(state)
    with pytest.raises(BadInput, match="this is a chance node"):
        state.resample_from_infostate(0, sampler(1))
    assert str(state) == before
