"""A game played here, by a person against bots: whose turn it is, what is played for them, taking back, hints."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

from sevenfold.bots import EXPERT, Bot, bot, choose, recalling
from sevenfold.bots.levels import Level
from sevenfold.coaching import Choice, choice_of
from sevenfold.errors import BadInput
from sevenfold.kernel.chance import source
from sevenfold.seat_names import NAMES, names_for
from sevenfold.solvers.certain import prepare
from sevenfold.solvers.claims import NOT_CERTAIN, Claim, check, claim_of, spared
from sevenfold.solvers.winnable import FROM_THE_START, STILL, can_win, is_solved
from sevenfold.terminal.background import under_way
from sevenfold.view.description import Move, View

from .move_parser import offered

if TYPE_CHECKING:
    from concurrent.futures import Future

    from sevenfold.playing.game import State

Forced = Literal["always", "last", "never"]  # which single moves are made for the person
FORCED: tuple[Forced, ...] = get_args(Forced)
FINDING_OUT = "Finding out whether it can be won…"
LOOKING_FOR = "Looking for a deal that can be won…"
LOOKING = "Looking whether the rest is certain…"
ONLY = "the only card"  # what is said of a move that was made for the person
FORCED_SAID: dict[Forced, str] = {
    "always": "If you have only one move, it is made for you.",
    "last": "Your last card is played for you if that is your only move.",
    "never": "No move is made for you.",
}


@dataclass(frozen=True)
class Hint:
    """What a bot would do in the person's place."""

    text: str  # as records print it
    label: str  # in words
    expected: str = ""  # its expected result; empty if there is no choice

    def said(self) -> str:
        """The hint in a sentence."""
        return f"Hint: {self.text}{f', expected result {self.expected}' if self.expected else ''}."


class LocalGame:
    """A game in progress, with the person at seat `me` and a bot at each other seat."""

    def __init__(self, state: State, me: int, bots: Sequence[Bot], forced: Forced = "last") -> None:
        """Sit down. bots: one for each seat; the person's is not asked."""
        self.state, self.me, self.bots, self.forced = state, me, bots, forced
        self.taken_back = 0  # moves taken back that the result mentions
        self.asked = 0  # how often it was asked whether the game can still be won, likewise
        self.verdict = ""  # of a lost game: whether its deal could have been won, once that was found out
        self.changes = 0  # goes up with every change: what was thought of an earlier position is no use any more
        self._decisions: list[int] = []  # how many actions had been played before each move that the person chose
        self._may_change: int | None = None  # how many actions there are while the rules let the person choose anew
        self._undone: list[list[int]] = []  # the actions taken back, to be played again
        self._secret = secrets.token_bytes(32)  # what the bots' claims are judged by
        self._learning: Future[None] | None = None  # what judges them is compiled
        self.is_free = state.game.players == 1 or state.game.has_open_hands  # may everything be taken back?

    @property
    def names(self) -> list[str]:
        """Of all seats, as the person reads them."""
        return names_for(self.state.game.players, self.me)

    @property
    def is_mine(self) -> bool:
        """Is it the person's turn?"""
        return self.state.turn == self.me

    def view(self) -> View:
        """What the person sees."""
        return self.state.view(self.me, self.names)

    def opponents(self) -> str:
        """Who sits at the other seats; empty in a game for one."""
        named = [(NAMES[seat], made.spec) for seat, made in enumerate(self.bots) if seat != self.me]
        return ", ".join(f"{name} ({spec})" for name, spec in named)

    # -- playing ------------------------------------------------------------------------------------------------------

    def only_move(self, view: View) -> Move | None:
        """The move that is to be made for the person now, as they wished; None if they are to be asked."""
        if self.forced == "never" or view.ask or len(offered(self.state, view)) != 1:
            return None
        move = view.moves[0]
        return move if self.forced == "always" or _is_last_card(move, view) else None

    def make(self, move: Move, *, chosen: bool = True) -> None:
        """Play all actions of a move of the person's; chosen: it was their decision."""
        phase = self.state.game.rules.phases[int(self.state.position[0].phase)]
        if chosen:
            self._decisions.append(self.state.action_count)
        self.play(move.actions)
        self._may_change = self.state.action_count if phase.may_change else None

    def play(self, actions: Sequence[int]) -> None:
        """Play actions; what was taken back is then gone."""
        for action in actions:
            self.state.play(action)
        self._undone.clear()
        self.changes += 1

    def bots_choice(self) -> int | Claim:
        """What the bot whose turn it is plays, or claims. It thinks about a copy: the game may change meanwhile."""
        assert self.state.turn is not None
        state, player = self.state.copy(), self.bots[self.state.turn]
        found = (self._bots_claim(state) if isinstance(player, Level) else None) or choose(player, state)
        if self._learning is None and isinstance(player, Level):  # nobody waits for it, nor before for the bot
            self._learning = under_way(lambda: prepare(state.game))
        return found

    def _bots_claim(self, state: State) -> Claim | None:
        can_judge = self._learning is not None and self._learning.done() and self._learning.exception() is None
        return spared(state, self._secret) if can_judge else None

    def take(self, found: int | Claim) -> str:
        """Play what a bot chose; of a claim, which is what is said."""
        if isinstance(found, Claim):
            return self.carry_out(found)
        self.play([found])
        return ""

    # -- claiming -----------------------------------------------------------------------------------------------------

    def claim(self) -> Claim:
        """What the person may claim by what they know; BadInput says why not."""
        check(self.state)
        if not self.is_mine:
            raise BadInput("It is not your turn.")
        found = claim_of(self.state.copy(), secrets.token_bytes(32))
        if found is None:
            raise BadInput(NOT_CERTAIN)
        return found

    def carry_out(self, claim: Claim) -> str:
        """Play what was claimed, which is one decision of whoever claimed, and say so."""
        if claim.found.seat == self.me:
            self._decisions.append(self.state.action_count)
        self.play(claim.line)
        self._may_change = None
        return claim.sentence(self.names[claim.found.seat])

    # -- taking back --------------------------------------------------------------------------------------------------

    def undo(self) -> str:
        """Take back to the person's last decision, and say so; BadInput says why not."""
        by_rule = self.state.action_count == self._may_change
        if not self._decisions or (self.state.is_over and not self.is_free):
            raise BadInput(self._why_not_undo())
        self.asked += self.is_lost and bool(self.verdict)  # whoever goes on knows whether it could be won
        to = self._decisions.pop()
        self._undone.append(list(self.state.actions[to:]))
        while self.state.action_count > to:
            self.state.undo()
        if not self.is_free:
            self._decisions.clear()  # one decision, not one after the other: cards have been seen since
            self.taken_back += not by_rule
        self.changes += 1
        return "You took back your last move."

    def redo(self) -> str:
        """Play again what was taken back last; BadInput if nothing was."""
        if not self._undone:
            raise BadInput("There is nothing to play again.")
        self._decisions.append(self.state.action_count)
        for action in self._undone.pop():
            self.state.play(action)
        self.changes += 1
        return "You played it again."

    def _why_not_undo(self) -> str:
        if self.state.is_over and not self.is_free:
            return "The game is over."
        if self._undone and not self.is_free:
            return "Only your last move can be taken back in this game, for cards are hidden in it."
        return "You have made no move that could be taken back."

    def marks(self) -> str:
        """What is to be said with the result; empty if nothing."""
        return " ".join(said(n) for said, n in ((taken_back, self.taken_back), (asked, self.asked)) if n)

    # -- can it be won? -----------------------------------------------------------------------------------------------

    @property
    def is_solved(self) -> bool:
        """Can it be found out whether the game can be won?"""
        return is_solved(self.state.game.id, self.state.game.players)

    def can_win(self) -> str:
        """Whether the game can still be won, with all cards known, in a sentence; the result says that it was asked.

        BadInput says why there is no answer.
        """
        if not self.is_solved:
            raise BadInput("Whether a game can still be won is found out in the patiences for one only.")
        if self.state.is_over:
            raise BadInput("The game is over.")
        found = can_win(self.state.copy())
        self.asked += 1
        return STILL[found]

    @property
    def is_lost(self) -> bool:
        """Is it over, not won, and can it be found out whether it could have been won?"""
        return self.is_solved and self.state.is_over and not self.state.winners()

    def judge(self) -> None:
        """Find out of a game that is lost whether its deal could have been won."""
        state = self.state
        self.verdict = FROM_THE_START[can_win(state.game.start(state.seed, limit=state.limit))]

    # -- hints --------------------------------------------------------------------------------------------------------

    def hint(self) -> Hint:
        """What an expert would do who knows what the person knows: it is given a re-dealt position. BadInput says why not."""
        if not self.is_mine:
            raise BadInput("It is not your turn.")
        state, legal = self.state.copy(), self.state.legal_actions()
        chance = source(secrets.randbits(64), self.me, state.action_count)
        dealt = state.redeal(self.me, chance)
        if len(legal) == 1:
            found = Choice(int(legal[0]), "")
        else:
            found = choice_of(bot(EXPERT), state.game, dealt, chance, recall=recalling(state, self.me))
        said = state.describe(found.action)
        return Hint(said.text, said.label, found.expected)


def taken_back(times: int) -> str:
    """What a result says of moves that were taken back."""
    return f"{times} move{'s' * (times != 1)} taken back."


def asked(times: int) -> str:
    """What a result says of the question whether the game can still be won."""
    return f"It was asked {'once' if times == 1 else f'{times} times'} whether it can be won."


def _is_last_card(move: Move, view: View) -> bool:
    """Does the move play the only card that the person holds?"""
    hands = {zone.id for zone in view.zones if zone.purpose == "hand" and zone.owner == view.seat and zone.count == 1}
    return bool(move.gesture.spots) and move.gesture.spots[0].zone in hands
