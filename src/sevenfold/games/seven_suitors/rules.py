"""Seven Suitors: partners marry suits by capturing both sevens of one, and mark them off. Four players, several deals."""

from __future__ import annotations

from collections.abc import Sequence

from sevenfold.cards import NONE, SUITORS60
from sevenfold.cards import Suit as PackSuit
from sevenfold.devise import (
    OWNER, Action, ActionSet, Card, CardSet, Note, Rules, Seat, Source, Suit, TableBuilder, a_card, a_number, a_seat, bit, card,
    card_actions, cards, compiled, count, end_game, event, has, is_last_turn, left, maybe, number, one_action, option,
    recorded, remembered,
)  # fmt: skip
from sevenfold.games.seven_suitors.marriages import (
    SIDES,
    MarriageFields,
    capture,
    has_all,
    leading_side,
    note_marriages,
    show_marriages,
    side_of,
    told_marks,
)
from sevenfold.games.seven_suitors.special_cards import (
    SpecialFields, deal_one_each, everybody_has_one, forget_specials, lies_by_chance, record_special, special_cards,
)  # fmt: skip
from sevenfold.games.seven_suitors.card_passing import begin_passing, choose, card_passing, receiver, show_passing
from sevenfold.mechanics.piles import dealing
from sevenfold.games.seven_suitors.pack import (
    FOURTEEN, HALF, NORMAL, RANK, S1, SEVENS, SPECIALS, SUITS, THIEF, ZERO, SuitorFields, counts_as, make_trump, new_trump,
    of_suit, suit,
)  # fmt: skip
from sevenfold.mechanics.tricks import (
    EVERY, cards_in_trick, deal_hands, lay, lead_first, took_trick, tricks, who_played, whole_trick, winner_so_far,
)  # fmt: skip

SEATS = 4
SHORT = 1  # the option variant
SHUFFLED, ONE_EACH = 1, 2  # the option special_cards
NO_SEVEN = 60  # the thief takes none


class Position(SuitorFields, MarriageFields, SpecialFields):
    variant: int  # an option
    no_ties: int  # an option
    special_cards: int  # an option
    hands = cards(SEATS, seen_by=OWNER)
    passing = card(SEATS, SEATS, seen_by=OWNER)  # by giver and receiver; NONE before and after passing
    passed = number(most=SEATS)  # cards that the seat to move has chosen
    has_changed = number(most=1)  # 1 once the cards have changed hands in this deal
    given = remembered(SEATS, SEATS)  # what a seat gave each other seat in this deal
    received = remembered(SEATS, SEATS)  # what each other seat gave it
    dealt_special = remembered(SEATS)  # used with `one_each`
    played_specials = recorded(SEATS, observed=True)  # in this deal
    trick = card(SEATS)  # by seat
    trick_size = number(most=SEATS)
    leader = number(of="seat")
    taker = number(of="seat")  # of the last trick
    led = number(of="suit")  # the suit led, or NONE
    trump = number(of="suit")  # a suit, or NONE
    tricks = number(most=16)  # complete in this deal
    lacks = recorded(SEATS, observed=True)  # suits that a seat failed to follow
    sevens = recorded(SIDES)  # captured in this deal
    marked = number(SIDES, most=(1 << SUITS) - 1)  # suits marked off, as sets
    marriages = number(SIDES)  # in the whole game
    just_married = number(SIDES, most=(1 << SUITS) - 1)  # in the last trick; those marked off before count once `sudden`
    sudden = number(most=1)  # SUITORS-12: the next marriage wins
    winner = number(least=NONE, most=SIDES - 1)  # a side, or NONE
    deal_number = number()


rules = Rules(
    Position,
    "seven_suitors",
    "Seven Suitors",
    pack=SUITORS60,
    players=SEATS,
    options={
        "variant": option({"full": "All seven suits.", "short": "Four suits, each for one side."}, "What wins the game."),
        "no_ties": option((False, True), "Only in the full game, which then ends at a side's seventh suit.", "No ties"),
        "special_cards": option(("none", "shuffled", "one_each"), "Four cards that break the rules, in the pack or one each."),
    },
    minutes=60,
    results=(0, 1),
    about="With your partner, capture both sevens of a suit to marry it off.",
)
PASSING, PLAY, STEALING = 0, 1, 2
rules.phase(PASSING, "pass a card", card_actions("pass"))
rules.phase(PLAY, "play", card_actions("play"))
rules.phase(STEALING, "take a seven with the thief", card_actions("steal"), one_action(NO_SEVEN, "steal none", "Take no seven"))

special_cards(rules)
note_marriages(rules)
rules.notes(new_trump, lambda seen: [Note("Trump", suits=[seen["suit"]]) if seen["suit"] else Note("No trump")])
dealt = dealing()
stole = event("steal", is_move=True, seat=a_seat(), card=a_card(), say="{seat} and the thief take {card}.")
decides = event("decide", deal=a_number(), line=False, shows="large", say="Deal {deal} decides: the next marriage wins.")


# -- deal -------------------------------------------------------------------------------------------------------------


@rules.answers
def start(s: Position) -> None:
    s.winner = NONE
    deal_cards(s)


@compiled
def deal_cards(s: Position) -> None:
    forget_specials(s)
    if s.special_cards == SHUFFLED:
        deal_hands(s, NORMAL | SPECIALS, 15)  # SUITORS-1, SUITORS-19
    else:
        deal_hands(s, NORMAL, 14)  # SUITORS-1
    if s.special_cards == ONE_EACH:
        deal_one_each(s, SPECIALS)  # SUITORS-19
    s.sevens[0] = s.sevens[1] = 0  # SUITORS-16: marks and counts stay
    s.led = s.trump = NONE
    s.tricks = 0
    begin_passing(s)
    s.phase = PASSING
    s.turn = left(s, s.dealer)
    dealt(s, s.deal_number + 1, s.dealer, s.hands, 0)


# -- the pass ---------------------------------------------------------------------------------------------------------


card_passing(rules, PASSING, "SUITORS-2")  # also a special card


@rules.applies(PASSING)
def pass_card(s: Position, card: Card) -> None:
    choose(s, card)  # SUITORS-2: one for each other player, who sees it once all are chosen
    if s.has_changed:
        lead_first(s, S1)  # SUITORS-3
        s.phase = PLAY


# -- play -------------------------------------------------------------------------------------------------------------


tricks(rules, PLAY, "SUITORS-5", lambda s, card: f"You hold a {led_suit(s).one}, so you must follow {led_suit(s).name}.")


@rules.answers
def led_cards(s: Position) -> CardSet:
    return EVERY if s.led == NONE else of_suit(s.led)  # SUITORS-3, SUITORS-21


@rules.answers
def free_cards(s: Position) -> CardSet:
    return SPECIALS  # SUITORS-20


@rules.answers
def strength(s: Position, card: Card) -> int:
    """Two for each rank of the suit led, more for trumps; 0 for a card that cannot win."""
    like, half = counts_as(s, card), card == HALF  # SUITORS-23: half a rank above
    if like == FOURTEEN:
        return 100 + half  # SUITORS-25
    if has(SPECIALS, like):
        return 0  # SUITORS-22, SUITORS-24
    if suit(like) == s.trump:
        return 50 + 2 * RANK[like] + half  # SUITORS-6
    return 2 * RANK[like] + half if suit(like) == s.led else 0  # SUITORS-6


@rules.applies(PLAY)
def play(s: Position, card: Card) -> None:
    if has(SPECIALS, card):
        record_special(s, s.turn, card)
    lay(s, card)
    if s.led == NONE and not has(SPECIALS, card):
        s.led = suit(card)  # SUITORS-21
        if s.tricks == 0:
            make_trump(s, s.led)  # SUITORS-4, SUITORS-26
    if s.trick_size == SEATS:
        complete_trick(s)


@compiled
def complete_trick(s: Position) -> None:
    s.taker = winner_so_far(s)  # SUITORS-6, SUITORS-7: the first of equals
    took_trick(s, s.taker, s.leader, s.trick)
    played = whole_trick(s)
    if has(played, ZERO):
        best = counts_as(s, s.trick[s.taker])
        make_trump(s, NONE if best == FOURTEEN else suit(best))  # SUITORS-22
    s.just_married[0] = s.just_married[1] = 0
    if has(played, THIEF) and played & SEVENS:
        s.phase = STEALING  # SUITORS-24
        s.turn = who_played(s, THIEF)
    else:
        end_trick(s, played & SEVENS)


@rules.allows(STEALING, "SUITORS-24", "The thief takes a seven of this trick, or none.")
def sevens_or_none(s: Position) -> ActionSet:
    return whole_trick(s) & SEVENS | bit(NO_SEVEN)  # SUITORS-24


@rules.applies(STEALING)
def steal(s: Position, action: Action) -> None:
    seven = NONE if action == NO_SEVEN else action
    stole(s, s.turn, seven)
    capture(s, s.turn, maybe(seven))  # SUITORS-24
    end_trick(s, whole_trick(s) & SEVENS & ~maybe(seven))


@compiled
def end_trick(s: Position, sevens: CardSet) -> None:
    """The winner captures the sevens that are left; then the next trick, the next deal or the end follows."""
    capture(s, s.taker, sevens)  # SUITORS-8; both of a suit are a marriage, which counts: SUITORS-9, SUITORS-10
    s.turn = s.leader = s.taker  # SUITORS-8
    s.trick_size = 0
    s.led = NONE
    s.tricks += 1
    s.phase = PLAY
    s.winner = leading_side(wins_at_once(s, 0), wins_at_once(s, 1), s.just_married)  # SUITORS-27: a higher suit is more
    if s.winner != NONE:
        told_marks(s, s.marked, s.marriages)
        end_game(s)
    elif s.hands[0] == 0:
        end_deal(s)


@rules.answers
def may_mark(s: Position, side: int, suit: Suit) -> bool:
    return s.variant != SHORT or not has(s.marked[1 - side], suit)  # SUITORS-14


# -- the end ----------------------------------------------------------------------------------------------------------


@compiled
def wins_at_once(s: Position, side: int) -> bool:
    """Whether this trick wins the game for a side before the deal is over."""
    if s.just_married[side] == 0:
        return False
    if s.sudden:
        return True  # SUITORS-12
    if s.variant == SHORT:
        return count(s.marked[side]) >= 4  # SUITORS-14, SUITORS-15: two may come at once
    return s.no_ties == 1 and has_all(s, side)  # SUITORS-13


@compiled
def end_deal(s: Position) -> None:
    told_marks(s, s.marked, s.marriages)
    s.deal_number += 1
    s.dealer = left(s, s.dealer)  # GEN-1
    s.winner = leading_side(has_all(s, 0), has_all(s, 1), s.marriages)  # SUITORS-11
    if s.winner != NONE:
        end_game(s)
    elif not is_last_turn(s):
        if has_all(s, 0) and has_all(s, 1):
            s.sudden = 1  # SUITORS-12
            decides(s, s.deal_number + 1)
        deal_cards(s)  # SUITORS-16


@rules.answers
def cut_short(s: Position) -> None:
    if s.phase != PLAY or s.hands[s.turn]:  # otherwise the deal is over, and its marks have been reported
        told_marks(s, s.marked, s.marriages)


@rules.answers
def standing(s: Position, seat: Seat) -> float:
    side = side_of(seat)
    if s.winner != NONE:
        return 1.0 if s.winner == side else -1.0
    return (count(s.marked[side]) - count(s.marked[1 - side])) / 8  # before the end, more suits are better


@rules.answers
def tally(s: Position, seat: Seat) -> float:
    """Which suits a side has marked off, and its marriages, which decide a tie."""
    side = side_of(seat)
    return s.marked[side] + (s.marriages[side] << SUITS)  # SUITORS-9, SUITORS-10


@rules.answers
def returns(s: Position, seat: Seat) -> float:
    return 1.0 if s.winner == side_of(seat) else 0.0


# -- what a seat knows ------------------------------------------------------------------------------------------------


@rules.answers
def shown(s: Position, holder: Seat) -> CardSet:
    return s.hands[holder] & bit(S1) if s.has_changed else 0  # SUITORS-3: the first leader holds it


@rules.answers
def possible(s: Position) -> bool:
    return s.special_cards != ONE_EACH or s.has_changed == 1 or everybody_has_one(s, SPECIALS)  # SUITORS-19


@rules.answers
def comes_about(s: Position, seat: Seat, source: Source) -> bool:
    return s.special_cards != ONE_EACH or not s.has_changed or lies_by_chance(s, seat, source, ZERO)


# -- texts and view ---------------------------------------------------------------------------------------------------


def led_suit(s: Position) -> PackSuit:
    return SUITORS60.suits[s.led]


@rules.texts
def prompt(s: Position) -> str:
    if s.phase == PASSING:
        return f"Choose a card for {('the player on your left', 'your partner', 'the player on your right')[s.passed]}."
    if s.phase == STEALING:
        return "Your thief may take a seven of this trick."
    if s.led == NONE:
        lead = "No suit is led yet" if s.trick_size else "Your lead"
        return f"{lead}: play any card{'' if s.tricks else '; its suit will be trump'}."
    if s.hands[s.turn] & of_suit(s.led):
        return f"Follow {led_suit(s).name}{', or play a special card' if s.hands[s.turn] & SPECIALS else ''}."
    return f"You have no {led_suit(s).name}: play any card."


@rules.texts
def effect(s: Position, actions: Sequence[Action], names: Sequence[str]) -> str:
    return f"for {names[receiver(s)]}" if s.phase == PASSING else ""


@rules.texts
def table(table: TableBuilder) -> None:
    s = table.s
    goal = 4 if s.variant == SHORT else SUITS
    for seat in table.every_seat:
        table.seat(seat, cards=count(s.hands[seat]), side=side_of(seat))
        table.hand(seat)
        show_passing(table, seat)
    best = winner_so_far(s) if s.trick_size else NONE
    table.trick(s.leader, cards_in_trick(s), best if best != NONE and strength(s, s.trick[best]) else NONE)
    no_trump = "none" if s.tricks else "none yet"
    table.fact("trump", "Trump", no_trump if s.trump == NONE else "", suit=s.trump, badge="trump")
    if s.phase == PLAY and s.led != NONE:
        table.fact("led", "Follow", suit=s.led, by_trick=True)
    if s.sudden:
        table.fact("deciding", "Deciding deal", "the next marriage wins")
    show_marriages(table, goal)
