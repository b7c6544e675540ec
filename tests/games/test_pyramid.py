"""Pyramid, rule by rule."""

from __future__ import annotations

import pytest

import sevenfold
from helpers.situations import arrange, codes, flown, hand, legal, play, rule_against, said
from sevenfold.cards import NONE
from sevenfold.records.transcript import lines_by_action

PYRAMID = sevenfold.load("pyramid")
CARD = PYRAMID.pack.parse


def lying(
    rows: str,
    *,
    pile: str = "",
    stock: str = "",
    covered_sevens: bool = False,
    one_discard: bool = False,
    must_turn: bool = False,
) -> sevenfold.State:
    """These rows, from the top, separated by slashes (a dot: no card), this working pile, its top last, and this stock."""
    game = sevenfold.load("pyramid", covered_sevens=covered_sevens, one_discard=one_discard)
    at = {(y, x): code for y, row in enumerate(rows.split("/")) for x, code in enumerate(row.split()) if code != "."}
    free = [code for (y, x), code in at.items() if (y + 1, x) not in at and (y + 1, x + 1) not in at]
    cells, place_of = [NONE] * 56, [0] * 49
    for (y, x), code in at.items():
        cells[8 * y + x], place_of[CARD(code)] = CARD(code), 8 * y + x
    tableau, turned = hand(game, " ".join(at.values())), [CARD(code) for code in pile.split()]
    return arrange(
        game.start(1),
        cells=cells,
        place_of=place_of,
        places=sum(1 << 8 * y + x for y, x in at),
        tableau=tableau,
        uncovered=hand(game, " ".join(free + pile.split()[-1:])),
        pile=turned + [NONE] * (28 - len(turned)),
        pile_size=len(turned),
        stock=hand(game, stock),
        must_turn=int(must_turn),
        discarded=(1 << 49) - 1 & ~(tableau | hand(game, f"{pile} {stock}")),
    )


def tableau(state: sevenfold.State) -> str:
    """The rows as `lying` takes them, those without a card left out."""
    s = state.position[0]
    cells = [[int(s.cells[8 * y + x]) for x in range(y + 1)] for y in range(7)]
    texts = [" ".join("." if card == NONE else PYRAMID.pack.code(card) for card in row) for row in cells]
    return "/".join(text for text in texts if text.strip(". "))


def pile(state: sevenfold.State) -> str:
    """The working pile, its top last."""
    s = state.position[0]
    assert [int(card) for card in s.pile[s.pile_size :]] == [NONE] * (28 - s.pile_size)
    return " ".join(PYRAMID.pack.code(int(card)) for card in s.pile[: s.pile_size])


@pytest.mark.rule("PYRAMID-1")
@pytest.mark.parametrize(("rows", "laid"), [(7, 28), (6, 21)])
def test_the_deal(rows: int, laid: int) -> None:
    """Rows of 1 to 7 cards (or 6), face up; the rest is the stock; the last row alone is uncovered."""
    state = sevenfold.load("pyramid", rows=rows).start(3)
    s = state.position[0]
    assert [[int(s.cells[8 * y + x]) != NONE for x in range(8)] for y in range(7)] == [
        [x <= y < rows for x in range(8)] for y in range(7)
    ]
    assert (int(s.tableau).bit_count(), int(s.stock).bit_count(), s.pile_size, s.discarded) == (laid, 49 - laid, 0, 0)
    faces = next(zone for zone in state.view(0).zones if zone.kind == "triangle").faces
    assert [(face.state, face.y, face.x) for face in faces] == [("up", y, x) for y in range(rows) for x in range(y + 1)]
    last = {int(s.cells[8 * (rows - 1) + x]) for x in range(rows)}
    assert {card for card in range(49) if int(s.uncovered) >> card & 1} == last


@pytest.mark.rule("PYRAMID-1")
def test_covering() -> None:
    """A card is covered by the two nearest cards of the row below it, and by no other."""
    assert legal(lying("R7/. O7/. . Y1", stock="V1")) == "turn"
    assert legal(lying("R7/. O1/. . .", stock="V1")) == "turn"
    assert legal(lying("R7/. ./G7 . B7", stock="V1")) == "discard R7, discard G7, discard B7, turn"
    assert legal(lying("./R7 O7/G1 . .", stock="V1")) == "discard O7, turn"
    assert legal(lying("./R7 O7/. G1 .", stock="V1")) == "turn"
    assert legal(lying("./R7 O7/. . G1", stock="V1")) == "discard R7, turn"


@pytest.mark.rule("PYRAMID-2")
def test_turning() -> None:
    """The stock's next card comes onto the working pile, face up."""
    state = play(lying("R1/G2 B2", pile="Y3", stock="V4"), "turn")
    assert (pile(state), state.position[0].stock) == ("Y3 V4", 0)
    assert lines_by_action(state)[1:] == [
        [{"event": "move", "seat": 0, "move": "turn"}, {"event": "draw", "seat": 0, "card": "V4"}]
    ]
    assert "V4" in [face.code for zone in state.view(0).zones for face in zone.faces]


@pytest.mark.rule("PYRAMID-2")
def test_discards_between_turns() -> None:
    """Any number of discards may be made between two turns of the stock, and before the first; none must be."""
    state = lying("R1/G7 B7/Y6 V1 O7", stock="I2 I3")
    assert legal(state) == "discard O7, discard Y6, discard V1, turn"
    play(state, "discard O7", "discard Y6", "add V1", "discard B7", "turn")
    assert tableau(state) == "R1/G7 ."
    assert legal(state) == "discard G7, turn"


TURN_FIRST = "Turn the stock first: one discard may follow each turn, and none comes before the first."


@pytest.mark.rule("PYRAMID-2")
@pytest.mark.parametrize("covered_sevens", [False, True])
@pytest.mark.parametrize("rows", [7, 6])
def test_no_discard_before_the_first_turn(rows: int, covered_sevens: bool) -> None:
    """With `one_discard` every game begins with a turn of the stock; without it a discard may come first."""
    first = [
        {legal(sevenfold.load("pyramid", **options, one_discard=one).start(seed)) == "turn" for seed in range(12)}
        for options in [{"rows": rows, "covered_sevens": covered_sevens}]
        for one in (False, True)
    ]
    assert False in first[0]
    assert first[1] == {True}


@pytest.mark.rule("PYRAMID-2")
def test_the_refusal_of_a_discard() -> None:
    """It says when a discard may be made."""
    state = lying("R1/G7 B7", stock="I2", one_discard=True, must_turn=True)
    assert legal(state) == "turn"
    for card in ("G7", "R1"):
        assert state.why_not(f"discard {card}") == ("PYRAMID-2", TURN_FIRST)


@pytest.mark.rule("PYRAMID-2")
def test_one_discard_after_each_turn() -> None:
    """With `one_discard` a card or a pair may go after each turn of the stock, then the stock is turned; none must."""
    state = play(lying("R1/G2 B7/Y6 V1 O7", pile="I2", stock="B2 V2 O2", one_discard=True, must_turn=True), "turn")
    assert legal(state) == "discard O7, discard Y6, discard V1, turn"
    for discard in (["discard O7"], ["discard Y6", "add V1"]):
        after = play(state.copy(), *discard)
        assert (legal(after), rule_against(after, "discard B7")) == ("turn", "PYRAMID-2")
        assert len(play(after, "turn").legal_actions()) > 1
    assert legal(play(state, "turn")) == "discard O7, discard Y6, discard V1, turn"


@pytest.mark.rule("PYRAMID-2")
def test_one_discard_may_be_the_pair_of_the_pile() -> None:
    """The second card of the one discard is asked for as usual."""
    state = play(lying("R1/G2 B7", pile="I3 V4", stock="I5", one_discard=True), "discard V4")
    assert legal(state) == "add I3"
    assert legal(play(state, "add I3")) == "turn"


@pytest.mark.rule("PYRAMID-3")
def test_sevens() -> None:
    """A 7 is discarded alone, uncovered or from the top of the working pile."""
    state = lying("R1/G7 B7/Y1 . .", pile="V7 O7", stock="I2")
    assert legal(state) == "discard O7, discard B7, turn"
    assert [rule_against(state, f"discard {code}") for code in ("G7", "V7", "I7")] == ["PYRAMID-3"] * 3
    assert state.why_not("discard G7") == ("PYRAMID-3", "The green 7 is covered.")
    play(state, "discard O7", "discard V7", "discard B7")
    assert (tableau(state), pile(state)) == ("R1/G7 ./Y1 . .", "")
    assert lines_by_action(state)[1] == [{"event": "move", "seat": 0, "move": "discard", "cards": ["O7"]}]


@pytest.mark.rule("PYRAMID-3")
def test_covered_sevens() -> None:
    """With `covered_sevens` any 7 of the tableau may go, but none from below the working pile's top."""
    state = lying("R7/G7 B1/Y1 O2 I3", pile="V7 O3", stock="I2", covered_sevens=True)
    assert legal(state) == "discard R7, discard G7, turn"
    assert rule_against(state, "discard V7") == "PYRAMID-3"
    play(state, "discard G7")
    assert tableau(state) == "R7/. B1/Y1 O2 I3"


@pytest.mark.rule("PYRAMID-3")
def test_a_gap_uncovers() -> None:
    """Once a 7 below a card is gone, that card is covered by its other neighbour only."""
    state = play(lying("R2/G7 B1/. . .", stock="I2", pile="O5", covered_sevens=True), "discard G7")
    assert legal(state) == "turn"
    state = play(lying("R2/G7 ./O1 . .", stock="I2", pile="O5", covered_sevens=True), "discard G7")
    assert legal(state) == "discard R2, discard O5, turn"


@pytest.mark.rule("PYRAMID-4")
@pytest.mark.parametrize(("one", "other"), ["16", "25", "34", "43", "52", "61"])
def test_pairs(one: str, other: str) -> None:
    """Two uncovered cards that add up to 7 are discarded together."""
    state = lying(f"./. ./R{one} G{other} B{one}", stock="V1")
    play(state, f"discard R{one}")
    assert legal(state) == f"add G{other}"
    assert rule_against(state, f"add B{one}") == "PYRAMID-4"
    play(state, f"add G{other}")
    assert tableau(state) == f". . B{one}"
    assert lines_by_action(state)[-1] == [{"event": "move", "seat": 0, "move": "discard", "cards": [f"R{one}", f"G{other}"]}]


@pytest.mark.rule("PYRAMID-4")
def test_a_pair_with_the_working_pile() -> None:
    """One of the two may be the top of the working pile; a card below its top may not."""
    state = lying("./. ./R1 G2 B3", pile="V6 O5 Y6", stock="V1")
    assert legal(state) == "discard R1, discard Y6, turn"
    assert legal(play(state, "discard R1")) == "add Y6"
    play(state, "add Y6")
    assert (tableau(state), pile(state), legal(state)) == (". G2 B3", "V6 O5", "discard O5, discard G2, turn")


@pytest.mark.rule("PYRAMID-4")
def test_covered_cards_stay() -> None:
    """A covered card is no part of a pair of uncovered ones."""
    state = lying("./R1 ./G2 B3 .", pile="O6", stock="V1")
    assert legal(state) == "turn"
    assert [rule_against(state, f"discard {code}") for code in ("R1", "O6", "G2")] == ["PYRAMID-4"] * 3
    assert state.why_not("discard R1") == ("PYRAMID-4", "The red 1 is covered.")


@pytest.mark.rule("PYRAMID-5")
def test_a_pair_one_upon_the_other() -> None:
    """An uncovered card leaves with the card that it alone covers."""
    state = lying("./R1 O6/. B6 .", stock="V1")
    play(state, "discard B6")
    assert legal(state) == "add R1"
    assert rule_against(state, "add O6") == "PYRAMID-4"
    assert tableau(play(state, "add R1")) == ". O6"


@pytest.mark.rule("PYRAMID-5")
def test_covered_by_another_too() -> None:
    """A card that another covers as well does not become uncovered."""
    state = lying("./R1 ./G3 B6 .", pile="O1", stock="V1")
    assert legal(play(state, "discard B6")) == "add O1"
    assert rule_against(state, "add R1") == "PYRAMID-5"


@pytest.mark.rule("PYRAMID-5")
def test_beginning_with_the_covered_card() -> None:
    """The first of the two is the one that is uncovered."""
    state = lying("./R1 ./. B6 .", stock="V1")
    assert legal(state) == "discard B6, turn"
    assert rule_against(state, "discard R1") == "PYRAMID-4"


@pytest.mark.rule("PYRAMID-5")
def test_the_two_top_cards_of_the_pile() -> None:
    """The two top cards of the working pile leave together; no deeper one does, and the second with no card of the tableau."""
    state = lying("R3", pile="O2 G4 B3", stock="V1")
    assert legal(state) == "discard B3, turn"
    assert legal(play(state, "discard B3")) == "add G4"
    play(state, "add G4")
    assert (pile(state), tableau(state), legal(state)) == ("O2", "R3", "turn")
    assert legal(lying("R3", pile="G4 O2 B3", stock="V1")) == "turn"


@pytest.mark.rule("PYRAMID-6")
def test_discarded_cards_are_gone() -> None:
    """What is discarded is out of play; what it covered is uncovered, and the pile's next card is its top."""
    state = play(lying("R5/. B1", pile="O2 G6", stock="V1"), "discard B1", "add G6")
    s = state.position[0]
    assert int(s.discarded) == (1 << 49) - 1 & ~hand(PYRAMID, "R5 O2 V1")
    assert (codes(PYRAMID, s.tableau), pile(state)) == ("R5", "O2")
    assert legal(state) == "discard R5, discard O2, turn"
    assert rule_against(state, "discard G6") == "PYRAMID-4"


@pytest.mark.rule("PYRAMID-7")
@pytest.mark.parametrize("moves", [["discard R7"], ["discard G3", "add B4"], ["discard G4", "add R3"]])
def test_winning(moves: list[str]) -> None:
    """Clearing the tableau wins, whatever is left of the stock and the working pile."""
    rows = {"discard R7": "R7", "discard G3": "./G3 B4", "discard G4": "R3/G4 ."}[moves[0]]
    state = play(lying(rows, pile="V1 O5", stock="Y1"), *moves)
    assert (state.is_over, state.winners(), state.returns(), state.standing()) == (True, [0], [1], [1])


@pytest.mark.rule("PYRAMID-7")
def test_losing() -> None:
    """With the stock used up and no discard left, the game is lost."""
    state = play(lying("R1/G2 .", stock="V4"), "turn")
    assert (state.is_over, state.winners(), state.returns(), state.is_truncated) == (True, [], [0], False)


@pytest.mark.rule("PYRAMID-7")
def test_losing_with_one_discard() -> None:
    """With `one_discard` one discard may follow the last card turned; further possible discards do not count."""
    state = play(lying("R1/G7 B7", stock="V4", one_discard=True, must_turn=True), "turn")
    assert (state.is_over, legal(state)) == (False, "discard G7, discard B7")
    play(state, "discard G7")
    assert (state.is_over, state.winners(), state.returns()) == (True, [], [0])
    assert play(lying("R1/G7 B7", pile="V4", stock=""), "discard G7").is_over is False


@pytest.mark.rule("PYRAMID-7")
def test_winning_with_one_discard() -> None:
    """The one discard that clears the tableau wins, also after the last card."""
    state = play(lying("./G3 .", stock="V4", one_discard=True, must_turn=True), "turn", "discard V4", "add G3")
    assert (state.is_over, state.winners()) == (True, [0])


@pytest.mark.rule("PYRAMID-7")
def test_discards_after_the_last_card() -> None:
    """Discards may follow the last card turned; the stock is gone through once."""
    state = play(lying("R1/G2 .", pile="Y4", stock="V5"), "turn")
    assert legal(state) == "discard G2, discard V5"
    assert rule_against(state, "turn") == "PYRAMID-7"
    play(state, "discard G2", "add V5")
    assert (state.is_over, state.winners()) == (True, [])


@pytest.mark.rule("PYRAMID-7")
def test_a_useless_discard_goes_on() -> None:
    """As long as anything can be discarded, be it from the working pile alone, the game is not lost."""
    state = play(lying("R1/G2 .", pile="Y3", stock="V4"), "turn")
    assert (state.is_over, legal(state)) == (False, "discard V4")
    play(state, "discard V4", "add Y3")
    assert (state.is_over, state.winners()) == (True, [])


def test_every_move_is_a_turn() -> None:
    """The limit counts each move, a pair as one."""
    state = play(lying("R1/G6 B3", pile="Y4", stock="V4"), "turn", "discard B3", "add V4")
    assert state.position[0].turns == 2


@pytest.mark.parametrize(("rows", "left"), [("R1", "1 card"), ("R1/G2 .", "2 cards")])
def test_a_loss_in_words(rows: str, left: str) -> None:
    """The outcome says what is left of the pyramid."""
    result = play(lying(rows, stock="V4"), "turn").view(0).result
    assert result is not None
    assert result.sentence == f"The stock is used up and nothing more can be discarded: lost, with {left} left."


def test_the_deal_in_the_transcript() -> None:
    """Transcripts tell the rows as they lie; people do not read that the cards were dealt."""
    for rows in (7, 6):
        state = sevenfold.load("pyramid", rows=rows).start(3)
        s = state.position[0]
        cells = [[PYRAMID.pack.code(int(s.cells[8 * y + x])) for x in range(y + 1)] for y in range(rows)]
        stock = 49 - sum(map(len, cells))
        line = {"event": "deal", "number": 1, "dealer": 0, "hands": [[]], "table": {"rows": cells}, "stock": stock}
        assert (lines_by_action(state), said(state), flown(state)) == ([[line]], [], [])
        assert [event.kind for event in state.events(0)] == [event.kind for event in state.events(None)] == ["deal"]


def test_the_sentences_of_events() -> None:
    """A sentence names its cards, and the cards are seen to move from where they lay."""
    state = play(lying("R3/G7 B1", pile="O5", stock="Y2 V4"), "turn")
    turned = pile(state).split()[-1]
    name = {"Y2": "the yellow 2", "V4": "the violet 4"}[turned]
    assert (said(state), flown(state)) == ([f"You turn {name}."], [(turned, "stock", "pile")])
    assert state.view(None).news[-1].text == f"Seat 0 turns {name}."
    play(state, "discard G7")
    assert (said(state), flown(state)) == (["You discard the green 7."], [("G7", "tableau", "discard")])
    state = play(lying("R3/G7 B1", pile="O5 Y2", stock="V4"), "discard Y2")
    assert (said(state), flown(state)) == ([], [])
    play(state, "add O5")
    assert said(state) == ["You discard the yellow 2 and the orange 5."]
    assert flown(state) == [("Y2", "pile", "discard"), ("O5", "pile", "discard")]
    assert flown(play(lying("./G3 .", pile="V4"), "discard G3", "add V4")) == [
        ("G3", "tableau", "discard"),
        ("V4", "pile", "discard"),
    ]


def test_the_table() -> None:
    """What lies in the working pile may be looked through; what is left of the pyramid is a track, and no grey line."""
    state = lying("./R1 G2/. . B3", pile="O1 Y2 V4", stock="I5 I6")
    view = state.view(0)
    zones = {zone.id: zone for zone in view.zones}
    assert {zone.id: (zone.purpose, zone.count) for zone in view.zones} == {
        "tableau": ("tableau", 3), "stock": ("stock", 2), "pile": ("waste", 3), "discard": ("discard", 41),
    }  # fmt: skip
    assert list(zones) == ["tableau", "stock", "pile", "discard"]  # the working pile lies beside the stock
    assert ([face.code for face in zones["pile"].faces], zones["pile"].beneath) == (["V4"], ["Y2", "O1"])
    assert [(track.id, track.value, track.of, track.text) for track in view.tracks] == [("left", 25, 28, "3 of 28 cards left")]
    assert (view.seats[0].lines, view.facts) == ([], [])
    assert sevenfold.load("pyramid", rows=6).start(1).view(0).tracks[0].of == 21
    empty = next(zone for zone in lying("R1", stock="I5").view(0).zones if zone.id == "pile")
    assert ([face.state for face in empty.faces], empty.beneath) == (["empty"], [])


def test_moves_in_words() -> None:
    """A pair is one move, whose second card may lie beneath the top of the pile: the pile is touched again."""
    moves = {move.text: move for move in lying("R3/G7 B1", pile="O5 Y2", stock="V4").view(0).moves}
    assert {text: move.label for text, move in moves.items()} == {
        "discard G7": "Discard the green 7",
        "discard Y2, add O5": "Discard the yellow 2 and the orange 5",
        "turn": "Turn the stock",
    }
    touched = moves["discard Y2, add O5"].gesture.spots
    assert [(spot.zone, spot.at) for spot in touched] == [("pile", 0), ("pile", 0)]


def test_prompts() -> None:
    """What may be done now, naming the card that waits for a second one, whose number is a fact."""
    state = lying("R3/G7 B1", pile="O5 Y2", stock="V4")
    assert state.view(0).prompt == "Discard a 7 or a pair that makes 7, or turn the stock."
    play(state, "discard Y2")
    assert state.view(0).prompt == "Which 5 leaves with the yellow 2?"
    assert [(fact.id, fact.label, fact.number) for fact in state.view(0).facts] == [("wanted", "Second card", 5)]
    assert state.why_not("add B1") == ("PYRAMID-4", "The two must add up to 7: choose a 5.")
    assert lying("R3/G2 B1", stock="V4").view(0).prompt == "Nothing can be discarded: turn the stock."
    assert lying("R3/G7 B1").view(0).prompt == "The stock is used up: discard a 7, or a pair that makes 7."
    due = lying("R3/G7 B1", stock="V4", one_discard=True, must_turn=True)
    assert due.view(0).prompt == "Turn the stock: one discard may follow."
