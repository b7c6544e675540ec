"""A local game of one person against bots: whose turn it is, the moves made for them, undo and redo, claims, hints."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal, get_args

from sevenfold.bots import EXPERT, Bot, bot
from sevenfold.bots.levels import Level
from sevenfold.errors import BadInput
from sevenfold.seat_names import NAMES, names_for
from sevenfold.session.claim import claim_or_choose, find_claim, play_out
from sevenfold.session.deals import parse_deal
from sevenfold.session.game_log import log_of
from sevenfold.session.hint import Hint, find_hint
from sevenfold.session.undo_policy import Offer, offer, redone, taken_back_note
from sevenfold.session.winnable import could_be_won, is_lost, queries_note, still_winnable
from sevenfold.solvers.certain import prepare
from sevenfold.solvers.claims import Claim
from sevenfold.solvers.winnable import FROM_THE_START, is_solved
from sevenfold.terminal.background import under_way
from sevenfold.view.description import Move, View

from .move_parser import offered

if TYPE_CHECKING:
    from concurrent.futures import Future

    from sevenfold.playing.game import State

DEALS = {  # words for another deal, understood at any time in a game without other people
    "restart": "starts this deal again",
    "new": "deals new cards",
    "deal 7": "deals the cards of number 7",
}
Forced = Literal["always", "last", "never"]  # which single moves are made for the person
FORCED: tuple[Forced, ...] = get_args(Forced)
FINDING_OUT = "Finding out whether it can be won…"
LOOKING_FOR = "Looking for a deal that can be won…"
LOOKING = "Looking whether the rest is certain…"
ONLY = "the only card"  # said of a move that was made for the person
FORCED_SAID: dict[Forced, str] = {
    "always": "If you have only one move, it is made for you.",
    "last": "Your last card is played for you if that is your only move.",
    "never": "No move is made for you.",
}


class LocalGame:
    """A game in progress, with the person at seat `me` and a bot at each other seat."""

    def __init__(self, state: State, me: int, bots: Sequence[Bot], forced: Forced = "last") -> None:
        """Take a seat.

        Args:
            state: The game, new or to be played on; it is not changed.
            me: The person's seat.
            bots: One for each seat; the one at the person's is not used.
            forced: Which single moves are made for the person.
        """
        self.log = log_of(state)
        self.me, self.bots, self.forced = me, bots, forced
        self.taken_back = 0  # moves taken back that the result mentions
        self.winnable_queries = 0  # how often the person asked whether the game can still be won
        self.verdict = ""  # of a lost game: whether its deal could have been won, once that was found out
        self._preparing: Future[None] | None = None  # compiles what judges the bots' claims

    @property
    def state(self) -> State:
        """The game as it stands."""
        return self.log.state

    @property
    def changes(self) -> int:
        """How many changes there have been; a result found for an earlier number is out of date."""
        return self.log.number

    @property
    def names(self) -> list[str]:
        """Of all seats, as the person reads them."""
        return names_for(self.state.game.players, self.me)

    @property
    def is_mine(self) -> bool:
        """Whether it is the person's turn."""
        return self.state.turn == self.me

    def view(self) -> View:
        """The game as the person sees it."""
        return self.state.view(self.me, self.names)

    def opponents(self) -> str:
        """Who sits at the other seats; empty in a game for one."""
        named = [(NAMES[seat], made.spec) for seat, made in enumerate(self.bots) if seat != self.me]
        return ", ".join(f"{name} ({spec})" for name, spec in named)

    # -- playing ------------------------------------------------------------------------------------------------------

    def only_move(self, view: View) -> Move | None:
        """The move to make for the person now, as they wished; None if they choose."""
        if self.forced == "never" or view.ask or len(offered(self.state, view)) != 1:
            return None
        move = view.moves[0]
        return move if self.forced == "always" or _is_last_card(move, view) else None

    def make(self, move: Move, *, chosen: bool = True) -> None:
        """Play all actions of a move of the person's; chosen: whether it was their decision."""
        for action in move.actions:
            self.log.play(action, is_automatic=not chosen)

    def play(self, actions: Sequence[int]) -> None:
        """Play the actions of a move, by the person or a bot."""
        for action in actions:
            self.log.play(action)

    def bots_choice(self) -> int | Claim:
        """The action or the claim of the bot whose turn it is. It is given a copy: the game may change meanwhile."""
        assert self.state.turn is not None
        state, player = self.state.copy(), self.bots[self.state.turn]
        is_level = isinstance(player, Level)
        found = claim_or_choose(player, state, None, may_claim=is_level and self._can_judge)(None)
        if self._preparing is None and is_level:  # in the background, once nobody waits for the rules to compile
            self._preparing = under_way(lambda: prepare(state.game))
        return found

    @property
    def _can_judge(self) -> bool:
        return self._preparing is not None and self._preparing.done() and self._preparing.exception() is None

    def another(self, word: str, argument: str) -> State:
        """The state that `restart`, `new` or `deal 7` begins with; BadInput says what is allowed."""
        if word == "restart":
            state = self.state.copy()
            state.undo_to(0)
            return state
        return self.state.game.start(parse_deal(argument) if word == "deal" else None, limit=self.state.limit)

    def next(self, state: State, seat: int | None = None) -> LocalGame:
        """The game that goes on with another state, with the same bots."""
        return LocalGame(state, self.me if seat is None else seat, self.bots, self.forced)

    # -- claiming -----------------------------------------------------------------------------------------------------

    def claim(self) -> Claim:
        """What the person may claim by what they know; BadInput says why not."""
        return find_claim(self.state, self.me, secrets.token_bytes(32))

    def told(self, claim: Claim) -> str:
        """The sentence that tells of a claim."""
        return claim.sentence(self.names[claim.found.seat])

    def play_out(self, claim: Claim) -> Iterator[None]:
        """Play what was claimed, an action for each step of the iterator."""
        return play_out(self.log, claim)

    # -- undo and redo ------------------------------------------------------------------------------------------------

    @property
    def _offer(self) -> Offer:
        return offer(self.log, [self.me], is_alone=True)

    def undo(self) -> str:
        """Take back to the person's last decision, and say so; BadInput says why not."""
        found = self._offer
        if not found.way:
            raise BadInput(found.why_not)
        self.winnable_queries += self.is_lost and bool(self.verdict)  # a person who plays on knows whether it could be won
        self.taken_back += found.way == "bots"
        self.log.undo_to(found.to)
        return "You took back your last move."

    def redo(self) -> str:
        """Play again what was taken back last; BadInput if nothing was."""
        if not self._offer.may_redo:
            raise BadInput("There is nothing to play again.")
        self.play(redone(self.log, [self.me]))
        return "You played it again."

    def marks(self) -> str:
        """What the result mentions of moves taken back and questions asked; empty if there were none."""
        told = ((taken_back_note, self.taken_back), (queries_note, self.winnable_queries))
        return " ".join(note(times) for note, times in told if times)

    # -- whether it can be won ----------------------------------------------------------------------------------------

    @property
    def is_solved(self) -> bool:
        """Whether a solver can tell if the game can be won."""
        return is_solved(self.state.game.id, self.state.game.players)

    def can_win(self) -> str:
        """Whether the game can still be won, with all cards known, in a sentence; the result mentions the question.

        BadInput says why there is no answer.
        """
        answer = still_winnable(self.state).sentence
        self.winnable_queries += 1
        return answer

    @property
    def is_lost(self) -> bool:
        """Whether the game was lost, and a solver can tell if it could have been won."""
        return is_lost(self.state)

    def judge(self) -> None:
        """Find out whether the deal of a lost game could have been won."""
        self.verdict = FROM_THE_START[could_be_won(self.state)]

    # -- hints --------------------------------------------------------------------------------------------------------

    def hint(self) -> Hint:
        """The move that an expert would make who knows what the person knows; BadInput says why not."""
        if not self.is_mine:
            raise BadInput("It is not your turn.")
        state = self.state.copy()
        return find_hint(bot(EXPERT), state, state.view(self.me, self.names).moves, secrets.token_bytes(32))


def _is_last_card(move: Move, view: View) -> bool:
    """Whether the move plays the only card that the person holds."""
    hands = {zone.id for zone in view.zones if zone.purpose == "hand" and zone.owner == view.seat and zone.count == 1}
    return bool(move.gesture.spots) and move.gesture.spots[0].zone in hands
