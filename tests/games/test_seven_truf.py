"""7-Truf, rule by rule."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

import sevenfold
from helpers.situations import arrange, hands, legal, play, rule_against
from sevenfold.cards import NONE

TRUF = sevenfold.load("seven_truf")
BIDDING, PLAY = 0, 1
SIZES = [1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8, 7, 6, 5, 4, 3, 2, 1, 8, 8, 8, 8]


def bidding(size: int, **fields: Any) -> sevenfold.State:
    """The bids of a deal of this size, which seat 0 deals."""
    return arrange(TRUF.start(1), **{"dealer": 0, "turn": 1, "leader": 1, "deal_number": size - 1, **fields})


def playing(*held: str, trump: str | None = None, **fields: Any) -> sevenfold.State:
    """Play with these hands of seats 0 to 3; seat 0 dealt, seat 1 leads; the trump suit is that of a card turned up."""
    set_up = {"hands": hands(TRUF, *held), "turn_up": TRUF.pack.parse(trump) if trump else NONE, "stock": 0}
    return bidding(len(held[0].split()), **{**set_up, "phase": PLAY, "bids": [0] * 4, "total_bid": 0, **fields})


def tricks(state: sevenfold.State, *cards: str) -> sevenfold.State:
    """Play cards."""
    return play(state, *(f"play {card}" for card in " ".join(cards).split()))


def deals(seed: int) -> list[Any]:
    """The positions after each dealing of a game."""
    state, found = TRUF.start(seed), []
    while not state.is_over:
        s = state.position[0]
        if s.bids.tolist() == [NONE] * 4:
            found.append(state.position.copy()[0])
        state.play(state.legal_actions()[-1])
    return found


@pytest.mark.rule("TRUF-1")
def test_the_pack() -> None:
    """32 cards are dealt from: in each suit, low to high, 7 8 9 10 J Q K A."""
    for suit in "SHDC":
        assert "".join(card.code[0] for card in TRUF.pack.cards if card.code[1] == suit) == "789TJQKA"
    s = TRUF.start(1).position[0]
    assert sum(int(cards).bit_count() for cards in s.hands) + 1 + int(s.stock).bit_count() == 32


@pytest.mark.rule("TRUF-1")
@pytest.mark.parametrize(("high", "low"), list(zip("AKQJT98", "KQJT987", strict=True)))
def test_ranks(high: str, low: str) -> None:
    """Each rank beats the next lower one: the ace is high, the seven low."""
    state = playing("7H 8H", f"{low}S 9H", f"{high}S TH", "JH QH")
    assert tricks(state, f"{low}S {high}S JH 7H").position[0].taker == 2


@pytest.mark.rule("TRUF-2")
def test_hand_sizes() -> None:
    """22 deals: of 1 to 7 cards, four of 8, of 7 to 1, four of 8."""
    dealt = [[int(cards).bit_count() for cards in s.hands] for s in deals(5)]
    assert dealt == [[size] * 4 for size in SIZES]


@pytest.mark.rule("TRUF-3")
def test_turn_up() -> None:
    """With 1 to 7 cards each the next card is turned up; with 8 there is none."""
    for s, size in zip(deals(5), SIZES, strict=True):
        assert (s.turn_up == NONE) == (size == 8)
        assert int(s.stock).bit_count() == 32 - 4 * size - (size < 8)


@pytest.mark.rule("TRUF-3")
def test_trump() -> None:
    """The suit turned up is trump, that suit only, and none where nothing is turned up."""
    for trump, taker in (("KH", 2), ("KC", 1), (None, 1)):
        state = playing("8S 7D", "AS 8D", "7H 9D", "9S TD", trump=trump)
        assert tricks(state, "AS 7H 9S 8S").position[0].taker == taker


@pytest.mark.rule("TRUF-4")
def test_order_of_bids() -> None:
    """The dealer's left bids first, then each to the left, the dealer last."""
    state = TRUF.start(2)
    dealer = int(state.position[0].dealer)
    for i, bid in enumerate((0, 0, 0, 0), start=1):
        assert (state.phase, state.turn) == ("bid", (dealer + i) % 4)
        play(state, f"bid {bid}")
    assert state.phase == "play"


@pytest.mark.rule("TRUF-4")
def test_bids_of_the_next_deal() -> None:
    """Each deal starts without bids and without tricks won."""
    for s in deals(5):
        assert (s.bids.tolist(), s.total_bid, s.won.tolist(), s.phase) == ([NONE] * 4, 0, [0] * 4, BIDDING)


@pytest.mark.rule("TRUF-4")
@pytest.mark.parametrize("size", [1, 3, 8])
def test_range_of_bids(size: int) -> None:
    """A bid is from 0 to the size of the hand."""
    state = bidding(size)
    assert [int(action) for action in state.legal_actions()] == list(range(size + 1))
    if size < 8:
        assert rule_against(state, f"bid {size + 1}") == "TRUF-4"


@pytest.mark.rule("TRUF-5")
@pytest.mark.parametrize(
    ("others", "allowed"),
    [((0, 0, 0), [0, 1, 2]), ((1, 0, 0), [0, 1, 3]), ((1, 0, 2), [1, 2, 3]), ((2, 1, 1), [0, 1, 2, 3])],
)
def test_the_dealers_bid(others: tuple[int, int, int], allowed: list[int]) -> None:
    """The dealer may not make the bids add up to the tricks; if the others bid more than that, any bid is allowed."""
    state = play(bidding(3), *(f"bid {bid}" for bid in others))
    assert state.turn == 0
    assert [int(action) for action in state.legal_actions()] == allowed
    forbidden = sorted({0, 1, 2, 3} - set(allowed))
    assert all(rule_against(state, f"bid {bid}") == "TRUF-5" for bid in forbidden)
    why = "The dealer may not bid {}: the bids would add up to the tricks. (TRUF-5)"
    assert [(move.button, move.why) for move in state.view(0).refused] == [(str(bid), why.format(bid)) for bid in forbidden]
    assert state.view(1).refused == []


@pytest.mark.rule("TRUF-5")
def test_others_bid_freely() -> None:
    """Before the dealer a bid may bring the sum to the number of tricks."""
    state = play(bidding(3), "bid 1", "bid 1")
    assert legal(state) == "bid 0, bid 1, bid 2, bid 3"


@pytest.mark.rule("TRUF-6")
def test_final_bids() -> None:
    """A bid that is taken back leaves no trace: the final ones count."""
    state = play(bidding(3), "bid 3")
    state.undo()
    play(state, "bid 1", "bid 0", "bid 0")
    assert legal(state) == "bid 0, bid 1, bid 3"
    assert play(state, "bid 3").position[0].bids.tolist() == [3, 1, 0, 0]


@pytest.mark.rule("TRUF-7")
def test_first_lead() -> None:
    """The player left of the dealer leads to the first trick, and may lead anything."""
    state = bidding(1, hands=hands(TRUF, "7S", "8S", "9S", "TS"))
    play(state, "bid 0", "bid 0", "bid 0", "bid 0")
    assert (state.turn, state.phase) == (1, "play")
    assert legal(playing("7S 7H 7D", "8S 8H 8D", "9S 9H 9D", "TS TH TD", trump="KH")) == "play 8S, play 8H, play 8D"


@pytest.mark.rule("TRUF-7")
@pytest.mark.parametrize(("led", "other", "third", "trump"), [*permutations("SHDC")])
def test_following(led: str, other: str, third: str, trump: str) -> None:
    """Follow suit if able, otherwise play anything, trump or not."""
    held = (f"7{led} A{other}", f"8{led} 8{other}", f"9{other} 9{third} 9{trump}", f"Q{led} Q{other} Q{trump}")
    state = tricks(playing(*held, trump=f"K{trump}"), f"8{led}")
    assert len(state.legal_actions()) == 3
    tricks(state, f"9{third}")
    assert legal(state) == f"play Q{led}"
    assert rule_against(state, f"play Q{trump}") == rule_against(state, f"play 7{led}") == "TRUF-7"
    tricks(state, f"Q{led}")
    assert legal(state) == f"play 7{led}"


@pytest.mark.rule("TRUF-7")
@pytest.mark.parametrize(
    ("played", "trump", "best"),
    [
        ("7S 8S TS 9S", "7H", "TS"),  # the highest of the suit led,
        ("7S 8S AC AD", "7H", "8S"),  # whatever else lies there,
        ("8S 7S AC AD", None, "8S"),
        ("AS 7H KS QS", "8H", "7H"),  # but for a trump,
        ("AS 7H 9H 8H", "KH", "9H"),  # of which the highest,
        ("7H AS KH 8H", "9H", "KH"),  # led or not
    ],
)
def test_who_takes_the_trick(played: str, trump: str | None, best: str) -> None:
    """The highest trump takes the trick, else the highest card of the suit led; its winner leads to the next."""
    cards = played.split()  # by seats 1, 2, 3, 0
    state = playing(f"{cards[3]} JD", f"{cards[0]} JC", f"{cards[1]} QD", f"{cards[2]} QC", trump=trump)
    tricks(state, played)
    taker = (cards.index(best) + 1) % 4
    assert (state.position[0].taker, state.turn) == (taker, taker)
    assert state.position[0].won.tolist() == [int(seat == taker) for seat in range(4)]
    tricks(state, str(state.legal_actions()[0]).removeprefix("play "))
    assert state.turn == (taker + 1) % 4


@pytest.mark.rule("TRUF-8")
def test_points() -> None:
    """A bid made: ten times the bid, or for a bid of 0 five times the tricks of the deal. Otherwise one point a trick."""
    state = playing("7S", "AS", "8S", "9S", trump="7H", deal_number=4, bids=[2, 3, 0, 2], won=[1, 2, 0, 1], scores=[5, 5, 5, 5])
    tricks(state, "AS 8S 9S 7S")
    assert state.standing() == [5 + 1, 5 + 30, 5 + 25, 5 + 1]
    state = playing("7S", "AS", "8S", "9S", deal_number=7, bids=[2, 1, 1, 8], won=[2, 4, 0, 1])
    tricks(state, "AS 8S 9S 7S")
    assert state.standing() == [20, 5, 0, 1]


def last_trick(scores: list[int], deal_number: int = 21) -> sevenfold.State:
    """Seat 1 takes the last trick of a deal, which gives them ten points, and the others none."""
    state = playing("7S", "AS", "8S", "9S", deal_number=deal_number, scores=scores, bids=[8, 1, 8, 8])
    return tricks(state, "AS 8S 9S 7S")


@pytest.mark.rule("TRUF-9")
def test_the_end() -> None:
    """After 22 deals the highest total wins."""
    assert not last_trick([100, 89, 99, 0], deal_number=20).is_over
    state = last_trick([100, 89, 99, 0])
    assert (state.is_over, state.returns(), state.winners()) == (True, [100, 99, 99, 0], [0])
    assert last_trick([100, 91, 99, 0]).winners() == [1]


@pytest.mark.rule("GEN-2")
def test_equal_totals() -> None:
    """Equal totals at the top share the win."""
    assert last_trick([100, 90, 100, 0]).winners() == [0, 1, 2]


@pytest.mark.rule("GEN-1")
def test_the_dealer() -> None:
    """Any seat may be the first dealer; then the deal passes to the left."""
    assert {int(TRUF.start(seed).position[0].dealer) for seed in range(40)} == {0, 1, 2, 3}
    dealers = [int(s.dealer) for s in deals(4)]
    assert dealers == [(dealers[0] + i) % 4 for i in range(22)]


def test_lacking() -> None:
    """A player who does not follow shows everybody that they hold none of the suit, until the next deal."""
    state = tricks(playing("7S 7H", "8S TD", "9H 9D", "QS QH", trump="KH"), "8S 9D QS")
    assert TRUF.pack.codes(int(state.position[0].lacks[2])) == [f"{rank}S" for rank in "789TJQKA"]
    assert state.position[0].lacks.tolist()[3] == 0
    tricks(state, "7S")
    assert state.turn == 3
    assert tricks(state, "QH 7H TD 9H").position[0].lacks.tolist() == [0] * 4
