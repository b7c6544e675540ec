"""Seven and Seven: collect four of one number and four of one suit, seven cards in all. Two to four players."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sevenfold.cards import NONE, SEVENDECK_PACK
from sevenfold.devise import (
    NOBODY, OWNER, Face, Look, Record, Rules, bit, card, card_actions, cards, compiled, count, draw, draw_card, end_game,
    has, left, maybe, next_turn, noted, number, one_action, pick, without,
)  # fmt: skip
from sevenfold.words.sevendeck import SEVENDECK, of_colour, of_number

MOST_SEATS = 4
SIZE = 7
STOCK = 49
TURNS = 20  # of each seat, that everybody remembers


class State(Record):
    hands = cards(MOST_SEATS, seen_by=OWNER)  # of seven cards; the eighth is one of the next two
    drawn = card(seen_by=OWNER)  # from the stock by the seat to move
    picked = card()  # from a discard pile by the seat to move
    stock = cards(seen_by=NOBODY)
    tops = card(MOST_SEATS)  # of the discard piles
    beneath = cards()  # all cards under them
    under = number(49)  # of each card on a pile: the card right under it; NONE
    winner = number()
    seen = noted(MOST_SEATS)  # what everybody knows of the hands: see "what a seat knows"
    unseen = number(MOST_SEATS)
    may_be = noted(MOST_SEATS, SIZE + 1)
    stocked = noted()
    turns_made = number(MOST_SEATS)  # the deal being the first; of the last of them, at the number's rest by TURNS:
    open_then = noted(MOST_SEATS, TURNS)  # `seen` after the turn
    came_from = noted(MOST_SEATS, TURNS)  # what the stock was made of, if a card was drawn from it
    went_then = noted(MOST_SEATS, TURNS)  # the card discarded, if it was not `seen` before


rules = Rules(
    State,
    "seven_and_seven",
    "Seven and Seven",
    pack=SEVENDECK_PACK,
    players=(2, 3, 4),
    minutes=15,
    about="Collect four of one number and four of one suit, with a card that is both.",
    rollout_limit=60,
)
TAKE, DISCARD = 0, 1
rules.phase(
    TAKE,
    "take a card",
    card_actions("take", "takes", cards=range(49)),
    one_action(STOCK, "draw", "Draw a card", "draws a card", touch=lambda s, action: (("stock", 0),)),
)
rules.phase(DISCARD, "discard a card", card_actions("discard", "discards", cards=range(49)), within_turn=True)


# -- deal -------------------------------------------------------------------------------------------------------------


@rules.answers
def start(s: State) -> None:
    s.stock = s.stocked = SEVENDECK
    s.drawn = s.picked = s.winner = NONE
    for c in range(49):
        s.under[c] = NONE
    for seat in range(MOST_SEATS):
        s.tops[seat] = NONE
    for seat in range(s.players):
        s.hands[seat] = draw(s, SIZE)  # SEVENS-1
        for _ in range(SIZE):
            take_unseen(s, seat)
        s.turns_made[seat] = 1
    s.phase = TAKE
    s.turn = left(s, s.dealer)  # SEVENS-1
    win_as_dealt(s)


@compiled
def win_as_dealt(s: State) -> None:
    seat = s.dealer
    for _ in range(s.players):
        seat = left(s, seat)
        if s.winner == NONE and is_complete(s.hands[seat]):
            win(s, seat)  # SEVENS-5


# -- taking a card ----------------------------------------------------------------------------------------------------


@rules.allows(TAKE, "SEVENS-2", "Take the top of the stock, or of a discard pile.")
def on_top(s: State) -> int:
    found = bit(STOCK)  # SEVENS-2
    for seat in range(s.players):
        found |= maybe(s.tops[seat])  # SEVENS-2
    return found


@rules.plays(TAKE)
def take(s: State, action: int) -> None:
    if action == STOCK:
        s.drawn = draw_card(s)
    else:
        s.picked = action
        take_top(s, action)
    s.phase = DISCARD


@compiled
def take_top(s: State, card: int) -> None:
    """Off the discard pile on which it lies."""
    below = s.under[card]
    s.under[card] = NONE
    s.beneath &= ~maybe(below)
    for seat in range(s.players):
        if s.tops[seat] == card:
            s.tops[seat] = below


# -- discarding -------------------------------------------------------------------------------------------------------


@rules.allows(DISCARD, "SEVENS-2", lambda s, card: f"You do not hold {SEVENDECK_PACK.cards[card].name}.")
def one_of_eight(s: State) -> int:
    return s.hands[s.turn] | maybe(s.drawn) | maybe(s.picked)  # SEVENS-2


@rules.plays(DISCARD)
def discard(s: State, card: int) -> None:
    know_exchange(s, s.turn, card)
    s.hands[s.turn] = without(one_of_eight(s), card)
    s.drawn = s.picked = NONE
    s.under[card] = s.tops[s.turn]
    s.beneath |= maybe(s.tops[s.turn])
    s.tops[s.turn] = card  # SEVENS-2
    s.phase = TAKE
    if is_complete(s.hands[s.turn]):
        win(s, s.turn)  # SEVENS-3
    else:
        next_turn(s)
        if s.stock == 0:
            restock(s)  # SEVENS-4: at the start of a turn


@compiled
def restock(s: State) -> None:
    s.stock = s.beneath  # SEVENS-4
    s.beneath = 0
    for c in range(49):
        s.under[c] = NONE
    know_stock(s, s.stock)


# -- the end ----------------------------------------------------------------------------------------------------------


@compiled
def is_complete(hand: int) -> bool:
    """Four of a number and four of a suit: in seven cards they share one, the pivot."""
    has_number, has_suit = False, False
    for k in range(7):
        if count(hand & of_number(k + 1)) >= 4:
            has_number = True
        if count(hand & of_colour(k)) >= 4:
            has_suit = True
    return has_number and has_suit  # SEVENS-3


@compiled
def win(s: State, seat: int) -> None:
    s.winner = seat
    s.seen[seat] = s.hands[seat]  # who wins shows his hand
    s.unseen[seat] = 0
    end_game(s)


@rules.answers
def standing(s: State, seat: int) -> float:
    return 1.0 if s.winner == seat else progress(s.hands[seat]) / 8.0  # SEVENS-3; before the end, how near it is


@compiled
def progress(hand: int) -> int:
    """How many of the cards may stay until the hand is complete, whichever pivot it takes."""
    most = 0
    for n in range(1, 8):
        for colour in range(7):
            pivot = of_number(n) & of_colour(colour)
            same_number = count(hand & of_number(n) & ~pivot)
            same_suit = count(hand & of_colour(colour) & ~pivot)
            most = max(most, min(same_number, 3) + min(same_suit, 3) + count(hand & pivot))
    return most


@rules.answers
def returns(s: State, seat: int) -> float:
    return 1.0 if s.winner == seat else 0.0  # SEVENS-3


# -- what a seat knows ------------------------------------------------------------------------------------------------
# A card taken from a discard pile and still held is known to all (`seen`). Each other card of a hand came from a stock
# of which everybody knows what it was made of, and is none of those that were made a stock later: `may_be`. Of two hands'
# cards these sets are the same or have nothing in common, so that a card that is discarded tells from which it came.


@compiled
def take_unseen(s: State, seat: int) -> None:
    s.may_be[seat, s.unseen[seat]] = s.stocked
    s.unseen[seat] += 1


@compiled
def know_exchange(s: State, seat: int, card: int) -> None:
    """The seat, which took a card, discards one."""
    now = s.turns_made[seat] % TURNS
    s.turns_made[seat] += 1
    s.came_from[seat, now] = s.went_then[seat, now] = 0
    if s.picked != NONE:
        s.seen[seat] |= bit(s.picked)
    else:
        take_unseen(s, seat)
        s.came_from[seat, now] = s.stocked
    if has(s.seen[seat], card):
        s.seen[seat] = without(s.seen[seat], card)
    else:
        let_go_unseen(s, seat, card)
        s.went_then[seat, now] = bit(card)
    s.open_then[seat, now] = s.seen[seat]


@compiled
def let_go_unseen(s: State, seat: int, card: int) -> None:
    last = s.unseen[seat] - 1
    place = last
    while not has(s.may_be[seat, place], card):
        place -= 1
    for k in range(place, last):
        s.may_be[seat, k] = s.may_be[seat, k + 1]
    s.may_be[seat, last] = 0
    s.unseen[seat] = last


@compiled
def know_stock(s: State, cards: int) -> None:
    """These cards are the stock now, so nobody holds one of them."""
    s.stocked = cards
    for seat in range(s.players):
        for k in range(s.unseen[seat]):
            s.may_be[seat, k] &= ~cards


@rules.answers
def shown(s: State, holder: int) -> int:
    return s.seen[holder]


@rules.answers
def parts(s: State, holder: int) -> int:
    return s.unseen[holder]


@rules.answers
def part_size(s: State, holder: int, part: int) -> int:
    return 1


@rules.answers
def lacked(s: State, holder: int, part: int) -> int:
    return ~s.may_be[holder, part]


@rules.answers
def not_in_stock(s: State) -> int:
    return SEVENDECK & ~s.stocked


@rules.answers
def possible(s: State) -> bool:
    """Nobody holds a complete hand: he would have won."""
    for seat in range(s.players):
        if seat != s.winner and is_complete(s.hands[seat]):
            return False  # SEVENS-3, SEVENS-5
    return True


@rules.answers
def comes_about(s: State, seat: int, source: Any) -> bool:
    """Nor did anybody earlier: of the ways in which the others can have got these cards, take one, and turn by turn back."""
    for holder in range(s.players):
        if holder != seat and holder != s.winner:
            unseen = s.hands[holder] & ~s.seen[holder]
            for back in range(1, min(s.turns_made[holder], TURNS)):
                k = (s.turns_made[holder] - back) % TURNS
                unseen |= s.went_then[holder, k]
                came = unseen & s.came_from[holder, k]
                if came:
                    unseen = without(unseen, pick(source, came))
                if is_complete(unseen | s.open_then[holder, (k - 1) % TURNS]):
                    return False  # SEVENS-3, SEVENS-5
    return True


# -- words and view ---------------------------------------------------------------------------------------------------


@rules.words
def prompt(s: State) -> str:
    if s.phase == DISCARD:
        return "Discard one of your eight cards."
    if any(top != NONE for top in s.tops):
        return "Take the top of the stock, or of any discard pile."
    return "Take the top of the stock."


@rules.words
def table(look: Look) -> None:
    s = look.s
    for seat in look.every_seat:
        look.seat(seat)
        look.hand(seat)
        name = look.names[seat]
        look.pile(f"pile-{seat}", s.tops[seat], pile_size(s, seat), f"{name}: discards", owner=seat)
    look.stock(s.stock)
    if s.phase == DISCARD:
        taken = s.picked if s.picked != NONE else s.drawn
        is_seen = taken == s.picked or look.viewer == s.turn
        look.zone("taken", "hand", "Taken", [look.up(taken) if is_seen else Face("down")], owner=int(s.turn))


def pile_size(s: State, seat: int) -> int:
    card, size = s.tops[seat], 0
    while card != NONE:
        card, size = s.under[card], size + 1
    return size


@rules.words
def tell(before: State, action: int, after: State) -> Iterator[dict[str, Any]]:
    code = SEVENDECK_PACK.code
    move: dict[str, Any] = {"event": "move", "seat": before.turn}
    if before.phase == DISCARD:
        yield {**move, "move": "discard", "card": code(action)}
        if before.stock == 0 and after.turn != NONE:
            yield {"event": "reshuffle", "cards": SEVENDECK_PACK.codes(after.stock)}
    elif action == STOCK:
        yield {**move, "move": "take", "from": "stock"}
        yield {"event": "draw", "seat": before.turn, "card": code(after.drawn)}
    else:
        yield {**move, "move": "take", "from": list(before.tops).index(action)}
