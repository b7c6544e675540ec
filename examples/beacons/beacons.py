"""Beacons: light four rows of beacons together, though nobody sees their own cards. Two to four players."""

from __future__ import annotations

from collections.abc import Sequence

from sevenfold.cards import Card as PackCard
from sevenfold.cards import Suit as PackSuit
from sevenfold.devise import (
    NOBODY,
    NONE,
    OTHERS,
    Action,
    ActionSet,
    Card,
    CardSet,
    Fields,
    Pack,
    Rules,
    Seat,
    SeatSet,
    Suit,
    TableBuilder,
    a_card,
    a_choice,
    a_number,
    a_seat,
    bit,
    by_seat,
    card,
    cards,
    compiled,
    count,
    draw_card,
    each,
    end_game,
    event,
    first,
    left,
    maybe,
    named_actions,
    next_turn,
    number,
    number_actions,
    option,
    recorded,
    without,
)
from sevenfold.mechanics.piles import dealing

MOST_SEATS, MOST_PLACES = 4, 5
COLOURS = ("red", "yellow", "green", "blue")
NUMBERS = (1, 1, 1, 2, 2, 3, 3, 4, 4, 5)  # BEACON-1: in each colour; card = 10 * colour + its place among these
IN_A_COLOUR, HIGHEST = len(NUMBERS), 5
WHOLE_PACK = first(40)
OF_NUMBER = tuple(  # by number: the cards with it
    sum(bit(IN_A_COLOUR * colour + i) for colour in range(4) for i in range(IN_A_COLOUR) if NUMBERS[i] == n) for n in range(6)
)
SIGNALS, MISTAKES = 7, 3
EVERY = ~0  # every action


def pack_of_beacons() -> Pack:
    """The four colours. Cards that are alike have one name, and codes that differ in a letter."""
    suits = tuple(PackSuit(colour[0].upper(), colour, f"{colour} card") for colour in COLOURS)
    return Pack(
        "beacons",
        "sevendeck",
        suits,
        tuple(
            PackCard(f"{suit.letter}{n}{('', 'a', 'b')[NUMBERS[:i].count(n)]}", f"{suit.name} {n}", colour, n)
            for colour, suit in enumerate(suits)
            for i, n in enumerate(NUMBERS)
        ),
    )


class Position(Fields):
    goal: int  # an option
    hands = card(MOST_SEATS, MOST_PLACES, seen_by=OTHERS)  # by place, since signals point at places; NONE: no card
    ruled_out = recorded(MOST_SEATS, MOST_PLACES)  # cards that signals have shown not to lie at a place
    stock = cards(seen_by=NOBODY)
    lit = cards()
    height = number(len(COLOURS), most=5, by_seat=False)  # the highest number lit in each colour
    discarded = cards()
    discarded_last = card()
    signals = number()  # left
    mistakes = number()
    turns_left = number()  # once the stock is empty
    receiver = number(of="seat")  # the seat that is being given a signal, or NONE


rules = Rules(
    Position,
    "beacons",
    "Beacons",
    pack=pack_of_beacons(),
    players=(3, 2, 4),
    options={"goal": option((14, 17, 20), "How many beacons must be lit to win.")},
    minutes=20,
    cooperative=True,
    about="Light four rows of beacons together, though nobody sees their own cards.",
)
TURN, SIGNAL = 0, 1
LIGHT, DISCARD, TO = 0, 5, 10  # actions of a turn: the place of a card, or a seat, is added
COLOUR, NUMBER = 0, 4  # what a signal says: a colour, or one less than a number, is added
SAYINGS = (*COLOURS, *(str(n) for n in range(1, HIGHEST + 1)))
rules.phase(
    TURN,
    "light, discard or signal",
    number_actions("light", range(1, 6), first_action=LIGHT, touch=lambda s, a: (mine(s, a - LIGHT), ("lit", -1))),
    number_actions("discard", range(1, 6), first_action=DISCARD, touch=lambda s, a: (mine(s, a - DISCARD), ("discard", -1))),
    named_actions(
        "signal to",
        [f"seat {seat}" for seat in range(MOST_SEATS)],
        first_action=TO,
        touch=lambda s, action: ((f"seat-{action - TO}", -1),),
    ),
)
rules.phase(SIGNAL, "say a colour or a number", named_actions("say", SAYINGS), within_move=True, ends_move=True)

dealt = dealing(say="", hands=by_seat("card", to=OTHERS))
signalled = event(
    "signal",
    is_move=True,
    seat=a_seat(),
    receiver=a_seat(),
    what=a_choice(*SAYINGS),
    places=a_number(),  # as a set
    say=lambda signal: f"{{seat}} signal[s] to {{receiver}}: {{what}}, {in_words(signal['places'])}.",
)
lit = event(
    "light",
    is_move=True,
    seat=a_seat(),
    card=a_card(),
    place=a_number(),
    say="{seat} light[s] {card}.",
    goes=[("card", "hand-{seat}", "lit")],
)
failed = event(
    "fail",
    is_move=True,
    seat=a_seat(),
    card=a_card(),
    place=a_number(),
    say="{seat} tr[ies|y] to light {card}: a mistake.",
    goes=[("card", "hand-{seat}", "discard")],
)
discarded = event(
    "discard",
    is_move=True,
    seat=a_seat(),
    card=a_card(),
    place=a_number(),
    say="{seat} discard[s] {card}.",
    goes=[("card", "hand-{seat}", "discard")],
)
drew = event(
    "draw",
    seat=a_seat(),
    card=a_card(hidden_from="seat"),
    place=a_number(),
    say="{seat} draw[s] {card}.",
    goes=[("card", "stock", "hand-{seat}")],
)


# -- the deal -----------------------------------------------------------------------------------------------------------


@rules.answers
def start(s: Position) -> None:
    s.stock = WHOLE_PACK  # BEACON-1
    for seat in range(s.players):
        for place in range(5 if s.players == 2 else 4):
            s.hands[seat, place] = draw_card(s)  # BEACON-2
    s.signals = SIGNALS  # BEACON-4
    s.receiver = NONE
    s.phase = TURN
    s.turn = left(s, s.dealer)  # BEACON-2
    dealt(s, 1, s.dealer, s.hands, count(s.stock))


# -- a turn -------------------------------------------------------------------------------------------------------------


@rules.allows(TURN, "BEACON-3", "There is no card at that place.")
def where_there_is_a_card(s: Position) -> ActionSet:
    found = EVERY
    for place in range(MOST_PLACES):
        if s.hands[s.turn, place] == NONE:
            found &= ~(bit(LIGHT + place) | bit(DISCARD + place))
    return found


@rules.allows(
    TURN, "BEACON-4", lambda s, action: "No signal is left: discard a card." if not s.signals else "Signal to another player."
)
def a_signal_to_another(s: Position) -> ActionSet:
    others = without(first(s.players), s.turn) << TO
    return first(TO) | others if s.signals else first(TO)  # BEACON-4


@rules.allows(TURN, "BEACON-6", "All seven signals are there, so that no discard would bring one back.")
def a_discard_for_a_signal(s: Position) -> ActionSet:
    return ~(first(MOST_PLACES) << DISCARD) if s.signals == SIGNALS else EVERY  # BEACON-6


@rules.applies(TURN)
def take_turn(s: Position, action: Action) -> None:
    if action >= TO:
        s.receiver = action - TO
        s.phase = SIGNAL
    elif action >= DISCARD:
        discard(s, action - DISCARD)
    else:
        light(s, action - LIGHT)


@compiled
def light(s: Position, place: int) -> None:
    card = s.hands[s.turn, place]
    colour, n = colour_of(card), number_of(card)
    if n == s.height[colour] + 1:
        lit(s, s.turn, card, place)
        s.lit |= bit(card)  # BEACON-5
        s.height[colour] = n
        if n == HIGHEST and s.signals < SIGNALS:
            s.signals += 1  # BEACON-5
    else:
        failed(s, s.turn, card, place)
        s.discarded |= bit(card)  # BEACON-5
        s.discarded_last = card
        s.mistakes += 1
    replace(s, place)


@compiled
def discard(s: Position, place: int) -> None:
    card = s.hands[s.turn, place]
    discarded(s, s.turn, card, place)
    s.discarded |= bit(card)  # BEACON-6
    s.discarded_last = card
    s.signals += 1  # BEACON-6
    replace(s, place)


@compiled
def replace(s: Position, place: int) -> None:
    """Draw a card to a place of the hand from which one has gone."""
    s.ruled_out[s.turn, place] = 0
    s.hands[s.turn, place] = NONE
    if s.stock:
        card = draw_card(s)
        s.hands[s.turn, place] = card  # BEACON-7
        drew(s, s.turn, card, place)
        if s.stock == 0:
            s.turns_left = s.players + 1  # BEACON-8: this turn, and one for each player
    end_turn(s)


# -- a signal -----------------------------------------------------------------------------------------------------------


@rules.allows(SIGNAL, "BEACON-4", "A signal points at one card or more, and they have no such card.")
def that_they_have(s: Position) -> ActionSet:
    found = 0
    for place in range(MOST_PLACES):
        card = s.hands[s.receiver, place]
        if card != NONE:
            found |= bit(COLOUR + colour_of(card)) | bit(NUMBER + number_of(card) - 1)  # BEACON-4
    return found


@rules.applies(SIGNAL)
def give_signal(s: Position, saying: Action) -> None:
    meant, places = cards_meant(saying), 0
    for place in range(MOST_PLACES):
        card = s.hands[s.receiver, place]
        if card != NONE:
            is_meant = meant & bit(card) != 0
            s.ruled_out[s.receiver, place] |= WHOLE_PACK & ~meant if is_meant else meant  # BEACON-4
            places |= bit(place) if is_meant else 0
    signalled(s, s.turn, s.receiver, saying, places)
    s.signals -= 1  # BEACON-4
    s.receiver = NONE
    s.phase = TURN
    end_turn(s)


@compiled
def cards_meant(saying: Action) -> CardSet:
    """The cards that a signal is about."""
    return OF_NUMBER[saying - NUMBER + 1] if saying >= NUMBER else of_colour(saying - COLOUR)


# -- the end ------------------------------------------------------------------------------------------------------------


@compiled
def end_turn(s: Position) -> None:
    if s.turns_left:
        s.turns_left -= 1
    if s.mistakes == MISTAKES or count(s.lit) == HIGHEST * len(COLOURS) or (s.stock == 0 and s.turns_left == 0):
        end_game(s)  # BEACON-8
    else:
        next_turn(s)


@rules.answers
def standing(s: Position, seat: Seat) -> float:
    return 0 if s.mistakes == MISTAKES else count(s.lit)  # BEACON-9


@rules.answers
def winners(s: Position) -> SeatSet:
    return first(s.players) if standing(s, 0) >= s.goal else 0  # BEACON-9


# -- what a seat knows --------------------------------------------------------------------------------------------------


@rules.answers
def lacked_at(s: Position, holder: Seat, place: int) -> CardSet:
    return s.ruled_out[holder, place]


# -- helpers ------------------------------------------------------------------------------------------------------------


@compiled
def colour_of(card: Card) -> Suit:
    return card // IN_A_COLOUR


@compiled
def of_colour(colour: Suit) -> CardSet:
    return first(IN_A_COLOUR) << IN_A_COLOUR * colour


@compiled
def number_of(card: Card) -> int:
    return NUMBERS[card % IN_A_COLOUR]


# -- for bots -------------------------------------------------------------------------------------------------------------


@rules.answers
def policy(s: Position, legal: ActionSet) -> ActionSet:
    """Light what is known to follow, else signal to somebody who has such a card and does not know it, else discard."""
    if s.phase == SIGNAL:
        return telling(s, legal)
    sure, safe = 0, 0
    for place in range(MOST_PLACES):
        may_be = WHOLE_PACK & ~s.ruled_out[s.turn, place] & ~s.lit & ~s.discarded & ~seen_by(s, s.turn)
        sure |= bit(LIGHT + place) if may_be & ~following(s) == 0 else 0
        safe |= bit(DISCARD + place) if may_be & ~past(s) == 0 or s.ruled_out[s.turn, place] == 0 else 0
    if legal & sure:
        return legal & sure
    signals = 0
    for seat in range(s.players):
        signals |= bit(TO + seat) if has_more_to_light(s, seat) else 0
    if legal & signals:
        return legal & signals
    if legal & safe:
        return legal & safe
    return legal & ~first(MOST_PLACES) if legal >> MOST_PLACES else legal


@compiled
def following(s: Position) -> CardSet:
    """The cards that could be lit now."""
    found = 0
    for colour in range(len(COLOURS)):
        if s.height[colour] < HIGHEST:
            found |= OF_NUMBER[s.height[colour] + 1] & of_colour(colour)
    return found


@compiled
def past(s: Position) -> CardSet:
    """The cards that can no longer be lit, because one like them has been."""
    found = 0
    for colour in range(len(COLOURS)):
        for n in range(1, s.height[colour] + 1):
            found |= OF_NUMBER[n] & of_colour(colour)
    return found


@compiled
def seen_by(s: Position, viewer: Seat) -> CardSet:
    """The cards in the hands of the others."""
    found = 0
    for seat in range(s.players):
        for place in range(MOST_PLACES):
            if seat != viewer:
                found |= maybe(s.hands[seat, place])
    return found


@compiled
def has_more_to_light(s: Position, seat: Seat) -> bool:
    """Whether another seat has a card that could be lit, about which no signal has told it both colour and number."""
    for place in range(MOST_PLACES):
        card = s.hands[seat, place]
        if seat != s.turn and maybe(card) & following(s) and WHOLE_PACK & ~s.ruled_out[seat, place] & ~following(s):
            return True
    return False


@compiled
def telling(s: Position, sayings: ActionSet) -> ActionSet:
    """The signals that tell something new about a card that could be lit, or all."""
    found = 0
    for saying in each(sayings):
        for place in range(MOST_PLACES):
            told = maybe(s.hands[s.receiver, place]) & following(s) & cards_meant(saying)
            if told and WHOLE_PACK & ~cards_meant(saying) & ~s.ruled_out[s.receiver, place]:
                found |= bit(saying)
    return found or sayings


# -- texts and view -----------------------------------------------------------------------------------------------------

ORDINALS = ("first", "second", "third", "fourth", "fifth")


def mine(s: Position, place: int) -> tuple[str, int]:
    """A place of the hand of the seat to move."""
    return (f"hand-{s.turn}", place)


def in_words(places: int) -> str:
    """Which cards a signal points at."""
    *others, last = [ORDINALS[place] for place in each(places)]
    return f"the {', '.join(others)} and {last}" if others else f"the {last}"


def known_of(possible: CardSet, *, briefly: bool) -> str:
    """What signals have said about a card, given the cards that it may be: "green 2", or "G2" where cards are small."""
    colours = {colour_of(one) for one in each(possible)}
    numbers = {number_of(one) for one in each(possible)}
    said = [COLOURS[colours.pop()]] if len(colours) == 1 else []
    if briefly:
        said = [colour[0].upper() for colour in said]
    return ("" if briefly else " ").join([*said, *(str(n) for n in numbers if len(numbers) == 1)])


@rules.texts
def table(table: TableBuilder) -> None:
    s = table.s
    for seat in table.every_seat:
        held = sum(card != NONE for card in s.hands[seat])
        table.seat(seat, cards=held)
        briefly = table.viewer != seat
        table.hand(seat, notes=[known_of(WHOLE_PACK & ~out, briefly=briefly) for out in s.ruled_out[seat]])
    tops = [max((one for one in each(s.lit) if colour_of(one) == colour), default=NONE) for colour in range(len(COLOURS))]
    table.zone("lit", "cells", "table", "Beacons", [table.up(top) for top in tops], count=count(s.lit))
    beneath = [one for one in each(s.discarded) if one != s.discarded_last]
    table.pile("discard", s.discarded_last, count(s.discarded), "Discarded", beneath=beneath)
    table.stock(s.stock)
    table.track("lit", "Lit", count(s.lit), s.goal)
    table.track("signals", "Signals", s.signals, SIGNALS)
    table.track("mistakes", "Mistakes", s.mistakes, MISTAKES)


@rules.texts
def prompt(s: Position) -> str:
    if s.phase == SIGNAL:
        return "Say a colour or a number: it points at all cards that have it."
    if not s.signals:
        return "No signal is left: light or discard one of your cards."
    return "Signal to somebody, or light or discard one of your cards."


@rules.texts
def label(s: Position, actions: Sequence[Action], names: Sequence[str]) -> str:
    if s.phase == SIGNAL:
        return ""
    action = actions[0]
    if action >= TO:
        said = f": {SAYINGS[actions[1]]}" if len(actions) > 1 else ""
        return f"Signal to {names[action - TO]}{said}"
    return f"{'Light' if action < DISCARD else 'Discard'} your {ORDINALS[action % DISCARD]} card"


@rules.texts
def outcome(s: Position, winners: Sequence[Seat], names: Sequence[str]) -> str:
    if s.mistakes == MISTAKES:
        return "The third mistake puts out all beacons: lost."
    return f"{count(s.lit)} beacons are lit: {'won' if winners else 'lost'}."
