"""Suitability: the players give each suit a role, then play for tricks without penalty cards. Two to five players."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sevenfold.cards import ACE_HIGH55, NONE
from sevenfold.devise import (
    OWNER, Look, Record, Rules, bit, card, card_actions, cards, compiled, end_game, first, has, left, lowest, named_actions,
    next_turn, noted, number, one_action, without,
)  # fmt: skip
from sevenfold.words.tricks import EVERY, cards_in_trick, deal_hands, follow, lay, trick_event

MOST_SEATS = 5
JOKERS = 7 << 52  # after the 52 others: card = 13 * suit + rank, the ranks from 2 to ace
ACE = 12
FROM_EIGHT = sum(0b1111111000000 << 13 * suit for suit in range(4))
WITHOUT_SEVEN_TO_NINE = sum(0b1111100011111 << 13 * suit for suit in range(4))
PACKS = (FROM_EIGHT, WITHOUT_SEVEN_TO_NINE, first(52), first(52) | JOKERS)  # for 2, 3, 4, 5 players
SIZES = (14, 13, 13, 11)
TRUMP, PENALTY, REVERSE = 0, 1, 2  # roles
ROLES = ("trump", "penalty", "reverse")
IMMUNITY, WARRANTY, POVERTY, NO_CLAIM = 0, 1, 2, 3  # the actions of CLAIMING
PRIVILEGES = ("immunity", "warranty", "poverty")
FOUR_DEALS = 0  # the option target


class State(Record):
    hands = cards(MOST_SEATS, seen_by=OWNER)
    turn_up = card()  # with three players; after the exchange the card given for it
    picked_up = noted()  # the turn-up, once a hand holds it
    roles = number(3)  # the suit of each, or NONE
    claim = number()
    claimant = number()  # a seat, or NONE
    trick = card(MOST_SEATS)  # by seat
    trick_size = number()
    leader = number()
    taker = number()  # of the last trick
    won = number(MOST_SEATS)
    penalties = number(MOST_SEATS)  # penalty cards taken
    lacks = noted(MOST_SEATS)  # suits that a seat failed to follow
    scores = number(MOST_SEATS)  # each seat's own
    deal_number = number()


def illegal(options: dict[str, Any]) -> str | None:
    if options["partnership"] and options["players"] != 4:  # SUITABILITY-11
        return f"partnership must be false with {options['players']} players; it may be true with players 4 only."
    return None


rules = Rules(
    State,
    "suitability",
    "Suitability",
    pack=ACE_HIGH55,
    players=(4, 2, 3, 5),
    options={"partnership": (False, True), "target": ("four_deals", "250_points")},
    illegal=illegal,
    minutes=25,
    about="Give the suits their roles, then take tricks without penalty cards.",
)
GIVING_ROLES, CLAIMING, PLAY = 0, 1, 2
rules.phase(
    GIVING_ROLES,
    "give a suit a role",
    named_actions("make", "makes", [f"{suit.name} {role}" for suit in ACE_HIGH55.suits for role in ROLES]),
)
rules.phase(
    CLAIMING,
    "claim a privilege or none",
    named_actions("claim", "claims", PRIVILEGES),
    one_action(NO_CLAIM, "claim none", "Claim no privilege", "claims no privilege"),
)
rules.phase(PLAY, "play", card_actions("play", "plays", cards=range(55)))


# -- deal -------------------------------------------------------------------------------------------------------------


@rules.answers
def start(s: State) -> None:
    deal_cards(s)


@compiled
def deal_cards(s: State) -> None:
    # SUITABILITY-1, SUITABILITY-14, SUITABILITY-16, SUITABILITY-17
    rest = deal_hands(s, PACKS[s.players - 2], SIZES[s.players - 2])
    s.turn_up = lowest(rest) if rest else NONE  # SUITABILITY-16
    s.picked_up = 0
    for seat in range(s.players):
        s.won[seat] = s.penalties[seat] = s.lacks[seat] = 0
    for role in range(3):
        s.roles[role] = NONE
    s.claimant = NONE
    s.phase = GIVING_ROLES
    s.turn = left(s, s.dealer)  # SUITABILITY-2


# -- roles ------------------------------------------------------------------------------------------------------------


@rules.allows(GIVING_ROLES, "SUITABILITY-2", lambda s, action: f"There is a {ROLES[action % 3]} suit already.")
def free_roles(s: State) -> int:
    allowed = first(12)
    for role in range(3):
        if s.roles[role] != NONE:
            allowed &= ~(0b001001001001 << role)  # SUITABILITY-2
    return allowed


@rules.allows(GIVING_ROLES, "SUITABILITY-2", lambda s, action: f"{suit_name(action // 3).capitalize()} have a role already.")
def free_suits(s: State) -> int:
    allowed = first(12)
    for role in range(3):
        if s.roles[role] != NONE:
            allowed &= ~(0b111 << 3 * s.roles[role])  # SUITABILITY-2
    return allowed


@rules.plays(GIVING_ROLES)
def give_role(s: State, action: int) -> None:
    s.roles[action % 3] = action // 3
    next_turn(s)  # SUITABILITY-2; with two players the third role is the first player's again: SUITABILITY-17
    if s.roles[TRUMP] == NONE or s.roles[PENALTY] == NONE or s.roles[REVERSE] == NONE:
        return
    if s.players == 3:
        exchange(s)
        begin_play(s)  # SUITABILITY-16: no privileges
    else:
        s.phase = CLAIMING  # SUITABILITY-4: the fourth in turn


@compiled
def plain_suit(s: State) -> int:
    return 0 + 1 + 2 + 3 - s.roles[TRUMP] - s.roles[PENALTY] - s.roles[REVERSE]  # SUITABILITY-2


@compiled
def exchange(s: State) -> None:
    """The holder of the plain card of the turn-up's rank swaps it for the turn-up; if that is plain, nobody holds it."""
    turn_up = s.turn_up
    equal = 13 * plain_suit(s) + rank(turn_up)
    for seat in range(3):
        if has(s.hands[seat], equal):
            s.hands[seat] = without(s.hands[seat], equal) | bit(turn_up)  # SUITABILITY-16
            s.turn_up = equal
            s.picked_up = bit(turn_up)


# -- privileges -------------------------------------------------------------------------------------------------------


@rules.allows(CLAIMING, "SUITABILITY-4", "Claim one of the three privileges, or none.")
def one_or_none(s: State) -> int:
    return first(4)  # SUITABILITY-4


@rules.plays(CLAIMING)
def claim(s: State, action: int) -> None:
    if action != NO_CLAIM:
        s.claim, s.claimant = action, s.turn
        begin_play(s)
    elif s.turn != s.dealer:
        next_turn(s)  # SUITABILITY-14: of five players the fifth, who deals, may if the fourth declines
    else:
        begin_play(s)


# -- play -------------------------------------------------------------------------------------------------------------


@compiled
def begin_play(s: State) -> None:
    s.phase = PLAY
    s.turn = s.leader = left(s, s.dealer)  # SUITABILITY-5


@rules.allows(PLAY, "SUITABILITY-5", lambda s, card: f"You do not hold {name_of(card)}.")
def held(s: State) -> int:
    return s.hands[s.turn]


@rules.allows(PLAY, "SUITABILITY-5", lambda s, card: f"You hold a {led(s).one}, so you must follow {led(s).name}.")
def following(s: State) -> int:
    if s.trick_size == 0 or has(JOKERS, s.trick[s.leader]):
        return EVERY  # SUITABILITY-5, SUITABILITY-15
    return follow(s.hands[s.turn], of_suit(suit(s.trick[s.leader]))) | JOKERS  # SUITABILITY-5, SUITABILITY-15


@rules.plays(PLAY)
def play(s: State, card: int) -> None:
    seat = s.turn
    lay(s, card)
    led = s.trick[s.leader]
    if suit(card) != suit(led) and not has(JOKERS, card) and not has(JOKERS, led):
        s.lacks[seat] |= of_suit(suit(led))
    if s.trick_size == s.players:
        take_trick(s)


@compiled
def take_trick(s: State) -> None:
    winner, best, penalties = s.leader, -1, 0
    for seat in range(s.players):
        strength = strength_of(s, s.trick[seat])
        if strength > best:
            winner, best = seat, strength
        penalties += suit(s.trick[seat]) == s.roles[PENALTY]
    if has(JOKERS, s.trick[s.leader]):
        winner = s.leader  # SUITABILITY-15
    s.won[winner] += 1
    s.penalties[winner] += penalties
    s.trick_size = 0
    s.turn = s.leader = s.taker = winner  # SUITABILITY-5
    if s.hands[winner] == 0:
        score(s)


@compiled
def strength_of(s: State, card: int) -> int:
    """Trumps above the suit led above the rest; a joker never wins."""
    if has(JOKERS, card):
        return -1  # SUITABILITY-15
    height = ACE - rank(card) if suit(card) == s.roles[REVERSE] else rank(card)  # SUITABILITY-3
    led = suit(card) == suit(s.trick[s.leader])
    return height + 13 * led + 26 * (suit(card) == s.roles[TRUMP])  # SUITABILITY-5


# -- scoring and the end ----------------------------------------------------------------------------------------------


@compiled
def score(s: State) -> None:
    for seat in range(s.players):
        s.scores[seat] += points(s, seat)
    s.deal_number += 1
    s.dealer = left(s, s.dealer)  # SUITABILITY-13
    is_last = s.deal_number == 4
    if s.target != FOUR_DEALS:
        is_last = False
        for seat in range(s.players):
            is_last = is_last or total(s, seat) >= 250
    if is_last:  # SUITABILITY-12
        end_game(s)
    else:
        deal_cards(s)


@compiled
def points(s: State, seat: int) -> int:
    tricks, penalties = s.won[seat], s.penalties[seat]
    claimed = s.claim if seat == s.claimant else NO_CLAIM
    if tricks == 0:
        return 25  # SUITABILITY-7
    if claimed == IMMUNITY:
        return 5 * tricks  # SUITABILITY-8
    if claimed == WARRANTY:
        return 25  # SUITABILITY-9
    if claimed == POVERTY:
        tricks = max(5 - tricks, 0)  # SUITABILITY-10
    if penalties:
        return 10 * tricks // penalties  # SUITABILITY-6
    return 10 * tricks + (10 if claimed == NO_CLAIM else 0)  # SUITABILITY-6


@compiled
def total(s: State, seat: int) -> int:
    return s.scores[seat] + s.scores[(seat + 2) % 4] if s.partnership else s.scores[seat]  # SUITABILITY-11


@rules.answers
def standing(s: State, seat: int) -> float:
    return total(s, seat)  # SUITABILITY-11, SUITABILITY-12


@rules.answers
def deals_done(s: State) -> int:
    return s.deal_number


# -- what a seat knows ------------------------------------------------------------------------------------------------


@rules.answers
def lacked(s: State, holder: int, part: int) -> int:
    return s.lacks[holder]


@rules.answers
def shown(s: State, holder: int) -> int:
    return s.hands[holder] & s.picked_up  # SUITABILITY-16


# -- small words ------------------------------------------------------------------------------------------------------


@compiled
def suit(card: int) -> int:
    """0 to 3, or 4 for a joker."""
    return card // 13


@compiled
def rank(card: int) -> int:
    """0, a 2, to 12, an ace."""
    return card % 13


@compiled
def of_suit(suit: int) -> int:
    return 0x1FFF << 13 * suit


# -- words and view ---------------------------------------------------------------------------------------------------


def name_of(card: int) -> str:
    name = ACE_HIGH55.cards[card].name
    return name if has(JOKERS, card) else f"the {name}"


def suit_name(suit: int) -> str:
    return ACE_HIGH55.suits[suit].name


def led(s: State) -> Any:
    return ACE_HIGH55.suits[suit(s.trick[s.leader])]


@rules.words
def prompt(s: State) -> str:
    if s.phase == GIVING_ROLES:
        return "Give a suit one of the roles that are left."
    if s.phase == CLAIMING:
        return f"{suit_name(plain_suit(s)).capitalize()} are plain: claim a privilege, or none."
    if not s.trick_size:
        return "Your lead: play any card."
    if has(JOKERS, s.trick[s.leader]):
        return "A joker was led: play any card."
    if s.hands[s.turn] & of_suit(suit(s.trick[s.leader])):
        return f"Follow {led(s).name}{', or play a joker' if s.hands[s.turn] & JOKERS else ''}."
    return f"You have no {led(s).name}: play any card."


@rules.words
def table(look: Look) -> None:
    s = look.s
    for seat in look.every_seat:
        look.seat(
            seat,
            score=total(s, seat),
            lines=[("Won", s.won[seat]), ("Penalty cards", s.penalties[seat])],
            badges=[PRIVILEGES[s.claim]] if seat == s.claimant else [],
            side=seat % 2 if s.partnership else None,
        )
        look.hand(seat)
    look.trick(cards_in_trick(s))
    given = [f"{role}: {suit_name(s.roles[i])}" for i, role in enumerate(ROLES) if s.roles[i] != NONE]
    plain = [f"plain: {suit_name(plain_suit(s))}"] if len(given) == 3 else []
    look.zone("roles", "set", "Roles", [], note="; ".join(given + plain))
    if s.turn_up != NONE:
        look.pile("turn-up", s.turn_up, 1, "Turn-up", note="swapped" if s.picked_up else "")


@rules.words
def deal_table(s: State) -> dict[str, Any]:
    return {"turn_up": None if s.turn_up == NONE else ACE_HIGH55.code(s.turn_up)}


@rules.words
def tell(before: State, action: int, after: State) -> Iterator[dict[str, Any]]:
    move: dict[str, Any] = {"event": "move", "seat": before.turn}
    if before.phase == GIVING_ROLES:
        yield {**move, "move": "role", "suit": ACE_HIGH55.suits[action // 3].letter, "role": ROLES[action % 3]}
        if after.picked_up:
            seat = next(seat for seat in range(3) if has(after.hands[seat], before.turn_up))
            gives, takes = ACE_HIGH55.code(after.turn_up), ACE_HIGH55.code(before.turn_up)
            yield {"event": "exchange", "seat": seat, "gives": gives, "takes": takes}
    elif before.phase == CLAIMING:
        yield {**move, "move": "privilege", "claim": None if action == NO_CLAIM else PRIVILEGES[action]}
    else:
        yield {**move, "move": "play", "card": ACE_HIGH55.code(action)}
        if before.trick_size == before.players - 1:
            yield trick_event(before, action, after, ACE_HIGH55.code)
