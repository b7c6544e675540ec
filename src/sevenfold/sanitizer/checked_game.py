"""`CheckedGame`: a game's rules prepared for checked play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from weakref import WeakKeyDictionary

from sevenfold.declare.actions import ActionKind
from sevenfold.declare.rules import Restriction, Rules
from sevenfold.kernel.questions import LAYOUTS, Generic, watch

from .copies import Copies
from .faults import AuthorsFiles, Place
from .positions import Checks
from .touching import checked_touch

_generics: list[Generic] = []
watch(_generics.append)


class CheckedGame:
    """The checked copies of a game's functions.

    Attributes:
        rules: The game's own rules.
        checks: Its checked positions.
        files: The author's files.
        allows: By phase, its restrictions, each with the checked copy of its function.
        answered: The names of the questions that the game itself answers.
        for_texts: Rules whose texts are checked copies, for views.
    """

    def __init__(self, rules: Rules) -> None:
        rules.assemble()
        self.rules = rules
        self.files = AuthorsFiles.of_rules(rules)
        self.checks = Checks(rules)
        copies = Copies(self.checks, self.files.own)
        self.allows: dict[int, list[tuple[Restriction, Callable[..., Any]]]] = {
            phase: [(one, copies.of(one.allows)) for one in restrictions] for phase, restrictions in rules.restrictions.items()
        }
        self.answered = set[str]()
        for generic in _generics:
            if rules.listening in generic.answers:
                generic.answer(copies.of(generic.answers[rules.listening]), self.checks.dtype)
                self.answered.add(generic.function.__name__)
        LAYOUTS[self.checks.dtype] = LAYOUTS[rules.listening]
        self.for_texts = _with_texts(rules, copies)

    def question_of(self, answers: object) -> str:
        """The name of the question with these answers; empty if there is none."""
        return next((generic.function.__name__ for generic in _generics if generic.answers is answers), "")

    def place_of_function(self, function: Any) -> Place:
        """Where a function begins, if it is the author's."""
        return self.files.place_of_function(function)


_made: WeakKeyDictionary[Rules, CheckedGame] = WeakKeyDictionary()


def checked(rules: Rules) -> CheckedGame:
    """The checked game of these rules; made once."""
    found = _made.get(rules)
    if found is None:
        found = _made[rules] = CheckedGame(rules)
    return found


def _with_texts(rules: Rules, copies: Copies) -> Rules:
    """A shallow copy of rules with checked texts. (`copy.copy` gives the rules themselves, as pickling does.)"""
    made = object.__new__(type(rules))
    made.__dict__.update(rules.__dict__)
    made.plain = {name: copies.of(function) for name, function in rules.plain.items()}
    made.phases = {
        id: replace(phase, kinds=tuple(_with_touch(kind, copies) for kind in phase.kinds)) for id, phase in rules.phases.items()
    }
    made.restrictions = {
        phase: [replace(one, sentence=copies.of(one.sentence)) for one in restrictions]
        for phase, restrictions in rules.restrictions.items()
    }
    return made


def _with_touch(kind: ActionKind, copies: Copies) -> ActionKind:
    return replace(kind, touch=checked_touch(copies.of(kind.touch), kind.touch)) if kind.touch else kind
