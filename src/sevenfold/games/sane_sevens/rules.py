"""Sane Sevens: match the top card in number or suit; the first without cards wins. Two to four players."""

from __future__ import annotations


from sevenfold.cards import NONE, SEVENDECK_PACK
from sevenfold.devise import (
    NOBODY, OWNER, Action, ActionSet, Card, CardSet, Face, Rules, Seat, TableBuilder, a_card, a_flag, a_number, a_seat,
    a_suit, bit, card, card_actions, cards, compiled, count, draw, draw_card, end_game, event, first, has, left,
    named_actions, next_turn, number, number_actions, one_action, option, recorded, without,
)  # fmt: skip
from sevenfold.games.sane_sevens.obligation import (
    TIMES,
    ObligationFields,
    obligation,
    record_hand,
    record_kept,
    record_played,
    record_stock,
    show_lack,
)
from sevenfold.mechanics.piles import dealing, drew, passed, reshuffled
from sevenfold.mechanics.sevendeck import FOUR_JOKERS, SEVENDECK, colour_of, matching, number_of, of_colour, of_number

MOST_SEATS = 4
DRAW, PASS, KEEP = 53, 54, 55
FIRST_NUMBER = 7  # of the naming actions: 0-6 for a suit, then the numbers 1-7
ANYTHING = 14


class Position(ObligationFields):
    silly: int  # the option
    hands = cards(MOST_SEATS, seen_by=OWNER)
    stock = cards(seen_by=NOBODY)
    pile = cards()  # the discard pile without its top
    top = card()
    named = number(most=ANYTHING)  # what was named for a joker on top, as an action of NAMING; ANYTHING: nothing
    drawn = card(seen_by=OWNER)  # by the seat to move, which may still play it
    # what everybody knows of the hands: see `obligation`
    lacks = recorded(MOST_SEATS, TIMES, observed=True)
    times = number(MOST_SEATS, observed=True)
    drawn_at = number(MOST_SEATS, observed=True)
    origin = recorded(MOST_SEATS, TIMES, observed=True)
    dealt = number(MOST_SEATS, observed=True)
    dealt_lacks = recorded(MOST_SEATS, observed=True)
    let_go = recorded(MOST_SEATS, observed=True)
    let_go_at = number(53, observed=True)
    stocked = recorded(observed=True)


rules = Rules(
    Position,
    "sane_sevens",
    "Sane Sevens",
    pack=SEVENDECK_PACK,
    players=(2, 3, 4),
    options={
        "silly": option((False, True), "Adds four jokers: play one on anything, and name what comes next.", "Silly Sevens"),
    },
    minutes=10,
    results=(0, 1),
    about="Match the top card in number or suit, and be the first without cards.",
    rollout_limit=2000,
)
TURN, DREW, NAMING = 0, 1, 2
rules.phase(
    TURN,
    "play",
    card_actions("play", cards=range(53)),
    one_action(DRAW, "draw", "Draw a card", touch=lambda s, action: (("stock", 0),)),
    one_action(PASS, "pass", "Pass"),
)
rules.phase(
    DREW,
    "play or keep the drawn card",
    card_actions("play", cards=range(53)),
    one_action(KEEP, "keep", "Keep it"),
    within_turn=True,
    always_asked=True,  # SANE-3: nobody else learns whether the drawn card could have been played
)
rules.phase(
    NAMING,
    "name a suit or a number",
    named_actions("name", [suit.name for suit in SEVENDECK_PACK.suits]),
    number_actions("name", range(1, 8), first_action=FIRST_NUMBER),
    within_move=True,
    whole="play a joker and name what follows",
)

PLAY = [("card", "hand-{seat}", "discard")]
dealt = dealing(say="", turn_up=a_card())
played = event("play", is_move=True, seat=a_seat(), card=a_card(), say="{seat} play[s] {card}.", goes=PLAY)
showed_joker = event("joker", seat=a_seat(), card=a_card(), line=False, goes=PLAY)  # told once something is named for it
named = event(  # SANE-6: exactly one of suit and number
    "play",
    is_move=True,
    seat=a_seat(),
    card=a_card(),
    suit=a_suit(),
    number=a_number(or_none=True),
    line=lambda play: {name: value for name, value in play.items() if value is not None},
    say=lambda play: f"{{seat}} play[s] {{card}} and name[s] {'{number}' if play['suit'] == NONE else '{suit}'}.",
)
chose_to_draw = event("draw", is_move=True, seat=a_seat())
kept = event(
    "keep", is_move=True, seat=a_seat(), could_play=a_flag(to="seat"),
    line=lambda keep: {} if keep["could_play"] else None, say="{seat} keep[s] the card.",
)  # fmt: skip


# -- deal -------------------------------------------------------------------------------------------------------------


@rules.answers
def start(s: Position) -> None:
    s.stock = SEVENDECK | (FOUR_JOKERS if s.silly else 0)
    for seat in range(s.players):
        s.hands[seat] = draw(s, 7)  # SANE-1
        record_hand(s, seat, 7)
    s.top = draw_card(s)  # SANE-1
    s.named = ANYTHING  # SANE-7
    s.drawn = NONE
    s.phase = TURN
    s.turn = left(s, s.dealer)  # SANE-1
    dealt(s, 1, s.dealer, s.hands, count(s.stock), s.top)


# -- a turn -----------------------------------------------------------------------------------------------------------


@rules.allows(
    TURN,
    "SANE-3",
    lambda s, action: {DRAW: "There is nothing left to draw.", PASS: "There is a card to draw: nobody passes."}.get(
        action, "That card is not in your hand."
    ),
)
def at_hand(s: Position) -> ActionSet:
    can_draw = s.stock | s.pile
    return s.hands[s.turn] | (bit(DRAW) if can_draw else bit(PASS))  # SANE-3, SANE-8


@rules.allows(TURN, "SANE-2", lambda s, action: must_match(s, action))
def fitting(s: Position) -> ActionSet:
    """The matching cards and jokers; drawing or passing only if there are none."""
    held = s.hands[s.turn] & wanted(s)
    if held:
        return held | FOUR_JOKERS  # SANE-2, SANE-6
    return FOUR_JOKERS | bit(DRAW) | (0 if s.hands[s.turn] & FOUR_JOKERS else bit(PASS))  # SANE-6, SANE-8


@compiled
def wanted(s: Position) -> CardSet:
    """The cards, jokers excluded, that match the top of the discard pile."""
    if not has(FOUR_JOKERS, s.top):
        return matching(s.top)  # SANE-2
    if s.named == ANYTHING:
        return SEVENDECK  # SANE-7
    return of_colour(s.named) if s.named < FIRST_NUMBER else of_number(s.named - FIRST_NUMBER + 1)  # SANE-6


@rules.applies(TURN)
def play_or_draw(s: Position, action: Action) -> None:
    if action == DRAW:
        chose_to_draw(s, s.turn)
        draw_one(s)  # SANE-3
    elif action == PASS:
        passed(s, s.turn)
        show_lack(s, s.turn, wanted(s) | FOUR_JOKERS)
        end_turn(s)  # SANE-8
    else:
        s.hands[s.turn] = without(s.hands[s.turn], action)
        record_played(s, s.turn, action)
        lay(s, action)


@compiled
def draw_one(s: Position) -> None:
    show_lack(s, s.turn, wanted(s))  # SANE-2: a player who draws could not match
    if s.stock == 0:
        reshuffled(s, s.pile)
        record_stock(s, s.pile)
        s.stock, s.pile = s.pile, 0  # SANE-4
    s.drawn = draw_card(s)
    drew(s, s.turn, s.drawn)
    s.phase = DREW


# -- with the card just drawn -------------------------------------------------------------------------------------------


@rules.allows(DREW, "SANE-3", lambda s, action: "Play the card you drew, or keep it.")
def the_drawn_card(s: Position) -> ActionSet:
    return bit(s.drawn) | bit(KEEP)  # SANE-3


@rules.allows(DREW, "SANE-3", lambda s, action: "The card you drew does not match: keep it.")
def if_it_fits(s: Position) -> ActionSet:
    return wanted(s) | FOUR_JOKERS | bit(KEEP)  # SANE-3, SANE-6


@rules.applies(DREW)
def play_or_keep(s: Position, action: Action) -> None:
    card = s.drawn
    s.drawn = NONE
    if action == KEEP:
        kept(s, s.turn, has(wanted(s) | FOUR_JOKERS, card))
        s.hands[s.turn] |= bit(card)
        record_kept(s, s.turn)
        end_turn(s)
    else:
        lay(s, card)


@compiled
def lay(s: Position, card: Card) -> None:
    s.pile |= bit(s.top)
    s.top = card
    s.named = ANYTHING
    if has(FOUR_JOKERS, card):
        showed_joker(s, s.turn, card)
        s.phase = NAMING  # SANE-6: also with the last card
    else:
        played(s, s.turn, card)
        end_turn(s)


# -- naming -----------------------------------------------------------------------------------------------------------


@rules.allows(NAMING, "SANE-6", "Name one suit or one number.")
def suits_and_numbers(s: Position) -> ActionSet:
    return first(ANYTHING)  # SANE-6


@rules.applies(NAMING)
def name(s: Position, action: Action) -> None:
    s.named = action  # SANE-6
    is_suit = action < FIRST_NUMBER
    named(s, s.turn, s.top, action if is_suit else NONE, NONE if is_suit else action - FIRST_NUMBER + 1)
    end_turn(s)


# -- the end ----------------------------------------------------------------------------------------------------------


@compiled
def end_turn(s: Position) -> None:
    s.phase = TURN
    if s.hands[s.turn] == 0:
        end_game(s)  # SANE-5
    else:
        next_turn(s)


@rules.answers
def standing(s: Position, seat: Seat) -> float:
    held = count(s.hands[seat])
    return 1.0 if held == 0 else -held / 64.0  # SANE-5; before the end, fewer cards are better


@rules.answers
def returns(s: Position, seat: Seat) -> float:
    return 1.0 if s.hands[seat] == 0 else 0.0  # SANE-5


# -- what a seat knows ------------------------------------------------------------------------------------------------

obligation(rules)  # SANE-2, SANE-3: a player who draws or passes holds nothing that matches


# -- texts and view ---------------------------------------------------------------------------------------------------


def asked_for(s: Position) -> str:
    """What the next card must be, in words."""
    if not has(FOUR_JOKERS, s.top):
        top = SEVENDECK_PACK.cards[s.top]
        colour, number = top.name.split()
        return f"{colour} or a {number}"
    if s.named == ANYTHING:
        return "any card"
    return SEVENDECK_PACK.suits[s.named].name if s.named < FIRST_NUMBER else f"a {s.named - FIRST_NUMBER + 1}"


def must_match(s: Position, action: Action) -> str:
    if action in (DRAW, PASS):
        if s.hands[s.turn] & wanted(s):
            return f"You hold a card that matches ({asked_for(s)}), so you must play one."
        return "You hold a joker and there is nothing left to draw, so you must play it."
    return f"{SEVENDECK_PACK.cards[action].name.capitalize()} does not match: {asked_for(s)} is wanted."


@rules.texts
def prompt(s: Position) -> str:
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


@rules.texts
def outcome(s: Position, winners: list[Seat], names: list[str]) -> str:
    return "{winners} [is|are] the first without cards and win[s]."


@rules.texts
def table(table: TableBuilder) -> None:
    s = table.s
    for seat in table.every_seat:
        held = count(s.hands[seat])
        table.seat(seat, cards=held, badges=["last card"] if held == 1 else [])
        table.hand(seat)
    table.stock(s.stock)
    table.pile("discard", s.top, count(s.pile) + 1, "Discard pile")
    if s.phase == DREW:
        drawn = table.up(s.drawn) if table.sees(s.turn) else Face("down")
        table.zone("drawn", "hand", "drawn", "Drawn card", [drawn], owner=int(s.turn))
    if not has(FOUR_JOKERS, s.top):
        table.fact("match", "Match", asked_for(s), suit=colour_of(s.top), number=number_of(s.top))
    elif s.named == ANYTHING:
        table.fact("match", "Match", "any card")
    elif s.named < FIRST_NUMBER:
        table.fact("match", "Match", suit=s.named)
    else:
        table.fact("match", "Match", number=s.named - FIRST_NUMBER + 1)
