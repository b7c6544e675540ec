"""Pyramid, rule by rule."""

from __future__ import annotations

import pytest
from situations import arrange, codes, hand, legal, play, rule_against

import sevenfold
from sevenfold.cards import NONE

PYRAMID = sevenfold.load("pyramid")
CARD = PYRAMID.pack.parse


def lying(rows: str, *, pile: str = "", stock: str = "", covered_sevens: bool = False) -> sevenfold.State:
    """These rows, from the top, parted by slashes (a dot: no card), this working pile, its top last, and this stock."""
    game = sevenfold.load("pyramid", covered_sevens=covered_sevens)
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
    assert state.told() == [[{"event": "move", "seat": 0, "move": "turn"}, {"event": "draw", "seat": 0, "card": "V4"}]]
    assert "V4" in [face.code for zone in state.view(0).zones for face in zone.faces]


@pytest.mark.rule("PYRAMID-2")
def test_discards_between_turns() -> None:
    """Any number of discards may be made between two turns of the stock, and before the first; none must be."""
    state = lying("R1/G7 B7/Y6 V1 O7", stock="I2 I3")
    assert legal(state) == "discard O7, discard Y6, discard V1, turn"
    play(state, "discard O7", "discard Y6", "add V1", "discard B7", "turn")
    assert tableau(state) == "R1/G7 ."
    assert legal(state) == "discard G7, turn"


@pytest.mark.rule("PYRAMID-3")
def test_sevens() -> None:
    """A 7 is discarded alone, uncovered or from the top of the working pile."""
    state = lying("R1/G7 B7/Y1 . .", pile="V7 O7", stock="I2")
    assert legal(state) == "discard O7, discard B7, turn"
    assert [rule_against(state, f"discard {code}") for code in ("G7", "V7", "I7")] == ["PYRAMID-3"] * 3
    assert state.why_not("discard G7") == ("PYRAMID-3", "Green 7 is covered.")
    play(state, "discard O7", "discard V7", "discard B7")
    assert (tableau(state), pile(state)) == ("R1/G7 ./Y1 . .", "")
    assert state.told()[0] == [{"event": "move", "seat": 0, "move": "discard", "cards": ["O7"]}]


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
    """Where a 7 went from under a card, that card is covered by its other neighbour only."""
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
    assert state.told()[-1] == [{"event": "move", "seat": 0, "move": "discard", "cards": [f"R{one}", f"G{other}"]}]


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
    assert state.why_not("discard R1") == ("PYRAMID-4", "Red 1 is covered.")


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
    """The tableau cleared: won, whatever is left of stock and working pile."""
    rows = {"discard R7": "R7", "discard G3": "./G3 B4", "discard G4": "R3/G4 ."}[moves[0]]
    state = play(lying(rows, pile="V1 O5", stock="Y1"), *moves)
    assert (state.is_over, state.winners(), state.returns(), state.standing()) == (True, [0], [1], [1])


@pytest.mark.rule("PYRAMID-7")
def test_losing() -> None:
    """The stock used up and no discard left: lost."""
    state = play(lying("R1/G2 .", stock="V4"), "turn")
    assert (state.is_over, state.winners(), state.returns(), state.is_truncated) == (True, [], [0], False)


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
    """What is left of the pyramid is said."""
    result = play(lying(rows, stock="V4"), "turn").view(0).result
    assert result is not None
    assert result.sentence == f"The stock is used up and nothing can be discarded: lost, with {left} left."
