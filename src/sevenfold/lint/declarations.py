"""What a game declares: the names of fields and options, their shapes, who sees them; players, minutes, sentences to say."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from keyword import iskeyword

import numpy as np

from sevenfold.findings import Finding
from sevenfold.kernel.events import EventKind
from sevenfold.kernel.fields import ALL, NOBODY, OWNER

from .source import Source, listed

RESERVED = {*dir(np.record), "fields", "options", "source_digest"}
OF_LISTENING = ("heard", "heard_alone", "key", "trace_address", "events")
HIDDEN = ("hand", "hands", "stock", "deck", "draw_pile", "hole", "holes", "hole_cards")
MOST_MINUTES = 24 * 60
BRACES = re.compile(r"\{[^{}]*\}")
ID = re.compile(r"[a-z][a-z0-9_]*")


def find(source: Source) -> Iterator[Finding]:
    """What is wrong with the declarations."""
    yield from _names(source)
    yield from _shapes(source)
    yield from _who_sees(source)
    yield from _about(source)
    yield from _talk(source)


def _names(source: Source) -> Iterator[Finding]:
    position = source.rules.position
    for name, (module, node) in source.field_lines().items():
        what = "field" if name in position.fields else "option"
        if name in OF_LISTENING:
            yield module.error("name-reserved", node, f"Positions have a {name} of their own: call the {what} something else.")
        elif name in RESERVED:
            yield module.error(
                "name-reserved",
                node,
                f"s.{name} is a method or an attribute of NumPy's records, so rules would get that and not the {what}: give it"
                f" another name, such as {_other_name(name)}.",
            )
        elif name.startswith("_") or iskeyword(name):
            yield module.error("name-reserved", node, f"{name} cannot name a {what}: begin with a letter.")


def _other_name(name: str) -> str:
    known = {"round": "round_number", "size": "hand_size", "copy": "copies", "item": "picked", "T": "trump", "sort": "sorting"}
    return known.get(name, f"{name.lower()}_value")


def _shapes(source: Source) -> Iterator[Finding]:
    lines, most = source.field_lines(), source.rules.player_counts[-1]
    for name, field in source.rules.position.fields.items():
        if name not in lines or not field.shape:
            continue
        module, node = lines[name]
        if field.seen_by not in (ALL, NOBODY) and 0 < field.shape[0] < most:
            yield module.error(
                "shape-seats",
                node,
                f"{name} has a place for each of {field.shape[0]} seats, but up to {most} may play: its"
                f" first number must be {most}.",
            )
        if any(n <= 0 for n in field.shape):
            yield module.error("shape-empty", node, f"{name} has no places: each number of its shape must be 1 or more.")


def _who_sees(source: Source) -> Iterator[Finding]:
    rules = source.rules
    told = {
        name
        for module in source.modules
        for event in module.namespace.values()
        if isinstance(event, EventKind)
        for name, part in event.fields.items()
        if part.to is None and part.kind == "by_seat" and not event.known_to
    }
    for name, (module, node) in source.field_lines().items():
        field = rules.position.fields.get(name)
        call = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
        if field is None or not isinstance(call, ast.Call):
            continue
        says = any(keyword.arg == "seen_by" for keyword in call.keywords)
        if field.seen_by == ALL and not says and field.kind in ("cards", "card") and name in HIDDEN and name not in told:
            right = "NOBODY" if name in ("stock", "deck", "draw_pile") else "OWNER"
            yield module.warning(
                "seen-by-all",
                node,
                f"Everybody sees {name}, because seen_by is left out: write seen_by={right}, or seen_by=ALL if all may see it.",
            )
        if (
            field.seen_by == OWNER
            and name in told
            and name in HIDDEN
            and any(_tells_deal(m.namespace, name) for m in source.modules)
        ):
            yield module.warning(
                "told-to-all",
                node,
                f"Only its owner sees {name}, but the event of the deal tells everybody what is in it: declare its field with"
                f' by_seat("cards", to=EACH).',
            )


def _tells_deal(names: dict[str, object], field: str) -> bool:
    events = [event for event in names.values() if isinstance(event, EventKind)]
    return any(event.name == "deal" and field in event.fields and event.fields[field].to is None for event in events)


def _about(source: Source) -> Iterator[Finding]:
    place = source.declaration()
    if place is None:
        return
    module, call = place
    rules = source.rules
    at = {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}
    for word in ("name", "about"):
        value = getattr(rules, word)
        if not isinstance(value, str) or not value.strip():
            yield module.error(
                "declared-text", at.get(word, call), f"{word} must be a text that says something, not {value!r}."
            )
    about, minutes, id_ = _as_given(rules.about), _as_given(rules.minutes), _as_given(rules.id)
    if isinstance(about, str) and about.strip() and (about[-1] not in ".!?…" or about[0].islower()):
        yield module.warning(
            "about-sentence",
            at.get("about", call),
            f"about is shown as a sentence: begin {about!r} with a capital, end it with a full stop.",
        )
    if isinstance(minutes, bool) or not isinstance(minutes, int | float) or not 0 < minutes <= MOST_MINUTES:
        yield module.error(
            "minutes", at.get("minutes", call), f"minutes is how long a game takes people: 1 or more, not {minutes!r}."
        )
    if not isinstance(id_, str) or not ID.fullmatch(id_):
        yield module.warning(
            "id-shape",
            call,
            f"The id of a game, {id_!r}, is small letters, digits and underscores: it is typed, and stands in addresses.",
        )
    declared = rules.options.get("players")
    if declared and len(set(declared.values)) < len(declared.values):
        yield module.error("players", at.get("players", call), f"players names a number twice: {listed(declared.values)}.")
    for name, option in rules.options.items():
        if len(set(map(str, option.values))) < len(option.values):
            yield module.error(
                "option-values", at.get("options", call), f"The option {name} has a value twice: {listed(option.values)}."
            )
        elif len(option.values) < 2 and name != "players":
            yield module.warning(
                "option-values", at.get("options", call), f"The option {name} has one value, so there is no choice."
            )
    limit = _as_given(rules.rollout_limit)
    if not isinstance(limit, int) or limit < 0:
        yield module.error(
            "rollout-limit", at.get("rollout_limit", call), "rollout_limit is a number of actions; 0 is no limit."
        )


def _as_given(value: object) -> object:
    """A value as the author gave it, whose type nothing has checked."""
    return value


def _talk(source: Source) -> Iterator[Finding]:
    place = source.declaration()
    for name, phrase in source.rules.phrases.items():
        wrong = [found for found in BRACES.findall(str(phrase.text)) if found != "{card}"]
        if place and wrong:
            at = next((k.value for k in place[1].keywords if k.arg == "talk"), place[1])
            at = next((n for n in ast.walk(at) if isinstance(n, ast.Constant) and n.value == phrase.text), at)
            yield place[0].error(
                "talk-field",
                at,
                f"The sentence {name!r} of talk says {wrong[0]}: only {{card}} stands for something, a card to choose.",
            )
