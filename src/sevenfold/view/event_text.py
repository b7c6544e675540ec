"""Events as a seat learns of them: the fields that it sees, the sentence, the cards that move."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sevenfold.cards import NONE, OPEN, Pack
from sevenfold.kernel.events import EACH, EventField, RawEvent
from sevenfold.kernel.fields import OTHERS
from sevenfold.kernel.sets import each
from sevenfold.kernel.types import Seat

from .description import Flight
from .numbers import with_minus
from .places import cards_around

FORM = re.compile(r"\[([^\[\]|]*)(?:\|([^\[\]|]*))?\]")
FIELD = re.compile(r"\{(\w+)('s)?\}")
PAIR = re.compile(r"\{(\w+)\} and \{(\w+)\}")
PLACE = "place"  # in sentences about a card that is laid on a grid: where


@dataclass(frozen=True)
class Event:
    """An event as one seat learnt of it.

    >>> import sevenfold
    >>> state = sevenfold.load("seven_truf").start(seed=7)
    >>> state.play("bid 0")
    >>> state.events(2)[-1]
    Event(made=1, kind='bid', fields={'seat': 1, 'bid': 0}, text='Seat 1 bids 0.')
    """

    made: int  # the number of the action that caused it, from 1; 0: the start of the game
    kind: str
    fields: dict[str, Any]  # without fields that the seat does not see
    text: str


def json_value(part: EventField, value: Any, pack: Pack, players: int) -> Any:
    """A field's value as written in transcripts and views."""
    if part.kind == "by_seat":
        return [_of_a_seat(EventField(part.of), one, pack, players) for one in value[:players]]
    if part.kind == "listed":
        return [json_value(part if isinstance(one, tuple) else EventField(part.of), one, pack, players) for one in value]
    if part.kind == "cards":
        return pack.codes(value)
    if part.kind == "numbers":
        return list(each(value))
    if part.kind == "suits":
        return [pack.suits[suit].letter for suit in each(value)]
    if part.kind == "flag":
        return bool(value)
    if part.kind == "number" and not (part.or_none and value == NONE):
        return value
    if value == NONE:
        return None
    if part.kind == "card":
        return pack.code(value)
    if part.kind == "suit":
        return pack.suits[value].letter
    if part.kind == "choice":
        return part.names[value]
    return value


def _of_a_seat(part: EventField, value: Any, pack: Pack, players: int) -> Any:
    """A seat's value, or its row of values, of an array by seat."""
    return (
        [json_value(part, one, pack, players) for one in value]
        if isinstance(value, tuple)
        else json_value(part, value, pack, players)
    )


def whole_fields(said: RawEvent, pack: Pack, players: int) -> dict[str, Any]:
    """All fields of an event, including hidden ones."""
    parts = said.kind.fields.items()
    return {name: json_value(part, value, pack, players) for (name, part), value in zip(parts, said.values, strict=True)}


def seen_fields(said: RawEvent, seat: Seat, pack: Pack, players: int) -> dict[str, Any]:
    """The fields that a seat (NONE: a spectator) sees; of an array by seat, the parts that it does not see are
    None."""
    fields: dict[str, Any] = {}
    for (name, part), value in zip(said.kind.fields.items(), said.values, strict=True):
        if said.kind.is_seen(name, said, seat):
            written = json_value(part, value, pack, players)
            if seat != OPEN and part.to in ((EACH,), (OTHERS,)):
                of_others = part.to == (OTHERS,)
                written = [one if seat != NONE and (other == seat) != of_others else None for other, one in enumerate(written)]
            fields[name] = written
    return fields


def sentence(said: RawEvent, seat: Seat, names: Sequence[str], pack: Pack) -> str:
    """The sentence about an event for one seat, or empty; names: of all seats, with "You" for the reader."""
    kind = said.kind
    seen = {name for name in kind.names if kind.is_seen(name, said, seat)}
    if callable(kind.say):
        template = kind.say({name: said[name] if name in seen else None for name in kind.names})
    else:
        template = kind.say
    if not template:
        return ""
    template = PAIR.sub(lambda pair: _in_order(pair, said, names), template)
    opening = _opening(template)
    subject = said[opening[0]] if opening and kind.fields[opening[0]].kind == "seat" else None
    text, *fields = _pieces(template, subject is not None and _name(subject, names) == "You")
    for name, whose, after in zip(fields[::3], fields[1::3], fields[2::3], strict=True):
        if name == PLACE and kind.square:
            text = f"{text}{cards_around(said.around, pack.the)}".rstrip() + after  # a position set up by hand has no history
            continue
        value = said[name]
        if whose:
            text += _whose(value, names, is_own=value == subject and (name, whose) != opening)
        else:
            text += _in_words(kind.fields[name], value, names, pack, is_seen=name in seen)
        text += after
    return text[:1].upper() + text[1:]


def _in_order(pair: re.Match[str], said: RawEvent, names: Sequence[str]) -> str:
    """Two fields of a template with "and" between them; two players in the order of `in_a_sentence`."""
    if any(said.kind.fields[name].kind != "seat" for name in pair.groups()):
        return pair[0]
    first, second = sorted(pair.groups(), key=lambda name: (_name(said[name], names) != "You", said[name]))
    return f"{{{first}}} and {{{second}}}"


@lru_cache(4096)
def _opening(template: str) -> tuple[str, str] | None:
    """A template's first field, and the "'s" after it."""
    first = FIELD.search(template)
    return (first[1], first[2] or "") if first else None


@lru_cache(4096)
def _pieces(template: str, is_you: bool) -> tuple[str, ...]:
    """A template parsed for a subject that is "You" or not: text, then triples of a field's name, the "'s" after it, and more
    text."""
    said = FORM.sub(lambda form: (form[2] or "") if is_you else form[1], template)
    return tuple(piece or "" for piece in FIELD.split(said))


def _name(seat: Seat, names: Sequence[str]) -> str:
    return names[seat] if seat >= 0 else "nobody"


def _whose(seat: Seat, names: Sequence[str], *, is_own: bool) -> str:
    """ "Ada's", "your"; for what belongs to the sentence's subject, "their own", "your own"."""
    name = _name(seat, names)
    if is_own:
        return "your own" if name == "You" else "their own"
    return "your" if name == "You" else f"{name}'s"


def _in_words(part: EventField, value: Any, names: Sequence[str], pack: Pack, *, is_seen: bool) -> str:
    if not is_seen:
        return part.unseen
    if part.kind == "seat":
        name = _name(value, names)
        return "you" if name == "You" else name
    if part.kind == "card":
        return pack.the(value) if value >= 0 else "no card"
    if part.kind == "cards":
        return joined(pack.the_cards(value)) or "nothing"
    if part.kind == "numbers":
        return joined([str(n) for n in each(value)])
    if part.kind == "suit":
        return pack.suits[value].name if value >= 0 else "no suit"
    if part.kind == "choice":
        return part.names[value] if value >= 0 else "none"
    return with_minus(str(value))


def joined(words: Sequence[str]) -> str:
    """ "A, B and C"."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def in_a_sentence(names: Sequence[str]) -> str:
    """Players, given by seat, as they are named together everywhere: "You" first, then by seat: "You and Bo"."""
    return joined(sorted(names, key=lambda name: name != "You"))


def about_winners(template: str, winners: Sequence[str]) -> str:
    """A sentence about the winners: {winners} is their names, and verbs have forms as in an event's sentence."""
    text, *fields = _pieces(template, len(winners) != 1 or winners[0] == "You")
    return text + "".join(in_a_sentence(winners) + after for after in fields[2::3])


def flights(said: RawEvent, seat: Seat, pack: Pack) -> list[Flight]:
    """The cards that an event moves, in order, as a seat sees them."""
    kind, found = said.kind, []
    places = {name: str(said[name]) for name in kind.names if kind.fields[name].kind in ("seat", "number")}
    for name, start, end in kind.goes:
        where = FIELD.sub(lambda f: places[f[1]], start), FIELD.sub(lambda f: places[f[1]], end)
        part, value = kind.fields[name], said[name]
        cards = [value] if part.kind == "card" else list(each(value)) if part.kind == "cards" else list(value)
        is_seen = kind.is_seen(name, said, seat)
        found += [Flight(pack.code(card) if is_seen else None, *where) for card in cards if card != NONE]
    return found
