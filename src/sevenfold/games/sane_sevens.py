"""Sane Sevens: match the top card in number or suit; the first without cards wins. Two to four players."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sevenfold.cards import NONE, SEVENDECK_PACK
from sevenfold.engine import (
    NOBODY, OWNER, Face, Look, Record, Rules, bit, card, card_actions, cards, compiled, count, draw, draw_card, end_game,
    first, has, left, named_actions, next_turn, noted, number, number_actions, one_action, without,
)  # fmt: skip
from sevenfold.games.duty import LAYERS, begin_layers, layer_size, let_go, out_of_stock, restock, show_lack, take_in
from sevenfold.games.sevendeck import FOUR_JOKERS, SEVENDECK, matching, of_colour, of_number

MOST_SEATS = 4
DRAW, PASS, KEEP = 53, 54, 55
FIRST_NUMBER = 7  # of the actions that name: 0-6 a suit, then the numbers 1-7
ANYTHING = 14


class State(Record):
    hands = cards(MOST_SEATS, seen_by=OWNER)
    stock = cards(seen_by=NOBODY)
    pile = cards()  # the discard pile without its top
    top = card()
    named = number()  # what a joker on top asks for, as the actions of NAMING say; ANYTHING: nothing
    drawn = card(seen_by=OWNER)  # by the seat to move, which may still play it
    lacks = noted(MOST_SEATS, LAYERS)  # what everybody knows of the hands: see `duty`
    oldest = number(MOST_SEATS)
    newest = number(MOST_SEATS)
    stocked = noted()  # what a new stock was made of; empty while it is the first


rules = Rules(
    State,
    "sane_sevens",
    "Sane Sevens",
    pack=SEVENDECK_PACK,
    players=(2, 3, 4),
    options={"silly": (False, True)},
    labels={"silly": "Silly Sevens (four jokers)"},
    minutes=10,
    about="Match the top card in number or suit, and be the first without cards.",
    rollout_limit=2000,
)
TURN, DREW, NAMING = 0, 1, 2
rules.phase(
    TURN,
    "play",
    card_actions("play", "plays", cards=range(53)),
    one_action(DRAW, "draw", "Draw a card", "draws a card", touch=lambda s, action: (("stock", 0),)),
    one_action(PASS, "pass", "Pass", "passes"),
)
rules.phase(
    DREW,
    "play or keep the drawn card",
    card_actions("play", "plays", cards=range(53)),
    one_action(KEEP, "keep", "Keep it", "keeps it"),
    within_turn=True,
    always_asked=True,  # SANE-3: nobody else learns whether the drawn card could have been played
)
rules.phase(
    NAMING,
    "name a suit or a number",
    named_actions("name", "names", [suit.name for suit in SEVENDECK_PACK.suits]),
    number_actions("name", "names", range(1, 8), first_action=FIRST_NUMBER),
    within_move=True,
)


# -- deal -------------------------------------------------------------------------------------------------------------


@rules.answers
def start(s: State) -> None:
    s.stock = SEVENDECK | (FOUR_JOKERS if s.silly else 0)
    for seat in range(s.players):
        s.hands[seat] = draw(s, 7)  # SANE-1
        begin_layers(s, seat, 7)
    s.top = draw_card(s)  # SANE-1
    s.named = ANYTHING  # SANE-7
    s.drawn = NONE
    s.phase = TURN
    s.turn = left(s, s.dealer)  # SANE-1


# -- a turn -----------------------------------------------------------------------------------------------------------


@rules.allows(
    TURN,
    "SANE-3",
    lambda s, action: {DRAW: "There is nothing left to draw.", PASS: "There is a card to draw: nobody passes."}.get(
        action, "That card is not in your hand."
    ),
)
def at_hand(s: State) -> int:
    can_draw = s.stock | s.pile
    return s.hands[s.turn] | (bit(DRAW) if can_draw else bit(PASS))  # SANE-3, SANE-8


@rules.allows(TURN, "SANE-2", lambda s, action: must_match(s, action))
def fitting(s: State) -> int:
    """The cards that match, and jokers; drawing or passing only without a match."""
    held = s.hands[s.turn] & wanted(s)
    if held:
        return held | FOUR_JOKERS  # SANE-2, SANE-6
    return FOUR_JOKERS | bit(DRAW) | (0 if s.hands[s.turn] & FOUR_JOKERS else bit(PASS))  # SANE-6, SANE-8


@compiled
def wanted(s: State) -> int:
    """The cards, jokers aside, that match the top of the discard pile."""
    if not has(FOUR_JOKERS, s.top):
        return matching(s.top)  # SANE-2
    if s.named == ANYTHING:
        return SEVENDECK  # SANE-7
    return of_colour(s.named) if s.named < FIRST_NUMBER else of_number(s.named - FIRST_NUMBER + 1)  # SANE-6


@rules.plays(TURN)
def play_or_draw(s: State, action: int) -> None:
    if action == DRAW:
        draw_one(s)  # SANE-3
    elif action == PASS:
        show_lack(s, s.turn, wanted(s) | FOUR_JOKERS)
        end_turn(s)  # SANE-8
    else:
        s.hands[s.turn] = without(s.hands[s.turn], action)
        let_go(s, s.turn, action)
        lay(s, action)


@compiled
def draw_one(s: State) -> None:
    show_lack(s, s.turn, wanted(s))  # SANE-2: who draws could not match
    if s.stock == 0:
        restock(s, s.pile)  # SANE-4
        s.pile = 0
    s.drawn = draw_card(s)
    s.phase = DREW


# -- with the card just drawn -------------------------------------------------------------------------------------------


@rules.allows(DREW, "SANE-3", lambda s, action: "Play the card you drew, or keep it.")
def the_drawn_card(s: State) -> int:
    return bit(s.drawn) | bit(KEEP)  # SANE-3


@rules.allows(DREW, "SANE-3", lambda s, action: "The card you drew does not match: keep it.")
def if_it_fits(s: State) -> int:
    return wanted(s) | FOUR_JOKERS | bit(KEEP)  # SANE-3, SANE-6


@rules.plays(DREW)
def play_or_keep(s: State, action: int) -> None:
    card = s.drawn
    s.drawn = NONE
    if action == KEEP:
        s.hands[s.turn] |= bit(card)
        take_in(s, s.turn)
        end_turn(s)
    else:
        lay(s, card)


@compiled
def lay(s: State, card: int) -> None:
    s.pile |= bit(s.top)
    s.top = card
    s.named = ANYTHING
    if has(FOUR_JOKERS, card):
        s.phase = NAMING  # SANE-6: also with the last card
    else:
        end_turn(s)


# -- naming -----------------------------------------------------------------------------------------------------------


@rules.allows(NAMING, "SANE-6", "Name one suit or one number.")
def suits_and_numbers(s: State) -> int:
    return first(ANYTHING)  # SANE-6


@rules.plays(NAMING)
def name(s: State, action: int) -> None:
    s.named = action  # SANE-6
    end_turn(s)


# -- the end ----------------------------------------------------------------------------------------------------------


@compiled
def end_turn(s: State) -> None:
    s.phase = TURN
    if s.hands[s.turn] == 0:
        end_game(s)  # SANE-5
    else:
        next_turn(s)


@rules.answers
def standing(s: State, seat: int) -> float:
    held = count(s.hands[seat])
    return 1.0 if held == 0 else -held / 64.0  # SANE-5; before the end, fewer cards are better


@rules.answers
def returns(s: State, seat: int) -> float:
    return 1.0 if s.hands[seat] == 0 else 0.0  # SANE-5


# -- what a seat knows ------------------------------------------------------------------------------------------------


@rules.answers
def parts(s: State, holder: int) -> int:
    return s.newest[holder] + 1


@rules.answers
def part_size(s: State, holder: int, part: int) -> int:
    return layer_size(s, holder, part)


@rules.answers
def lacked(s: State, holder: int, part: int) -> int:
    return s.lacks[holder, part]


@rules.answers
def not_in_stock(s: State) -> int:
    return out_of_stock(s)


# -- words and view ---------------------------------------------------------------------------------------------------


def asked_for(s: State) -> str:
    """What the next card must be, in words."""
    if not has(FOUR_JOKERS, s.top):
        top = SEVENDECK_PACK.cards[s.top]
        colour, number = top.name.split()
        return f"{colour} or a {number}"
    if s.named == ANYTHING:
        return "any card"
    return SEVENDECK_PACK.suits[s.named].name if s.named < FIRST_NUMBER else f"a {s.named - FIRST_NUMBER + 1}"


def must_match(s: State, action: int) -> str:
    if action in (DRAW, PASS):
        if s.hands[s.turn] & wanted(s):
            return f"You hold a card that matches ({asked_for(s)}), so you must play one."
        return "You hold a joker and there is nothing left to draw, so you must play it."
    return f"{SEVENDECK_PACK.cards[action].name.capitalize()} does not match: {asked_for(s)} is wanted."


@rules.words
def prompt(s: State) -> str:
    if s.phase == NAMING:
        return "Name a suit or a number for the next card."
    if s.phase == DREW:
        fits = has(wanted(s) | FOUR_JOKERS, s.drawn)
        return "Play the card you drew, or keep it." if fits else "The card you drew does not match: keep it."
    if s.hands[s.turn] & wanted(s):
        return f"Play {asked_for(s)}."
    if s.hands[s.turn] & FOUR_JOKERS:
        return f"No match ({asked_for(s)}): play a joker or draw." if s.stock | s.pile else "Play a joker."
    return f"No match ({asked_for(s)}): draw a card." if s.stock | s.pile else "No match and nothing to draw: pass."


@rules.words
def table(look: Look) -> None:
    s = look.s
    for seat in look.every_seat:
        held = count(s.hands[seat])
        look.seat(seat, lines=[("Cards", held)], badges=["last card"] if held == 1 else [])
        look.hand(seat)
    look.stock(s.stock)
    note = asked_for(s) if has(FOUR_JOKERS, s.top) and s.named != ANYTHING else ""
    look.pile("pile", s.top, count(s.pile) + 1, "Discard pile", note=note)
    if s.phase == DREW:
        mine = look.viewer == s.turn
        look.zone("drawn", "hand", "Drawn", [look.up(s.drawn) if mine else Face("down")], owner=int(s.turn))


@rules.words
def deal_table(s: State) -> dict[str, Any]:
    return {"turn_up": SEVENDECK_PACK.code(s.top)}


@rules.words
def tell(before: State, action: int, after: State) -> Iterator[dict[str, Any]]:
    code = SEVENDECK_PACK.code
    move: dict[str, Any] = {"event": "move", "seat": before.turn}
    if before.phase == NAMING:
        named = (
            {"suit": SEVENDECK_PACK.suits[action].letter} if action < FIRST_NUMBER else {"number": action - FIRST_NUMBER + 1}
        )
        yield {**move, "move": "play", "card": code(before.top), **named}
    elif action == DRAW:
        yield {**move, "move": "draw"}
        if before.stock == 0:
            yield {"event": "reshuffle", "cards": SEVENDECK_PACK.codes(before.pile)}
        yield {"event": "draw", "seat": before.turn, "card": code(after.drawn)}
    elif action == KEEP:
        if has(wanted(before) | FOUR_JOKERS, before.drawn):
            yield {**move, "move": "keep"}
    elif action == PASS:
        yield {**move, "move": "pass"}
    elif not has(FOUR_JOKERS, action):
        yield {**move, "move": "play", "card": code(action)}
