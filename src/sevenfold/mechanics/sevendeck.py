"""The sevendeck, seven colours of seven numbers: card = 7 * colour + number - 1. The jokers are 49-52."""

from __future__ import annotations

from sevenfold.kernel import compiled

SEVENDECK = (1 << 49) - 1
FOUR_JOKERS = 15 << 49
ONES = sum(1 << 7 * colour for colour in range(7))


@compiled
def of_colour(colour: int) -> int:
    """All cards of a colour, 0-6."""
    return 0x7F << 7 * colour


@compiled
def of_number(number: int) -> int:
    """All cards of a number, 1-7."""
    return ONES << (number - 1)


@compiled
def colour_of(card: int) -> int:
    """The colour, 0-6, of a card of the sevendeck."""
    return card // 7


@compiled
def number_of(card: int) -> int:
    """The number, 1-7, of a card of the sevendeck."""
    return card % 7 + 1


# A table, because every move needs it: a tuple of constants compiles to one.
MATCHING = tuple(0x7F << 7 * (card // 7) | ONES << card % 7 for card in range(49))


@compiled
def matching(card: int) -> int:
    """The cards that share colour or number with a card of the sevendeck, including the card itself; it must not be a joker."""
    return MATCHING[card]
