"""The sixth stage: every change is told, what is told is seen, and every text can be read.

Games are played as plain Python. Of each action the change is compared with its events, and their cards with the zones of the
table before and after it; at some decisions all that people read is made for every seat: views, moves, refusals.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from sevenfold.cards import NONE
from sevenfold.declare.actions import Phase, describe, parse_action
from sevenfold.declare.rules import Rules
from sevenfold.errors import BadInput
from sevenfold.findings import Finding
from sevenfold.kernel.compiler.decorators import interpreting
from sevenfold.kernel.events import tracing
from sevenfold.kernel.memory import copied
from sevenfold.kernel.play import apply
from sevenfold.kernel.questions import GENERIC, stepped
from sevenfold.kernel.sets import each
from sevenfold.playing.game import Game, State
from sevenfold.records.transcript import lines_of
from sevenfold.view.description import Move, SeatView, View, Zone
from sevenfold.view.event_log import DEAL
from sevenfold.view.event_text import sentence
from sevenfold.view.view_maker import default_names

from .random_play import SHORT, Plan, Step, failure_at, finding_at, games_to_play, may_go_on, played
from .saying.changes import (
    differing_number,
    fault_of_seats,
    is_midway,
    made_up,
    named_twice,
    table_of,
    untold,
    untold_cards,
    untold_points,
    wrong_arrivals,
    wrong_counts,
    wrong_flights,
    wrong_mover,
    wrong_sums,
    wrong_totals,
)
from .saying.round_trips import broken_trips
from .saying.sentences import fault_of_label, fault_of_sentence, is_long
from .subject import Subject

SOME = {True: 0.4, False: 0.08}  # of the decisions of short and of long games, all texts are made
MOST_REFUSED, MOST_TRIED = 4, 12  # illegal actions asked about, and legal ones tried, at a decision
RULE_ID = re.compile(r"[A-Z][A-Z0-9]*-\d+[a-z]?")

Function = Callable[..., Any] | None
Table = tuple[dict[str, Zone], list[SeatView]]


def find(subject: Subject) -> Iterator[Finding]:
    """What is wrong with what is told and shown."""
    study = _Study(subject)
    for plan in games_to_play(subject):
        with interpreting():
            found = study.play(plan)
        yield from found


class _Study:
    """What is looked at in the games that are played, and what has been reported."""

    def __init__(self, subject: Subject) -> None:
        self._subject, self._chance = subject, Random(subject.seed)
        self._reported: set[str] = set()
        self._seated: set[Game] = set()  # games whose seats were looked for
        self._parsed: set[tuple[Game, int]] = set()  # phases whose actions were printed and parsed
        self._found: list[Finding] = []
        self._has_moved = False  # whether an event of the move so far is one of a player's decision
        self._totals: dict[int, int] = {}  # what each seat was last told to have in all, in the present game

    def play(self, plan: Plan) -> list[Finding]:
        """Play a game and look at it; returns what is found for the first time."""
        self._found, step, what = [], None, "While a game is played,"
        self._subject.count("games")
        seen: Table | None = None
        try:
            for step in played(*plan):
                if not may_go_on(self._subject):
                    break
                self._subject.count("positions")
                self._subject.tell_time()
                what = "While the table is laid out,"
                now = table_of(plan.game.rules, plan.game.players, step.state.position)
                what = "While it is compared what happened with what was told,"
                self._action(step, seen or now, now)
                seen = now
                what = "While events are told,"
                self._events(step)
                what = "While texts are made for people,"
                if step.state.is_over or self._chance.random() < SOME[plan.most == SHORT]:
                    self._texts(step.state)
                what = "While the game goes on,"
            if step is not None and step.state.action_count and self._subject.has_time(1.5):
                what = "While a game is written down and replayed,"
                self._subject.count("games replayed")
                for code, said in broken_trips(step.state):
                    self._report(step.state, code, said)
        except Exception as error:
            if step is None:
                raise
            if "text-fails" not in self._reported:
                self._reported.add("text-fails")
                self._found.append(failure_at(step.state, "text-fails", what, error))
        return self._found

    def _report(
        self, state: State, code: str, said: str, function: Function = None, *, about: str = "", is_error: bool = True
    ) -> None:
        if f"{code} {about}" not in self._reported:
            self._reported.add(f"{code} {about}")
            self._found.append(finding_at(state, code, said, function, "error" if is_error else "warning"))

    # -- what happened ------------------------------------------------------------------------------------------------

    def _action(self, step: Step, before: Table, after: Table) -> None:
        state, rules = step.state, step.state.game.rules
        for code, said in (*wrong_counts(rules, *after), *wrong_arrivals(rules, step, after[0])):
            self._report(state, code, said, self._table(state), is_error=False)
        if step.before is None:
            self._has_moved = False
            self._totals.clear()
            for event in step.events:
                if event.kind.name == DEAL and "number" in event.kind.names and event["number"] != 1:
                    self._report(
                        state,
                        "deal-number",
                        f"The first deal is told as number {event['number']}: deals are counted from 1, as in"
                        " dealt(s, s.deal_number + 1, …).",
                        GENERIC["start"].answers[rules.dtype],
                    )
            if not step.events:
                self._report(
                    state,
                    "untold-deal",
                    "`start` reports no event: nobody is told what was dealt or laid out, and transcripts lack it."
                    " Declare `dealt = dealing(…)`, from sevenfold.mechanics.piles, and report it in `start`.",
                    GENERIC["start"].answers[rules.dtype],
                )
            return
        phase = rules.phases[int(step.before[0].phase)]
        function = rules.actions[phase.id]
        name = function.__name__
        silent = [*untold(rules, step, name)] or [*untold_cards(rules, step, name, before[0], after[0])]
        for code, said, is_certain in silent or untold_points(step, before[1], after[1], name):
            self._report(state, code, said, function, is_error=is_certain)
        wrong = (*wrong_flights(rules, step, before[0], after[0]), *wrong_mover(step), *wrong_sums(step))
        for code, said in (*wrong, *wrong_totals(step, after[1], self._totals)):
            self._report(state, code, said, function)
        self._has_moved = any(event.kind.is_move for event in step.events) or (phase.within_move and self._has_moved)
        if not self._has_moved and not is_midway(step):
            text = describe(step.action, phase, rules.pack, step.before[0]).text
            self._report(
                state,
                "no-move",
                f"`{function.__name__}` reports no event with `is_move=True` for '{text}', so transcripts do not list"
                " that decision."
                " Each decision of a player reports one, declared with `event(…, is_move=True, …)`.",
                function,
                about=phase.name,
            )

    def _events(self, step: Step) -> None:
        """The sentences of what has just happened, for each seat and a spectator."""
        state = step.state
        pack, players = state.game.pack, state.game.players
        for event in step.events:
            for seat in (NONE, *range(players)):
                if event.kind.is_known(event, seat):
                    text = sentence(event, seat, default_names(players, seat), pack)
                    if seat == NONE and (twice := named_twice(event, text, default_names(players, seat))):
                        self._report(
                            state,
                            "seat-itself",
                            f"The event {event.kind.name!r} says {text!r}, in which {twice} is both: may a player choose"
                            " themselves?",
                            is_error=False,
                        )
                    if text:
                        self._sentence(state, f"The sentence of the event {event.kind.name!r}", text, "the argument `say`")

    def _sentence(self, state: State, what: str, text: str, origin: str, function: Function = None) -> None:
        if fault := fault_of_sentence(text):
            self._report(
                state, "text-empty" if fault == "is empty" else "sentence",
                f"{what} {fault}: {text!r}. It comes from {origin}.", function, about=what,
            )  # fmt: skip
        elif is_long(text, "sentence"):
            self._report(
                state, "long-text", f"{what} has {len(text)} characters, which few screens show: {text!r}.", function,
                about=what, is_error=False,
            )  # fmt: skip

    # -- what people read ---------------------------------------------------------------------------------------------

    def _texts(self, state: State) -> None:
        game = state.game
        rules, views = game.rules, []
        if game not in self._seated:
            self._seated.add(game)
            if fault := fault_of_seats(state):
                self._report(state, "seats-shown", fault, self._table(state))
        for seat in (None, *range(game.players)):
            view = state.view(seat)
            views.append(view)
            self._subject.count("views")
            prompt = rules.plain["prompt"] if not state.is_over else rules.plain.get("outcome")
            origin = "`outcome`" if state.is_over else "`prompt`" if seat == state.turn else "the phase's name (`whole`)"
            self._sentence(
                state, f"The {'sentence of the outcome' if state.is_over else 'prompt'}", view.prompt, origin, prompt
            )
            self._labels(state, view)
            if view.moves:
                self._moves(state, view.moves)
                self._touched(state, view)
            for refused in view.refused:
                self._sentence(state, "The reason why a button cannot be pressed", refused.why.rpartition(" (")[0], "`allows`")
        if differing := differing_number(views):
            self._report(
                state,
                "view-differs",
                f"{differing}: it is worked out from what is hidden from some of them, who see a number that is not true. Show"
                " it only to those who see the cards (`if table.sees(seat)`), or work it out from what all see.",
                self._table(state),
                is_error=False,
            )
        for seat in (NONE, *range(game.players)) if not differing else ():
            if what := made_up(state, seat):
                self._report(
                    state,
                    "view-untrue",
                    f"{what}, as {'a spectator' if seat == NONE else f'seat {seat}'} sees it, is worked out from what is hidden"
                    " there, so it is not true. Show it only to those who see the cards (`if table.sees(seat)`), or work it out"
                    " from what all see.",
                    rules.plain["prompt"] if what.startswith("The prompt") else self._table(state),
                    is_error=False,
                )
                break
        if not state.is_over:
            phase = rules.phases[int(state.position[0].phase)]
            if (game, phase.id) not in self._parsed:
                self._parsed.add((game, phase.id))
                self._parse(state, phase)
            self._refusals(state, phase)
            self._told_apart(state, phase)

    def _labels(self, state: State, view: View) -> None:
        """The short texts of a table."""
        texts = [(f"The label of the zone {zone.id!r}", zone.label) for zone in view.zones]
        texts += [(f"The label of the fact {fact.id!r}", fact.label) for fact in view.facts]
        texts += [(f"The text of the fact {fact.id!r}", fact.text) for fact in view.facts]
        texts += [(f"The label of the track {track.id!r}", track.label) for track in view.tracks]
        texts += [("A badge of a seat", badge) for seat in view.seats for badge in seat.badges]
        for seat in view.seats:
            texts += [("The label of a line of a seat", line.label) for line in seat.lines]
            texts += [(f"The value of the line {line.label!r} of a seat", line.value) for line in seat.lines]
        ids = [zone.id for zone in view.zones]
        if double := next((one for one in ids if ids.count(one) > 1), None):
            texts_of_table = self._table(state)
            self._report(
                state, "zone-twice", f"`table` adds two zones {double!r}; each id is that of one zone.", texts_of_table
            )
        for what, text in texts:
            if fault := fault_of_label(text):
                self._report(
                    state, "text-empty" if fault == "is empty" else "label", f"{what} {fault}: {text!r}.", self._table(state),
                    about=what,
                )  # fmt: skip
            elif is_long(text, "line"):
                said = f"{what} has {len(text)} characters, which few screens show: {text!r}."
                self._report(state, "long-text", said, self._table(state), about=what, is_error=False)

    @staticmethod
    def _table(state: State) -> Function:
        return state.game.rules.plain["table"]

    def _moves(self, state: State, moves: Sequence[Move]) -> None:
        """Every move has a label of its own; only moves with cards that look alike may share one."""
        rules = state.game.rules
        own = rules.plain.get("label")
        origin = "`label`" if own else "the kinds of actions given to `rules.phase`"
        by_label: dict[tuple[str, str], Move] = {}
        by_text: dict[str, Move] = {}
        for move in moves:
            self._subject.count("moves")
            if fault := fault_of_label(move.label):
                said = f"The label of the move {move.text!r} {fault}: {move.label!r}. It comes from {origin}."
                self._report(state, "text-empty" if fault == "is empty" else "label", said, own, about="move")
            elif is_long(move.label, "label"):
                said = f"The label of the move {move.text!r} has {len(move.label)} characters: {move.label!r}."
                self._report(state, "long-text", said, own, about="move", is_error=False)
            other = by_text.setdefault(move.text, move)
            if other is not move:
                self._report(
                    state,
                    "texts-alike",
                    f"Two moves have the text {move.text!r}: the actions {other.actions} and {move.actions}. In records"
                    " and when"
                    " typed, each must have its own.",
                )
            other = by_label.setdefault((move.label, move.effect), move)
            if other is not move and not _are_twins(rules, other, move):
                self._report(
                    state,
                    "labels-alike",
                    f"The moves {other.text!r} and {move.text!r} read alike: {move.label!r}. Each must have a label of"
                    " its own, which"
                    f" comes from {origin}, or another `effect`.",
                    own,
                )

    def _touched(self, state: State, view: View) -> None:
        """What is touched for a move is there: a place of a zone, a whole zone, or a seat."""
        places = {zone.id: len(zone.faces) for zone in view.zones} | {f"seat-{seat.seat}": 0 for seat in view.seats}
        for move in view.moves:
            if fault := _untouchable(move, places):
                effect = state.game.rules.actions[int(state.position[0].phase)]
                self._report(state, "touch-nowhere", f"For the move {move.text!r} a player {fault}", effect)
                return

    def _parse(self, state: State, phase: Phase) -> None:
        """All actions of a phase print as texts from which only they are parsed."""
        s, pack = state.position[0], state.game.pack
        for action in phase.every():
            try:
                text = describe(action, phase, pack, s).text
            except IndexError:
                continue
            if "," in text:
                said = f"An action of the phase {phase.name!r} has a comma in its text: {text!r}. It parts the steps of a move."
                self._report(state, "action-text", said, about=phase.name)
                continue
            try:
                parsed = parse_action(text.upper(), phase, pack, s)
            except BadInput:
                said = (
                    f"The action {action} of the phase {phase.name!r} prints as {text!r}, which is not read as an action again."
                )
                self._report(state, "action-text", said, about=phase.name)
                continue
            if parsed != action:
                said = (
                    f"The actions {parsed} and {action} of the phase {phase.name!r} both print as {text!r}. In records"
                    " and when typed,"
                    " each must have its own text."
                )
                self._report(state, "texts-alike", said, about="")

    def _refusals(self, state: State, phase: Phase) -> None:
        """Illegal actions are refused with the id of a rule and a sentence."""
        rules = state.game.rules
        legal = state.legal_actions()
        illegal = [action for action in dict.fromkeys(phase.every()) if action not in legal and _means(state, phase, action)]
        for action in self._chance.sample(illegal, min(MOST_REFUSED, len(illegal))):
            self._subject.count("refusals")
            refusal = state.why_not(action)
            text = describe(action, phase, rules.pack, state.position[0]).text
            if refusal is None:
                continue
            at_fault = next((one.allows for one in rules.restrictions[phase.id] if one.rule == refusal.rule), None)
            if not RULE_ID.fullmatch(str(refusal.rule)):
                self._report(
                    state,
                    "refusal",
                    f"'{text}' is refused by the rule {refusal.rule!r}, which is no id of a rule: it is given to"
                    " `rules.allows` as in"
                    f' "{rules.id.upper().split("_")[-1]}-2", and is the one on the rule page.',
                    at_fault,
                    about="rule",
                )
            elif fault := fault_of_sentence(str(refusal.sentence)):
                self._report(
                    state,
                    "refusal",
                    f"'{text}' is refused by {refusal.rule} with a sentence that {fault}: {refusal.sentence!r}. The sentence of"
                    " `rules.allows` says to a player why not.",
                    at_fault,
                    about=refusal.rule,
                )

    def _told_apart(self, state: State, phase: Phase) -> None:
        """Different decisions have different lines in a transcript."""
        game = state.game
        seen: dict[str, int] = {}
        legal = list(each(state.legal_actions().members))
        for action in self._chance.sample(legal, min(MOST_TRIED, len(legal))):
            after = copied(state.position)
            with tracing(after) as tape:
                apply(after, 0, action)
                events = tape.read()
            if any(event.kind.name == stepped.name for event in events):
                return
            lines = lines_of(game, events)
            moves = [line for line in lines if line["event"] == "move"]
            key = json.dumps(lines, sort_keys=True)
            if moves and seen.setdefault(key, action) != action:
                texts = [describe(one, phase, game.pack, state.position[0]).text for one in (seen[key], action)]
                self._report(
                    state,
                    "decisions-alike",
                    f"{texts[0]!r} and {texts[1]!r} have the same lines in a transcript, {json.dumps(moves[0])}: a"
                    " referee cannot tell"
                    " which was chosen. The event of the move needs a field that says it.",
                    game.rules.actions[phase.id],
                )
                return


def _untouchable(move: Move, places: Mapping[str, int]) -> str:
    """Why a move cannot be made on the page, as the end of a sentence; "" if it can.

    Args:
        move: The move.
        places: How many places each zone has; 0 for a seat.
    """
    for spot in move.gesture.spots:
        if spot.zone not in places:
            what = f"the zone {spot.zone!r}, which the table does not have; it has {', '.join(map(repr, places))}"
        elif spot.at >= places[spot.zone]:
            what = f"the place {spot.at} of the zone {spot.zone!r}, which has {places[spot.zone]}, counted from 0"
        else:
            continue
        return (
            f"is to touch {what}: nobody can make it on the page. `touch` names a card, a place of a zone as (zone, place),"
            " a whole zone as (zone, -1), or a seat."
        )
    if not move.gesture.spots and not move.gesture.button:
        return (
            "has nothing to touch and no button: its card lies nowhere face up before them. Lay it on the table, or give the"
            " action another `touch` or a `button`."
        )
    return ""


def _means(state: State, phase: Phase, action: int) -> bool:
    try:
        describe(action, phase, state.game.pack, state.position[0])
    except IndexError:
        return False
    return True


def _are_twins(rules: Rules, one: Move, other: Move) -> bool:
    """Whether two moves differ only in cards that look alike."""
    cards = rules.pack.cards
    names = [[cards[action].name if action < len(cards) else str(action) for action in move.actions] for move in (one, other)]
    return names[0] == names[1]
