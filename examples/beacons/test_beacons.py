"""Beacons: its rules, what each seat sees, and what re-deals respect."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from beacons import DISCARD, MISTAKES, OF_NUMBER, SIGNALS, cards_meant, number_of, rules

import sevenfold
from sevenfold import Game, IllegalAction, State
from sevenfold.devise import has

pytestmark = pytest.mark.usefixtures("sevenfold_interpreted")  # rules as plain Python: nothing is compiled for these tests


def random_game(seed: int, players: int = 3) -> Iterator[State]:
    """The state before each action of a game, and at its end; lighting is rare, so that it lasts."""
    state, chance = Game(rules, {"players": players}).start(seed), Random(seed)
    while not state.is_over:
        yield state
        legal = list(state.legal_actions())
        quiet = [action for action in legal if state.phase != "light, discard or signal" or action >= DISCARD]
        state.play(chance.choice(quiet if quiet and chance.random() < 0.95 else legal))
    yield state


def hand(state: State, seat: int) -> list[str]:
    return [rules.pack.code(int(card)) for card in state.position[0].hands[seat] if card >= 0]


def faces(state: State, viewer: int | None, seat: int) -> list[str | None]:
    """The codes of a hand as a viewer sees them, None for a card face down."""
    zone = next(zone for zone in state.view(viewer).zones if zone.id == f"hand-{seat}")
    return [face.code for face in zone.faces if face.state != "empty"]


def test_check_finds_nothing() -> None:
    assert sevenfold.check(rules, seconds=0.4, compiled=False).errors == []


def test_the_pack() -> None:
    """BEACON-1."""
    assert [members.bit_count() for members in OF_NUMBER[1:]] == [12, 8, 8, 8, 4]
    assert len({card.code for card in rules.pack.cards}) == 40
    assert len({card.name for card in rules.pack.cards}) == 20


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_sees_all_hands_but_their_own(players: int) -> None:
    """BEACON-2; a spectator sees none, since it may be one of the players."""
    state = Game(rules, {"players": players}).start(1)
    for viewer in range(players):
        for seat in range(players):
            seen = hand(state, seat)
            assert len(seen) == (5 if players == 2 else 4)
            assert faces(state, viewer, seat) == ([None] * len(seen) if seat == viewer else seen)
    assert set(faces(state, None, 0)) == {None}


def test_own_cards_change_nothing_that_a_seat_gets() -> None:
    """With a seat's own hidden cards exchanged with the stock, what it sees and its information stay the same."""
    exchanged = 0
    for seed in range(4):
        *_, state = (state for state, _ in zip(random_game(seed), range(15), strict=False))
        for viewer in range(3):
            s, chance = state.position[0], Random(seed)
            stock = chance.sample(rules.pack.codes(s.stock), 5)
            others: list[list[str | None] | None] = [None] * 3
            others[viewer] = [
                code if card >= 0 and not has(s.ruled_out[viewer, place], rules.pack.parse(code)) else None
                for place, (card, code) in enumerate(zip(s.hands[viewer], stock, strict=True))
            ]
            twin, same = state.replace(hands=others), state.replace()
            exchanged += hand(twin, viewer) != hand(state, viewer)
            assert twin.redacted(viewer).tobytes() == state.redacted(viewer).tobytes()
            assert faces(twin, viewer, viewer) == faces(state, viewer, viewer)
            assert twin.view(viewer) == same.view(viewer)
            assert twin.information(viewer) == same.information(viewer)
    assert exchanged


def test_who_is_told_of_a_card_that_is_drawn() -> None:
    """All but the one who draws it (BEACON-7)."""
    drawn = 0
    for seed in range(3):
        *_, state = random_game(seed)
        for viewer in (None, 0, 1, 2):
            for event in state.events(viewer):
                if event.kind == "draw":
                    assert ("card" in event.fields) == (viewer is not None and viewer != event.fields["seat"])
                    drawn += 1
            dealt = state.events(viewer)[0].fields["hands"]
            assert [cards is None for cards in dealt] == [viewer in (None, seat) for seat in range(3)]
    assert drawn


def test_signals_are_true_of_every_hand_that_is_dealt_again() -> None:
    """Re-deals respect what signals have ruled out at each place, leave alone what a seat sees, and deal the truth too."""
    compared, true = 0, 0
    for seed in range(4):
        for state in random_game(seed):
            if state.action_count % 7 or state.is_over:
                continue
            for seat in range(3):
                for i in range(5):
                    dealt, s = state.redeal(seat, 1000 * seed + 5 * state.action_count + i)[0], state.position[0]
                    for other in range(3):
                        for place in range(5):
                            card = int(dealt.hands[other, place])
                            assert (card >= 0) == (s.hands[other, place] >= 0)
                            assert card < 0 or int(s.ruled_out[other, place]) >> card & 1 == 0
                            assert other == seat or card == s.hands[other, place]
                    held = [int(card) for card in dealt.hands.flat if card >= 0]
                    rest = int(dealt.stock) | int(dealt.lit) | int(dealt.discarded)
                    assert sum(1 << card for card in held) | rest == (1 << 40) - 1
                    assert len(held) + rest.bit_count() == 40
                    compared += 1
                    true += [number_of(int(c)) for c in dealt.hands[seat, :4]] == [number_of(int(c)) for c in s.hands[seat, :4]]
    assert compared > 50
    assert true


def test_a_signal_points_at_all_that_it_is_about() -> None:
    """BEACON-4: it is true, costs one of seven, and says something about every card."""
    given = 0
    for seed in range(2):
        before: State | None = None
        for state in random_game(seed):
            if before is not None and before.phase == "say a colour or a number":
                event = state.events(None)[-1]
                s, meant = before.position[0], cards_meant(rules.phases[1].kinds[0].actions.index(state.actions[-1]))
                pointed = [
                    place
                    for place in range(5)
                    if s.hands[s.receiver, place] >= 0 and meant >> int(s.hands[s.receiver, place]) & 1
                ]
                assert event.kind == "signal"
                assert event.fields["places"] == sum(1 << place for place in pointed) > 0
                assert state.position[0].signals == s.signals - 1
                given += 1
            before = state.copy()
    assert given


def test_refusals() -> None:
    """No discard with all signals, none to oneself, no signal that points at nothing (BEACON-4, BEACON-6)."""
    state = Game(rules, {}).start(3)
    with pytest.raises(IllegalAction, match="All seven signals"):
        state.play("discard 1")
    with pytest.raises(IllegalAction, match="another player"):
        state.play(f"signal to seat {state.turn}")
    with pytest.raises(IllegalAction, match="no card"):
        state.play("light 5")
    assert state.turn is not None
    receiver = (state.turn + 1) % 3
    state.play(f"signal to seat {receiver}")
    missing = {"red", "yellow", "green", "blue"} - {
        rules.pack.cards[rules.pack.parse(code)].name.split()[0] for code in hand(state, receiver)
    }
    for colour in missing:
        with pytest.raises(IllegalAction, match="they have no such card"):
            state.play(f"say {colour}")


def test_the_end() -> None:
    """Three mistakes, or one turn each after the stock is used up (BEACON-8, BEACON-9)."""
    ended = set()
    for seed in range(12):
        after_the_last = 0
        for state in random_game(seed):
            if state.position[0].stock == 0 and state.phase == "light, discard or signal":
                after_the_last += 1
        s = state.position[0]
        lit = int(s.lit).bit_count()
        assert 0 <= s.signals <= SIGNALS
        if s.mistakes == MISTAKES:
            ended.add("mistakes")
            assert state.returns() == [0, 0, 0]
        else:
            ended.add("stock")
            assert after_the_last == 3
            assert state.returns() == [lit] * 3
        assert state.winners() == ([0, 1, 2] if s.mistakes < MISTAKES and lit >= 14 else [])
    assert ended == {"mistakes", "stock"}
