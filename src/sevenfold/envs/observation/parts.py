"""The parts of an observation, derived from what a game's position declares."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import prod

from sevenfold.cards import NONE
from sevenfold.declare.options import option_fields
from sevenfold.declare.rules import Rules
from sevenfold.kernel.fields import ALL, NOBODY, SEEING, Field
from sevenfold.kernel.questions import GENERIC

MOST_ONE_HOT = 64  # values of a number that gets a column for each value
MOST_COLUMNS = 512  # of an array in which every value has a column
MOST_CARDS, MOST_TURNS = 63, 255  # that a column counts
WORD = 32  # columns of a number whose range is not stated, as binary digits

# What stands in the columns of one element of a part; see `encoding`.
SET, PLACE, HIDDEN, CARD, SEAT, SEATS, VALUE, DIGITS = range(8)
LACKED, NOT_IN_STOCK, LACKED_AT, UNSEEN, TURNS_LEFT, OBSERVER = range(8, 14)
OF_TURN, OF_NOBODY = -1, 0  # owners, besides the seat along the first axis

SAID = {
    SET: "a set of cards: 1 for each of its members",
    PLACE: "1 for each card that the observer sees there; last, the number of the others",
    HIDDEN: "the number of cards",
    CARD: "1 for the card or suit; all 0: none",
    SEAT: "1 for the seat, from the observer on; all 0: none",
    SEATS: "1 for each seat of a set, from the observer on",
    VALUE: "1 for the value",
    DIGITS: "the value in binary digits, the lowest first",
    LACKED: "1 for each card that this seat has shown not to hold",
    NOT_IN_STOCK: "1 for each card known not to be in the stock",
    LACKED_AT: "1 for each card known not to lie at this place",
    UNSEEN: "1 for each card that lies where the observer does not see it",
    TURNS_LEFT: "turns left before the limit, at most 255",
    OBSERVER: "1 for the observer's seat as the rules number it",
}


@dataclass(frozen=True)
class Part:
    """Some columns of an observation.

    Attributes:
        name: The name of the position's field, or of what everybody knows.
        first: The first column.
        shape: The shape of the part: the axes of the field, then the columns of each element.
        meaning: What stands in the columns, for people.
        field: The declaration it comes from; None for the parts that every game has.
        kind: What stands in the columns of an element, as `SET` and so on.
        axes: Which of the first two axes go by seat, the observer first.
        owner: 1 if each element belongs to the seat of the first axis, `OF_NOBODY` or `OF_TURN`.
        least: The value that the first column or the digits 0 stand for; of a place with cards not seen by all, what it holds
            when it is empty: 0 if it is a set, NONE if it is a card.
        own: Whether only the observer's row of the field is in the part.
    """

    name: str
    first: int
    shape: tuple[int, ...]
    meaning: str
    field: Field | None = None
    kind: int = 0
    axes: tuple[bool, bool] = (False, False)
    owner: int = OF_NOBODY
    least: int = 0
    own: bool = False

    @property
    def size(self) -> int:
        """The number of columns."""
        return prod(self.shape)

    @property
    def last(self) -> int:
        """One past the last column."""
        return self.first + self.size

    @property
    def counts(self) -> int:
        """The largest value of the last column of each element, if it counts; else 0."""
        if self.kind == TURNS_LEFT:
            return MOST_TURNS
        return MOST_CARDS if self.kind in (PLACE, HIDDEN) else 0

    @property
    def sight(self) -> int:
        """Who sees the elements, as compiled code has it (`kernel.fields.SEEING`)."""
        return SEEING.get(self.field.seen_by, 0) if self.field else 0


def parts_of(rules: Rules) -> tuple[Part, ...]:
    """The parts of the observations of a game, in the order of their columns: those of every game, then the game's fields."""
    placed, first = [], 0
    for part in (*_common(rules), *_fields(rules), *_knowledge(rules)):
        placed.append(replace(part, first=first))
        first += part.size
    return tuple(placed)


def _common(rules: Rules) -> Iterator[Part]:
    seats = rules.player_counts[-1]

    def part(name: str, kind: int, width: int, least: int = 0) -> Part:
        return Part(name, 0, (width,), SAID[kind], kind=kind, least=least)

    if seats > 1:
        yield Part("observer", 0, (seats,), SAID[OBSERVER], kind=OBSERVER)
        yield part("turn", SEAT, seats)
        yield part("dealer", SEAT, seats)
    if len(rules.player_counts) > 1:
        yield part("players", VALUE, seats - rules.player_counts[0] + 1, rules.player_counts[0])
    for name, option in rules.options.items():
        if name != "players":
            codes = [option_fields({name: option}, {name: value})[name] for value in option.values]
            yield part(name, VALUE, max(codes) - min(codes) + 1, min(codes))
    yield part("phase", VALUE, max(rules.phases) + 1)
    yield Part("turns_left", 0, (1,), SAID[TURNS_LEFT], kind=TURNS_LEFT)


def _fields(rules: Rules) -> Iterator[Part]:
    for name, field in rules.position.fields.items():
        if field.derived or (field.observed and field.kind != "memory"):
            continue
        kind, width, least = _columns(rules, field)
        shape, owner = field.shape, OF_NOBODY
        if field.seen_by not in (ALL, NOBODY):
            owner = 1 if shape else OF_TURN
        own = field.kind == "memory"
        if own:
            shape = shape[1:]
        seats = rules.player_counts[-1]
        turned = [seats > 1 and n == seats and (field.by_seat or (at == 0 and owner == 1)) for at, n in enumerate(shape[:2])]
        yield Part(
            name,
            0,
            (*shape, width),
            SAID[kind],
            field=field,
            kind=kind,
            axes=(any(turned[:1]), any(turned[1:])),
            owner=owner,
            least=least,
            own=own,
        )


def _columns(rules: Rules, field: Field) -> tuple[int, int, int]:
    """How an element of a field is written: (kind, columns, the least value)."""
    cards, seats = len(rules.pack.cards), rules.player_counts[-1]
    if field.kind in ("cards", "card") and field.seen_by != ALL:
        empty = 0 if field.kind == "cards" else NONE
        return (HIDDEN, 1, empty) if field.seen_by == NOBODY else (PLACE, cards + 1, empty)
    if field.kind == "card":
        return (CARD, cards, 0) if field.words * cards <= MOST_COLUMNS else (DIGITS, cards.bit_length(), NONE)
    if field.kind != "number":
        return SET, cards, 0
    if field.of in ("seat", "seats"):
        return (SEAT, seats, 0) if field.of == "seat" else (SEATS, seats, 0)
    if field.of in ("card", "suit"):
        least, values = NONE, (cards if field.of == "card" else len(rules.pack.suits)) + 1
        if field.words * values <= MOST_COLUMNS:
            return CARD, values - 1, 0
        return DIGITS, (values - 1).bit_length(), least
    if field.most is None:
        return DIGITS, WORD, 0
    values = field.most - field.least + 1
    if 2 < values <= MOST_ONE_HOT and field.words * values <= MOST_COLUMNS:
        return VALUE, values, field.least
    return DIGITS, max(values - 1, 1).bit_length(), field.least


def _knowledge(rules: Rules) -> Iterator[Part]:
    cards, seats = len(rules.pack.cards), rules.player_counts[-1]
    hidden = {name: field for name, field in rules.position.fields.items() if field.seen_by != ALL and field.kind != "memory"}
    lying = {name: field for name, field in hidden.items() if field.kind in ("cards", "card")}

    def answers(question: str) -> bool:
        return rules.listening in GENERIC[question].answers

    if answers("lacked") and seats > 1:
        yield Part("lacked", 0, (seats, cards), SAID[LACKED], kind=LACKED, axes=(True, False))
    if answers("lacked_at"):
        places = max(field.shape[1] for field in lying.values() if len(field.shape) > 1)
        yield Part("lacked_at", 0, (seats, places, cards), SAID[LACKED_AT], kind=LACKED_AT, axes=(True, False))
    if answers("not_in_stock"):
        yield Part("not_in_stock", 0, (cards,), SAID[NOT_IN_STOCK], kind=NOT_IN_STOCK)
    if lying:
        yield Part("unseen", 0, (cards,), SAID[UNSEEN], kind=UNSEEN)
