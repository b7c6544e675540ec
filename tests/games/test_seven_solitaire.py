"""Seven Solitaire, rule by rule."""

from __future__ import annotations

import pytest

import sevenfold
from helpers.situations import arrange, flown, hand, legal, play, rule_against, said
from sevenfold.cards import NONE
from sevenfold.records.transcript import lines_by_action

SOLO = sevenfold.load("seven_solitaire")
CARD = SOLO.pack.parse
LOST_AT_ONCE = 1597  # a seed


def lying(tableau: str, *, reserve: str = "", stock: str = "") -> sevenfold.State:
    """These cards in the six cells (a dot: none), in the reserve and in the stock; all others are discarded."""
    cells = [NONE if code == "." else CARD(code) for code in tableau.split()]
    there = hand(SOLO, tableau.replace(".", ""))
    held = {"tableau": there, "reserve": hand(SOLO, reserve), "stock": hand(SOLO, stock)}
    gone = ((1 << 52) - 1) & ~(held["tableau"] | held["reserve"] | held["stock"])
    return arrange(SOLO.start(1), cells=cells, **held, discarded=gone)


def tableau(state: sevenfold.State) -> str:
    """The cells, as `lying` takes them."""
    return " ".join("." if card == NONE else SOLO.pack.code(int(card)) for card in state.position[0].cells)


@pytest.mark.rule("SOLO-1")
def test_the_deal() -> None:
    """Six cells hold a card each; the reserve is empty; the 46 other cards are the stock."""
    s = SOLO.start(3).position[0]
    assert len({int(card) for card in s.cells}) == 6
    assert min(s.cells) >= 0
    assert (s.reserve, s.discarded) == (0, 0)
    assert int(s.stock) == (1 << 52) - 1 - sum(1 << int(card) for card in s.cells)


@pytest.mark.rule("SOLO-1")
def test_aces_count_one() -> None:
    """An ace makes seven with a six, and with nothing else."""
    state = lying("AS 6H 7D 8D KD 6S")
    assert legal(play(state, "take AS")) == "add 6S, add 6H"


@pytest.mark.rule("SOLO-2")
def test_sevens() -> None:
    """A seven is discarded alone."""
    state = play(lying("7S 7H 8D 9D KD 6S", stock="2C 3C"), "take 7H")
    assert state.phase == "move"
    assert CARD("7H") not in [int(card) for card in state.position[0].cells]
    assert state.position[0].discarded >> CARD("7H") & 1


@pytest.mark.rule("SOLO-2")
@pytest.mark.parametrize(("one", "other"), ["A6", "25", "34", "43", "52", "6A"])
@pytest.mark.parametrize("suit", "SHDC")
def test_pairs(one: str, other: str, suit: str) -> None:
    """Two cards that add up to seven are discarded together: 6 and ace, 5 and 2, 4 and 3."""
    state = play(lying(f"{one}S {other}{suit} KS . . ."), f"take {one}S")
    assert legal(state) == f"add {other}{suit}"
    assert rule_against(state, "add KS") == "SOLO-2"
    play(state, f"add {other}{suit}")
    assert tableau(state) == ". . KS . . ."
    assert state.position[0].discarded == (1 << 52) - 1 - hand(SOLO, "KS")


@pytest.mark.rule("SOLO-2")
def test_no_other_pairs() -> None:
    """A low card without its partner in the tableau stays; cards of the reserve or the stock are no partners."""
    state = lying("2S 3H 6C 9S TS JS", stock="5S 4S AS", reserve="8S")
    assert legal(state) == "take 9S, take TS, take JS"
    assert [rule_against(state, f"take {code}") for code in ("2S", "3H", "6C")] == ["SOLO-2"] * 3
    assert rule_against(state, "take 5S") == "SOLO-2"


@pytest.mark.rule("SOLO-3")
def test_the_reserve() -> None:
    """An 8, 9, 10, J, Q or K moves to the reserve, if no card of its rank is there; a lower card never."""
    state = lying("8S 9S TS JS QS KS", reserve="8H TH QH")
    assert legal(state) == "take 9S, take JS, take KS"
    assert rule_against(state, "take 8S") == "SOLO-3"
    play(state, "take 9S")
    assert state.position[0].reserve == hand(SOLO, "8H 9S TH QH")
    assert tableau(state) == "8S . TS JS QS KS"


@pytest.mark.rule("SOLO-3")
@pytest.mark.parametrize("suit", "SHDC")
def test_one_of_a_rank(suit: str) -> None:
    """A rank that lies in the reserve, in whichever suit, is taken."""
    other = "H" if suit == "S" else "S"
    assert legal(lying(f"Q{other} K{other} . . . .", reserve=f"Q{suit}")) == f"take K{other}"


@pytest.mark.rule("SOLO-3")
@pytest.mark.parametrize("low", "A23456")
def test_low_cards_stay_out_of_the_reserve(low: str) -> None:
    """A card below seven does not move to the empty reserve."""
    assert legal(lying(f"{low}S {low}H KS . . .")) == "take KS"


@pytest.mark.rule("SOLO-4")
def test_clearing_the_reserve() -> None:
    """With all six ranks from 8 to K in the reserve the six cards are discarded, and the cells are free again."""
    state = play(lying("KS KH QS . . .", reserve="8H 9S TH QH"), "take KS")
    assert state.position[0].reserve == hand(SOLO, "8H 9S TH QH KS")
    state = play(lying("KS KH QS . . .", reserve="8H 9S TH JC QH"), "take KS")
    assert state.position[0].reserve == 0
    assert state.position[0].discarded == (1 << 52) - 1 - hand(SOLO, "KH QS")
    assert legal(state) == "take QS, take KH"


@pytest.mark.rule("SOLO-5")
def test_filling() -> None:
    """A space is filled at once, where it is, both spaces of a pair too, while the stock lasts."""
    state = play(lying("KS 6S 7S AS 9S TS", stock="2D 3D 8D"), "take 7S")
    cells = tableau(state).split()
    assert cells[:2] + cells[3:] == ["KS", "6S", "AS", "9S", "TS"]
    assert cells[2] in ("2D", "3D", "8D")
    play(state, "take 6S", "add AS")
    assert set(tableau(state).split()) == {"KS", "2D", "3D", "8D", "9S", "TS"}
    assert state.position[0].stock == 0
    play(state, "take KS")
    assert tableau(state).split()[0] == "."


@pytest.mark.rule("SOLO-5")
def test_filling_comes_before_clearing() -> None:
    """The space is filled before the full reserve is cleared."""
    state = play(lying("KS KH . . . .", reserve="8H 9S TH JC QH", stock="2D"), "take KS")
    said = [(event["event"], event.get("cell")) for event in lines_by_action(state)[1]]
    assert said == [("move", None), ("draw", 0), ("clear", None)]


@pytest.mark.rule("SOLO-6")
def test_winning() -> None:
    """With all 52 cards discarded, the game is won."""
    for tableau_, reserve, moves in (
        ("7S . . . . .", "", ["take 7S"]),
        ("6S AS . . . .", "", ["take 6S", "add AS"]),
        (". . . . . KS", "8H 9S TH JC QH", ["take KS"]),
    ):
        state = play(lying(tableau_, reserve=reserve), *moves)
        assert (state.is_over, state.winners(), state.returns()) == (True, [0], [1])


@pytest.mark.rule("SOLO-6")
def test_losing() -> None:
    """With no move left the game is lost; not while there is one."""
    state = play(lying("7S 6S 6H 6D 7D KS", stock="6C", reserve="KH"), "take 7S")
    assert (state.is_over, legal(state)) == (False, "take 7D")
    play(state, "take 7D")
    assert (state.is_over, state.winners(), state.returns()) == (True, [], [0])


@pytest.mark.rule("SOLO-6")
def test_losing_at_once() -> None:
    """A deal without a move is lost at once."""
    state = SOLO.start(LOST_AT_ONCE)
    assert (state.is_over, state.winners(), state.actions) == (True, [], ())


@pytest.mark.rule("GEN-1")
def test_the_dealer() -> None:
    """A game for one has dealer 0."""
    assert {int(SOLO.start(seed).position[0].dealer) for seed in range(20)} == {0}


def test_tableau() -> None:
    """The set of the tableau's cards is the same as what lies in the cells."""
    state = SOLO.start(5)
    while not state.is_over:
        assert state.position[0].tableau == sum(1 << int(card) for card in state.position[0].cells if card != NONE)
        state.play(state.legal_actions()[-1])


def test_the_deal_in_the_transcript() -> None:
    """Transcripts tell the cells; people do not read that they were dealt, nor that their cards were drawn."""
    state = SOLO.start(3)
    table = {"cells": tableau(state).split()}
    line = {"event": "deal", "number": 1, "dealer": 0, "hands": [[]], "table": table, "stock": 46}
    assert (lines_by_action(state), said(state), flown(state)) == ([[line]], [], [])


def test_the_sentences_of_events() -> None:
    """A sentence names its cards, and the cards are seen to move."""
    state = play(lying("KS 7D 6S AH . .", stock="2D"), "take 7D")
    assert said(state) == ["You discard the seven of diamonds.", "The two of diamonds fills the space."]
    assert flown(state) == [("7D", "cells", "discard"), ("2D", "stock", "cells")]
    assert lines_by_action(state)[-1] == [
        {"event": "move", "seat": 0, "move": "discard", "cards": ["7D"]},
        {"event": "draw", "seat": 0, "card": "2D", "cell": 1},
    ]
    play(state, "take 6S")
    assert (said(state), lines_by_action(state)[-1]) == ([], [])
    play(state, "add AH")
    assert said(state) == ["You discard the six of spades and the ace of hearts."]
    assert flown(state) == [("6S", "cells", "discard"), ("AH", "cells", "discard")]
    assert lines_by_action(state)[-1] == [{"event": "move", "seat": 0, "move": "discard", "cards": ["6S", "AH"]}]
    assert state.view(None).news[-1].text == "Seat 0 discards the six of spades and the ace of hearts."


def test_the_reserve_is_announced() -> None:
    """A card moves to the reserve; when it is full, its six cards go."""
    state = play(lying("KS QS QD 7S . .", reserve="8H 9S TH JC"), "take QD")
    assert said(state) == ["You move the queen of diamonds to the reserve."]
    assert flown(state) == [("QD", "cells", "reserve")]
    assert lines_by_action(state)[-1] == [{"event": "move", "seat": 0, "move": "reserve", "card": "QD"}]
    play(state, "take KS")
    assert said(state)[1:] == ["The reserve is full, from 8 to king: its six cards are discarded."]
    gone = ["9S", "8H", "TH", "QD", "JC", "KS"]
    assert set(flown(state)) == {("KS", "cells", "reserve"), *((code, "reserve", "discard") for code in gone)}
    assert lines_by_action(state)[-1][1:] == [{"event": "clear"}]


def test_the_table() -> None:
    """The reserve's ranks are a track of six steps; what is discarded is another, and no grey line."""
    view = lying("KS QS 7S . . .", reserve="8H TH JC", stock="2D 3D").view(0)
    tracks = {track.id: track for track in view.tracks}
    assert [(track.id, track.value, track.of) for track in view.tracks] == [("reserve", 3, 6), ("discarded", 44, 52)]
    assert [(step.text, step.suit, step.state) for step in tracks["reserve"].steps] == [
        ("eight of hearts", "H", "full"),
        ("no nine", None, "none"),
        ("ten of hearts", "H", "full"),
        ("jack of clubs", "C", "full"),
        ("no queen", None, "none"),
        ("no king", None, "none"),
    ]
    assert {zone.id: (zone.purpose, zone.label, zone.count) for zone in view.zones} == {
        "reserve": ("reserve", "Reserve", 3), "cells": ("tableau", "Tableau", 3), "stock": ("stock", "Stock", 2),
        "discard": ("discard", "Discard pile", 44),
    }  # fmt: skip
    assert [face.code for zone in view.zones if zone.id == "reserve" for face in zone.faces] == [
        "8H",
        None,
        "TH",
        "JC",
        None,
        None,
    ]
    assert (view.seats[0].lines, view.facts) == ([], [])


def test_moves_in_words() -> None:
    """Each says what becomes of its cards, and the one that fills the reserve what it brings."""
    view = lying("KS QS 7S 6D AH .", reserve="8H 9S TH JC QH").view(0)
    assert {move.text: (move.label, move.effect) for move in view.moves} == {
        "take KS": ("Move the king of spades to the reserve", "clears the reserve"),
        "take 7S": ("Discard the seven of spades", ""),
        "take 6D, add AH": ("Discard the six of diamonds and the ace of hearts", ""),
        "take AH, add 6D": ("Discard the ace of hearts and the six of diamonds", ""),
    }
    first = lying("KS QS 7S 6D AH .", reserve="8H 9S TH JC").view(0)
    assert {move.effect for move in first.moves} == {""}


def test_prompts_and_refusals() -> None:
    """They name cards and ranks; the rank of the second card is a fact."""
    state = lying("KS 8S 5S 6D AH 6H", reserve="8H 9S")
    assert state.view(0).prompt == "Discard a seven or a pair that makes seven, or move a high card to the reserve."
    assert state.why_not("take 8S") == ("SOLO-3", "The reserve holds an eight already: one of each rank.")
    assert state.why_not("take 5S") == ("SOLO-2", "A five leaves with a two, and there is none in the tableau.")
    assert state.why_not("take 2S") == ("SOLO-2", "The two of spades is not in the tableau.")
    play(state, "take 6H")
    assert state.view(0).prompt == "Which ace leaves with the six of hearts?"
    assert [(fact.label, fact.text, fact.number) for fact in state.view(0).facts] == [("Second card", "ace", 1)]
    assert state.why_not("add KS") == ("SOLO-2", "The two must add up to 7: choose an ace.")
