"""Seven and Seven: collect four of one number and four of one suit, seven cards in all. Two to four players."""

from __future__ import annotations

from sevenfold.cards import NONE, SEVENDECK_PACK
from sevenfold.devise import (
    NOBODY, OWNER, Action, ActionSet, Card, CardSet, Face, Rules, Seat, Source, Suit, TableBuilder, a_card, a_flag, a_number,
    a_seat, a_suit, bit, card, card_actions, cards, compiled, count, draw, draw_card, end_game, event, is_last_turn, left,
    maybe, next_turn, number, one_action, recorded, some_cards, without,
)  # fmt: skip
from sevenfold.mechanics.chains import cards_below
from sevenfold.mechanics.piles import dealing, drew
from sevenfold.mechanics.sevendeck import SEVENDECK, of_colour, of_number
from sevenfold.games.seven_and_seven.draw_and_discard import (
    TURNS, DrawAndDiscardFields, draw_and_discard, record_hand, record_shown, record_stock, record_turn, seen_before,
    turns_remembered, unseen_before,
)  # fmt: skip

MOST_SEATS = 4
SIZE = 7
STOCK = 49


class Position(DrawAndDiscardFields):
    hands = cards(MOST_SEATS, seen_by=OWNER)  # the hand of seven cards; the eighth is one of the next two
    drawn = card(seen_by=OWNER)  # the card drawn from the stock by the seat to move
    picked = card()  # the card taken from a discard pile by the seat to move
    stock = cards(seen_by=NOBODY)
    tops = card(MOST_SEATS)  # of the discard piles
    beneath = cards()  # all cards under them
    under = number(49, of="card")  # for each card on a pile: the card directly under it, or NONE
    winner = number(of="seat")
    seen = recorded(MOST_SEATS, observed=True)  # the remaining fields hold what everybody knows of the hands: see
    # `draw_and_discard`
    unseen = number(MOST_SEATS, observed=True)
    may_be = recorded(MOST_SEATS, SIZE + 1, observed=True)
    stocked = recorded(observed=True)
    turns_made = number(MOST_SEATS, observed=True)
    seen_then = recorded(MOST_SEATS, TURNS, observed=True)
    came_from = recorded(MOST_SEATS, TURNS, observed=True)
    went_then = recorded(MOST_SEATS, TURNS, observed=True)


rules = Rules(
    Position,
    "seven_and_seven",
    "Seven and Seven",
    pack=SEVENDECK_PACK,
    players=(2, 3, 4),
    minutes=15,
    results=(0, 1),
    about="Collect four of one number and four of one suit, with a card that is both.",
    rollout_limit=60,
)
TAKE, DISCARD = 0, 1
rules.phase(
    TAKE,
    "take a card",
    card_actions("take", cards=range(49)),
    one_action(STOCK, "draw", "Draw a card", touch=lambda s, action: (("stock", 0),)),
)
rules.phase(DISCARD, "discard a card", card_actions("discard", cards=range(49)), within_turn=True)

dealt = dealing(say="")
chose_stock = event("take", is_move=True, seat=a_seat(), line=lambda take: {"from": "stock"})
took = event(
    "take", is_move=True, seat=a_seat(), card=a_card(), pile=a_seat(), line=lambda take: {"from": take["pile"]},
    say="{seat} take[s] {card} from {pile's} pile.", goes=[("card", "pile-{pile}", "hand-{seat}")],
)  # fmt: skip
discarded = event(
    "discard", is_move=True, seat=a_seat(), card=a_card(),
    say="{seat} discard[s] {card}.", goes=[("card", "hand-{seat}", "pile-{seat}")],
)  # fmt: skip
gathered = event("gather", seat=a_seat(), cards=some_cards(), line=False, goes=[("cards", "pile-{seat}", "stock")])
reshuffled = event(
    "reshuffle", cards=some_cards(), say="The discard piles, all but their top cards, are shuffled into a new stock."
)
won = event(  # the winner shows the hand
    "win", seat=a_seat(), hand=some_cards(), number=a_number(), suit=a_suit(), as_dealt=a_flag(), line=False,
    say=lambda win: (
        f"{{seat}} win[s]{' as dealt' if win['as_dealt'] else ''}, with four {{number}}s and four {{suit}} cards: {{hand}}."
    ),
)  # fmt: skip


# -- deal -------------------------------------------------------------------------------------------------------------


@rules.answers
def start(s: Position) -> None:
    s.stock = SEVENDECK
    record_stock(s, SEVENDECK)
    s.drawn = s.picked = s.winner = NONE
    for c in range(49):
        s.under[c] = NONE
    for seat in range(MOST_SEATS):
        s.tops[seat] = NONE
    for seat in range(s.players):
        s.hands[seat] = draw(s, SIZE)  # SEVENS-1
        record_hand(s, seat, SIZE)
    s.phase = TAKE
    s.turn = left(s, s.dealer)  # SEVENS-1
    dealt(s, 1, s.dealer, s.hands, count(s.stock))
    win_as_dealt(s)


@compiled
def win_as_dealt(s: Position) -> None:
    seat = s.dealer
    for _ in range(s.players):
        seat = left(s, seat)
        if s.winner == NONE and is_complete(s.hands[seat]):
            win(s, seat, True)  # SEVENS-5


# -- taking a card ----------------------------------------------------------------------------------------------------


@rules.allows(TAKE, "SEVENS-2", "Take the top card of the stock or of a discard pile.")
def on_top(s: Position) -> ActionSet:
    found = bit(STOCK)  # SEVENS-2
    for seat in range(s.players):
        found |= maybe(s.tops[seat])  # SEVENS-2
    return found


@rules.applies(TAKE)
def take(s: Position, action: Action) -> None:
    if action == STOCK:
        chose_stock(s, s.turn)
        s.drawn = draw_card(s)
        drew(s, s.turn, s.drawn)
    else:
        pile = pile_of(s, action)
        took(s, s.turn, action, pile)
        s.picked = action
        s.tops[pile] = s.under[action]
        s.beneath &= ~maybe(s.tops[pile])
        s.under[action] = NONE
    s.phase = DISCARD


@compiled
def pile_of(s: Position, top: Card) -> Seat:
    """The seat whose discard pile has this card on top."""
    seat = 0
    while s.tops[seat] != top:
        seat += 1
    return seat


# -- discarding -------------------------------------------------------------------------------------------------------


@rules.allows(DISCARD, "SEVENS-2", lambda s, card: f"You do not hold {SEVENDECK_PACK.the(card)}.")
def one_of_eight(s: Position) -> CardSet:
    return s.hands[s.turn] | maybe(s.drawn) | maybe(s.picked)  # SEVENS-2


@rules.applies(DISCARD)
def discard(s: Position, card: Card) -> None:
    discarded(s, s.turn, card)
    record_turn(s, s.turn, s.picked, card)
    s.hands[s.turn] = without(one_of_eight(s), card)
    s.drawn = s.picked = NONE
    s.under[card] = s.tops[s.turn]
    s.beneath |= maybe(s.tops[s.turn])
    s.tops[s.turn] = card  # SEVENS-2
    s.phase = TAKE
    if is_complete(s.hands[s.turn]):
        win(s, s.turn, False)  # SEVENS-3
    else:
        next_turn(s)
        if s.stock == 0 and not is_last_turn(s):
            restock(s)  # SEVENS-4: at the start of a turn


@compiled
def restock(s: Position) -> None:
    for seat in range(s.players):
        gathered(s, seat, under_top(s, seat))
    reshuffled(s, s.beneath)
    s.stock = s.beneath  # SEVENS-4
    s.beneath = 0
    for c in range(49):
        s.under[c] = NONE
    record_stock(s, s.stock)


@compiled
def under_top(s: Position, seat: Seat) -> CardSet:
    """The cards of a seat's discard pile, except its top."""
    found, card = 0, s.tops[seat]
    while card != NONE:
        card = s.under[card]
        found |= maybe(card)
    return found


# -- the end ----------------------------------------------------------------------------------------------------------


@compiled
def is_complete(hand: CardSet) -> bool:
    """Whether a hand has four of a number and four of a suit. In seven cards they share one, the pivot."""
    return number_of_four(hand) != NONE and suit_of_four(hand) != NONE  # SEVENS-3


@compiled
def number_of_four(hand: CardSet) -> int:
    """The number of which a hand holds four cards, or NONE."""
    for n in range(1, 8):
        if count(hand & of_number(n)) >= 4:
            return n
    return NONE


@compiled
def suit_of_four(hand: CardSet) -> Suit:
    """The suit of which a hand holds four cards, or NONE."""
    for colour in range(7):
        if count(hand & of_colour(colour)) >= 4:
            return colour
    return NONE


@compiled
def win(s: Position, seat: Seat, as_dealt: bool) -> None:
    hand = s.hands[seat]
    won(s, seat, hand, number_of_four(hand), suit_of_four(hand), as_dealt)
    s.winner = seat
    record_shown(s, seat)
    end_game(s)


@rules.answers
def standing(s: Position, seat: Seat) -> float:
    return 1.0 if s.winner == seat else progress(s.hands[seat]) / 8.0  # SEVENS-3; before the end, how nearly the hand is
    # complete


@compiled
def progress(hand: CardSet) -> int:
    """The largest number of these cards that could be part of a complete hand, whatever its pivot."""
    most = 0
    for n in range(1, 8):
        for colour in range(7):
            pivot = of_number(n) & of_colour(colour)
            same_number = count(hand & of_number(n) & ~pivot)
            same_suit = count(hand & of_colour(colour) & ~pivot)
            most = max(most, min(same_number, 3) + min(same_suit, 3) + count(hand & pivot))
    return most


@rules.answers
def returns(s: Position, seat: Seat) -> float:
    return 1.0 if s.winner == seat else 0.0  # SEVENS-3


# -- what a seat knows ------------------------------------------------------------------------------------------------


draw_and_discard(rules)


@rules.answers
def possible(s: Position) -> bool:
    """Whether nobody holds a complete hand: they would have won."""
    for seat in range(s.players):
        if seat != s.winner and is_complete(s.hands[seat]):
            return False  # SEVENS-3, SEVENS-5
    return True


@rules.answers
def comes_about(s: Position, seat: Seat, source: Source) -> bool:
    """Whether nobody held a complete hand earlier, either: reconstruct one possible way in which the others got these cards,
    going back turn by turn."""
    for holder in range(s.players):
        if holder != seat and holder != s.winner:
            unseen = s.hands[holder] & ~s.seen[holder]
            for back in range(1, turns_remembered(s, holder) + 1):
                unseen = unseen_before(s, holder, back, unseen, source)
                if is_complete(unseen | seen_before(s, holder, back)):
                    return False  # SEVENS-3, SEVENS-5
    return True


# -- texts and view ---------------------------------------------------------------------------------------------------


@rules.texts
def prompt(s: Position) -> str:
    if s.phase == DISCARD:
        return "Discard one of your eight cards."
    if any(top != NONE for top in s.tops):
        return "Take the top card of the stock or of any discard pile."
    return "Take the top card of the stock."


@rules.texts
def effect(s: Position, actions: list[Action], names: list[str]) -> str:
    """The seat from whose pile a card is taken."""
    if s.phase == DISCARD or actions[0] == STOCK:
        return ""
    pile = pile_of(s, actions[0])
    return "from your own pile" if pile == s.turn else f"from {names[pile]}'s pile"


@rules.texts
def outcome(s: Position, winners: list[Seat], names: list[str]) -> str:
    return "{winners} [has|have] four of a number and four of a suit, and win[s]."


@rules.texts
def table(table: TableBuilder) -> None:
    s = table.s
    for seat in table.every_seat:
        is_taking = s.phase == DISCARD and seat == s.turn
        table.seat(seat, cards=count(s.hands[seat]) + is_taking)
        table.hand(seat)
        pile = cards_below(s.under, s.tops[seat])[::-1]
        table.pile(f"pile-{seat}", s.tops[seat], len(pile), "Discard pile", owner=seat, beneath=pile[1:])
    table.stock(s.stock)
    if s.phase == DISCARD:
        is_seen = s.picked != NONE or table.sees(s.turn)
        face = table.up(s.picked if s.picked != NONE else s.drawn) if is_seen else Face("down")
        table.zone("taken", "hand", "drawn", "New card", [face], owner=int(s.turn))
    if s.winner != NONE:
        show_sets(table, s.hands[s.winner])


def show_sets(table: TableBuilder, hand: CardSet) -> None:
    """Mark, in the winner's hand, the four of a number and the four of a suit, which share the pivot."""
    zone, number, colour = f"hand-{table.s.winner}", number_of_four(hand), suit_of_four(hand)
    table.mark(zone, hand & of_number(number), "number")
    table.mark(zone, hand & of_colour(colour), "suit")
    table.mark(zone, hand & of_number(number) & of_colour(colour), "pivot")
    table.fact("number", "Four of a number", number=number)
    table.fact("suit", "Four of a suit", suit=colour)
