"""Go Fish: ask the others for cards of a rank you hold, and collect all four. Two to six players."""

from __future__ import annotations

from sevenfold.devise import (
    ACE_LOW52, NOBODY, NONE, OWNER, ActionSet, Card, CardSet, Fields, Rules, Seat, TableBuilder, a_card, a_choice, a_seat,
    bit, card_actions, cards, compiled, count, draw, draw_card, each, end_game, event, first, has, left, named_actions,
    number, recorded, some_cards, without,
)  # fmt: skip
from sevenfold.mechanics.piles import dealing, drew, drew_openly

MOST_SEATS = 6
PARTS = 15  # of a hand, by what is known of them: see "what a seat knows"
WHOLE_PACK = first(52)  # FISH-1: card = 13 * suit + rank
RANKS = ("aces", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens", "jacks", "queens", "kings")


class Position(Fields):
    hands = cards(MOST_SEATS, seen_by=OWNER)
    stock = cards(seen_by=NOBODY)
    books = cards(MOST_SEATS)  # laid down, by seat
    showing = number(of="card")  # the card with which the seat to move asks, NONE before
    # what everybody knows of the hands
    seen = recorded(MOST_SEATS)  # cards shown that are still there
    pieces = number(MOST_SEATS)
    sizes = number(MOST_SEATS, PARTS)  # the cards of each part, those counted that have since been shown
    lacks = recorded(MOST_SEATS, PARTS)  # what is not in the part
    gone = recorded(MOST_SEATS, PARTS)  # cards since shown that may have come from the part


rules = Rules(
    Position,
    "go_fish",
    "Go Fish",
    pack=ACE_LOW52,
    players=(4, 2, 3, 5, 6),
    minutes=15,
    about="Ask the others for cards of a rank you hold, and collect all four.",
)
SHOW, ASK = 0, 1
rules.phase(SHOW, "show a card and ask for its rank", card_actions("show", cards=range(52)))
rules.phase(
    ASK,
    "choose whom to ask",
    named_actions("ask", [f"seat {seat}" for seat in range(MOST_SEATS)], touch=lambda s, seat: ((f"seat-{seat}", -1),)),
    within_move=True,
    ends_move=True,
)

dealt = dealing(say="")
asked = event(
    "ask",
    is_move=True,
    seat=a_seat(),
    to=a_seat(),
    card=a_card(),
    rank=a_choice(*RANKS),
    say="{seat} show[s] {card} and ask[s] {to} for {rank}.",
    shows="line",
)
gave = event(
    "give",
    seat=a_seat(),
    to=a_seat(),
    cards=some_cards(),
    say="{seat} give[s] {cards} to {to}.",
    goes=[("cards", "hand-{seat}", "hand-{to}")],
)
had_none = event("go_fish", seat=a_seat(), say="{seat} [has|have] none: go fish!")
laid_book = event(
    "book",
    seat=a_seat(),
    rank=a_choice(*RANKS),
    cards=some_cards(),
    say="{seat} lay[s] down the four {rank}.",
    goes=[("cards", "hand-{seat}", "books-{seat}")],
)


# -- deal -------------------------------------------------------------------------------------------------------------


@rules.answers
def start(s: Position) -> None:
    s.stock = WHOLE_PACK
    for seat in range(s.players):
        s.hands[seat] = draw(s, 7 if s.players < 4 else 5)  # FISH-1
        keep(s, seat, s.hands[seat], 0)
    s.showing = NONE
    dealt(s, 1, s.dealer, s.hands, count(s.stock))
    for seat in range(s.players):
        lay_books(s, seat)  # FISH-5
    give_turn(s, left(s, s.dealer))


# -- asking -----------------------------------------------------------------------------------------------------------


@rules.allows(SHOW, "FISH-2", "You may ask only for a rank of which you hold a card, and must show that card.")
def in_hand(s: Position) -> ActionSet:
    return s.hands[s.turn]  # FISH-2


@rules.applies(SHOW)
def show(s: Position, card: Card) -> None:
    s.showing = card
    s.phase = ASK


@rules.allows(ASK, "FISH-2", "Ask one of the other players.")
def others(s: Position) -> ActionSet:
    return without(first(s.players), s.turn)  # FISH-2


@rules.applies(ASK)
def ask(s: Position, to: Seat) -> None:
    seat, rank = s.turn, rank_of(s.showing)
    asked(s, seat, to, s.showing, rank)
    reveal(s, seat, bit(s.showing))  # FISH-2
    s.showing = NONE
    wanted = s.hands[to] & of_rank(rank)
    if wanted:
        hand_over(s, to, seat, wanted)
        goes_on = True  # FISH-3
    else:
        had_none(s, to)
        goes_on = fish(s, seat, rank)  # FISH-4
    lack(s, to, of_rank(rank))
    lay_books(s, seat)
    give_turn(s, seat if goes_on else left(s, seat))


@compiled
def hand_over(s: Position, giver: Seat, taker: Seat, cards: CardSet) -> None:
    gave(s, giver, taker, cards)
    reveal(s, giver, cards)
    s.hands[giver] &= ~cards
    s.seen[giver] &= ~cards
    s.hands[taker] |= cards  # FISH-3
    s.seen[taker] |= cards


@compiled
def fish(s: Position, seat: Seat, rank: int) -> bool:
    """Draw a card; whether it is of the rank asked for."""
    if s.stock == 0:
        return False
    card = draw_card(s)
    s.hands[seat] |= bit(card)
    if rank_of(card) == rank:
        drew_openly(s, seat, card)  # FISH-4
        s.seen[seat] |= bit(card)
        return True
    drew(s, seat, card)
    book = of_rank(rank_of(card))
    completes = s.hands[seat] & book == book
    keep(s, seat, bit(card), WHOLE_PACK & ~book if completes else of_rank(rank))  # the book is laid at once
    return False


# -- books ------------------------------------------------------------------------------------------------------------


@compiled
def lay_books(s: Position, seat: Seat) -> None:
    for rank in range(13):
        book = of_rank(rank)
        if s.hands[seat] & book == book:
            laid_book(s, seat, rank, book)
            reveal(s, seat, book)
            s.hands[seat] &= ~book
            s.seen[seat] &= ~book
            s.books[seat] |= book  # FISH-5


# -- whose turn it is, and the end ------------------------------------------------------------------------------------


@compiled
def give_turn(s: Position, seat: Seat) -> None:
    s.phase = SHOW
    s.turn = seat
    for _ in range(s.players):
        if s.hands[s.turn] == 0 and s.stock:
            card = draw_card(s)
            drew(s, s.turn, card)  # FISH-6
            s.hands[s.turn] = bit(card)
            keep(s, s.turn, bit(card), 0)
        if s.hands[s.turn]:
            return
        s.turn = left(s, s.turn)  # FISH-6
    end_game(s)  # FISH-7: no hand holds a card, and the stock is empty


@rules.answers
def standing(s: Position, seat: Seat) -> float:
    return count(s.books[seat]) // 4  # FISH-7


# -- what a seat knows ------------------------------------------------------------------------------------------------
# Who has no card of a rank when asked may draw one later. So a hand has parts: the cards dealt, and those drawn later. From
# which part a card came that is shown cannot be told; it counts as still there, so that re-deals put it where it may have been.


@compiled
def keep(s: Position, seat: Seat, cards: CardSet, lacking: CardSet) -> None:
    """Cards come to a hand unseen; `lacking` is what they are known not to be."""
    if s.hands[seat] & ~cards & ~s.seen[seat] == 0:
        s.pieces[seat] = 0  # every card that the parts held has been shown
    last = s.pieces[seat] - 1
    if last >= 0 and s.gone[seat, last] == 0 and s.lacks[seat, last] == lacking:
        s.sizes[seat, last] += count(cards)
    elif last + 1 == (PARTS if s.players < 6 else 12):  # what is known of the last part becomes less exact, as re-deals
        # have room for 64 parts in all
        s.sizes[seat, last] += count(cards)
        s.lacks[seat, last] &= lacking
    else:
        s.sizes[seat, last + 1], s.lacks[seat, last + 1], s.gone[seat, last + 1] = count(cards), lacking, 0
        s.pieces[seat] += 1


@compiled
def reveal(s: Position, seat: Seat, cards: CardSet) -> None:
    """Everybody sees these cards of a hand."""
    for part in range(s.pieces[seat]):
        s.gone[seat, part] |= cards & ~s.seen[seat] & ~s.lacks[seat, part]
    s.seen[seat] |= cards


@compiled
def lack(s: Position, seat: Seat, cards: CardSet) -> None:
    """No card of these is in a hand."""
    for part in range(s.pieces[seat]):
        s.lacks[seat, part] |= cards


@rules.answers
def shown(s: Position, holder: Seat) -> CardSet:
    return s.hands[holder] & s.seen[holder]


@rules.answers
def parts(s: Position, holder: Seat) -> int:
    return max(1, s.pieces[holder])


@rules.answers
def part_size(s: Position, holder: Seat, part: int) -> int:
    return s.sizes[holder, part]


@rules.answers
def lacked(s: Position, holder: Seat, part: int) -> CardSet:
    return s.lacks[holder, part] if s.pieces[holder] else 0


@rules.answers
def once_held(s: Position, holder: Seat) -> CardSet:
    cards = 0
    for part in range(s.pieces[holder]):
        cards |= s.gone[holder, part]
    return cards


@rules.answers
def came_from(s: Position, holder: Seat, part: int) -> CardSet:
    return s.gone[holder, part] if s.pieces[holder] else 0


@rules.answers
def possible(s: Position) -> bool:
    for seat in range(s.players):
        for rank in range(13):
            if s.hands[seat] & of_rank(rank) == of_rank(rank):
                return False  # FISH-5: it would have been laid
    return True


# -- for bots ---------------------------------------------------------------------------------------------------------


@rules.answers
def policy(s: Position, legal: ActionSet) -> ActionSet:
    """Ask for a rank that somebody is known to hold; otherwise for that of which one holds most, where most may be."""
    best, found = -1, 0
    for action in each(legal):
        value = worth_showing(s, action) if s.phase == SHOW else likely(s, action, rank_of(s.showing))
        if value > best:
            best, found = value, 0
        if value == best:
            found |= bit(action)
    return found


@compiled
def worth_showing(s: Position, card: Card) -> int:
    """The value of asking for a card's rank."""
    most = 0
    for seat in range(s.players):
        if seat != s.turn:
            most = max(most, likely(s, seat, rank_of(card)))
    return most + 20 * count(s.hands[s.turn] & of_rank(rank_of(card))) + has(s.seen[s.turn], card)


@compiled
def likely(s: Position, seat: Seat, rank: int) -> int:
    """The number of cards in a hand that may be of a rank; 100 for each that is."""
    may_be = 100 * count(s.hands[seat] & s.seen[seat] & of_rank(rank))
    for part in range(s.pieces[seat]):
        if s.lacks[seat, part] & of_rank(rank) == 0:
            may_be += max(0, s.sizes[seat, part] - count(s.gone[seat, part]))
    return may_be


# -- helpers ----------------------------------------------------------------------------------------------------------


@compiled
def rank_of(card: Card) -> int:
    return card % 13


@compiled
def of_rank(rank: int) -> CardSet:
    return (1 | 1 << 13 | 1 << 26 | 1 << 39) << rank


# -- texts and view ---------------------------------------------------------------------------------------------------


@rules.texts
def prompt(s: Position) -> str:
    return f"Whom do you ask for {RANKS[rank_of(s.showing)]}?" if s.phase == ASK else "Show a card, to ask for its rank."


@rules.texts
def outcome(s: Position, winners: list[Seat], names: list[str]) -> str:
    return "{winners} [has|have] the most books and win[s]."


@rules.texts
def table(table: TableBuilder) -> None:
    s = table.s
    for seat in table.every_seat:
        books = s.books[seat] & first(13)  # one card stands for each
        table.seat(seat, score=count(books), cards=count(s.hands[seat]))
        table.hand(seat)
        table.zone(f"books-{seat}", "row", "laid", "Books", table.ups(books), owner=seat)
    table.stock(s.stock)
    if s.phase == ASK:
        table.fact("showing", "Asked for", RANKS[rank_of(s.showing)], card=s.showing)
    laid = sum(count(s.books[seat]) for seat in table.every_seat) // 4
    table.track("books", "Books laid down", laid, 13)
