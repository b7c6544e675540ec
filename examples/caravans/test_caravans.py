"""Caravans: its rules, and what the players see."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from caravans import COLOURS, HAND, rules, worth

import sevenfold
from sevenfold import Game, IllegalAction, State

pytestmark = pytest.mark.usefixtures("sevenfold_interpreted")  # rules as plain Python: nothing is compiled for these tests


def a_set(codes: str) -> int:
    """The set of some cards."""
    return sum(1 << rules.pack.parse(code) for code in codes.split())


def started(seed: int = 0) -> State:
    return Game(rules, {}).start(seed)


def random_game(seed: int) -> Iterator[State]:
    """The state before each action of a random game, and at its end."""
    state, chance = started(seed), Random(seed)
    while not state.is_over:
        yield state
        state.play(chance.choice(list(state.legal_actions())))
    yield state


def test_check_finds_nothing() -> None:
    assert sevenfold.check(rules, seconds=0.4, compiled=False).errors == []


@pytest.mark.parametrize(
    ("caravan", "points"),
    [("", 0), ("R2 R6 R9", 2), ("RP R2 R6", -14), ("VP V1 V2 V4 V5 V8 V9", 38), ("B1 B2 B3 B4 B5 B6 B9", 25), ("GP", -30)],
)
def test_points(caravan: str, points: int) -> None:
    """CARAVAN-7, with the examples of the rule page."""
    assert worth(a_set(caravan)) == points


def test_the_deal() -> None:
    """Seven cards each, 36 in the stock; the player on the dealer's left begins (CARAVAN-1, CARAVAN-2)."""
    s = started().position[0]
    assert [int(hand).bit_count() for hand in s.hands] == [HAND, HAND]
    assert int(s.stock).bit_count() == 36
    assert s.turn != s.dealer


def test_a_caravan_only_rises() -> None:
    """A card is refused where a higher one lies, with the reason (CARAVAN-4)."""
    refused = 0
    for seed in range(3):
        for state in random_game(seed):
            if state.phase != "choose where it goes":
                continue
            s = state.position[0]
            colour = int(s.chosen) // 10
            rises = int(s.caravans[s.turn, colour]).bit_length() <= s.chosen
            assert ("add" in map(str, state.legal_actions())) == rises
            if not rises:
                refused += 1
                with pytest.raises(IllegalAction, match="A caravan rises") as error:
                    state.play("add")
                assert error.value.rule == "CARAVAN-4"
    assert refused


def test_a_card_is_not_taken_back_at_once() -> None:
    """The pile of the card that was just discarded may not be drawn from, though the other player may (CARAVAN-5)."""
    state = started()
    card = str(state.legal_actions()[0])
    colour = next(name for name in COLOURS if name[0].upper() == card.removeprefix("play ")[0])
    state.play(card)
    state.play("discard")
    with pytest.raises(IllegalAction, match="just discarded"):
        state.play(f"take {colour}")
    with pytest.raises(IllegalAction, match="no card"):
        state.play(f"take {next(name for name in COLOURS if name != colour)}")
    state.play("draw")
    state.play(state.legal_actions()[0])
    state.play("add")
    taker = state.turn
    state.play(f"take {colour}")
    assert taker is not None
    assert card.removeprefix("play ") in rules.pack.codes(int(state.position[0].hands[taker]))


def test_what_was_taken_openly_is_seen_in_the_hand() -> None:
    """Everybody sees in a hand what was taken from a pile until it is played, and nothing else."""
    seen = 0
    for state in random_game(4):
        view = state.view(None)
        for seat in range(2):
            hand = next(zone for zone in view.zones if zone.id == f"hand-{seat}")
            codes = [face.code for face in hand.faces if face.code]
            taken = [
                event.fields["card"] for event in state.events(None) if event.kind == "take" and event.fields["seat"] == seat
            ]
            assert set(codes) == set(taken) & set(rules.pack.codes(int(state.position[0].hands[seat])))
            seen += len(codes)
    assert seen


def test_the_game_ends_with_the_stock() -> None:
    """The higher total wins (CARAVAN-6, CARAVAN-8)."""
    for seed in range(5):
        *_, state = random_game(seed)
        assert state.position[0].stock == 0
        best = max(state.returns())
        assert state.winners() == [seat for seat in range(2) if state.returns()[seat] == best]
