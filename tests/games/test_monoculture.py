"""Monoculture, rule by rule."""

from __future__ import annotations

from typing import Any

import pytest

import sevenfold
from helpers.situations import arrange, codes, hand, hands, legal, play, rule_against
from sevenfold.cards import NONE
from sevenfold.records.transcript import lines_by_action
from sevenfold.view.description import News

MONO = sevenfold.load("monoculture")
WHOLE = (1 << 49) - 1


def holding(*held: str, discards: str = "", stock: str | None = None) -> sevenfold.State:
    """Seat 0's turn with these hands (an empty one: out); what lies nowhere else is the stock."""
    game = sevenfold.load("monoculture", players=len(held))
    every = hands(game, *held) + [0] * (4 - len(held))
    lying = hand(game, " ".join([*held, discards]))
    return arrange(
        game.start(1),
        hands=every,
        left_in=sum(1 << seat for seat, cards in enumerate(held) if cards),
        discards=hand(game, discards),
        attack_card=NONE,
        stock=WHOLE & ~lying if stock is None else hand(game, stock),
        turn=0,
    )


def held_by(state: sevenfold.State, seat: int) -> str:
    """A hand."""
    return codes(state.game, state.position[0].hands[seat])


def discarded(state: sevenfold.State) -> str:
    """The discard pile, the attack card on its top included."""
    s = state.position[0]
    return codes(state.game, s.discards | (1 << int(s.attack_card) if s.attack_card != NONE else 0))


def lines(state: sevenfold.State) -> list[dict[str, Any]]:
    """A transcript's lines of all that happened, without the cards drawn, which are random."""
    events = [event for events in lines_by_action(state) for event in events]
    return [{key: event[key] for key in event if (event["event"], key) != ("draw", "card")} for event in events]


def news(state: sevenfold.State, viewer: int | None = None) -> list[News]:
    """All sentences for a viewer, except that of the deal."""
    names = ["You" if seat == viewer else ("Ada", "Bo", "Cy", "Di")[seat] for seat in range(state.game.players)]
    return state.view(viewer, names).news


def texts(state: sevenfold.State, viewer: int | None = None) -> list[str]:
    """The sentences of it."""
    return [each.text for each in news(state, viewer) if each.text]


def flights(state: sevenfold.State) -> list[tuple[str | None, str, str]]:
    """The cards that moved, in their order, as everybody saw them."""
    return [(flight.code, flight.start, flight.end) for each in news(state) for flight in each.flights]


@pytest.mark.rule("MONO-1")
@pytest.mark.parametrize("players", [3, 4])
def test_the_deal(players: int) -> None:
    """Seven cards each, for everybody to see; the rest is the stock; the player left of the dealer begins."""
    for seed in range(6):
        state = sevenfold.load("monoculture", players=players).start(seed)
        s = state.position[0]
        assert [int(cards).bit_count() for cards in s.hands] == [7] * players + [0] * (4 - players)
        assert int(s.stock) == WHOLE & ~int(s.hands[0] | s.hands[1] | s.hands[2] | s.hands[3])
        assert (s.discards, s.attack_card, s.left_in) == (0, NONE, (1 << players) - 1)
        assert state.turn == (s.dealer + 1) % players
        shown = [[face.code for face in zone.faces] for zone in state.view(None).zones if zone.kind == "hand"]
        assert shown == [held_by(state, seat).split() for seat in range(players)]
        assert [seat.cards for seat in state.view(None).seats] == [7] * players
        for viewer in (0, None):
            assert state.events(viewer)[0].fields["hands"] == shown


@pytest.mark.rule("MONO-2")
def test_an_attack() -> None:
    """A player attacks with one of their own cards, and an opponent who is still in the game."""
    state = holding("R1 O2 V7", "Y3 Y4 Y5", "", "B6 B7 B5")
    assert legal(state) == "attack with R1, attack with O2, attack with V7"
    assert rule_against(state, "attack with Y3") == "MONO-2"
    play(state, "attack with O2")
    assert legal(state) == "hit seat 1, hit seat 3"
    assert [rule_against(state, f"hit seat {seat}") for seat in (0, 2)] == ["MONO-2"] * 2
    assert [move.actions for move in holding("R1 O2", "Y3 Y4", "B6 B7").view(0).moves] == [[0, 1], [0, 2], [8, 1], [8, 2]]


@pytest.mark.rule("MONO-3")
@pytest.mark.parametrize(
    ("attack", "left", "lost"), [("Y7", "R1 R5 B2", "Y3 Y4"), ("G5", "R1 Y3 Y4 B2", "R5"), ("B3", "R1 R5 Y4", "")]
)
def test_what_is_lost(attack: str, left: str, lost: str) -> None:
    """A defender with cards of the suit alone, or of the number alone, discards all of those, and no others."""
    state = holding(f"{attack} I6 I7", "R1 R5 Y3 Y4 B2", "O1 O2")
    play(state, f"attack with {attack}", "hit seat 1")
    if lost:
        assert (held_by(state, 1), discarded(state), state.turn) == (left, codes(MONO, hand(MONO, f"{attack} {lost}")), 1)
    else:
        assert (held_by(state, 1), state.turn, state.phase) == ("R1 R5 Y3 Y4 B2", 1, "choose what to discard")
    assert held_by(state, 2) == "O1 O2"


@pytest.mark.rule("MONO-4")
@pytest.mark.parametrize(("by", "left", "lost"), [("suit", "R3 G4 G5", "Y4 Y5"), ("number", "Y4 Y5 G4 G5", "R3")])
def test_the_defenders_choice(by: str, left: str, lost: str) -> None:
    """A defender who matches both ways chooses which of the two sets to discard; then the attacker draws one card."""
    state = holding("Y3 I6 I7", "R3 Y4 Y5 G4 G5", "O1 O2")
    play(state, "attack with Y3", "hit seat 1")
    assert (state.turn, legal(state)) == (1, "lose suit, lose number")
    assert held_by(state, 0) == "I6 I7"
    assert state.view(1).prompt == "The yellow 3 attacks you: discard by suit (2) or by number (1)."
    play(state, f"lose {by}")
    assert (held_by(state, 1), discarded(state)) == (left, codes(MONO, hand(MONO, f"Y3 {lost}")))
    assert (state.turn, state.phase, len(held_by(state, 0).split())) == (1, "attack", 3)
    assert lines(state)[:2] == [
        {"event": "move", "seat": 0, "move": "attack", "card": "Y3", "target": 1},
        {"event": "move", "seat": 1, "move": "wipe", "by": by},
    ]


@pytest.mark.rule("MONO-4")
def test_attack_and_choice_are_one_turn() -> None:
    """The limit counts an attack with its choice once."""
    state = play(holding("Y3 I6 I7", "R3 Y4 Y5 G4 G5", "O1 O2"), "attack with Y3", "hit seat 1")
    assert state.position[0].turns == 0
    assert play(state, "lose suit").position[0].turns == 1


@pytest.mark.rule("MONO-5")
def test_healing() -> None:
    """Without a match the attacker draws one card more, and the defender loses nothing."""
    state = play(holding("V7 I6 I2", "R3 Y4 Y5", "O1 O2"), "attack with V7", "hit seat 1")
    assert (held_by(state, 1), discarded(state)) == ("R3 Y4 Y5", "V7")
    assert len(held_by(state, 0).split()) == 4
    assert lines(state)[1:] == [{"event": "draw", "seat": 0}] * 2
    shown = [(each.kind, each.seat, each.to, each.shows) for each in news(state, 0) if each.shows]
    assert shown == [("attack", 0, 1, "line"), ("miss", 0, 1, "large")]
    assert "You miss Bo and heal: no card matched, so one more is drawn." in texts(state, 0)


@pytest.mark.rule("MONO-6")
def test_two_cards_left() -> None:
    """With two cards left a defender stays in."""
    state = play(holding("R7 I6 I2", "R3 Y4 Y5", "O1 O2"), "attack with R7", "hit seat 1")
    assert (held_by(state, 1), state.position[0].left_in, state.turn) == ("Y4 Y5", 0b111, 1)


@pytest.mark.rule("MONO-6")
@pytest.mark.rule("MONO-7")
def test_one_card_left() -> None:
    """With a single card left a defender gives it to the attacker, who then draws none, and is out."""
    state = play(holding("R7 I6 I2", "R3 R4 Y5", "O1 O2"), "attack with R7", "hit seat 1")
    assert (held_by(state, 0), held_by(state, 1), discarded(state)) == ("Y5 I2 I6", "", "R3 R4 R7")
    assert (state.position[0].left_in, state.turn) == (0b101, 2)
    assert lines(state)[1:] == [{"event": "give", "seat": 1, "to": 0, "card": "Y5"}, {"event": "out", "seat": 1}]
    assert [seat.is_out for seat in state.view(2).seats] == [False, True, False]


@pytest.mark.rule("MONO-6")
@pytest.mark.rule("MONO-7")
def test_no_card_left() -> None:
    """With none left a defender is out, and the attacker draws."""
    state = play(holding("R7 I6 I2", "R3 R4", "O1 O2"), "attack with R7", "hit seat 1")
    assert (len(held_by(state, 0).split()), held_by(state, 1), discarded(state)) == (3, "", "R3 R4 R7")
    assert (state.position[0].left_in, state.turn) == (0b101, 2)
    assert lines(state)[1:] == [{"event": "out", "seat": 1}, {"event": "draw", "seat": 0}]


@pytest.mark.rule("MONO-7")
def test_the_replacement() -> None:
    """One card from the stock takes the place of the one attacked with."""
    state = play(holding("R7 I6 I2", "R3 Y4 Y5", "O1 O2", stock="B4"), "attack with R7", "hit seat 1")
    assert (held_by(state, 0), state.position[0].stock) == ("B4 I2 I6", 0)


@pytest.mark.rule("MONO-8")
def test_the_discards_come_first() -> None:
    """What was discarded, the attack card too, lies on the discard pile before a card is drawn: it may be drawn again."""
    again = set()
    for seed in range(40):
        state = holding("R7 I6 I2", "R3 Y4 Y5", "O1 O2", discards="V1", stock="")
        arrange(state, chance=seed + 1)
        play(state, "attack with R7", "hit seat 1")
        assert lines(state)[1] == {"event": "reshuffle", "cards": ["R3", "R7", "V1"]}
        drawn = set(held_by(state, 0).split()) - {"I6", "I2"}
        assert (discarded(state), codes(MONO, state.position[0].stock | hand(MONO, *drawn))) == ("", "R3 R7 V1")
        again |= drawn
    assert again == {"R3", "R7", "V1"}


@pytest.mark.rule("MONO-8")
def test_a_reshuffle_between_two_draws() -> None:
    """The discard pile is shuffled when a card is due and the stock empty, not before."""
    state = play(holding("V7 I6 I2", "R3 Y4 Y5", "O1 O2", discards="G1 G2", stock="B4"), "attack with V7", "hit seat 1")
    assert [event["event"] for event in lines_by_action(state)[2]] == ["move", "draw", "reshuffle", "draw"]
    assert lines_by_action(state)[2][1]["card"] == "B4"
    assert lines_by_action(state)[2][2]["cards"] == ["G1", "G2", "V7"]
    assert len(held_by(state, 0).split()) == 4
    state = play(holding("R7 I6 I2", "R3 Y4 Y5", "O1 O2", discards="G1 G2", stock="B4"), "attack with R7", "hit seat 1")
    assert (state.position[0].stock, discarded(state)) == (0, "R3 R7 G1 G2")


@pytest.mark.rule("MONO-8")
def test_nothing_to_draw() -> None:
    """If stock and discard pile are both empty no card is drawn."""
    state = play(holding("V7 I6 I2", "R3 Y4 Y5", "O1 O2", stock=""), "attack with V7", "hit seat 1")
    assert (held_by(state, 0), state.position[0].stock, discarded(state)) == ("I2 I6 V7", 0, "")
    assert [event["event"] for event in lines_by_action(state)[2]] == ["move", "reshuffle", "draw"]


@pytest.mark.rule("MONO-9")
@pytest.mark.parametrize(("defender", "left"), [("R3 R4 Y5", "Y5 I2 I6"), ("R3 R4", "I2 I6")])
def test_winning(defender: str, left: str) -> None:
    """The last player left wins with the elimination that leaves them alone; nothing more is drawn."""
    state = play(holding("R7 I6 I2", "", defender), "attack with R7", "hit seat 2")
    assert (state.is_over, state.winners(), state.returns()) == (True, [0], [1, 0, 0])
    assert held_by(state, 0) == left
    assert lines(state)[-1] == {"event": "out", "seat": 2}
    assert state.standing()[0] > max(state.standing()[1:])


@pytest.mark.rule("MONO-9")
def test_the_turn_passes_over_who_is_out() -> None:
    """The turn goes to the next player left in the game, round the table."""
    state = holding("V7 I6 I2", "", "", "Y4 Y5 R3")
    play(state, "attack with V7", "hit seat 3")
    assert state.turn == 3
    play(state, "attack with R3", "hit seat 0")
    assert state.turn == 0
    state = holding("R7 I6 I2", "R3 R4 Y5", "G4 G5", "Y4 Y6 B3")
    play(state, "attack with R7", "hit seat 1")
    assert state.turn == 2


@pytest.mark.rule("MONO-3")
@pytest.mark.parametrize(
    ("attack", "codes", "cards", "by"),
    [("Y7", ["Y3", "Y4"], "the yellow 3 and the yellow 4", "suit"), ("G5", ["R5"], "the red 5", "number")],
)
def test_a_loss_is_announced(attack: str, codes: list[str], cards: str, by: str) -> None:
    """To all: the attack, what is lost and by what, and the card drawn, each with its cards and where they go."""
    state = holding(f"{attack} I6 I7", "R1 R5 Y3 Y4 B2", "O1 O2", stock="V1")
    play(state, f"attack with {attack}", "hit seat 1")
    named = MONO.pack.the(MONO.pack.parse(attack))
    assert texts(state) == [f"Ada attacks Bo with {named}.", f"Bo loses {cards}, matched by {by}.", "Ada draws the violet 1."]
    assert texts(state, 0) == [f"You attack Bo with {named}.", f"Bo loses {cards}, matched by {by}.", "You draw the violet 1."]
    assert texts(state, 1)[:2] == [f"Ada attacks you with {named}.", f"You lose {cards}, matched by {by}."]
    lost = [(code, "hand-1", "discard") for code in codes]
    assert flights(state) == [(attack, "hand-0", "discard"), *lost, ("V1", "stock", "hand-0")]


@pytest.mark.rule("MONO-4")
def test_a_choice_is_shown_and_announced() -> None:
    """While the defender chooses, their cards that match are marked, with how, and who is attacked with what is a fact."""
    state = play(holding("Y3 I6 I7", "R3 Y4 Y5 G4 G5", "O1 O2", stock="V1"), "attack with Y3", "hit seat 1")
    for viewer in (0, 1, None):
        zones = {zone.id: zone for zone in state.view(viewer).zones}
        marked = [(face.code, face.mark, face.note) for face in zones["hand-1"].faces]
        none = [(code, "", "") for code in ("G4", "G5")]
        assert marked == [("R3", "match", "number"), ("Y4", "match", "suit"), ("Y5", "match", "suit"), *none]
        assert {face.mark for id in ("hand-0", "hand-2") for face in zones[id].faces} == {""}
    facts = [state.view(viewer, ["Ada" if viewer else "You", "You" if viewer else "Bo", "Cy"]).facts for viewer in (0, 1)]
    assert [(fact.id, fact.text, fact.card) for seen in facts for fact in seen] == [
        ("attack", "the yellow 3 against Bo", "Y3"),
        ("attack", "the yellow 3 against you", "Y3"),
    ]
    assert [(move.label, move.effect) for move in state.view(1).moves] == [
        ("Discard by suit", "the yellow 4, the yellow 5"),
        ("Discard by number", "the red 3"),
    ]
    play(state, "lose number")
    assert texts(state)[1:] == [
        "Bo chooses to discard by number.",
        "Bo loses the red 3, matched by number.",
        "Ada draws the violet 1.",
    ]
    assert state.view(1).facts == []
    assert {face.mark for zone in state.view(1).zones for face in zone.faces} == {""}


@pytest.mark.rule("MONO-5")
def test_a_miss_is_announced() -> None:
    """As a miss, with the healing that it brings; what is drawn is named."""
    state = play(holding("V7 I6 I2", "R3 Y4 Y5", "O1 O2", stock="B4 B1"), "attack with V7", "hit seat 1")
    drawn = "the blue 1 and the blue 4"
    missed = "Ada misses Bo and heals: no card matched, so one more is drawn."
    assert texts(state) == ["Ada attacks Bo with the violet 7.", missed, f"Ada draws {drawn}."]
    assert texts(state, 0)[1:] == ["You miss Bo and heal: no card matched, so one more is drawn.", f"You draw {drawn}."]
    assert lines_by_action(state)[2][1:] == [
        {"event": "draw", "seat": 0, "card": "B1"},
        {"event": "draw", "seat": 0, "card": "B4"},
    ]
    assert flights(state)[1:] == [("B1", "stock", "hand-0"), ("B4", "stock", "hand-0")]


@pytest.mark.rule("MONO-6")
def test_the_last_card_is_announced() -> None:
    """A defender's last card is named when it is lost, and a sentence says that the defender is out."""
    state = play(holding("R7 I6 I2", "R3 R4 Y5", "O1 O2"), "attack with R7", "hit seat 1")
    assert texts(state)[2:] == ["Bo gives their last card, the yellow 5, to Ada.", "Bo is out."]
    assert texts(state, 1)[2:] == ["You give your last card, the yellow 5, to Ada.", "You are out."]
    assert texts(state, 0)[2:] == ["Bo gives their last card, the yellow 5, to you.", "Bo is out."]
    assert flights(state)[-1] == ("Y5", "hand-1", "hand-0")


@pytest.mark.rule("MONO-8")
def test_a_reshuffle_is_announced() -> None:
    """The discard pile goes into the stock between two draws; a pile that is empty is not shuffled."""
    state = play(holding("V7 I6 I2", "R3 Y4 Y5", "O1 O2", discards="G1", stock="B4"), "attack with V7", "hit seat 1")
    assert texts(state)[2:4] == ["Ada draws the blue 4.", "The discard pile is shuffled into a new stock."]
    assert flights(state)[1:4] == [("B4", "stock", "hand-0"), ("G1", "discard", "stock"), ("V7", "discard", "stock")]
    assert texts(state)[4] in ("Ada draws the green 1.", "Ada draws the violet 7.")
    state = play(holding("V7 I6 I2", "R3 Y4 Y5", "O1 O2", stock=""), "attack with V7", "hit seat 1")
    assert texts(state)[2:] == ["The discard pile is shuffled into a new stock.", "Ada draws the violet 7."]


def test_an_attack_is_labelled() -> None:
    """The label of an attack says whom it hits with what; beside it stands what it brings."""
    state = holding("Y3 V7", "R3 Y4 Y5", "O1 O2")
    moves = [(move.label, move.effect) for move in state.view(0, ["You", "Ada", "Ben"]).moves]
    assert moves == [
        ("Attack Ada with the yellow 3", "2 by suit or 1 by number"),
        ("Attack Ben with the yellow 3", "no match"),
        ("Attack Ada with the violet 7", "no match"),
        ("Attack Ben with the violet 7", "no match"),
    ]
    play(state, "attack with Y3")
    moves = [(move.label, move.effect) for move in state.view(0, ["You", "Ada", "Ben"]).moves]
    assert moves[0] == ("Attack Ada with the yellow 3", "2 by suit or 1 by number")


def test_a_card_that_is_not_held_is_refused_by_name() -> None:
    """A player who tries to attack with another player's card reads whose card it is."""
    why = holding("Y3 V7", "R3 Y4 Y5", "O1 O2").why_not("attack with R3")
    assert why is not None
    assert why.sentence == "You do not hold the red 3."
