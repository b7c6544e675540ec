"""Seven Suitors, rule by rule."""

from __future__ import annotations

from typing import Any

import pytest

import sevenfold
from helpers.situations import arrange, codes, hand, hands, legal, play, rule_against
from sevenfold.cards import NONE
from sevenfold.kernel.questions import known, possible, shown
from sevenfold.records.transcript import lines_by_action, transcript
from sevenfold.view.text import as_text

FULL = sevenfold.load("seven_suitors")
SHORT = sevenfold.load("seven_suitors", variant="short")
NO_TIES = sevenfold.load("seven_suitors", no_ties=True)
SHUFFLED = sevenfold.load("seven_suitors", special_cards="shuffled")
ONE_EACH = sevenfold.load("seven_suitors", special_cards="one_each")
THIEVES = sevenfold.load("seven_suitors", special_cards="shuffled", no_ties=True)
SUITS = "SMDCTPH"  # by tier
PASSING, PLAY = 0, 1
SPECIAL = ("ZERO", "HALF", "THIEF", "FOURTEEN")


def suits(letters: str) -> int:
    """A set of suits."""
    return sum(1 << SUITS.index(letter) for letter in letters)


def letters(members: int) -> str:
    """The suits of a set."""
    return "".join(letter for k, letter in enumerate(SUITS) if members >> k & 1)


def playing(*held: str, game: sevenfold.Game = SHUFFLED, trump: str = "", **fields: Any) -> sevenfold.State:
    """A trick begins, not the first of its deal, with these hands of seats 0 to 3; seat 0 dealt, seat 1 leads.

    Sevens taken before and suits marked off are given for both sides.
    """
    set_up = {"hands": hands(game, *held), "dealer": 0, "leader": 1, "turn": 1, "phase": PLAY, "tricks": 1, "passing": NONE}
    if "sevens" in fields:
        fields["sevens"] = hands(game, *fields["sevens"])
    if "marked" in fields:
        fields["marked"] = [suits(side) for side in fields["marked"]]
    return arrange(game.start(1), **{**set_up, "trump": SUITS.index(trump) if trump else NONE, **fields})


def cards(state: sevenfold.State, *played: str) -> sevenfold.State:
    """Play cards."""
    return play(state, *(f"play {card}" for card in " ".join(played).split()))


def trick(played: str, trump: str = "", **fields: Any) -> sevenfold.State:
    """A trick of seats 1, 2, 3 and 0, after which everybody has a card left."""
    held = played.split()
    state = playing(f"{held[3]} S2", f"{held[0]} S3", f"{held[1]} S4", f"{held[2]} S5", trump=trump, **fields)
    return cards(state, played)


def taker(played: str, trump: str = "") -> str:
    """The card that takes a trick."""
    return played.split()[(int(trick(played, trump).position[0].taker) - 1) % 4]


def trump_of(state: sevenfold.State) -> str:
    """The letter of the trump suit, empty for none."""
    trump = int(state.position[0].trump)
    return SUITS[trump] if trump != NONE else ""


def marks(state: sevenfold.State) -> tuple[list[str], list[int]]:
    """What the sides have marked off, and how many marriages they have made."""
    s = state.position[0]
    return [letters(int(side)) for side in s.marked], s.marriages.tolist()


# -- the deal and the pass ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SUITORS-1")
@pytest.mark.rule("SUITORS-19")
@pytest.mark.parametrize(("game", "size", "pack"), [(FULL, 14, 56), (SHUFFLED, 15, 60), (ONE_EACH, 15, 60)])
def test_the_deal(game: sevenfold.Game, size: int, pack: int) -> None:
    """The whole pack is dealt, 14 cards each, 15 with the special ones."""
    for seed in range(5):
        held = [int(cards) for cards in game.start(seed).position[0].hands]
        assert [cards.bit_count() for cards in held] == [size] * 4
        assert sum(held) == (1 << pack) - 1


@pytest.mark.rule("SUITORS-1")
def test_the_pack() -> None:
    """Seven suits of eight cards: the k-th has the ranks k to k + 6, and a second seven."""
    for k, letter in enumerate(SUITS, start=1):
        ranks = [card.code[1:] for card in FULL.pack.cards if card.code[0] == letter and card.suit == k - 1]
        assert sorted(ranks) == sorted(["7a", "7b", *(str(rank) for rank in range(k, k + 7) if rank != 7)])


@pytest.mark.rule("SUITORS-19")
def test_special_cards_are_dealt() -> None:
    """`one_each` deals one of the four to each player, any of them; `shuffled` deals them as they come."""
    specials = hand(FULL, "") | hand(SHUFFLED, " ".join(SPECIAL))
    first = set()
    for seed in range(40):
        held = [int(cards) & specials for cards in ONE_EACH.start(seed).position[0].hands]
        assert [cards.bit_count() for cards in held] == [1] * 4
        first.add(held[0])
    assert len(first) == 4
    numbers = {tuple((int(c) & specials).bit_count() for c in SHUFFLED.start(seed).position[0].hands) for seed in range(40)}
    assert max(max(each) for each in numbers) > 1


def passing(game: sevenfold.Game = SHUFFLED) -> sevenfold.State:
    """Cards are to be passed; seat 3 dealt."""
    held = ["S1 S2 S3 ZERO", "M2 M3 M4 M5", "D3 D4 D5 D6", "C4 C5 C6 HALF"]
    return arrange(game.start(1), hands=hands(game, *held), dealer=3, turn=0, phase=PASSING)


PASSES = ("pass S2", "pass S1", "pass ZERO", "pass M2", "pass M3", "pass M4", "pass D3", "pass D4", "pass D5")


@pytest.mark.rule("SUITORS-2")
def test_the_pass() -> None:
    """Each gives one card to each other player; only when all twelve are chosen do the hands change."""
    state = passing()
    turns, receivers = [], []
    for action in (*PASSES, "pass C4", "pass C5"):
        turns.append(state.turn)
        play(state, action)
        receivers.append(lines_by_action(state)[-1][0]["to"])
        assert state.phase == "pass a card"
        assert all(state.position[0].hands[seat].bit_count() <= 4 for seat in range(4))
    assert turns == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3]
    assert receivers == [1, 2, 3, 2, 3, 0, 3, 0, 1, 0, 1]
    assert [codes(SHUFFLED, cards) for cards in state.position[0].hands] == ["S3", "M5", "D6", "C6 HALF"]
    play(state, "pass HALF")
    assert [codes(SHUFFLED, cards) for cards in state.position[0].hands] == [
        "S3 M4 D4 C4", "S2 M5 D5 C5", "S1 M2 D6 HALF", "M3 D3 C6 ZERO",
    ]  # fmt: skip
    assert (state.position[0].passing == NONE).all()


@pytest.mark.rule("SUITORS-2")
def test_what_may_be_passed() -> None:
    """Any card of the hand, a special one too, but none that was chosen already."""
    state = passing()
    assert legal(state) == "pass S1, pass S2, pass S3, pass ZERO"
    assert legal(play(state, "pass ZERO")) == "pass S1, pass S2, pass S3"
    assert rule_against(state, "pass ZERO") == rule_against(state, "pass M2") == "SUITORS-2"


@pytest.mark.rule("SUITORS-2")
def test_nobody_sees_what_they_are_given() -> None:
    """The giver knows the cards at once; until the exchange, the others learn only that a card was chosen."""
    state = play(passing(), "pass S2", "pass S1", "pass ZERO")
    lying = {zone.id: [face.code for face in zone.faces] for zone in state.view(0).zones}["passing-0"]
    assert lying == ["S2", "S1", "ZERO"]
    for viewer in (1, None):
        view = state.view(viewer)
        assert {zone.id: [face.state for face in zone.faces] for zone in view.zones}["passing-0"] == ["down"] * 3
        others = ["you" if viewer == seat else f"Seat {seat}" for seat in (1, 2, 3)]
        assert [news.text for news in view.news if news.seat == 0] == [
            f"Seat 0 chooses a card for {other}." for other in others
        ]
        assert not [flight.code for news in view.news for flight in news.flights if flight.code]
    assert state.view(1).prompt == "Choose a card for the player on your left."
    play(state, *PASSES[3:], "pass C4", "pass C5", "pass HALF")
    s = state.position[0]
    assert [codes(SHUFFLED, known(s, 0, holder)) for holder in range(1, 4)] == ["S2", "S1", "ZERO"]
    assert [codes(SHUFFLED, known(s, 3, holder)) for holder in range(3)] == ["C4", "C5", "HALF"]


def change(state: sevenfold.State) -> sevenfold.State:
    """All twelve cards are chosen, and the hands change."""
    return play(state, *PASSES, "pass C4", "pass C5", "pass HALF")


@pytest.mark.rule("SUITORS-2")
def test_the_sentences_of_the_pass() -> None:
    """When the hands change giver and taker see the card; the others, and spectators, learn no more than before."""
    state = change(passing())
    given = {
        viewer: [event.text for event in state.events(viewer) if event.kind == "give" and event.text] for viewer in (1, 2, None)
    }
    assert given == {
        1: [
            "Seat 0 passes the 2 of spades to you.",
            "You pass the 4 of moons to Seat 0.",
            "You pass the 2 of moons to Seat 2.",
            "You pass the 3 of moons to Seat 3.",
            "Seat 2 passes the 5 of diamonds to you.",
            "Seat 3 passes the 5 of clubs to you.",
        ],
        2: [
            "Seat 0 passes the 1 of spades to you.",
            "Seat 1 passes the 2 of moons to you.",
            "You pass the 4 of diamonds to Seat 0.",
            "You pass the 5 of diamonds to Seat 1.",
            "You pass the 3 of diamonds to Seat 3.",
            "Seat 3 passes the half to you.",
        ],
        None: [],
    }
    for viewer in (1, 2, None):
        gifts = [event.fields for event in state.events(viewer) if event.kind == "give"]
        assert len(gifts) == 12
        assert [gift for gift in gifts if "card" in gift] == [gift for gift in gifts if viewer in (gift["seat"], gift["to"])]
    flights = [flight for news in state.view(1).news if news.kind == "give" for flight in news.flights]
    assert [(flight.code, flight.start, flight.end) for flight in flights[:2]] == [
        ("S2", "passing-0", "hand-1"),
        (None, "passing-0", "hand-2"),
    ]
    assert [line["move"] for lines in lines_by_action(state) for line in lines] == ["pass"] * 12


@pytest.mark.rule("SUITORS-2")
def test_who_gave_what() -> None:
    """A hand says who gave which card to those who know it, its holder and its giver; in this deal only."""

    def givers(viewer: int | None, holder: int) -> dict[str, int]:
        faces = next(zone.faces for zone in state.view(viewer).zones if zone.id == f"hand-{holder}")
        return {face.code: face.seat for face in faces if face.code and face.seat is not None}

    state = change(passing())
    assert givers(1, 1) == {"S2": 0, "D5": 2, "C5": 3}
    assert givers(0, 1) == {"S2": 0}
    assert givers(1, 0) == {"M4": 1}
    assert givers(None, 1) == givers(None, 0) == {}
    state = last_trick(received=[[7] * 4] * 4, given=[[7] * 4] * 4)
    assert not state.position[0].received.any()
    assert givers(1, 1) == {}


@pytest.mark.rule("SUITORS-2")
def test_who_can_tell_passes_apart() -> None:
    """A card passed in secret makes a difference at once to its giver, then to its taker, to others only once it is seen."""
    one, other = passing(), passing()
    for state, cards in ((one, "M2 M3 M4"), (other, "M3 M2 M4")):  # for seats 2, 3 and 0
        play(state, *PASSES[:3], *(f"pass {card}" for card in cards.split()))
    same = [one.information(seat) == other.information(seat) for seat in (0, 1, 2, 3, None)]
    assert same == [True, False, True, True, True]
    for state in (one, other):
        play(state, *PASSES[6:], "pass C4", "pass C5", "pass HALF")
    same = [one.information(seat) == other.information(seat) for seat in (0, 1, 2, 3, None)]
    assert same == [True, False, False, False, True]


@pytest.mark.rule("SUITORS-3")
def test_all_learn_who_leads_first() -> None:
    """That S1 was passed makes no difference to others until the hands change; then everybody knows who holds it."""
    one, other = passing(), passing()
    for state, cards in ((one, "S2 S1 ZERO"), (other, "S1 S2 ZERO")):
        play(state, *(f"pass {card}" for card in cards.split()), *PASSES[3:], "pass C4", "pass C5")
    assert [one.information(seat) == other.information(seat) for seat in (1, 2, 3, None)] == [True] * 4
    for state, leader in ((one, 2), (other, 1)):
        play(state, "pass HALF")
        assert state.events(3)[-1].text == f"Seat {leader} holds the 1 of spades, and leads first."
        assert state.events(leader)[-1].text == "You hold the 1 of spades, and lead first."
    assert [one.information(seat) == other.information(seat) for seat in (1, 2, 3, None)] == [False] * 4


def test_what_a_pass_brings() -> None:
    """Each card that may be passed says for whom; chosen cards are shown with the player they are for."""
    state = play(passing(), "pass S2")
    assert {(move.text, move.effect) for move in state.view(0).moves} == {
        (f"pass {card}", "for Seat 2") for card in ("S1", "S3", "ZERO")
    }
    zone = next(zone for zone in state.view(1).zones if zone.id == "passing-0")
    assert (zone.label, zone.purpose, zone.owner) == ("Cards to pass", "passing", 0)
    assert [(face.state, face.note) for face in zone.faces] == [("down", "for you")]


@pytest.mark.rule("SUITORS-3")
def test_who_leads_first() -> None:
    """After the pass the holder of S1 leads any card; everybody knows who holds it until it is played."""
    state = play(passing(), *PASSES)
    assert not any(shown(state.position[0], seat) for seat in range(4))
    play(state, "pass C4", "pass C5", "pass HALF")
    assert (state.turn, state.phase, legal(state)) == (2, "play", "play S1, play M2, play D6, play HALF")
    assert [codes(FULL, shown(state.position[0], seat)) for seat in range(4)] == ["", "", "S1", ""]
    cards(state, "S1")
    assert not any(shown(state.position[0], seat) for seat in range(4))
    for seed in range(10):
        state = FULL.start(seed)
        while state.phase == "pass a card":
            state.play(state.legal_actions()[-1])
        assert state.position[0].hands[state.turn] & 1


# -- play ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SUITORS-4")
def test_the_first_suit_is_trump() -> None:
    """The suit of the first card led in a deal is trump, and stays it."""
    state = playing("M2 H8", "D5 C4", "D6 C5", "D3 C6", tricks=0)
    assert trump_of(cards(state, "D5")) == "D"
    cards(state, "D6 D3 M2")
    assert trump_of(cards(state, "C5")) == "D"


@pytest.mark.rule("SUITORS-5")
def test_following() -> None:
    """Follow the suit led if able; otherwise play any card, and show that you lack the suit."""
    state = playing("D4 S2", "D5 C4", "M3 C5 P6", "D3 C6 D7a", trump="C")
    assert legal(state) == "play D5, play C4"
    assert legal(cards(state, "D5")) == "play M3, play C5, play P6"
    assert codes(FULL, cards(state, "P6").position[0].lacks[2]) == "D3 D4 D5 D6 D7a D7b D8 D9"
    assert legal(state) == "play D3, play D7a"
    assert rule_against(state, "play C6") == rule_against(state, "play D8") == "SUITORS-5"
    assert cards(state, "D3").position[0].lacks.tolist()[3] == 0
    state = cards(playing("C10 S2", "D5 C4", "M3 H8", "D3 C6", lacks=[0, 0, 0xFF, 0]), "D5 M3 D3 C10")
    assert {code[0] for code in FULL.pack.codes(int(state.position[0].lacks[2]))} == {"S", "D"}


@pytest.mark.rule("SUITORS-6")
@pytest.mark.parametrize(
    ("played", "trump", "best"),
    [
        ("C4 C8 C10 C5", "H", "C10"),  # the highest of the suit led,
        ("C9 H12 C8 H13", "M", "C9"),  # whatever else is played,
        ("C9 H12 C8 H13", "", "C9"),
        ("C9 M2 C8 H13", "M", "M2"),  # but for a trump,
        ("C9 M2 M4 H13", "M", "M4"),  # of which the highest,
        ("M2 H13 M3 C10", "M", "M3"),  # led, too
        ("C8 C7a C5 C6", "", "C8"),
    ],
)
def test_who_takes_the_trick(played: str, trump: str, best: str) -> None:
    """The highest trump, else the highest of the suit led."""
    assert taker(played, trump) == best


@pytest.mark.rule("SUITORS-7")
@pytest.mark.parametrize(
    ("played", "trump", "best"),
    [("D3 D7a D7b D4", "", "D7a"), ("D3 D7b D7a D4", "", "D7b"), ("D3 P7b P7a D4", "P", "P7b"), ("D7b D7a D8 D4", "", "D8")],
)
def test_equal_sevens(played: str, trump: str, best: str) -> None:
    """Of two equal sevens that would win the one played first does."""
    assert taker(played, trump) == best


@pytest.mark.rule("SUITORS-8")
def test_captured_sevens_lie_open() -> None:
    """The winner leads to the next trick; the sevens of each side, and what each side marked off, are seen by all."""
    state = trick("D3 D7a H7b D8", "", marked=["M", "SP"], sevens=["", "H7a"])
    assert (state.turn, state.phase, legal(state)) == (0, "play", "play S2")
    assert [codes(FULL, sevens) for sevens in state.position[0].sevens] == ["D7a H7b", "H7a"]
    for viewer in (0, 1, None):
        zones = {zone.id: zone for zone in state.view(viewer).zones}
        assert [face.code for face in zones["sevens-0"].faces] == ["D7a", "H7b"]
        assert [face.code for face in zones["sevens-1"].faces] == ["H7a"]
        marked = {track.side: track.text for track in state.view(viewer).tracks if track.label == "Marked off"}
        assert marked == {0: "1 of 7 (moons)", 1: "2 of 7 (spades and pyramids)"}


# -- marriages ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SUITORS-9")
def test_marriages() -> None:
    """A side that captures both sevens of a suit in a deal marks it off: in one trick, or in two, by either partner."""
    assert marks(trick("D3 D7a D7b D8")) == (["D", ""], [1, 0])
    assert marks(trick("D3 D7a D9 D8", sevens=["", "D7b"])) == (["", "D"], [0, 1])
    assert marks(trick("D3 D7a D9 D8", sevens=["D7b", ""])) == (["", ""], [0, 0])
    assert marks(trick("D3 D7a H7a D8", sevens=["H7b D7b", ""])) == (["DH", ""], [2, 0])


@pytest.mark.rule("SUITORS-10")
def test_marriages_are_counted() -> None:
    """A marriage counts, though the suit is marked off already; each once."""
    state = trick("D3 D7a D7b D8", marked=["D", "D"], marriages=[4, 6], sevens=["M7a M7b", ""])
    assert marks(state) == (["D", "D"], [5, 6])


def last_trick(game: sevenfold.Game = FULL, **fields: Any) -> sevenfold.State:
    """The last trick of a deal, in which side 0 (seats 0 and 2) captures both sevens of diamonds."""
    return cards(playing("D8", "D3", "D7a", "D7b", game=game, tricks=13, **fields), "D3 D7a D7b D8")


@pytest.mark.rule("SUITORS-11")
def test_the_end() -> None:
    """After a whole deal a side with all seven suits wins; if both have them, the one with more marriages."""
    state = trick("D3 D7a D7b D8", game=FULL, marked=["SMCTPH", ""])
    assert (marks(state)[0][0], state.is_over) == ("SMDCTPH", False)  # in mid-deal
    state = last_trick(marked=["SMCTPH", "S"], marriages=[6, 9])
    assert (state.is_over, state.winners(), state.returns()) == (True, [0, 2], [1, 0, 1, 0])
    state = last_trick(marked=["SMCTPH", "SMDCTPH"], marriages=[8, 10])
    assert (state.is_over, state.winners(), state.returns()) == (True, [1, 3], [0, 1, 0, 1])
    assert last_trick(marked=["SMCTPH", "SMDCTPH"], marriages=[8, 8]).winners() == [0, 2]
    assert last_trick(marked=["SMCTP", "SMDCTPH"], marriages=[8, 8]).winners() == [1, 3]
    assert not last_trick(marked=["SMCTP", "SMDCTP"], marriages=[8, 8]).is_over


@pytest.mark.rule("SUITORS-12")
def test_a_tie() -> None:
    """With marriages equal too, deals go on, and the first marriage wins, in mid-deal."""
    state = last_trick(marked=["SMCTPH", "SMDCTPH"], marriages=[8, 9])
    assert (state.is_over, state.position[0].sudden, state.phase) == (False, 1, "pass a card")
    tie: dict[str, Any] = {"marked": ["SMDCTPH", "SMDCTPH"], "marriages": [9, 9], "sudden": 1}
    assert not trick("D3 D7a D8 D9", sevens=["M7a", ""], **tie).is_over
    assert trick("D3 D7a D8 D9", sevens=["D7b", ""], **tie).winners() == [0, 2]
    assert trick("D9 D7a D8 D3", sevens=["", "D7b"], **tie).winners() == [1, 3]
    state = cards(playing("D8", "D3", "D7a", "M2", game=FULL, tricks=13, **tie), "D3 D7a M2 D8")
    assert (state.is_over, state.position[0].sudden) == (False, 1)  # a whole deal without a marriage


@pytest.mark.rule("SUITORS-12")
@pytest.mark.parametrize(("taken", "winners"), [("M7b", [1, 3]), ("H7b", [0, 2])])
def test_a_tie_and_one_trick_for_both(taken: str, winners: list[int]) -> None:
    """If one trick gives both sides a marriage then, the higher tier of the suits just married decides."""
    tie: dict[str, Any] = {"marked": ["SMDCTPH", "SMDCTPH"], "marriages": [9, 9], "sudden": 1}
    state = trick(f"C4 {taken[0]}7a C7a THIEF", sevens=[taken, "C7b"], **tie)  # side 1 takes the trick, side 0 has the thief
    assert (state.phase, state.turn) == ("take a seven with the thief", 0)
    assert play(state, f"steal {taken[0]}7a").winners() == winners


@pytest.mark.rule("SUITORS-13")
def test_no_ties() -> None:
    """The game ends at once when a side marks off its seventh suit; not with six."""
    state = trick("D3 D7a D7b D8", game=NO_TIES, marked=["SMCTPH", "SMDCTP"])
    assert (state.is_over, state.winners(), state.position[0].deal_number) == (True, [0, 2], 0)
    assert not trick("D3 D7a D7b D8", game=NO_TIES, marked=["SMCTP", "SMDCTP"]).is_over
    lines = lines_by_action(state)[-1]
    assert [event["event"] for event in lines] == ["move", "trick", "marks"]
    assert (sorted(lines[-1]["marked"][0]), lines[-1]["marriages"]) == (sorted(SUITS), [1, 0])


@pytest.mark.rule("SUITORS-14")
def test_short() -> None:
    """A suit is marked off by the first side to marry it, and closed to the other, whose marriage counts all the same."""
    state = trick("D3 D7a D7b D8", game=SHORT, marked=["SM", "D"])
    assert marks(state) == (["SM", "D"], [1, 0])
    assert marks(trick("D3 D7a D7b D8", game=SHORT, marked=["SM", "C"])) == (["SMD", "C"], [1, 0])
    assert not trick("D3 D7a D7b D8", game=SHORT, marked=["SMC", "DTP"], marriages=[3, 3]).is_over


@pytest.mark.rule("SUITORS-14")
@pytest.mark.rule("SUITORS-15")
@pytest.mark.parametrize("no_ties", [False, True])
def test_the_end_of_short(no_ties: bool) -> None:
    """The game ends the moment a side has four suits."""
    game = sevenfold.load("seven_suitors", variant="short", no_ties=no_ties, special_cards="shuffled")
    assert not trick("D3 D7a D7b D8", game=game, marked=["SM", "CTP"]).is_over
    state = trick("D3 D7a D7b D8", game=game, marked=["SMC", "TPH"])
    assert (state.is_over, state.winners(), state.position[0].deal_number) == (True, [0, 2], 0)
    state = trick("D3 D7a C7a D8", game=game, marked=["SMT", "P"], sevens=["C7b D7b", ""])  # two in one trick
    assert (state.is_over, state.winners(), marks(state)[0]) == (True, [0, 2], ["SMDCT", "P"])
    assert next(track.text for track in state.view(None).tracks if track.side == 0).startswith("5 of 4")


@pytest.mark.rule("SUITORS-16")
def test_the_next_deal() -> None:
    """Cards are dealt afresh; marks and marriages stay, captured sevens do not; the transcript tells the marks."""
    state = last_trick(marked=["SM", "T"], marriages=[2, 1], sevens=["", "H7a"], lacks=[1, 2, 3, 4], given=[[7] * 4] * 4)
    s = state.position[0]
    assert marks(state) == (["SMD", "T"], [3, 1])
    assert [int(cards).bit_count() for cards in s.hands] == [14] * 4
    assert (s.sevens.tolist(), s.lacks.tolist(), s.tricks, s.trump, s.led) == ([0, 0], [0] * 4, 0, NONE, NONE)
    assert not s.given.any()
    assert [event["event"] for event in lines_by_action(state)[-1]] == ["move", "trick", "marks", "deal"]
    assert lines_by_action(state)[-1][2]["marked"] == [["S", "M", "D"], ["T"]]


@pytest.mark.rule("GEN-1")
def test_the_dealer() -> None:
    """Any seat may be the first dealer; then the deal passes to the left."""
    assert {int(FULL.start(seed).position[0].dealer) for seed in range(40)} == {0, 1, 2, 3}
    state = last_trick()
    assert (state.position[0].dealer, state.turn) == (1, 2)


# -- special cards --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SUITORS-20")
def test_special_cards_are_free() -> None:
    """They may be played at any turn, even by a player who can follow, and show no lack."""
    state = playing("D4 S2", "D5 C4", "M3 D6 HALF THIEF", "S3 ZERO", trump="C")
    cards(state, "D5")
    assert legal(state) == "play D6, play HALF, play THIEF"
    assert rule_against(state, "play M3") == "SUITORS-5"
    assert cards(state, "THIEF").position[0].lacks.tolist() == [0] * 4
    assert legal(state) == "play S3, play ZERO"
    assert cards(state, "ZERO").position[0].lacks.tolist() == [0] * 4


@pytest.mark.rule("SUITORS-21")
def test_a_special_card_led() -> None:
    """The next normal card is the suit led; until then nobody is bound."""
    state = playing("D4 S2", "ZERO C4", "M3 C5 THIEF", "S3 D6", trump="C")
    assert legal(cards(state, "ZERO")) == "play M3, play C5, play THIEF"
    assert legal(cards(state, "THIEF")) == "play S3, play D6"
    assert legal(cards(state, "D6")) == "play D4"
    assert cards(state, "D4").position[0].taker == 3
    assert state.position[0].lacks.tolist() == [0] * 4


@pytest.mark.rule("SUITORS-22")
@pytest.mark.parametrize(
    ("played", "trump", "best", "then"),
    [
        ("D3 ZERO D5 D4", "C", "D5", "D"),  # the suit that wins becomes trump,
        ("D3 ZERO C5 D4", "C", "C5", "C"),  # also where it is trump,
        ("D3 C4 HALF ZERO", "C", "HALF", "C"),  # also that of HALF;
        ("D3 D5 HALF ZERO", "C", "HALF", "D"),
        ("D3 ZERO FOURTEEN D4", "C", "FOURTEEN", ""),  # with FOURTEEN
        ("D3 FOURTEEN HALF ZERO", "C", "HALF", ""),  # or HALF after it there is none;
        ("ZERO D3 D5 D4", "C", "D5", "D"),
        ("D3 D4 D5 D6", "C", "D6", "C"),  # without ZERO nothing changes,
        ("D3 FOURTEEN D5 D4", "C", "FOURTEEN", "C"),
    ],
)
def test_zero(played: str, trump: str, best: str, then: str) -> None:
    """ZERO never wins; at the end of its trick the suit of the winning card becomes trump, or none."""
    state = trick(played, trump)
    assert played.split()[(int(state.position[0].taker) - 1) % 4] == best
    assert trump_of(state) == then


@pytest.mark.rule("SUITORS-23")
@pytest.mark.parametrize(
    ("played", "trump", "best"),
    [
        ("D5 HALF D4 D3", "", "HALF"),  # half a rank above the card before it,
        ("D5 HALF D6 D3", "", "D6"),  # and no more,
        ("D7a D3 D7b HALF", "", "HALF"),
        ("D5 C4 HALF C6", "C", "C6"),  # of its suit:
        ("D5 C6 HALF C4", "C", "HALF"),  # trump,
        ("D5 P12 HALF D3", "C", "D5"),  # or neither trump nor led;
        ("D3 FOURTEEN HALF C10", "C", "HALF"),  # after FOURTEEN it wins,
        ("D3 FOURTEEN C10 HALF", "C", "FOURTEEN"),  # only right after it;
        ("HALF D3 C4 D5", "", "D5"),  # led it has no suit,
        ("HALF D3 D4 P6", "", "D4"),
        ("D3 ZERO HALF D4", "", "D4"),  # nor after ZERO
        ("D3 THIEF HALF C4", "C", "C4"),  # or THIEF
        ("ZERO HALF D3 C4", "", "D3"),
    ],
)
def test_half(played: str, trump: str, best: str) -> None:
    """HALF takes the suit of the card played just before it, half a rank above that."""
    assert taker(played, trump) == best


@pytest.mark.rule("SUITORS-24")
def test_the_thief() -> None:
    """At the end of its trick its player may take any one seven of it, or none, for their side; the winner gets the others."""
    state = trick("D3 D7a M7b THIEF")  # seat 2 wins, of side 0 as the thief's player
    assert (state.phase, state.turn, state.position[0].taker) == ("take a seven with the thief", 0, 2)
    assert legal(state) == "steal M7b, steal D7a, steal none"
    assert rule_against(state, "steal D7b") == "SUITORS-24"
    state = trick("D3 THIEF M7b D7a")  # seat 0 wins
    assert state.turn == 2
    play(state, "steal M7b")
    assert (state.turn, state.phase) == (0, "play")
    state = trick("D3 D5 D7a THIEF")  # seat 3 wins, seat 0 steals
    assert [codes(FULL, side) for side in play(state, "steal D7a").position[0].sevens] == ["D7a", ""]
    assert state.turn == 3
    assert lines_by_action(state)[-1] == [{"event": "move", "seat": 0, "move": "steal", "card": "D7a"}]
    state = play(trick("D3 D5 D7a THIEF"), "steal none")
    assert [codes(FULL, side) for side in state.position[0].sevens] == ["", "D7a"]
    assert lines_by_action(state)[-1][0]["card"] is None
    state = play(trick("D7b M7a D7a THIEF"), "steal D7a")  # seat 1 wins with the first seven
    assert [codes(FULL, side) for side in state.position[0].sevens] == ["D7a", "M7a D7b"]


@pytest.mark.rule("SUITORS-24")
def test_the_thief_without_a_seven() -> None:
    """It never wins, and without a seven in its trick nothing is asked."""
    state = trick("THIEF D3 D5 D4")
    assert (state.phase, state.turn) == ("play", 3)
    assert taker("D3 THIEF M2 H13") == "D3"


@pytest.mark.rule("SUITORS-24")
def test_a_marriage_by_theft() -> None:
    """A stolen seven marries like any other, and so do those left to the winner."""
    state = play(trick("D3 D7b D7a THIEF", sevens=["", ""]), "steal D7a")  # seat 2 wins with the first seven: both to side 0
    assert marks(state) == (["D", ""], [1, 0])
    assert marks(play(trick("D3 D5 D7a THIEF", sevens=["D7b", ""]), "steal D7a")) == (["D", ""], [1, 0])
    assert marks(play(trick("D3 D5 D7a THIEF", sevens=["", "D7b"]), "steal D7a")) == (["", ""], [0, 0])


@pytest.mark.rule("SUITORS-25")
@pytest.mark.parametrize(
    ("played", "trump"), [("D3 C10 FOURTEEN D9", "C"), ("FOURTEEN C10 C9 C8", "C"), ("D3 HALF FOURTEEN C4", "")]
)
def test_fourteen(played: str, trump: str) -> None:
    """FOURTEEN wins its trick."""
    assert taker(played, trump) == "FOURTEEN"


@pytest.mark.rule("SUITORS-26")
def test_the_first_card_is_special() -> None:
    """Then the suit led of that trick is trump."""
    state = playing("D4 S2", "ZERO C4", "M3 C5", "D6 THIEF", tricks=0)
    assert trump_of(cards(state, "ZERO")) == ""
    assert trump_of(cards(state, "C5 D6 D4")) == "C"
    assert state.position[0].taker == 2
    state = cards(playing("D4 S2", "FOURTEEN C4", "HALF M2", "D6 S3", tricks=0), "FOURTEEN HALF D6 D4")
    assert (trump_of(state), state.position[0].taker) == ("D", 2)


@pytest.mark.rule("SUITORS-26")
def test_a_first_trick_of_special_cards() -> None:
    """A trick of all four special cards leaves the deal without trump."""
    state = playing("FOURTEEN C5", "ZERO C4", "THIEF M3", "HALF M2", tricks=0)
    cards(state, "ZERO THIEF HALF FOURTEEN")
    assert (trump_of(state), state.turn, state.phase) == ("", 0, "play")
    cards(state, "C5 C4")
    assert trump_of(state) == ""
    assert cards(state, "M3 M2").position[0].taker == 0


@pytest.mark.rule("SUITORS-27")
@pytest.mark.parametrize(
    ("suit", "other", "winners"), [("M", "C", [1, 3]), ("H", "C", [0, 2]), ("S", "M", [1, 3]), ("P", "T", [0, 2])]
)
def test_both_sides_complete(suit: str, other: str, winners: list[int]) -> None:
    """`no_ties`: if one trick gives both sides their seventh suit, the higher tier of those just marked wins."""
    marked = [SUITS.replace(suit, ""), SUITS.replace(other, "")]
    led = {"C": "C4", "M": "M2", "T": "T5"}[other]
    state = trick(f"{led} {suit}7a {other}7a THIEF", game=THIEVES, marked=marked, sevens=[f"{suit}7b", f"{other}7b"])
    assert play(state, f"steal {suit}7a").winners() == winners


@pytest.mark.rule("SUITORS-27")
def test_the_higher_of_two_marks() -> None:
    """Of a side that marks two suits in that trick the higher counts; suits marked off before do not."""
    both: dict[str, Any] = {"game": THIEVES, "marked": ["SDCTPH", "SMDTH"], "sevens": ["M7b", "C7b P7b"]}
    state = trick("C7a M7a P7a THIEF", **both)  # seat 1 wins, seat 0 steals
    assert play(state, "steal M7a").winners() == [1, 3]  # clubs and pyramids against moons
    both = {"game": THIEVES, "marked": ["SMDCPH", "SMDTH"], "sevens": ["T7b", "C7b P7b"]}
    assert play(trick("C7a T7a P7a THIEF", **both), "steal T7a").winners() == [1, 3]  # pyramids, not clubs, against stars
    both = {"game": THIEVES, "marked": ["SDCTPH", "SMDTPH"], "sevens": ["H7b M7b", "C7b"]}
    state = trick("THIEF H7a C7a M7a", **both)  # seat 2 wins, seat 1 steals
    assert play(state, "steal C7a").winners() == [1, 3]  # clubs against moons: hearts were marked off before


def test_a_game_cut_short() -> None:
    """Each pass, card and theft counts towards the limit of turns, at which nobody gains anything; marks come before it."""
    state = arrange(passing(), limit=12)
    play(state, *PASSES, "pass C4", "pass C5")
    assert (state.is_over, state.standing()) == (False, [0, 0, 0, 0])
    play(state, "pass HALF")
    assert (state.is_truncated, state.winners(), state.returns()) == (True, [], [0, 0, 0, 0])
    assert [event["event"] for event in lines_by_action(state)[-1]] == ["move", "marks"]
    state = arrange(trick("D3 D5 D7a THIEF"), limit=5)
    assert play(state, "steal none").is_truncated


# -- what is said and shown ---------------------------------------------------------------------------------------------


def news(state: sevenfold.State, *kinds: str, seat: int | None = None) -> list[str]:
    """The sentences of the last action's events of these kinds."""
    return [event.text for event in state.events(seat) if event.made == len(state.actions) and event.kind in kinds]


def facts(state: sevenfold.State) -> dict[str, tuple[str, str | None]]:
    """The facts in force: the text and the suit of each."""
    return {fact.id: (fact.text, fact.suit) for fact in state.view(None).facts}


def tracks(state: sevenfold.State, side: int) -> tuple[str, list[str]]:
    """How a side's suits stand, by tier, and the texts of its tracks."""
    mine = [track for track in state.view(None).tracks if track.side == side]
    assert [track.id for track in mine] == [f"suits-{side}", f"marriages-{side}"]
    assert [step.suit for step in mine[0].steps] == list(SUITS)
    return " ".join(step.state for step in mine[0].steps), [track.text for track in mine]


@pytest.mark.rule("SUITORS-4")
@pytest.mark.rule("SUITORS-26")
def test_trump_is_announced() -> None:
    """The first suit led is announced as trump, once, also behind a special card; then it is a fact, as is the suit led."""
    state = playing("M2 H8", "D5 C4", "D6 C5", "D3 C6", tricks=0)
    assert facts(state) == {"trump": ("none yet", None)}
    assert news(cards(state, "D5"), "trump") == ["Diamonds are trump."]
    assert facts(state) == {"trump": ("diamonds", "D"), "led": ("diamonds", "D")}
    assert news(cards(state, "D6 D3 M2"), "trump") == []
    assert facts(state) == {"trump": ("diamonds", "D")}
    assert news(cards(state, "C5"), "trump") == []
    assert facts(state) == {"trump": ("diamonds", "D"), "led": ("clubs", "C")}
    state = playing("D4 S2", "ZERO C4", "M3 C5", "D6 THIEF", tricks=0)
    assert news(cards(state, "ZERO"), "trump") == []
    assert news(cards(state, "C5"), "trump") == ["Clubs are trump."]


@pytest.mark.rule("SUITORS-22")
def test_a_new_trump_is_announced() -> None:
    """ZERO's new trump, or its absence, is announced after the trick, but not if a trump won."""
    assert news(trick("D3 ZERO D5 D4", "C"), "trick", "trump") == ["Seat 3 takes the trick.", "Diamonds are trump."]
    state = trick("D3 ZERO FOURTEEN D4", "C")
    assert news(state, "trump") == ["There is no trump any more."]
    assert facts(state) == {"trump": ("none", None)}
    assert news(trick("D3 ZERO C5 D4", "C"), "trump") == []


def test_the_trick_lies_in_order() -> None:
    """Cards lie as they were played, with the leader, and the one that wins so far is marked: none while none can win."""

    def lying(played: str) -> tuple[int | None, list[str]]:
        state = playing("D4 S2", "ZERO C4", "M3 C5 HALF", "D6 C7a", trump="M")
        zone = next(zone for zone in cards(state, played).view(None).zones if zone.id == "trick")
        return zone.leader, [f"{face.code}{'*' if face.mark == 'winning' else ''} {face.seat}" for face in zone.faces]

    assert lying("") == (None, [])
    assert lying("C4") == (1, ["C4* 1"])
    assert lying("C4 C5 C7a") == (1, ["C4 1", "C5 2", "C7a* 3"])
    assert lying("C4 HALF C7a D4") == (None, [])
    assert lying("C4 HALF") == (1, ["C4 1", "HALF* 2"])
    assert lying("ZERO HALF") == (1, ["ZERO 1", "HALF 2"])
    assert lying("ZERO M3 D6") == (1, ["ZERO 1", "M3* 2", "D6 3"])


def test_the_thief_sees_the_trick() -> None:
    """While a thief chooses, the trick still lies there, and its sevens are touched; then they go to the side that has them."""
    state = trick("D3 D5 D7a THIEF")
    zone = next(zone for zone in state.view(0).zones if zone.id == "trick")
    assert [face.code for face in zone.faces] == ["D3", "D5", "D7a", "THIEF"]
    assert facts(state) == {"trump": ("none", None)}
    touched = {move.text: [(spot.zone, spot.at) for spot in move.gesture.spots] for move in state.view(0).moves}
    assert touched == {"steal D7a": [("trick", 2)], "steal none": []}
    then = play(state.copy(), "steal D7a")
    assert news(then, "steal", "capture") == [
        "Seat 0 and the thief take the 7 of diamonds.",
        "Seat 0 captures the 7 of diamonds.",
    ]
    assert [(flight.code, flight.end) for item in then.view(0).news for flight in item.flights][-1] == ("D7a", "sevens-0")
    then = play(state, "steal none")
    assert news(then, "steal", "capture", seat=0) == ["You and the thief take no card.", "Seat 3 captures the 7 of diamonds."]


@pytest.mark.rule("SUITORS-9")
def test_marriages_are_announced() -> None:
    """Captured sevens and marriages are announced with both partners, and whether the suit is marked off."""
    state = trick("D3 D7a D7b D8")
    assert news(state, "trick", "capture", "marriage") == [
        "Seat 0 takes the trick.",
        "Seat 0 captures both 7s of diamonds.",
        "Seat 0 and Seat 2 marry diamonds and mark them off.",
    ]
    assert news(state, "marriage", seat=0) == ["You and Seat 2 marry diamonds and mark them off."]
    assert news(state, "marriage", seat=2) == ["You and Seat 0 marry diamonds and mark them off."]
    assert news(trick("D3 D4 D5 D8"), "capture", "marriage") == []
    assert news(trick("D3 D7a H7b D8"), "capture", "marriage") == ["Seat 0 captures the 7 of diamonds and the 7 of hearts."]
    assert news(trick("D3 D7a D7b D8", marked=["D", ""]), "marriage") == [
        "Seat 0 and Seat 2 marry diamonds: one more marriage."
    ]
    closed = trick("D3 D7a D7b D8", game=SHORT, marked=["", "D"])
    assert news(closed, "marriage") == ["Seat 0 and Seat 2 marry diamonds: one more marriage."]


@pytest.mark.rule("SUITORS-8")
@pytest.mark.rule("SUITORS-10")
def test_tracks() -> None:
    """For each side the seven suits: nothing, one seven captured in this deal, married; and its marriages."""
    state = trick("D3 D7a H7b D8", marked=["M", "SP"], sevens=["M7a", "H7a"], marriages=[1, 4])
    assert tracks(state, 0) == ("none full half none none none half", ["1 of 7 (moons)", "1"])
    assert tracks(state, 1) == ("full none none none none full half", ["2 of 7 (spades and pyramids)", "4"])
    texts = [step.text for step in state.view(None).tracks[0].steps]
    assert texts[:3] == ["spades: no seven yet", "moons: married", "diamonds: one seven"]
    assert "You and Seat 2: Marked off: 1 of 7 (moons)" in as_text(state.view(0))


@pytest.mark.rule("SUITORS-14")
def test_closed_suits() -> None:
    """In the short game a suit that the other side marked off is closed."""
    state = trick("D3 D7a H7b D8", game=SHORT, marked=["M", "SH"], sevens=["", "H7a"])
    assert tracks(state, 0) == ("closed full half none none none closed", ["1 of 4 (moons)", "0"])
    assert tracks(state, 1) == ("full closed none none none none full", ["2 of 4 (spades and hearts)", "0"])


@pytest.mark.rule("SUITORS-12")
def test_the_deciding_deal_is_announced() -> None:
    """Before each deal in which the next marriage wins, an event and a fact say so."""
    tie: dict[str, Any] = {"marked": ["SMCTPH", "SMDCTPH"], "marriages": [8, 9]}
    state = last_trick(**tie)
    assert news(state, "decide", "deal") == ["Deal 2 decides: the next marriage wins.", "Deal 2."]
    assert facts(state)["deciding"] == ("the next marriage wins", None)
    tie = {"marked": ["SMDCTPH", "SMDCTPH"], "marriages": [9, 9], "sudden": 1, "deal_number": 4}
    state = cards(playing("D8", "D3", "D7a", "M2", game=FULL, tricks=13, **tie), "D3 D7a M2 D8")
    assert news(state, "decide") == ["Deal 6 decides: the next marriage wins."]
    assert news(last_trick(), "decide") == []
    assert "deciding" not in facts(last_trick())


def test_captured_sevens_lie_before_one_of_their_side() -> None:
    """Before the viewer if they are the viewer's side's, else before its first player."""
    state = trick("D3 D7a D7b D8")
    keepers = [[zone.owner for zone in state.view(viewer).zones if zone.id.startswith("sevens")] for viewer in (0, 2, 3, None)]
    assert keepers == [[0, 1], [2, 1], [0, 3], [0, 1]]


def test_a_deal_that_the_limit_ends() -> None:
    """At the limit the marks of the last deal are announced once, and no next deal is."""
    state = arrange(playing("D8", "D3", "D7a", "D7b", game=FULL, tricks=13), limit=4)
    cards(state, "D3 D7a D7b D8")
    assert (state.is_truncated, state.position[0].deal_number) == (True, 1)
    assert [event["event"] for event in lines_by_action(state)[-1]] == ["move", "trick", "marks"]
    assert [event["event"] for event in transcript(FULL.start(1))] == ["game", "deal"]


# -- what is known ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SUITORS-19")
def test_one_special_card_each_is_known() -> None:
    """With `one_each` no arrangement is possible, until the hands change, in which a seat was dealt none or two."""
    s = ONE_EACH.start(1).position[0]
    assert possible(s)
    special = int(s.hands[1]) & hand(ONE_EACH, " ".join(SPECIAL))
    s.hands[0] |= special
    s.hands[1] &= ~special
    assert not possible(s)
    state = ONE_EACH.start(1)
    special_pass = next(str(action) for action in state.legal_actions() if str(action).removeprefix("pass ") in SPECIAL)
    assert possible(play(state, special_pass).position[0])  # it lies before them
    shuffled = SHUFFLED.start(1).position[0]
    shuffled.hands[0] |= hand(SHUFFLED, " ".join(SPECIAL))
    assert possible(shuffled)
