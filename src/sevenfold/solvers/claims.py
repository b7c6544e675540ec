"""Claims: the player to move may end a deal whose rest is certain, and shows the cards in their hand.

Whether it is certain is judged by what their seat knows (`certain`). A claim is then played out by ordinary actions: the
claimant's force the end, and the others, for whom nothing depends on it, play their first legal action.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sevenfold.errors import BadInput
from sevenfold.kernel.chance import secret_source
from sevenfold.mechanics.tricks import took_trick
from sevenfold.view.description import sides_shown
from sevenfold.view.event_text import joined
from sevenfold.view.view_maker import default_names, seats_of

from .certain import BUDGET, Certain, certain_for, line_to

if TYPE_CHECKING:
    from sevenfold.playing.game import State

ONE_CARD = "You have only one card left, so there is nothing to claim."
CHOOSE = "Choose this first; the rest can be claimed when you play a card."
NOT_CERTAIN = "From what you know, the rest of the deal is not certain yet, or it is too long to tell."
ALONE = "A game for one is not claimed; it can be given up."
LONGEST = 3.0  # seconds to search while a player waits
SOME, SOME_JOINTLY = 2000, 8000  # positions that a bot explores in each world, and for one strategy in all
AT_LEAST = 2  # actions of its own that a claim must save
MOMENT = 0.01  # seconds that a bot searches


@dataclass(frozen=True)
class Claim:
    """A claim that may be made.

    Attributes:
        found: What is certain.
        line: The actions that lead to it.
        claims: Whether the claimant's side takes all tricks that are left.
        concedes: Whether others take them all.
        cards: The codes of the cards that the claimant holds.
        shown: The same cards in words.
    """

    found: Certain
    line: tuple[int, ...]
    claims: bool
    concedes: bool
    cards: tuple[str, ...]
    shown: str

    def sentence(self, name: str) -> str:
        """The sentence that announces the claim; name: the claimant's, or "You"."""
        s = "" if name == "You" else "s"
        does = f"claim{s} the rest" if self.claims else f"concede{s} the rest" if self.concedes else f"end{s} the deal"
        shows = f" and show{s} {self.shown}" if self.shown else ""
        is_told = self.claims or self.concedes  # how the rest goes; or else why it need not be played
        why = "nothing can change any more" if self.found.is_settled else "" if is_told else "the rest is certain"
        return f"{name} {does}{shows}{why and ': '}{why}."


def claim_of(state: State, secret: bytes, *, budget: int = BUDGET, jointly: int = 0, seconds: float = LONGEST) -> Claim | None:
    """The claim open to the player to move; None if nothing is certain, or the time was too short to find out.

    Args:
        state: The game.
        secret: What the re-deals are drawn from, so that the answer is the same each time.
        budget: See `certain_for`.
        jointly: See `certain_for`.
        seconds: The time limit.

    Raises:
        BadInput: Nothing can be claimed here, whatever the cards are (`why_not`).
    """
    if why := why_not(state):
        raise BadInput(why)
    seat = state.turn
    assert seat is not None
    chance = secret_source(secret + b"claim", seat, state.action_count)  # not the chance by which bots play
    found = certain_for(state, seat, chance, budget=budget, jointly=jointly, seconds=seconds)
    line = line_to(state, found) if found else None
    if not found or not line:
        return None
    own, takers = _play_out(state, line)
    if own < AT_LEAST:
        return None
    side = _side(state, seat)
    cards, pack = _hand(state, seat), state.game.pack
    shown = joined([pack.the(pack.parse(code)) for code in cards])
    return Claim(found, line, bool(takers) and takers <= side, bool(takers) and not takers & side, cards, shown)


def spared(state: State, secret: bytes, seconds: float = MOMENT) -> Claim | None:
    """The claim that a bot makes: one that is quickly found."""
    return None if why_not(state) else claim_of(state, secret, budget=SOME, jointly=SOME_JOINTLY, seconds=seconds)


AT_ONCE = "All choose at once, so nobody can claim now."


def why_not(state: State) -> str:
    """Why the seat to move cannot claim now, whatever the cards are; empty if it may be certain."""
    if state.is_over:
        return "The game is over."
    if state.game.players == 1:
        return ALONE
    assert state.turn is not None
    phase = state.game.rules.phases[int(state.position[0].phase)]
    if phase.simultaneous:
        return AT_ONCE
    if not any(kind.touch for kind in map(phase.kind, state.legal_actions()) if kind):
        return CHOOSE  # a bid, a role, a call: nobody should make it for the player
    return ONE_CARD if _cards_held(state, state.turn) == 1 else ""


def _cards_held(state: State, seat: int) -> int | None:
    """How many cards a seat holds, which everybody sees; None in games without hands."""
    game = state.game
    names = default_names(game.players, seat)
    return seats_of(game.rules, game.players, state.redacted(seat), seat, names)[seat].cards


def _hand(state: State, seat: int) -> tuple[str, ...]:
    """The cards that a seat holds."""
    hands = [zone for zone in state.view(seat).zones if zone.purpose == "hand" and zone.owner == seat]
    return tuple(face.code for hand in hands for face in hand.faces if face.code)


def _play_out(state: State, line: tuple[int, ...]) -> tuple[int, set[int]]:
    """How many of the actions are those of the seat to move, and the seats that take tricks while all are played."""
    played, own = state.copy(), 0
    for action in line:
        own += played.turn == state.turn
        played.play(action)
    rest = played.events()[len(state.events()) :]
    return own, {event.fields["seat"] for event in rest if event.kind == took_trick.name}


def _side(state: State, seat: int) -> set[int]:
    """A seat and its partners."""
    sides = sides_shown(state.view(seat).seats)
    return {other for other, side in enumerate(sides) if side == sides[seat]}
