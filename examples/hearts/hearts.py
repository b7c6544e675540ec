"""Hearts: take no hearts and not the queen of spades, or take them all. Four players, several deals."""

from __future__ import annotations

from sevenfold.devise import (
    NONE, OWNER, ActionSet, Card, CardSet, Face, Note, Rules, Seat, TableBuilder, a_card, a_choice, a_seat, a_term, bit,
    card, card_actions, cards, compiled, count, each, end_game, event, first, french, has, is_last_turn, left, lowest,
    next_turn, number, observed, option, recorded, remembered, some_cards, without,
)  # fmt: skip
from sevenfold.mechanics.piles import dealing
from sevenfold.mechanics.scores import ScoreFields, earning, score_deal
from sevenfold.mechanics.tricks import (
    EVERY, CountedTricks, cards_in_trick, deal_hands, lay, lead_first, show_lack, take_trick, tricks, whole_trick,
    winner_so_far,
)  # fmt: skip

SEATS, HAND, PASSED = 4, 13, 3
PACK = french("hearts52", "23456789TJQKA")  # HEARTS-1: card = 13 * suit + rank, the suits S H D C, the ace high
WHOLE_PACK = first(52)
QUEEN, CLUB_TWO = 10, 39
ALL_HEARTS = first(13) << 13
POINTS = ALL_HEARTS | bit(QUEEN)
AWAY = (1, 3, 2, 0)  # HEARTS-2: how many seats to the left the cards go, in the first four deals and so on


class Position(CountedTricks, ScoreFields):
    goal: int  # the option
    hands = cards(SEATS, seen_by=OWNER)
    passing = cards(SEATS, seen_by=OWNER)  # chosen, and not yet passed on
    trick = card(SEATS)  # by seat
    trick_size = number(most=SEATS)
    leader = number(of="seat")
    taker = number(of="seat")  # of the last trick
    broken = number(most=1)  # 1 once a heart has been played in this deal
    taken = recorded(SEATS)  # the cards of each seat's tricks
    won = number(SEATS)
    scores = number(SEATS)
    deal_number = number()
    lacks = recorded(SEATS, observed=True)  # what each seat has shown not to hold
    given = remembered(SEATS)  # what each seat has passed in this deal


rules = Rules(
    Position,
    "hearts",
    "Hearts",
    pack=PACK,
    players=SEATS,
    options={"goal": option((100, 50), "The score at which the game ends.", "Ends at")},
    minutes=40,
    about="Take no hearts and not the queen of spades, or take them all.",
)
PASSING, PLAY = 0, 1
rules.phase(PASSING, "pass a card", card_actions("pass"))
rules.phase(PLAY, "play", card_actions("play"))

LEFT, RIGHT, ACROSS = 0, 1, 2
dealt = dealing(
    say=lambda deal: "Deal {number}: " + ("nobody passes." if deal["way"] == NONE else "three cards are passed {way}."),
    way=a_choice("to the left", "to the right", "across the table"),
)
rules.notes(dealt, lambda seen: [Note("Passing", seen["way"] or "none")])
chose = event(
    "choose",
    is_move=True,
    seat=a_seat(),
    card=a_card(to="seat"),
    say="{seat} choose[s] {card} to pass.",
    goes=[("card", "hand-{seat}", "passing-{seat}")],
)
gave = event(
    "give",
    seat=a_seat(),
    to=a_seat(),
    cards=some_cards(to="seat to", unseen="three cards"),
    say="{seat} pass[es] {cards} to {to}.",
    goes=[("cards", "passing-{seat}", "hand-{to}")],
)
EACH_HEART, THE_QUEEN, OTHERS_MOON = 0, 1, 2
earned = earning(
    a_term(
        ("HEARTS-8", "1 for each heart"),
        ("HEARTS-8", "13 for the queen of spades"),
        ("HEARTS-9", "26 because another player took everything"),
    )
)


# -- deal -------------------------------------------------------------------------------------------------------------


@rules.answers
def start(s: Position) -> None:
    deal(s)


@compiled
def deal(s: Position) -> None:
    deal_hands(s, WHOLE_PACK, HAND)  # HEARTS-1
    for seat in range(SEATS):
        remember_gift(s, seat, 0)
        s.passing[seat] = s.taken[seat] = s.won[seat] = 0
        s.trick[seat] = NONE
    s.broken = s.trick_size = 0
    away = AWAY[s.deal_number % 4]  # HEARTS-2
    dealt(s, s.deal_number + 1, s.dealer, s.hands, 0, LEFT if away == 1 else RIGHT if away == 3 else ACROSS if away else NONE)
    if away == 0:
        begin_play(s)
    else:
        s.phase = PASSING
        s.turn = left(s, s.dealer)


# -- passing ----------------------------------------------------------------------------------------------------------


@observed
def remember_gift(s: Position, giver: Seat, cards: CardSet) -> None:
    """In this deal a seat has passed these cards, and knows who got them."""


@rules.allows(PASSING, "HEARTS-2", "That card is not in your hand.")
def in_hand(s: Position) -> ActionSet:
    return s.hands[s.turn]  # HEARTS-2


@rules.applies(PASSING)
def choose(s: Position, card: Card) -> None:
    chose(s, s.turn, card)
    s.hands[s.turn] = without(s.hands[s.turn], card)
    s.passing[s.turn] |= bit(card)
    if count(s.passing[s.turn]) == PASSED:
        next_turn(s)
        if s.passing[s.turn]:  # everybody has chosen
            pass_on(s)


@compiled
def pass_on(s: Position) -> None:
    for giver in range(SEATS):
        taker = (giver + AWAY[s.deal_number % 4]) % SEATS
        gave(s, giver, taker, s.passing[giver])  # HEARTS-2
        remember_gift(s, giver, s.passing[giver])
        s.hands[taker] |= s.passing[giver]
        s.passing[giver] = 0
    begin_play(s)


# -- play -------------------------------------------------------------------------------------------------------------


@compiled
def begin_play(s: Position) -> None:
    s.phase = PLAY
    lead_first(s, CLUB_TWO)  # HEARTS-3


@rules.allows(PLAY, "HEARTS-3", "The two of clubs must lead to the first trick.")
def two_of_clubs_first(s: Position) -> ActionSet:
    return bit(CLUB_TWO) if has(s.hands[s.turn], CLUB_TWO) else EVERY  # HEARTS-3


tricks(rules, PLAY, "HEARTS-4", lambda s, card: f"You hold a {led_suit(s)[0]}, so you must follow {led_suit(s)[1]}.")


@rules.allows(PLAY, "HEARTS-5", "Neither a heart nor the queen of spades may be played to the first trick.")
def harmless_at_first(s: Position) -> ActionSet:
    return ~POINTS if is_first_trick(s) and s.hands[s.turn] & ~POINTS else EVERY  # HEARTS-5


@rules.allows(PLAY, "HEARTS-6", "Hearts may not be led before a heart has been played.")
def no_heart_led_early(s: Position) -> ActionSet:
    return EVERY if s.trick_size or s.broken or not s.hands[s.turn] & ~ALL_HEARTS else ~ALL_HEARTS  # HEARTS-6


@rules.answers
def led_cards(s: Position) -> CardSet:
    return of_suit(suit(s.trick[s.leader])) if s.trick_size else EVERY  # HEARTS-4


@rules.answers
def strength(s: Position, card: Card) -> int:
    return rank(card) + 1 if suit(card) == suit(s.trick[s.leader]) else 0  # HEARTS-7


@rules.applies(PLAY)
def play(s: Position, card: Card) -> None:
    show_what_it_tells(s, card)
    lay(s, card)
    if has(ALL_HEARTS, card):
        s.broken = 1  # HEARTS-6
    if s.trick_size == SEATS:
        winner = winner_so_far(s)  # HEARTS-7
        s.taken[winner] |= whole_trick(s)
        take_trick(s, winner)
        if s.hands[winner] == 0:
            score(s)


@compiled
def is_first_trick(s: Position) -> bool:
    """Whether the seat to move, which has not yet played to this trick, plays to the first one."""
    return count(s.hands[s.turn]) == HAND


# -- scoring and the end ----------------------------------------------------------------------------------------------


@compiled
def score(s: Position) -> None:
    score_deal(s)
    s.dealer = left(s, s.dealer)  # GEN-1
    worst = 0
    for seat in range(SEATS):
        worst = max(worst, s.scores[seat])
    if worst >= s.goal:
        end_game(s)  # HEARTS-10
    elif not is_last_turn(s):
        deal(s)


@rules.answers
def points(s: Position, seat: Seat) -> int:
    for shooter in range(SEATS):
        if s.taken[shooter] & POINTS == POINTS:
            if shooter == seat:
                return 0  # HEARTS-9
            earned(s, seat, OTHERS_MOON, 26)
            return 26  # HEARTS-9
    hearts, queens = count(s.taken[seat] & ALL_HEARTS), count(s.taken[seat] & bit(QUEEN))
    if hearts:
        earned(s, seat, EACH_HEART, hearts)  # HEARTS-8
    if queens:
        earned(s, seat, THE_QUEEN, 13)  # HEARTS-8
    return hearts + 13 * queens


@rules.answers
def standing(s: Position, seat: Seat) -> float:
    return -s.scores[seat]  # HEARTS-10: the lowest score wins


# -- what a seat knows ------------------------------------------------------------------------------------------------


@rules.answers
def known(s: Position, seat: Seat, holder: Seat) -> CardSet:
    return s.hands[holder] & s.given[seat]  # HEARTS-2


@rules.answers
def shown(s: Position, holder: Seat) -> CardSet:
    return s.hands[holder] & bit(CLUB_TWO) if s.phase == PLAY else 0  # HEARTS-3: it is known who leads, and with what


@compiled
def show_what_it_tells(s: Position, card: Card) -> None:
    """Record what a card tells of its player's hand, beyond not following."""
    if is_first_trick(s) and has(POINTS, card):
        show_lack(s, s.turn, WHOLE_PACK & ~POINTS)  # HEARTS-5
    elif s.trick_size == 0 and not s.broken and has(ALL_HEARTS, card):
        show_lack(s, s.turn, WHOLE_PACK & ~ALL_HEARTS)  # HEARTS-6


def record_gift(s: Position, giver: Seat, cards: CardSet) -> None:
    s.given[giver] = cards


rules.observes(remember_gift, record_gift)


# -- for bots ---------------------------------------------------------------------------------------------------------


@rules.answers
def policy(s: Position, legal: ActionSet) -> ActionSet:
    """Pass and throw away what is dangerous; in a trick stay just below the winner; lead low."""
    if s.phase == PASSING or (s.trick_size and not legal & led_cards(s)):
        return bit(most_dangerous(s, legal))
    losing = 0
    for one in each(legal):
        if s.trick_size and strength(s, one) < strength(s, s.trick[winner_so_far(s)]):
            losing |= bit(one)
    return bit(most_dangerous(s, losing) if losing else least_dangerous(s, legal))


@compiled
def most_dangerous(s: Position, cards: CardSet) -> Card:
    chosen = lowest(cards)
    for one in each(cards):
        if danger(s, one) > danger(s, chosen):
            chosen = one
    return chosen


@compiled
def least_dangerous(s: Position, cards: CardSet) -> Card:
    chosen = lowest(cards)
    for one in each(cards):
        if danger(s, one) < danger(s, chosen):
            chosen = one
    return chosen


@compiled
def danger(s: Position, card: Card) -> int:
    """More for high cards and short suits; the spades from the queen up are worst."""
    more = 100 if card == QUEEN else 40 if suit(card) == 0 and rank(card) > 10 else 15 if has(ALL_HEARTS, card) else 0
    return more + 4 * rank(card) - count(s.hands[s.turn] & of_suit(suit(card)))


# -- helpers ----------------------------------------------------------------------------------------------------------


@compiled
def suit(card: Card) -> int:
    return card // 13


@compiled
def rank(card: Card) -> int:
    return card % 13


@compiled
def of_suit(suit: int) -> CardSet:
    return first(13) << 13 * suit


# -- texts and view ---------------------------------------------------------------------------------------------------


def led_suit(s: Position) -> tuple[str, str]:
    """The suit that was led, in the singular and the plural."""
    led = PACK.suits[suit(s.trick[s.leader])]
    return led.one, led.name


@rules.texts
def prompt(s: Position) -> str:
    if s.phase == PASSING:
        chosen = count(s.passing[s.turn])
        return f"Choose {('three cards', 'two more cards', 'one more card')[chosen]} to pass."
    if s.trick_size == 0:
        return "Lead the two of clubs." if has(s.hands[s.turn], CLUB_TWO) else "Your lead."
    led = led_suit(s)[1]
    return f"Follow {led}." if s.hands[s.turn] & led_cards(s) else f"You have no {led}: play any card."


@rules.texts
def together(s: Position) -> int:
    """The cards to pass are chosen in any order, and confirmed at once."""
    return PASSED - count(s.passing[s.turn]) if s.phase == PASSING else 1


@rules.texts
def outcome(s: Position, winners: list[Seat], names: list[str]) -> str:
    return "{winners} [has|have] the fewest points and win[s]."


@rules.texts
def table(table: TableBuilder) -> None:
    s = table.s
    for seat in table.every_seat:
        so_far = count(s.taken[seat] & ALL_HEARTS) + 13 * count(s.taken[seat] & bit(QUEEN))
        held = count(s.hands[seat])
        table.seat(seat, score=s.scores[seat], cards=held, lines=[("Tricks", s.won[seat]), ("Taken", so_far)])
        table.hand(seat)
        if s.passing[seat]:
            faces = table.ups(s.passing[seat]) if table.sees(seat) else [Face("down")] * count(s.passing[seat])
            table.zone(f"passing-{seat}", "row", "passing", "Cards to pass", faces, owner=seat)
    table.trick(s.leader, cards_in_trick(s), winner_so_far(s) if s.trick_size else NONE)
    if s.phase == PLAY:
        table.fact("broken", "Hearts", "may be led" if s.broken else "may not be led yet")
    if s.trick_size:
        table.fact("led", "Follow", suit=suit(s.trick[s.leader]), by_trick=True)
    table.track("goal", "Highest score", max(int(s.scores[seat]) for seat in table.every_seat), int(s.goal))
