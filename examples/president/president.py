"""President: be the first to get rid of your cards, in sets of one rank that climb. Three to six players, several deals."""

from __future__ import annotations

from collections.abc import Sequence

from sevenfold.devise import (
    NONE, OWNER, Action, ActionSet, Card, CardSet, Face, Rules, Seat, SeatSet, TableBuilder, a_card, a_choice, a_seat,
    a_term, bit, card_actions, cards, compiled, count, each, end_game, event, first, french, has, is_last_turn, left,
    lowest, number, one_action, option, recorded, some, some_cards, without,
)  # fmt: skip
from sevenfold.mechanics.piles import dealing, passed
from sevenfold.mechanics.scores import ScoreFields, earning, score_deal

MOST_SEATS, PASS, DONE = 6, 52, 52
PACK = french("president52", "3456789TJQKA2")  # PRES-1: card = 13 * suit + rank, the twos highest
WHOLE_PACK = first(52)
EXCHANGED = 2


class Position(ScoreFields):
    deals: int  # the option
    hands = cards(MOST_SEATS, seen_by=OWNER)
    to_beat = cards()  # the set laid last; empty for whoever leads
    layer = number(of="seat")  # the seat that laid it
    beaten = cards()  # laid earlier in this deal
    chosen = recorded()  # by the seat to move, and not yet laid
    passed = number(of="seats")  # the seats that have passed in this round, as a set
    place = number(MOST_SEATS)  # in this deal: 1 for the first without cards, 0 for who still holds some
    president = number(of="seat")  # who was the first in the deal before
    last = number(of="seat")  # and the last
    given = number()  # cards that the president has given back
    seen = recorded(MOST_SEATS)  # cards exchanged face up
    lacks = recorded(MOST_SEATS)  # what the exchange showed not to be in a hand
    won = number(MOST_SEATS)  # no tricks here: NONE
    scores = number(MOST_SEATS)
    deal_number = number()


rules = Rules(
    Position,
    "president",
    "President",
    pack=PACK,
    players=(4, 3, 5, 6),
    options={"deals": option((5, 1, 10), "How many deals are played.")},
    minutes=20,
    about="Be the first to get rid of your cards, in sets of one rank that climb.",
)
GIVE, LAY, MORE = 0, 1, 2
rules.phase(GIVE, "give a card back", card_actions("give"))
rules.phase(LAY, "lay cards or pass", card_actions("lay", cards=range(52)), one_action(PASS, "pass", "Pass"), always_asked=True)
rules.phase(
    MORE,
    "lay more of that rank",
    card_actions("lay", cards=range(52)),
    one_action(DONE, "done", "No more"),
    within_move=True,
    always_asked=True,  # nobody learns whether the leader holds more of that rank
)

dealt = dealing()
FIRST, LAST, TOO = 0, 1, 2
OUT = ("{seat} [is|are] rid of all cards first.", "{seat} [is|are] left with cards.", "{seat} [is|are] rid of all cards.")
HAND_TO_HAND = [("cards", "hand-{seat}", "hand-{to}")]
gave = event("give", seat=a_seat(), to=a_seat(), cards=some_cards(), say="{seat} give[s] {to} {cards}.", goes=HAND_TO_HAND)
gave_back = event(
    "give_back",
    is_move=True,
    seat=a_seat(),
    to=a_seat(),
    card=a_card(),
    say="{seat} give[s] {to} {card} in return.",
    goes=[("card", "hand-{seat}", "hand-{to}")],
)
laid = event(
    "lay",
    is_move=True,
    seat=a_seat(),
    cards=some_cards(),
    say="{seat} lay[s] {cards}.",
    goes=[("cards", "hand-{seat}", "to-beat")],
)
went_out = event("out", seat=a_seat(), how=a_choice("first", "last", "too"), say=lambda out: OUT[out["how"]])
new_round = event("round", seat=a_seat(), line=False, say="Nobody beats that: {seat} lead[s].")
earned = earning(a_term(("PRES-8", "1 for each player who was slower")))


# -- deal -------------------------------------------------------------------------------------------------------------


@rules.answers
def start(s: Position) -> None:
    deal(s)
    lead(s, left(s, s.dealer))  # PRES-4


@compiled
def deal(s: Position) -> None:
    rest, seat = WHOLE_PACK, left(s, s.dealer)
    for dealt_before in range(s.players):
        s.hands[seat] = some(s, rest, (51 + s.players - dealt_before) // s.players)  # PRES-1
        rest &= ~s.hands[seat]
        s.place[seat] = s.seen[seat] = s.lacks[seat] = 0
        s.won[seat] = NONE
        seat = left(s, seat)
    s.to_beat = s.beaten = s.chosen = s.passed = s.given = 0
    dealt(s, s.deal_number + 1, s.dealer, s.hands, 0)


# -- exchange ---------------------------------------------------------------------------------------------------------


@compiled
def give_best(s: Position) -> None:
    """The last gives their best cards to the president."""
    best = 0
    for at in range(51, -1, -1):
        if count(best) < EXCHANGED:
            best |= s.hands[s.last] & bit(in_order(at))  # PRES-2
            if count(best) < EXCHANGED:
                s.lacks[s.last] |= bit(in_order(at))
    s.lacks[s.last] &= ~best
    gave(s, s.last, s.president, best)
    hand_over(s, s.last, s.president, best)
    s.phase = GIVE
    s.turn = s.president


@rules.allows(GIVE, "PRES-2", "That card is not in your hand.")
def to_give(s: Position) -> ActionSet:
    return s.hands[s.turn]  # PRES-2


@rules.applies(GIVE)
def give_back(s: Position, card: Card) -> None:
    gave_back(s, s.turn, s.last, card)
    hand_over(s, s.turn, s.last, bit(card))  # PRES-2
    s.given += 1
    if s.given == EXCHANGED:
        lead(s, s.president)  # PRES-4


@compiled
def hand_over(s: Position, giver: Seat, taker: Seat, cards: CardSet) -> None:
    s.hands[giver] &= ~cards
    s.hands[taker] |= cards
    s.seen[taker] |= cards  # PRES-2: face up


# -- laying cards -----------------------------------------------------------------------------------------------------


@rules.allows(LAY, "PRES-3", lambda s, card: f"You do not hold {PACK.the(card)}.")
@rules.allows(MORE, "PRES-3", lambda s, card: f"You do not hold {PACK.the(card)}.")
def in_hand(s: Position) -> ActionSet:
    return s.hands[s.turn] & ~s.chosen | bit(PASS)  # PRES-3


@rules.allows(LAY, "PRES-4", "You lead, so you may not pass.")
def leader_lays(s: Position) -> ActionSet:
    return ~0 if s.to_beat else ~bit(PASS)  # PRES-4


@rules.allows(LAY, "PRES-5", "That does not beat what lies there: a higher rank is needed.")
def higher(s: Position) -> ActionSet:
    if s.to_beat == 0:
        return ~0
    beating = bit(PASS)
    for rank in range(rank_of(lowest(s.to_beat)) + 1, 13):
        beating |= of_rank(rank)  # PRES-5
    return beating


@rules.allows(LAY, "PRES-5", lambda s, card: f"{count(s.to_beat)} cards of one rank are needed.")
@rules.allows(MORE, "PRES-5", lambda s, card: f"{count(s.to_beat)} cards of one rank are needed.")
def enough(s: Position) -> ActionSet:
    """The cards with enough others of their rank above them: a set is laid in the order of its cards."""
    missing = count(s.to_beat) - count(s.chosen)  # PRES-5
    found = 0 if missing > 0 else bit(DONE)
    for card in each(s.hands[s.turn]):
        if count(s.hands[s.turn] & onward(card)) >= missing:
            found |= bit(card)
    return found | (bit(PASS) if s.phase == LAY else 0)


@rules.allows(MORE, "PRES-3", "Cards laid together are of one rank; choose them from left to right.")
def alike(s: Position) -> ActionSet:
    last = lowest(s.chosen)
    for card in each(s.chosen):
        last = card
    return without(onward(last), last) | bit(DONE)  # PRES-3


@rules.applies(LAY)
def lay_or_pass(s: Position, action: Action) -> None:
    if action == PASS:
        passed(s, s.turn)
        s.passed |= bit(s.turn)  # PRES-6
        go_round(s)
    else:
        choose(s, action)


@rules.applies(MORE)
def lay_more(s: Position, action: Action) -> None:
    if action == DONE:
        lay_down(s)
    else:
        choose(s, action)


@compiled
def choose(s: Position, card: Card) -> None:
    s.chosen |= bit(card)
    if count(s.chosen) == (count(s.to_beat) or 4):
        lay_down(s)
    else:
        s.phase = MORE


@compiled
def lay_down(s: Position) -> None:
    seat = s.turn
    laid(s, seat, s.chosen)
    s.hands[seat] &= ~s.chosen
    s.seen[seat] &= ~s.chosen
    s.beaten |= s.to_beat
    s.to_beat, s.chosen, s.layer = s.chosen, 0, seat
    if s.hands[seat] == 0:
        s.place[seat] = s.players - count(still_in(s))
        went_out(s, seat, FIRST if s.place[seat] == 1 else TOO)
    if count(still_in(s)) == 1:
        finish(s, lowest(still_in(s)))
    else:
        go_round(s)


# -- rounds -----------------------------------------------------------------------------------------------------------


@compiled
def go_round(s: Position) -> None:
    """It is the turn of the next seat that may beat what lies there; if there is none, a new round begins."""
    seat = left(s, s.turn)
    while seat != s.layer:
        if s.hands[seat] and not has(s.passed, seat):  # PRES-6
            s.phase, s.turn = LAY, seat
            return
        seat = left(s, seat)
    while s.hands[seat] == 0:
        seat = left(s, seat)  # PRES-7
    new_round(s, seat)
    lead(s, seat)


@compiled
def lead(s: Position, seat: Seat) -> None:
    s.beaten |= s.to_beat
    s.to_beat = s.passed = 0
    s.phase, s.turn = LAY, seat


@compiled
def still_in(s: Position) -> SeatSet:
    """The seats that hold cards."""
    seats = 0
    for seat in range(s.players):
        if s.hands[seat]:
            seats |= bit(seat)
    return seats


# -- scoring and the end ----------------------------------------------------------------------------------------------


@compiled
def finish(s: Position, last: Seat) -> None:
    """One seat is left with cards."""
    s.phase = LAY  # no move is under way any more
    s.place[last] = s.players
    went_out(s, last, LAST)
    s.last = last
    for seat in range(s.players):
        if s.place[seat] == 1:
            s.president = seat
    score_deal(s)
    s.dealer = left(s, s.dealer)  # GEN-1
    if s.deal_number == s.deals:
        end_game(s)  # PRES-9
    elif not is_last_turn(s):
        deal(s)
        give_best(s)


@rules.answers
def points(s: Position, seat: Seat) -> int:
    slower = s.players - s.place[seat]
    if slower:
        earned(s, seat, 0, slower)  # PRES-8
    return slower


@rules.answers
def standing(s: Position, seat: Seat) -> float:
    return s.scores[seat]  # PRES-9


# -- what a seat knows ------------------------------------------------------------------------------------------------


@rules.answers
def shown(s: Position, holder: Seat) -> CardSet:
    return s.hands[holder] & s.seen[holder]  # PRES-2


@rules.answers
def lacked(s: Position, holder: Seat, part: int) -> CardSet:
    return s.lacks[holder]  # PRES-2: nothing better than the cards given


@rules.answers
def deals_done(s: Position) -> int:
    return s.deal_number


# -- for bots ---------------------------------------------------------------------------------------------------------


@rules.answers
def policy(s: Position, legal: ActionSet) -> ActionSet:
    """Get rid of low cards first, of all those of a rank together; break up as few sets as possible."""
    best, found = 1000, legal
    for card in each(legal & WHOLE_PACK):
        together = count(s.hands[s.turn] & of_rank(rank_of(card)))
        spoilt = together - count(s.to_beat) if s.to_beat and s.phase == LAY else 0
        price = rank_of(card) + 4 * spoilt + (6 * (together - 1) if s.phase == GIVE else 0)
        if price < best:
            best, found = price, bit(card)
    return found


# -- helpers ----------------------------------------------------------------------------------------------------------


@compiled
def rank_of(card: Card) -> int:
    return card % 13


@compiled
def of_rank(rank: int) -> CardSet:
    return (1 | 1 << 13 | 1 << 26 | 1 << 39) << rank


@compiled
def onward(card: Card) -> CardSet:
    """A card, and the others of its rank that come after it."""
    return of_rank(rank_of(card)) & ~first(card)


@compiled
def in_order(at: int) -> Card:
    """The card at a place from 0 to 51 in the order of ranks; among equals, as in the pack."""
    return at // 4 + 13 * (at % 4)


# -- texts and view ---------------------------------------------------------------------------------------------------


@rules.texts
def prompt(s: Position) -> str:
    if s.phase == GIVE:
        return f"Give back {'two cards' if s.given == 0 else 'one more card'} of your choice."
    if s.phase == MORE:
        return "Lay more cards of that rank, or no more."
    if s.to_beat == 0:
        return "You lead: lay one to four cards of a rank."
    n = count(s.to_beat)
    return f"Lay {n} card{'s' * (n > 1)} higher than the {PACK.cards[lowest(s.to_beat)].name.split()[0]}, or pass."


@rules.texts
def label(s: Position, actions: Sequence[Action], names: Sequence[str]) -> str:
    laid = [action for action in actions if action < DONE]
    if s.phase == GIVE or len(laid) < 2:
        return ""
    *suits, last = [PACK.suits[PACK.cards[card].suit].name for card in laid]
    return f"Lay the {PACK.cards[laid[0]].name.split()[0]} of {', '.join(suits)} and {last}"


@rules.texts
def outcome(s: Position, winners: list[Seat], names: list[str]) -> str:
    return "{winners} [has|have] the most points and win[s]."


@rules.texts
def table(table: TableBuilder) -> None:
    s = table.s
    for seat in table.every_seat:
        after_one = s.deal_number > 0
        badges = ["president"] * (after_one and s.president == seat) + ["last"] * (after_one and s.last == seat)
        badges += ["passed"] * has(s.passed, seat)
        place = [("Place", s.place[seat])] if s.place[seat] else []
        table.seat(seat, score=s.scores[seat], cards=count(s.hands[seat]), lines=place, badges=badges)
        table.hand(seat)
    table.zone("to-beat", "row", "table", "To beat", table.ups(s.to_beat) or [Face("empty")])
    if s.chosen:
        table.mark(f"hand-{s.turn}", s.chosen, "match")
    table.track("deals", "Deal", min(s.deal_number + 1, s.deals), s.deals)
