"""Replays: any moment of a game, seen from any seat or with open hands."""

from __future__ import annotations

from dataclasses import asdict
from random import Random

import pytest

import sevenfold
from helpers.random_games import LIMIT, random_game
from sevenfold.kernel.sets import each
from sevenfold.records.replay import Replay
from sevenfold.view.description import View
from tools.games.combinations import combinations_of

every_game = pytest.mark.parametrize("name", sevenfold.game_names())


def a_combination(name: str, chance: Random) -> sevenfold.Game:
    return chance.choice(combinations_of(name))


@every_game
def test_views_are_what_they_were(name: str) -> None:
    """Moments can be viewed in any order; each view is as it was during the game."""
    chance = Random(name)
    game = a_combination(name, chance)
    whole = random_game(game, 5, limit=LIMIT)
    replay = Replay(whole)
    state = game.start(5, limit=LIMIT)
    moments = sorted(chance.sample(range(whole.action_count + 1), min(6, whole.action_count + 1)))
    seen: dict[int, list[View]] = {}
    for made in moments:
        for action in whole.actions[state.action_count : made]:
            state.play(action)
        seen[made] = [state.view(seat) for seat in (None, *range(game.players))]
    chance.shuffle(moments)
    for made in moments:
        assert [replay.view(made, seat) for seat in (None, *range(game.players))] == seen[made]
    assert whole.actions == replay.state(whole.action_count).actions


def hands_in(view: View) -> dict[int, list[str | None]]:
    hands = [zone for zone in view.zones if zone.purpose == "hand"]
    return {zone.owner: [face.code for face in zone.faces] for zone in hands if zone.owner is not None}


@every_game
def test_open_hands(name: str) -> None:
    """With open hands every hand is face up, and the viewer has no seat."""
    game = a_combination(name, Random(name))
    replay = Replay(random_game(game, 7, limit=LIMIT))
    for made in range(0, replay.action_count, max(1, replay.action_count // 7)):
        view = replay.view(made, hands_open=True)
        position = replay.state(made).position[0]
        assert (view.seat, view.moves) == (None, [])
        assert "You" not in [seat.name for seat in view.seats]
        hidden = {zone.purpose for zone in view.zones for face in zone.faces if face.state == "down"}
        assert hidden <= {"stock", "discard"}
        if "hands" in (position.dtype.names or ()):
            held = hands_in(view)
            assert held == {seat: [game.pack.code(card) for card in each(int(position.hands[seat]))] for seat in held}


@every_game
def test_steps(name: str) -> None:
    """The steps say what each viewer learnt, in texts for that viewer: with open hands at least what a spectator learns."""
    game = a_combination(name, Random(name))
    whole = random_game(game, 9, limit=LIMIT)
    replay = Replay(whole)
    for seat in (None, 0):
        told = [(event.made, event.text) for event in whole.events(seat) if event.text]
        assert [made for made, _ in told] == sorted(made for made, _ in told)
        for step in replay.steps(seat):
            assert step.text == " ".join(text for made, text in told if made == step.made)
    assert len(replay.steps(None)) == whole.action_count + 1
    deals = replay.deals()
    assert deals[0] == 0
    assert deals == sorted(deals)


def test_hidden_cards_in_words() -> None:
    """A secretly drawn card is named to the player who drew it and with open hands, but not to others."""
    whole = random_game(sevenfold.load("sane_sevens"), 3)
    replay = Replay(whole)
    drawn = next(event.made for event in whole.events(0) if event.kind == "draw" and "card" not in event.fields)
    texts = [replay.steps(None)[drawn].text, replay.steps(None, hands_open=True)[drawn].text]
    assert "a card" in texts[0]
    assert "a card" not in texts[1]


def test_moments_that_are_none() -> None:
    """A moment outside the game is refused."""
    replay = Replay(random_game(sevenfold.load("seven_truf"), 1, actions=20))
    for bad in (-1, 21, 1.5, "3", None):
        with pytest.raises(sevenfold.BadInput, match="The game has 20 actions; "):
            replay.view(bad)  # type: ignore[arg-type]


def test_going_back() -> None:
    """Going back several actions is undoing each of them."""
    game = sevenfold.load("seven_truf")
    for made in (0, 1, 31, 32, 33, 64):
        one, other = random_game(game, 2, actions=90), random_game(game, 2, actions=90)
        one.event_log()
        one.undo_to(made)
        while other.action_count > made:
            other.undo()
        assert (one, one.actions, one.events(0)) == (other, other.actions, other.events(0))
        assert asdict(one.view(0)) == asdict(random_game(game, 2, actions=made).view(0))
    with pytest.raises(sevenfold.BadInput, match="There are 20 actions to go back through, so not to 21"):
        random_game(game, 2, actions=20).undo_to(21)
