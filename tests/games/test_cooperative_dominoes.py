"""Cooperative Dominoes, rule by rule."""

from __future__ import annotations

from functools import lru_cache

import pytest

import sevenfold
from helpers.random_games import random_game
from helpers.situations import arrange, codes, hand, hands, legal, play, rule_against
from sevenfold.games.cooperative_dominoes.rules import begin_turn
from sevenfold.playing.legal import NamedAction
from sevenfold.records.record import as_record, from_record
from sevenfold.records.transcript import lines_by_action
from sevenfold.view.description import Face, Zone

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


def place(state: sevenfold.State, code: str, x: int, y: int) -> sevenfold.State:
    """Place a card on the square at an offset in columns and rows from the starter."""
    return play(state, f"place {code}", f"column {x}", f"row {y}")


def zone(state: sevenfold.State, id: str, viewer: int | None = None) -> Zone:
    """A zone as a viewer sees it."""
    return next(zone for zone in state.view(viewer).zones if zone.id == id)


def face(state: sevenfold.State, code: str) -> Face:
    """A card on the table."""
    return next(face for face in zone(state, "table").faces if face.code == code)


def news(state: sevenfold.State, seat: int | None = None) -> list[str]:
    """What happened, in sentences for a seat."""
    return [event.text for event in state.events(seat) if event.text]


def flights(state: sevenfold.State) -> list[tuple[str | None, str, str]]:
    """Which cards moved, from where to where."""
    return [(flight.code, flight.start, flight.end) for one in state.view(None).news for flight in one.flights]


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
    """Players place cards of their own hand."""
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
    assert lines_by_action(state)[-1] == [{"event": "move", "seat": 0, "move": "place", "card": code, "x": 0, "y": -1}]


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
    """The layout has no edge: a row of 42 cards to any side, each matching the one before it."""
    row = [f"{suit}{n}" for k, suit in enumerate("ROYGBI") for n in (range(1, 8) if k % 2 == 0 else range(7, 0, -1))]
    placed = [f"{code} {dx * k} {dy * k}" for k, code in enumerate(row)]
    state = lying(", ".join(placed), "V1 V2", stacks=False)
    assert on_table(state) == {(dx * k, dy * k): code for k, code in enumerate(row)}
    x, y = 42 * dx, 42 * dy
    assert (x, y) in squares(state, "V1")
    assert squares(state, "V2") == {
        (dx * k + side * dy, dy * k + side * dx) for k in (1, 12, 15, 26, 29, 40) for side in (1, -1)
    }
    place(state, "V1", 42 * dx, 42 * dy)
    assert on_table(state)[42 * dx, 42 * dy] == "V1"


@pytest.mark.rule("DOMINO-2")
@pytest.mark.parametrize(("dx", "dy"), [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_far_out_cards_must_match_too(dx: int, dy: int) -> None:
    """Even where columns and rows wrap round the ring, no card lies beside one that it does not match."""
    row = [f"{suit}{n}" for k, suit in enumerate("ROYGB") for n in (range(1, 8) if k % 2 == 0 else range(7, 0, -1))]
    for size in (30, 31, 32):
        placed = [f"{code} {dx * k} {dy * k}" for k, code in enumerate(row[:size])]
        same = row[size - 1][1]
        other = "7" if same == "1" else "1"
        state = lying(", ".join(placed), f"V{same} V{other}", stacks=False)
        end = size * dx, size * dy
        assert end in squares(state, f"V{same}")
        assert end not in squares(state, f"V{other}")


@pytest.mark.rule("DOMINO-2")
@pytest.mark.parametrize(("dx", "dy"), [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_a_square_has_one_name(dx: int, dy: int) -> None:
    """However far cards reach: an action's text, its label, its transcript, its sentence and the view name a square alike."""
    row = [f"{suit}{n}" for k, suit in enumerate("ROYGBI") for n in (range(1, 8) if k % 2 == 0 else range(7, 0, -1))]
    state = lying("R1 0 0", "R2", stacks=False)
    for k, code in enumerate(row[1:], 1):
        x, y = k * dx, k * dy
        to_move(state, code)
        move = next(move for move in state.view(0).moves if move.text == f"place {code}, column {x}, row {y}")
        where = {(1, 0): "right of", (-1, 0): "left of", (0, 1): "below", (0, -1): "above"}[dx, dy]
        assert move.label == f"Place {DOMINOES.pack.the(CARD(code))} {where} {DOMINOES.pack.the(CARD(row[k - 1]))}"
        assert move.typed == f"place {code} {where} {row[k - 1]}"
        spot = zone(state, "table", 0).faces[move.gesture.spots[-1].at]
        assert (spot.x, spot.y, spot.state) == (x, y, "empty")
        for action, text in zip(move.actions, move.text.split(", "), strict=True):
            assert state.parse(text) == action
            if not text.startswith("place"):
                assert len({str(state.action(number)) for number in range(61)}) == 61
            state.play(text)
        assert lines_by_action(state)[-1] == [{"event": "move", "seat": 0, "move": "place", "card": code, "x": x, "y": y}]
        assert (face(state, code).x, face(state, code).y) == (x, y)


def number_in(action: NamedAction) -> int:
    """The column or row that an action names."""
    return int(action.text.split()[1])


def westernmost(state: sevenfold.State) -> NamedAction:
    """The action that places the next card as far west as possible."""
    if state.phase == "place a card" and "pass" not in legal(state):
        return min(state.legal_actions(), key=lambda card: number_in(westernmost(play(state.copy(), str(card)))))
    return min(state.legal_actions(), key=number_in) if state.phase == "choose a column" else state.legal_actions()[0]


@pytest.mark.rule("DOMINO-2")
def test_far_out_squares_in_records() -> None:
    """A game that goes ever further west is read again from its record, which names squares as its transcript does."""
    state = sevenfold.load("cooperative_dominoes", stacks=False).start(2)
    while not state.is_over:
        state.play(westernmost(state))
    record = as_record(state)
    assert from_record(record) == state
    lines = [line for lines in lines_by_action(state) for line in lines if line["event"] == "move"]
    placed = [f"place {line['card']}, column {line['x']}, row {line['y']}" if "x" in line else "pass" for line in lines]
    assert record["moves"] == placed
    assert min(line.get("x", 0) for line in lines) == -40


@pytest.mark.rule("DOMINO-2")
def test_the_places_shown() -> None:
    """The seat to move sees each free square on which one of its cards fits; others see none."""
    state = lying("R1 0 0, R5 1 0, R7 2 0", "O5", "B1")
    faces = [face for zone in state.view(0).zones if zone.id == "table" for face in zone.faces]
    assert {(face.x, face.y) for face in faces if face.state == "empty"} == {(1, -1), (1, 1)}
    assert all(face.state == "up" for zone in state.view(1).zones if zone.id == "table" for face in zone.faces)


@pytest.mark.rule("DOMINO-3")
def test_covering() -> None:
    """A card may cover any card, even the starter, without matching it, as long as it matches every card that it touches."""
    state = lying("R1 0 0, R5 1 0, R7 2 0", "B5 O1 G7", "R3")
    assert squares(state, "B5") == {(0, 0), (2, 0), (1, 1), (1, -1)}
    assert squares(state, "O1") == {(-1, 0), (0, 1), (0, -1)}  # (1, 0) touches the red 7, too
    place(state, "B5", 0, 0)
    assert on_table(state) == {(0, 0): "B5", (1, 0): "R5", (2, 0): "R7"}
    s = state.position[0]
    assert (codes(DOMINOES, s.table), codes(DOMINOES, s.covered)) == ("R5 R7 B5", "R1")


@pytest.mark.rule("DOMINO-3")
def test_a_covered_card_no_longer_counts() -> None:
    """A card laid beside a covered one has to match the top card only."""
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
    """The card laid must touch at least one card, while another of the hand can be placed."""
    state = lying("R1 0 0", "R2 B4")
    assert legal(state) == "place R2"
    assert rule_against(state, "place B4") == "DOMINO-2"
    play(state, "place R2", "column 0")
    assert legal(state) == "row -1, row 1"
    sentence = "The only card on the table may be covered only by a player who can place nothing else."
    assert state.why_not("row 0") == ("DOMINO-3", sentence)


@pytest.mark.rule("DOMINO-3")
def test_a_lone_starter_is_covered_by_who_is_stuck() -> None:
    """A player who cannot place a card otherwise must cover it with any card; the next player may place beside it again."""
    state = lying("R1 0 0", "B4 G5", "G4 R6", "V1", stock="V4")
    assert legal(state) == "place G5, place B4"
    assert rule_against(state, "pass") == "DOMINO-4"
    assert state.view(0).prompt == "None of your cards fits beside the red 1: cover it with any of them."
    assert squares(state, "B4") == squares(state, "G5") == {(0, 0)}
    assert [move.label for move in state.view(0).moves] == [
        "Place the green 5 on the red 1",
        "Place the blue 4 on the red 1",
    ]
    place(state, "B4", 0, 0)
    s = state.position[0]
    assert (codes(DOMINOES, s.table), codes(DOMINOES, s.covered), codes(DOMINOES, s.hands[0])) == ("B4", "R1", "G5 V4")
    assert (state.turn, legal(state), on_table(state)) == (1, "place G4", {(0, 0): "B4"})
    assert squares(state, "G4") == {(1, 0), (-1, 0), (0, 1), (0, -1)}
    place(state, "G4", 0, 1)
    assert squares(to_move(state, "G7 B2"), "G7") == {(0, 2), (1, 1), (-1, 1), (0, 0)}
    assert squares(to_move(state, "G7 B2"), "B2") == {(0, -1), (1, 0), (-1, 0), (0, 1)}


@pytest.mark.rule("DOMINO-3")
def test_a_lone_card_is_covered_again() -> None:
    """A lone card is covered whenever the player to move is stuck, here twice; the next player can place a card and may not."""
    state = place(lying("R1 0 0", "B4", "G5", "G2"), "B4", 0, 0)
    assert (state.turn, legal(state)) == (1, "place G5")
    place(state, "G5", 0, 0)
    s = state.position[0]
    assert (codes(DOMINOES, s.table), codes(DOMINOES, s.covered), s.passes) == ("G5", "R1 B4", 0)
    assert (state.turn, squares(state, "G2")) == (2, {(1, 0), (-1, 0), (0, 1), (0, -1)})
    assert face(state, "G5").note == "×3"


@pytest.mark.rule("DOMINO-3")
def test_who_may_not_cover_a_lone_card() -> None:
    """Nobody may without `stacks`, or while two squares are taken, or without a card."""
    assert legal(lying("R1 0 0", "B4 G5", "R6", stacks=False)) == "pass"
    assert legal(lying("R1 0 0, R2 1 0", "B4 G5", "R6")) == "pass"
    assert legal(lying("R1 0 0", "", "R6")) == "pass"
    state = place(lying("R1 0 0, R2 1 0", "R3"), "R3", 1, 0)
    assert legal(to_move(state, "B4")) == "pass"


@pytest.mark.rule("DOMINO-3")
def test_without_stacks() -> None:
    """Then squares must be free."""
    state = lying("R1 0 0, R5 1 0, R7 2 0", "B5", stacks=False)
    assert squares(state, "B5") == {(1, 1), (1, -1)}
    play(state, "place B5", "column 1")
    assert state.why_not("row 0") == ("DOMINO-3", "Another card lies there.")


@pytest.mark.rule("DOMINO-4")
def test_drawing() -> None:
    """After a card is placed, one is drawn while the stock lasts; then it is the next player's turn."""
    state = place(lying("R1 0 0", "R2 B4", "G1 O1", stock="V4"), "R2", 1, 0)
    s = state.position[0]
    assert (codes(DOMINOES, s.hands[0]), s.stock, state.turn, legal(state)) == ("B4 V4", 0, 1, "place O1, place G1")
    assert lines_by_action(state)[-1][-1] == {"event": "draw", "seat": 0, "card": "V4"}
    place(state, "G1", -1, 0)
    assert (codes(DOMINOES, s.hands[1]), state.turn) == ("O1", 0)


@pytest.mark.rule("DOMINO-4")
def test_passing() -> None:
    """A player who cannot place a card, or has none, passes and draws none; a player who can place one must."""
    state = lying("R1 0 0", "B4 R2", "R3", stock="V4")
    assert state.why_not("pass") == ("DOMINO-4", "You can place a card, so you must.")
    state = lying("R1 0 0, R2 1 0", "B4 B5", "R3", stock="V4")
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
    state = lying("R1 0 0, R2 1 0", *["B4", "G5", "O6", "Y7"][:players], stock="V4")
    for seat in range(players):
        assert (state.is_over, state.turn) == (False, seat)
        play(state, "pass")
    assert (state.is_over, state.winners(), state.returns(), state.is_truncated) == (True, [], [0] * players, False)


@pytest.mark.rule("DOMINO-5")
def test_a_card_between_passes() -> None:
    """After a card is placed, all passes start again."""
    state = play(lying("R1 0 0, R3 1 0", "B4", "R2", "O6"), "pass")
    play(place(state, "R2", 2, 0), "pass")
    assert (state.is_over, state.turn) == (False, 0)
    play(state, "pass")
    assert not state.is_over
    assert play(state, "pass").is_over


@pytest.mark.rule("DOMINO-6")
def test_jokers_in_the_pack() -> None:
    """With `jokers` there are 53 cards, all of which must be laid; without, none of the four jokers is in the pack."""
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
    """It takes on nothing from its neighbours: cards beside those must still match them."""
    state = lying("R1 0 0, X2 1 0", "B5 O1", jokers=True, stacks=False)
    assert squares(state, "B5") == {(2, 0), (1, 1), (1, -1)}
    assert squares(state, "O1") == {(2, 0), (1, 1), (1, -1), (-1, 0), (0, 1), (0, -1)}


@pytest.mark.rule("DOMINO-6")
def test_a_joker_covers_and_is_covered() -> None:
    """It may be the starter, too; a joker alone on the table is not covered either."""
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


def test_the_deal_is_no_news() -> None:
    """Transcripts tell that a game begins, with all hands; people read what the players do."""
    state = DOMINOES.start(3)
    assert [(event.kind, event.text) for event in state.events(0)] == [("deal", "")]
    s = state.position[0]
    assert lines_by_action(state)[0] == [
        {
            "event": "deal",
            "number": 1,
            "dealer": int(s.dealer),
            "hands": [codes(DOMINOES, cards).split() for cards in s.hands[:2]],
            "table": {"starter": codes(DOMINOES, s.table)},
            "stock": 38,
        }
    ]


def test_the_sentences_of_events() -> None:
    """Placings, draws and passes, with their cards; where the cards go. `test_places.py` has the words for places."""
    state = place(lying("R1 0 0", "R2 B4", "B1 O1", stock="V4"), "R2", 1, 0)
    assert news(state, 0) == ["You place the red 2.", "You draw the violet 4."]
    assert news(state, 1) == news(state) == ["Seat 0 places the red 2.", "Seat 0 draws the violet 4."]
    assert flights(state) == [("R2", "hand-0", "table"), ("V4", "stock", "hand-0")]
    place(to_move(state, "O1 B2", "V3"), "B2", 0, 0)
    assert news(state, 0) == ["You place the blue 2."]
    assert news(play(state, "pass"), 0)[-1] == "Seat 1 passes."
    assert lines_by_action(state)[-2] == [{"event": "move", "seat": 0, "move": "place", "card": "B2", "x": 0, "y": 0}]
    assert lines_by_action(state)[-1] == [{"event": "move", "seat": 1, "move": "pass"}]


def test_what_is_left() -> None:
    """How many cards are to be placed, of how many; how many are covered, where they may be; how many lie on the table."""
    state = lying("R1 0 0, R5 1 0, B5 0 0", "R2 B2", "O1")
    view = state.view(1)
    assert [(track.label, track.value, track.of, track.text) for track in view.tracks] == [
        ("Cards to place", 46, 49, "46 of 49"),
        ("Cards covered", 1, 0, "1"),
    ]
    assert zone(state, "table").count == 3
    assert [seat.cards for seat in view.seats] == [2, 1]
    state = lying("R1 0 0", "X1", jokers=True, stacks=False)
    assert [(track.label, track.text) for track in state.view(0).tracks] == [("Cards to place", "52 of 53")]


def test_the_last_card_is_marked() -> None:
    """The card placed last is marked, so that its player's partners find it; the starter is not."""
    state = lying("R1 0 0", "R2 B4", "G1 O1")
    assert face(state, "R1").mark == ""
    place(state, "R2", 1, 0)
    assert {(face.code, face.mark) for face in zone(state, "table", 0).faces} == {("R1", ""), ("R2", "last")}
    place(state, "G1", -1, 0)
    assert {(face.code, face.mark) for face in zone(state, "table").faces} == {("R1", ""), ("R2", ""), ("G1", "last")}


@pytest.mark.rule("DOMINO-7")
def test_everybody_hears_the_same() -> None:
    """Nothing is hidden but the stock: each seat, and a spectator, has the same events, the hands dealt among them."""
    state = random_game(sevenfold.load("cooperative_dominoes", players=3), 5, limit=30)
    heard = [[(event.made, event.kind, event.fields) for event in state.events(seat)] for seat in (0, 1, 2, None)]
    assert heard[0] == heard[1] == heard[2] == heard[3]
    assert all(len(cards) == 5 for cards in heard[3][0][2]["hands"])
    assert {kind for _, kind, _ in heard[0]} >= {"deal", "place", "draw"}


def test_prompts_and_refusals() -> None:
    """They name cards as people do."""
    state = lying("R1 0 0, R5 1 0", "R2 B4")
    assert state.why_not("place B4") == ("DOMINO-2", "The blue 4 fits nowhere on the table.")
    play(state, "place R2")
    assert state.view(0).prompt == "Where does the red 2 go?"
    assert state.why_not("column 7") == ("DOMINO-2", "The red 2 fits nowhere in that column.")
    play(state, "column 1")
    assert state.why_not("row 5") == ("DOMINO-2", "There the red 2 would touch no card.")
    state = play(lying("R1 0 0, R5 1 0", "B1"), "place B1", "column 0")
    assert state.why_not("row 0") == (
        "DOMINO-2",
        "There the blue 1 would touch a card with which it shares neither number nor suit.",
    )


@pytest.mark.rule("DOMINO-7")
def test_open_hands() -> None:
    """Every seat sees every hand, and nobody the stock."""
    state = lying("R1 0 0", "R2 B4", "G1 O1", "V2", stock="V4 V5")
    for viewer in (0, 1, 2, None):
        zones = {zone.id: zone for zone in state.view(viewer).zones}
        seen = [{face.code for face in zones[f"hand-{seat}"].faces} for seat in range(3)]
        assert seen == [{"R2", "B4"}, {"G1", "O1"}, {"V2"}]
        assert {face.code for face in zones["stock"].faces} == {None}
