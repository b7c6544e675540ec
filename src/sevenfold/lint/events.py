"""Events: whether their sentences, moves and seats name fields that they have, and rules call them with those fields."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from typing import Any

from sevenfold.findings import Finding
from sevenfold.kernel import chance
from sevenfold.kernel.events import EACH, EventKind
from sevenfold.kernel.fields import NOBODY, OTHERS, OWNER
from sevenfold.view.event_log import DEAL, EARN, SCORE, TRICK
from sevenfold.view.event_text import FIELD, FORM, PLACE

from .source import Function, Module, Source, closest, listed, written
from .values import Values

Fault = Callable[[str, str], Finding]  # (code, sentence) -> a finding at the event's declaration
CARDS = ("card", "cards")
BY_SEAT = (EACH, OTHERS)  # to whom a field by_seat may be shown, part by part
NEEDED = {  # the fields of events that views read, with what they hold
    TRICK: {"seat": "seat", "leader": "seat", "cards": "by_seat"},
    EARN: {"seat": "seat", "term": "choice", "points": "number"},
    SCORE: {"deal": "number", "seat": "seat", "bid": "number", "took": "number", "points": "number", "total": "number"},
}
MADE_BY = {TRICK: "took_trick of sevenfold.mechanics.tricks", EARN: "earning", SCORE: "scored of sevenfold.mechanics.scores"}
LINES = ("game", "end", "move", "step")  # what transcripts and the kernel call lines and events of their own
NOUNS = {
    "seat": "a_seat()", "card": "a_card()", "cards": "some_cards()", "number": "a_number()", "choice": "a_term(…)",
    "by_seat": 'by_seat("card")', "flag": "a_flag()", "suit": "a_suit()", "listed": "listed()", "numbers": "some_numbers()",
}  # fmt: skip
BRACE = re.compile(r"\{[^{}]*\}")
AFTER_SEAT = re.compile(r"(?<!\} and )\{(\w+)\} \w*\[")
BESIDE = re.compile(r"\{(\w+)\} (\w+)(\[?)")
UNCHANGED = {  # verbs that are the same after "Ada" and after "You", and words that are no verbs
    "Ada", "You", "must", "may", "can", "cannot", "will", "would", "could", "should", "did", "had", "and", "or", "of",
    "to", "in", "on", "at", "for", "from", "with", "by", "is", "was", "also", "now", "then", "first", "again", "only",
    "always", "never", "not", "both", "put", "cut", "bet", "let", "set", "hit", "bid", "won", "lost", "took", "drew",
    "got", "went", "gave", "laid", "made", "led", "kept", "held", "said", "chose", "came", "beat", "after", "before",
    "fills", "against", "nor", "as", "secretly", "openly",
}  # fmt: skip
SEAT_NAMES = ("seat", "player", "holder", "winner", "taker", "owner")


def find(source: Source) -> Iterator[Finding]:
    """What is wrong with the events."""
    for module in source.modules:
        for event in {id(one): one for one in module.namespace.values() if isinstance(one, EventKind)}.values():
            place = source.assigned(event)
            if place is not None and place[0] is module and _is_made_here(module, place[1]):
                yield from _declared(source, module, place[1], event)
    values = Values(source)
    for function in source.functions:
        for call in function.calls():
            event = function.meaning(call.func)
            if isinstance(event, EventKind):
                yield from _called(source, values, function, call, event)
    yield from _noted(source)


def _is_made_here(module: Module, call: ast.Call) -> bool:
    return module.is_loaded and isinstance(call.func, ast.Name | ast.Attribute)


# -- declarations -----------------------------------------------------------------------------------------------------


def _declared(source: Source, module: Module, call: ast.Call, event: EventKind) -> Iterator[Finding]:
    at = {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}

    def error(code: str, sentence: str, part: str = "") -> Finding:
        return module.error(code, at.get(part, call), f"The event {event.name}: {sentence}")

    def warning(code: str, sentence: str, part: str = "") -> Finding:
        return module.warning(code, at.get(part, call), f"The event {event.name}: {sentence}")

    fields, has = event.fields, f"Its fields are {listed(event.names)}."
    yield from _seers(event, error)
    if event.known_to and not _is(event, event.known_to, "seat"):
        yield error(
            "event-known-to",
            f"known_to names the field of the only seat that learns of it, not {event.known_to!r}. {has}",
            "known_to",
        )
    for triple in event.goes:
        yield from _going(event, triple, error)
    if event.square is not None:
        card, *place = event.square
        if not _is(event, card, "card"):
            yield error("event-square", f"square begins with the field of the card that is laid, not {card!r}. {has}", "square")
        for one in place:
            if isinstance(one, str) and not _is(event, one, "number"):
                yield error(
                    "event-square",
                    f"square gives x and y as fields that hold numbers, or as numbers, not {one!r}. {has}",
                    "square",
                )
    if isinstance(event.say, str):
        yield from _sentence(event, event.say, error, warning)
    for part in ("say", "line", "shown", "joins"):
        if part in at:
            yield from _templates(source, module, at[part], event, part)
    for name, field in fields.items():
        if field.kind == "choice" and not field.names:
            yield error("event-choice", f'{name} is a choice among nothing: name its values, as in a_choice("red", "black").')
    yield from _read_by_views(source, event, error, warning)
    yield from _told_to_all(source, event, warning)


def _told_to_all(source: Source, event: EventKind, warning: Fault) -> Iterator[Finding]:
    """Cards that go to a hidden hand from where nobody sees them, or from there to such a place, and that all are told of."""
    declared = source.rules.position.fields
    if "hands" not in declared or declared["hands"].seen_by != OWNER or event.known_to:
        return
    unseen = {name for name, field in declared.items() if field.seen_by == NOBODY}
    triples: tuple[Any, ...] = tuple(event.goes)  # as the author has written them
    for goes in triples:
        if not isinstance(goes, tuple) or len(goes) != 3 or goes[0] not in event.fields or event.fields[goes[0]].to is not None:
            continue
        _, start, end = map(str, goes)
        if start in {"stock", *unseen} and end.startswith("hand-"):
            what = "is drawn to a hidden hand"
        elif start.startswith("hand-") and end in unseen - {"stock"}:
            what = f"goes from a hidden hand to {end}, which nobody sees"
        else:
            continue
        yield warning("told-to-all", f'everybody is told which card {what}: a_card(to="seat") tells its seat alone.')
        return


def _is(event: EventKind, name: object, *kinds: str) -> bool:
    return isinstance(name, str) and name in event.fields and event.fields[name].kind in kinds


def _seers(event: EventKind, error: Fault) -> Iterator[Finding]:
    seats = listed(name for name, part in event.fields.items() if part.kind == "seat")
    for name, field in event.fields.items():
        for one in field.to or ():
            if one in BY_SEAT:
                if field.kind != "by_seat":
                    yield error(
                        "event-to",
                        f"to=EACH is for fields by_seat, of which each seat sees its own; {name} holds one value: name a seat.",
                    )
            elif not _is(event, one, "seat"):
                yield error(
                    "event-to", f"{name} is shown to={one!r}, which is no field that holds a seat. Such fields: {seats}."
                )


def _going(event: EventKind, triple: Any, error: Callable[..., Finding]) -> Iterator[Finding]:
    if not isinstance(triple, tuple) or len(triple) != 3 or not all(isinstance(one, str) for one in triple):
        yield error("event-goes", f"goes lists triples of texts (field, from, to), not {triple!r}.", "goes")
        return
    name, *zones = triple
    if name not in event.fields:
        yield error("event-goes", f"goes moves {name!r}, which is no field. Its fields are {listed(event.names)}.", "goes")
    elif event.fields[name].kind not in CARDS and event.fields[name].of not in CARDS:
        yield error("event-goes", f"goes moves {name}, which holds no card but a {event.fields[name].kind}.", "goes")
    for zone in zones:
        for part, _ in FIELD.findall(zone):
            if not _is(event, part, "seat", "number"):
                yield error(
                    "event-goes",
                    f"the zone {zone!r} is named by {part}, which is no field that holds a seat or a number.",
                    "goes",
                )
        if left := BRACE.sub(lambda found: "" if FIELD.fullmatch(found[0]) else found[0], zone).strip():
            if "{" in left or "}" in left:
                yield error("event-goes", f"the zone {zone!r} has a brace too many: write hand-{{seat}}.", "goes")


def _sentence(event: EventKind, say: str, error: Callable[..., Finding], warning: Callable[..., Finding]) -> Iterator[Finding]:
    has = f"Its fields are {listed(event.names)}."
    for found in BRACE.findall(say):
        field = FIELD.fullmatch(found)
        if field is None:
            yield error(
                "event-say", f"its sentence says {found}: between braces stands the name of a field alone. {has}", "say"
            )
        elif field[1] == PLACE and event.square is not None:
            continue
        elif field[1] not in event.fields:
            hint = " {place} needs square=." if field[1] == PLACE else closest(field[1], event.fields)
            yield error("event-say", f"its sentence says {found}, which is no field.{hint} {has}", "say")
        elif field[2] and event.fields[field[1]].kind != "seat":
            yield error("event-say", f"{found} is a seat's possessive, and {field[1]} is no seat.", "say")
    left = BRACE.sub("", say)
    if "{" in left or "}" in left:
        yield error("event-say", "its sentence has a brace too many or too few.", "say")
    left = FORM.sub("", say)
    if "[" in left or "]" in left:
        yield error(
            "event-say",
            "its sentence has a bracket that is not closed or has no partner: forms of a verb are [third|second] or [s].",
            "say",
        )
    yield from _verbs(event, say, warning)
    if say and say.rstrip()[-1:] not in ".!?…":
        yield warning("event-full-stop", "its sentence has no full stop.", "say")


def _verbs(event: EventKind, say: str, warning: Callable[..., Finding]) -> Iterator[Finding]:
    """Verbs after the seat that begins a sentence, without their two forms: "Ada draws", "You draw"; and such forms after
    another seat, which would be wrong where that one is "You"."""
    first = FIELD.search(say)
    for other in AFTER_SEAT.finditer(say, first.end()) if first else ():
        if first and other[1] != first[1] and _is(event, other[1], "seat"):
            yield warning(
                "event-verb",
                f"the forms of verbs in its sentence are those of {{{first[1]}}}, with which it begins, also after"
                f" {{{other[1]}}}: say it without a verb of {{{other[1]}}}, as in {{{other[1]}'s}} card.",
                "say",
            )
            return
    found = BESIDE.match(say)
    if found is None or found[3] or not _is(event, found[1], "seat"):
        return
    verb = found[2]
    if verb in ("is", "has", "does", "was"):
        both = {"is": "[is|are]", "has": "[has|have]", "does": "do[es]", "was": "[was|were]"}[verb]
        yield warning("event-verb", f'its sentence would say "You {verb}": write {{{found[1]}}} {both}.', "say")
    elif verb not in UNCHANGED and not verb.endswith(("ed", "ly")) and "[" not in say.partition(".")[0]:
        stem = verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb
        wrong = f"You {verb}" if verb.endswith("s") else f"Ada {verb}"
        yield warning(
            "event-verb", f'its sentence would say "{wrong}": write {{{found[1]}}} {stem}[s], or [third|second] forms.', "say"
        )


def _templates(source: Source, module: Module, node: ast.AST, event: EventKind, part: str) -> Iterator[Finding]:
    """What a function that makes a sentence or a line reads of the event, and says of it."""
    function = next((f for f in module.functions if f.node is node), None)
    if function is None and isinstance(node, ast.Name):
        function = source.function_of(module.namespace.get(node.id))
    if function is None or not function.parameters or part == "joins":
        return
    yield from _items(function, event)
    if part == "say":
        for inner in function.nodes:
            if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
                for name, _ in FIELD.findall(inner.value):
                    if name not in event.fields and not (name == PLACE and event.square is not None):
                        yield function.module.error(
                            "event-say",
                            inner,
                            f"The event {event.name}: its sentence says {{{name}}}, which is no field. Its fields are"
                            f" {listed(event.names)}.",
                        )


def _items(function: Function, event: EventKind) -> Iterator[Finding]:
    given = function.parameters[0]
    for node in function.nodes:
        is_item = isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == given
        if (
            is_item
            and isinstance(node, ast.Subscript)
            and isinstance(node.slice, ast.Constant)
            and node.slice.value not in event.fields
        ):
            yield function.module.error(
                "event-item",
                node,
                f"The event {event.name} has no field {node.slice.value!r}; its fields are {listed(event.names)}.",
            )


def _read_by_views(source: Source, event: EventKind, error: Fault, warning: Fault) -> Iterator[Finding]:
    needed = NEEDED.get(event.name, {})
    for name, kind in needed.items():
        if name not in event.fields or event.fields[name].kind != kind:
            made = listed(f"{one}={NOUNS[what]}" for one, what in needed.items())
            yield error(
                "event-name",
                f"views read {event.name} events, which need {made}; {name} is not so here: use"
                f" {MADE_BY[event.name]}, or another name.",
            )
            return
    if event.name == EARN and not event.fields["term"].rules:
        yield error("event-name", "views read the rule behind each term of an earn event: declare it with earning(a_term(…)).")
    if event.name == DEAL and source.rules.deal_notes and not _is(event, "number", "number"):
        yield error(
            "event-name", "rules.notes counts deals by the field number of the event deal: use dealing, or call it otherwise."
        )
    if event.name == DEAL and "number" in event.fields and not _is(event, "number", "number"):
        yield error("event-name", "views read the number of a deal from its field number: declare it with a_number().")
    if event.name in LINES and not event.is_move:
        yield warning("event-name", f"transcripts have lines of their own called {event.name}: give the event another name.")


def _noted(source: Source) -> Iterator[Finding]:
    """What `rules.notes` reads of its events."""
    for module in source.modules:
        for node in module.nodes:
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "notes"):
                continue
            event = module.namespace.get(node.args[0].id) if node.args and isinstance(node.args[0], ast.Name) else None
            if isinstance(event, EventKind) and len(node.args) > 1:
                function = next((f for f in module.functions if f.node is node.args[1]), None)
                if function is None and isinstance(node.args[1], ast.Name):
                    function = source.function_of(module.namespace.get(node.args[1].id))
                if function and function.parameters:
                    yield from _items(function, event)


# -- calls ------------------------------------------------------------------------------------------------------------


def _called(source: Source, values: Values, function: Function, call: ast.Call, event: EventKind) -> Iterator[Finding]:
    module, what = function.module, written(call.func)
    order = f"{what}(s, {', '.join(event.names)})" if event.names else f"{what}(s)"
    if any(isinstance(one, ast.Starred) for one in call.args):
        return
    if call.keywords:
        yield module.error("event-call", call, f"Events are called by place, not by name: {order}.")
        return
    if len(call.args) != len(event.names) + 1:
        yield module.error(
            "event-call", call, f"The event {event.name} is called as {order}; here it gets {len(call.args)} arguments."
        )
        return
    if function.role == "text":
        yield module.error("event-in-text", call, f"Only rules report events; {function.name} is a text.")
        return
    if function.is_rule and not function.is_position(call.args[0]):
        yield module.error("event-call", call, f"An event begins with the position: {order}.")
        return
    if any(function.is_position(one) for one in call.args[1:]):
        yield module.error("event-call", call, f"An event takes the position once, first: {order}.")
        return
    if swapped := _swapped(event, call):
        yield module.error("event-order", call, f"{swapped} stand in the other's place: {order}.")
        return
    for name, argument in zip(event.names, call.args[1:], strict=True):
        kind, given = event.fields[name].kind, values.kind(function, argument)
        text, wanted = written(argument), event.fields[name].kind.replace("_", " ")
        is_array = kind in ("by_seat", "listed")
        if given == "array" and not is_array:
            yield module.error(
                "event-value",
                call,
                f"{name} of the event {event.name} is one {wanted}, and {text} has several places: say which.",
            )
        elif is_array and given in ("card", "set", "seat"):
            yield module.error(
                "event-value", call, f"{name} of the event {event.name} takes a whole field, and {text} is one {given}."
            )
        elif (given, kind) in _CLASHES:
            yield module.error(
                "event-value", call, f"{name} of the event {event.name} is a {wanted}, and {text} is a {given}: {order}."
            )
        for inner in ast.walk(argument):
            drawn = isinstance(inner, ast.Call) and function.meaning(inner.func)
            if any(drawn is one for one in (chance.draw, chance.draw_card, chance.below, chance.pick, chance.some)):
                yield module.warning(
                    "event-effect",
                    call,
                    f"What an event is given must have no effect of its own: set a variable to {text} first.",
                )


_CLASHES = {
    ("set", "card"), ("set", "seat"), ("set", "suit"), ("set", "choice"), ("set", "flag"), ("card", "seat"), ("card", "cards"),
    ("seat", "card"), ("seat", "cards"), ("float", "number"), ("text", "number"), ("text", "choice"), ("text", "card"),
    ("text", "suit"), ("text", "seat"), ("seat", "suit"),
}  # fmt: skip


def _swapped(event: EventKind, call: ast.Call) -> str:
    """Two arguments that are named as each other's fields; empty if there are none."""
    names = [_called_so(argument) for argument in call.args[1:]]
    places = {name: at for at, name in enumerate(names) if name in event.fields}
    for name, at in places.items():
        other = event.names[at]
        if name != other and event.places[name] != at and event.fields[name].kind != event.fields[other].kind:
            back = names[event.places[name]]
            if back == other or (event.fields[other].kind == "seat" and back in SEAT_NAMES):
                return f"{names[at]} and {back}"
    return ""


def _called_so(node: ast.AST) -> str:
    """What an argument is called: a variable's or a field's name; "seat" for the seat to move."""
    if isinstance(node, ast.Attribute):
        return "seat" if node.attr in ("turn", "dealer") else node.attr
    return node.id if isinstance(node, ast.Name) else ""
