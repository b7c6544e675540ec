"""Cards of a double pack that are alike: one action for both, whichever is named, and nobody is told which it was."""

from __future__ import annotations

import numpy as np
import pytest

from helpers.guests import changed, guest
from sevenfold import IllegalAction
from sevenfold.cards import PIQUET32, SEVENDECK_PACK, SUITORS60, french
from sevenfold.checking import check
from sevenfold.declare.rules import Rules
from sevenfold.devise import without_twin
from sevenfold.envs.observation import Observation
from sevenfold.errors import BadInput
from sevenfold.kernel.compiler.decorators import interpreting
from sevenfold.kernel.questions import legal_actions, stands_for
from sevenfold.playing.game import Game

NINES_HIGH = (
    ("import NONE, SEVENDECK_PACK", "import NONE, french"),
    ("HIGH_CARDS = 7", 'PACK = french("pinochle24", "9JQKTA").doubled("pinochle48")\nHIGH_CARDS = 7'),
    ("pack=SEVENDECK_PACK", "pack=PACK"),
    ("cards=range(49)", "cards=range(48)"),
    ("first(49)", "first(48)"),
    ("s.laid[seat] % 7 + 1", "s.laid[seat] % 24 % 6 + 1"),
)
PACK = french("pinochle24", "9JQKTA").doubled("pinochle48")


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    """The tutorial's game with a pinochle pack, in which each card is there twice; compiled once."""
    return guest(tmp_path_factory.mktemp("game"), changed(*NINES_HIGH))


# -- packs --------------------------------------------------------------------------------------------------------------


def test_a_doubled_pack() -> None:
    assert len(PACK.cards) == 48
    assert (PACK.code(0), PACK.code(24)) == ("9Sa", "9Sb")
    assert PACK.the(0) == PACK.the(24) == "the nine of spades"
    assert PACK.twins[0] == PACK.twins_of(24) == 1 | 1 << 24
    assert len(PACK.twins) == 24
    assert PACK.the_cards(1 | 1 << 24 | 2) == ["both nines of spades", "the jack of spades"]


def test_cards_that_have_codes_of_their_own_to_be_told_apart_are_no_twins() -> None:
    assert not SUITORS60.twins
    assert SUITORS60.twins_of(5) == 1 << 5
    assert not SEVENDECK_PACK.twins
    assert SUITORS60.the_cards(sum(1 << n for n, card in enumerate(SUITORS60.cards) if card.rank == 7 and card.suit == 2)) == [
        "both 7s of diamonds"
    ]


def test_a_pack_that_would_be_too_large_is_not_doubled() -> None:
    with pytest.raises(BadInput, match="at most 60 cards; double has 64"):
        PIQUET32.doubled("double")


def test_what_is_known_when_one_of_two_leaves() -> None:
    """Of two twins one was shown: once one of them is laid, nobody knows that the other is there."""
    shown, alike = 1 << 24 | 1 << 3, PACK.twins_of(0)
    assert without_twin(shown, 24, alike) == without_twin(shown, 0, alike) == 1 << 3
    assert without_twin(1 << 3, 0, alike) == 1 << 3
    assert without_twin(1 | 1 << 24, 24, alike) == 1


# -- actions ------------------------------------------------------------------------------------------------------------


def test_one_action_for_both(rules: Rules) -> None:
    state = Game(rules, {"players": 2}).at(hands=["9Sa 9Sb JSb", "QHa"], turn=0)
    assert [str(action) for action in state.legal_actions()] == ["lay 9Sa", "lay JSb"]
    assert [move.label for move in state.view(0).moves] == ["Lay the nine of spades", "Lay the jack of spades"]


@pytest.mark.parametrize("text", ["lay 9Sa", "lay 9sb", "lay 9S", 24])
def test_either_may_be_named(rules: Rules, text: str | int) -> None:
    state = Game(rules, {"players": 2}).at(hands=["9Sa 9Sb JSb", "QHa"], turn=0)
    assert state.why_not(text) is None
    state.play(text)
    assert list(map(str, state.actions)) == ["0"]
    assert state.events(1)[-1].text.endswith("lays the nine of spades.")


def test_the_only_copy_is_named_without_saying_which(rules: Rules) -> None:
    state = Game(rules, {"players": 2}).at(hands=["9Sb JSb", "QHa"], turn=0)
    state.play("lay 9S")
    assert state.actions == (24,)


def test_a_twin_in_another_hand_is_refused(rules: Rules) -> None:
    state = Game(rules, {"players": 2}).at(hands=["9Sa JSb", "9Sb"], turn=0)
    with pytest.raises(IllegalAction, match="not in your hand"):
        state.play("lay 9Sb")


def test_the_page_is_told_what_touching_the_other_means(rules: Rules) -> None:
    view = Game(rules, {"players": 2}).at(hands=["9Sa 9Sb JSb", "QHa"], turn=0).view(0)
    hand = next(zone for zone in view.zones if zone.id == "hand-0")
    likes = {face.code: face.like for face in hand.faces}
    codes = [face.code for face in hand.faces]
    assert likes == dict.fromkeys(codes) | {"9Sb": codes.index("9Sa")}
    assert not any(face.why for face in hand.faces)


def test_compiled_and_interpreted_offer_the_same(rules: Rules) -> None:
    game = Game(rules, {"players": 4})
    seen = 0
    for seed in range(20):
        s = game.start(seed=seed).position[0]
        legal = int(legal_actions(s))
        hand = int(s.hands[s.turn])
        with interpreting():
            assert int(legal_actions(s)) == legal
            for card in range(48):
                has_both = card >= 24 and hand >> card & hand >> card - 24 & 1
                assert int(stands_for(s, card, legal)) == (card - 24 if has_both else card)
        assert legal == hand & ~((hand & (1 << 24) - 1) << 24)
        seen += legal != hand
    assert seen


# -- observing and checking ---------------------------------------------------------------------------------------------


def test_an_observation_does_not_tell_which_of_two_it_is(rules: Rules) -> None:
    game = Game(rules, {"players": 2})
    one = game.at(hands=["9Sa JSa", "QHa"], laid=["KDa", None], turn=0)
    other = game.at(hands=["9Sb JSb", "QHb"], laid=["KDb", None], turn=0)
    both = game.at(hands=["9Sa 9Sb", "QHa"], laid=["KDa", None], turn=0)
    rows = [Observation(rules).row(state, 0) for state in (one, other, both)]
    assert np.array_equal(rows[0], rows[1])
    assert not np.array_equal(rows[0], rows[2])


def test_the_game_is_sound(rules: Rules) -> None:
    report = check(rules, seconds=0.6, compiled=False)
    assert report.findings == []
