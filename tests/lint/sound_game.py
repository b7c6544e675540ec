"""A small sound game that uses much of what a game can declare, with its rule page, to be changed in one place at a time."""

from __future__ import annotations

SOUND = '''"""Shed: lay a card that matches, or draw."""

from random import randrange

from sevenfold.cards import NONE, SEVENDECK_PACK
from sevenfold.devise import (
    EACH, NOBODY, OWNER, Fields, Note, Rules, a_card, a_choice, a_number, a_seat, a_term, below, bit, by_seat, card,
    card_actions, cards, compiled, count, draw, draw_card, each, end_game, event, first, has, left, lowest, named_actions,
    next_turn, number, one_action, option, recorded, remembered, some_cards, without,
)
from sevenfold.kernel import observed
from sevenfold.mechanics.piles import dealing
from sevenfold.mechanics.scores import earning, score_deal

DRAW = 49
SUITS = 7
POINTS = 1  # the option ending
VALUES = (1, 2, 3, 4, 5, 6, 7)
TABLE_OF_VALUES = [1, 2, 3, 4, 5, 6, 7]


class Position(Fields):
    ending: int  # an option
    strict: int  # an option
    rows: int  # an option
    hands = cards(4, seen_by=OWNER)
    stock = cards(seen_by=NOBODY)
    pile = cards()
    top = card()
    last = card(4)
    points = number(4)
    rounds = number()
    named = number()
    lacks = recorded(4, observed=True)
    seen = remembered(4)


rules = Rules(
    Position,
    "shed",
    "Shed",
    pack=SEVENDECK_PACK,
    players=(2, 3, 4),
    options={
        "ending": option({"rounds": "After seven rounds.", "points": "At twenty points."}, "When the game ends."),
        "strict": option((False, True), "Whether numbers must match."),
        "rows": option((5, 6), "How many cards are dealt."),
    },
    illegal=lambda options: "That takes long." if options["ending"] == "points" and options["rows"] == 6 else None,
    minutes=5,
    about="Lay a card that matches, or draw.",
    talk={"have": "I have {card}."},
)
TURN, NAMING = 0, 1
rules.phase(
    TURN,
    "lay or draw",
    card_actions("lay", cards=range(49)),
    one_action(DRAW, "draw", "Draw a card", touch=lambda s, action: (("stock", 0),)),
)
rules.phase(NAMING, "name a suit", named_actions("name", [suit.name for suit in SEVENDECK_PACK.suits]), within_move=True)

dealt = dealing(say=lambda deal: "Deal {number}." if deal["number"] > 1 else "", turn_up=a_card())
rules.notes(dealt, lambda seen: [Note("Turned up", card=seen["turn_up"])])
laid = event(
    "lay",
    is_move=True,
    seat=a_seat(),
    card=a_card(),
    say="{seat} lay[s] {card}.",
    goes=[("card", "hand-{seat}", "pile")],
)
drew = event(
    "draw",
    seat=a_seat(),
    card=a_card(to="seat"),
    say="{seat} draw[s] {card}.",
    goes=[("card", "stock", "hand-{seat}")],
)
looked = event("look", known_to="seat", seat=a_seat(), card=a_card(), say="{seat} see[s] {card}.")
named = event("name", is_move=True, seat=a_seat(), by=a_choice("red", "black"), say="{seat} name[s] {by}.")
swept = event("sweep", cards=some_cards(), hands=by_seat("cards", to=EACH), say="{cards} leave the table.")
earned = earning(a_term(("SHED-4", "1 for each round")))
scored = event(
    "score",
    deal=a_number(),
    seat=a_seat(),
    bid=a_number(or_none=True),
    took=a_number(or_none=True),
    points=a_number(),
    total=a_number(),
    say=lambda score: "{seat} score[s] {points}." if score["points"] else "",
)


@observed
def note_draw(s, seat):
    """A seat draws, since it cannot match."""


@compiled
def remember_draw(s, seat):
    s.lacks[seat] |= alike(s.top)
    s.seen[seat] |= bit(s.top)


rules.observes(note_draw, remember_draw)


@rules.answers
def start(s):
    s.stock = first(49)
    for seat in range(s.players):
        s.hands[seat] = draw(s, s.rows)  # SHED-1
        s.last[seat] = NONE
    s.top = draw_card(s)
    s.named = NONE
    s.phase = TURN
    s.turn = left(s, s.dealer)
    dealt(s, 1, s.dealer, s.hands, count(s.stock), s.top)


@rules.allows(TURN, "SHED-2", lambda s, action: f"You do not hold {SEVENDECK_PACK.the(action)}.")
def held(s):
    return s.hands[s.turn] | bit(DRAW)  # SHED-2


@rules.allows(TURN, "SHED-2", "That card does not match.")
def matching(s):
    hand = s.hands[s.turn]
    if s.strict:
        return hand & alike(s.top) | bit(DRAW)
    return hand | bit(DRAW)


@compiled
def alike(card):
    found = 0
    for other in range(49):
        if other % 7 == card % 7 or VALUES[other % 7] == 3:
            found |= bit(other)
    return found


@rules.applies(TURN)
def lay(s, action):
    if action == DRAW:
        take(s)
        return
    laid(s, s.turn, action)
    s.hands[s.turn] = without(s.hands[s.turn], action)
    s.pile |= bit(s.top)
    s.top = action
    s.last[s.turn] = action
    s.phase = NAMING


@compiled
def take(s):
    if s.stock == 0:
        end_game(s)
        return
    note_draw(s, s.turn)
    drawn = draw_card(s)
    drew(s, s.turn, drawn)
    looked(s, s.turn, s.top)
    s.hands[s.turn] |= bit(drawn)
    end_turn(s)


@rules.allows(NAMING, "SHED-3", "Name a suit.")
def suits(s):
    return first(SUITS)  # SHED-3


@rules.applies(NAMING)
def name(s, suit):
    named(s, s.turn, 0)
    s.named = suit
    s.phase = TURN
    end_turn(s)


@compiled
def end_turn(s):
    s.rounds += 1
    best = 0
    for seat in range(s.players):
        best = max(best, s.points[seat])
    if s.hands[s.turn] == 0:
        s.points[s.turn] += 1
        earned(s, s.turn, 0, 1)
        scored(s, 1, s.turn, NONE, NONE, 1, s.points[s.turn])
        swept(s, s.pile, s.hands)
    if (best >= 20 if s.ending == POINTS else s.rounds >= 7 * s.players) or s.hands[s.turn] == 0:
        end_game(s)
    else:
        next_turn(s)


@rules.answers
def standing(s, seat):
    return s.points[seat] - count(s.hands[seat]) / 64


@rules.answers
def lacked(s, holder, part):
    return s.lacks[holder] | s.seen[holder]


@rules.texts
def prompt(s):
    if s.phase == NAMING:
        return "Name a suit."
    return f"Lay a card on {SEVENDECK_PACK.the(s.top)}, or draw."


@rules.texts
def outcome(s, winners, names):
    return "{winners} win[s]."


@rules.texts
def table(look):
    s = look.s
    for seat in look.every_seat:
        look.seat(seat, score=s.points[seat], cards=count(s.hands[seat]), lines=[("Last", str(s.last[seat]))])
        look.hand(seat)
    look.stock(s.stock)
    show_pile(look)
    if s.named != NONE:
        look.fact("named", "Named", suit=s.named, badge="trump")


def show_pile(look):
    s = look.s
    look.pile("pile", s.top, count(s.pile) + 1, "Pile")
    look.zone("base", "row", "base", "Base", [look.up(s.top)])
'''

PAGE = """# Shed

**SHED-1** Everybody gets five cards.

**SHED-2** Lay a card that matches, or draw.

**SHED-3** Name a suit.

**SHED-4** Who is first without cards gets a point.
"""

# The same kind of game in another manner: other names for the position, a module's name before each word, functions within
# texts, arrays of constants.
OTHERWISE = '''"""Pick: take the card that is worth most."""

from typing import NamedTuple

import numpy as np

from sevenfold import devise as d
from sevenfold.cards import NONE, SEVENDECK_PACK, Pack
from sevenfold.mechanics import piles

WORTH = np.arange(49) % 7
NAMES = ["one", "two", "three"]
TAKE, GIVE = range(2)
VALUE_OF = {"low": 1, "high": 7}


class Shown(NamedTuple):
    name: str
    s: int


class Position(d.Fields):
    level: int
    fast: int
    hands = d.cards(2, seen_by=d.OWNER)
    stock = d.cards(seen_by=d.NOBODY)
    offers = d.card(3)
    scores = d.number(2)
    left_over = d.cards()


def combination(chosen):
    if chosen["level"] == "high" and chosen["fast"]:
        return "Not both."
    return None


rules = d.Rules(
    Position,
    "pick",
    "Pick",
    pack=SEVENDECK_PACK,
    players=2,
    options={"level": ("low", "high"), "fast": (False, True)},
    illegal=combination,
    minutes=2,
    about="Take the best card!",
)
rules.phase(TAKE, "take", d.place_actions("take", NAMES, lambda s, action: (("offers", action),)))
rules.phase(GIVE, "give", d.card_actions("give", cards=range(49)), d.one_action(60, "keep", "Keep all"))

took = d.event(
    "take", is_move=True, seat=d.a_seat(), card=d.a_card(), goes=[("card", "offers", "hand-{seat}")],
    say=lambda fields: "{seat} took {card}." if fields["card"] != NONE else "{seat} took nothing.",
)
gave = d.event("give", is_move=True, giver=d.a_seat(), card=d.a_card(to="giver"), say="{giver} must give {card}, and do[es].")
kept = piles.passed
told = d.event("scores", scores=d.by_seat("number"), say="The scores are told.")


@rules.answers
def start(state):
    """Deal."""
    state.stock = d.first(49) & ~d.bit(0)
    offers = state.offers
    for place in range(len(offers)):
        offers[place] = d.draw_card(state)
    for seat in range(2):
        state.hands[seat] = d.draw(state, 3)
    state.turn = 0


@d.compiled
def worth(state, place):
    card = state.offers[place]
    if card == NONE:
        return 0
    elif state.level == VALUE_HIGH:
        return WORTH[card] + 1
    else:
        return min(WORTH[card], 3)


VALUE_HIGH = 1


@rules.allows(phase=TAKE, rule="PICK-1", sentence="Nothing lies there.")
def lying(state):
    found = 0
    for place in range(3):
        found |= d.bit(place) if state.offers[place] != NONE else 0
    assert found >= 0, "a set"
    return found


@rules.applies(TAKE)
def take(state, place):
    seat, card = state.turn, state.offers[place]
    state.scores[seat] += worth(state, place) if not state.fast else 2
    took(state, seat, card)
    state.hands[seat] |= d.maybe(card)
    state.offers[place] = NONE
    if d.count(state.stock) > 0:
        state.offers[place] = d.draw_card(state)
    state.phase = GIVE if state.hands[seat] else TAKE


def that_is_held(s, action):
    return f"You do not hold {SEVENDECK_PACK.the(action)}." if action < 49 else "You must give a card."


@rules.allows(GIVE, "PICK-2", that_is_held)
def in_hand(state):
    hand = state.hands[state.turn]
    most = 0
    while hand:
        card = d.lowest(hand)
        hand = d.beyond_lowest(hand)
        if WORTH[card] < 6:
            most |= d.bit(card)
    return (most or state.hands[state.turn]) | d.bit(60)


@rules.applies(GIVE)
def give(state, action):
    match action:
        case 60:
            kept(state, state.turn)
        case _:
            gave(state, state.turn, action)
            state.hands[state.turn] &= ~d.bit(action)
            state.left_over |= d.bit(action)
    go_on(state)


@d.compiled
def go_on(p):
    if highest(p) >= 20 or lies_nothing(p):
        told(p, p.scores)
        d.end_game(p)
        return
    p.turn = 1 - p.turn
    p.phase = TAKE


@d.compiled
def highest(p):
    return max(p.scores[0], p.scores[1])


@d.compiled
def lies_nothing(p):
    for card in p.offers:
        if card != NONE:
            return False
    return True


@rules.answers
def standing(state, seat):
    return state.scores[seat] / 10


def named(pack: Pack, cards) -> str:
    return ", ".join(sorted((pack.cards[one].name for one in d.each(cards)), key=lambda s: s.upper()))


@rules.texts
def prompt(s):
    suits = [s.name for s in SEVENDECK_PACK.suits]
    shown = [Shown("a", 1)]
    ordered = sorted(shown, key=lambda s: s.name)
    if s.phase == TAKE:
        return f"Take a card ({len(suits) + len(ordered)})."
    return f"Give one of {named(SEVENDECK_PACK, s.hands[s.turn])}."


@rules.texts
def label(s, actions, names):
    for s_name in names:
        if s_name == "nobody":
            return s_name
    return ""


@rules.texts
def table(view):
    def lay(seat):
        view.hand(seat)
        view.pile(f"gone-{seat}", NONE, d.count(position.left_over), "Gone", owner=seat)

    position = view.s
    for seat in view.every_seat:
        view.seat(seat, score=position.scores[seat])
        lay(seat)
    view.stock(position.stock)
    kind = "cells"
    view.zone("offers", kind, "tableau", "Offers", [view.up(card) for card in position.offers])
'''
