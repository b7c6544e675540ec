"""Packs of cards: their codes and their names.

A card is a number below 60, its index in the pack; a set of cards is a bit set in one int64. The codes are those of the
rulebook ("Decks and card codes").
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import cycle

from sevenfold.errors import BadInput, quoted

NONE = -1  # no card, no suit, no seat
DESIGNS = ("french", "sevendeck", "suitors")  # the decks that page and terminal draw by name
COLOURS = ("black", "red", "blue", "green", "yellow", "violet", "orange", "indigo")
SHAPES = (
    "spade", "heart", "diamond", "club", "star", "moon", "pyramid", "gem",
    "cherry", "fire", "lemon", "leaf", "kite", "violet", "thief",
)  # fmt: skip
SVG_PATH = re.compile(r"[Mm][MmLlHhVvCcSsQqTtAaZz0-9eE ,.+-]*")
OPEN = -2  # instead of a seat: a viewer who may see everything, since the game is over


@dataclass(frozen=True)
class Card:
    """One card of a pack, with its names."""

    code: str  # "7C", "R1", "S7a", "X1"
    name: str  # "seven of clubs"
    suit: int  # the index of its suit in `Pack.suits`; NONE for jokers and special cards
    rank: int  # for sorting a hand, low to high


@dataclass(frozen=True)
class Suit:
    """One suit of a pack.

    Attributes:
        letter: Its letter, with which the codes of its cards begin in a pack of one's own.
        name: Its name, "clubs": the plural, if there is one.
        one: One of it: "club", as in "You hold a club".
        shape: In a pack of one's own, the symbol on its cards: one of `SHAPES`, or the outline of another as an SVG path in a
            box from -50 to 50. By default the suits have the first shapes.
        colour: In a pack of one's own, the colour of the symbol: one of `COLOURS`. By default the suits have the first colours.
    """

    letter: str
    name: str
    one: str
    shape: str = ""
    colour: str = ""


@dataclass(frozen=True)
class Pack:
    """A pack of cards.

    Attributes:
        name: Its name.
        deck: Their design: one of `DESIGNS`, or another name for a pack of one's own, which is drawn by the shapes and colours
            of its suits.
        suits: The suits.
        cards: The cards. Those with the same name, suit and rank are twins: whoever holds two of them has one action for both.
        has_twins: Whether there may be twins. Without, cards of the same name are told apart all the same, by their codes.
    """

    name: str
    deck: str
    suits: tuple[Suit, ...]
    cards: tuple[Card, ...]
    has_twins: bool = True

    def __post_init__(self) -> None:
        if len(self.cards) > 60:
            raise BadInput(f"A pack has at most 60 cards; {self.name} has {len(self.cards)}.")
        for suit in self.suits:
            if suit.shape and suit.shape not in SHAPES and not SVG_PATH.fullmatch(suit.shape):
                raise BadInput(f"{suit.name}: a shape is one of {', '.join(SHAPES)}, or an SVG path, not {quoted(suit.shape)}.")
            if suit.colour and suit.colour not in COLOURS:
                raise BadInput(f"{suit.name}: a colour is one of {', '.join(COLOURS)}, not {quoted(suit.colour)}.")

    @cached_property
    def design(self) -> str:
        """How the cards look, for those who draw them: the deck's name, or "letter|shape|colour;…" for a pack of one's own."""
        if self.deck in DESIGNS or not self.suits:
            return self.deck
        looks = zip(self.suits, cycle(SHAPES), cycle(COLOURS))
        return ";".join(f"{suit.letter}|{suit.shape or shape}|{suit.colour or colour}" for suit, shape, colour in looks)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {card.code.upper(): number for number, card in enumerate(self.cards)}

    @cached_property
    def twins(self) -> tuple[int, ...]:
        """The sets of cards that are alike, of two cards or more each; none where no card has a twin."""
        alike: dict[tuple[str, int, int], int] = {}
        for number, card in enumerate(self.cards if self.has_twins else ()):
            key = card.name, card.suit, card.rank
            alike[key] = alike.get(key, 0) | 1 << number
        return tuple(cards for cards in alike.values() if cards & (cards - 1))

    def twins_of(self, card: int) -> int:
        """The set of the cards that are like this one, itself among them."""
        return next((cards for cards in self.twins if cards >> card & 1), 1 << card)

    def doubled(self, name: str) -> Pack:
        """A pack in which each of these cards is there twice: card and card + n, where n is the number of cards here.

        The codes of the first copies end with "a", those of the second with "b".

        Args:
            name: The name of the new pack.

        Raises:
            BadInput: It would have more than 60 cards.
        """
        copies = tuple(replace(card, code=f"{card.code}{copy}") for copy in "ab" for card in self.cards)
        return Pack(name, self.deck, self.suits, copies)

    def code(self, card: int) -> str:
        """The code of a card."""
        return self.cards[card].code

    def the(self, card: int) -> str:
        """A card as named in a sentence: "the seven of clubs", "the red 5", "joker 1"."""
        return self._the[card]

    @cached_property
    def _the(self) -> list[str]:
        return [card.name if card.name.startswith("joker") else f"the {card.name}" for card in self.cards]

    def the_cards(self, cards: int) -> list[str]:
        """A set of cards as named in a sentence; two of a kind as "both 7s of spades", more as "three 7s of spades"."""
        alike = Counter(card.name for number, card in enumerate(self.cards) if cards >> number & 1)
        named = {card.name: number for number, card in enumerate(self.cards) if cards >> number & 1}
        return [self.the(named[name]) if n == 1 else _several(name, n) for name, n in alike.items()]

    def parse(self, code: str) -> int:
        """The card with this code, in upper or lower case; BadInput if the pack has none."""
        card = self._numbers.get(code.upper())
        if card is None:
            some = ", ".join(one.code for one in self.cards[:3])
            raise BadInput(f"{code!r} is not a card of this pack. Its cards look like {some}.")
        return card

    def codes(self, cards: int) -> list[str]:
        """The codes of a set of cards, in the pack's order."""
        return [card.code for number, card in enumerate(self.cards) if cards >> number & 1]


def _several(name: str, n: int) -> str:
    """Several cards of one name: "both sevens of hearts", "three red 5s"."""
    head, of, suit = name.partition(" of ")
    many = "both" if n == 2 else ("three", "four", "five", "six")[n - 3] if n <= 6 else str(n)
    return f"{many} {head}{'es' if head.endswith('x') else 's'}{of}{suit}"


_RANK_NAMES = {
    "A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten", "9": "nine", "8": "eight", "7": "seven",
    "6": "six", "5": "five", "4": "four", "3": "three", "2": "two",
}  # fmt: skip
_FRENCH = (
    Suit("S", "spades", "spade"),
    Suit("H", "hearts", "heart"),
    Suit("D", "diamonds", "diamond"),
    Suit("C", "clubs", "club"),
)


def _jokers(n: int) -> tuple[Card, ...]:
    return tuple(Card(f"X{i}", f"joker {i}", NONE, i) for i in range(1, n + 1))


def french(name: str, ranks: str, jokers: int = 0) -> Pack:
    """A pack of four French suits: card = len(ranks) * suit + rank, ranks from low to high; then the jokers."""
    cards = tuple(
        Card(rank + suit.letter, f"{_RANK_NAMES[rank]} of {suit.name}", s, r)
        for s, suit in enumerate(_FRENCH)
        for r, rank in enumerate(ranks)
    )
    return Pack(name, "french", _FRENCH, cards + _jokers(jokers))


PIQUET32 = french("piquet32", "789TJQKA")
ACE_LOW52 = french("standard52", "A23456789TJQK")
ACE_HIGH52 = french("high52", "23456789TJQKA")


# -- the sevendeck: card = 7 * colour + number - 1, the colours from low to high; jokers 49-52 -----------------------

_COLOURS = tuple(
    Suit(colour[0].upper(), colour, f"{colour} card")
    for colour in ("red", "orange", "yellow", "green", "blue", "indigo", "violet")
)
SEVENDECK_PACK = Pack(
    "sevendeck",
    "sevendeck",
    _COLOURS,
    tuple(Card(f"{c.letter}{n}", f"{c.name} {n}", i, n) for i, c in enumerate(_COLOURS) for n in range(1, 8)) + _jokers(4),
)

# -- Suitability's packs: ace high, with three jokers; fewer players use only a part ---------------------------------

ACE_HIGH55 = french("suitability", "23456789TJQKA", jokers=3)


# -- the pack of Seven Suitors: card = 8 * suit + place, the ranks upwards, both sevens among them; special cards 56-59

_SUITORS = tuple(
    Suit(letter, f"{one}s", one)
    for letter, one in zip("SMDCTPH", ("spade", "moon", "diamond", "club", "star", "pyramid", "heart"), strict=True)
)


def _tier(k: int, suit: Suit) -> tuple[Card, ...]:
    """The eight cards of the k-th suit: seven ranks starting at k + 1, and a second seven."""
    ranks = sorted([*range(k + 1, k + 8), 7])
    twin = ranks.index(7) + 1
    codes = [f"{suit.letter}{rank}{'' if rank != 7 else 'b' if place == twin else 'a'}" for place, rank in enumerate(ranks)]
    return tuple(Card(code, f"{rank} of {suit.name}", k, rank) for code, rank in zip(codes, ranks, strict=True))


SUITORS60 = Pack(
    "suitors60",
    "suitors",
    _SUITORS,
    tuple(card for k, suit in enumerate(_SUITORS) for card in _tier(k, suit))
    + tuple(Card(name.upper(), name, NONE, i) for i, name in enumerate(("zero", "half", "thief", "fourteen"))),
    has_twins=False,  # both sevens of a suit have codes of their own, and which is played is told
)
