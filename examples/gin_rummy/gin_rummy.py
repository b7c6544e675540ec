"""Gin Rummy: draw and discard until your cards form melds, then knock. Two players, several deals."""

from __future__ import annotations

from sevenfold.devise import (
    ACE_LOW52, NOBODY, NONE, OWNER, Action, ActionSet, Card, CardSet, Numbers, Rules, Seat, TableBuilder, Values, a_card,
    a_flag, a_number, a_seat, a_term, bit, card, card_actions, cards, compiled, count, draw, draw_card, each, end_game,
    event, first, has, is_last_turn, left, lowest, next_turn, number, one_action, option, recorded, scratch, some_cards,
    without,
)  # fmt: skip
from sevenfold.mechanics.piles import dealing, drew, laying_aside, passed
from sevenfold.mechanics.scores import ScoreFields, best_total, earning, score_deal

WHOLE_PACK = first(52)  # GIN-1: card = 13 * suit + rank, the ace low
HAND, MOST_TO_KNOCK, BONUS, LAST_OF_STOCK = 10, 10, 25, 2
STOCK, TAKE, PASS, KNOCK = 52, 53, 54, 52
MELDS = 3  # as many as eleven cards can form


class Position(ScoreFields):
    goal: int  # the option
    hands = cards(2, seen_by=OWNER)
    stock = cards(seen_by=NOBODY)
    pile = cards()  # the discard pile without its top
    top = card()
    offers = number()  # how often the first card turned up is still to be offered
    just_taken = recorded()  # from the discard pile in this turn
    picked = recorded(2)  # taken from the discard pile, and still in hand
    knocker = number(of="seat")  # the seat that knocked, or NONE
    melds = recorded(MELDS)  # of the seat that knocked, on which the other may lay off
    deadwood = number(2)  # once somebody knocked
    won = number(2)  # no tricks here: NONE
    scores = number(2)
    deal_number = number()


rules = Rules(
    Position,
    "gin_rummy",
    "Gin Rummy",
    pack=ACE_LOW52,
    players=2,
    options={"goal": option((100, 50), "The score that ends the game.", "Ends at")},
    minutes=20,
    about="Draw and discard until your cards form melds, then knock.",
)
DRAW, DISCARD, KNOCKING = 0, 1, 2
rules.phase(
    DRAW,
    "draw",
    one_action(STOCK, "draw", "Draw from the stock", touch=lambda s, action: (("stock", 0),)),
    one_action(TAKE, "take", "Take the discard", touch=lambda s, action: (("discard", 0),)),
    one_action(PASS, "pass", "Pass"),
)
rules.phase(DISCARD, "discard", card_actions("discard", cards=range(52)), one_action(KNOCK, "knock", "Knock"), within_turn=True)
rules.phase(KNOCKING, "choose the last discard", card_actions("discard", cards=range(52)), within_move=True, ends_move=True)

dealt = dealing(say="Deal {number}, with {turn_up} turned up.", turn_up=a_card())
chose_stock = event("draw", is_move=True, seat=a_seat())
took = event(
    "take", is_move=True, seat=a_seat(), card=a_card(), say="{seat} take[s] {card}.", goes=[("card", "discard", "hand-{seat}")]
)
discarded = laying_aside("hand-{seat}")
knocked = event(
    "knock",
    is_move=True,
    seat=a_seat(),
    card=a_card(),
    gin=a_flag(),
    say=lambda knock: "{seat} discard[s] {card} and " + ("go[es] gin." if knock["gin"] else "knock[s]."),
    goes=[("card", "hand-{seat}", "discard")],
)


def spread(opened: Values) -> str:
    """What a player lays open at the end of a deal."""
    melds = "; ".join(f"{{{name}}}" for name in ("one", "two", "three") if opened[name])
    said = f"{{seat}} meld[s] {melds or 'nothing'}" + ("; lay[s] off {off}" if opened["off"] else "")
    return said + ("; [has|have] {points} left over: {rest}." if opened["rest"] else "; [has|have] nothing left over.")


opened = event(
    "open",
    seat=a_seat(),
    one=some_cards(),
    two=some_cards(),
    three=some_cards(),
    off=some_cards(),
    rest=some_cards(),
    points=a_number(),
    say=spread,
)
ran_out = event("void", say="The stock is used up: nobody scores.")
DIFFERENCE, GIN, UNDERCUT = 0, 1, 2
earned = earning(
    a_term(("GIN-9", "the difference in deadwood"), ("GIN-10", "25 for gin"), ("GIN-11", "25 for an undercut")),
)


# -- deal -------------------------------------------------------------------------------------------------------------


@rules.answers
def start(s: Position) -> None:
    deal(s)


@compiled
def deal(s: Position) -> None:
    s.stock = WHOLE_PACK
    for seat in range(2):
        s.hands[seat] = draw(s, HAND)  # GIN-1
        s.picked[seat] = s.deadwood[seat] = 0
        s.won[seat] = NONE
    s.top = draw_card(s)  # GIN-2
    s.pile = s.just_taken = 0
    s.knocker = NONE
    for i in range(MELDS):
        s.melds[i] = 0
    s.offers = 2
    s.phase = DRAW
    s.turn = left(s, s.dealer)
    dealt(s, s.deal_number + 1, s.dealer, s.hands, count(s.stock), s.top)


# -- drawing ----------------------------------------------------------------------------------------------------------


def not_now(s: Position, action: Action) -> str:
    if s.offers > 0:
        return "Take the card turned up, or pass."
    return "Nobody wanted the card turned up: draw from the stock." if s.offers == 0 else "You may not pass now."


@rules.allows(DRAW, "GIN-2", not_now)
def on_offer(s: Position) -> ActionSet:
    if s.offers > 0:
        return bit(TAKE) | bit(PASS)  # GIN-2
    return bit(STOCK) if s.offers == 0 else bit(STOCK) | bit(TAKE)  # GIN-2, GIN-3


@rules.applies(DRAW)
def draw_or_take(s: Position, action: Action) -> None:
    if action == PASS:
        passed(s, s.turn)
        s.offers -= 1  # GIN-2
        next_turn(s)
        return
    s.offers = NONE
    if action == TAKE:
        took(s, s.turn, s.top)
        s.just_taken = bit(s.top)
        s.picked[s.turn] |= s.just_taken
        s.hands[s.turn] |= s.just_taken  # GIN-3
        s.top = NONE
    else:
        chose_stock(s, s.turn)
        drawn = draw_card(s)
        drew(s, s.turn, drawn)
        s.hands[s.turn] |= bit(drawn)  # GIN-3
    s.phase = DISCARD


# -- discarding and knocking ------------------------------------------------------------------------------------------


@rules.allows(DISCARD, "GIN-4", "That card is not in your hand.")
@rules.allows(KNOCKING, "GIN-4", "That card is not in your hand.")
def in_hand(s: Position) -> ActionSet:
    return s.hands[s.turn] | bit(KNOCK)  # GIN-4


@rules.allows(DISCARD, "GIN-4", "You may not discard the card that you have just taken.")
@rules.allows(KNOCKING, "GIN-4", "You may not discard the card that you have just taken.")
def not_the_same(s: Position) -> ActionSet:
    return ~s.just_taken  # GIN-4


@rules.allows(DISCARD, "GIN-5", f"You may knock only with at most {MOST_TO_KNOCK} points of deadwood.")
def knock_when_low(s: Position) -> ActionSet:
    return ~0 if low_enough(s) else ~bit(KNOCK)  # GIN-5


@rules.allows(KNOCKING, "GIN-5", f"Without that card you would hold more than {MOST_TO_KNOCK} points of deadwood.")
def low_enough(s: Position) -> CardSet:
    """The cards without which at most 10 points of deadwood are left."""
    found, enough, hand = scratch(MELDS), 0, s.hands[s.turn]
    if arrange(s, hand, found) <= 2 * MOST_TO_KNOCK:  # no card is worth more than 10: with more there is none
        for one in each(hand & ~s.just_taken):
            if arrange(s, without(hand, one), found) <= MOST_TO_KNOCK:  # GIN-5
                enough |= bit(one)
    return enough


@rules.applies(DISCARD)
def discard(s: Position, action: Action) -> None:
    if action == KNOCK:
        s.phase = KNOCKING
        return
    discarded(s, s.turn, action)
    lay_aside(s, action)
    if count(s.stock) == LAST_OF_STOCK:
        ran_out(s)
        score(s)  # GIN-6
    else:
        s.phase = DRAW
        next_turn(s)


@rules.applies(KNOCKING)
def knock(s: Position, card: Card) -> None:
    lay_aside(s, card)
    own, others = scratch(MELDS), scratch(MELDS)
    s.knocker, other = s.turn, left(s, s.turn)
    s.deadwood[s.knocker] = arrange(s, s.hands[s.knocker], own)
    knocked(s, s.knocker, card, s.deadwood[s.knocker] == 0)
    lay_open(s, s.knocker, own)
    if s.deadwood[s.knocker]:  # GIN-8: nothing is laid off on gin
        for i in range(MELDS):
            s.melds[i] = own[i]
    s.deadwood[other] = arrange(s, s.hands[other], others)
    lay_open(s, other, others)
    score(s)


@compiled
def lay_aside(s: Position, card: Card) -> None:
    s.hands[s.turn] = without(s.hands[s.turn], card)
    s.picked[s.turn] &= s.hands[s.turn]
    s.just_taken = 0
    if s.top != NONE:
        s.pile |= bit(s.top)
    s.top = card  # GIN-4


@compiled
def lay_open(s: Position, seat: Seat, found: Numbers) -> None:
    rest = s.hands[seat] & ~(found[0] | found[1] | found[2])
    off = laid_off(s, rest)
    opened(s, seat, found[0], found[1], found[2], off, rest & ~off, s.deadwood[seat])


# -- melds ------------------------------------------------------------------------------------------------------------


@compiled
def arrange(s: Position, hand: CardSet, found: Numbers) -> int:
    """Find the melds that leave the least deadwood; returns that deadwood."""
    melds = scratch(64)  # the first is no meld
    n = list_melds(hand, melds)
    least = 1000
    for i in range(n):
        for j in range(i, n):
            for k in range(j, n):
                if melds[i] & melds[j] == 0 and (melds[i] | melds[j]) & melds[k] == 0:
                    rest = hand & ~(melds[i] | melds[j] | melds[k])
                    left_over = points_of(rest & ~laid_off(s, rest))  # GIN-8
                    if left_over < least:
                        least = left_over
                        found[0], found[1], found[2] = melds[i], melds[j], melds[k]
    return least


@compiled
def list_melds(hand: CardSet, melds: Numbers) -> int:
    """List no meld, and the sets and runs of a hand; returns their number. A run of six or more is two shorter ones."""
    n = 1
    for rank in range(13):
        alike = hand & of_rank(rank)
        if count(alike) >= 3:
            melds[n] = alike  # GIN-7: a set
            n += 1
        if count(alike) == 4:
            for one in each(alike):
                melds[n] = without(alike, one)
                n += 1
    for low in each(hand):
        for size in range(3, 6):
            run = first(size) << low
            if low % 13 + size <= 13 and hand & run == run:
                melds[n] = run  # GIN-7: a run
                n += 1
    return n


@compiled
def laid_off(s: Position, cards: CardSet) -> CardSet:
    """Those of some cards that lengthen the melds of the seat that knocked."""
    off = 0
    for i in range(MELDS):
        meld = s.melds[i]
        if meld:
            low, high = lowest(meld), lowest(meld) + count(meld) - 1
            if meld & of_rank(low % 13) == meld:
                off |= cards & of_rank(low % 13)  # GIN-8: the fourth of a set
            else:
                while low % 13 > 0 and has(cards, low - 1):  # GIN-8: a run goes on
                    low -= 1
                    off |= bit(low)
                while high % 13 < 12 and has(cards, high + 1):
                    high += 1
                    off |= bit(high)
    return off


@compiled
def points_of(cards: CardSet) -> int:
    points = 0
    for one in each(cards):
        points += min(one % 13 + 1, 10)  # GIN-7
    return points


@compiled
def of_rank(rank: int) -> CardSet:
    return (1 | 1 << 13 | 1 << 26 | 1 << 39) << rank


# -- scoring and the end ----------------------------------------------------------------------------------------------


@compiled
def score(s: Position) -> None:
    s.phase = DRAW  # no turn is under way any more
    score_deal(s)
    s.dealer = left(s, s.dealer)  # GEN-1
    if best_total(s) >= s.goal:
        end_game(s)  # GIN-12
    elif not is_last_turn(s):
        deal(s)


@rules.answers
def points(s: Position, seat: Seat) -> int:
    if s.knocker == NONE:
        return 0  # GIN-6
    other = left(s, seat)
    ahead = s.deadwood[other] - s.deadwood[seat]
    has_gin = s.knocker == seat and s.deadwood[seat] == 0
    undercuts = s.knocker == other and s.deadwood[other] > 0 and ahead >= 0
    if not (undercuts or (s.knocker == seat and (has_gin or ahead > 0))):
        return 0
    earned(s, seat, DIFFERENCE, ahead)  # GIN-9
    if has_gin:
        earned(s, seat, GIN, BONUS)  # GIN-10
    elif undercuts:
        earned(s, seat, UNDERCUT, BONUS)  # GIN-11
    return ahead + BONUS * (has_gin or undercuts)


@rules.answers
def standing(s: Position, seat: Seat) -> float:
    return s.scores[seat]  # GIN-12


# -- what a seat knows ------------------------------------------------------------------------------------------------


@rules.answers
def shown(s: Position, holder: Seat) -> CardSet:
    if s.knocker != NONE:
        return s.hands[holder]  # GIN-5: the game is over, and both hands were laid open
    return s.hands[holder] & s.picked[holder]  # GIN-3: everybody sees which card is taken


@rules.answers
def deals_done(s: Position) -> int:
    return s.deal_number


# -- for bots ---------------------------------------------------------------------------------------------------------


@rules.answers
def policy(s: Position, legal: ActionSet) -> ActionSet:
    """Take what lowers the deadwood, discard what leaves the least, knock as soon as possible."""
    hand = s.hands[s.turn]
    if s.phase == DRAW:
        wants = (
            s.top != NONE and has(legal, TAKE) and least_without(s, hand | bit(s.top), hand) < arrange(s, hand, scratch(MELDS))
        )
        return bit(TAKE) if wants else without(legal, TAKE) or legal
    if has(legal, KNOCK) and s.phase == DISCARD:
        return bit(KNOCK)
    least = least_without(s, hand, legal & hand)
    best = 0
    for one in each(legal & hand):
        if arrange(s, without(hand, one), scratch(MELDS)) == least:
            best |= bit(one)
    return best


@compiled
def least_without(s: Position, hand: CardSet, discards: CardSet) -> int:
    """The least deadwood of a hand after one of these discards."""
    found, least = scratch(MELDS), 1000
    for one in each(discards):
        least = min(least, arrange(s, without(hand, one), found))
    return least


# -- texts and view ---------------------------------------------------------------------------------------------------


@rules.texts
def prompt(s: Position) -> str:
    if s.phase == DRAW:
        return not_now(s, PASS) if s.offers >= 0 else "Draw from the stock, or take the discard."
    return "Discard a card and lay your cards open." if s.phase == KNOCKING else "Discard a card, or knock."


@rules.texts
def table(table: TableBuilder) -> None:
    s = table.s
    for seat in table.every_seat:
        held = s.hands[seat]
        lines = [("Deadwood", arrange(s, held, scratch(MELDS)))] if table.sees(seat) and count(held) == HAND else []
        table.seat(seat, score=s.scores[seat], cards=count(held), lines=lines)
        table.hand(seat)
    table.stock(s.stock)
    table.pile("discard", s.top, count(s.pile) + (s.top != NONE), "Discard pile")
    table.track("goal", "Highest score", best_total(s), int(s.goal))
