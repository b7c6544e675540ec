"""Cooperative Dominoes, rule by rule."""

from __future__ import annotations

from functools import lru_cache

import pytest
from situations import arrange, codes, hand, hands, legal, play, rule_against

import sevenfold
from sevenfold.games.cooperative_dominoes import begin_turn

DOMINOES = sevenfold.load("cooperative_dominoes")
CARD = DOMINOES.pack.parse
WHOLE = (1 << 49) - 1
CORNER = "R1 0 0, R5 1 0, B1 0 1"  # (1, 1) touches the red 5 and the blue 1


@lru_cache
def seed_for(game: sevenfold.Game, starter: str) -> int:
    """A seed that turns up this starter."""
    return next(seed for seed in range(10_000) if game.start(seed).position[0].table == hand(game, starter))


def lying(placed: str, *held: str, stock: str = "", jokers: bool = False, stacks: bool = True) -> sevenfold.State:
    """Seat 0's turn with these hands and this stock, cards laid in this order: code, x and y, the first the starter."""
    game = sevenfold.load("cooperative_dominoes", players=len(held), jokers=jokers, stacks=stacks)
    starter, *others = (each.split() for each in placed.split(", "))
    state = game.start(seed_for(game, starter[0]))
    for code, x, y in others:
        place(to_move(state, code), code, int(x), int(y))
    return to_move(state, *held, stock=stock)


def to_move(state: sevenfold.State, *held: str, stock: str = "") -> sevenfold.State:
    """Begin seat 0's turn with these hands and this stock."""
    s = state.position[0]
    s.hands = hands(state.game, *held) + [0] * (4 - len(held))
    s.stock = hand(state.game, stock)
    s.turn = s.passes = 0
    begin_turn(s)
    return arrange(state)


def line(place: int) -> int:
    """The name of a column or row: beyond 30 they are named from the other end."""
    return (place + 30) % 61 - 30


def place(state: sevenfold.State, code: str, x: int, y: int) -> sevenfold.State:
    """Place a card on the square so many columns and rows from the starter."""
    return play(state, f"place {code}", f"column {line(x)}", f"row {line(y)}")


def squares(state: sevenfold.State, code: str) -> set[tuple[int, int]]:
    """Where the seat to move may place a card."""
    found = set()
    chosen = play(state.copy(), f"place {code}")
    for column in legal(chosen).split(", "):
        for row in legal(play(chosen.copy(), column)).split(", "):
            found.add((int(column.split()[1]), int(row.split()[1])))
    return found


def on_table(state: sevenfold.State) -> dict[tuple[int | None, int | None], str]:
    """The cards that count, by their places, as people see them."""
    faces = next(zone for zone in state.view(None).zones if zone.id == "table").faces
    return {(face.x, face.y): str(face.code) for face in faces}


@pytest.mark.rule("DOMINO-1")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_deal(players: int) -> None:
    """Five cards each, one face up on the table; the rest is the stock; the player left of the dealer begins."""
    for seed in range(6):
        state = sevenfold.load("cooperative_dominoes", players=players).start(seed)
        s = state.position[0]
        assert [int(cards).bit_count() for cards in s.hands] == [5] * players + [0] * (4 - players)
        assert (int(s.table).bit_count(), s.covered) == (1, 0)
        assert int(s.stock) == WHOLE & ~int(s.table | s.hands[0] | s.hands[1] | s.hands[2] | s.hands[3])
        assert int(s.stock).bit_count() == 48 - 5 * players
        assert state.turn == (s.dealer + 1) % players
        assert on_table(state) == {(0, 0): codes(state.game, s.table)}


@pytest.mark.rule("DOMINO-1")
def test_ones_own_hand() -> None:
    """One places cards of one's own hand."""
    state = lying("R1 0 0", "R2 B1", "R3")
    assert legal(state) == "place R2, place B1"
    assert rule_against(state, "place R3") == "DOMINO-1"


@pytest.mark.rule("DOMINO-2")
@pytest.mark.parametrize("code", ["R2", "B1"])
def test_beside_a_card(code: str) -> None:
    """On the squares next to the table's cards, along edges, if number or suit is shared."""
    state = lying("R1 0 0", code)
    assert squares(state, code) == {(1, 0), (-1, 0), (0, 1), (0, -1)}
    place(state, code, 0, -1)
    assert on_table(state) == {(0, 0): "R1", (0, -1): code}
    assert state.told()[-1] == [{"event": "move", "seat": 0, "move": "place", "card": code, "x": 0, "y": -1}]


@pytest.mark.rule("DOMINO-2")
def test_sharing_nothing() -> None:
    """A card that shares neither number nor suit fits nowhere."""
    state = lying("R1 0 0", "R2 B2")
    assert legal(state) == "place R2"
    assert rule_against(state, "place B2") == "DOMINO-2"


@pytest.mark.rule("DOMINO-2")
def test_every_card_that_is_touched() -> None:
    """Not the same property with each; corners do not touch."""
    state = lying(CORNER, "B5 R2 G4 O1", stacks=False)
    assert squares(state, "B5") == {(2, 0), (1, -1), (1, 1), (-1, 1), (0, 2)}
    assert squares(state, "R2") == {(2, 0), (1, -1), (-1, 0), (0, -1)}
    assert squares(state, "O1") == {(-1, 0), (0, -1), (-1, 1), (0, 2)}
    assert rule_against(state, "place G4") == "DOMINO-2"
    play(state, "place R2")
    assert rule_against(state, "column 3") == "DOMINO-2"
    play(state, "column 1")
    assert (legal(state), rule_against(state, "row 1")) == ("row -1", "DOMINO-2")


@pytest.mark.rule("DOMINO-2")
@pytest.mark.parametrize(("dx", "dy"), [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_no_bounds(dx: int, dy: int) -> None:
    """Cards reach as far as they like: a row of 42 to any side, each like the one before it."""
    row = [f"{suit}{n}" for k, suit in enumerate("ROYGBI") for n in (range(1, 8) if k % 2 == 0 else range(7, 0, -1))]
    placed = [f"{code} {dx * k} {dy * k}" for k, code in enumerate(row)]
    state = lying(", ".join(placed), "V1 V2", stacks=False)
    assert on_table(state) == {(dx * k, dy * k): code for k, code in enumerate(row)}
    x, y = line(42 * dx), line(42 * dy)
    assert (x, y) in squares(state, "V1")
    assert squares(state, "V2") == {
        (line(dx * k + side * dy), line(dy * k + side * dx)) for k in (1, 12, 15, 26, 29, 40) for side in (1, -1)
    }
    place(state, "V1", 42 * dx, 42 * dy)
    assert on_table(state)[42 * dx, 42 * dy] == "V1"


@pytest.mark.rule("DOMINO-2")
@pytest.mark.parametrize(("dx", "dy"), [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_far_out_cards_must_match_too(dx: int, dy: int) -> None:
    """Where columns and rows are named from the other end, too, a card lies beside no other that it does not match."""
    row = [f"{suit}{n}" for k, suit in enumerate("ROYGB") for n in (range(1, 8) if k % 2 == 0 else range(7, 0, -1))]
    for size in (30, 31, 32):
        placed = [f"{code} {dx * k} {dy * k}" for k, code in enumerate(row[:size])]
        same = row[size - 1][1]
        other = "7" if same == "1" else "1"
        state = lying(", ".join(placed), f"V{same} V{other}", stacks=False)
        end = line(size * dx), line(size * dy)
        assert end in squares(state, f"V{same}")
        assert end not in squares(state, f"V{other}")


@pytest.mark.rule("DOMINO-2")
def test_the_places_shown() -> None:
    """The seat to move sees each free square on which one of its cards fits; others see none."""
    state = lying("R1 0 0, R5 1 0, R7 2 0", "O5", "B1")
    faces = [face for zone in state.view(0).zones if zone.id == "table" for face in zone.faces]
    assert {(face.x, face.y) for face in faces if face.state == "empty"} == {(1, -1), (1, 1)}
    assert all(face.state == "up" for zone in state.view(1).zones if zone.id == "table" for face in zone.faces)


@pytest.mark.rule("DOMINO-3")
def test_covering() -> None:
    """On a card, the starter included, with which nothing need be shared, if every card touched is matched."""
    state = lying("R1 0 0, R5 1 0, R7 2 0", "B5 O1 G7", "R3")
    assert squares(state, "B5") == {(0, 0), (2, 0), (1, 1), (1, -1)}
    assert squares(state, "O1") == {(-1, 0), (0, 1), (0, -1)}  # (1, 0) touches the red 7, too
    place(state, "B5", 0, 0)
    assert on_table(state) == {(0, 0): "B5", (1, 0): "R5", (2, 0): "R7"}
    s = state.position[0]
    assert (codes(DOMINOES, s.table), codes(DOMINOES, s.covered)) == ("R5 R7 B5", "R1")


@pytest.mark.rule("DOMINO-3")
def test_a_covered_card_no_longer_counts() -> None:
    """What is laid beside it has to match the card upon it alone."""
    where = "R1 0 0, R5 1 0, B5 0 0"
    state = lying(where, "R2 B2 O1")
    assert squares(state, "B2") == {(-1, 0), (0, 1), (0, -1), (1, 0)}
    assert squares(state, "R2") == {(2, 0), (1, 1), (1, -1), (0, 0)}
    assert rule_against(state, "place O1") == "DOMINO-2"
    place(state, "R2", 0, 0)
    s = state.position[0]
    assert (codes(DOMINOES, s.table), codes(DOMINOES, s.covered)) == ("R2 R5", "R1 B5")
    faces = next(zone for zone in state.view(0).zones if zone.id == "table").faces
    assert next(face for face in faces if face.code == "R2").note == "×3"


@pytest.mark.rule("DOMINO-3")
def test_a_lone_starter_is_not_covered() -> None:
    """The card laid must touch at least one card."""
    state = play(lying("R1 0 0", "R2"), "place R2", "column 0")
    assert legal(state) == "row -1, row 1"
    assert state.why_not("row 0") == ("DOMINO-3", "It must touch a card.")


@pytest.mark.rule("DOMINO-3")
def test_without_stacks() -> None:
    """Then squares must be free."""
    state = lying("R1 0 0, R5 1 0, R7 2 0", "B5", stacks=False)
    assert squares(state, "B5") == {(1, 1), (1, -1)}
    play(state, "place B5", "column 1")
    assert state.why_not("row 0") == ("DOMINO-3", "Another card lies there.")


@pytest.mark.rule("DOMINO-4")
def test_drawing() -> None:
    """A card placed, one is drawn while the stock lasts; then it is the next player's turn."""
    state = place(lying("R1 0 0", "R2 B4", "G1 O1", stock="V4"), "R2", 1, 0)
    s = state.position[0]
    assert (codes(DOMINOES, s.hands[0]), s.stock, state.turn, legal(state)) == ("B4 V4", 0, 1, "place O1, place G1")
    assert state.told()[-1][-1] == {"event": "draw", "seat": 0, "card": "V4"}
    place(state, "G1", -1, 0)
    assert (codes(DOMINOES, s.hands[1]), state.turn) == ("O1", 0)


@pytest.mark.rule("DOMINO-4")
def test_passing() -> None:
    """Who cannot place a card, or has none, passes, and draws none; who can, must."""
    state = lying("R1 0 0", "B4 R2", "R3", stock="V4")
    assert state.why_not("pass") == ("DOMINO-4", "You can place a card, so you must.")
    state = lying("R1 0 0", "B4 B5", "R3", stock="V4")
    assert legal(state) == "pass"
    play(state, "pass")
    s = state.position[0]
    assert (codes(DOMINOES, s.hands[0]), codes(DOMINOES, s.stock), state.turn) == ("B4 B5", "V4", 1)
    assert legal(lying("R1 0 0", "", "R3")) == "pass"


@pytest.mark.rule("DOMINO-5")
def test_winning() -> None:
    """All cards on the table, covered ones counted: everybody wins."""
    state = lying("R1 0 0", "R2", "")
    arrange(state, covered=WHOLE & ~hand(DOMINOES, "R1 R2"))
    assert not state.is_over
    place(state, "R2", 1, 0)
    assert (state.is_over, state.winners(), state.returns(), state.standing()) == (True, [0, 1], [1, 1], [1, 1])


@pytest.mark.rule("DOMINO-5")
def test_a_card_to_go() -> None:
    """With one card still in a hand the game goes on."""
    state = lying("R1 0 0", "R2", "B4")
    arrange(state, covered=WHOLE & ~hand(DOMINOES, "R1 R2 B4"))
    place(state, "R2", 1, 0)
    assert (state.is_over, legal(state), state.returns()) == (False, "pass", [0, 0])


@pytest.mark.rule("DOMINO-5")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_losing(players: int) -> None:
    """All pass in turn, one after the other: everybody loses."""
    state = lying("R1 0 0", *["B4", "G5", "O6", "Y7"][:players], stock="V4")
    for seat in range(players):
        assert (state.is_over, state.turn) == (False, seat)
        play(state, "pass")
    assert (state.is_over, state.winners(), state.returns(), state.is_truncated) == (True, [], [0] * players, False)


@pytest.mark.rule("DOMINO-5")
def test_a_card_between_passes() -> None:
    """Once a card is placed, all must pass anew."""
    state = play(lying("R1 0 0", "B4", "R2", "O6"), "pass")
    play(place(state, "R2", 1, 0), "pass")
    assert (state.is_over, state.turn) == (False, 0)
    play(state, "pass")
    assert not state.is_over
    assert play(state, "pass").is_over


@pytest.mark.rule("DOMINO-6")
def test_jokers_in_the_pack() -> None:
    """With `jokers` there are 53 cards, and all must come to the table; without, none of the four."""
    for jokers, pack in ((False, WHOLE), (True, (1 << 53) - 1)):
        s = sevenfold.load("cooperative_dominoes", players=1, jokers=jokers).start(4).position[0]
        assert int(s.stock | s.table | s.hands[0]) == pack
    state = lying("R1 0 0", "R2", "X1", jokers=True)
    arrange(state, covered=WHOLE & ~hand(DOMINOES, "R1 R2"))
    assert not place(state, "R2", 1, 0).is_over
    arrange(state, covered=int(state.position[0].covered) | hand(DOMINOES, "X2 X3 X4"))
    assert (place(state, "X1", 2, 0).is_over, state.winners()) == (True, [0, 1])


@pytest.mark.rule("DOMINO-6")
def test_a_joker_touches_anything() -> None:
    """Also where nothing else could lie."""
    state = lying(CORNER, "X3", jokers=True, stacks=False)
    assert squares(state, "X3") == {(2, 0), (1, -1), (1, 1), (-1, 1), (0, 2), (-1, 0), (0, -1)}


@pytest.mark.rule("DOMINO-6")
def test_anything_touches_a_joker() -> None:
    """It takes on nothing of its neighbours: beside them cards must still match these."""
    state = lying("R1 0 0, X2 1 0", "B5 O1", jokers=True, stacks=False)
    assert squares(state, "B5") == {(2, 0), (1, 1), (1, -1)}
    assert squares(state, "O1") == {(2, 0), (1, 1), (1, -1), (-1, 0), (0, 1), (0, -1)}


@pytest.mark.rule("DOMINO-6")
def test_a_joker_covers_and_is_covered() -> None:
    """And may be the starter; a lone one is not covered either."""
    state = lying("X4 0 0", "B5 X1", "", jokers=True)
    assert squares(state, "B5") == squares(state, "X1") == {(1, 0), (-1, 0), (0, 1), (0, -1)}
    place(state, "B5", 1, 0)
    to_move(state, "B2 O1 X1")
    assert squares(state, "B2") >= {(0, 0)}
    assert squares(state, "X1") >= {(0, 0), (1, 0)}
    place(state, "B2", 0, 0)
    assert rule_against(to_move(state, "O1 X1"), "place O1") == "DOMINO-2"
    place(state, "X1", 1, 0)
    assert on_table(state) == {(0, 0): "B2", (1, 0): "X1"}
    assert squares(to_move(state, "O1"), "O1") == {(2, 0), (1, 1), (1, -1), (0, 0)}


@pytest.mark.rule("DOMINO-7")
def test_open_hands() -> None:
    """Every seat sees every hand, and nobody the stock."""
    state = lying("R1 0 0", "R2 B4", "G1 O1", "V2", stock="V4 V5")
    for viewer in (0, 1, 2, None):
        zones = {zone.id: zone for zone in state.view(viewer).zones}
        seen = [{face.code for face in zones[f"hand-{seat}"].faces} for seat in range(3)]
        assert seen == [{"R2", "B4"}, {"G1", "O1"}, {"V2"}]
        assert {face.code for face in zones["stock"].faces} == {None}
