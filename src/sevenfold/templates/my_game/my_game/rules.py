"""My Game: match the top card in suit or rank; the first without cards wins.

A complete game to start from. It follows `rules.md`, whose rules are cited here by their numbers. Whatever stands after
"Change:" is where other games differ. `sevenfold check .` looks for mistakes.
"""

from __future__ import annotations

from sevenfold.cards import french
from sevenfold.devise import (
    NOBODY, OWNER, ActionSet, Card, CardSet, Fields, Rules, Seat, TableBuilder, a_card, a_seat, bit, card, card_actions, cards,
    compiled, count, draw, draw_card, end_game, event, first, left, next_turn, one_action, without,
)  # fmt: skip
from sevenfold.mechanics.piles import dealing, drew

# -- what the game is -------------------------------------------------------------------------------------------------

PACK = french("my_game", "23456789TJQKA")  # Change: the ranks, from low to high. A card is 13 * suit + rank, from 0 to 51.
RANKS, CARDS = 13, 52
HAND = 5  # MYGAME-1. Change: how many cards each player is dealt.


class Position(Fields):
    """Everything that lies on the table. Change: add what yours needs, each with who sees it."""

    hands = cards(4, seen_by=OWNER)  # a set of cards for each of at most four seats
    stock = cards(seen_by=NOBODY)
    pile = cards()  # the cards that have been played, without the top one
    top = card()


rules = Rules(
    Position,
    "my_game",
    "My Game",
    pack=PACK,
    players=(2, 3, 4),  # Change: how many can play; the first number is the default.
    minutes=5,
    about="Match the top card in suit or rank, and be the first without cards.",
)

# A phase is a kind of decision. Change: add phases for other decisions, each with its actions.
TURN = 0
DRAW = CARDS  # an action's number: those below are cards
rules.phase(TURN, "play", card_actions("play", cards=range(CARDS)), one_action(DRAW, "draw", "Draw a card"))

# What happens is told by events: each has a sentence, and says which cards move from where to where.
dealt = dealing(say="", turn_up=a_card())
played = event(
    "play", is_move=True, seat=a_seat(), card=a_card(), say="{seat} play[s] {card}.", goes=[("card", "hand-{seat}", "discard")]
)
chose_to_draw = event("draw", is_move=True, seat=a_seat())


# -- the deal ---------------------------------------------------------------------------------------------------------


@rules.answers
def start(s: Position) -> None:
    """Deal. All fields are 0 before."""
    s.stock = first(CARDS)
    for seat in range(s.players):
        s.hands[seat] = draw(s, HAND)  # MYGAME-1
    s.top = draw_card(s)  # MYGAME-1
    s.phase = TURN
    s.turn = left(s, s.dealer)  # MYGAME-1
    dealt(s, 1, s.dealer, s.hands, count(s.stock), s.top)


# -- a turn -----------------------------------------------------------------------------------------------------------


@compiled
def matching(top: Card) -> CardSet:
    """The cards of the same suit or rank as a card. Change: what may be played on what."""
    found = 0
    for other in range(CARDS):
        if other % RANKS == top % RANKS or other // RANKS == top // RANKS:
            found |= bit(other)
    return found


# What is legal: an action that all restrictions of the phase allow. The sentence is for a player who tries another.
@rules.allows(TURN, "MYGAME-2", "That card is not in your hand.")
def held(s: Position) -> ActionSet:
    """The cards in hand, and drawing."""
    return s.hands[s.turn] | bit(DRAW)


@rules.allows(TURN, "MYGAME-3", lambda s, action: f"It matches {PACK.the(s.top)} neither in suit nor in rank.")
def matches(s: Position) -> ActionSet:
    """The cards that match, and drawing."""
    return matching(s.top) | bit(DRAW)  # MYGAME-3


@rules.applies(TURN)
def take_turn(s: Position, action: int) -> None:
    """Play a card or draw one. Change: what cards do when they are played."""
    if action == DRAW:
        chose_to_draw(s, s.turn)
        new = draw_card(s)
        s.hands[s.turn] |= bit(new)  # MYGAME-4
        drew(s, s.turn, new)
    else:
        played(s, s.turn, action)
        s.hands[s.turn] = without(s.hands[s.turn], action)
        s.pile |= bit(s.top)
        s.top = action
    if s.hands[s.turn] == 0 or s.stock == 0:
        end_game(s)  # MYGAME-5, MYGAME-6
    else:
        next_turn(s)


# -- the result -------------------------------------------------------------------------------------------------------


@rules.answers
def standing(s: Position, seat: Seat) -> int:
    """Fewer cards are better; whoever has most of this wins. Change: what is scored."""
    return -count(s.hands[seat])  # MYGAME-5, MYGAME-6


# -- what people see --------------------------------------------------------------------------------------------------


@rules.texts
def table(look: TableBuilder) -> None:
    """Lay out the table from `look.s`: the position, in which everything is hidden that the viewer may not see."""
    s = look.s
    for seat in look.every_seat:
        look.seat(seat, cards=count(s.hands[seat]))
        look.hand(seat)
    look.stock(s.stock)
    look.pile("discard", s.top, count(s.pile) + 1, "Discard pile")


@rules.texts
def prompt(s: Position) -> str:
    """The sentence for the player whose turn it is."""
    return f"Match {PACK.the(s.top)}, or draw a card."
