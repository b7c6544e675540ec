"""What play has never reached: phases, restrictions that never refuse, actions, events and lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any

from sevenfold.declare.actions import Phase
from sevenfold.declare.rules import Restriction
from sevenfold.errors import shortened
from sevenfold.findings import Finding
from sevenfold.view.event_text import joined

from .reached_so_far import Reached

FEW_DECISIONS = 30  # in a phase, before its restrictions or actions are judged
LOOKS = 4  # times that each action of a phase could have been allowed on average, before single ones are judged
OF_REDEALS = ("possible",)  # answers that refuse what lies truly in no game, but only in re-deals, of which search makes some
REDEALT = " Only re-deals that cannot be are refused there, of which bots made too few to tell."
MOST_LISTED = 12  # lines or actions that a sentence lists


def phases(reached: Reached) -> Iterator[Finding]:
    """Phases that were never reached."""
    rules = reached.lines.rules
    for id, phase in rules.phases.items():
        if not reached.decisions[id]:
            yield Finding(
                "phase-not-reached",
                f"The phase {phase.name!r} was never reached {reached.in_games}: it begins when a rule sets s.phase = {id},"
                " so look for the condition under which one does.",
                "warning",
                *reached.lines.place_of(rules.actions[id]).at,
            )


def _judged(reached: Reached) -> Iterator[tuple[Phase, list[Restriction]]]:
    """The phases that were seen often enough to say what never happens in them."""
    for id, phase in reached.lines.rules.phases.items():
        if reached.decisions[id] >= FEW_DECISIONS:
            yield phase, reached.lines.rules.restrictions[id]


def restrictions(reached: Reached) -> Iterator[Finding]:
    """Restrictions that never refused what those before them allow."""
    for phase, declared in _judged(reached):
        for at, restriction in enumerate(declared):
            if (phase.id, at) in reached.refused or len(declared) == 1:  # a phase has one, even if all is allowed
                continue
            name = getattr(restriction.allows, "__name__", "a restriction")
            others = " that those before it do not refuse" if at else ""
            yield Finding(
                "restriction-never-refuses",
                f"{name} ({restriction.rule}) never refused an action{others} in {reached.decisions[phase.id]} decisions of the"
                f" phase {phase.name!r}: it returns the set of actions that it allows; its sentence is told for the others.",
                "warning",
                *reached.lines.place_of(restriction.allows).at,
            )


def actions(reached: Reached) -> Iterator[Finding]:
    """Actions that were never legal: a whole kind of them, or single ones that are buttons and were offered often."""
    for phase, declared in _judged(reached):
        meant, allowed = reached.meant[phase.id], reached.allowed[phase.id]
        missing = meant & ~allowed
        often = reached.offers[phase.id] >= LOOKS * meant.bit_count()
        for kind in phase.kinds:
            usable = [action for action in kind.actions if (meant >> action) & 1]
            never = [action for action in usable if (missing >> action) & 1]
            if not never or (len(never) < len(usable) and (kind.touch or not often)):
                continue
            texts = [_text(kind.text, action, reached) for action in never]
            which = f"The action{'s' * (len(texts) > 1)} {_listed(texts)}"
            yield Finding(
                "action-not-reached",
                f"{which} of the phase {phase.name!r} {'were' if len(texts) > 1 else 'was'} never legal {reached.in_games}:"
                " an action is legal where all restrictions of its phase return it.",
                "warning",
                *reached.lines.place_of(declared[0].allows).at,
            )


def _text(text: Callable[..., Any], action: int, reached: Reached) -> str:
    try:
        return str(text(action, reached.lines.rules.pack, None).text)
    except Exception:  # noqa: BLE001 - it depends on the position
        return f"number {action}"


def events(reached: Reached) -> Iterator[Finding]:
    """Events that were never said."""
    for name, event in reached.lines.events.items():
        if name not in reached.trace.said:
            call = f"{name}({', '.join(('s', *event.names))})"
            yield Finding(
                "event-never-said",
                f"The event {event.name!r} was never reported {reached.in_games}: a rule reports it by calling {call} where"
                " it happens; an event that nothing needs can go.",
                "warning",
                *reached.lines.place_of_name(name).at,
            )


def lines(reached: Reached) -> Iterator[Finding]:
    """Functions and lines that never ran."""
    for name, place, missing in reached.missing_lines():
        if not missing:
            yield Finding(
                "function-never-runs",
                f"{name} never ran {reached.in_games}, although rules name it: the condition under which it is called never"
                " held.",
                "warning",
                *place.at,
            )
            continue
        ranges, seldom = list(_runs(missing)), REDEALT if name in OF_REDEALS else ""
        which = f"line{'s' * (len(ranges) > 1 or ranges[0][0] != ranges[0][1])} {_listed(list(map(_range_text, ranges)))}"
        yield Finding(
            "line-never-runs",
            f"In {name}, {which} never ran {reached.in_games}: {shortened(reached.lines.text(place))!r} is reached under no"
            f" condition that occurred.{seldom}",
            "note" if seldom else "warning",
            *place.at,
        )


def _runs(statements: list[range]) -> Iterator[tuple[int, int]]:
    """The first and last lines of runs of lines."""
    numbers = sorted({line for statement in statements for line in statement})
    for _, group in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        run = [line for _, line in group]
        yield run[0], run[-1]


def _range_text(ends: tuple[int, int]) -> str:
    return str(ends[0]) if ends[0] == ends[1] else f"{ends[0]}–{ends[1]}"


def _listed(values: Sequence[str]) -> str:
    shown = values[:MOST_LISTED]
    return joined(shown) if len(shown) == len(values) else f"{', '.join(shown)} and {len(values) - len(shown)} more"
