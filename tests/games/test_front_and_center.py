"""Front and Center, rule by rule."""

from __future__ import annotations

from itertools import pairwise

import pytest

import sevenfold
from helpers.situations import arrange, codes, flown, hand, legal, play, rule_against, said
from sevenfold.cards import NONE
from sevenfold.records.transcript import lines_by_action

FRONT = sevenfold.load("front_and_center")
CARD = FRONT.pack.parse
WHOLE = (1 << 49) - 1
OPEN = "B1/I2/V3/Y4"  # four bases
SIX = "R1 R2 R3 R4 R5 R6", "G1 G2 G3 G4 G5 G6", "O1 O2 O3 O4 O5 O6"
FIVE = "B1 B2 B3 B4 B5"


def lying(
    chains: str, *, target: str = "V7", turned: str = "", pile: str = "", stock: str = "I5 I6 I7", added: int = 0
) -> sevenfold.State:
    """These chains from their bases, separated by slashes, this turned card, this discard pile (top last) and this stock."""
    under = [NONE] * 49
    every = [chain.split() for chain in chains.split("/")]
    discards = pile.split()
    for cards in [*every, discards]:
        for below, card in pairwise(cards):
            under[CARD(card)] = CARD(below)
    return arrange(
        FRONT.start(1),
        target=CARD(target),
        chains=[hand(FRONT, " ".join(cards)) for cards in every],
        ends=[CARD(cards[-1]) for cards in every],
        under=under,
        discards=hand(FRONT, pile),
        top=CARD(discards[-1]) if discards else NONE,
        turned=CARD(turned) if turned else NONE,
        stock=hand(FRONT, stock),
        added=added,
        phase=1 if turned else 0,
    )


def chains(state: sevenfold.State) -> str:
    """The chains as `lying` takes them, as people see them."""
    zones = {zone.id: zone for zone in state.view(0).zones}
    return "/".join(" ".join(str(face.code) for face in zones[f"chain-{chain}"].faces) for chain in range(4))


def pile(state: sevenfold.State) -> str:
    """The discard pile, its top last."""
    s = state.position[0]
    order, card = [], int(s.top)
    while card != NONE:
        order.append(FRONT.pack.code(card))
        card = int(s.under[card])
    assert hand(FRONT, " ".join(order)) == s.discards
    return " ".join(order[::-1])


@pytest.mark.rule("FRONT-1")
def test_the_deal() -> None:
    """A target, four bases; the rest is the stock, which nobody sees."""
    for seed in range(6):
        state = FRONT.start(seed)
        s = state.position[0]
        bases = [int(base) for base in s.ends]
        assert len({int(s.target), *bases}) == 5
        assert [int(cards) for cards in s.chains] == [1 << base for base in bases]
        assert int(s.stock) == WHOLE & ~sum(1 << card for card in [int(s.target), *bases])
        assert (s.top, s.discards, s.turned, s.added) == (NONE, 0, NONE, 0)
        assert chains(state) == "/".join(FRONT.pack.code(base) for base in bases)
        assert legal(state) == "turn"


@pytest.mark.rule("FRONT-2")
def test_a_card_matches_the_last_of_its_chain() -> None:
    """A card matches the last card of a chain in number or suit, and need not match those before it."""
    state = lying("R1/B3 B2/G5/V1 R7", turned="R2")
    assert legal(state) == "play North, play East, play West, discard"
    assert rule_against(state, "play South") == "FRONT-2"
    state = lying("R2 R1/B3/G5/V2 V4", turned="B2")
    assert legal(state) == "play East, discard"
    assert [rule_against(state, f"play {side}") for side in ("North", "South", "West")] == ["FRONT-2"] * 3


@pytest.mark.rule("FRONT-2")
def test_a_chain_grows_at_its_end() -> None:
    """What was played is what the next card must match."""
    state = play(lying(OPEN, turned="B3", stock="O3"), "play North", "turn")
    assert chains(state) == "B1 B3/I2/V3/Y4"
    assert legal(state) == "play North, play South, discard"


@pytest.mark.rule("FRONT-2")
def test_six_cards_before_the_target() -> None:
    """Seven cards with the target: with six of its own a chain is closed, with five it is not."""
    state = lying(f"{FIVE}/I2/V3/Y4", turned="B7")
    assert "closed" not in [zone.note for zone in state.view(0).zones]
    play(state, "play North")
    assert next(zone for zone in state.view(0).zones if zone.id == "chain-0").note == "closed"
    assert state.view(0).tracks[0].text == "1 of 4"
    assert said(state) == ["You play the blue 7 on the north chain.", "The north chain is closed."]
    state = lying("B1 B2 B3 B4 B5 B7/I2/V3/Y4", turned="B6")
    assert legal(state) == "discard"


@pytest.mark.rule("FRONT-2")
@pytest.mark.parametrize("taken", ["North", "East", "South", "West"])
def test_the_top_of_the_pile_matches_too(taken: str) -> None:
    """A card from the discard pile goes where it matches, and nowhere else."""
    sides = ["North", "East", "South", "West"]
    bases = "/".join("R1" if side == taken else f"B{number + 2}" for number, side in enumerate(sides))
    state = lying(bases, pile="R7", added=1)
    assert legal(state) == f"take {taken}, turn"
    assert [rule_against(state, f"take {side}") for side in sides if side != taken] == ["FRONT-2"] * 3


@pytest.mark.rule("FRONT-3")
def test_turning() -> None:
    """The stock's next card is turned, for a chain that it fits or for the discard pile."""
    state = play(lying(OPEN, stock="B2"), "turn")
    assert (legal(state), state.position[0].stock) == ("play North, play East, discard", 0)
    assert codes(FRONT, 1 << int(state.position[0].turned)) == "B2"
    assert lines_by_action(state)[1:] == [
        [{"event": "move", "seat": 0, "move": "turn"}, {"event": "draw", "seat": 0, "card": "B2"}]
    ]


@pytest.mark.rule("FRONT-3")
def test_playing_the_turned_card() -> None:
    """It is the chain's next card, and no longer the turned one."""
    state = play(lying(OPEN, turned="B2", pile="O1 O2"), "play East")
    assert (chains(state), pile(state), state.position[0].turned) == ("B1/I2 B2/V3/Y4", "O1 O2", NONE)
    assert [int(cards) for cards in state.position[0].chains] == [hand(FRONT, cards) for cards in ("B1", "I2 B2", "V3", "Y4")]
    assert lines_by_action(state)[1:] == [[{"event": "move", "seat": 0, "move": "play", "card": "B2", "chain": 1}]]


@pytest.mark.rule("FRONT-3")
def test_discarding_the_turned_card() -> None:
    """It may be laid on the discard pile even if it fits; a card that fits nowhere must be."""
    state = play(lying(OPEN, turned="B2", pile="O1 O2"), "discard")
    assert (chains(state), pile(state), state.position[0].turned) == (OPEN, "O1 O2 B2", NONE)
    assert legal(state) == "turn"
    assert legal(lying(OPEN, turned="R7")) == "discard"


@pytest.mark.rule("FRONT-3")
def test_a_stock_used_up_is_not_turned() -> None:
    """Then only cards of the discard pile can be played."""
    state = lying(OPEN, pile="B7", stock="", added=1)
    assert legal(state) == "take North"
    assert rule_against(state, "turn") == "FRONT-3"


@pytest.mark.rule("FRONT-4")
def test_taking_after_adding() -> None:
    """A card added, the top of the discard pile may follow before the next card is turned; another one may not."""
    state = play(lying(OPEN, turned="B2", pile="I7 V6"), "play North")
    assert legal(state) == "take South, turn"
    play(state, "take South")
    assert (chains(state), pile(state)) == ("B1 B2/I2/V3 V6/Y4", "I7")
    assert lines_by_action(state)[-1] == [{"event": "move", "seat": 0, "move": "take", "card": "V6", "chain": 2}]


@pytest.mark.rule("FRONT-4")
def test_taking_again() -> None:
    """This goes on as long as cards are added: the card taken was added, too."""
    state = play(lying(OPEN, turned="B2", pile="O7 I7 V6"), "play North", "take South")
    assert legal(state) == "take East, turn"
    play(state, "take East")
    assert legal(state) == "take East, turn"
    play(state, "take East")
    assert (chains(state), pile(state), legal(state)) == ("B1 B2/I2 I7 O7/V3 V6/Y4", "", "turn")
    assert state.why_not("take North") == ("FRONT-4", "The discard pile is empty.")


@pytest.mark.rule("FRONT-4")
def test_no_taking_without_adding() -> None:
    """Neither at the start, nor after a discard, nor once the next card has been turned."""
    state = lying(OPEN, pile="B7")
    assert legal(state) == "turn"
    assert rule_against(state, "take North") == "FRONT-4"
    state = play(lying(OPEN, turned="B2", pile="B7", added=1), "discard")
    assert legal(state) == "turn"
    assert rule_against(state, "take North") == "FRONT-4"
    state = play(lying(OPEN, pile="B7", stock="R6 R5", added=1), "turn")
    assert legal(state) == "discard"
    play(state, "discard")
    assert rule_against(state, "take North") == "FRONT-4"


@pytest.mark.rule("FRONT-5")
def test_the_sixth_card_matches_the_target_too() -> None:
    """The closing card matches both its neighbour and the target, each in number or suit."""
    where = f"{FIVE}/I2/V3/Y4"
    assert legal(lying(where, turned="B7")) == "play North, discard"  # the target's number
    assert legal(lying(where, turned="V5")) == "play North, play South, discard"  # its suit
    state = lying(where, turned="B6")
    assert legal(state) == "discard"
    assert rule_against(state, "play North") == "FRONT-5"
    state = lying(where, turned="O7")
    assert rule_against(state, "play North") == "FRONT-2"


@pytest.mark.rule("FRONT-5")
def test_the_fifth_card_need_not() -> None:
    """The base is the first of the six."""
    assert legal(lying("B1 B2 B3 B4/I2/V3/Y4", turned="B6")) == "play North, discard"


@pytest.mark.rule("FRONT-5")
def test_the_sixth_card_from_the_pile() -> None:
    """The same for a card of the discard pile."""
    where = f"{FIVE}/I2/V3/Y4"
    assert legal(lying(where, pile="B7", added=1)) == "take North, turn"
    state = lying(where, pile="B6", added=1)
    assert legal(state) == "turn"
    assert rule_against(state, "take North") == "FRONT-5"
    state = lying(f"{SIX[0]}/I2/V3/Y4", target="O7", pile="R7", added=1)
    assert state.why_not("take North") == ("FRONT-5", "The north chain is closed.")


@pytest.mark.rule("FRONT-5")
def test_a_closed_chain_takes_no_more() -> None:
    """Whatever matches both its last card and the target."""
    state = lying(f"{FIVE} B7/I2/V3/Y4", turned="R7")
    assert state.why_not("play North") == ("FRONT-5", "The north chain is closed.")
    assert legal(state) == "discard"


@pytest.mark.rule("FRONT-6")
def test_winning() -> None:
    """Four closed chains win, whether or not any stock is left, by a turned card or by one from the pile."""
    for stock in ("", "I5 I6"):
        state = play(lying("/".join([*SIX, FIVE]), turned="B7", stock=stock), "play West")
        assert (state.is_over, state.winners(), state.returns(), state.standing()) == (True, [0], [1], [1])
    state = play(lying("/".join([*SIX, FIVE]), pile="B7", added=1), "take West")
    assert (state.is_over, state.winners()) == (True, [0])


@pytest.mark.rule("FRONT-6")
def test_three_closed_chains_are_not_enough() -> None:
    """With the fourth still open the game goes on, and is lost with the stock."""
    state = play(lying("/".join([*SIX, FIVE[:11]]), turned="B6"), "play West")
    assert not state.is_over
    state = play(lying("/".join([*SIX, FIVE]), turned="B7", stock=""), "discard")
    assert (state.is_over, state.winners(), state.returns(), state.standing()) == (True, [], [0], [0])
    assert not state.is_truncated


@pytest.mark.rule("FRONT-6")
def test_the_last_turned_card_is_dealt_with() -> None:
    """After the last card of the stock is turned, the game continues with that card."""
    state = play(lying(OPEN, stock="B2"), "turn")
    assert (state.is_over, legal(state)) == (False, "play North, play East, discard")
    assert play(state, "play North").is_over


@pytest.mark.rule("FRONT-6")
def test_taking_after_the_last_turned_card() -> None:
    """As long as a card can be taken from the discard pile, the game is not lost; it is when none can."""
    state = play(lying(OPEN, turned="B2", pile="R7 V6", stock=""), "play North")
    assert (state.is_over, legal(state)) == (False, "take South")
    play(state, "take South")
    assert (state.is_over, state.winners(), pile(state)) == (True, [], "R7")
    state = play(lying(OPEN, turned="B2", pile="V6", stock=""), "discard")
    assert (state.is_over, state.winners()) == (True, [])


def test_every_move_is_a_turn() -> None:
    """The limit counts each move."""
    state = play(lying(OPEN, turned="B2", pile="V6"), "play North", "take South", "turn")
    assert state.position[0].turns == 3


def test_the_texts() -> None:
    """What one may do, and how it ended."""

    def end(state: sevenfold.State) -> str:
        result = state.view(0).result
        assert result is not None
        return result.sentence

    assert lying(OPEN, turned="B2").view(0).prompt == "Play the blue 2 on a chain, or discard it."
    assert lying(OPEN, turned="R7").view(0).prompt == "The red 7 fits on no chain: discard it."
    assert lying(OPEN, pile="V6").view(0).prompt == "Turn a card."
    assert lying(OPEN, pile="V6", added=1).view(0).prompt == "Turn a card, or first take the violet 6 for a chain."
    last = play(lying(OPEN, turned="B2", pile="R7 V6", stock=""), "play North")
    assert last.view(0).prompt == "No card is left to turn: take the violet 6 for a chain."
    assert end(play(last, "take South")) == "The stock is used up: lost, with 0 of 4 chains closed."
    assert end(play(lying("/".join([*SIX, FIVE]), turned="B7"), "play West")) == "All four chains are closed: won."


def test_the_deal_in_the_transcript() -> None:
    """Transcripts tell the target and the bases; people do not read that they were dealt."""
    state = FRONT.start(3)
    s = state.position[0]
    table = {"target": FRONT.pack.code(int(s.target)), "bases": [FRONT.pack.code(int(base)) for base in s.ends]}
    line = {"event": "deal", "number": 1, "dealer": 0, "hands": [[]], "table": table, "stock": 44}
    assert (lines_by_action(state), said(state), flown(state)) == ([[line]], [], [])


def test_the_sentences_of_events() -> None:
    """A sentence names its card, which is seen to move."""
    state = play(lying(OPEN, pile="O1 V6", stock="B2"), "turn")
    assert (said(state), flown(state)) == (["You turn the blue 2."], [("B2", "stock", "turned")])
    assert state.view(None).news[-1].text == "Seat 0 turns the blue 2."
    other = play(state.copy(), "discard")
    assert (said(other), flown(other)) == (["You discard the blue 2."], [("B2", "turned", "discard")])
    play(state, "play East")
    assert (said(state), flown(state)) == (["You play the blue 2 on the east chain."], [("B2", "turned", "chain-1")])
    state = play(lying(OPEN, pile="O1 V6", added=1), "take South")
    assert said(state) == ["You take the violet 6 from the discard pile for the south chain."]
    assert flown(state) == [("V6", "discard", "chain-2")]
    state = lying(f"{FIVE}/I2/V3/Y4", pile="B7", added=1)
    assert said(play(state, "take North"))[1:] == ["The north chain is closed."]


def test_the_table() -> None:
    """The target is in force; the discard pile may be looked through; how far each chain has come is a track."""
    view = lying(f"{SIX[0]}/{FIVE}/V3/Y4 Y2", target="O6", pile="I1 G1 B6").view(0)
    zones = {zone.id: zone for zone in view.zones}
    assert [(fact.id, fact.card, fact.text) for fact in view.facts] == [("target", "O6", "orange 6")]
    assert ([face.code for face in zones["discard"].faces], zones["discard"].beneath) == (["B6"], ["G1", "I1"])
    assert [[face.note for face in zones[f"chain-{chain}"].faces] for chain in range(4)] == [
        ["base"] + [""] * (size - 1) for size in (6, 5, 1, 2)
    ]
    assert [(zone.purpose, zone.label, zone.note) for zone in view.zones if zone.kind == "chain"] == [
        ("chain", "North", "closed"), ("chain", "East", ""), ("chain", "South", ""), ("chain", "West", ""),
    ]  # fmt: skip
    assert [(track.value, track.of) for track in view.tracks] == [(1, 4)]
    assert [(step.text, step.state) for step in view.tracks[0].steps] == [
        ("North: closed", "closed"),
        ("East: 5 of 6 cards", "half"),
        ("South: 1 of 6 cards", "none"),
        ("West: 2 of 6 cards", "half"),
    ]
    assert view.seats[0].lines == []
    assert [zone.beneath for zone in lying(OPEN, pile="B6").view(0).zones if zone.id == "discard"] == [[]]
    empty = next(zone for zone in lying(OPEN).view(0).zones if zone.id == "discard")
    assert ([face.state for face in empty.faces], empty.count, empty.beneath) == (["empty"], 0, [])


def test_moves_in_words() -> None:
    """Each names its card, and says when it closes a chain."""

    def moves(state: sevenfold.State) -> dict[str, tuple[str, str]]:
        return {move.text: (move.label, move.effect) for move in state.view(0).moves}

    assert moves(lying(f"{FIVE}/B3/V3/Y4", turned="B7")) == {
        "play North": ("Play the blue 7 on the north chain", "closes the chain"),
        "play East": ("Play the blue 7 on the east chain", ""),
        "discard": ("Discard the blue 7", ""),
    }
    assert moves(lying(f"{FIVE}/B3/V3/Y4", pile="B7", added=1)) == {
        "take North": ("Take the blue 7 from the discard pile for the north chain", "closes the chain"),
        "take East": ("Take the blue 7 from the discard pile for the east chain", ""),
        "turn": ("Turn a card", ""),
    }


def test_refusals_in_words() -> None:
    """They name the cards."""
    state = lying(f"{FIVE}/I2/V3/Y4", turned="B6")
    assert state.why_not("play North") == ("FRONT-5", "The sixth card of a chain must match the target, the violet 7, too.")
    text = "The blue 6 shares neither number nor suit with the violet 3, the last card of the south chain."
    assert state.why_not("play South") == ("FRONT-2", text)
