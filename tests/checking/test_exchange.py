"""What a check takes for hidden, from declarations and events alone, is what the rulebook hides (tests/helpers/hidden.py)."""

from __future__ import annotations

from random import Random

import pytest

import sevenfold
from helpers.hidden import lines_so_far, unseen
from helpers.selection import games
from sevenfold.cards import NONE
from sevenfold.checking.hidden.exchange import Pinned, Unknown
from sevenfold.checking.hidden.replaying import Draws, Moment, Played, begun
from sevenfold.checking.hidden.sight import elements, lying
from sevenfold.kernel.compiler.decorators import interpreting
from sevenfold.kernel.fields import NOBODY

ACTIONS, GAMES = 50, 3


@pytest.mark.parametrize("name", games())
def test_what_is_hidden_follows_from_declarations(name: str) -> None:
    """The same cards in the same places, for every viewer; but what everybody saw go into the stock may stay there."""
    game, compared = sevenfold.load(name), 0
    fields = game.rules.position.fields
    for seed in range(GAMES):
        chance, played = Random(seed), Played(game, seed)
        pinned = {viewer: Pinned(game.rules, viewer) for viewer in (*range(game.players), NONE)}
        before: Moment | None = None
        with interpreting():
            state = game.start(seed)
            while not played.is_over and state.action_count < ACTIONS:
                moment = played.last
                events = [event for lines in lines_so_far(state) for event in lines]
                for viewer, known in pinned.items():
                    known.follow(before, moment)
                    unknown = Unknown(game.rules, moment.position, viewer, known, {})
                    found = {(place.spot.field, place.spot.at): set(place.cards) for place in unknown.places}
                    wanted = unseen(game, state.position, None if viewer == NONE else viewer, events)
                    for spot in wanted.spots:
                        now = found.pop((spot.field, spot.at), set())
                        assert now == set(spot.cards) or (fields[spot.field].seen_by == NOBODY and now < set(spot.cards))
                    assert not found
                    compared += 1
                action = chance.choice(list(elements(moment.legal)))
                before = moment
                played.play(action)
                state.play(action)
    assert compared > ACTIONS


@pytest.mark.parametrize("name", ["seven_truf", "seven_and_seven"])
def test_an_exchange_moves_hidden_cards_and_nothing_else(name: str) -> None:
    """Sizes stay, the viewer's own cards stay, and some hidden card is elsewhere."""
    game = sevenfold.load(name)
    moment = Played(game, 5).last
    pinned = Pinned(game.rules, 1)
    pinned.follow(None, moment)
    with interpreting():
        made = Unknown(game.rules, moment.position, 1, pinned, {}).exchanged(Random(1))
    assert made is not None
    s, t = moment.position[0], made[0]
    moved = 0
    for spot in lying(game.rules, s):
        assert spot.cards(s).bit_count() == spot.cards(t).bit_count()
        if spot.seen_by(s, 1):
            assert spot.cards(s) == spot.cards(t)
        moved |= spot.cards(s) ^ spot.cards(t)
    assert moved
    assert s.chance != t.chance


def test_cards_are_renamed_as_they_are_drawn() -> None:
    """A second start draws the first one's cards by their new names, and everything else as before."""
    game = sevenfold.load("sane_sevens", players=3)
    first = begun(game, 7, Draws())
    one, other = next(elements(int(first.position[0].hands[0]))), next(elements(int(first.position[0].hands[2])))
    again = begun(game, 7, Draws(first.drawn, {one: other, other: one}))
    assert begun(game, 7, Draws(first.drawn)).position.tobytes() == first.position.tobytes()
    s, t = first.position[0], again.position[0]
    swapped = 1 << one | 1 << other
    assert [int(hand) for hand in t.hands[:3]] == [int(s.hands[0]) ^ swapped, int(s.hands[1]), int(s.hands[2]) ^ swapped]
    assert (s.stock, s.top, s.dealer) == (t.stock, t.top, t.dealer)
    assert first.said != again.said
