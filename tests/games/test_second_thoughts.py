"""Second Thoughts, rule by rule."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

import sevenfold
from helpers.situations import arrange, codes, hand, hands, legal, play, rule_against
from sevenfold.cards import NONE
from sevenfold.kernel.questions import shown

FOUR = sevenfold.load("second_thoughts")
BIDS = sevenfold.load("second_thoughts", scoring="bids")
BIDDING, CALLING = 0, 1
MOST_SEATS = 6


def by_seat(values: Iterable[int]) -> list[int]:
    """An array by seat, for four seats."""
    return [*values, 0, 0]


def calling(*held: str, turn_up: str = "V7", game: sevenfold.Game = FOUR, **fields: Any) -> sevenfold.State:
    """A trick begins with these hands of seats 0 to 3; seat 0 dealt, seat 1 leads."""
    set_up = {"hands": by_seat(hands(game, *held)), "turn_up": game.pack.parse(turn_up), "dealer": 0, "leader": 1, "turn": 2}
    arrays = {name: by_seat(value) if isinstance(value, list) else value for name, value in fields.items()}
    return arrange(game.start(1), **{**set_up, "phase": CALLING, "asked": (1 << 49) - 1, **arrays})


def cards(state: sevenfold.State, *played: str) -> sevenfold.State:
    """Play cards."""
    return play(state, *(f"play {card}" for card in " ".join(played).split()))


def last_trick(state: sevenfold.State, won: list[int], **fields: Any) -> sevenfold.State:
    """The last trick of a deal, which seat 1 takes; `won` has the tricks that each seat took before it."""
    s = state.position[0]
    game = state.game
    one_card = by_seat(hands(game, "R2", "R5", "R3", "R4"))
    arrays = {name: by_seat(value) if isinstance(value, list) else value for name, value in fields.items()}
    turn_up = game.pack.parse("V7")
    arrange(state, hands=one_card, won=by_seat(won), turn_up=turn_up, dealer=0, leader=1, turn=2, phase=CALLING, **arrays)
    assert not s.trick_size
    return cards(play(state, "follow suit"), "R5 R3 R4 R2")


# -- the deal -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("THOUGHTS-1")
@pytest.mark.parametrize(("players", "size"), [(3, 16), (4, 12), (6, 8)])
def test_the_deal(players: int, size: int) -> None:
    """All 49 cards but the last are dealt; that is turned up."""
    for seed in range(5):
        s = sevenfold.load("second_thoughts", players=players).start(seed).position[0]
        held = [int(s.hands[seat]) for seat in range(players)]
        assert [cards.bit_count() for cards in held] == [size] * players
        assert sum(held) + (1 << int(s.turn_up)) == (1 << 49) - 1


# -- suit or number -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("THOUGHTS-2")
def test_who_says_it() -> None:
    """Before each trick the player who will play second to it says suit or number; then the leader leads."""
    state = calling("R1 R2", "O1 O2", "Y1 Y2", "G1 G2")
    assert (state.turn, state.phase, legal(state)) == (2, "say what the trick follows", "follow suit, follow number")
    assert state.view(0).prompt == "Seat 2 is to say what the trick follows."
    assert play(state, "follow number").turn == 1
    cards(state, "O2 Y2 G2 R2")
    assert (state.position[0].taker, state.turn, legal(state)) == (3, 0, "follow suit, follow number")
    assert play(state, "follow suit").turn == 3


# -- play ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("THOUGHTS-3")
def test_following_suit() -> None:
    """Any card may be led; players who can must follow the suit led."""
    state = play(calling("R1 R2 V3", "R3 O2 V7", "O1 R7 G3", "Y3 G7 B3"), "follow suit")
    assert legal(state) == "play R3, play O2, play V7"
    cards(state, "R3")
    assert legal(state) == "play R7"
    assert rule_against(state, "play G3") == rule_against(state, "play V1") == "THOUGHTS-3"
    assert legal(cards(state, "R7")) == "play Y3, play G7, play B3"
    assert legal(cards(state, "G7")) == "play R1, play R2"


@pytest.mark.rule("THOUGHTS-3")
def test_following_number() -> None:
    """Players who can must follow the number led."""
    state = play(calling("R1 R2 V3", "R3 O2 V7", "O1 R7 G3", "Y4 G7 B5"), "follow number")
    assert legal(state) == "play R3, play O2, play V7"
    assert legal(cards(state, "R3")) == "play G3"
    assert rule_against(state, "play R7") == "THOUGHTS-3"
    assert legal(cards(state, "G3")) == "play Y4, play G7, play B5"
    assert legal(cards(state, "G7")) == "play V3"


def taker(follows: str, played: str, turn_up: str) -> int:
    """Whose card, by place, takes a trick led by seat 1."""
    held = played.split()
    state = play(calling(held[3], *held[:3], turn_up=turn_up), f"follow {follows}")
    return (int(cards(state, played).position[0].taker) - 1) % 4


@pytest.mark.rule("THOUGHTS-4")
@pytest.mark.parametrize(
    ("played", "turn_up", "best"),
    [
        ("R3 R5 V7 R2", "G4", "R5"),  # the highest of the suit led, whatever else is played,
        ("R6 R7 G4 B7", "Y4", "R7"),  # a trump number too;
        ("R3 G1 R7 Y6", "G4", "G1"),  # but for a card of the trump suit,
        ("R3 G1 R7 G2", "G4", "G2"),  # of which the highest
        ("R3 G5 R7 G2", "G4", "G5"),
        ("G2 G5 V6 G3", "G4", "G5"),  # led, too
    ],
)
def test_who_takes_a_trick_of_suits(played: str, turn_up: str, best: str) -> None:
    """The highest number of the trump suit takes a trick that follows suit, else the highest of the suit led."""
    assert taker("suit", played, turn_up) == played.split().index(best)


@pytest.mark.rule("THOUGHTS-5")
@pytest.mark.parametrize(
    ("played", "turn_up", "best"),
    [
        ("G3 B3 V7 R3", "Y4", "B3"),  # the highest colour of the number led, whatever else is played,
        ("G3 I3 V5 V6", "V4", "I3"),  # a trump suit too;
        ("G3 R4 V3 O1", "Y4", "R4"),  # but for a card of the trump number,
        ("G3 R4 V3 O4", "Y4", "O4"),  # of which the highest colour
        ("G3 B4 V3 O4", "Y4", "B4"),
        ("O4 B4 V7 R4", "Y4", "B4"),  # led, too
    ],
)
def test_who_takes_a_trick_of_numbers(played: str, turn_up: str, best: str) -> None:
    """The highest colour of the trump number takes a trick that follows number, else the highest of the number led."""
    assert taker("number", played, turn_up) == played.split().index(best)


@pytest.mark.rule("THOUGHTS-5")
@pytest.mark.parametrize(("low", "high"), list(zip("ROYGBI", "OYGBIV", strict=True)))
def test_the_order_of_colours(low: str, high: str) -> None:
    """From low to high: red, orange, yellow, green, blue, indigo, violet."""
    assert taker("number", f"{low}3 {high}3 {low}5 {low}6", "R7" if low != "R" else "V7") == 1
    assert taker("number", f"{high}3 {low}3 {low}5 {low}6", "R7" if low != "R" else "V7") == 0


# -- who leads ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("THOUGHTS-6")
def test_the_red_one_leads() -> None:
    """The holder of R1 leads to the first trick; where R1 is turned up, the player left of the dealer."""
    state = last_trick(FOUR.start(1), [0] * 4)  # and the next deal begins
    for seed in range(400):
        s = FOUR.start(seed).position[0]
        holder = [seat for seat in range(4) if s.hands[seat] & 1]
        assert s.leader == (holder[0] if holder else (s.dealer + 1) % 4)
        if not holder:
            assert s.turn_up == 0
            break
    else:
        pytest.fail("R1 is never turned up")
    assert state.position[0].hands[state.position[0].leader] & 1


@pytest.mark.rule("THOUGHTS-6")
def test_the_dealers_left_leads() -> None:
    """With `dealers_left` the player left of the dealer leads to the first trick, no matter who holds R1."""
    for seed in range(20):
        s = sevenfold.load("second_thoughts", first_lead="dealers_left").start(seed).position[0]
        assert s.leader == (s.dealer + 1) % 4


@pytest.mark.rule("THOUGHTS-6")
def test_the_winner_leads() -> None:
    """The winner of a trick leads to the next."""
    state = cards(play(calling("R1 R2", "O1 O2", "Y1 Y2", "O5 G2"), "follow suit"), "O1 Y1 O5 R1")
    assert play(state, "follow suit").turn == 3


@pytest.mark.rule("THOUGHTS-3")
def test_a_later_lead_is_free() -> None:
    """What an earlier trick followed no longer binds anybody."""
    state = cards(play(calling("R1 R2", "O1 O2", "Y1 Y2", "O5 O3 G2"), "follow suit"), "O1 Y1 O5 R1")
    assert legal(play(state, "follow suit")) == "play O3, play G2"


# -- scores -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("THOUGHTS-7")
def test_triangle() -> None:
    """A player who took n tricks scores n(n + 1)/2."""
    state = last_trick(FOUR.start(1), [5, 4, 2, 0], scores=[1, 1, 1, 1])
    assert state.standing() == [1 + 15, 1 + 15, 1 + 3, 1]


@pytest.mark.rule("THOUGHTS-7")
def test_the_end_of_triangle() -> None:
    """Deals go on until somebody has more than 49; the highest total wins."""
    state = last_trick(FOUR.start(1), [0, 0, 0, 0], scores=[0, 48, 49, 3])
    assert (state.is_over, state.standing()) == (False, [0, 49, 49, 3])
    state = last_trick(FOUR.start(1), [1, 2, 0, 0], scores=[51, 44, 49, 3])
    assert (state.is_over, state.returns(), state.winners()) == (True, [52, 50, 49, 3], [0])


@pytest.mark.rule("GEN-2")
def test_equal_totals() -> None:
    """Equal totals share the win."""
    assert last_trick(FOUR.start(1), [1, 2, 0, 0], scores=[49, 44, 50, 3]).winners() == [0, 1, 2]


@pytest.mark.rule("THOUGHTS-8")
def test_bidding() -> None:
    """From the dealer's left each names a number of tricks from 0 to all; sums are free; then the holder of R1 leads."""
    for players, size in ((3, 16), (4, 12), (6, 8)):
        state = sevenfold.load("second_thoughts", players=players, scoring="bids").start(2)
        dealer = int(state.position[0].dealer)
        for i, bid in enumerate([size, 0, 1, 2, 3, 4][:players], start=1):
            assert (state.phase, state.turn) == ("bid", (dealer + i) % players)
            assert legal(state) == ", ".join(f"bid {n}" for n in range(size + 1))
            if size < 16:
                assert rule_against(state, f"bid {size + 1}") == "THOUGHTS-8"
            play(state, f"bid {bid}")
            assert state.position[0].bids[(dealer + i) % players] == bid
        leader = int(state.position[0].leader)
        assert (state.phase, state.turn) == ("say what the trick follows", (leader + 1) % players)
        assert state.position[0].hands[leader] & 1 or not state.position[0].turn_up
    assert FOUR.start(2).phase == "say what the trick follows"


@pytest.mark.rule("THOUGHTS-6")
def test_the_red_one_turned_up_after_bids() -> None:
    """Where R1 is turned up the player left of the dealer leads, after bids too."""
    fields: dict[str, Any] = {"phase": BIDDING, "turn": 0, "bids": [NONE, 1, 1, 1]}
    state = calling("R2", "R3", "R4", "R5", turn_up="R1", game=BIDS, **fields)
    assert play(state, "bid 1").position[0].leader == 1
    state = calling("R2", "R3", "R4", "R1", turn_up="R5", game=BIDS, **fields)
    assert play(state, "bid 1").position[0].leader == 3


@pytest.mark.rule("THOUGHTS-8")
def test_points_with_bids() -> None:
    """Each trick is a point; a player who takes their bid or more adds twice their bid."""
    state = last_trick(BIDS.start(1), [3, 3, 5, 0], bids=[3, 5, 2, 0], scores=[10, 10, 10, 10])
    assert state.standing() == [10 + 3 + 6, 10 + 4, 10 + 5 + 4, 10]


@pytest.mark.rule("THOUGHTS-8")
def test_the_end_with_bids() -> None:
    """A game with bids is one deal by each player; the highest total wins."""
    state = last_trick(BIDS.start(1), [0, 0, 0, 0], bids=[1, 1, 1, 1], scores=[99, 0, 0, 0], deal_number=2)
    assert not state.is_over
    state = last_trick(BIDS.start(1), [0, 0, 0, 0], bids=[1, 1, 1, 1], scores=[1, 0, 7, 0], deal_number=3)
    assert (state.is_over, state.returns(), state.winners()) == (True, [1, 3, 7, 0], [2])
    six = sevenfold.load("second_thoughts", players=6, scoring="bids").start(1)
    assert six.view(None).tracks[0].text == "1 of 6"


def test_the_next_deal_starts_from_scratch() -> None:
    """Bids, tricks and what was shown to be lacking are those of one deal."""
    state = last_trick(BIDS.start(1), [3, 3, 5, 0], bids=[3, 5, 2, 0], lacks=[1, 2, 3, 4])
    s = state.position[0]
    assert (s.bids.tolist()[:4], s.won.tolist(), s.lacks.tolist()) == ([NONE] * 4, [0] * 6, [0] * 6)
    assert (state.phase, s.trick_size, s.deal_number) == ("bid", 0, 1)


@pytest.mark.rule("GEN-1")
def test_the_dealer() -> None:
    """Any seat may be the first dealer; then the deal passes to the left."""
    assert {int(FOUR.start(seed).position[0].dealer) for seed in range(40)} == {0, 1, 2, 3}
    assert last_trick(FOUR.start(1), [0] * 4).position[0].dealer == 1
    assert last_trick(BIDS.start(1), [0] * 4, bids=[0] * 4).turn == 2


# -- what is known ------------------------------------------------------------------------------------------------------


def test_lacking() -> None:
    """A player who does not follow shows that they hold nothing of the suit, or of the number."""
    state = cards(play(calling("R1 G2 R3", "O1 O2 V6", "Y1 Y2 V2", "O5 I5 B2"), "follow suit"), "O1 Y1")
    assert codes(FOUR, int(state.position[0].lacks[2])) == "O1 O2 O3 O4 O5 O6 O7"
    cards(state, "O5 R1")
    cards(play(state, "follow number"), "I5 R3")
    assert codes(FOUR, int(state.position[0].lacks[0])) == "R5 O1 O2 O3 O4 O5 O6 O7 Y5 G5 B5 I5 V5"
    assert state.position[0].lacks.tolist()[3] == 0


def test_who_holds_the_red_one_is_known() -> None:
    """Where the holder of R1 leads, all know that they hold it, from then on until they play it; not while bids are made."""
    bidding = BIDS.start(3)
    holder = next(seat for seat in range(4) if bidding.position[0].hands[seat] & 1)
    assert [int(shown(bidding.position[0], seat)) for seat in range(4)] == [0] * 4
    play(bidding, "bid 0", "bid 0", "bid 0", "bid 0")
    assert [int(shown(bidding.position[0], seat)) for seat in range(4)] == [int(seat == holder) for seat in range(4)]
    left = sevenfold.load("second_thoughts", first_lead="dealers_left").start(3)
    assert not any(shown(left.position[0], seat) for seat in range(4))
    state = calling("R3 R2", "R1 O2", "Y1 Y2", "O5 G2")
    assert [int(shown(state.position[0], seat)) for seat in range(4)] == [0, hand(FOUR, "R1"), 0, 0]
    cards(play(state, "follow suit"), "R1")
    assert not any(shown(state.position[0], seat) for seat in range(4))


# -- what is said and seen ------------------------------------------------------------------------------------------------


def fact(state: sevenfold.State, id: str) -> tuple[str, str | None, int | None] | None:
    """A fact as everybody sees it: (text, suit, number); None where it is not in force."""
    found = [fact for fact in state.view(None).facts if fact.id == id]
    return (found[0].text, found[0].suit, found[0].number) if found else None


def said(state: sevenfold.State, seat: int | None) -> list[str]:
    """The sentences of the last action, as a seat reads them."""
    return [event.text for event in state.events(seat) if event.made == state.action_count and event.text]


@pytest.mark.rule("THOUGHTS-2")
def test_the_call_is_announced() -> None:
    """The caller reads what the trick follows, as the others do; nobody reads that a player follows number."""
    state = play(calling("R1 R2", "O1 O2", "Y1 Y2", "G1 G2"), "follow number")
    assert said(state, 2) == ["You decide that the trick follows number."]
    assert said(state, 0) == said(state, None) == ["Seat 2 decides that the trick follows number."]
    state = play(calling("R1 R2", "O1 O2", "Y1 Y2", "G1 G2"), "follow suit")
    assert said(state, 2) == ["You decide that the trick follows suit."]


@pytest.mark.rule("THOUGHTS-2")
def test_what_is_to_be_followed_is_a_fact() -> None:
    """Suit or number from the call on; which one, once a card is led; nothing between tricks."""
    state = calling("R2 R3", "O5 O2", "Y1 Y5", "G1 G2")
    assert fact(state, "follow") is None
    assert fact(play(state, "follow number"), "follow") == ("number", None, None)
    assert state.view(1).prompt == "Your lead, to be followed by number: play any card."
    assert fact(cards(state, "O5"), "follow") == ("number 5", None, 5)
    assert state.view(2).prompt == "The trick follows number: play a 5."
    assert state.why_not("play Y1") == ("THOUGHTS-3", "The trick follows number and you hold a 5: play one.")
    assert cards(state, "Y5").view(3).prompt == "You hold no 5: play any card."
    cards(state, "G1 R2")
    assert fact(state, "follow") is None
    state = cards(play(calling("R1 R2", "O5 O2", "Y1 O7", "G1 G2"), "follow suit"), "O5")
    assert fact(state, "follow") == ("orange", "O", None)
    assert state.view(2).prompt == "The trick follows suit: play an orange card."
    assert state.why_not("play Y1") == ("THOUGHTS-3", "The trick follows suit and you hold an orange card: play one.")
    assert state.why_not("play V1") == ("THOUGHTS-3", "You do not hold the violet 1.")
    assert cards(state, "O7").view(3).prompt == "You hold no orange card: play any card."


@pytest.mark.rule("THOUGHTS-1")
def test_trumps_are_facts() -> None:
    """The trump suit and the trump number are facts, and a call says which it makes trump."""
    state = calling("R1 R2", "O1 O2", "Y1 Y2", "G1 G2", turn_up="B4")
    assert (fact(state, "trump-suit"), fact(state, "trump-number")) == (("blue", "B", None), ("4", None, 4))
    assert [(move.text, move.effect) for move in state.view(2).moves] == [
        ("follow suit", "trump: blue; high numbers win"), ("follow number", "trump: 4; high colours win"),
    ]  # fmt: skip
    assert not any(move.effect for move in play(state, "follow suit").view(1).moves)


def test_the_trick_is_seen() -> None:
    """The trick lies in the order of play, with its leader and the card that wins it so far, by what it follows."""
    for call, winning in (("suit", "O5"), ("number", "Y5")):
        state = cards(play(calling("R1 R5", "O5 O2", "Y5 Y2", "G1 G2"), f"follow {call}"), "O5 Y5 G1")
        trick = next(zone for zone in state.view(None).zones if zone.id == "trick")
        assert (trick.leader, [(face.code, face.seat) for face in trick.faces]) == (1, [("O5", 1), ("Y5", 2), ("G1", 3)])
        assert [face.code for face in trick.faces if face.mark == "winning"] == [winning]
        last = cards(state, "R5").view(0).last_trick
        assert last is not None
        assert (last.leader, [card.code for card in last.cards]) == (1, ["O5", "Y5", "G1", "R5"])


@pytest.mark.rule("THOUGHTS-6")
def test_the_holder_of_the_red_one_is_announced() -> None:
    """Play begins with everybody hearing who holds R1; not before, and not where it does not decide who leads."""
    state = BIDS.start(3)
    play(state, "bid 0", "bid 0", "bid 0")
    assert not any(event.kind == "red_one" for event in state.events())
    play(state, "bid 0")
    holder = next(seat for seat in range(4) if state.position[0].hands[seat] & 1)
    for viewer in (None, *range(4)):
        told = state.events(viewer)[-1]
        who = "You hold the red 1 and lead first." if viewer == holder else f"Seat {holder} holds the red 1 and leads first."
        assert (told.made, told.kind, told.fields, told.text) == (4, "red_one", {"seat": holder, "card": "R1"}, who)
    at_once = FOUR.start(3)
    assert [event.kind for event in at_once.events(0)] == ["deal", "red_one"]
    left = sevenfold.load("second_thoughts", first_lead="dealers_left").start(3)
    assert [event.kind for event in left.events(0)] == ["deal"]


@pytest.mark.rule("THOUGHTS-6")
def test_a_red_one_turned_up_is_not_announced() -> None:
    """R1 turned up is seen by all; nobody holds it."""
    fields: dict[str, Any] = {"phase": BIDDING, "turn": 0, "bids": [NONE, 1, 1, 1]}
    state = play(calling("R2", "R3", "R4", "R5", turn_up="R1", game=BIDS, **fields), "bid 1")
    assert said(state, 0) == ["You bid 1."]


@pytest.mark.rule("THOUGHTS-7")
def test_how_points_arise() -> None:
    """The points of a deal, with their rule."""
    (deal,) = last_trick(FOUR.start(1), [5, 4, 2, 0], scores=[1, 1, 1, 1]).view(None).sheet
    assert [(line.bid, line.took, line.points, line.total) for line in deal.lines] == [
        (None, 5, 15, 16), (None, 5, 15, 16), (None, 2, 3, 4), (None, 0, 0, 1),
    ]  # fmt: skip
    assert [[(term.text, term.points, term.rule) for term in line.terms] for line in deal.lines][2] == [
        ("1 for the first trick, 2 for the second, and so on", 3, "THOUGHTS-7")
    ]
    assert all(sum(term.points for term in line.terms) == line.points for line in deal.lines)


@pytest.mark.rule("THOUGHTS-8")
def test_how_points_with_bids_arise() -> None:
    """Each trick, and twice the bid where it was made."""
    (deal,) = last_trick(BIDS.start(1), [3, 3, 5, 0], bids=[3, 5, 2, 0]).view(None).sheet
    assert [(line.bid, line.took, line.points) for line in deal.lines] == [(3, 3, 9), (5, 4, 4), (2, 5, 9), (0, 0, 0)]
    terms = [[(term.text, term.points, term.rule) for term in line.terms] for line in deal.lines]
    each, made = ("1 for each trick", "THOUGHTS-8"), ("bid made: twice the bid", "THOUGHTS-8")
    assert terms == [
        [(each[0], won, each[1]), *([(made[0], twice, made[1])] if twice is not None else [])]
        for won, twice in ((3, 6), (4, None), (5, 4), (0, 0))
    ]


@pytest.mark.rule("THOUGHTS-7")
@pytest.mark.rule("THOUGHTS-8")
def test_tracks() -> None:
    """How near the best total is to its end; with bids, the deals and the tricks that were bid."""
    state = last_trick(FOUR.start(1), [1, 2, 0, 0], scores=[30, 1, 9, 3])
    assert [(track.label, track.value, track.of, track.text) for track in state.view(None).tracks] == [
        ("Best total", 31, 50, "31 of 50")
    ]
    state = play(BIDS.start(2), "bid 3", "bid 4")
    assert [(track.label, track.value, track.of, track.text) for track in state.view(None).tracks] == [
        ("Deal", 1, 4, "1 of 4"), ("Bids", 7, 12, "7 bid for 12 tricks"),
    ]  # fmt: skip
    bidder = (int(state.position[0].dealer) + 2) % 4
    lines = [[(line.label, line.value) for line in seat.lines] for seat in state.view(None).seats]
    assert lines[bidder] == [("Bid", "4"), ("Won", "0")]
    assert lines[(bidder + 1) % 4] == [("Bid", "–"), ("Won", "0")]
    assert said(state, bidder) == ["You bid 4."]
    assert said(state, None) == [f"Seat {bidder} bids 4."]
