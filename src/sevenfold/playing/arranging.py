"""Positions that are set up by hand: fields by name, as people write cards, with each card in one place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

import numpy as np

from sevenfold.cards import NONE, Pack
from sevenfold.declare.rules import Rules
from sevenfold.errors import BadInput, quoted
from sevenfold.kernel.fields import FIXED, NOBODY, OWNER, Field
from sevenfold.kernel.memory import copied
from sevenfold.kernel.play import apply, begin_game
from sevenfold.kernel.sets import each
from sevenfold.kernel.types import Positions

from .legal import is_whole

SETS = ("cards", "recorded", "memory")  # kinds of fields that hold sets of cards
LYING = ("cards", "card")  # kinds of fields in which cards lie
SETTABLE = ("dealer", "turn", "phase")  # of the fields that every position has
GAMES, ACTIONS = 3, 200  # played at random to see which fields only name cards
LARGEST = 1 << 62
Index = tuple[int, ...]
Key = tuple[str, Index]  # a field, and the place in it

_naming: dict[np.dtype[np.record], frozenset[str]] = {}  # by a game's positions: fields that name cards which lie elsewhere


def arrange(rules: Rules, players: int, positions: Positions, fields: Mapping[str, object], seed: int) -> None:
    """Set fields of positions[0] and let the other cards make room.

    Args:
        rules: The rules.
        players: The number of seats.
        positions: An array of one.
        fields: What to set, by name.
        seed: Decides which cards fill the places of those that were taken.

    Raises:
        BadInput: There is no such field, a value does not fit it, a card would lie in two places, or none is left to lie
            where one was taken from among others.
    """
    _check_names(rules, fields)
    values = dict(_values(rules, players, positions[0], fields))
    naming = _fields_that_name(rules, positions)
    lying = {key: value for key, value in values.items() if _kind(rules, key) in LYING and key[0] not in naming}
    moved = _moved(rules, positions, lying, naming, seed)
    _check_gaps(rules, players, positions[0], lying, moved)
    for (name, index), value in (values | moved).items():
        if index:
            positions[0][name][index] = value
        else:
            positions[0][name] = value


def _kind(rules: Rules, key: Key) -> str:
    field = rules.position.fields.get(key[0])
    return field.kind if field else "number"


# -- what was given ---------------------------------------------------------------------------------------------------


def _check_names(rules: Rules, fields: Mapping[str, object]) -> None:
    for name in fields:
        if name in rules.options:
            raise BadInput(f"{name} is an option of {rules.name}, which is chosen when the game is loaded.")
        if name not in rules.position.fields and name not in SETTABLE:
            own = ", ".join([*rules.position.fields, *SETTABLE])
            fixed = " It follows from the game." if name in FIXED else ""
            raise BadInput(f"{name} is no field that can be set.{fixed} The fields of {rules.name}: {own}.")


def _values(rules: Rules, players: int, s: Any, fields: Mapping[str, object]) -> Iterator[tuple[Key, int]]:
    """Each field and place that is set, with its value."""
    for name, value in fields.items():
        if name == "phase":
            yield (name, ()), _phase(rules, value)
        elif name in SETTABLE:
            seat = _whole(value, 0, players - 1)
            if seat is None:
                raise BadInput(f"{name} is a seat from 0 to {players - 1}, not {quoted(value)}.")
            yield (name, ()), seat
        else:
            field = rules.position.fields[name]
            for index, one in _places(name, field, field.shape, players, value):
                yield (name, index), _value(rules.pack, field, _shown((name, index)), one)


def _phase(rules: Rules, value: object) -> int:
    named = {phase.name: number for number, phase in rules.phases.items()}
    if isinstance(value, str) and value in named:
        return named[value]
    if isinstance(value, (int, np.integer)) and not isinstance(value, bool) and int(value) in rules.phases:
        return int(value)
    several = ", ".join(f"{number} or {name!r}" for name, number in named.items())
    raise BadInput(f"phase is {several}; not {quoted(value)}.")


def _places(
    name: str, field: Field, shape: tuple[int, ...], players: int, value: object, index: Index = ()
) -> Iterator[tuple[Index, object]]:
    """The places of a field that a value sets, each with its part of the value."""
    if value is None:
        return
    if not shape:
        yield index, value
        return
    most = min(shape[0], players) if field.seen_by == OWNER and not index else shape[0]
    if not isinstance(value, (list, tuple, np.ndarray)) or len(value) > most:
        each_of = "seat" if most == players else "place"
        raise BadInput(
            f"{_shown((name, index))} is a list of at most {most} values, one for each {each_of} (None leaves it as it is);"
            f" not {quoted(value)}."
        )
    for at, one in enumerate(value):
        yield from _places(name, field, shape[1:], players, one, (*index, at))


def _value(pack: Pack, field: Field, where: str, value: object) -> int:
    """A value as a field holds it."""
    if field.kind in SETS:
        members = _whole(value, 0, (1 << len(pack.cards)) - 1)
        if members is not None:
            return members
        codes = value.replace(",", " ").split() if isinstance(value, str) else value
        if isinstance(codes, (list, tuple, set, frozenset, np.ndarray)):
            found = 0
            for code in codes:
                card = 1 << _card(pack, where, code)
                if found & card:
                    raise BadInput(f"{where} has {pack.code(card.bit_length() - 1)} twice.")
                found |= card
            return found
        raise BadInput(f"{where} is a set of cards, such as '{pack.code(0)} {pack.code(1)}'; not {quoted(value)}.")
    if field.kind == "card":
        return (
            NONE if (isinstance(value, str) and not value.strip()) or is_whole(value, NONE, NONE) else _card(pack, where, value)
        )
    number = int(value) if isinstance(value, (bool, np.bool_)) else _whole(value, -LARGEST, LARGEST)
    if number is not None:
        return number
    raise BadInput(f"{where} is a number, not {quoted(value)}.")


def _whole(value: Any, least: int, most: int) -> int | None:
    """A whole number within bounds; None for anything else."""
    return int(value) if is_whole(value, least, most) else None


def _card(pack: Pack, where: str, value: object) -> int:
    if isinstance(value, str):
        try:
            return pack.parse(value.strip())
        except BadInput as error:
            raise BadInput(f"{where}: {error}") from None
    card = _whole(value, 0, len(pack.cards) - 1)
    if card is not None:
        return card
    raise BadInput(
        f"{where}: a card is its code, such as {pack.code(0)!r}, or a number below {len(pack.cards)}; not {quoted(value)}."
    )


def _shown(key: Key) -> str:
    """A place as its author writes it: hands[1]."""
    return key[0] + "".join(f"[{at}]" for at in key[1])


# -- the other cards --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Table:
    """Where cards lie in a position: the set in each place."""

    sets: Mapping[Key, int]

    def all(self, keys: Iterable[Key]) -> int:
        """The cards in several places."""
        found = 0
        for key in keys:
            found |= self.sets[key]
        return found


def _table(rules: Rules, s: Any, naming: frozenset[str]) -> _Table:
    sets: dict[Key, int] = {}
    for name, field in rules.position.fields.items():
        if field.kind in LYING and name not in naming:
            for index in product(*map(range, field.shape)):
                held = int(s[name][index] if index else s[name])
                sets[name, index] = held if field.kind == "cards" else 0 if held < 0 else 1 << held
    return _Table(sets)


def _moved(rules: Rules, positions: Positions, given: Mapping[Key, int], naming: frozenset[str], seed: int) -> dict[Key, int]:
    """What becomes of the places that were not given, when cards have been taken from them."""
    before = _table(rules, positions[0], naming)
    wanted = _wanted(rules, given)
    missing = wanted & ~before.all(before.sets)
    if missing:
        missing &= ~_dealt(rules, positions, naming)
    if missing:
        codes = ", ".join(rules.pack.codes(missing))
        raise BadInput(f"{codes}: not among the cards that this game is played with.")
    chance, others = Random(seed), [key for key in before.sets if key not in given]
    stock = _stock(rules, others, before)
    loose = list(each(before.all(key for key in given) & ~wanted))
    chance.shuffle(loose)
    moved = {key: before.sets[key] & ~wanted for key in others}
    spare = list(each(moved[stock])) if stock else []
    chance.shuffle(spare)
    for key in others:
        for _ in range((before.sets[key] & wanted).bit_count()):
            if key != stock and (loose or spare):
                card = loose.pop() if loose else spare.pop()
                moved[key] |= 1 << card
    if stock:
        moved[stock] = sum(1 << card for card in (*spare, *loose))
    is_set = {key: rules.position.fields[key[0]].kind == "cards" for key in moved}
    return {key: held if is_set[key] else held.bit_length() - 1 for key, held in moved.items() if held != before.sets[key]}


def _dealt(rules: Rules, positions: Positions, naming: frozenset[str]) -> int:
    """The cards that lie somewhere when a game begins: of these some may be out of play later, as in tricks that were taken."""
    fresh = copied(positions)
    begin_game(fresh, 0, np.uint64(0))
    table = _table(rules, fresh[0], naming)
    return table.all(table.sets)


def _check_gaps(rules: Rules, players: int, s: Any, given: Mapping[Key, int], moved: Mapping[Key, int]) -> None:
    """BadInput if a card was taken from the midst of a row, such as a column, and none is left for its place."""
    for (name, index), card in moved.items():
        field = rules.position.fields[name]
        if field.kind != "card" or card != NONE or not index:
            continue
        if len(index) == 1 and field.by_seat and field.shape[0] >= players > 1:
            continue  # a card of each seat: none follows another
        row = index[:-1]
        after = [(name, (*row, at)) for at in range(index[-1] + 1, field.shape[-1])]
        if any(given.get(key, moved.get(key, int(s[key[0]][key[1]]))) != NONE for key in after):
            taken = rules.pack.code(int(s[name][index]))
            raise BadInput(
                f"{taken} was taken from {_shown((name, index))}, from among others, and no card is left to lie there: set"
                f" {_shown((name, row))} too, or as many cards as lay in the places that you set."
            )


def _wanted(rules: Rules, given: Mapping[Key, int]) -> int:
    """The cards that were given a place; BadInput if one has two."""
    found: dict[int, Key] = {}
    for key, value in given.items():
        held = [value] if _kind(rules, key) == "card" else list(each(value))
        for card in held:
            if card in found:
                raise BadInput(f"{rules.pack.code(card)} cannot lie both in {_shown(found[card])} and in {_shown(key)}.")
            if card != NONE:
                found[card] = key
    return sum(1 << card for card in found)


def _stock(rules: Rules, keys: Sequence[Key], before: _Table) -> Key | None:
    """The stock among some places: a set that nobody sees, the largest if there are several."""
    unseen = [(name, index) for name, index in keys if rules.position.fields[name].seen_by == NOBODY]
    return max(
        (key for key in unseen if rules.position.fields[key[0]].kind == "cards"),
        key=lambda key: (key[0] == "stock", before.sets[key].bit_count()),
        default=None,
    )


def _fields_that_name(rules: Rules, positions: Positions) -> frozenset[str]:
    """The fields for a card that lies elsewhere, as seen in some random games: a trump card that is still in a hand."""
    if positions.dtype not in _naming:
        single = [name for name, field in rules.position.fields.items() if field.kind == "card"]
        _naming[positions.dtype] = frozenset(_seen_naming(rules, single, copied(positions)) if single else ())
    return _naming[positions.dtype]


def _seen_naming(rules: Rules, single: Sequence[str], positions: Positions) -> set[str]:
    found: set[str] = set()
    for game in range(GAMES):
        chance = Random(game)
        legal, turn = begin_game(positions, 0, np.uint64(game))
        for _ in range(ACTIONS):
            table = _table(rules, positions[0], frozenset())
            for name in single:
                own = table.all(key for key in table.sets if key[0] == name)
                if own & table.all(key for key in table.sets if key[0] not in single):
                    found.add(name)
            if turn < 0 or not legal:
                break
            legal, turn = apply(positions, 0, chance.choice(list(each(int(legal)))))
    return found
