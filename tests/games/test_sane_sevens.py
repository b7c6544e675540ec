"""Sane Sevens, rule by rule."""

from __future__ import annotations

from random import Random

import pytest

import sevenfold
from helpers.situations import arrange, codes, hand, hands, legal, play, rule_against
from sevenfold.cards import NONE
from sevenfold.kernel.chance import source
from sevenfold.kernel.play import redeal
from sevenfold.kernel.questions import GENERIC, lacked_everywhere, parts

SANE = sevenfold.load("sane_sevens")
SILLY = sevenfold.load("sane_sevens", silly=True)
CARD = SANE.pack.parse
ANYTHING = 14  # what `named` holds while nothing is named


def holding(*held: str, top: str, pile: str = "", stock: str | None = None, silly: bool = False) -> sevenfold.State:
    """Seat 0's turn with these hands; what lies nowhere else is the stock."""
    game = sevenfold.load("sane_sevens", players=len(held), silly=silly)
    lying = hand(game, " ".join([*held, top, pile]))
    every = hands(game, *held) + [0] * (4 - len(held))
    return arrange(
        game.start(1),
        hands=every,
        dealt=[cards.bit_count() for cards in every],
        top=CARD(top),
        named=ANYTHING,
        pile=hand(game, pile),
        stock=(1 << (53 if silly else 49)) - 1 & ~lying if stock is None else hand(game, stock),
        dealer=len(held) - 1,
        turn=0,
    )


def next_draw(state: sevenfold.State, card: str) -> sevenfold.State:
    """The stock holds this card only, so that it is the next one drawn."""
    return arrange(state, stock=hand(state.game, card))


@pytest.mark.rule("SANE-1")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("silly", [False, True])
def test_the_deal(players: int, silly: bool) -> None:
    """Seven cards each; one card is turned up; the player left of the dealer begins."""
    for seed in range(8):
        state = sevenfold.load("sane_sevens", players=players, silly=silly).start(seed)
        s = state.position[0]
        assert [int(cards).bit_count() for cards in s.hands] == [7] * players + [0] * (4 - players)
        assert (int(s.stock).bit_count(), s.pile) == ((53 if silly else 49) - 7 * players - 1, 0)
        assert s.top != NONE
        assert state.turn == (s.dealer + 1) % players


@pytest.mark.rule("SANE-2")
def test_matching() -> None:
    """A card of the top's number or suit must be played, any of them; then it is the turn of the player on the left."""
    state = holding("R1 R7 Y3 V3 O2", "G5 B6", "I1 I2", top="R3")
    assert legal(state) == "play R1, play R7, play Y3, play V3"
    assert rule_against(state, "draw") == rule_against(state, "play O2") == "SANE-2"
    play(state, "play V3")
    s = state.position[0]
    assert (codes(SANE, s.hands[0]), s.top, codes(SANE, s.pile), state.turn) == ("R1 R7 O2 Y3", CARD("V3"), "R3", 1)


@pytest.mark.rule("SANE-3")
def test_drawing() -> None:
    """Only a player without a match draws; a card that fits may be played at once, and play passes on."""
    state = next_draw(holding("O2 Y4", "G5 B6", top="R3"), "R5")
    assert legal(state) == "draw"
    assert rule_against(state, "play R5") == "SANE-3"
    play(state, "draw")
    assert (state.turn, legal(state)) == (0, "play R5, keep")
    play(state, "play R5")
    s = state.position[0]
    assert (state.turn, s.top, codes(SANE, s.hands[0]), s.stock) == (1, CARD("R5"), "O2 Y4", 0)


@pytest.mark.rule("SANE-3")
def test_keeping() -> None:
    """A drawn card may be kept though it fits, must be kept if it does not, and play passes on; no other card is played."""
    for drawn, may in (("R5", "play R5, keep"), ("V7", "keep")):
        state = play(next_draw(holding("O2 Y4", "G5 B6", top="R3"), drawn), "draw")
        assert legal(state) == may
        assert rule_against(state, "play O2") == "SANE-3"
        play(state, "keep")
        assert (state.turn, state.position[0].top) == (1, CARD("R3"))
        assert state.position[0].hands[0] == hand(SANE, f"O2 Y4 {drawn}")
    state = play(next_draw(holding("O2 Y4", "G5 B6", top="R3"), "V7"), "draw")
    assert rule_against(state, "play V7") == "SANE-3"


@pytest.mark.rule("SANE-3")
def test_keeping_tells_nothing() -> None:
    """The others see the same whether the card that was kept could have been played or not."""
    views = []
    for drawn in ("R5", "V7"):
        state = play(holding("O2 Y4", "G5 B6", top="R3", stock=f"{drawn} B1 B2 B3"), "draw")
        other = {"R5": "V7", "V7": "R5"}[drawn]
        arrange(state, drawn=CARD(drawn), stock=hand(SANE, f"{other} B1 B2"))
        asked = [state.view(1), state.view(None)]
        play(state, "keep")
        views.append([*asked, state.view(1), state.view(None)])
    assert views[0] == views[1]


@pytest.mark.rule("SANE-4")
def test_reshuffling() -> None:
    """A draw from an empty stock makes the discard pile, except its top, the new stock; not before a card is due."""
    state = holding("O2 Y4", "G5 B6", top="R3", pile="V1 V2 V5", stock="V7")
    play(state, "draw", "keep")
    s = state.position[0]
    assert (s.stock, codes(SANE, s.pile), s.top) == (0, "V1 V2 V5", CARD("R3"))
    play(state, "draw")
    s = state.position[0]
    assert (codes(SANE, s.stock | 1 << int(s.drawn)), s.pile, s.top) == ("V1 V2 V5", 0, CARD("R3"))


@pytest.mark.rule("SANE-5")
def test_going_out() -> None:
    """The first player without cards wins, and the game is over."""
    state = holding("R1", "G5", "B6", top="R3")
    assert (state.winners(), state.is_over) == ([], False)
    play(state, "play R1")
    assert (state.is_over, state.winners(), state.returns()) == (True, [0], [1, 0, 0])
    assert state.standing()[0] > max(state.standing()[1:])


@pytest.mark.rule("SANE-5")
def test_fewer_cards_are_better() -> None:
    """Before the end the one with fewer cards stands better."""
    one, three, two = holding("R1", "G5 B6 V4", "B7 V7", top="R3").standing()
    assert 1 > one > two > three


@pytest.mark.rule("SANE-6")
def test_jokers_may_be_played() -> None:
    """A joker goes on anything, even if its player holds a match; without a match drawing is allowed, too."""
    assert legal(holding("R1 O2 X1", "G5", top="R3", silly=True)) == "play R1, play X1"
    assert legal(holding("O2 X1 X4", "G5", top="R3", silly=True)) == "play X1, play X4, draw"
    assert legal(holding("R1 X1", "G5", top="O2", silly=True)) == "play X1, draw"
    assert legal(holding("X2", "G5", top="R3", silly=True)) == "play X2, draw"


@pytest.mark.rule("SANE-6")
def test_a_drawn_joker() -> None:
    """A joker that is drawn may be played at once, or kept."""
    state = play(next_draw(holding("O2 Y4", "G5 B6", top="R3", silly=True), "X3"), "draw")
    assert legal(state) == "play X3, keep"
    play(state, "play X3", "name 4")
    assert (state.turn, state.position[0].top) == (1, CARD("X3"))


@pytest.mark.rule("SANE-6")
@pytest.mark.parametrize(
    ("named", "may"),
    [
        ("red", "play R5, play X2"),
        ("violet", "play V5, play X2"),
        ("1", "play O1, play X2"),
        ("7", "play Y7, play X2"),
        ("green", "play X2, draw"),
        ("4", "play X2, draw"),
    ],
)
def test_naming(named: str, may: str) -> None:
    """A player who plays a joker names a suit or a number, which the next card must have unless it is a joker."""
    state = play(holding("O2 X1", "R5 O1 Y7 V5 X2", top="R3", silly=True), "play X1")
    words = ["red", "orange", "yellow", "green", "blue", "indigo", "violet", "1", "2", "3", "4", "5", "6", "7"]
    assert (state.turn, legal(state)) == (0, ", ".join(f"name {word}" for word in words))
    play(state, f"name {named}")
    assert (state.turn, legal(state)) == (1, may)
    [match] = (fact for fact in state.view(1).facts if fact.id == "match")
    suit, number = (None, int(named)) if named.isdecimal() else (named[0].upper(), None)
    assert (match.text, match.suit, match.number) == (named, suit, number)


@pytest.mark.rule("SANE-6")
def test_naming_holds_for_the_next_card_only() -> None:
    """The card played after a joker is matched like any other."""
    state = play(holding("O2 X1", "R5 O1", "V5 R2", top="R3", silly=True), "play X1", "name red", "play R5")
    assert legal(state) == "play R2, play V5"


@pytest.mark.rule("SANE-6")
def test_the_last_card_a_joker() -> None:
    """With a joker as the last card a suit or number is named all the same; then the game is won."""
    state = play(holding("X1", "G5", top="R3", silly=True), "play X1")
    assert (state.is_over, state.turn, state.phase) == (False, 0, "name a suit or a number")
    play(state, "name blue")
    assert (state.is_over, state.winners()) == (True, [0])


@pytest.mark.rule("SANE-6")
def test_no_jokers_in_the_sane_game() -> None:
    """Jokers are in play with `silly` only."""
    for game, jokers in ((SANE, 0), (SILLY, 4)):
        s = game.start(3).position[0]
        everything = int(s.stock) | int(s.hands[0]) | int(s.hands[1]) | 1 << int(s.top)
        assert (everything >> 49).bit_count() == jokers


@pytest.mark.rule("SANE-7")
def test_a_joker_turned_up() -> None:
    """A joker turned up at the start binds nobody: the first player plays any of their cards."""
    state = holding("R1 O2 V7 X2", "G5", top="X1", silly=True)
    assert legal(state) == "play R1, play O2, play V7, play X2"
    assert rule_against(state, "draw") == "SANE-2"


@pytest.mark.rule("SANE-7")
def test_nothing_is_named_at_the_start() -> None:
    """Nothing is named when a game starts."""
    turned_up = [state for state in map(SILLY.start, range(60)) if state.position[0].top >= 49]
    assert turned_up
    for state in turned_up:
        assert state.legal_actions().members == int(state.position[0].hands[state.turn])


@pytest.mark.rule("SANE-8")
def test_nothing_to_draw() -> None:
    """With nothing left to draw a player without a match passes, one with a joker plays it; a match must be played."""
    state = holding("O2 Y4", "R5 B6", top="R3", stock="")
    assert legal(state) == "pass"
    assert state.why_not("draw") is not None
    play(state, "pass")
    assert (state.turn, codes(SANE, state.position[0].hands[0]), legal(state)) == (1, "O2 Y4", "play R5")
    assert legal(holding("O2 X2", "R5", top="R3", stock="", silly=True)) == "play X2"
    assert legal(holding("O2 R4", "R5", top="R3", stock="")) == "play R4"


@pytest.mark.rule("SANE-8")
def test_no_passing_while_there_is_a_card() -> None:
    """A player who can draw, from the stock or from a reshuffled pile, does not pass."""
    for stock, pile in (("V7", ""), ("", "V7")):
        state = holding("O2 Y4", "R5", top="R3", stock=stock, pile=pile)
        assert legal(state) == "draw"
        assert state.why_not("pass") is not None


@pytest.mark.rule("GEN-1")
def test_the_dealer() -> None:
    """Any seat may deal."""
    game = sevenfold.load("sane_sevens", players=3)
    assert {int(game.start(seed).position[0].dealer) for seed in range(40)} == {0, 1, 2}


@pytest.mark.rule("SANE-8")
def test_a_pass_shows_what_is_not_held() -> None:
    """Everybody knows that a player who passed holds neither a match nor a joker."""
    state = holding("G1 G2 B3", "R1 X1 V4 G5", "I2 R4 V6 B7", top="R7", stock="", silly=True)
    play(state, "pass", "play R1")
    chance = source(1)
    seen = 0
    for _ in range(200):
        position = state.position.copy()
        redeal(position, 0, 2, chance)
        seen |= int(position[0].hands[0])
    assert codes(state.game, seen) == codes(state.game, hand(state.game, "G1 G2 B3 V4 G5"))


@pytest.mark.parametrize("silly", [False, True])
def test_what_every_part_of_a_hand_lacks(silly: bool) -> None:
    """The answer found in one pass is that of asking about each part, also once there are many parts and a new stock."""
    asked = GENERIC["lacked_everywhere"].default
    most_parts, some = 0, 0
    for seed in range(12):
        state, chosen = sevenfold.load("sane_sevens", players=2 + seed % 3, silly=silly).start(seed), Random(seed)
        while not state.is_over and state.action_count < 600:
            state.play(chosen.choice([int(action) for action in state.legal_actions()]))
            if state.action_count % 7 == 0:
                s = state.position[0]
                for holder in range(state.game.players):
                    found = int(lacked_everywhere(s, holder))
                    assert found == int(asked(s, holder))
                    most_parts, some = max(most_parts, int(parts(s, holder))), some + (found != 0)
    assert most_parts > 5
    assert some > 5
