"""Suitability: the players give each suit a role, then play for tricks without penalty cards. Two to five players."""

from __future__ import annotations

from collections.abc import Sequence

from sevenfold.cards import ACE_HIGH55, NONE
from sevenfold.cards import Suit as PackSuit
from sevenfold.devise import (
    OWNER, Action, ActionSet, Card, CardSet, Note, Rules, Seat, TableBuilder, a_card, a_choice, a_seat, a_term, bit, card,
    card_actions, cards, compiled, count, each, end_game, event, first, has, is_last_turn, left, lowest, named_actions,
    next_turn, number, one_action, option, recorded, without,
)  # fmt: skip
from sevenfold.games.suitability.pack import RANKS, of_ranks, of_suit, rank_of, suit_of
from sevenfold.mechanics.piles import dealing
from sevenfold.games.suitability.roles import (
    PENALTY, REVERSE, ROLE_NAMES, ROLES, TRUMP, RoleFields, all_given, free_roles, gave_role, give, given_already, left_plain,
    no_roles, plain_suit, show_roles,
)  # fmt: skip
from sevenfold.mechanics.scores import ScoreFields, best_total, earning, score_deal
from sevenfold.mechanics.tricks import EVERY, CountedTricks, cards_in_trick, deal_hands, lay, take_trick, tricks, winner_so_far

MOST_SEATS = 5
WHOLE_PACK = first(52)
JOKERS = first(55) & ~WHOLE_PACK
PACKS = (of_ranks(ACE_HIGH55, "AKQJT98"), of_ranks(ACE_HIGH55, "AKQJT65432"), WHOLE_PACK, WHOLE_PACK | JOKERS)
SIZES = (14, 13, 13, 11)  # hand sizes; packs and sizes are for 2, 3, 4 and 5 players
IMMUNITY, WARRANTY, POVERTY, NO_CLAIM = 0, 1, 2, 3  # the actions of CLAIMING
PRIVILEGES = ("immunity", "warranty", "poverty")
FOUR_DEALS = 0  # the option target


class Position(CountedTricks, ScoreFields, RoleFields):
    partnership: int  # an option
    target: int  # an option
    hands = cards(MOST_SEATS, seen_by=OWNER)
    turn_up = card()  # with three players; after the exchange, the card exchanged for it
    picked_up = recorded()  # the turn-up, once it is in a hand
    roles = number(3, of="suit")  # the suit of each, or NONE
    claim = number(least=NONE, most=NO_CLAIM)
    claimant = number(of="seat")  # a seat, or NONE
    trick = card(MOST_SEATS)  # by seat
    trick_size = number(most=MOST_SEATS)
    leader = number(of="seat")
    taker = number(of="seat")  # of the last trick
    won = number(MOST_SEATS, most=14)
    penalties = number(MOST_SEATS, most=14)  # penalty cards taken
    lacks = recorded(MOST_SEATS, observed=True)  # suits that a seat failed to follow
    scores = number(MOST_SEATS)  # each seat's score
    deal_number = number()


def illegal(options: dict[str, int | bool | str]) -> str | None:
    if options["partnership"] and options["players"] != 4:  # SUITABILITY-11
        return "Partners sit opposite each other, which takes four players."
    return None


rules = Rules(
    Position,
    "suitability",
    "Suitability",
    pack=ACE_HIGH55,
    players=(4, 2, 3, 5),
    options={
        "partnership": option((False, True), "With four players: those opposite each other add up their points.", "Partners"),
        "target": option(
            {"four_deals": "The highest total after four deals wins.", "250_points": "Deals go on until somebody has 250."},
            "How long the game is.",
        ),
    },
    illegal=illegal,
    minutes=25,
    results=lambda options: (  # SUITABILITY-6: 10 for each trick, and 10 more; SUITABILITY-11; SUITABILITY-12
        0,
        (10 * SIZES[int(options["players"]) - 2] + 10)
        * (2 if options["partnership"] else 1)
        * (4 if options["target"] == "four_deals" else 1)
        + (0 if options["target"] == "four_deals" else 249),
    ),
    about="Give the suits their roles, then take tricks without penalty cards.",
)
GIVING_ROLES, CLAIMING, PLAY = 0, 1, 2
rules.phase(GIVING_ROLES, "give a suit a role", named_actions("make", ROLE_NAMES))
rules.phase(
    CLAIMING, "claim a privilege or none",
    named_actions("claim", PRIVILEGES), one_action(NO_CLAIM, "claim none", "Claim no privilege"),
)  # fmt: skip
rules.phase(PLAY, "play", card_actions("play", cards=range(55)))

dealt = dealing(turn_up=a_card())
exchanged = event(
    "exchange", seat=a_seat(), gives=a_card(), takes=a_card(), say="{seat} give[s] {gives} and [takes|take] {takes} for it.",
    goes=[("gives", "hand-{seat}", "turn-up"), ("takes", "turn-up", "hand-{seat}")],
)  # fmt: skip
claimed = event(
    "privilege", is_move=True, seat=a_seat(), claim=a_choice(*PRIVILEGES),
    say=lambda seen: "{seat} claim[s] no privilege." if seen["claim"] == NONE else "{seat} claim[s] {claim}.",
)  # fmt: skip
rules.notes(gave_role, lambda seen: [Note(seen["role"].capitalize(), suits=[seen["suit"]])])
rules.notes(left_plain, lambda seen: [Note("Plain", suits=[seen["suit"]])])
rules.notes(claimed, lambda seen: [Note(seen["claim"].capitalize(), seats=[seen["seat"]])] if seen["claim"] else [])
# From DIVIDED on: divided by 1, 2, ... penalty cards.
TEN_A_TRICK, NO_PENALTY_CARD, NO_TRICK, IMMUNE, WARRANTED, POOR, DIVIDED = range(7)
earned = earning(
    a_term(
        ("SUITABILITY-6", "10 for each trick"),
        ("SUITABILITY-6", "no penalty card: 10"),
        ("SUITABILITY-7", "no tricks: 25"),
        ("SUITABILITY-8", "immunity: 5 for each trick"),
        ("SUITABILITY-9", "warranty: 25"),
        ("SUITABILITY-10", "poverty: 10 for each trick short of five"),
        *(
            ("SUITABILITY-6", f"divided by {n} penalty card{'s, rounded down' if n > 1 else ', which changes nothing'}")
            for n in range(1, RANKS + 1)
        ),
    )
)


# -- deal -------------------------------------------------------------------------------------------------------------


@rules.answers
def start(s: Position) -> None:
    deal_cards(s)


@compiled
def deal_cards(s: Position) -> None:
    # SUITABILITY-1, SUITABILITY-14, SUITABILITY-16, SUITABILITY-17
    rest = deal_hands(s, PACKS[s.players - 2], SIZES[s.players - 2])
    s.turn_up = lowest(rest) if rest else NONE  # SUITABILITY-16
    s.picked_up = 0
    for seat in range(s.players):
        s.won[seat] = s.penalties[seat] = 0
    no_roles(s)
    s.claimant = NONE
    s.phase = GIVING_ROLES
    s.turn = left(s, s.dealer)  # SUITABILITY-2
    dealt(s, s.deal_number + 1, s.dealer, s.hands, 0, s.turn_up)


# -- roles and privileges ---------------------------------------------------------------------------------------------


@rules.allows(GIVING_ROLES, "SUITABILITY-2", given_already)
def roles_and_suits_left(s: Position) -> ActionSet:
    return free_roles(s)  # SUITABILITY-2


@rules.applies(GIVING_ROLES)
def give_role(s: Position, action: Action) -> None:
    give(s, action)  # SUITABILITY-2; with two players the first player also gives the third role: SUITABILITY-17
    if all_given(s) and s.players == 3:
        exchange(s)
        begin_play(s)  # SUITABILITY-16: no privileges
    elif all_given(s):
        s.phase = CLAIMING  # SUITABILITY-4: the fourth in turn


@compiled
def exchange(s: Position) -> None:
    """The holder of the plain card of the turn-up's rank swaps it for the turn-up. If the turn-up itself is plain, nobody
    does."""
    turn_up = s.turn_up
    equal = RANKS * plain_suit(s) + rank_of(turn_up)
    for seat in range(3):
        if has(s.hands[seat], equal):
            exchanged(s, seat, equal, turn_up)
            s.hands[seat] = without(s.hands[seat], equal) | bit(turn_up)  # SUITABILITY-16
            s.turn_up = equal
            s.picked_up = bit(turn_up)


@rules.answers
def shown(s: Position, holder: Seat) -> CardSet:
    return s.hands[holder] & s.picked_up  # SUITABILITY-16


@rules.allows(CLAIMING, "SUITABILITY-4", "Claim one of the three privileges, or none.")
def one_or_none(s: Position) -> ActionSet:
    return first(4)  # SUITABILITY-4


@rules.applies(CLAIMING)
def claim(s: Position, action: Action) -> None:
    claimed(s, s.turn, NONE if action == NO_CLAIM else action)
    if action != NO_CLAIM:
        s.claim, s.claimant = action, s.turn
    if action == NO_CLAIM and s.turn != s.dealer:
        next_turn(s)  # SUITABILITY-14: of five players the fifth, who deals, may if the fourth declines
    else:
        begin_play(s)


# -- play -------------------------------------------------------------------------------------------------------------


@compiled
def begin_play(s: Position) -> None:
    s.phase = PLAY
    s.turn = s.leader = left(s, s.dealer)  # SUITABILITY-5


tricks(rules, PLAY, "SUITABILITY-5", lambda s, card: f"You hold a {led_suit(s).one}, so you must follow {led_suit(s).name}.")


@rules.answers
def led_cards(s: Position) -> CardSet:
    if s.trick_size == 0 or has(JOKERS, s.trick[s.leader]):
        return EVERY  # SUITABILITY-5, SUITABILITY-15
    return of_suit(suit_of(s.trick[s.leader]))  # SUITABILITY-5


@rules.answers
def free_cards(s: Position) -> CardSet:
    return JOKERS  # SUITABILITY-15


@rules.answers
def strength(s: Position, card: Card) -> int:
    """Trumps rank above the suit led, and that above the rest. Nothing beats a joker that was led; other jokers beat
    nothing."""
    led = s.trick[s.leader]
    if has(JOKERS, card) or has(JOKERS, led):
        return 0  # SUITABILITY-15
    height = RANKS - 1 - rank_of(card) if suit_of(card) == s.roles[REVERSE] else rank_of(card)  # SUITABILITY-3
    return height + RANKS * (suit_of(card) == suit_of(led)) + 2 * RANKS * (suit_of(card) == s.roles[TRUMP])  # SUITABILITY-5


@rules.applies(PLAY)
def play(s: Position, card: Card) -> None:
    lay(s, card)
    if s.trick_size == s.players:
        winner = winner_so_far(s)
        for seat in range(s.players):
            s.penalties[winner] += suit_of(s.trick[seat]) == s.roles[PENALTY]  # SUITABILITY-6
        take_trick(s, winner)  # SUITABILITY-5
        if s.hands[winner] == 0:
            score(s)


# -- scoring and the end ----------------------------------------------------------------------------------------------


@compiled
def score(s: Position) -> None:
    score_deal(s)
    s.dealer = left(s, s.dealer)  # SUITABILITY-13
    if s.deal_number == 4 if s.target == FOUR_DEALS else best_total(s) >= 250:  # SUITABILITY-12
        end_game(s)
    elif not is_last_turn(s):
        deal_cards(s)


@rules.answers
def points(s: Position, seat: Seat) -> int:
    won, penalties = s.won[seat], s.penalties[seat]
    own_claim = s.claim if seat == s.claimant else NO_CLAIM
    if won == 0:
        term, gain = NO_TRICK, 25  # SUITABILITY-7
    elif own_claim == IMMUNITY:
        term, gain = IMMUNE, 5 * won  # SUITABILITY-8
    elif own_claim == WARRANTY:
        term, gain = WARRANTED, 25  # SUITABILITY-9
    elif own_claim == POVERTY:
        term, gain = POOR, 10 * max(5 - won, 0)  # SUITABILITY-10
    else:
        term, gain = TEN_A_TRICK, 10 * won  # SUITABILITY-6
    earned(s, seat, term, gain)
    if penalties > 0 and term in (TEN_A_TRICK, POOR):
        earned(s, seat, DIVIDED + penalties - 1, gain // penalties - gain)
        return gain // penalties  # SUITABILITY-6
    if penalties == 0 and own_claim == NO_CLAIM and won > 0:
        earned(s, seat, NO_PENALTY_CARD, 10)
        return gain + 10  # SUITABILITY-6
    return gain


@rules.answers
def total(s: Position, seat: Seat) -> int:
    return s.scores[seat] + s.scores[(seat + 2) % 4] if s.partnership else s.scores[seat]  # SUITABILITY-11


@rules.answers
def standing(s: Position, seat: Seat) -> float:
    return total(s, seat)  # SUITABILITY-11, SUITABILITY-12


@rules.answers
def tally(s: Position, seat: Seat) -> float:
    return s.scores[seat]  # SUITABILITY-11: partners add up points that each scores alone


# -- texts and view ---------------------------------------------------------------------------------------------------

EFFECTS = (  # of the claims
    "5 for each trick, whatever your penalty cards",
    "25, whatever you take",
    "10 for each trick short of five, divided by your penalty cards",
    "keeps the 10 for taking no penalty card",
)


def led_suit(s: Position) -> PackSuit:
    return ACE_HIGH55.suits[suit_of(s.trick[s.leader])]


@rules.texts
def prompt(s: Position) -> str:
    if s.phase == GIVING_ROLES:
        return "Give a suit one of the roles that are left."
    if s.phase == CLAIMING:
        return "Claim a privilege, or none."
    if not s.trick_size:
        return "Your lead: play any card."
    if has(JOKERS, s.trick[s.leader]):
        return "A joker was led: play any card."
    if s.hands[s.turn] & led_cards(s):
        return f"Follow {led_suit(s).name}{', or play a joker' if s.hands[s.turn] & JOKERS else ''}."
    return f"You have no {led_suit(s).name}: play any card."


@rules.texts
def label(s: Position, actions: Sequence[Action], names: Sequence[str]) -> str:
    if s.phase != GIVING_ROLES:
        return ""
    return f"Make {ACE_HIGH55.suits[actions[0] // 3].name} the {ROLES[actions[0] % 3]} suit"


@rules.texts
def effect(s: Position, actions: Sequence[Action], names: Sequence[str]) -> str:
    """The effect of claiming a privilege."""
    return EFFECTS[actions[0]] if s.phase == CLAIMING else ""


@rules.texts
def table(table: TableBuilder) -> None:
    s = table.s
    for seat in table.every_seat:
        table.seat(
            seat, score=total(s, seat), cards=count(s.hands[seat]), side=seat % 2 if s.partnership else None,
            lines=[("Won", s.won[seat]), ("Penalty cards", s.penalties[seat])],
            badges=[PRIVILEGES[s.claim]] if seat == s.claimant else [],
        )  # fmt: skip
        table.hand(seat)
    table.trick(s.leader, cards_in_trick(s), winner_so_far(s) if s.trick_size else NONE)
    show_roles(table)
    if s.trick_size:
        joker = has(JOKERS, s.trick[s.leader])
        led = NONE if joker else suit_of(s.trick[s.leader])
        table.fact("led", "Follow", "anything" if joker else "", suit=led, by_trick=True)
    if s.turn_up != NONE:
        given_for = "".join(f"exchanged for {ACE_HIGH55.the(card)}" for card in each(s.picked_up))
        table.pile("turn-up", s.turn_up, 1, "Turn-up", "turn-up", note=given_for)
    if s.target == FOUR_DEALS:
        table.track("deals", "Deal", min(s.deal_number + 1, 4), 4)
    else:
        table.track("target", "Best total", min(best_total(s), 250), 250, f"{best_total(s)} of 250")
