"""Suitability, rule by rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import sevenfold
from helpers.situations import arrange, codes, hand, hands, legal, play, rule_against
from sevenfold.cards import NONE
from sevenfold.kernel.questions import shown
from sevenfold.records.transcript import lines_by_action

GAMES = {players: sevenfold.load("suitability", players=players) for players in (2, 3, 4, 5)}
FOUR = GAMES[4]
PARTNERS = sevenfold.load("suitability", partnership=True)
TO_250 = sevenfold.load("suitability", target="250_points")
PARTNERS_TO_250 = sevenfold.load("suitability", partnership=True, target="250_points")
SPADES, HEARTS, DIAMONDS, CLUBS = range(4)
ROLES = {"roles": [HEARTS, SPADES, CLUBS]}  # hearts trump, spades penalty, clubs reverse, diamonds plain
GIVING_ROLES, CLAIMING, PLAY = 0, 1, 2
IMMUNITY, WARRANTY, POVERTY = 0, 1, 2
HAND_SIZES = {2: 14, 3: 13, 4: 13, 5: 11}


def by_seat(values: Sequence[int]) -> list[int]:
    """An array by seat, for at most five."""
    return [*values, *[0] * (5 - len(values))]


def arranged(game: sevenfold.Game, **fields: Any) -> sevenfold.State:
    """A situation; lists are by seat, except the roles."""
    lists = {name: by_seat(value) for name, value in fields.items() if isinstance(value, list) and name != "roles"}
    return arrange(game.start(1), **{"dealer": 0, "picked_up": 0, **fields, **lists})


def playing(*held: str, game: sevenfold.Game | None = None, **fields: Any) -> sevenfold.State:
    """Play with these hands of seats 0, 1 …; seat 0 dealt, seat 1 leads."""
    game = game or GAMES[len(held)]
    set_up = {"hands": hands(game, *held), "leader": 1, "turn": 1, "phase": PLAY, "claimant": NONE, **ROLES}
    return arranged(game, **{**set_up, **fields})


def cards(state: sevenfold.State, *played: str) -> sevenfold.State:
    """Play cards."""
    return play(state, *(f"play {card}" for card in " ".join(played).split()))


def taker(played: str, game: sevenfold.Game | None = None) -> str:
    """The card that takes a trick led by seat 1."""
    held = played.split()
    state = playing(held[-1], *held[:-1], game=game)
    return held[(int(cards(state, played).position[0].taker) - 1) % len(held)]


def last_trick(won: list[int], penalties: list[int], game: sevenfold.Game = FOUR, **fields: Any) -> sevenfold.State:
    """The last trick of a deal, of clubs, which seat 1 of 4 takes, with the tricks and penalty cards taken before it."""
    state = playing("4C", "2C", "5C", "6C", game=game, won=won, penalties=penalties, **fields)
    return cards(state, "2C 5C 6C 4C")


# -- the deal -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SUITABILITY-1")
@pytest.mark.rule("SUITABILITY-14")
@pytest.mark.rule("SUITABILITY-16")
@pytest.mark.rule("SUITABILITY-17")
@pytest.mark.parametrize(("players", "ranks"), [(4, "23456789TJQKA"), (5, "23456789TJQKA"), (3, "23456TJQKA"), (2, "89TJQKA")])
def test_the_deal(players: int, ranks: str) -> None:
    """Each number of players has its pack and its size of hands; with three the last card is turned up."""
    game = GAMES[players]
    pack = [rank + suit for suit in "SHDC" for rank in ranks] + ["X1", "X2", "X3"] * (players == 5)
    for seed in range(4):
        s = game.start(seed).position[0]
        held = [game.pack.codes(int(s.hands[seat])) for seat in range(players)]
        assert [len(h) for h in held] == [HAND_SIZES[players]] * players
        turned_up = [game.pack.code(s.turn_up)] if players == 3 else []
        assert sorted(sum(held, turned_up)) == sorted(pack)
        assert (s.turn_up == NONE) == (players != 3)


@pytest.mark.rule("SUITABILITY-1")
def test_ranks() -> None:
    """The ace is high, then K Q J T 9 … 2."""
    for high, low in zip("AKQJT9876543", "KQJT98765432", strict=True):
        assert taker(f"{low}D {high}D 2C 2C") == f"{high}D"


# -- roles --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SUITABILITY-2")
def test_giving_roles() -> None:
    """From the dealer's left three players each give a role to a suit; suits and roles all differ."""
    state = FOUR.start(1)
    dealer = int(state.position[0].dealer)
    assert (state.turn, len(state.legal_actions())) == ((dealer + 1) % 4, 12)
    play(state, "make hearts penalty")
    left = [f"make {suit} {role}" for suit in ("spades", "diamonds", "clubs") for role in ("trump", "reverse")]
    assert legal(state) == ", ".join(left)
    assert state.turn == (dealer + 2) % 4
    for forbidden in ("make hearts trump", "make spades penalty"):
        assert rule_against(state, forbidden) == "SUITABILITY-2"
    assert state.why_not("make hearts trump") == ("SUITABILITY-2", "Hearts have a role already.")
    assert state.why_not("make spades penalty") == ("SUITABILITY-2", "There is a penalty suit already.")
    play(state, "make spades reverse")
    assert (state.turn, legal(state)) == ((dealer + 3) % 4, "make diamonds trump, make clubs trump")
    play(state, "make clubs trump")
    assert state.position[0].roles.tolist() == [CLUBS, HEARTS, SPADES]
    assert (state.turn, state.phase) == (dealer, "claim a privilege or none")
    view = state.view(state.turn)
    assert ("Plain", "diamonds") in [(fact.label, fact.text) for fact in view.facts]
    roles = [(fact.label, fact.suit, fact.badge) for fact in view.facts]
    assert roles == [("Trump", "C", "trump"), ("Penalty", "H", "penalty"), ("Reverse", "S", "reverse"), ("Plain", "D", "")]


@pytest.mark.rule("SUITABILITY-3")
@pytest.mark.parametrize(
    ("played", "best"), [("AC KC 2C 3C", "2C"), ("AC KC QC JC", "JC"), ("TC 9C KC AC", "9C"), ("AC KD QD JD", "AC")]
)
def test_the_reverse_suit(played: str, best: str) -> None:
    """In the reverse suit ranks run upside down."""
    assert taker(played) == best


@pytest.mark.rule("SUITABILITY-3")
def test_reverse_in_smaller_packs() -> None:
    """The lowest rank of the pack is the highest then."""
    assert taker("9C 8C", GAMES[2]) == "8C"
    assert taker("TC 6C AC", GAMES[3]) == "6C"


# -- privileges ---------------------------------------------------------------------------------------------------------


def claiming(players: int, turn: int, **fields: Any) -> sevenfold.State:
    """Privileges are to be claimed; seat 0 dealt."""
    return arranged(GAMES[players], phase=CLAIMING, turn=turn, claimant=NONE, **ROLES, **fields)


@pytest.mark.rule("SUITABILITY-4")
@pytest.mark.parametrize("claim", ["immunity", "warranty", "poverty", "none"])
def test_claiming(claim: str) -> None:
    """With four players the dealer claims one of the three privileges, or none, for all to see; then play begins."""
    state = claiming(4, 0)
    assert legal(state) == "claim immunity, claim warranty, claim poverty, claim none"
    play(state, f"claim {claim}")
    assert (state.phase, state.turn) == ("play", 1)
    assert state.position[0].claimant == (NONE if claim == "none" else 0)
    assert state.view(2).seats[0].badges == ([] if claim == "none" else [claim])


@pytest.mark.rule("SUITABILITY-14")
def test_claiming_with_five() -> None:
    """The fourth may claim; only if they decline may the fifth, the dealer."""
    state = play(GAMES[5].start(1), "make hearts trump", "make spades penalty", "make clubs reverse")
    assert state.turn == (state.position[0].dealer + 4) % 5
    state = play(claiming(5, 4), "claim poverty")
    assert (state.phase, state.turn, state.position[0].claimant) == ("play", 1, 4)
    state = play(claiming(5, 4), "claim none")
    assert (state.phase, state.turn) == ("claim a privilege or none", 0)
    state = play(state, "claim warranty")
    assert (state.phase, state.turn, state.position[0].claimant) == ("play", 1, 0)
    assert play(claiming(5, 4), "claim none", "claim none").position[0].claimant == NONE


@pytest.mark.rule("SUITABILITY-17")
def test_two_players() -> None:
    """The non-dealer gives the first and the third role, the dealer the second; then the dealer may claim."""
    state = GAMES[2].start(1)
    dealer = int(state.position[0].dealer)
    turns = []
    for action in ("make hearts trump", "make spades penalty", "make clubs reverse", "claim immunity"):
        turns.append(state.turn)
        play(state, action)
    assert turns == [1 - dealer, dealer, 1 - dealer, dealer]
    assert (state.phase, state.turn) == ("play", 1 - dealer)


# -- three players ------------------------------------------------------------------------------------------------------


def three(*held: str, turn_up: str) -> sevenfold.State:
    """The third of three gives the last role: hearts are trump, spades penalty; clubs will be reverse, diamonds plain."""
    fields = {"roles": [HEARTS, SPADES, NONE], "turn_up": FOUR.pack.parse(turn_up)}
    return arranged(GAMES[3], phase=GIVING_ROLES, turn=0, hands=hands(FOUR, *held), **fields)


@pytest.mark.rule("SUITABILITY-16")
@pytest.mark.parametrize("holder", [0, 1, 2])
def test_the_exchange(holder: int) -> None:
    """The holder of the plain card of the turn-up's rank swaps it for the turn-up, for all to see; then play begins."""
    held = ["2S KC", "3S KS", "4S AS"]
    held[holder] = "2D KD"
    state = play(three(*held, turn_up="KH"), "make clubs reverse")
    s = state.position[0]
    held[holder] = "KH 2D"
    assert [codes(FOUR, cards) for cards in s.hands[:3]] == held
    assert (FOUR.pack.code(s.turn_up), state.phase, state.turn) == ("KD", "play", 1)
    assert lines_by_action(state)[-1][1:] == [{"event": "exchange", "seat": holder, "gives": "KD", "takes": "KH"}]
    assert [codes(FOUR, shown(s, seat)) for seat in range(3)] == ["KH" if seat == holder else "" for seat in range(3)]
    for viewer in (0, 1, 2, None):
        zones = {zone.id: [face.code for face in zone.faces] for zone in state.view(viewer).zones}
        assert "KH" in zones[f"hand-{holder}"]
        assert zones["turn-up"] == ["KD"]


@pytest.mark.rule("SUITABILITY-16")
def test_no_exchange() -> None:
    """If the turn-up is plain itself nothing happens."""
    state = play(three("2S KH", "3S KC", "4S KS", turn_up="KD"), "make clubs reverse")
    s = state.position[0]
    assert [codes(FOUR, held) for held in s.hands[:3]] == ["2S KH", "3S KC", "4S KS"]
    assert (FOUR.pack.code(s.turn_up), state.phase) == ("KD", "play")
    assert [event["event"] for event in lines_by_action(state)[-1]] == ["move"]
    assert not any(shown(s, seat) for seat in range(3))


@pytest.mark.rule("SUITABILITY-16")
def test_three_roles_and_no_privileges() -> None:
    """All three give a role, from the dealer's left, and nobody claims."""
    state = GAMES[3].start(1)
    dealer = int(state.position[0].dealer)
    play(state, "make hearts trump", "make spades penalty")
    assert state.turn == dealer
    play(state, "make diamonds reverse")
    assert (state.phase, state.turn) == ("play", (dealer + 1) % 3)


# -- play ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SUITABILITY-5")
def test_following() -> None:
    """Players who can follow the suit led must; others may play anything."""
    state = playing("2D AS KH", "3D 9S TH", "4D JS QH", "5S 6S 7C")
    assert legal(state) == "play 9S, play TH, play 3D"
    assert legal(cards(state, "3D")) == "play 4D"
    assert rule_against(state, "play JS") == rule_against(state, "play 2D") == "SUITABILITY-5"
    assert legal(cards(state, "4D")) == "play 5S, play 6S, play 7C"
    assert codes(FOUR, cards(state, "7C").position[0].lacks[3]) == " ".join(f"{rank}D" for rank in "23456789TJQKA")
    assert not any(state.position[0].lacks[:3])


@pytest.mark.rule("SUITABILITY-5")
@pytest.mark.parametrize(
    ("played", "best"),
    [
        ("9D TD 2D AS", "TD"),  # the highest of the suit led,
        ("9D 2D KC 2C", "9D"),  # whatever else is played,
        ("9D 2H AD KS", "2H"),  # but for a trump,
        ("AD 2H 3D 4D", "2H"),
        ("9D 2H AD 4H", "4H"),  # of which the highest,
        ("4H AD 2H 3H", "4H"),  # led, too
    ],
)
def test_who_takes_the_trick(played: str, best: str) -> None:
    """The highest trump, else the highest of the suit led."""
    assert taker(played) == best


@pytest.mark.rule("SUITABILITY-5")
def test_reverse_trump_is_not_there() -> None:
    """A suit has one role: a reverse card does not beat a plain one that was led."""
    assert taker("2D 2C 3C AS") == "2D"


@pytest.mark.rule("SUITABILITY-5")
def test_the_winner_leads() -> None:
    """The winner leads to the next trick."""
    state = cards(playing("9D 2S AC", "TD 3S AS", "2H 4S KC", "AD 5S QC"), "TD 2H AD 9D")
    assert (state.turn, legal(state)) == (2, "play 4S, play KC")
    assert state.position[0].won.tolist() == [0, 0, 1, 0, 0]
    cards(state, "4S 5S 2S 3S")
    assert (state.turn, legal(state)) == (3, "play QC")
    assert state.position[0].won.tolist() == [0, 0, 1, 1, 0]


def test_lacking() -> None:
    """Each suit that a seat fails to follow is known to be missing from its hand."""
    state = cards(playing("9D 2D", "TD 3S AS", "2H 4S KH", "AD 5C QC"), "TD 2H AD 9D")
    cards(state, "4S QC 2D 3S")
    lacks = [" ".join(sorted({code[1] for code in FOUR.pack.codes(int(lacked))})) for lacked in state.position[0].lacks[:4]]
    assert lacks == ["S", "", "D", "S"]


@pytest.mark.rule("SUITABILITY-15")
def test_a_joker_led() -> None:
    """It takes its trick; the others play what they like, and a joker among theirs loses."""
    state = playing("2D AH", "X2 3S", "X1 4S 5D", "AD 5S", "2C 6S", won=[0, 0, 0, 0, 0])
    cards(state, "X2")
    assert legal(state) == "play 4S, play 5D, play X1"
    cards(state, "X1 AD 2C AH")
    assert (state.position[0].taker, state.turn) == (1, 1)
    assert not any(state.position[0].lacks)


@pytest.mark.rule("SUITABILITY-15")
def test_a_joker_played() -> None:
    """To a suit led it may be played by anyone at any turn, is never forced, and never wins, nor shows any lack."""
    state = playing("2D AH", "3D 3S", "X1 4D 5S", "X2 6S", "2C 6C", won=[0, 0, 0, 0, 0])
    cards(state, "3D")
    assert legal(state) == "play 4D, play X1"
    cards(state, "X1")
    assert legal(state) == "play 6S, play X2"  # seat 3 holds no diamond, and is not bound to play the joker
    cards(state, "X2 2C 2D")
    assert state.position[0].taker == 1
    assert [seat for seat in range(5) if state.position[0].lacks[seat]] == [4]


@pytest.mark.rule("SUITABILITY-15")
def test_a_joker_is_no_penalty_card() -> None:
    """It counts as a card of the suit led for nothing but losing: it is no penalty card, with a penalty suit led either."""
    state = cards(playing("2D AH", "3S 3D", "X1 4D", "4S 6D", "2C 6C", penalties=[0] * 5), "3S X1 4S 2C 2D")
    assert (state.position[0].taker, state.position[0].penalties.tolist()) == (3, [0, 0, 0, 2, 0])
    state = cards(playing("2D AH", "X3 3D", "X1 4D", "4S 6D", "2C 6C", penalties=[0] * 5), "X3 X1 4S 2C 2D")
    assert (state.position[0].taker, state.position[0].penalties.tolist()) == (1, [0, 1, 0, 0, 0])


# -- scores -------------------------------------------------------------------------------------------------------------


def points(won: list[int], penalties: list[int], **fields: Any) -> list[int]:
    """What a deal scores in which seat 1 takes one trick more."""
    return [int(n) for n in last_trick(won, penalties, **fields).standing()]


@pytest.mark.rule("SUITABILITY-6")
def test_points() -> None:
    """Ten a trick, divided by the penalty cards taken, rounded down; without any, ten more."""
    assert points([4, 3, 1, 4], [1, 3, 0, 6]) == [40, 13, 20, 6]
    assert points([2, 0, 1, 9], [0, 0, 7, 2]) == [30, 20, 1, 45]


@pytest.mark.rule("SUITABILITY-6")
def test_penalty_cards() -> None:
    """Penalty cards count for who takes the trick."""
    state = cards(playing("9S 2S", "TD 3S", "2H 4S", "AS 5S", won=[0] * 4, penalties=[0, 0, 3, 0]), "TD 2H AS 9S")
    assert state.position[0].penalties.tolist() == [0, 0, 5, 0, 0]


@pytest.mark.rule("SUITABILITY-7")
@pytest.mark.parametrize("claim", [IMMUNITY, WARRANTY, POVERTY, None])
def test_no_trick(claim: int | None) -> None:
    """A player who takes no trick has 25, with and without a privilege."""
    fields = {} if claim is None else {"claim": claim, "claimant": 3}
    assert points([6, 3, 3, 0], [6, 3, 3, 0], **fields)[3] == 25


@pytest.mark.rule("SUITABILITY-8")
def test_immunity() -> None:
    """Five a trick, whatever the penalty cards; for its claimant alone."""
    assert points([3, 3, 3, 3], [3, 3, 3, 3], claim=IMMUNITY, claimant=2) == [10, 13, 15, 10]
    assert points([3, 3, 3, 3], [0, 0, 0, 9], claim=IMMUNITY, claimant=1) == [40, 20, 40, 3]


@pytest.mark.rule("SUITABILITY-9")
def test_warranty() -> None:
    """25, whatever was won."""
    assert points([3, 3, 3, 3], [3, 3, 3, 0], claim=WARRANTY, claimant=3) == [10, 13, 10, 25]


@pytest.mark.rule("SUITABILITY-10")
@pytest.mark.parametrize(
    ("tricks", "penalties", "score"), [(1, 0, 40), (2, 1, 30), (2, 3, 10), (3, 0, 20), (4, 3, 3), (5, 0, 0), (7, 0, 0)]
)
def test_poverty(tricks: int, penalties: int, score: int) -> None:
    """Five less the tricks won take the place of the tricks, but never less than none; penalty cards divide."""
    assert points([0, 0, 0, tricks], [0, 0, 0, penalties], claim=POVERTY, claimant=3)[3] == score


@pytest.mark.rule("SUITABILITY-11")
def test_partners_add_their_points() -> None:
    """Each seat scores alone; totals and results are the side's sum, and both partners win."""
    state = last_trick([4, 3, 1, 4], [1, 3, 0, 6], game=PARTNERS, scores=[1, 2, 3, 4], deal_number=3)
    assert lines_by_action(state)[-1][-1] == {
        "event": "score", "deal": 4, "points": [40, 13, 20, 6], "totals": [64, 25, 64, 25],
    }  # fmt: skip
    assert (state.returns(), state.winners()) == ([64, 25, 64, 25], [0, 2])
    assert [seat.side for seat in state.view(None).seats] == [0, 1, 0, 1]
    assert [seat.side for seat in FOUR.start(1).view(None).seats] == [None] * 4


@pytest.mark.rule("SUITABILITY-11")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_partners_are_four(players: int) -> None:
    """Partnerships are refused unless there are four players, and the message says what is allowed."""
    with pytest.raises(sevenfold.BadInput, match=r"With players \d, partnership must be false: partners sit opposite"):
        sevenfold.load("suitability", players=players, partnership=True)


@pytest.mark.rule("SUITABILITY-12")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_four_deals(players: int) -> None:
    """A game is four deals for any number of players; the highest total wins."""
    held = ["4C", "2C", "5C", "6C", "7C"][:players]
    fields: dict[str, Any] = {"won": [1, 0, 2, 3, 1][:players], "scores": [9, 5, 7, 8, 3][:players], "penalties": [0] * players}
    for deal_number in range(3):
        assert not cards(playing(*held, **fields, deal_number=deal_number), *held[1:], held[0]).is_over
    state = cards(playing(*held, **fields, deal_number=3), *held[1:], held[0])
    assert state.is_over
    totals = [9 + 20, 5 + 20, 7 + 30, 8 + 40, 3 + 20][:players]
    assert (state.returns(), state.winners()) == (totals, [{2: 0, 3: 2, 4: 3, 5: 3}[players]])


@pytest.mark.rule("SUITABILITY-12")
def test_250_points() -> None:
    """Deals are played until somebody, or a side, has 250 or more at the end of one; the highest total wins."""
    tricks: dict[str, list[int]] = {"won": [1, 0, 2, 3], "penalties": [0, 0, 0, 0]}  # 20, 20, 30, 40 points
    state = last_trick(**tricks, game=TO_250, scores=[229, 229, 219, 209], deal_number=3)
    assert (state.is_over, state.standing()) == (False, [249] * 4)
    state = last_trick(**tricks, game=TO_250, scores=[230, 239, 219, 209], deal_number=7)
    assert (state.returns(), state.winners()) == ([250, 259, 249, 249], [1])
    state = last_trick(**tricks, game=PARTNERS_TO_250, scores=[100, 0, 99, 189])
    assert (state.is_over, state.standing()) == (False, [249] * 4)
    state = last_trick(**tricks, game=PARTNERS_TO_250, scores=[100, 0, 100, 189])
    assert (state.returns(), state.winners()) == ([250, 249, 250, 249], [0, 2])


@pytest.mark.rule("GEN-2")
def test_equal_totals() -> None:
    """Equal totals share the win."""
    state = last_trick([1, 0, 2, 3], [0] * 4, deal_number=3, scores=[20, 20, 10, 0])
    assert (state.returns(), state.winners()) == ([40] * 4, [0, 1, 2, 3])


@pytest.mark.rule("SUITABILITY-13")
def test_the_deal_passes() -> None:
    """The deal passes to the left, and with it who gives the first role; everything of the last deal is forgotten."""
    state = last_trick([1, 0, 2, 3], [0] * 4, claim=WARRANTY, claimant=2, lacks=[1, 2, 3, 4], picked_up=hand(FOUR, "2C"))
    s = state.position[0]
    assert (s.dealer, state.turn, state.phase, s.deal_number) == (1, 2, "give a suit a role", 1)
    assert (s.roles.tolist(), s.claimant, s.picked_up, s.trick_size) == ([NONE] * 3, NONE, 0, 0)
    assert s.won.tolist() == s.penalties.tolist() == s.lacks.tolist() == [0] * 5


@pytest.mark.rule("GEN-1")
def test_the_first_dealer() -> None:
    """Any seat may be the first dealer."""
    assert {int(GAMES[5].start(seed).position[0].dealer) for seed in range(60)} == {0, 1, 2, 3, 4}


# -- what is said and seen ------------------------------------------------------------------------------------------------


def facts(state: sevenfold.State) -> list[tuple[str, str, str | None]]:
    """What is in force, as everybody sees it: (id, text, suit)."""
    return [(fact.id, fact.text, fact.suit) for fact in state.view(None).facts]


def said(state: sevenfold.State, seat: int | None) -> list[str]:
    """The sentences of the last action, as a seat reads them."""
    return [event.text for event in state.events(seat) if event.made == state.action_count and event.text]


@pytest.mark.rule("SUITABILITY-2")
def test_roles_are_facts() -> None:
    """Each role is a fact, with the symbol of its suit once it has one; with the third the plain suit has one too."""
    state = arranged(FOUR, phase=GIVING_ROLES, turn=1, roles=[NONE, NONE, NONE], claimant=NONE)
    names = ("role-trump", "role-penalty", "role-reverse", "role-plain")
    assert facts(state) == [(name, "none yet", None) for name in names]
    play(state, "make hearts penalty")
    assert [fact for fact in facts(state) if fact[1] != "none yet"] == [("role-penalty", "hearts", "H")]
    assert said(state, 1) == ["You make hearts the penalty suit."]
    assert said(state, None) == said(state, 3) == ["Seat 1 makes hearts the penalty suit."]
    play(state, "make clubs trump")
    assert facts(state)[:2] == [("role-trump", "clubs", "C"), ("role-penalty", "hearts", "H")]
    play(state, "make spades reverse")
    roles = [("role-trump", "clubs", "C"), ("role-penalty", "hearts", "H"), ("role-reverse", "spades", "S")]
    assert facts(state) == [*roles, ("role-plain", "diamonds", "D")]
    assert said(state, 2) == ["Seat 3 makes spades the reverse suit.", "Diamonds are plain."]
    assert [fact.label for fact in state.view(0).facts] == ["Trump", "Penalty", "Reverse", "Plain"]


@pytest.mark.rule("SUITABILITY-4")
def test_privileges_are_explained_before_they_are_claimed() -> None:
    """Each claim says what it brings; once made, all read it, and its claimant wears it."""
    state = claiming(4, 0)
    assert [(move.text, move.effect) for move in state.view(0).moves] == [
        ("claim immunity", "5 for each trick, whatever your penalty cards"),
        ("claim warranty", "25, whatever you take"),
        ("claim poverty", "10 for each trick short of five, divided by your penalty cards"),
        ("claim none", "keeps the 10 for taking no penalty card"),
    ]
    play(state, "claim poverty")
    assert (said(state, 0), said(state, 1)) == (["You claim poverty."], ["Seat 0 claims poverty."])
    assert [seat.badges for seat in state.view(None).seats] == [["poverty"], [], [], []]
    assert not any(move.effect for move in state.view(1).moves)
    state = play(claiming(4, 0), "claim none")
    assert (said(state, 0), said(state, None)) == (["You claim no privilege."], ["Seat 0 claims no privilege."])
    assert lines_by_action(state)[-1] == [{"event": "move", "seat": 0, "move": "privilege", "claim": None}]


@pytest.mark.rule("SUITABILITY-16")
def test_everybody_sees_the_exchange() -> None:
    """Everybody learns who gave and took which card, and both cards move."""
    state = play(three("2S KC", "3S KS", "2D KD", turn_up="KH"), "make clubs reverse")
    for viewer in (0, 1, 2, None):
        who = "You give the king of diamonds and take" if viewer == 2 else "Seat 2 gives the king of diamonds and takes"
        assert said(state, viewer)[1:] == ["Diamonds are plain.", f"{who} the king of hearts for it."]
        news = state.view(viewer).news[-1]
        flights = [(flight.code, flight.start, flight.end) for flight in news.flights]
        assert (news.kind, flights) == ("exchange", [("KD", "hand-2", "turn-up"), ("KH", "turn-up", "hand-2")])
        turn_up = next(zone for zone in state.view(viewer).zones if zone.id == "turn-up")
        assert (turn_up.purpose, turn_up.note) == ("turn-up", "exchanged for the king of hearts")


def test_the_trick_is_seen() -> None:
    """The trick lies in the order of play, with its leader and the card that wins it so far; what is led is a fact."""
    state = cards(playing("2D AH", "3D 3S", "4D 5S", "5D 6S"), "3D 4D")
    trick = next(zone for zone in state.view(None).zones if zone.id == "trick")
    assert (trick.leader, [(face.code, face.seat, face.mark) for face in trick.faces]) == (
        1, [("3D", 1, ""), ("4D", 2, "winning")],
    )  # fmt: skip
    assert facts(state)[-1] == ("led", "diamonds", "D")
    cards(state, "5D 2D")
    last = state.view(0).last_trick
    assert last is not None
    assert (last.leader, last.taker, [card.code for card in last.cards]) == (1, 3, ["3D", "4D", "5D", "2D"])
    assert facts(state)[-1][0] == "role-plain"
    assert said(state, 3) == ["Seat 0 plays the two of diamonds.", "You take the trick."]


@pytest.mark.rule("SUITABILITY-15")
def test_a_joker_led_wins_so_far() -> None:
    """A joker that was led is marked as winning, and the fact says that anything may be played."""
    state = cards(playing("2D AH", "X2 3S", "X1 4S", "AD 5S", "AH 6S", won=[0] * 5), "X2 X1 AD AH")
    trick = next(zone for zone in state.view(None).zones if zone.id == "trick")
    assert [face.code for face in trick.faces if face.mark == "winning"] == ["X2"]
    assert facts(state)[-1] == ("led", "anything", None)
    assert state.view(0).prompt == "A joker was led: play any card."


def terms(won: list[int], penalties: list[int], seat: int, **fields: Any) -> list[tuple[str, float, str]]:
    """How the points of a seat arose, in a deal in which seat 1 takes one trick more; they add up to its points."""
    (deal,) = last_trick(won, penalties, **fields).view(None).sheet
    line = deal.lines[seat]
    assert sum(term.points for term in line.terms) == line.points == line.total
    assert (line.seat, line.bid, line.took) == (seat, None, won[seat] + (seat == 1))
    return [(term.text, term.points, term.rule) for term in line.terms]


@pytest.mark.rule("SUITABILITY-6")
def test_how_points_arise() -> None:
    """Each term of a seat's points is named with its rule."""
    ten = "10 for each trick"
    assert terms([4, 3, 1, 4], [1, 3, 0, 6], 0) == [
        (ten, 40, "SUITABILITY-6"), ("divided by 1 penalty card, which changes nothing", 0, "SUITABILITY-6"),
    ]  # fmt: skip
    assert terms([4, 3, 1, 4], [1, 3, 0, 6], 1) == [
        (ten, 40, "SUITABILITY-6"), ("divided by 3 penalty cards, rounded down", -27, "SUITABILITY-6"),
    ]  # fmt: skip
    assert terms([4, 3, 1, 4], [1, 3, 0, 6], 2) == [
        (ten, 10, "SUITABILITY-6"), ("no penalty card: 10", 10, "SUITABILITY-6"),
    ]  # fmt: skip
    assert terms([0, 0, 0, 12], [0, 0, 0, 13], 3)[1] == ("divided by 13 penalty cards, rounded down", -111, "SUITABILITY-6")


@pytest.mark.rule("SUITABILITY-7")
@pytest.mark.rule("SUITABILITY-8")
@pytest.mark.rule("SUITABILITY-9")
@pytest.mark.rule("SUITABILITY-10")
@pytest.mark.parametrize(
    ("tricks", "penalties", "claim", "expected"),
    [
        (0, 0, None, [("no tricks: 25", 25, "SUITABILITY-7")]),
        (0, 0, POVERTY, [("no tricks: 25", 25, "SUITABILITY-7")]),
        (3, 5, IMMUNITY, [("immunity: 5 for each trick", 15, "SUITABILITY-8")]),
        (3, 0, IMMUNITY, [("immunity: 5 for each trick", 15, "SUITABILITY-8")]),
        (3, 5, WARRANTY, [("warranty: 25", 25, "SUITABILITY-9")]),
        (3, 0, WARRANTY, [("warranty: 25", 25, "SUITABILITY-9")]),
        (1, 0, POVERTY, [("poverty: 10 for each trick short of five", 40, "SUITABILITY-10")]),
        (7, 0, POVERTY, [("poverty: 10 for each trick short of five", 0, "SUITABILITY-10")]),
        (
            2, 4, POVERTY,
            [
                ("poverty: 10 for each trick short of five", 30, "SUITABILITY-10"),
                ("divided by 4 penalty cards, rounded down", -23, "SUITABILITY-6"),
            ],
        ),
    ],
)  # fmt: skip
def test_how_points_of_privileges_arise(
    tricks: int, penalties: int, claim: int | None, expected: list[tuple[str, float, str]]
) -> None:
    """So are those of a claimant, and of one without a trick."""
    fields = {} if claim is None else {"claim": claim, "claimant": 3}
    assert terms([0, 0, 0, tricks], [0, 0, 0, penalties], 3, **fields) == expected


@pytest.mark.rule("SUITABILITY-11")
def test_the_summary_of_partners() -> None:
    """A seat's points are its own, the totals those of its side."""
    state = last_trick([4, 3, 1, 4], [1, 3, 0, 6], game=PARTNERS, scores=[1, 2, 3, 4])
    (deal,) = state.view(2).sheet
    assert [(line.points, line.total) for line in deal.lines] == [(40, 64), (13, 25), (20, 64), (6, 25)]
    assert [seat.score for seat in state.view(2).seats] == ["64", "25", "64", "25"]
    assert said(state, 2)[-2:] == ["Seat 3 scores 6 in deal 1.", "Deal 2."]


@pytest.mark.rule("SUITABILITY-12")
def test_the_target_is_a_track() -> None:
    """How many of the four deals are under way, or how near the best total is to 250."""

    def target(state: sevenfold.State) -> tuple[str, int, int, str]:
        (track,) = state.view(None).tracks
        return track.label, track.value, track.of, track.text

    tricks: dict[str, Any] = {"won": [1, 0, 2, 3], "penalties": [0, 0, 0, 0]}
    assert target(last_trick(**tricks, deal_number=0)) == ("Deal", 2, 4, "2 of 4")
    assert target(last_trick(**tricks, deal_number=3)) == ("Deal", 4, 4, "4 of 4")
    assert target(last_trick(**tricks, game=TO_250, scores=[9, 30, 0, 9])) == ("Best total", 50, 250, "50 of 250")
    assert target(last_trick(**tricks, game=TO_250, scores=[9, 240, 0, 9])) == ("Best total", 250, 250, "260 of 250")
    assert target(last_trick(**tricks, game=PARTNERS_TO_250)) == ("Best total", 60, 250, "60 of 250")


@pytest.mark.rule("SUITABILITY-6")
def test_seats_are_seen() -> None:
    """A seat shows its tricks, the penalty cards among them, and how many cards it holds."""
    state = cards(playing("9S 2S", "TD 3S", "2H 4S", "AS 5S", won=[0] * 4, penalties=[0, 0, 3, 0]), "TD 2H AS 9S")
    seats = state.view(None).seats
    assert [[(line.label, line.value) for line in seat.lines] for seat in seats][2] == [("Won", "1"), ("Penalty cards", "5")]
    assert [seat.cards for seat in seats] == [1, 1, 1, 1]


def test_prompts() -> None:
    """The prompt says what to do."""
    state = playing("2D AH", "3D 3S", "X1 4D 5S", "X2 6S", "2C 6C", won=[0] * 5)
    assert state.view(1).prompt == "Your lead: play any card."
    assert cards(state, "3D").view(2).prompt == "Follow diamonds, or play a joker."
    assert state.why_not("play 5S") == ("SUITABILITY-5", "You hold a diamond, so you must follow diamonds.")
    assert state.why_not("play AS") == ("SUITABILITY-5", "You do not hold the ace of spades.")
    assert state.why_not("play X3") == ("SUITABILITY-5", "You do not hold joker 3.")
    assert cards(state, "X1").view(3).prompt == "You have no diamonds: play any card."
