"""Seven Suitors: partners marry suits by capturing both sevens of one, and mark them off. Four players, several deals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sevenfold.cards import NONE, SUITORS60
from sevenfold.devise import (
    OWNER, Face, Look, Record, Rules, beyond_lowest, bit, card, card_actions, cards, compiled, count, each, end_game, first,
    has, left, lowest, maybe, next_turn, noted, number, one_action, remembered, some, without,
)  # fmt: skip
from sevenfold.words.one_each import lies_by_chance
from sevenfold.words.tricks import EVERY, cards_in_trick, deal_hands, follow, lay, trick_event

SEATS, SIDES, SUITS = 4, 2, 7  # side 0: seats 0 and 2; side 1: seats 1 and 3
S1 = 0  # the card
NORMAL = first(56)  # eight cards a suit: card = 8 * suit + place
ZERO, HALF, THIEF, FOURTEEN = 56, 57, 58, 59
SPECIALS = 15 << 56
RANK = tuple(c.rank for c in SUITORS60.cards)
SEVENS = sum(1 << c for c in range(56) if RANK[c] == 7)
SHORT = 1  # the option variant
SHUFFLED, ONE_EACH = 1, 2  # the option special_cards
NO_SEVEN = 60  # the thief takes none


class State(Record):
    hands = cards(SEATS, seen_by=OWNER)
    passing = card(SEATS, SEATS, seen_by=OWNER)  # by giver and receiver; NONE before and after
    passed = number()  # cards that the seat to move has chosen
    has_changed = number()  # 1 once the hands have, in this deal
    given = remembered(SEATS, SEATS)  # what a giver gave each other seat in this deal
    dealt_special = remembered(SEATS)  # with `one_each`
    played_specials = noted(SEATS)  # in this deal
    trick = card(SEATS)  # by seat
    trick_size = number()
    leader = number()
    taker = number()  # of the last trick
    led = number()  # the suit led, or NONE
    trump = number()  # a suit, or NONE
    tricks = number()  # complete in this deal
    lacks = noted(SEATS)  # suits that a seat failed to follow
    sevens = noted(SIDES)  # captured in this deal
    marked = number(SIDES)  # suits marked off, as sets
    marriages = number(SIDES)  # in the whole game
    just_married = number(SIDES)  # in the last trick, suits as sets; those marked off before count once `sudden`
    sudden = number()  # SUITORS-12: the next marriage wins
    winner = number()  # a side, or NONE
    deal_number = number()


rules = Rules(
    State,
    "seven_suitors",
    "Seven Suitors",
    pack=SUITORS60,
    players=SEATS,
    options={"variant": ("full", "short"), "no_ties": (False, True), "special_cards": ("none", "shuffled", "one_each")},
    labels={"no_ties": "No ties"},
    minutes=60,
    about="With your partner, capture both sevens of a suit to marry it off.",
)
PASSING, PLAY, STEALING = 0, 1, 2
rules.phase(PASSING, "pass a card", card_actions("pass", "passes"), hidden="passes a card")
rules.phase(PLAY, "play", card_actions("play", "plays"))
rules.phase(
    STEALING,
    "take a seven with the thief",
    card_actions("steal", "steals", cards=range(56)),
    one_action(NO_SEVEN, "steal none", "Take no seven", "takes no seven"),
)


# -- deal -------------------------------------------------------------------------------------------------------------


@rules.answers
def start(s: State) -> None:
    s.winner = NONE
    deal_cards(s)


@compiled
def deal_cards(s: State) -> None:
    if s.special_cards == SHUFFLED:
        deal_hands(s, NORMAL | SPECIALS, 15)  # SUITORS-1, SUITORS-19
    else:
        deal_hands(s, NORMAL, 14)  # SUITORS-1
        if s.special_cards == ONE_EACH:
            deal_specials(s)
    for seat in range(SEATS):
        s.lacks[seat] = s.played_specials[seat] = 0
        for other in range(SEATS):
            s.passing[seat, other] = NONE
            s.given[seat, other] = 0
    for side in range(SIDES):
        s.sevens[side] = 0  # SUITORS-16: marks and counts stay
    s.led = s.trump = NONE
    s.tricks = s.has_changed = 0
    s.phase = PASSING
    s.turn = left(s, s.dealer)


@compiled
def deal_specials(s: State) -> None:
    specials = SPECIALS
    for seat in range(SEATS):
        special = some(s, specials, 1)  # SUITORS-19
        specials &= ~special
        s.hands[seat] |= special
        s.dealt_special[seat] = special


# -- the pass ---------------------------------------------------------------------------------------------------------


@rules.allows(PASSING, "SUITORS-2", lambda s, card: f"You do not hold {name_of(card)}.")
def to_give(s: State) -> int:
    return s.hands[s.turn]  # SUITORS-2: also a special card


@rules.plays(PASSING)
def give(s: State, card: int) -> None:
    s.hands[s.turn] = without(s.hands[s.turn], card)
    s.passing[s.turn, receiver(s)] = card
    s.passed += 1
    if s.passed == SEATS - 1:
        s.passed = 0
        if s.turn == s.dealer:
            exchange(s)
        else:
            next_turn(s)


@compiled
def receiver(s: State) -> int:
    """Whom the seat to move gives the next card: first the left, then the partner, then the right."""
    return (s.turn + 1 + s.passed) % SEATS  # SUITORS-2: one each


@compiled
def exchange(s: State) -> None:
    for giver in range(SEATS):
        for taker in range(SEATS):
            s.given[giver, taker] = maybe(s.passing[giver, taker])
            s.hands[taker] |= s.given[giver, taker]  # SUITORS-2: when all are chosen
            s.passing[giver, taker] = NONE
    for seat in range(SEATS):
        if has(s.hands[seat], S1):
            s.turn = s.leader = seat  # SUITORS-3
    s.has_changed = 1
    s.phase = PLAY


# -- play -------------------------------------------------------------------------------------------------------------


@rules.allows(PLAY, "SUITORS-5", lambda s, card: f"You do not hold {name_of(card)}.")
def held(s: State) -> int:
    return s.hands[s.turn]


@rules.allows(PLAY, "SUITORS-5", lambda s, card: f"You hold a {led_suit(s).one}, so you must follow {led_suit(s).name}.")
def following(s: State) -> int:
    if s.led == NONE:
        return EVERY  # SUITORS-3, SUITORS-21
    return follow(s.hands[s.turn], of_suit(s.led)) | SPECIALS  # SUITORS-5, SUITORS-20


@rules.plays(PLAY)
def play(s: State, card: int) -> None:
    if has(SPECIALS, card):
        s.played_specials[s.turn] |= bit(card)
    else:
        show_suit(s, suit(card))
    lay(s, card)
    if s.trick_size == SEATS:
        take_trick(s)


@compiled
def show_suit(s: State, suit: int) -> None:
    """A normal card of this suit is played."""
    if s.led == NONE:
        s.led = suit  # SUITORS-21
        if s.tricks == 0:
            s.trump = suit  # SUITORS-4, SUITORS-26
    elif suit != s.led:
        s.lacks[s.turn] |= of_suit(s.led)


@compiled
def take_trick(s: State) -> None:
    best, winning, played = NONE, NONE, 0
    seat = s.leader
    before = ZERO  # HALF led is as HALF after ZERO: no suit, SUITORS-23
    for _ in range(SEATS):
        card = s.trick[seat]
        counts_as = before if card == HALF else card
        strength = strength_of(s, counts_as) + (card == HALF)  # SUITORS-23: half a rank above
        if strength > best:  # SUITORS-7: the first of equals
            best, winning, s.taker = strength, counts_as, seat
        played |= bit(card)
        before = card
        seat = left(s, seat)
    if has(played, ZERO):
        s.trump = NONE if winning == FOURTEEN else suit(winning)  # SUITORS-22
    s.just_married[0] = s.just_married[1] = 0
    if has(played, THIEF) and played & SEVENS:
        s.phase = STEALING  # SUITORS-24
        s.turn = thief(s)
    else:
        end_trick(s, played & SEVENS)


@compiled
def strength_of(s: State, card: int) -> int:
    """How strong a card is in this trick: two for each rank."""
    if card == FOURTEEN:
        return 100  # SUITORS-25; HALF after it has 101
    if has(SPECIALS, card):
        return -9  # SUITORS-22, SUITORS-24
    if suit(card) == s.trump:
        return 2 * RANK[card] + 50  # SUITORS-6
    return 2 * RANK[card] if suit(card) == s.led else -9  # SUITORS-6


@compiled
def thief(s: State) -> int:
    """Who played the thief to this trick."""
    seat = 0
    while s.trick[seat] != THIEF:
        seat += 1
    return seat


# -- stealing ---------------------------------------------------------------------------------------------------------


@rules.allows(STEALING, "SUITORS-24", "The thief takes a seven of this trick, or none.")
def sevens_or_none(s: State) -> int:
    return sevens_in_trick(s) | bit(NO_SEVEN)  # SUITORS-24


@compiled
def sevens_in_trick(s: State) -> int:
    return SEVENS & (bit(s.trick[0]) | bit(s.trick[1]) | bit(s.trick[2]) | bit(s.trick[3]))


@rules.plays(STEALING)
def steal(s: State, action: int) -> None:
    sevens = sevens_in_trick(s)
    if action != NO_SEVEN:
        capture(s, bit(action), side_of(s.turn))  # SUITORS-24
        sevens = without(sevens, action)
    end_trick(s, sevens)


# -- marriages --------------------------------------------------------------------------------------------------------


@compiled
def end_trick(s: State, sevens: int) -> None:
    """The winner takes the sevens that are left to him; then comes the next trick, the next deal or the end."""
    capture(s, sevens, side_of(s.taker))
    s.turn = s.leader = s.taker  # SUITORS-8
    s.trick_size = 0
    s.led = NONE
    s.tricks += 1
    s.phase = PLAY
    s.winner = winner_at_once(s)
    if s.winner == NONE and s.hands[0] == 0:
        end_deal(s)
    elif s.winner != NONE:
        end_game(s)


@compiled
def capture(s: State, sevens: int, side: int) -> None:
    while sevens:
        seven = lowest(sevens)
        sevens = beyond_lowest(sevens)
        s.sevens[side] |= bit(seven)  # SUITORS-8
        both = SEVENS & of_suit(suit(seven))
        if s.sevens[side] & both == both:
            marry(s, side, suit(seven))  # SUITORS-9


@compiled
def marry(s: State, side: int, suit: int) -> None:
    s.marriages[side] += 1  # SUITORS-10
    if s.sudden or not has(s.marked[side], suit):
        s.just_married[side] |= bit(suit)
    if s.variant != SHORT or not has(s.marked[1 - side], suit):  # SUITORS-14
        s.marked[side] |= bit(suit)  # SUITORS-9


# -- the end ----------------------------------------------------------------------------------------------------------


@compiled
def winner_at_once(s: State) -> int:
    """The side that wins by this trick, in mid-deal, or NONE."""
    one, other = wins_at_once(s, 0), wins_at_once(s, 1)
    if one and other:
        return 0 if s.just_married[0] > s.just_married[1] else 1  # SUITORS-27: by the highest suit, the highest bit
    return 0 if one else (1 if other else NONE)


@compiled
def wins_at_once(s: State, side: int) -> bool:
    if s.just_married[side] == 0:
        return False
    if s.sudden:
        return True  # SUITORS-12
    if s.variant == SHORT:
        return count(s.marked[side]) >= 4  # SUITORS-14, SUITORS-15: two may come at once
    return s.no_ties == 1 and count(s.marked[side]) == SUITS  # SUITORS-13


@compiled
def end_deal(s: State) -> None:
    s.deal_number += 1
    s.dealer = left(s, s.dealer)  # GEN-1
    one, other = count(s.marked[0]) == SUITS, count(s.marked[1]) == SUITS
    if one and other and s.marriages[0] == s.marriages[1]:
        s.sudden = 1  # SUITORS-12
    elif one and other:
        s.winner = 0 if s.marriages[0] > s.marriages[1] else 1  # SUITORS-11
    elif one or other:
        s.winner = 0 if one else 1  # SUITORS-11
    if s.winner == NONE:
        deal_cards(s)  # SUITORS-16
    else:
        end_game(s)


@rules.answers
def standing(s: State, seat: int) -> float:
    side = side_of(seat)
    if s.winner != NONE:
        return 1.0 if s.winner == side else -1.0
    return (count(s.marked[side]) - count(s.marked[1 - side])) / 8  # before the end, more suits are better


@rules.answers
def returns(s: State, seat: int) -> float:
    return 1.0 if s.winner == side_of(seat) else 0.0


@rules.answers
def deals_done(s: State) -> int:
    return s.deal_number


# -- what a seat knows ------------------------------------------------------------------------------------------------


@rules.answers
def lacked(s: State, holder: int, part: int) -> int:
    return s.lacks[holder]


@rules.answers
def shown(s: State, holder: int) -> int:
    return s.hands[holder] & bit(S1) if s.has_changed else 0  # SUITORS-3: who leads first holds it


@rules.answers
def known(s: State, seat: int, holder: int) -> int:
    return s.hands[holder] & s.given[seat, holder]


@rules.answers
def possible(s: State) -> bool:
    """Of one special card each, everybody still has his own until the hands change, if only among the cards he passes."""
    if s.special_cards != ONE_EACH or s.has_changed:
        return True
    for seat in range(SEATS):
        dealt = s.hands[seat]
        for other in range(SEATS):
            dealt |= maybe(s.passing[seat, other])
        if count(dealt & SPECIALS) != 1:
            return False  # SUITORS-19
    return True


@rules.answers
def comes_about(s: State, seat: int, source: Any) -> bool:
    """Of one special card each, one that lies elsewhere was passed: there are fewer ways to that than to its being kept."""
    if s.special_cards != ONE_EACH or not s.has_changed or s.dealt_special[seat] == 0:
        return True
    return lies_by_chance(s, seat, source, ZERO)


# -- small words ------------------------------------------------------------------------------------------------------


@compiled
def side_of(seat: int) -> int:
    return seat & 1


@compiled
def suit(card: int) -> int:
    return card >> 3


@compiled
def of_suit(suit: int) -> int:
    return 0xFF << 8 * suit


# -- words and view ---------------------------------------------------------------------------------------------------


def name_of(card: int) -> str:
    return f"the {SUITORS60.cards[card].name}"


def led_suit(s: State) -> Any:
    return SUITORS60.suits[s.led]


@rules.words
def prompt(s: State) -> str:
    if s.phase == PASSING:
        return f"Choose a card for {('the player on your left', 'your partner', 'the player on your right')[s.passed]}."
    if s.phase == STEALING:
        return "Your thief may take a seven of this trick."
    if s.led == NONE:
        first_lead = "You lead, for you hold the 1 of spades" if not s.tricks else "Your lead"
        lead = first_lead if not s.trick_size else "No suit is led yet"
        return f"{lead}: play any card{'; its suit will be trump' if not s.tricks else ''}."
    if s.hands[s.turn] & of_suit(s.led):
        return f"Follow {led_suit(s).name}{', or play a special card' if s.hands[s.turn] & SPECIALS else ''}."
    return f"You have no {led_suit(s).name}: play any card."


@rules.words
def table(look: Look) -> None:
    s = look.s
    for seat in look.every_seat:
        side = side_of(seat)
        marked = f"{count(s.marked[side])} of {4 if s.variant == SHORT else SUITS}"
        look.seat(seat, lines=[("Marked off", marked), ("Marriages", s.marriages[side])], side=side)
        look.hand(seat)
        chosen = [c for c in s.passing[seat] if c != NONE]
        if chosen:
            faces = [look.up(c) if seat == look.viewer else Face("down") for c in chosen]
            look.zone(f"passing-{seat}", "set", f"{look.names[seat]}: cards to pass", faces, owner=seat)
    look.trick(cards_in_trick(s))
    if s.trump != NONE:
        look.zone("trump", "set", f"Trump: {SUITORS60.suits[s.trump].name}", [])
    elif s.tricks:
        look.zone("trump", "set", "No trump", [])
    for side in range(SIDES):
        partners = f"{look.names[side]} and {look.names[side + 2]}"
        look.zone(f"sevens-{side}", "set", f"Sevens of {partners}", look.ups(s.sevens[side]), note=marks_of(s, side))


def marks_of(s: State, side: int) -> str:
    """The suits that a side has marked off, and those that it still may, with their tiers."""
    closed = s.marked[1 - side] if s.variant == SHORT else 0
    still = first(SUITS) & ~s.marked[side] & ~closed
    lists = (("Marked off", s.marked[side]), ("To marry", still))
    names = [f"{suit.name} {tier}" for tier, suit in enumerate(SUITORS60.suits, start=1)]
    return " ".join(f"{what}: {', '.join(names[k] for k in each(suits))}." for what, suits in lists if suits)


@rules.words
def tell(before: State, action: int, after: State) -> Iterator[dict[str, Any]]:
    move: dict[str, Any] = {"event": "move", "seat": before.turn}
    if before.phase == PASSING:
        yield {**move, "move": "pass", "to": receiver(before), "card": SUITORS60.code(action)}
    elif before.phase == STEALING:
        yield {**move, "move": "steal", "card": None if action == NO_SEVEN else SUITORS60.code(action)}
    else:
        yield {**move, "move": "play", "card": SUITORS60.code(action)}
        if before.trick_size == SEATS - 1:
            yield trick_event(before, action, after, SUITORS60.code)
    if after.deal_number != before.deal_number or after.turn == NONE:
        marked = [[SUITORS60.suits[k].letter for k in each(after.marked[side])] for side in range(SIDES)]
        yield {"event": "marks", "marked": marked, "marriages": [int(n) for n in after.marriages]}
