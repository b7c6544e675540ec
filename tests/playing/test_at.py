"""`Game.at`: a state at a position that is set up by hand."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import sevenfold
from helpers.faulty_games import unnamed
from helpers.situations import codes, hand, legal
from sevenfold.cards import PIQUET32
from sevenfold.commands.new import TEMPLATE
from sevenfold.devise import Fields, Rules, TableBuilder, card, end_game, number, one_action
from sevenfold.kernel.chance import source
from sevenfold.kernel.compiler.decorators import interpreting
from sevenfold.kernel.sets import count
from sevenfold.records.transcript import first_line
from sevenfold.registry import game_files

SANE = sevenfold.load("sane_sevens")
TRUF = sevenfold.load("seven_truf")
SOLO = sevenfold.load("seven_solitaire")


@pytest.fixture(autouse=True)
def _interpreted() -> Iterator[None]:
    with interpreting():
        yield


def everywhere(state: sevenfold.State) -> list[int]:
    """The cards of Sane Sevens, place by place."""
    s = state.position[0]
    return [*map(int, s.hands), int(s.stock), int(s.pile), 1 << int(s.top)]


def test_a_situation() -> None:
    """What was asked for is there, and is played, viewed and refused like any other."""
    state = SANE.at(hands=["R1 O2", "V7"], top="R5", turn=0)
    assert codes(SANE, state.position[0].hands[0]) == "R1 O2"
    assert (legal(state), state.action_count, state.phase) == ("play R1", 0, "play")
    assert state.view(0).prompt == state.copy().view(0).prompt
    assert {face.code for zone in state.view(0).zones if zone.id == "hand-0" for face in zone.faces} == {"R1", "O2"}
    assert state.why_not("play O2") is not None
    state.play("play R1")
    state.play("play V7" if "play V7" in map(str, state.legal_actions()) else state.legal_actions()[0])
    assert next(event.text for event in state.events(0)) == "You play the red 1."
    state.undo()
    assert legal(state) != legal(SANE.at(hands=["R1 O2", "V7"], top="R5", turn=0))


@pytest.mark.parametrize("seed", range(20))
def test_each_card_lies_once(seed: int) -> None:
    """Whatever is taken from a hand, the top or the stock; hands that were not named keep their sizes."""
    chance = Random(seed)
    game = sevenfold.load("sane_sevens", players=3)
    drawn = [game.pack.code(card) for card in chance.sample(range(49), 12)]
    state = game.at(seed, hands=[" ".join(drawn[:2]), None, drawn[2:11]], top=drawn[11])
    places = everywhere(state)
    assert sum(places) == (1 << 49) - 1
    assert sum(map(count, places)) == 49
    assert [count(cards) for cards in places] == [2, 7, 9, 0, 30, 0, 1]
    assert state == game.at(seed, hands=[" ".join(drawn[:2]), None, drawn[2:11]], top=drawn[11])


def test_a_taken_top_is_replaced() -> None:
    """A single card that is asked for elsewhere leaves a gap, which is filled."""
    top = SANE.pack.code(int(SANE.start(seed=0).position[0].top))
    state = SANE.at(hands=[top])
    assert SANE.pack.code(int(state.position[0].top)) != top
    assert sum(everywhere(state)) == (1 << 49) - 1


def test_without_a_stock_the_others_are_out_of_play() -> None:
    """As they are when tricks have been taken."""
    state = TRUF.at(hands=["7C 8C", "9C TC", "JC QC", "KC AC"], phase="play", turn=1, leader=1, trick_size=0)
    assert [codes(TRUF, cards) for cards in state.position[0].hands] == ["7C 8C", "9C TC", "JC QC", "KC AC"]
    assert legal(state) == "play 9C, play TC"
    for _ in range(4):
        state.play(state.legal_actions()[0])
    assert int(state.position[0].hands[0]).bit_count() == 1


def test_fields_that_name_a_card_take_it_from_nowhere() -> None:
    """The trump card of 7-Truf still lies in a hand."""
    before = TRUF.start(seed=0).position[0]
    state = TRUF.at(turn_up="7C")
    assert int(state.position[0].turn_up) == TRUF.pack.parse("7C")
    assert list(state.position[0].hands) == list(before.hands)


def test_values() -> None:
    """Sets, cards and numbers may be given as the engine has them."""
    s = SANE.at(hands=[hand(SANE, "R1 O2"), [3, "r6"]], top=4, turn=0, phase=0, dealer=1).position[0]
    assert (codes(SANE, s.hands[0]), codes(SANE, s.hands[1]), int(s.top), int(s.dealer)) == ("R1 O2", "R4 R6", 4, 1)
    cells = ["7C", "", None, "AS"]
    laid = SOLO.at(cells=cells).position[0].cells
    assert (SOLO.pack.code(int(laid[0])), int(laid[1]), SOLO.pack.code(int(laid[3]))) == ("7C", -1, "AS")


def test_the_seed_decides_the_rest() -> None:
    assert SANE.at(1, top="R5") == SANE.at(1, top="R5")
    assert SANE.at(1, top="R5") != SANE.at(2, top="R5")
    assert SANE.at(limit=3, top="R5").limit == 3


def test_pickled_and_copied() -> None:
    """With what has been played since."""
    state = SANE.at(3, hands=["R1 O2", "V7"], top="R5", turn=0)
    state.play("play R1")
    again = pickle.loads(pickle.dumps(state))
    assert (again, again.actions) == (state, state.actions)
    again.undo()
    assert legal(again) == "play R1"
    twin = state.copy()
    twin.undo()
    assert state.action_count == 1


def test_bots_and_redeals() -> None:
    """The seats know what they see, and no more."""
    state = SANE.at(3, hands=["R1 O2", "V7 V6"], top="R5", turn=0)
    dealt = state.redeal(0, source(1))[0]
    assert codes(SANE, dealt.hands[0]) == "R1 O2"
    assert count(dealt.hands[1]) == 2
    assert str(sevenfold.choose(state, "random")) == "play R1"


def test_no_record() -> None:
    """It would lead to another game."""
    state = SANE.at(top="R5")
    for refused in (lambda: sevenfold.Record(state), lambda: first_line(state)):
        with pytest.raises(sevenfold.BadInput, match="follows from no seed, so its game cannot be recorded"):
            refused()


def test_replacing() -> None:
    """A state goes on from one that was played, with what differs; that one stays as it is."""
    before = SANE.at(3, hands=["R1 O2", "V7"], top="R5", turn=0)
    before.play("play R1")
    kept = before.copy()
    state = before.replace(hands=[None, "R7 V6"])
    assert (legal(state), state.turn, state.action_count, state.limit) == ("play R7", 1, 0, before.limit)
    assert codes(SANE, state.position[0].hands[0]) == "O2"
    assert sum(everywhere(state)) == (1 << 49) - 1
    assert state.events(0) == []
    assert (before, before.actions) == (kept, kept.actions)
    assert before.replace() == before
    state.play("play R7")
    again = pickle.loads(pickle.dumps(state))
    assert (again, again.actions) == (state, state.actions)
    with pytest.raises(sevenfold.BadInput, match="jokers is no field that can be set"):
        before.replace(jokers=1)


def test_the_next_cards_are_drawn_alike() -> None:
    """What is replaced changes nothing of what chance brings."""
    state = SANE.at(5, hands=["R1 O2", "V7"], top="G5", turn=0, stock="B1 B2 B3 B4 B6 I1 I2 I3")
    twin = state.replace(hands=["R1 O3"], stock=state.position[0].stock)
    for one in (state, twin):
        one.play("draw")
    left = [codes(SANE, one.position[0].stock).split() for one in (state, twin)]
    assert left[0] == left[1]
    assert len(left[0]) == 7


def test_cards_that_are_out_of_play_come_back() -> None:
    """Those that an earlier position left out, and those of tricks that have been taken."""
    state = TRUF.at(hands=["7C 8C", "9C TC", "JC QC", "KC AC"], phase="play", turn=1, leader=1)
    assert codes(TRUF, state.replace(hands=["7S 8S"]).position[0].hands[0]) == "7S 8S"
    for _ in range(4):
        state.play(state.legal_actions()[0])
    taken = "9C"
    assert all(taken not in codes(TRUF, cards) for cards in state.position[0].hands)
    assert codes(TRUF, state.replace(hands=[None, f"{taken} TC"]).position[0].hands[1]) == "9C TC"


def rows() -> sevenfold.Game:
    """Two columns of three cards, and nothing besides."""

    class Position(Fields):
        columns = card(2, 3, by_seat=False)
        size = number()

    rules = Rules(Position, "rows", "Rows", pack=PIQUET32, players=1, minutes=1, about="Rows of cards.")
    rules.phase(0, "take", one_action(0, "take", "Take"))

    @rules.answers
    def start(s: Position) -> None:
        for at in range(5):
            s.columns[at // 3, at % 3] = at

    @rules.allows(0, "ROWS-1", "Take.")
    def always(s: Position) -> int:
        return 1

    @rules.applies(0)
    def take(s: Position, action: int) -> None:
        end_game(s)

    @rules.answers
    def standing(s: Position, seat: int) -> float:
        return 0

    @rules.texts
    def table(table: TableBuilder) -> None:
        table.seat(0)

    @rules.texts
    def prompt(s: Position) -> str:
        return "Take."

    return sevenfold.Game(rules, {})


def test_rows_of_cards() -> None:
    """In an array of arrays a row may be left as it is; cards change places, and no row gets a gap."""
    game = rows()

    def laid(state: sevenfold.State) -> list[list[str]]:
        return [[game.pack.code(one) if one >= 0 else "" for one in column] for column in state.position[0].columns.tolist()]

    assert laid(game.at()) == [["7S", "8S", "9S"], ["TS", "JS", ""]]
    assert laid(game.at(columns=[None, ["7S"]])) == [["TS", "8S", "9S"], ["7S", "JS", ""]]
    assert laid(game.at(columns=[["9S", "8S", "7S"]])) == [["9S", "8S", "7S"], ["TS", "JS", ""]]
    assert laid(game.at(columns=game.start(0).position[0].columns)) == laid(game.at())
    assert laid(game.at(columns=[None, ["TS", "JS", "9S"]])) == [["7S", "8S", ""], ["TS", "JS", "9S"]]
    with pytest.raises(sevenfold.BadInput) as refusal:
        game.at(columns=[None, ["TS", "JS", "8S"]])
    assert str(refusal.value) == (
        "8S was taken from columns[0][1], from among others, and no card is left to lie there: set columns[0] too, or as many"
        " cards as lay in the places that you set."
    )
    assert laid(game.at(columns=[["7S", "9S", ""], ["TS", "JS", "8S"]])) == [["7S", "9S", ""], ["TS", "JS", "8S"]]


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"jokers": 3}, "jokers is no field that can be set. The fields of Sane Sevens: hands, stock, pile, top, "),
        ({"turns": 3}, "turns is no field that can be set. It follows from the game."),
        ({"silly": True}, "silly is an option of Sane Sevens, which is chosen when the game is loaded."),
        ({"hands": "R1"}, "hands is a list of at most 2 values, one for each seat"),
        ({"hands": ["R1", "R2", "R3"]}, "hands is a list of at most 2 values"),
        ({"hands": ["R1 R9"]}, "hands[0]: 'R9' is not a card of this pack. Its cards look like R1, R2, R3."),
        ({"hands": ["R1 R1"]}, "hands[0] has R1 twice."),
        ({"hands": ["R1", "O1 R1"]}, "R1 cannot lie both in hands[0] and in hands[1]."),
        ({"hands": ["R1"], "top": "R1"}, "R1 cannot lie both in hands[0] and in top."),
        ({"hands": ["X1"]}, "X1: not among the cards that this game is played with."),
        ({"hands": [1.5]}, "hands[0] is a set of cards, such as 'R1 R2'; not 1.5."),
        ({"top": 53.0}, "top: a card is its code, such as 'R1', or a number below 53; not 53.0."),
        ({"named": "red"}, "named is a number, not 'red'."),
        ({"turn": 2}, "turn is a seat from 0 to 1, not 2."),
        ({"phase": "bid"}, "phase is 0 or 'play', 1 or 'play or keep the drawn card'"),
        ({"phase": -1}, "phase is 0 or 'play'"),
    ],
)
def test_what_cannot_be(fields: dict[str, object], says: str) -> None:
    with pytest.raises(sevenfold.BadInput) as refusal:
        SANE.at(**fields)  # type: ignore[arg-type]
    assert says in str(refusal.value)


def test_nothing_to_do() -> None:
    """A position without a legal action is none."""
    with pytest.raises(sevenfold.BadInput, match=r"seat 1 has nothing to do in the phase 'play'\."):
        TRUF.at(hands=["7C", "", "8C", "9C"], phase="play", turn=1)


def test_the_template_of_new_games() -> None:
    """A game of another package is set up alike."""
    with unnamed("my_game"):
        try:
            game = sevenfold.load(Path(TEMPLATE))
            assert legal(game.at(hands=["7C KH 2S", "9D"], top="7H", turn=0)) == "play KH, play 7C, draw"
        finally:
            game_files.forget("my_game")
