"""`Game`: rules with their options chosen, which starts states; `State`: one game being played, with its history."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

import numpy as np

from sevenfold._deprecated import STATE_NAMES, add_old_names
from sevenfold.cards import NONE, OPEN, Pack
from sevenfold.declare.actions import ActionText, Phase, describe, parse_action
from sevenfold.declare.options import Value, check_combination, check_options, option_fields
from sevenfold.declare.rules import Rules
from sevenfold.errors import BadInput, BadPlace, IllegalAction, quoted
from sevenfold.kernel.chance import MOST_SMALL_SEED, key_of
from sevenfold.kernel.chance import source as source_of
from sevenfold.kernel.compiler.stopping import forget_depth
from sevenfold.kernel.fields import OTHERS_SEE, PARTNERS_SEE
from sevenfold.kernel.memory import copied
from sevenfold.kernel.play import apply, begin_game, legal_and_turn, redact_position, redeal
from sevenfold.kernel.questions import GENERIC, choosers, hidden_places, returns, standing, stands_for
from sevenfold.kernel.questions import winners as winning
from sevenfold.kernel.sets import each
from sevenfold.kernel.types import Action, ActionSet, Positions, Seat, Sources
from sevenfold.notebook import html_table
from sevenfold.view.description import DealEnd, View
from sevenfold.view.event_log import EventLog
from sevenfold.view.event_text import Event
from sevenfold.view.moves import refusing
from sevenfold.view.table_builder import TableBuilder
from sevenfold.view.text import as_text
from sevenfold.view.view_maker import ViewContext, deal_end_of, default_names, view_of

from . import seeds
from .arranging import arrange
from .history import EVERY, History
from .information import information_hash, information_string, seen_events
from .legal import LegalActions, NamedAction, Refusal, is_whole, listed, plain
from .position import shown

if TYPE_CHECKING:
    from sevenfold.kernel.compiler.decorators import Entry

F = TypeVar("F", bound=Callable[..., Any])
LIMIT = 10_000  # of turns, by default (rulebook, "Limits")


class Game:
    """Rules with their options chosen; `sevenfold.load` makes one.

    Attributes:
        rules: The rules, as the game's file declares them.
        options: Every option with its value, defaults included.
        players: The number of seats.

    Example:
        >>> import sevenfold
        >>> game = sevenfold.load("sane_sevens", players=3)
        >>> game.players, game.options
        (3, {'players': 3, 'silly': False})
    """

    def __init__(self, rules: Rules, options: Mapping[str, object]) -> None:
        """Choose options; those left out have their defaults.

        Args:
            rules: The rules of the game.
            options: Options by name.

        Raises:
            BadInput: An option does not exist, or a value or a combination is not allowed.
        """
        rules.assemble()
        self.rules = rules
        self.options: dict[str, Value] = check_options(rules.options, options, rules.id)
        if rules.illegal:
            check_combination(rules.options, self.options, rules.illegal)
        self.players = int(self.options.get("players", rules.player_counts[0]))
        self._codes: dict[Entry, Callable[..., Any]] = {}  # the bare code of entries that are compiled
        self._undealt: tuple[int, Positions] | None = None  # as `undealt` has returned it last, with its limit

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
        """The pack of cards; a game may use a part of it."""
        return self.rules.pack

    @cached_property
    def has_open_hands(self) -> bool:
        """Whether everybody sees all hands, so that only a stock may lie face down."""
        return all(per_seat == 0 for _, _, per_seat, *_ in hidden_places(self.new_positions(listening=True)[0]))

    @cached_property
    def has_known_cards(self) -> bool:
        """Whether others may know cards of a hidden hand: they see it, or the rules answer `shown` or `known`."""
        sights = {sight for _, _, per_seat, sight, _ in hidden_places(self.new_positions(listening=True)[0]) if per_seat}
        is_told = any(self.rules.dtype in GENERIC[question].answers for question in ("shown", "known"))
        return bool(sights) and (is_told or not sights.isdisjoint((PARTNERS_SEE, OTHERS_SEE)))

    def bare(self, function: F, *args: object) -> F:
        """An entry as programs call it most often: its bare code as soon as that is compiled, which does not look at types.

        Args:
            function: The entry.
            *args: Arguments like those of every call: a listening position of this game, and numbers.
        """
        entry = cast("Entry", function)  # its type says that it is a function
        if entry.call is entry.function:  # this thread interprets
            return cast("F", entry.function)
        code = self._codes.get(entry)
        if code is None:
            code = entry.code_for(*args)
            if code is None:
                return cast("F", entry.call)
            self._codes[entry] = code
        return cast("F", code)

    def undealt(self, limit: int) -> Positions:
        """A listening position, an array of one, in which no game has begun. All states share it, so copy it.

        Raises:
            BadInput: The limit is out of range.
        """
        kept = self._undealt
        if kept is None or kept[0] != limit:
            kept = self._undealt = limit, self.new_positions(limit=limit, listening=True)
        return kept[1]

    def start(self, seed: int | None = None, *, limit: int = LIMIT) -> State:
        """Start a game. The same seed always gives the same cards.

        Args:
            seed: A number from 0 to 2^256 - 1; if None, a secret one of 256 bits is drawn. A seed of 2^64 or more is a key
                that cannot be found by trying (docs/study/chance.md).
            limit: The number of turns after which the game ends as a draw.

        Returns:
            The state before the first action.

        Raises:
            BadInput: The seed or the limit is out of range.

        Example:
            >>> import sevenfold
            >>> sevenfold.load("seven_truf").start(seed=7)
            <State of sevenfold.load('seven_truf'): 0 actions, bid>
        """
        return State(self, secrets.randbits(256) if seed is None else seeds.check(seed), limit)

    def at(self, seed: int = 0, *, limit: int = LIMIT, **fields: object) -> State:
        """Start a game at a position that is set up by hand, to look at a rare situation or to test a rule.

        A game is dealt from the seed; then the fields are set. Each card lies in one place: those named leave wherever they
        were, and what was put aside for them fills the gaps, then the stock. Cards that find no place, as in a game without
        a stock, are out of play. All other fields stay as they were dealt, numbers that count cards too, and so does what
        seats remember of the deal.

        The state is played, viewed, copied and pickled like any other. It cannot be recorded, because it follows from no
        seed: a record or a transcript of it is refused.

        Args:
            seed: Decides the deal and whatever is drawn later.
            limit: The number of turns after which the game ends as a draw.
            **fields: The position's fields by name, beside `phase` (by its name or number), `turn` and `dealer`. A set of
                cards is a text such as "7C TC", a card a text such as "7C" (or "" for none); an array is a list, in which
                None leaves a place as it is. What another position holds will do, too.

        Raises:
            BadInput: There is no such field, or a value does not fit it, or there is nothing to do for the seat to move, or
                a card was taken from among others and none is left to lie there.

        Example:
            >>> import sevenfold
            >>> state = sevenfold.load("sane_sevens").at(hands=["R1 O2", "V7"], top="R5", turn=0)
            >>> [str(action) for action in state.legal_actions()]
            ['play R1']
        """
        return State(self, seeds.check(seed), limit).replace(**fields)

    def new_positions(self, n: int = 1, *, limit: int = LIMIT, listening: bool = False) -> Positions:
        """An array of positions with the options set, in which no game has begun.

        `sevenfold.kernel.play.begin_game(positions, i, seed)` begins the i-th.

        Args:
            n: The number of positions.
            limit: The number of turns after which a game ends as a draw.
            listening: Whether the positions record what each seat observes and knows. Re-dealing needs this; playing is
                faster without it.

        Raises:
            BadInput: The limit is out of range.
        """
        if not is_whole(limit, 1, 1 << 40):
            raise BadInput(f"limit is a number of turns, from 1 to {1 << 40}; not {quoted(limit)}.")
        positions: Positions = np.zeros(n, self.rules.listening if listening else self.rules.dtype)
        positions["players"] = self.players
        positions["limit"] = limit
        for name, code in option_fields(self.rules.options, self.options).items():
            positions[name] = code
        return positions

    def __repr__(self) -> str:
        chosen = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"sevenfold.load({self.id!r}{chosen})"

    def _repr_html_(self) -> str:
        rows = [("Players", self.players), *((name, value) for name, value in self.options.items() if name != "players")]
        return html_table(f"{self.name}: {self.rules.about}", ("Option", "Value"), rows)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.id, self.options) == (other.id, other.options)

    def __hash__(self) -> int:
        return hash((self.id, *self.options.items()))

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.rules, self.options)


class State:
    """One game being played; `Game.start` makes one.

    Attributes:
        game: The game, with its options.
        seed: The seed that decides the cards.

    Example:
        >>> import sevenfold
        >>> state = sevenfold.load("seven_truf").start(seed=7)
        >>> state.play("bid 0")
        >>> state.undo()
        <0: bid 0>
    """

    __slots__ = ("_apply", "_history", "_legal", "_position", "_turn", "game", "seed")

    follows_from_seed: ClassVar[bool] = True  # whether the seed and the actions are all there is to it, as in a record

    def __init__(self, game: Game, seed: int, limit: int) -> None:
        self.game = game
        self.seed = seed
        first = game.undealt(limit)
        number = np.uint64(seed if seed <= MOST_SMALL_SEED else 0)
        if seed > MOST_SMALL_SEED:
            first = copied(first)
            first["key"] = key_of(seed)
        self._position = copied(first)  # an array of one
        self._history = History(first, number)
        self._legal, self._turn = game.bare(begin_game, first, 0, number)(self._position, 0, number)
        self._apply = game.bare(apply, self._position, 0, 0)

    # -- where the game stands -----------------------------------------------------------------------------------------

    @property
    def position(self) -> Positions:
        """The position as an array of one NumPy record: `position[0]` has the fields that the game's file declares."""
        return shown(self._position)

    @property
    def turn(self) -> Seat | None:
        """The seat to move; None once the game is over."""
        return int(self._turn) if self._turn >= 0 else None

    @property
    def is_simultaneous(self) -> bool:
        """Whether the seats of `choosers` choose at once, without learning what another chooses."""
        return not self.is_over and self._phase().simultaneous

    @property
    def choosers(self) -> tuple[Seat, ...]:
        """The seats that may choose now without learning what another chooses: all that have still to choose in a simultaneous
        phase, otherwise the seat to move; none once the game is over.

        Their choices are played in the order of the turn: whose turn has not come yet chooses in `for_chooser`.
        """
        if not self.is_simultaneous:
            return () if self.is_over else (int(self._turn),)
        return tuple(seat for seat in each(int(choosers(self._position[0]))) if seat < self.game.players)

    def for_chooser(self, seat: Seat) -> State:
        """This state, as it is when a seat of `choosers` is asked: a copy in which it is that seat's turn.

        Raises:
            BadInput: The seat has nothing to choose now.
        """
        if self._seat(seat) not in self.choosers:
            raise BadInput(f"Seat {seat} has nothing to choose now.")
        asked = self.copy()
        if seat != self._turn:
            asked._position["turn"] = seat
            asked._legal, asked._turn = legal_and_turn(asked._position, 0)
        return asked

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._turn < 0)

    @property
    def is_truncated(self) -> bool:
        """Whether the limit of turns ended the game."""
        return bool(self._position[0].truncated)

    @property
    def phase(self) -> str:
        """The kind of decision to be made, as the game names it; "over" at the end."""
        return "over" if self.is_over else self._phase().name

    def _phase(self) -> Phase:
        return self.game.rules.phases[self._position["phase"].item()]  # a field of a record takes twenty times as long

    @property
    def limit(self) -> int:
        """The number of turns after which the game ends as a draw."""
        return int(self._position[0].limit)

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions played so far, as numbers."""
        return tuple(self._history.actions)

    @property
    def action_count(self) -> int:
        """The number of actions played."""
        return len(self._history.actions)

    @property
    def legal_set(self) -> ActionSet:
        """The legal actions as the bits of one number, bit a for action a: what programs need that play many games."""
        return int(self._legal)

    def legal_actions(self) -> LegalActions:
        """The legal actions of the seat to move; empty once the game is over.

        Example:
            >>> import sevenfold
            >>> list(sevenfold.load("seven_truf").start(seed=7).legal_actions())
            [<0: bid 0>, <1: bid 1>]
        """
        return LegalActions(self.action, int(self._legal))

    def standing(self) -> list[float]:
        """How well each seat is doing so far, in the game's own units; more is better."""
        s = self._position[0]
        return [plain(standing(s, seat)) for seat in range(self.game.players)]

    def returns(self) -> list[float]:
        """The result of each seat once the game is over; 0 for all before.

        Totals in games that count points, otherwise 1 for the winners and 0 for the others.
        """
        if not self.is_over:
            return [0] * self.game.players
        s = self._position[0]
        return [plain(returns(s, seat)) for seat in range(self.game.players)]

    def winners(self) -> list[Seat]:
        """The seats that win or share the win (GEN-2); empty before the end, and if nobody wins."""
        if not self.is_over or self.is_truncated:
            return []
        return [seat for seat in each(winning(self._position[0])) if seat < self.game.players]

    # -- playing ---------------------------------------------------------------------------------------------------------

    def play(self, action: Action | str) -> None:
        """Play an action for the seat to move. If it is refused, the state stays as it was.

        Args:
            action: Its number, or its text, such as "play 7C".

        Raises:
            IllegalAction: The rules forbid it; `rule` is the id of the rule.
            BadInput: There is no action with this text here, or it is neither a number nor a text.
        """
        # Compiled code treats a named action as an object, which is ten times slower.
        number = action if type(action) is int else int(action) if type(action) is NamedAction else -1
        if number < 0 or not self._legal >> number & 1:
            number = self._offered(self._number_of(action))
            if number not in self.legal_actions():
                self._refuse(number)
        history = self._history
        if not len(history.actions) % EVERY:
            history.keep(self._position)
        history.actions.append(number)
        try:
            self._legal, self._turn = self._apply(self._position, 0, number)
        except BaseException:
            self._take_back_failed()
            raise

    def _take_back_failed(self) -> None:
        """Undo the last action: a rule that fails may leave the position in an inconsistent state."""
        forget_depth()
        self._position = self._history.undo_to(self.action_count - 1)

    def undo(self) -> NamedAction:
        """Take back the last action.

        Returns:
            The action that was taken back.

        Raises:
            BadInput: No action has been played.
        """
        if not self.action_count:
            raise BadInput("There is nothing to take back.")
        last = self.actions[-1]
        self.undo_to(self.action_count - 1)
        return self.action(last)

    def undo_to(self, count: int) -> None:
        """Take back all but the first `count` actions.

        Raises:
            BadInput: Fewer actions have been played.
        """
        if not is_whole(count, 0, self.action_count):
            raise BadInput(f"There are {self.action_count} actions to go back through, so not to {quoted(count)}.")
        if count < self.action_count:
            self._position = self._history.undo_to(count)
            self._legal, self._turn = legal_and_turn(self._position, 0)

    def action(self, number: Action) -> NamedAction:
        """The action with this number in the present phase, with its text."""
        return NamedAction(number, self.describe(number).text)

    def describe(self, action: Action) -> ActionText:
        """The texts of an action: as in records, and as a label.

        Raises:
            BadPlace: There is no action with this number in the present phase. It is an IndexError too.
            BadInput: It is no whole number.
        """
        number = self._offered(self._number_of(action))
        try:
            if not self.is_over:
                return describe(number, self._phase(), self.game.pack, self._position[0])
        except IndexError:
            pass
        raise BadPlace(f"{quoted(number)} is not an action of the phase {self.phase!r}.")

    def parse(self, text: str) -> NamedAction:
        """The action with this text in the present phase. It need not be legal.

        Raises:
            BadInput: There is no action with this text in the present phase.
        """
        if self.is_over:
            raise BadInput("The game is over.")
        try:
            return self.action(self._offered(parse_action(text, self._phase(), self.game.pack, self._position[0])))
        except BadInput:
            words = " ".join(text.split()).casefold()
            letters = {card.code[-1] for card in self.game.pack.cards if card.code[-1:].islower()}  # which tell twins apart
            for action in self.legal_actions() if self.game.pack.twins else ():
                if action.text.casefold() in (f"{words}{letter}" for letter in letters):  # "play 7H" for one of several
                    return action
            raise BadInput(f"{quoted(text)} is not an action here. You may: {listed(self.legal_actions())}.") from None

    def why_not(self, action: Action | str) -> Refusal | None:
        """Why the seat to move may not play an action, judged from what that seat sees.

        Args:
            action: Its number or its text.

        Returns:
            The rule that forbids it and a sentence; None if it may be played.

        Raises:
            BadInput: There is no action with this text here.
        """
        if self.is_over:
            return Refusal("", "The game is over.")
        action = self._offered(self._number_of(action))
        if action in self.legal_actions():
            return None
        if not self._is_meaningful(action):
            return Refusal("", f"{quoted(action)} is not an action of the phase {self.phase!r}.")
        seat = int(self._turn)
        table = TableBuilder(
            self.game.rules, self.game.players, self.redacted(seat), seat, default_names(self.game.players, seat)
        )
        restriction = refusing(table, action)
        if restriction is None:
            return Refusal("", "That is not allowed now.")
        return Refusal(restriction.rule, restriction.say(table.s, int(action)))

    def _is_meaningful(self, action: Action) -> bool:
        """Whether this is the number of an action in the present phase."""
        try:
            self.describe(action)
        except IndexError:
            return False
        return is_whole(action, 0, 62)

    def _number_of(self, action: object) -> Action:
        """An action given as a whole number of any type or as its text; BadInput for everything else."""
        if isinstance(action, str):
            return self.parse(action)
        if not isinstance(action, bool) and isinstance(action, (int, np.integer)):
            return int(action)
        may = f" You may: {listed(self.legal_actions())}." if self.legal_actions() else ""
        raise BadInput(f"An action is a whole number or its text, not {quoted(action)}.{may}")

    def _offered(self, action: Action) -> Action:
        """The action that is offered for one: of two cards that are alike and lie together, that of the lower."""
        if not self.game.pack.twins or self.is_over or not is_whole(action, 0, 62):
            return action
        return int(stands_for(self._position[0], action, self._legal))

    def _refuse(self, action: Action) -> None:
        why = self.why_not(action)
        assert why is not None
        raise IllegalAction(why.rule, why.sentence)

    # -- copies ------------------------------------------------------------------------------------------------------------

    def copy(self) -> State:
        """An independent state, history included."""
        other = type(self).__new__(type(self))
        other.game, other.seed, other._position = self.game, self.seed, copied(self._position)
        other._history = self._history.copy()
        other._legal, other._turn, other._apply = self._legal, self._turn, self._apply
        return other

    def replace(self, **fields: object) -> State:
        """A state that is like this one but for the fields that are set by hand, as in `Game.at`.

        It begins there, without the actions and events before; what the seats have learnt by them they know all the same,
        and the next cards are drawn as they would be here. This state stays as it is.

        Args:
            **fields: The position's fields by name, as in `Game.at`.

        Raises:
            BadInput: As in `Game.at`.

        Example:
            >>> import sevenfold
            >>> state = sevenfold.load("sane_sevens").at(hands=["R1 O2", "V7"], top="R5", turn=0)
            >>> state.play("play R1")
            >>> [str(action) for action in state.replace(hands=[None, "R7 V6"]).legal_actions()]
            ['play R7']
        """
        positions = copied(self._position)
        arrange(self.game.rules, self.game.players, positions, fields, self.seed)
        state = ArrangedState(self.game, positions, self.seed)
        if not state.is_over and not state.legal_actions():
            raise BadInput(f"In this position seat {state.turn} has nothing to do in the phase {state.phase!r}.")
        return state

    def __eq__(self, other: object) -> bool:
        """Whether game, options, limit and positions are the same, including the state of the random generator."""
        if not isinstance(other, State):
            return NotImplemented
        return self.game == other.game and self._layout() == other._layout()

    def __hash__(self) -> int:
        return hash(self._layout())

    def _layout(self) -> bytes:
        """The layout of the cards, without what was observed on the way."""
        return self._position.tobytes()[8 : self.game.rules.dtype.itemsize] + self._position["key"].tobytes()

    def __getstate__(self) -> tuple[Game, int, int, tuple[Action, ...]]:
        return self.game, self.seed, self.limit, self.actions

    def __setstate__(self, pickled: tuple[Game, int, int, tuple[Action, ...]]) -> None:
        game, seed, limit, actions = pickled
        self.__init__(game, seed, limit)  # type: ignore[misc]  # the history is replayed, since positions may differ between
        # versions
        for action in actions:
            self.play(action)

    # -- what a seat sees --------------------------------------------------------------------------------------------------

    def redacted(self, seat: Seat | None) -> Positions:
        """A copy of the position without what a seat may not see.

        Args:
            seat: The seat; None for a spectator.
        """
        seen = copied(self._position)
        redact_position(seen, 0, self._seat(seat))
        return shown(seen)

    def redeal(self, seat: Seat, source: Sources | int) -> Positions:
        """A copy of the position in which everything that the seat cannot know is re-dealt.

        Args:
            seat: The seat.
            source: A number, with which the same cards are dealt each time; or a source of randomness
                (`sevenfold.kernel.chance.source`), which every re-deal advances.
        """
        dealt = copied(self._position)
        redeal(dealt, 0, self._seat(seat), source_of(source) if isinstance(source, (int, np.integer)) else source)
        return dealt

    def _seat(self, seat: Seat | None) -> Seat:
        if seat is None:
            return NONE
        if not is_whole(seat, 0, self.game.players - 1):
            raise BadInput(f"There is no seat {quoted(seat)}; seats are 0 to {self.game.players - 1}, None is a spectator.")
        return int(seat)

    def view(
        self,
        seat: Seat | None = None,
        names: Sequence[str] | None = None,
        *,
        hands_open: bool = False,
        choosers: Sequence[Seat] | None = None,
    ) -> View:
        """The table as a seat sees it, as data to draw.

        Args:
            seat: The seat; None for a spectator.
            names: The names of all seats; by default "Seat 0" and so on, and "You".
            hands_open: Whether everything is shown, as after the end of a game.
            choosers: Where all choose at once: who has not chosen yet; by default everybody whose choice has not been played.

        Raises:
            BadInput: There is no such seat.

        Example:
            >>> import sevenfold
            >>> sevenfold.load("seven_truf").start(seed=7).view(1).prompt
            'Will you take the trick?'
        """
        viewer, players = OPEN if hands_open else self._seat(seat), self.game.players
        seen, called = self._position if hands_open else self.redacted(seat), names or default_names(players, viewer)
        legal, event_log = int(self._legal), self.event_log()
        ended = self.winners(), self.returns()
        asked = (self.choosers if choosers is None else choosers) if self.is_simultaneous else ()
        deal_end = None if self.is_over else event_log.deal_end(viewer, called, partial(self._deal_end, viewer, called))
        return view_of(
            ViewContext(
                self.game.rules, players, viewer, called, seen, legal, self.action_count, event_log, deal_end, *ended, asked
            )
        )

    def _deal_end(self, viewer: Seat, names: Sequence[str], made: int) -> DealEnd:
        """The end of a deal: its last action is applied as if the limit of turns ended the game, so none is dealt."""
        before = self._history.position_at(made - 1, self._position)
        after = copied(before)
        after["limit"] = after["turns"] + 1
        apply(after, 0, self._history.actions[made - 1])
        for field in ("dealer", "deal_number"):  # which the rules have moved on already
            if field in (after.dtype.names or ()):
                after[field] = before[field]
        if viewer != OPEN:
            redact_position(after, 0, viewer)
        return deal_end_of(self.game.rules, self.game.players, made, after, viewer, names)

    def __str__(self) -> str:
        return as_text(self.view(self.turn))

    def __repr__(self) -> str:
        return f"<State of {self.game!r}: {self.action_count} actions, {self.phase}>"

    def _repr_html_(self) -> str:
        return self.view(self.turn)._repr_html_()

    # -- what happened -------------------------------------------------------------------------------------------------------

    def event_log(self) -> EventLog:
        """Everything that has happened so far, including hidden cards."""
        return self._history.event_log(self._position)

    def events(self, seat: Seat | None = None) -> list[Event]:
        """The events so far, as a seat learnt of them.

        Args:
            seat: The seat; None for a spectator.
        """
        return seen_events(self.event_log(), self._seat(seat), self.game.pack, self.game.players)

    def information(self, seat: Seat | None = None) -> tuple[str, int]:
        """Everything that a seat has learnt, in order (perfect recall).

        Two histories give a seat the same information exactly when it cannot tell them apart; with other options the string
        is different.

        Args:
            seat: The seat; None for a spectator.

        Returns:
            The information as a string, and as a hash of 64 bits.
        """
        game, viewer = self.game, self._seat(seat)
        string = information_string(game.id, game.options, self.event_log(), viewer, game.pack, game.players)
        return string, information_hash(self._position[0], viewer)

    def earlier_positions(self) -> Iterator[Positions]:
        """The positions, arrays of one, before each action, the latest first."""
        return self._history.earlier_positions()

    def position_at(self, count: int) -> Positions:
        """The position, an array of one, after the first `count` actions; BadInput if fewer have been played."""
        if not is_whole(count, 0, self.action_count):
            raise BadInput(f"There are {self.action_count} actions, so there is no position after {quoted(count)}.")
        return shown(self._history.position_at(count, self._position))


class ArrangedState(State):
    """A state that begins at a position which no seed leads to: `Game.at` makes one."""

    __slots__ = ()

    follows_from_seed = False

    def __init__(self, game: Game, positions: Positions, seed: int) -> None:
        """Args: game: the game. positions: an array of one listening position. seed: a number that bots choose by."""
        self.game, self.seed, self._position = game, seed, copied(positions)
        self._history = History(copied(positions), np.uint64(0))
        self._history.begin_at(self._position)
        self._legal, self._turn = legal_and_turn(self._position, 0)
        self._apply = game.bare(apply, self._position, 0, 0)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled as its first position and the actions since."""
        return _restored, (type(self), self.game, self.position_at(0), self.seed, self.actions)


def _restored(
    kind: type[ArrangedState], game: Game, positions: Positions, seed: int, actions: tuple[Action, ...]
) -> ArrangedState:
    state = kind(game, positions, seed)
    for action in actions:
        state.play(action)
    return state


add_old_names(State, STATE_NAMES)
