"""`Rules`: what a game declares about itself."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import import_module
from itertools import combinations
from math import prod
from typing import Any, cast

from sevenfold._deprecated import RULES_NAMES, add_old_names, warn_renamed
from sevenfold.cards import Pack
from sevenfold.errors import BadInput, quoted
from sevenfold.kernel.compiler.decorators import Compiled, F, compiled
from sevenfold.kernel.events import EventKind
from sevenfold.kernel.fields import MOST_SEATS, Fields, dtype_of, layout_of, listening
from sevenfold.kernel.questions import GENERIC, LAYOUTS, end_action, lowest_beside, one_of_twins, set_observer, winning_seats
from sevenfold.kernel.types import Action, ActionSet
from sevenfold.notebook import html_table

from .actions import ActionKind, Phase
from .calls import may_call, may_pass
from .fingerprint import fingerprint
from .options import MOST_COMBINATIONS, Conflict, Illegal, Option, Value, conflicts, option, show_value
from .phrases import Phrase

MOST_ACTIONS = 63  # they are the bits of one int64
OLD_QUESTIONS = {"advised": "policy", "outlook": "heuristic_value"}  # their names in version 0.1, accepted for one more version
MOST_CHOICES = 62  # of one decision
TEXTS = ("table", "prompt", "label", "effect", "outcome", "reasons", "together")

Reason = Callable[[Any, Action], str]  # functions of the game's own position, whose type differs from game to game
Sentence = str | Reason
Range = tuple[float, float]


@dataclass(frozen=True)
class Restriction:
    """A rule that allows a set of actions in one phase. Any other action is refused with its sentence."""

    rule: str
    allows: Callable[[Fields], ActionSet]
    sentence: Sentence

    def say(self, s: Fields, action: Action) -> str:
        """The reason for refusing an action."""
        return self.sentence if isinstance(self.sentence, str) else self.sentence(s, action)


class Rules:
    """The rules of one game. Its module creates one instance and registers the game's functions with it."""

    def __init__(
        self,
        position: type[Fields],
        id: str,
        name: str,
        *,
        pack: Pack,
        players: int | tuple[int, ...],
        about: str,
        minutes: int,
        options: Mapping[str, tuple[Value, ...] | Callable[[str], Option]] | None = None,
        illegal: Illegal | None = None,
        rollout_limit: int = 0,
        talk: Mapping[str, str] | None = None,
        cooperative: bool = False,
        results: Range | Callable[[Mapping[str, Value]], Range] | None = None,
    ) -> None:
        """Declare a game.

        Args:
            position: The class that declares the position's fields.
            id: The name of the game in commands, records and addresses.
            name: The name for people.
            pack: The cards.
            players: The number of seats, or the values of the option `players` with the default first.
            about: What the game is about, in one line.
            minutes: How long people need for a game.
            options: The options by name, each as its values with the default first, or as the result of `option`.
            illegal: Returns why a combination of options is not allowed, as a sentence for players, or None if it is.
            rollout_limit: The number of actions after which a rollout of the search bot stops; 0 for no limit.
            talk: Sentences that players may say about the cards, by name; {card} stands for a card that they choose.
            cooperative: Whether all players win or lose together.
            results: The least and the most that a seat's result can be, or a function of the options that returns them. Rules
                go on without; those who learn from games want to know.

        Raises:
            BadInput: The numbers of players, the options or the fields do not fit together.
        """
        if not isinstance(pack, Pack):
            raise BadInput(f"{id}: pack= takes a Pack, such as those of sevenfold.cards, not {quoted(pack)}.")
        self.id, self.name, self.pack, self.about, self.minutes = id, name, pack, about, minutes
        declared = {} if isinstance(players, int) else {"players": option(players, "How many play.")}
        made = {n: o if callable(o) else option(o, "") for n, o in (declared | dict(options or {})).items()}
        self.options = {name: make(name) for name, make in made.items()}
        self.player_counts = (players,) if isinstance(players, int) else tuple(sorted(players))
        if not 1 <= self.player_counts[0] <= self.player_counts[-1] <= MOST_SEATS:
            raise BadInput(f"{id}: a game is for 1 to {MOST_SEATS} players.")
        self.illegal = illegal
        if illegal and prod(len(o.values) for o in self.options.values()) > MOST_COMBINATIONS:
            raise BadInput(f"{id}: options of which some combinations are illegal have at most {MOST_COMBINATIONS} in all.")
        self.rollout_limit = rollout_limit
        self.cooperative = cooperative
        self.results = results
        self.phrases = {name: Phrase(text) for name, text in (talk or {}).items()}
        self.position = position
        self.dtype = dtype_of(position, tuple(self.options))
        self.listening = listening(position, self.dtype)
        self.phases: dict[int, Phase] = {}
        self.has_steps = False  # whether a move may have several
        self.restrictions: dict[int, list[Restriction]] = {}
        self.actions: dict[int, Callable[..., object]] = {}  # the effects of actions, by phase
        self.plain: dict[str, Callable[..., Any]] = {}  # functions for texts, which are never compiled
        self.deal_notes: dict[str, Callable[[dict[str, Any]], list[Any]]] = {}  # by the name of an event
        self._assembled = False

    # -- registering -------------------------------------------------------------------------------------

    def phase(
        self,
        id: int,
        name: str,
        *kinds: ActionKind,
        within_turn: bool = False,
        within_move: bool = False,
        ends_move: bool = False,
        always_asked: bool = False,
        may_change: str = "",
        whole: str = "",
        simultaneous: bool = False,
    ) -> None:
        """Declare a kind of decision and its actions.

        Args:
            id: The value of the position's field `phase`.
            name: The act, as in "Ada is to ...".
            *kinds: The meanings of its actions, from `card_actions`, `one_action` and the like.
            within_turn: Whether it continues a turn that began with another decision.
            within_move: Whether it is a later step of a move; implies within_turn.
            ends_move: Whether its actions are always the last step of a move, so that views need not try them.
            always_asked: Whether even a single legal action must be chosen, because it is a secret that there is no other.
            may_change: The id of the rule by which players may change their choice until somebody else has acted.
            whole: What the others are told while somebody is at a later step of a move: the whole move, as in "Ada is to ...".
                By default the name of the last phase declared before it that begins a move.
            simultaneous: Whether several seats choose at once: rules ask them one after another (`choosers` says whom), but
                what each may choose does not depend on the others' choices, and none is seen before all have chosen. Rooms ask
                all of them together.

        Raises:
            BadInput: The phase has too many actions, or two meanings for one, or is simultaneous and a later step of a move.
        """
        if simultaneous and within_move:
            raise BadInput(f"{self.id}: the phase {name} is simultaneous, so it begins a move and is no later step of one.")
        kinds = tuple(kind.for_pack(self.pack) for kind in kinds)
        for kind, other in combinations(kinds, 2):
            if shared := sorted({*kind.actions} & {*other.actions}):
                raise BadInput(
                    f"{self.id}: the phase {name} has two meanings for action {shared[0]}: number them apart (first_action)."
                )
        choices = {action for kind in kinds for action in kind.actions}
        if len(choices) > MOST_CHOICES or max(choices, default=0) >= MOST_ACTIONS:
            raise BadInput(
                f"{self.id}: the phase {name} has {len(choices)} actions, up to {max(choices)}; a decision has at most"
                f" {MOST_CHOICES} choices, numbered below {MOST_ACTIONS}: ask in several steps (within_move)."
            )
        self.has_steps |= within_move
        begun = next((phase.name for phase in reversed(self.phases.values()) if not phase.within_move), name)
        told = whole or (begun if within_move else name)
        self.phases[id] = Phase(
            id, name, kinds, within_turn or within_move, within_move, ends_move, always_asked, may_change, told, simultaneous
        )  # fmt: skip

    def allows(self, phase: int, rule: str, sentence: Sentence) -> Callable[[F], F]:
        """Register a restriction: a compiled function of the position that returns the actions allowed in a phase.

        An action is legal if all restrictions of the phase allow it.

        Args:
            phase: The phase it restricts.
            rule: The id of the rule that it implements.
            sentence: The reason for refusing an action, or a function of (position, action) that returns it.

        Example:
            ```python
            @rules.allows(PLAY, "TRUF-7", lambda s, card: f"You do not hold {rules.pack.the(card)}.")
            def held(s: Position) -> CardSet:
                return s.hands[s.turn]
            ```
        """

        def register(function: F) -> F:
            made = _compiled(function)
            self.restrictions.setdefault(phase, []).append(Restriction(rule, made, sentence))
            return made

        return register

    def applies(self, phase: int) -> Callable[[F], F]:
        """Register the effect of actions in a phase: a compiled function of (position, action)."""

        def register(function: F) -> F:
            made = _compiled(function)
            self.actions[phase] = made
            return made

        return register

    def answers(self, function: F) -> F:
        """Register a compiled function as the answer to the question of the same name (`kernel.questions`).

        Raises:
            BadInput: There is no such question.
        """
        name = function.__name__
        if name in OLD_QUESTIONS:
            old, name = name, OLD_QUESTIONS[name]
            warn_renamed(f"{self.id}: the question {old}", name)
        if name not in GENERIC:
            raise BadInput(f"{self.id}: there is no question {name}; the questions are {', '.join(GENERIC)}.")
        made = _compiled(function)
        GENERIC[name].answer(made, self.dtype, self.listening)
        return made

    def observes(self, function: Callable[..., None], observer: Callable[..., None]) -> None:
        """Call `observer` on listening positions wherever rules call `function`, which must be declared with `observed`.

        This is how positions record what seats know, which the rules themselves do not need.
        """
        set_observer(function, _compiled(observer), self.listening)

    def notes(self, kind: EventKind, noted: Callable[[dict[str, Any]], list[Any]]) -> None:
        """Let the table of deals say something about a deal whenever an event happens in it.

        Args:
            kind: The event.
            noted: Returns a list of `Note` from the event's fields, as a spectator sees them; it may be empty.

        Example:
            ```python
            rules.notes(dealt, lambda seen: [Note("Turn-up", card=seen["turn_up"])])
            ```
        """
        self.deal_notes[kind.name] = noted

    def texts(self, function: F) -> F:
        """Register a function for the view, in plain Python: `table`, `prompt`, `label`, `effect`, `outcome`, `reasons` or
        `together`.

        Raises:
            BadInput: The function has another name.
        """
        if function.__name__ not in TEXTS:
            raise BadInput(f"{self.id}: {function.__name__} is not a text of a game; the texts are {', '.join(TEXTS)}.")
        self.plain[function.__name__] = function
        return function

    @cached_property
    def fingerprint(self) -> str:
        """What stored games are compared with, to see whether the rules have changed; empty if that cannot be told."""
        return fingerprint(self.position.__module__, self.pack)

    @cached_property
    def has_facts(self) -> bool:
        """Whether the table may show something in force: a game's `table` adds facts, in this position or in another."""
        return may_call(self.plain["table"], "fact")

    @cached_property
    def has_seat_lines(self) -> bool:
        """Whether lines or badges may stand at a seat: a game's `table` gives some, in this position or in another."""
        return any(may_pass(self.plain["table"], what) for what in ("lines", "badges"))

    @property
    def action_count(self) -> int:
        """One more than the highest number of an action, in all phases."""
        return 1 + max(action for phase in self.phases.values() for action in phase.every())

    def conflicts(self) -> list[Conflict]:
        """The values of options that do not go together, each with the reason."""
        return conflicts(self.options, self.illegal) if self.illegal else []

    def range_of_results(self, options: Mapping[str, Value]) -> Range | None:
        """The least and the most that a seat's result can be with these options; None if the game does not say."""
        return self.results(options) if callable(self.results) else self.results

    # -- assembling ---------------------------------------------------------------------------------------------------

    def assemble(self) -> Rules:
        """Check that nothing is missing, and generate legal_actions, apply_action and others from the phases."""
        if self._assembled:
            return self
        for dtype in (self.dtype, self.listening):
            LAYOUTS[dtype] = replace(layout_of(self.position, dtype), twins=self.pack.twins)
        self._check_complete()
        if self.cooperative and self.dtype not in GENERIC["winners"].answers:
            GENERIC["winners"].answer(winning_seats, self.dtype, self.listening)
        legal = {p: f"return {self._legal_in(phase)}" for p, phase in self.phases.items()}
        allowing = {f"allows_{p}_{i}": r.allows for p, rs in self.restrictions.items() for i, r in enumerate(rs)}
        self._choose_by_phase("legal_actions(s)", legal, "return 0", allowing | {"one_of_twins": one_of_twins})
        if self.pack.twins:
            beside = {
                p: f"return lowest_beside(s, action, legal) if {cards} >> action & ~(legal >> action) & 1 else action"
                for p, phase in self.phases.items()
                if (cards := self._twins_in(phase))
            }
            self._choose_by_phase("stands_for(s, action, legal)", beside, "return action", {"lowest_beside": lowest_beside})
        self._choose_by_phase(
            "apply_action(s, action)",
            {p: f"apply_{p}(s, action)" for p in self.phases},
            "end_action(s, seat, action)",
            {f"apply_{p}": action for p, action in self.actions.items()} | {"end_action": end_action},
            first="seat = s.turn",
        )
        for question, inner in (("turn_begins", "within_turn"), ("move_begins", "within_move")):
            cases = {p: f"return {not getattr(phase, inner)}" for p, phase in self.phases.items() if getattr(phase, inner)}
            self._choose_by_phase(f"{question}(s)", cases, "return True", {})
        self._assembled = True
        return self

    def _legal_in(self, phase: Phase) -> str:
        """The legal actions in a phase, as an expression: what all restrictions allow, one of twins that lie together."""
        every = sum(1 << action for action in set(phase.every()))
        allowed = " & ".join([str(every), *(f"allows_{phase.id}_{i}(s)" for i in range(len(self.restrictions[phase.id])))])
        return f"one_of_twins(s, {allowed}, {twins})" if (twins := self._twins_in(phase)) else allowed

    def _twins_in(self, phase: Phase) -> ActionSet:
        """The actions of a phase that are cards with twins."""
        cards = sum(1 << action for kind in phase.kinds if kind.is_of_cards for action in kind.actions)
        return cards & sum(self.pack.twins)

    def _choose_by_phase(
        self, signature: str, cases: dict[int, str], last: str, scope: Mapping[str, object], first: str = ""
    ) -> None:
        """Generate the answer to a question: a statement for each phase, then a final one."""
        lines = [f"def {signature}:", *([f"    {first}"] if first else [])]
        for i, (phase, body) in enumerate(cases.items()):
            lines.append(f"    {'elif' if i else 'if'} s.phase == {phase}:")
            lines.append(f"        {body}")
        lines.append(f"    {last}")
        space = dict(scope)
        exec("\n".join(lines), space)
        name = signature.partition("(")[0]
        answer = compiled(cast("Callable[..., object]", space[name]))
        GENERIC[name].answer(answer, self.dtype, self.listening)

    def _check_complete(self) -> None:
        missing = [q for q in ("start", "standing") if self.dtype not in GENERIC[q].answers]
        missing += [f"allows({p.name})" for p in self.phases.values() if p.id not in self.restrictions]
        missing += [f"applies({p.name})" for p in self.phases.values() if p.id not in self.actions]
        missing += [f"a phase {p}" for p in {*self.restrictions, *self.actions} - set(self.phases)]
        missing += [word for word in ("table", "prompt") if word not in self.plain]
        if not self.phases:
            missing.append("phase")
        if missing:
            raise BadInput(f"{self.id} is not complete; missing: {', '.join(missing)}.")

    def __repr__(self) -> str:
        return f"<Rules of {self.name}: {self.about}>"

    def _repr_html_(self) -> str:
        rows = ((o.name, ", ".join(map(show_value, o.values)), show_value(o.values[0])) for o in self.options.values())
        return html_table(f"{self.name}: {self.about}", ("Option", "Values", "Default"), rows)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle as the module and the name under which the module holds it."""
        module = self.position.__module__
        names = [name for name, value in vars(sys.modules[module]).items() if value is self]
        return _rules_in, (module, names[0])


add_old_names(Rules, RULES_NAMES)


def _compiled(function: F) -> F:
    """The compiled function; shared mechanics are compiled already."""
    return function if isinstance(function, Compiled) else compiled(function)


def _rules_in(module: str, name: str) -> Rules:
    rules: Rules = getattr(import_module(module), name)
    return rules.assemble()
