"""Seven and Seven, rule by rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import pytest

import sevenfold
from helpers.situations import arrange, codes, hand, hands, legal, play, rule_against
from sevenfold.cards import NONE
from sevenfold.games.seven_and_seven.rules import progress, win_as_dealt
from sevenfold.kernel.chance import below, source
from sevenfold.kernel.play import legal_and_turn, redeal
from sevenfold.records.transcript import lines_by_action, transcript
from sevenfold.view.description import Zone
from sevenfold.view.event_text import Event

SEVENS = sevenfold.load("seven_and_seven")
CARD = SEVENS.pack.parse
WHOLE = (1 << 49) - 1
WON = "R1 R2 R3 R4 O4 Y4 G4"
ONE_OFF = "R1 R2 R3 R4 O4 Y4"  # with a G4, B4, I4 or V4 it is complete


def holding(*held: str, piles: Sequence[str] = (), stock: str | None = None) -> sevenfold.State:
    """Seat 0's turn with these hands and discard piles, their tops last; what lies nowhere else is the stock."""
    game = sevenfold.load("seven_and_seven", players=len(held))
    under, tops, beneath = [NONE] * 49, [NONE] * 4, []
    for seat, pile in enumerate(pile.split() for pile in piles):
        for below_it, card in pairwise(pile):
            under[CARD(card)] = CARD(below_it)
        tops[seat] = CARD(pile[-1]) if pile else NONE
        beneath += pile[:-1]
    lying = hand(game, " ".join([*held, *piles]))
    return arrange(
        game.start(1),
        hands=hands(game, *held) + [0] * (4 - len(held)),
        unseen=[len(cards.split()) for cards in held] + [0] * (4 - len(held)),
        tops=tops,
        under=under,
        beneath=hand(game, " ".join(beneath)),
        stock=WHOLE & ~lying if stock is None else hand(game, stock),
        dealer=len(held) - 1,
        turn=0,
    )


def piles(state: sevenfold.State) -> list[str]:
    """The discard piles, their tops last."""
    s, found = state.position[0], list[str]()
    for seat in range(state.game.players):
        pile, card = list[str](), int(s.tops[seat])
        while card != NONE:
            pile.insert(0, SEVENS.pack.code(card))
            card = int(s.under[card])
        found.append(" ".join(pile))
    lying = hand(SEVENS, " ".join(" ".join(pile.split()[:-1]) for pile in found))
    assert int(s.beneath) == lying
    return found


def zone(state: sevenfold.State, viewer: int | None, id: str) -> Zone:
    """A zone as a viewer sees it."""
    return next(zone for zone in state.view(viewer).zones if zone.id == id)


def heard(state: sevenfold.State, viewer: int | None, kind: str) -> Event:
    """The latest event of a kind, as a viewer learnt of it."""
    return next(event for event in reversed(state.events(viewer)) if event.kind == kind)


def flights(state: sevenfold.State, viewer: int | None, kind: str) -> list[tuple[str | None, str, str]]:
    """The cards that moved by the events of a kind, as a viewer saw them."""
    found = [flight for news in state.view(viewer).news if news.kind == kind for flight in news.flights]
    return [(flight.code, flight.start, flight.end) for flight in found]


@pytest.mark.rule("SEVENS-1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_deal(players: int) -> None:
    """Seven cards each, the rest a stock; each has an empty discard pile; the player left of the dealer begins."""
    for seed in range(6):
        state = sevenfold.load("seven_and_seven", players=players).start(seed)
        s = state.position[0]
        assert [int(cards).bit_count() for cards in s.hands] == [7] * players + [0] * (4 - players)
        assert int(s.stock) == WHOLE & ~int(s.hands[0] | s.hands[1] | s.hands[2] | s.hands[3])
        assert piles(state) == [""] * players
        assert state.turn == (s.dealer + 1) % players
        assert legal(state) == "draw"
        zones = [(zone.id, zone.owner, zone.label) for zone in state.view(0).zones if zone.purpose == "discard"]
        assert zones == [(f"pile-{seat}", seat, "Discard pile") for seat in range(players)]
        for viewer in (0, None):
            hands = heard(state, viewer, "deal").fields["hands"]
            assert hands == [codes(SEVENS, s.hands[seat]).split() if seat == viewer else None for seat in range(players)]


@pytest.mark.rule("SEVENS-1")
def test_the_piles_lie_face_up() -> None:
    """Every card of a discard pile has been seen: people may look through it, from its top down."""
    state = holding("R1 O2", "G5 B6", piles=["V1 V2 V3", "", ""])
    for viewer in (0, 1, None):
        pile = zone(state, viewer, "pile-0")
        assert (pile.faces[0].code, pile.beneath, pile.count) == ("V3", ["V2", "V1"], 3)
        pile = zone(state, viewer, "pile-1")
        assert (pile.faces[0].state, pile.beneath, pile.count) == ("empty", [], 0)


@pytest.mark.rule("SEVENS-2")
def test_from_the_stock() -> None:
    """The top of the stock, unseen by the others; then one of the eight cards goes onto one's own pile."""
    state = play(holding("R1 O2", "G5 B6", piles=["V1", "V2"], stock="I3"), "draw")
    assert legal(state) == "discard R1, discard O2, discard I3"
    assert rule_against(state, "discard G5") == "SEVENS-2"
    assert [zone(state, viewer, "taken").faces[0].code for viewer in (0, 1, None)] == ["I3", None, None]
    assert [[seat.cards for seat in state.view(viewer).seats] for viewer in (0, 1)] == [[3, 2]] * 2
    assert [heard(state, viewer, "draw").fields.get("card") for viewer in (0, 1, None)] == ["I3", None, None]
    assert [heard(state, viewer, "draw").text for viewer in (0, 1)] == ["You draw the indigo 3.", "Seat 0 draws a card."]
    assert [flights(state, viewer, "draw") for viewer in (0, 1)] == [[(code, "stock", "hand-0")] for code in ("I3", None)]
    assert lines_by_action(state)[1] == [
        {"event": "move", "seat": 0, "move": "take", "from": "stock"},
        {"event": "draw", "seat": 0, "card": "I3"},
    ]
    play(arrange(state, stock=hand(SEVENS, "I4")), "discard R1")
    assert (codes(SEVENS, state.position[0].hands[0]), piles(state), state.turn) == ("O2 I3", ["V1 R1", "V2"], 1)
    assert lines_by_action(state)[1] == [{"event": "move", "seat": 0, "move": "discard", "card": "R1"}]
    assert [heard(state, viewer, "discard").text for viewer in (0, 1)] == [
        "You discard the red 1.",
        "Seat 0 discards the red 1.",
    ]
    assert flights(state, 1, "discard") == [("R1", "hand-0", "pile-0")]


@pytest.mark.rule("SEVENS-2")
@pytest.mark.parametrize(("discarded", "same"), [("R1", True), ("I3", False)])
def test_the_others_do_not_learn_what_was_drawn(discarded: str, same: bool) -> None:
    """Whatever was drawn, the others hear the same until it is discarded."""
    courses = []
    for drawn in ("I3", "I4"):
        state = play(holding("R1 O2", "G5 B6", piles=["V1", "V2"], stock=drawn), "draw")
        courses.append(play(state, f"discard {drawn if discarded == 'I3' else discarded}"))
    one, other = courses
    for viewer in (1, None):
        assert (one.information(viewer) == other.information(viewer)) == same
    assert one.information(0) != other.information(0)


@pytest.mark.rule("SEVENS-2")
@pytest.mark.parametrize("pile", [0, 1, 2])
def test_from_a_pile(pile: int) -> None:
    """The top of any player's pile, their own included, is taken for all to see; the card under it is then the top."""
    lying = ["V1 V2", "V3 V4", "V5 V6"]
    state = holding("R1 O2", "G5 B6", "Y1 Y2", piles=lying)
    assert legal(state) == "take V2, take V4, take V6, draw"
    assert rule_against(state, "take V1") == rule_against(state, "take R1") == "SEVENS-2"
    below_it, top = lying[pile].split()
    play(state, f"take {top}")
    assert legal(state) == f"discard R1, discard O2, discard {top}"
    assert zone(state, 1, "taken").faces[0].code == top
    texts = [heard(state, viewer, "take").text for viewer in (0, 1, 2)]
    who, whose = ["You take", "Seat 0 takes", "Seat 0 takes"], [f"Seat {pile}'s"] * 3
    if pile == 0:
        whose = ["your own", "their own", "their own"]
    else:
        whose[pile] = "your"
    named = SEVENS.pack.the(CARD(top))
    assert texts == [f"{subject} {named} from {its} pile." for subject, its in zip(who, whose, strict=True)]
    assert flights(state, None, "take") == [(top, f"pile-{pile}", "hand-0")]
    play(state, "discard O2")
    assert (codes(SEVENS, state.position[0].hands[0]), state.turn) == (f"R1 {top}", 1)
    assert piles(state) == [(below_it if k == pile else lying[k]) + (" O2" if k == 0 else "") for k in range(3)]
    assert lines_by_action(state)[1] == [{"event": "move", "seat": 0, "move": "take", "from": pile}]


def test_a_move_says_whose_pile_is_taken_from() -> None:
    """Beside its label: where the card comes from."""
    state = holding("R1 O2", "G5 B6", piles=["V1", "V2"])
    moves = [(move.label, move.effect) for move in state.view(0, ["You", "Ada"]).moves]
    expected = [("Take the violet 1", "from your own pile"), ("Take the violet 2", "from Ada's pile"), ("Draw a card", "")]
    assert moves == expected
    assert [move.effect for move in play(state, "take V2").view(0).moves] == [""] * 3


@pytest.mark.rule("SEVENS-2")
@pytest.mark.parametrize("take", ["draw", "take V2"])
def test_the_card_taken_may_be_discarded(take: str) -> None:
    """The card just taken may be discarded at once, on one's own pile."""
    state = play(holding("R1 O2", "G5 B6", piles=["V1", "V2"], stock="I3 I4"), take)
    s = state.position[0]
    card = SEVENS.pack.code(int(s.drawn if take == "draw" else s.picked))
    play(state, f"discard {card}")
    assert (codes(SEVENS, state.position[0].hands[0]), piles(state)[0]) == ("R1 O2", f"V1 {card}")


@pytest.mark.rule("SEVENS-2")
def test_take_and_discard_are_one_turn() -> None:
    """The limit counts taking and discarding once."""
    state = play(holding("R1 O2", "G5 B6", stock="I3 I4"), "draw")
    assert state.position[0].turns == 0
    assert play(state, "discard R1").position[0].turns == 1


@pytest.mark.rule("SEVENS-3")
@pytest.mark.parametrize("complete", [WON, "V7 V6 V1 V3 R3 O3 G3", "B5 R5 O5 Y5 B1 B2 B7", "I2 V2 G2 Y2 I7 I6 I5"])
def test_winning(complete: str) -> None:
    """Four cards of one number and four of one suit, in any order, the pivot in both: won at the discard, not before."""
    first, *others = complete.split()
    state = holding(f"{' '.join(others)} R7", "G5 B6", piles=["", first])
    play(state, f"take {first}")
    assert not state.is_over
    play(state, "discard R7")
    assert (state.is_over, state.winners(), state.returns()) == (True, [0], [1, 0])
    assert state.standing()[0] > state.standing()[1]


@pytest.mark.rule("SEVENS-3")
@pytest.mark.parametrize(
    "held",
    [
        "R1 R2 R3 R4 O4 Y4 G5",  # four of a suit, three of a number
        "R1 R2 R3 O4 Y4 G4 B4",  # four of a number, three of a suit: no pivot
        "R1 R2 R3 R5 O4 Y4 G4",
        "R1 R2 R3 R4 R5 R6 R7",
        "R1 O1 Y1 G1 B1 I1 V1",
        "R1 R2 R3 O1 O2 O3 Y1",
    ],
)
def test_not_complete(held: str) -> None:
    """No smaller combination wins."""
    state = play(holding(held, "G6 B6", piles=["", "I7"]), "take I7", "discard I7")
    assert (state.is_over, state.turn) == (False, 1)


def test_how_near_a_hand_is() -> None:
    """As many cards may stay as the hand shares with the complete hand that it shares most with."""

    def shared(held: list[str], pivot: str) -> int:
        others = [card for card in held if card != pivot]
        same = [sum(card[at] == pivot[at] for card in others) for at in (0, 1)]  # suit, number
        return (pivot in held) + min(3, same[0]) + min(3, same[1])

    chance = source(8)
    pack = SEVENS.pack.codes(WHOLE)
    for _ in range(300):
        cards = 0
        while cards.bit_count() < 7:
            cards |= 1 << below(chance[0], 49)
        held = SEVENS.pack.codes(cards)
        assert progress(cards) == max(shared(held, pivot) for pivot in pack), held
    assert progress(hand(SEVENS, WON)) == 7


@pytest.mark.rule("SEVENS-3")
def test_the_winner_shows_their_hand() -> None:
    """Everybody sees the hand that won, its cards marked, and hears of what it is made; nobody sees another."""
    state = play(holding(f"{ONE_OFF} V7", "G5 B6", piles=["", "G4"]), "take G4", "discard V7")
    cards = "the red 1, the red 2, the red 3, the red 4, the orange 4, the yellow 4 and the green 4"
    for viewer, who in ((0, "You win"), (1, "Seat 0 wins"), (None, "Seat 0 wins")):
        faces = zone(state, viewer, "hand-0").faces
        assert [face.code for face in faces] == WON.split()
        assert [face.mark for face in faces] == ["suit"] * 3 + ["pivot"] + ["number"] * 3
        facts = [(fact.label, fact.number, fact.suit) for fact in state.view(viewer).facts]
        assert facts == [("Four of a number", 4, None), ("Four of a suit", None, "R")]
        assert heard(state, viewer, "win").text == f"{who}, with four 4s and four red cards: {cards}."
        assert heard(state, viewer, "win").fields["hand"] == WON.split()
    assert [(face.code, face.mark) for face in zone(state, 0, "hand-1").faces] == [(None, "")] * 2


@pytest.mark.rule("SEVENS-4")
def test_the_stock_used_up() -> None:
    """At the start of a turn that finds no stock all discard piles but their tops are shuffled into a new one."""
    state = holding("R1 O2", "G5 B6", "I1 I2", piles=["V1 V2", "V3 V4 V5", "V6"], stock="I3")
    play(state, "draw")
    assert state.position[0].stock == 0
    play(state, "discard I3")
    assert (codes(SEVENS, state.position[0].stock), piles(state)) == ("V1 V2 V3 V4", ["I3", "V5", "V6"])
    assert lines_by_action(state)[-1][1:] == [{"event": "reshuffle", "cards": ["V1", "V2", "V3", "V4"]}]
    for viewer in (0, 1, None):
        text = "The discard piles, all but their top cards, are shuffled into a new stock."
        assert heard(state, viewer, "reshuffle").text == text
        came = [(code, f"pile-{pile}", "stock") for code, pile in (("V1", 0), ("V2", 0), ("V3", 1), ("V4", 1))]
        assert flights(state, viewer, "gather") == came
    assert legal(state) == "take I3, take V5, take V6, draw"
    play(state, "take V5", "discard B6")
    assert piles(state) == ["I3", "B6", "V6"]


@pytest.mark.rule("SEVENS-4")
def test_no_reshuffle_for_a_turn_that_does_not_begin() -> None:
    """If the limit ends the game, the stock stays empty and no new stock is announced."""
    state = arrange(holding("R1 O2", "G5 B6", piles=["V1 V2", "V3 V4 V5"], stock="I3"), limit=1)
    play(state, "draw", "discard R1")
    assert (state.is_truncated, int(state.position[0].stock)) == (True, 0)
    assert [event.kind.name for event in state.event_log().said[-1]] == ["discard"]
    assert piles(state) == ["V1 V2 R1", "V3 V4 V5"]


@pytest.mark.rule("SEVENS-4")
def test_no_reshuffle_before_it_is_due() -> None:
    """While the stock has a card the piles stay as they are; after the last turn nothing is shuffled."""
    state = play(holding("R1 O2", "G5 B6", piles=["V1 V2", "V3"], stock="I3 I4"), "draw", "discard R1")
    assert piles(state) == ["V1 V2 R1", "V3"]
    state = play(holding(f"{ONE_OFF} V7", "G5 B6", piles=["V1 V2", "V3"], stock="G4"), "draw", "discard V7")
    assert (state.is_over, piles(state)) == (True, ["V1 V2 V7", "V3"])
    assert [event["event"] for event in lines_by_action(state)[-1]] == ["move"]


@pytest.mark.rule("SEVENS-5")
@pytest.mark.parametrize(("players", "seed", "winner"), [(2, 2408, 0), (2, 12125, 1), (3, 319, 2), (4, 5934, 1), (4, 13165, 0)])
def test_complete_as_dealt(players: int, seed: int, winner: int) -> None:
    """A hand that is complete as dealt wins at once."""
    state = sevenfold.load("seven_and_seven", players=players).start(seed)
    assert (state.is_over, state.winners(), state.actions) == (True, [winner], ())
    assert [event["event"] for event in transcript(state)] == ["game", "deal", "end"]
    for viewer in (winner, None):
        who = "You win" if viewer == winner else f"Seat {winner} wins"
        assert heard(state, viewer, "win").text.startswith(f"{who} as dealt, with four ")
        marks = sorted(face.mark for face in zone(state, viewer, f"hand-{winner}").faces)
        assert marks == ["number"] * 3 + ["pivot"] + ["suit"] * 3


@pytest.mark.rule("SEVENS-5")
@pytest.mark.parametrize(("dealer", "winner"), [(0, 1), (1, 3), (2, 3), (3, 1)])
def test_two_complete_as_dealt(dealer: int, winner: int) -> None:
    """Of two such hands, the first from the dealer's left wins."""
    state = holding("I1 I2", WON, "V1 V2", "V7 V6 V5 V3 B3 I3 G3")
    s = state.position[0]
    s.dealer = dealer
    win_as_dealt(s)
    assert (int(s.winner), int(s.turn)) == (winner, NONE)


# -- what a seat knows --------------------------------------------------------------------------------------------------


class Watcher:
    """What everybody knows, kept from the public side of a transcript: another way than the game's.

    Era e begins with the e-th reshuffle. A card is of the era of the last new stock that it was part of; an unseen card in a
    hand is of the era in which it was drawn, so of each hand it is known how many unseen cards it has of which era.
    """

    def __init__(self, players: int) -> None:
        self.now = 0
        self.era = dict.fromkeys(SEVENS.pack.codes(WHOLE), 0)
        self.unseen = [Counter({0: 7}) for _ in range(players)]
        self.seen: list[set[str]] = [set() for _ in range(players)]
        self.piles: list[list[str]] = [[] for _ in range(players)]

    def watch(self, event: dict[str, Any]) -> None:
        """An event."""
        seat = event.get("seat", 0)
        if event["event"] == "draw":
            self.unseen[seat][self.now] += 1
        elif event["event"] == "reshuffle":
            self.now += 1
            self.era |= dict.fromkeys(event["cards"], self.now)
            self.piles = [pile[-1:] for pile in self.piles]
        elif event.get("move") == "take" and event["from"] != "stock":
            self.seen[seat].add(self.piles[event["from"]].pop())
        elif event.get("move") == "discard":
            self.piles[seat].append(event["card"])
            if event["card"] in self.seen[seat]:
                self.seen[seat].remove(event["card"])
            else:
                self.unseen[seat][self.era[event["card"]]] -= 1

    def check(self, s: Any) -> None:
        """Check that a position could be the true one."""
        stock = set(codes(SEVENS, s.stock).split())
        assert {self.era[card] for card in stock} <= {self.now}
        piled = {card for pile in self.piles for card in pile}
        held: list[str] = []
        for seat, seen in enumerate(self.seen):
            taken = [int(card) for card in (s.drawn, s.picked) if seat == s.turn and card != NONE]
            cards = set(codes(SEVENS, int(s.hands[seat]) | sum(1 << card for card in taken)).split())
            assert seen <= cards
            assert Counter(self.era[card] for card in cards - seen) == +self.unseen[seat]
            assert not (four_of(0, s.hands[seat]) and four_of(1, s.hands[seat]))
            held += cards
        assert sorted([*stock, *piled, *held]) == sorted(SEVENS.pack.codes(WHOLE))


def four_of(what: int, cards: int) -> bool:
    """Four cards of one suit (0), or of one number (1)?"""
    return max(Counter(code[what] for code in codes(SEVENS, cards).split()).values()) >= 4


def some_action(state: sevenfold.State, chooser: Any) -> int:
    """A legal action at random; from the stock more often than from a pile."""
    legal = [int(action) for action in state.legal_actions()]
    if legal[-1] == 49 and below(chooser[0], 3):
        return 49
    return legal[below(chooser[0], len(legal))]


def watched(players: int, seed: int, actions: int) -> Iterator[tuple[sevenfold.State, Watcher]]:
    """A random game, watched by a spectator."""
    state, watcher = sevenfold.load("seven_and_seven", players=players).start(seed), Watcher(players)
    chooser = source(seed)
    while not state.is_over and len(state.actions) < actions:
        yield state, watcher
        state.play(some_action(state, chooser))
        for event in lines_by_action(state)[-1]:
            watcher.watch(event)


@pytest.mark.slow
@pytest.mark.rule("SEVENS-3")
@pytest.mark.rule("SEVENS-4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_re_dealing_agrees_with_what_was_seen(players: int) -> None:
    """Nothing re-dealt contradicts the takes, discards and reshuffles, nor gives anybody a hand with which they had won."""
    chance = source(players)
    reshuffles = 0
    for state, watcher in watched(players, players, 900):
        watcher.check(state.position[0])
        reshuffles = watcher.now
        for viewer in (len(state.actions) % players, -1):
            if len(state.actions) % 5 == 0:
                dealt = state.position.copy()
                redeal(dealt, 0, viewer, chance)
                watcher.check(dealt[0])
                if viewer >= 0:
                    assert dealt[0].hands[viewer] == state.position[0].hands[viewer]
                assert legal_and_turn(dealt, 0)[1] == state.turn
    assert reshuffles >= 4


def test_re_dealing_is_even() -> None:
    """After two reshuffles each unseen card of an era is as likely in each place of that era."""
    for state, watcher in watched(3, 12, 400):
        mixed = all(len(+watcher.unseen[seat]) >= 2 for seat in (1, 2))
        if watcher.now >= 2 and state.turn == 0 and mixed and state.phase == "discard a card":
            break
    else:
        raise AssertionError("no such state")
    chance, n = source(5), 3000
    places: Counter[tuple[str, int]] = Counter()
    for _ in range(n):
        s = state.redeal(0, chance)[0]
        places.update((card, seat) for seat in (1, 2) for card in codes(SEVENS, s.hands[seat]).split())
    s = state.position[0]
    own = set(codes(SEVENS, int(s.hands[0]) | 1 << int(max(s.drawn, s.picked))).split())
    open_ = own.union(*watcher.seen, *watcher.piles)
    for era in {*watcher.unseen[1], *watcher.unseen[2]}:
        unseen = [card for card, its in watcher.era.items() if its == era and card not in open_]
        for seat in (1, 2):
            expected = n * watcher.unseen[seat][era] / max(1, len(unseen))
            spread = 5 * (expected * (1 - expected / n)) ** 0.5
            assert all(abs(places[card, seat] - expected) <= spread for card in unseen), (era, seat)


@pytest.mark.rule("SEVENS-3")
def test_no_complete_hand_is_re_dealt() -> None:
    """A hand of which six cards are seen is not completed by the seventh: it would have won."""
    state = holding("I1 I2 I5 I6 I7 O1 O2", f"{ONE_OFF} V7", stock="G4 B4 I4 V4 G1")
    arrange(state, seen=[0, hand(SEVENS, ONE_OFF), 0, 0], unseen=[7, 1, 0, 0])
    chance = source(3)
    seventh = {codes(SEVENS, int(state.redeal(0, chance)[0].hands[1]) & ~hand(SEVENS, ONE_OFF)) for _ in range(100)}
    assert seventh == {"V7", "G1"}
