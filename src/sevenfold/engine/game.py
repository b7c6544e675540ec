"""`Rules`, which a game's file fills in, and `Game`: rules with their options chosen, from which states start."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from sevenfold.cards import Pack
from sevenfold.errors import BadInput

from .actions import Kind, Phase
from .compiled import F, compiled
from .options import Option, Value, check_options, option_fields
from .record import Record, dtype_of, layout_of
from .rules import GENERIC, LAYOUTS

if TYPE_CHECKING:
    from .look import Look
    from .state import State

FORMAT = 1
LIMIT = 10_000  # of turns, by default (rulebook, "Limits")
MOST_SEATS = 6
MOST_ACTIONS = 63  # they are the bits of one int64
MOST_CHOICES = 62  # of one decision
MOST_SEED = (1 << 64) - 1

Sentence = str | Callable[[Any, int], str]


@dataclass(frozen=True)
class Restriction:
    """A rule that allows a set of actions in one phase; an action outside of it is refused with the sentence."""

    rule: str
    allows: Any
    sentence: Sentence

    def say(self, s: Any, action: int) -> str:
        """Why an action is refused."""
        return self.sentence if isinstance(self.sentence, str) else self.sentence(s, action)


class Rules:
    """One game's rules, as its file declares them, under the questions of `engine.rules`."""

    def __init__(
        self,
        state: type[Record],
        id: str,
        name: str,
        *,
        pack: Pack,
        players: int | tuple[int, ...],
        about: str,
        minutes: int,
        options: Mapping[str, tuple[Value, ...]] | None = None,
        labels: Mapping[str, str] | None = None,
        illegal: Callable[[dict[str, Value]], str | None] = lambda options: None,
        rollout_limit: int = 0,
    ) -> None:
        """Declare a game.

        players: the one number of seats, or the values of the option `players`, the default first.
        about: one line of what it is about. minutes: how long a game takes people.
        options: each one's values, the default first. illegal: why a combination of options is none, or None.
        rollout_limit: after how many actions a rollout of the search bot is broken off; 0 for never.
        """
        self.id, self.name, self.pack, self.about, self.minutes = id, name, pack, about, minutes
        values: dict[str, tuple[Value, ...]] = {} if isinstance(players, int) else {"players": players}
        values |= options or {}
        labels = labels or {}
        self.options = {n: Option(n, v, labels.get(n, n.replace("_", " ").capitalize())) for n, v in values.items()}
        self.player_counts = (players,) if isinstance(players, int) else tuple(sorted(players))
        if not 1 <= self.player_counts[0] <= self.player_counts[-1] <= MOST_SEATS:
            raise BadInput(f"{id}: a game is for 1 to {MOST_SEATS} players.")
        self.illegal = illegal
        self.rollout_limit = rollout_limit
        self.record = state
        self.dtype = dtype_of(state, tuple(self.options))
        self.phases: dict[int, Phase] = {}
        self.restrictions: dict[int, list[Restriction]] = {}
        self.effects: dict[int, Any] = {}
        self.plain: dict[str, Callable[..., Any]] = {}  # answers that are never compiled: words, view, transcript
        self._assembled = False

    # -- what a game's file calls -------------------------------------------------------------------------------------

    def phase(
        self,
        id: int,
        name: str,
        *kinds: Kind,
        within_turn: bool = False,
        within_move: bool = False,
        always_asked: bool = False,
        hidden: str = "",
    ) -> None:
        """Declare one kind of decision and what its actions mean; see `engine.actions`."""
        choices = {action for kind in kinds for action in kind.actions}
        if len(choices) > MOST_CHOICES or max(choices, default=0) >= MOST_ACTIONS:
            raise BadInput(
                f"{self.id}: the phase {name} has {len(choices)} actions, up to {max(choices)}; a decision has at most"
                f" {MOST_CHOICES} choices, numbered below {MOST_ACTIONS}: ask in several steps (within_move)."
            )
        self.phases[id] = Phase(id, name, kinds, within_turn or within_move, within_move, always_asked, hidden)

    def allows(self, phase: int, rule: str, sentence: Sentence) -> Callable[[F], F]:
        """Register a restriction: a compiled function of the state, the set of actions it allows in the phase."""

        def register(function: F) -> F:
            made = compiled(function)
            self.restrictions.setdefault(phase, []).append(Restriction(rule, made, sentence))
            return made

        return register

    def plays(self, phase: int) -> Callable[[F], F]:
        """Register what an action does in the phase: a compiled function of the state and the action."""

        def register(function: F) -> F:
            made = compiled(function)
            self.effects[phase] = made
            return made

        return register

    def answers(self, function: F) -> F:
        """Register the answer to the question of the same name (`engine.rules`), to be compiled."""
        made = compiled(function)
        GENERIC[function.__name__].answers[self.dtype] = made
        return made

    def words(self, function: F) -> F:
        """Register an answer in words, plain Python: `table`, `prompt`, `tell`, `deal_table`, `label` or `outcome`."""
        self.plain[function.__name__] = function
        return function

    # -- put together -------------------------------------------------------------------------------------------------

    def assemble(self) -> Rules:
        """Check that no rule is missing and put legal_actions, apply_action and turn_begins together from the phases."""
        if self._assembled:
            return self
        LAYOUTS[self.dtype] = layout_of(self.record, self.dtype)
        self._check_complete()
        whole = {p: sum(1 << a for a in set(phase.every())) for p, phase in self.phases.items()}
        self._register(
            "legal_actions(s)",
            {
                p: " & ".join([str(whole[p]), *(f"allows_{p}_{i}(s)" for i in range(len(self.restrictions[p])))])
                for p in self.phases
            },
            "0",
            {f"allows_{p}_{i}": r.allows for p, rs in self.restrictions.items() for i, r in enumerate(rs)},
        )
        self._register(
            "apply_action(s, action)",
            {p: f"effect_{p}(s, action)" for p in self.phases},
            "None",
            {f"effect_{p}": effect for p, effect in self.effects.items()},
        )
        self._register("turn_begins(s)", {p: str(not phase.within_turn) for p, phase in self.phases.items()}, "True", {})
        self._register("move_begins(s)", {p: str(not phase.within_move) for p, phase in self.phases.items()}, "True", {})
        self._assembled = True
        return self

    def _register(self, signature: str, cases: dict[int, str], otherwise: str, scope: dict[str, Any]) -> None:
        name = signature.partition("(")[0]
        if len(set(cases.values())) == 1 and otherwise in cases.values():
            cases = {}
        lines = [f"def {signature}:"]
        for phase, body in cases.items():
            lines.append(f"    if s.phase == {phase}:")
            lines.append(f"        return {body}")
        lines.append(f"    return {otherwise}")
        exec("\n".join(lines), scope)
        GENERIC[name].answers[self.dtype] = compiled(cast("Callable[..., Any]", scope[name]))

    def _check_complete(self) -> None:
        missing = [q for q in ("start", "standing") if self.dtype not in GENERIC[q].answers]
        missing += [f"allows({p.name})" for p in self.phases.values() if p.id not in self.restrictions]
        missing += [f"plays({p.name})" for p in self.phases.values() if p.id not in self.effects]
        missing += [f"a phase {p}" for p in {*self.restrictions, *self.effects} - set(self.phases)]
        missing += [word for word in ("table", "prompt", "tell") if word not in self.plain]
        if not self.phases:
            missing.append("phase")
        if missing:
            raise BadInput(f"{self.id} is not complete; missing: {', '.join(missing)}.")

    def choose(self, /, **options: object) -> Game:
        """The game with these options; BadInput for one that there is not."""
        self.assemble()
        values = check_options(self.options, options, self.id)
        why = self.illegal(values)
        if why:
            raise BadInput(why)
        return Game(self, values)


def is_whole(value: object, least: int, most: int) -> bool:
    """Is it a whole number within bounds? A truth value is none."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool) and bool(least <= value <= most)


class Game:
    """Rules with their options chosen.

    >>> import sevenfold
    >>> game = sevenfold.load("sane_sevens", players=3)
    >>> game.players, game.options
    (3, {'players': 3, 'silly': False})
    """

    def __init__(self, rules: Rules, options: dict[str, Value]) -> None:
        self.rules = rules
        self.options = options
        self.players = int(options.get("players", rules.player_counts[0]))

    @property
    def id(self) -> str:
        """The game's public name, as in `sevenfold.load`."""
        return self.rules.id

    @property
    def name(self) -> str:
        """The game's name for people."""
        return self.rules.name

    @property
    def pack(self) -> Pack:
        """The cards, of which a game may use a part."""
        return self.rules.pack

    def __repr__(self) -> str:
        chosen = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"sevenfold.load({self.id!r}{chosen})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.id, self.options) == (other.id, other.options)

    def __hash__(self) -> int:
        return hash((self.id, *self.options.items()))

    def __reduce__(self) -> tuple[Any, ...]:
        from .registry import load_with

        return load_with, (self.id, self.options)

    def new_states(self, n: int = 1, *, limit: int = LIMIT) -> Any:
        """An array of n states with the options set, not yet started: `play.start_game(states, i, seed)` starts one."""
        if not is_whole(limit, 1, 1 << 40):
            raise BadInput(f"limit is a number of turns, from 1 to {1 << 40}; not {limit!r}.")
        states = np.zeros(n, self.rules.dtype)
        states["players"] = self.players
        states["limit"] = limit
        for name, code in option_fields(self.rules.options, self.options).items():
            states[name] = code
        return states

    def start(self, seed: int | None = None, *, limit: int = LIMIT) -> State:
        """Start a game: the same seed gives the same cards for ever; without one a secret seed is drawn.

        Raises BadInput for a seed outside 0 to 2^64 - 1 or a limit of turns below 1.
        """
        from .state import State

        if seed is None:
            seed = secrets.randbits(64)
        if not is_whole(seed, 0, MOST_SEED):
            raise BadInput(f"A seed is a whole number from 0 to 2^64 - 1, not {seed!r}.")
        return State(self, int(seed), limit)

    # -- words, with what is said where a game says nothing ------------------------------------------------------------

    def draw_table(self, look: Look) -> None:
        """Lay out the table as the game's file describes it."""
        self.rules.plain["table"](look)

    def prompt(self, s: Any) -> str:
        """What the seat whose turn it is is asked for, in a sentence."""
        return str(self.rules.plain["prompt"](s))

    def tell(self, before: Any, action: int, after: Any) -> Iterator[dict[str, Any]]:
        """The transcript's events of an action, dealing and scoring excepted."""
        return cast("Iterator[dict[str, Any]]", self.rules.plain["tell"](before, action, after))

    def label(self, s: Any, actions: Sequence[int], names: Sequence[str]) -> str:
        """A move's label, where the game's file has a better one than its steps' labels joined; else empty."""
        describe = self.rules.plain.get("label")
        return str(describe(s, actions, names)) if describe else ""

    def deal_table(self, s: Any) -> dict[str, Any]:
        """What lies on the table after a dealing, as transcripts have it."""
        describe = self.rules.plain.get("deal_table")
        return describe(s) if describe else {}

    def outcome(self, s: Any, winners: Sequence[int], names: Sequence[str]) -> str:
        """How the game ended, in a sentence."""
        describe = self.rules.plain.get("outcome")
        if describe:
            return str(describe(s, winners, names))
        if not winners:
            return "Nobody wins."
        if len(winners) == 1:
            return "You win." if names[winners[0]] == "You" else f"{names[winners[0]]} wins."
        return f"{' and '.join(names[seat] for seat in winners)} win."
