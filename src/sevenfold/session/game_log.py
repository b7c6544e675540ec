"""`GameLog`: a game in progress as a log of entries, with undo and redo."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from sevenfold.declare.actions import Phase, describe
from sevenfold.errors import BadInput, IllegalAction
from sevenfold.playing.game import State


@dataclass
class Entry:
    """One entry of a log.

    "play": `value` is the action. "choose": `value` is an action that `seat` chooses at once with others, before its turn has
    come; a "play" follows once it has. "claim": `value` actions will stand once the claimed rest of the deal has been played.
    "back": actions were undone until `value` were left.
    """

    number: int
    kind: Literal["play", "choose", "claim", "back"]
    value: int
    seat: int | None = None
    time: float = 0.0


@dataclass(frozen=True)
class Choice:
    """An action chosen before the turn of its seat has come; the number of entries before it."""

    action: int
    number: int


@dataclass(frozen=True)
class PlayedAction:
    """An action that stands, and how it was played."""

    seat: int
    is_first: bool  # of its move
    had_choice: bool  # whether there were other legal actions
    may_change: bool  # whether the rules allow it to be changed until somebody else has acted
    number: int  # of entries before it, or before the choice that it carries out


class GameLog:
    """A game, and the entries that led to its state.

    Changes are made on a copy, which replaces the original once they are stored; nothing has to be rolled back.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.number = 0  # of entries
        self.undone: list[int] = []  # actions that were undone; the next to redo is the last
        self.played: list[PlayedAction] = []  # the actions that stand
        self.furthest = 0  # the largest number of actions that ever stood
        self.chosen: dict[int, list[Choice]] = {}  # by seat: actions chosen at once with others, whose turn has not come yet
        self.asked_since = 0  # the number of entries when the seats that are asked now were first asked
        self.misfit: int | None = None  # the action at which its entries no longer fit the rules; those after it are left out
        self._claimed = 0, 0  # action counts at the latest claim, and at the end of what was claimed

    def play(self, action: int, *, is_automatic: bool = False) -> None:
        """Play an action; if it is illegal, nothing changes.

        Args:
            action: The action.
            is_automatic: Whether it is made for the player, so that an undo does not stop at it.
        """
        seat, legal, before = self.state.turn, len(self.state.legal_actions()), self.state.action_count
        phase, left = self._phase, {*self.state.choosers} - {seat}
        first = phase is None or not phase.within_move
        self.state.play(action)
        assert seat is not None
        number = self._carried_out(seat, action)
        claimed, until = self._claimed
        if claimed <= before < until:  # everything played after a claim is one move of the claimant
            self.played.append(PlayedAction(seat, before == claimed, before == claimed, may_change=False, number=number))
        else:
            had_choice, may_change = legal > 1 and not is_automatic, bool(phase and phase.may_change)
            self.played.append(PlayedAction(seat, first, had_choice, may_change, number))
        if self.undone and self.undone[-1] == action:
            self.undone.pop()
        else:
            self.undone.clear()
        self.furthest = max(self.furthest, self.state.action_count)
        self.number += 1
        if not (left and self.state.is_simultaneous and left == {*self.state.choosers}):
            self.asked_since = self.number  # or else the others are still asked the same

    # -- choosing at once -------------------------------------------------------------------------------------------------

    @property
    def asked(self) -> list[int]:
        """The seats that are asked now: the seat to move or, where all choose at once, whoever has not chosen yet."""
        return [seat for seat in self.state.choosers if seat not in self.chosen]

    @property
    def choosers(self) -> list[int]:
        """Where all choose at once, whoever has not chosen yet; otherwise nobody."""
        return self.asked if self.state.is_simultaneous else []

    def own_choice(self, seat: int) -> str:
        """What a seat has chosen in a round that is not over, in words; empty if it has not."""
        if not self.state.is_simultaneous:
            return ""
        if seat in self.chosen:
            trial, labels = self.state.for_chooser(seat), []
            for choice in self.chosen[seat]:
                labels.append(trial.describe(choice.action).label)
                trial.play(choice.action)
            return " and ".join(map(_decapitalised, labels))
        at = next((i for i in reversed(range(len(self.played))) if self.played[i].seat == seat), None)
        if at is None or seat in self.state.choosers or self.played[at].number < self.asked_since:
            return ""
        game, s = self.state.game, self.state.position_at(at)[0]
        return _decapitalised(describe(self.state.actions[at], game.rules.phases[int(s.phase)], game.pack, s).label)

    def choose(self, seat: int, actions: Sequence[int]) -> None:
        """Keep what a seat, whose turn has not come, chooses at once with others; if it is illegal, nothing changes.

        Args:
            seat: One of `asked`, but not the seat to move.
            actions: The actions of its whole move.

        Raises:
            IllegalAction: The rules forbid it.
        """
        trial = self.state.for_chooser(seat)
        for action in actions:
            trial.play(action)
        for action in actions:
            self._keep(seat, action)

    def play_chosen(self) -> list[int]:
        """Play what was chosen before, as far as the turn has come to it; returns the actions."""
        played: list[int] = []
        while (seat := self.state.turn) in self.chosen:
            action = self.chosen[seat][0].action
            if action not in self.state.legal_actions():  # a step that a newly revealed card makes illegal
                del self.chosen[seat]
                continue
            self.play(action)
            played.append(action)
        return played

    def _keep(self, seat: int, action: int) -> None:
        self.chosen[seat] = [*self.chosen.get(seat, ()), Choice(action, self.number)]
        self.number += 1

    def _carried_out(self, seat: int, action: int) -> int:
        """The number of an action that has been played: that of the choice, if its seat had chosen it before."""
        choices = self.chosen.pop(seat, [])
        if not choices or choices[0].action != action:
            return self.number
        if choices[1:]:
            self.chosen[seat] = choices[1:]
        return choices[0].number

    # -- claims and what was played ---------------------------------------------------------------------------------------

    def claim(self, until: int) -> int:
        """Claim the rest of the deal for the seat to move.

        Args:
            until: The action count once the rest has been played.

        Returns:
            `until`.

        Raises:
            IllegalAction: If that many actions stand already.
        """
        if until <= self.state.action_count:
            raise IllegalAction("", f"{self.state.action_count} actions stand, so {until} cannot be what a claim comes to.")
        self._claimed = self.state.action_count, until
        self.number += 1
        self._ask_anew()
        return until

    @property
    def begins_move(self) -> bool:
        """Whether the next action is the first of a move."""
        phase = self._phase
        return phase is None or not phase.within_move

    @property
    def _phase(self) -> Phase | None:
        state = self.state
        return None if state.is_over else state.game.rules.phases[int(state.position["phase"][0])]

    def decision_before(self, count: int, seats: Collection[int]) -> int | None:
        """The action count before the latest move among the first `count` actions at which one of the seats had a choice.

        If none had a choice, the count before their earliest move; None if they have not moved.
        """
        had_choice, found = False, None
        for at in reversed(range(count)):
            had_choice |= self.played[at].had_choice
            if self.played[at].is_first:
                if self.played[at].seat in seats:
                    if had_choice:
                        return at
                    found = at  # a forced move, which the page makes by itself: better than nothing
                had_choice = False
        return found

    def has_played(self, number: int, seats: Collection[int], actions: Sequence[int]) -> bool:
        """Whether one of the seats played or chose these actions when the log had this number of entries, and they stand."""
        for seat in seats:
            kept = self.chosen.get(seat, [])
            if kept and kept[0].number == number and [choice.action for choice in kept] == list(actions):
                return True
        at = next((i for i in reversed(range(len(self.played))) if self.played[i].number == number), len(self.played))
        played = self.played[at : at + len(actions)]
        return (
            [int(action) for action in self.state.actions[at : at + len(actions)]] == list(actions)
            and [one.number for one in played] == list(range(number, number + len(actions)))
            and all(one.seat in seats for one in played)
        )

    def undo_to(self, count: int) -> None:
        """Undo actions until only `count` stand; IllegalAction if fewer stand already."""
        if not 0 <= count <= self.state.action_count:
            raise IllegalAction("", f"{self.state.action_count} actions stand, so {count} cannot stay.")
        self.undone += [int(action) for action in reversed(self.state.actions[count:])]
        self.state.undo_to(count)
        self._claimed = 0, 0
        del self.played[count:]
        self.number += 1
        self._ask_anew()

    def _ask_anew(self) -> None:
        """What was chosen before is forgotten."""
        self.chosen.clear()
        self.asked_since = self.number

    def apply(self, entries: Sequence[Entry]) -> None:
        """Apply entries in their order."""
        for entry in entries:
            if entry.kind == "play":
                self.play(entry.value)
            elif entry.kind == "choose":
                assert entry.seat is not None
                self._keep(entry.seat, entry.value)
            elif entry.kind == "claim":
                self.claim(entry.value)
            else:
                self.undo_to(entry.value)

    def copy(self) -> GameLog:
        """An independent copy."""
        other = GameLog(self.state.copy())
        other.number, other.undone, other.played = self.number, self.undone.copy(), self.played.copy()
        other.furthest, other.misfit, other._claimed = self.furthest, self.misfit, self._claimed
        other.chosen, other.asked_since = self.chosen.copy(), self.asked_since
        return other


def _decapitalised(label: str) -> str:
    return label[:1].lower() + label[1:]


def replay_entries(start: Callable[[], State], entries: Sequence[Entry]) -> GameLog:
    """The log of a game that is replayed from its start, with the events of its whole history computed at once.

    Where the rules have changed since, it may end at the first entry that no longer fits, which `misfit` says.
    """
    game_log = GameLog(start())
    try:
        game_log.apply(entries)
    except (BadInput, IllegalAction):
        game_log.misfit = game_log.state.action_count
    game_log.state.event_log()
    return game_log


def standing_actions(entries: Sequence[Entry]) -> list[int]:
    """The actions that stand after these entries, without a game to replay them."""
    actions: list[int] = []
    for entry in entries:
        if entry.kind == "play":
            actions.append(entry.value)
        elif entry.kind == "back":
            del actions[entry.value :]
    return actions


def log_of(state: State) -> GameLog:
    """The log of a game in which nothing was undone; the state is not changed."""
    start = state.copy()
    start.undo_to(0)
    game_log = GameLog(start)
    for action in state.actions:
        game_log.play(int(action))
    return game_log
