"""Chain Up, rule by rule."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import sevenfold
from helpers.random_games import random_game
from helpers.situations import arrange, codes, hand, legal, play, rule_against
from sevenfold.cards import NONE
from sevenfold.records.transcript import lines_by_action
from sevenfold.view.description import Face, Zone

CHAIN = sevenfold.load("chain_up")
CARD = CHAIN.pack.parse
WHOLE = (1 << 49) - 1
THEIRS = "O1/O2/O3"  # the other player's bases
FIVE = "B1 B2 B3 B4 B5"
SIX = "R1 R2 R3 R4 R5 R6"


def lying(
    *held: str,
    target: str = "V7",
    taken: str = "",
    from_discards: int = 0,
    pile: str = "",
    stock: str = "I5 I6 I7",
    closed: tuple[int, ...] = (),
    turn: int = 0,
) -> sevenfold.State:
    """A turn with these chains of each seat, separated by slashes (a dot: coupled to another one), and this discard pile."""
    game = sevenfold.load("chain_up", players=len(held))
    chains, ends, under = [[0] * 3 for _ in range(3)], [[NONE] * 3 for _ in range(3)], [NONE] * 49
    discards = pile.split()
    for seat, texts in enumerate(held):
        for chain, text in enumerate(texts.split("/")):
            if text != ".":
                chains[seat][chain], ends[seat][chain] = hand(game, text), CARD(text.split()[-1])
    for cards in [discards, *(text.split() for texts in held for text in texts.split("/"))]:
        for below, card in pairwise(cards):
            under[CARD(card)] = CARD(below)
    return arrange(
        game.start(1),
        target=CARD(target),
        chains=chains,
        ends=ends,
        under=under,
        across=[NONE] * 49,
        closed=list(closed) + [0] * (3 - len(closed)),
        discards=hand(game, pile),
        top=CARD(discards[-1]) if discards else NONE,
        taken=CARD(taken) if taken else NONE,
        from_discards=from_discards,
        stock=hand(game, stock),
        phase=1 if taken else 0,
        turn=turn,
    )


def chains(state: sevenfold.State, seat: int = 0) -> str:
    """A seat's chains as people see them."""
    zones = {zone.id: zone for zone in state.view(0).zones}
    faces = [zones[f"chain-{seat}-{chain}"].faces for chain in range(3) if f"chain-{seat}-{chain}" in zones]
    return "/".join(" ".join(str(face.code) for face in each) for each in faces)


def counted(state: sevenfold.State, seat: int = 0) -> list[int]:
    """How many cards each chain of a seat has."""
    return [int(cards).bit_count() for cards in state.position[0].chains[seat]]


def played(state: sevenfold.State) -> list[dict[str, Any]]:
    """The sentences of the events, without the draws."""
    return [line for lines in lines_by_action(state) for line in lines if line["event"] != "draw"]


def zone(state: sevenfold.State, id: str) -> Zone:
    """A zone as everybody sees it."""
    return next(zone for zone in state.view(None).zones if zone.id == id)


def news(state: sevenfold.State, seat: int | None = None) -> list[str]:
    """What happened, in sentences for a seat."""
    return [event.text for event in state.events(seat) if event.text]


def flights(state: sevenfold.State) -> list[tuple[str | None, str, str]]:
    """Which cards moved, from where to where."""
    return [(flight.code, flight.start, flight.end) for one in state.view(None).news for flight in one.flights]


def moves(state: sevenfold.State) -> dict[str, tuple[str, str]]:
    """The label and the effect of each move of the seat to move."""
    return {move.text: (move.label, move.effect) for move in state.view(state.turn).moves}


@pytest.mark.rule("CHAIN-1")
@pytest.mark.parametrize(("players", "each"), [(2, 3), (3, 2)])
def test_the_deal(players: int, each: int) -> None:
    """A target; three base cards for each of two, two for each of three; the rest is the stock; left of the dealer begins."""
    for seed in range(6):
        state = sevenfold.load("chain_up", players=players).start(seed)
        s = state.position[0]
        bases = [int(end) for end in s.ends.flat if end != NONE]
        assert [[int(end) != NONE for end in seat] for seat in s.ends] == [
            [seat < players and chain < each for chain in range(3)] for seat in range(3)
        ]
        assert len({*bases, int(s.target)}) == 7
        assert [int(cards) for cards in s.chains.flat] == [0 if end == NONE else 1 << int(end) for end in s.ends.flat]
        assert int(s.stock) == WHOLE & ~sum(1 << card for card in [*bases, int(s.target)])
        assert (s.top, s.discards, s.taken) == (NONE, 0, NONE)
        assert state.turn == (s.dealer + 1) % players
        assert legal(state) == "take stock"


@pytest.mark.rule("CHAIN-1")
def test_chains_that_one_has() -> None:
    """Of three players each has two chains, and nobody plays on a third."""
    state = lying("R1/R2", "O1/O2", "G1/G2", taken="R3")
    assert legal(state) == "play chain 1, play chain 2, play chains 1 and 2, discard"
    assert state.why_not("play chain 3") == ("CHAIN-1", "You have no such chain.")
    assert rule_against(state, "play chains 2 and 3") == "CHAIN-1"


@pytest.mark.rule("CHAIN-2")
def test_taking_from_the_stock() -> None:
    """A turn begins with the top of the stock, for all to see, or of the discard pile."""
    state = lying("R1/R2/R3", THEIRS, pile="B1", stock="B7")
    assert legal(state) == "take stock, take discard"
    play(state, "take stock")
    assert (codes(CHAIN, 1 << int(state.position[0].taken)), state.position[0].stock, state.turn) == ("B7", 0, 0)
    for seat in (0, 1):
        assert next(zone for zone in state.view(seat).zones if zone.id == "taken").faces[0].code == "B7"
    assert lines_by_action(state)[-1][1] == {"event": "draw", "seat": 0, "card": "B7"}


@pytest.mark.rule("CHAIN-2")
def test_playing_on_a_match() -> None:
    """A card goes on one of its player's chains that it matches in number or suit, or, even if it fits, on the discard pile."""
    state = lying("B1 R2/G5 R1/V3", "R3/R4/R5", taken="R7")
    assert legal(state) == "play chain 1, play chain 2, play chains 1 and 2, discard"
    assert rule_against(state, "play chain 3") == "CHAIN-2"
    assert legal(lying("R7 R2/G5/V3", THEIRS, taken="B5")) == "play chain 2, discard"
    assert legal(lying("B1/B2/B3", THEIRS, taken="O7")) == "discard"
    play(state, "play chain 2")
    assert (chains(state), chains(state, 1)) == ("B1 R2/G5 R1 R7/V3", "R3/R4/R5")
    assert (state.turn, legal(state), state.position[0].taken) == (1, "take stock", NONE)
    assert played(state) == [{"event": "move", "seat": 0, "move": "play", "card": "R7", "chains": [1], "close": False}]


@pytest.mark.rule("CHAIN-2")
def test_discarding() -> None:
    """The card is the pile's new top; then it is the next player's turn."""
    state = play(lying("R1/R2/R3", THEIRS, taken="R7", pile="B1 G1"), "discard")
    s = state.position[0]
    assert (codes(CHAIN, 1 << int(s.top)), int(s.under[CARD("R7")]), state.turn) == ("R7", CARD("G1"), 1)
    assert int(s.discards) == hand(CHAIN, "B1 G1 R7")


@pytest.mark.rule("CHAIN-2")
def test_taking_from_the_pile() -> None:
    """The top of the discard pile, and never one below; it must be played."""
    state = lying("R1/B2/G3", THEIRS, pile="B7 R7")
    assert legal(state) == "take stock, take discard"
    play(state, "take discard")
    s = state.position[0]
    assert (int(s.taken), int(s.top), int(s.discards)) == (CARD("R7"), CARD("B7"), hand(CHAIN, "B7"))
    assert legal(state) == "play chain 1"
    assert state.why_not("discard") == ("CHAIN-2", "A card from the discard pile must be played.")
    play(state, "play chain 1")
    assert (chains(state), state.turn) == ("R1 R7/B2/G3", 1)
    assert play(state, "take stock").why_not("discard") is None


@pytest.mark.rule("CHAIN-2")
def test_only_what_fits_is_taken_from_the_pile() -> None:
    """It must fit an open chain of the player's own: not a closed one, nor another player's."""
    assert legal(lying("R1/B2/G3", "O1/O2/O3", pile="O7")) == "take stock"
    state = lying(f"{SIX}/B2/G3", THEIRS, pile="R7", closed=(0b001,))
    assert legal(state) == "take stock"
    assert rule_against(state, "take discard") == "CHAIN-2"
    assert rule_against(lying("R1/B2/G3", THEIRS), "take discard") == "CHAIN-2"


@pytest.mark.rule("CHAIN-3")
@pytest.mark.parametrize(
    ("two", "taken", "after", "lengths"),
    [
        ("1 and 2", "R4", "R1 B4 R4/G5", [3, 0, 1]),
        ("1 and 3", "R5", "R1 G5 R5/B4", [3, 1, 0]),
        ("2 and 3", "B5", "R1/B4 G5 B5", [1, 3, 0]),
    ],
)
def test_coupling(two: str, taken: str, after: str, lengths: list[int]) -> None:
    """A card that fits on two chains may be played across both, which makes them one."""
    state = play(lying("R1/B4/G5", THEIRS, taken=taken), f"play chains {two}")
    assert (chains(state), counted(state)) == (after, lengths)
    assert state.view(0).seats[0].lines[0].value == "0 of 2"
    numbers = [int(chain) - 1 for chain in two.split(" and ")]
    assert played(state) == [{"event": "move", "seat": 0, "move": "play", "card": taken, "chains": numbers, "close": False}]
    assert (state.turn, chains(state, 1)) == (1, THEIRS)


@pytest.mark.rule("CHAIN-3")
def test_coupling_fits_on_both() -> None:
    """The card must fit on each of the two; where it fits on both it may still be played on one alone."""
    state = lying("R1/B4/G5", THEIRS, taken="R4")
    assert legal(state) == "play chain 1, play chain 2, play chains 1 and 2, discard"
    assert rule_against(state, "play chains 1 and 3") == "CHAIN-3"
    assert chains(play(state, "play chain 2")) == "R1/B4 R4/G5"


@pytest.mark.rule("CHAIN-3")
def test_coupling_two_at_most() -> None:
    """A card that fits on three chains couples two of them."""
    state = lying("R1/R2/R3", THEIRS, taken="R4")
    assert [str(action) for action in state.legal_actions()] == [
        *("play chain 1", "play chain 2", "play chain 3"),
        *("play chains 1 and 2", "play chains 1 and 3", "play chains 2 and 3"),
        "discard",
    ]
    assert chains(play(state, "play chains 1 and 3")) == "R1 R3 R4/R2"


@pytest.mark.rule("CHAIN-3")
def test_coupling_again() -> None:
    """A coupled chain may be coupled again; it goes on from the coupling card alone."""
    state = play(lying("R1/B4/G5", THEIRS, taken="R4", stock="G4 I1"), "play chains 1 and 2")
    arrange(state, turn=0, phase=1, taken=CARD("R7"))
    assert legal(state) == "play chain 1, discard"
    arrange(state, taken=CARD("B1"))
    assert legal(state) == "discard"
    assert rule_against(state, "play chain 2") == "CHAIN-1"
    arrange(state, taken=CARD("G4"))
    assert legal(state) == "play chain 1, play chain 3, play chains 1 and 3, discard"
    play(state, "play chains 1 and 3")
    assert (chains(state), counted(state)) == ("R1 B4 R4 G5 G4", [5, 0, 0])


@pytest.mark.rule("CHAIN-4")
def test_the_length_of_a_coupled_chain() -> None:
    """Both parts and the coupling card count: 2 + 3 + 1 make six, 2 + 2 + 1 do not."""
    state = play(lying("R1 R2/B3 B4 B5/G1", THEIRS, target="V7", taken="R5"), "play chains 1 and 2")
    assert (counted(state), state.turn) == ([6, 0, 1], 1)
    state = play(lying("R1 R2/B3 B4 B5/G1", THEIRS, target="R7", taken="R5"), "play chains 1 and 2")
    assert (legal(state), state.turn) == ("leave open, close", 0)
    assert (zone(state, "chain-0-0").count, zone(state, "chain-0-0").note) == (6, "needs red or a 7")
    state = play(lying("R1 R2/B4 B5/G1", THEIRS, target="R7", taken="R5"), "play chains 1 and 2")
    assert (legal(state), state.turn) == ("take stock", 1)


@pytest.mark.rule("CHAIN-5")
def test_closing() -> None:
    """The sixth card, if it matches the target: the player chooses; then it is the next player's turn."""
    state = play(lying(f"{FIVE}/R1/R2", THEIRS, taken="B7"), "play chain 1")
    assert (legal(state), state.turn, lines_by_action(state)[-1]) == ("leave open, close", 0, [])
    left_open = state.copy()
    play(state, "close")
    assert (state.position[0].closed[0], state.turn, legal(state)) == (0b001, 1, "take stock")
    assert (zone(state, "chain-0-0").count, zone(state, "chain-0-0").note) == (6, "closed")
    move = {"event": "move", "seat": 0, "move": "play", "card": "B7", "chains": [0]}
    assert played(state) == [{**move, "close": True}]
    play(left_open, "leave open")
    assert (left_open.position[0].closed[0], left_open.turn, chains(left_open)) == (0, 1, f"{FIVE} B7/R1/R2")
    assert played(left_open) == [{**move, "close": False}]


@pytest.mark.rule("CHAIN-5")
@pytest.mark.parametrize(
    ("chain", "target", "taken", "may_close"),
    [
        ("B1 B2 B3 B4", "V7", "B7", False),  # the fifth card
        (FIVE, "V7", "B7", True),  # the target's number
        (FIVE, "B7", "B6", True),  # its suit
        (FIVE, "V7", "B6", False),  # neither
        (f"{FIVE} B6", "V7", "B7", True),  # the seventh card
    ],
)
def test_what_may_be_closed(chain: str, target: str, taken: str, may_close: bool) -> None:
    """At least six cards, the closing one among them, the target not; the last matches the target."""
    state = play(lying(f"{chain}/R1/R2", THEIRS, target=target, taken=taken), "play chain 1")
    assert ("close" in legal(state), state.turn) == (may_close, 0 if may_close else 1)


@pytest.mark.rule("CHAIN-5")
def test_closing_later() -> None:
    """A chain left open takes more cards, and may be closed at a later play of its own."""
    state = play(lying(f"{FIVE}/R1/R2", THEIRS, taken="B7"), "play chain 1", "leave open")
    arrange(state, turn=0, phase=1, taken=CARD("G7"))
    play(state, "play chain 1")
    assert legal(state) == "leave open, close"
    play(state, "close")
    assert (chains(state), state.position[0].closed[0]) == (f"{FIVE} B7 G7/R1/R2", 0b001)


@pytest.mark.rule("CHAIN-5")
def test_a_closed_chain_takes_no_more() -> None:
    """Nor can it be coupled; its owner's other chains go on."""
    state = lying(f"{SIX}/R2/B6", THEIRS, taken="R7", closed=(0b001,))
    assert legal(state) == "play chain 2, discard"
    assert [rule_against(state, f"play {where}") for where in ("chain 1", "chains 1 and 2")] == ["CHAIN-5"] * 2


@pytest.mark.rule("CHAIN-5")
def test_closing_what_was_coupled() -> None:
    """The chain closed is the one played on, by its lower number, and no other."""
    state = play(lying("G1/B1 B2 B3 B4/R7", THEIRS, target="B6", taken="B7"), "play chains 2 and 3", "close")
    assert (state.position[0].closed[0], chains(state)) == (0b010, "G1/B1 B2 B3 B4 R7 B7")
    assert not state.is_over


@pytest.mark.rule("CHAIN-6")
def test_winning() -> None:
    """The first whose chains are all closed wins, coupled ones counted as one."""
    state = play(lying(f"{FIVE}/./{SIX}", THEIRS, taken="B7", closed=(0b100,)), "play chain 1", "close")
    assert (state.is_over, state.winners(), state.returns()) == (True, [0], [1, 0])
    assert state.standing() == [1, -3 / 8]
    results = [state.view(0, ["You", "Bo"]).result, state.view(1, ["Ada", "You"]).result]
    sentences = [result.sentence for result in results if result]
    assert sentences == ["You have closed all your chains and win.", "Ada has closed all their chains and wins."]
    state = lying(THEIRS, f"{SIX}/{FIVE}", "G1/G2", taken="B7", closed=(0, 0b01, 0), turn=1)
    play(state, "play chain 2", "close")
    assert (state.is_over, state.winners(), state.returns()) == (True, [1], [0, 1, 0])


@pytest.mark.rule("CHAIN-6")
def test_left_open_is_not_won() -> None:
    """A chain that could have been closed and was not keeps its player from winning."""
    state = play(lying(f"{FIVE}/./{SIX}", THEIRS, taken="B7", closed=(0b100,)), "play chain 1", "leave open")
    assert (state.is_over, state.turn, state.standing()) == (False, 1, [-1 / 8, -3 / 8])


@pytest.mark.rule("CHAIN-6")
def test_the_turn_of_the_last_card() -> None:
    """It is finished; if nobody has won then, everybody loses."""
    state = play(lying("R1/R2/R3", THEIRS, stock="R7"), "take stock")
    assert (state.is_over, state.position[0].stock) == (False, 0)
    play(state, "play chain 1")
    assert (state.is_over, state.winners(), state.returns(), state.is_truncated) == (True, [], [0, 0], False)
    state = play(lying("R1/R2/R3", THEIRS, stock="R7", pile="G1"), "take stock", "discard")
    assert (state.is_over, state.winners()) == (True, [])


@pytest.mark.rule("CHAIN-6")
def test_winning_with_the_last_card() -> None:
    """The last card may close the last chain, unless it is left open."""
    state = play(lying(f"{FIVE}/./.", THEIRS, stock="B7"), "take stock", "play chain 1")
    assert (state.is_over, legal(state)) == (False, "leave open, close")
    lost = play(state.copy(), "leave open")
    assert (lost.is_over, lost.winners(), lost.returns()) == (True, [], [0, 0])
    play(state, "close")
    assert (state.is_over, state.winners()) == (True, [0])


@pytest.mark.rule("CHAIN-6")
def test_the_stock_alone_ends_the_game() -> None:
    """With cards left in it, and none closed, the next player goes on."""
    state = play(lying("R1/R2/R3", THEIRS, stock="R7 R6"), "take stock", "play chain 1")
    assert (state.is_over, state.turn, legal(state)) == (False, 1, "take stock")


def test_a_turn_is_to_take_and_to_place() -> None:
    """The limit counts turns, not their moves."""
    state = play(lying(f"{FIVE}/R1/R2", THEIRS, stock="B7 I6"), "take stock")
    before = int(state.position[0].turns)
    arrange(state, taken=CARD("B7"), stock=hand(CHAIN, "I6 I5"))
    play(state, "play chain 1", "close", "take stock", "discard")
    assert (before, int(state.position[0].turns)) == (0, 2)


def test_the_deal_is_no_news() -> None:
    """Transcripts tell that a game begins; people read what the players do."""
    state = CHAIN.start(3)
    assert [(event.kind, event.text) for event in state.events(0)] == [("deal", "")]
    line = lines_by_action(state)[0][0]
    assert (line["number"], line["hands"], line["stock"], list(line["table"])) == (1, [[], []], 42, ["target", "bases"])
    assert [len(bases) for bases in line["table"]["bases"]] == [3, 3]
    assert state.view(0).news == []


def test_taking_and_discarding_are_announced() -> None:
    """Draws are open: everybody reads which card it was, and sees it go from zone to zone."""
    state = play(lying("R1/R2/R3", THEIRS, stock="B7 I6", pile="G1 G2"), "take stock")
    drawn = str(zone(state, "taken").faces[0].code)
    play(state, "discard")
    name = {"B7": "the blue 7", "I6": "the indigo 6"}[drawn]
    assert news(state, 0) == [f"You draw {name}.", f"You discard {name}."]
    assert news(state, 1) == news(state) == [f"Seat 0 draws {name}.", f"Seat 0 discards {name}."]
    assert flights(state) == [(drawn, "stock", "taken"), (drawn, "taken", "discard")]
    state = play(lying("G5/R2/R3", THEIRS, pile="G1 G2"), "take discard")
    assert news(state, 1) == ["Seat 0 takes the green 2 from the discard pile."]
    assert flights(state) == [("G2", "discard", "taken")]


def test_playing_is_announced() -> None:
    """The sentence of a play names its card and chain, and says more only if a chain is closed."""
    state = play(lying("R1/B2/R3", THEIRS, taken="B5"), "play chain 2")
    assert (news(state, 0), news(state, 1)) == (["You play the blue 5 on chain 2."], ["Seat 0 plays the blue 5 on chain 2."])
    assert flights(state) == [("B5", "taken", "chain-0-1")]


def test_coupling_is_announced() -> None:
    """With both chains and the card; the other chain's cards go over to the one that stays. The card is marked."""
    state = play(lying("R1/B4/G3 G5", THEIRS, taken="R5"), "play chains 1 and 3")
    assert news(state, 0) == ["You couple chains 1 and 3 with the red 5."]
    assert news(state) == ["Seat 0 couples chains 1 and 3 with the red 5."]
    both = [("G3", "chain-0-2", "chain-0-0"), ("G5", "chain-0-2", "chain-0-0")]
    assert flights(state) == [*both, ("R5", "taken", "chain-0-0")]
    assert [(face.code, face.mark) for face in zone(state, "chain-0-0").faces] == [
        ("R1", ""), ("G3", ""), ("G5", ""), ("R5", "couples"),
    ]  # fmt: skip
    assert {face.mark for face in zone(state, "chain-0-1").faces} == {""}


def test_closing_is_announced() -> None:
    """The card is seen to move first; the play is told in one sentence, once its player has decided."""
    state = play(lying(f"{FIVE}/R1/R2", THEIRS, taken="B7"), "play chain 1")
    assert (news(state, 1), flights(state)) == ([], [("B7", "taken", "chain-0-0")])
    assert state.view(1).prompt == "Seat 0 is to play the card or discard it."
    left_open = play(state.copy(), "leave open")
    assert (news(left_open, 0), news(left_open)) == (
        ["You play the blue 7 on chain 1."],
        ["Seat 0 plays the blue 7 on chain 1."],
    )
    play(state, "close")
    assert news(state, 0) == ["You play the blue 7 on chain 1 and close it."]
    assert news(state) == ["Seat 0 plays the blue 7 on chain 1 and closes it."]


def test_everybody_hears_the_same() -> None:
    """Nothing is hidden but the stock: each seat, and a spectator, has the same events."""
    state = random_game(sevenfold.load("chain_up", players=3), 5, limit=60)
    heard = [[(event.made, event.kind, event.fields) for event in state.events(seat)] for seat in (0, 1, 2, None)]
    assert heard[0] == heard[1] == heard[2] == heard[3]
    assert {kind for _, kind, _ in heard[0]} >= {"deal", "take", "draw", "discard", "play", "lengthen"}


def test_what_lies_in_the_pile() -> None:
    """Anybody may look through the discard pile: the cards under its top are seen, from the top down."""
    assert zone(lying("R1/R2/R3", THEIRS, pile="B1 G1 R7"), "discard").beneath == ["G1", "B1"]
    assert zone(lying("R1/R2/R3", THEIRS, pile="B1"), "discard").beneath == []
    empty = zone(lying("R1/R2/R3", THEIRS), "discard")
    assert (empty.beneath, empty.count, [face.state for face in empty.faces]) == ([], 0, ["empty"])
    state = play(lying("R1/R2/R3", THEIRS, pile="B1 G1 R7"), "take discard")
    assert (zone(state, "discard").beneath, zone(state, "discard").faces) == (["B1"], [Face("up", "G1")])


def test_what_is_in_force() -> None:
    """The target, and how many of its chains each seat has closed; what a chain needs to be closed."""
    view = lying(f"{SIX}/./R7", "O1/O2/O3", target="V7", closed=(0b001,)).view(1)
    assert [(fact.label, fact.text, fact.card) for fact in view.facts] == [("Target", "violet 7", "V7")]
    assert [[(line.label, line.value) for line in seat.lines] for seat in view.seats] == [
        [("Chains closed", "1 of 2")],
        [("Chains closed", "0 of 3")],
    ]
    chains = {zone.id: (zone.label, zone.owner, zone.count, zone.note) for zone in view.zones if zone.purpose == "chain"}
    assert chains["chain-0-0"] == ("Chain 1", 0, 6, "closed")
    assert chains["chain-0-2"] == ("Chain 3", 0, 1, "needs 5 more")
    assert chains["chain-1-1"] == ("Chain 2", 1, 1, "needs 5 more")
    assert "chain-0-1" not in chains
    assert [zone(lying(f"{chain}/R1/R2", THEIRS), "chain-0-0").note for chain in (FIVE, f"{FIVE} B6")] == [
        "needs violet or a 7"
    ] * 2


def test_moves_in_words() -> None:
    """A move names its card and says how long its chain becomes."""
    state = lying("R1 R2/B5/G1", THEIRS, taken="B2")
    assert moves(state) == {
        "play chain 1": ("Play the blue 2 on chain 1", "a chain of 3"),
        "play chain 2": ("Play the blue 2 on chain 2", "a chain of 2"),
        "play chains 1 and 2": ("Couple chains 1 and 2 with the blue 2", "a chain of 4"),
        "discard": ("Discard the blue 2", ""),
    }
    state = lying(f"{FIVE}/R1/R2", THEIRS, pile="B7")
    assert moves(state) == {
        "take stock": ("Take a card from the stock", ""),
        "take discard": ("Take the blue 7 from the discard pile", ""),
    }
    play(state, "take discard")
    assert moves(state) == {
        "play chain 1, leave open": ("Play the blue 7 on chain 1 and leave it open", "a chain of 6"),
        "play chain 1, close": ("Play the blue 7 on chain 1 and close it", "a chain of 6"),
    }


def test_prompts_and_refusals() -> None:
    """They name cards as people do."""
    state = lying("R1/R2/R3", THEIRS, pile="R7")
    assert state.view(0).prompt == "Take a card from the stock, or the red 7 from the discard pile."
    state = lying("B1/B2/B3", THEIRS, pile="R7")
    assert state.view(0).prompt == "Take a card from the stock."
    assert state.why_not("take discard") == (
        "CHAIN-2",
        "The red 7 fits on none of your open chains, and a card from the discard pile must be played.",
    )
    state = lying("B1/B2/B3", THEIRS, taken="R7")
    assert state.view(0).prompt == "The red 7 fits on none of your open chains: discard it."
    assert state.why_not("play chain 2") == (
        "CHAIN-2",
        "The red 7 shares neither number nor suit with the blue 2, the last card of chain 2.",
    )
    state = play(lying(f"{FIVE}/R1/R2", THEIRS, taken="B7"), "play chain 1")
    assert state.view(0).prompt == "Close chain 1, or leave it open?"
