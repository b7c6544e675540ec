"""Bots as strong as the heuristics were required to be, in games where the package's heuristics are stronger.

Each is one small deterministic policy: in Suitability 48 points a game ahead of random players, in Chain Up with 97 % of the
games that anybody wins among them. To play them:

    python -m benchmarks.bots.targets suitability chain_up --parts plain,plain-random
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from sevenfold.bots import KINDS, BotKind
from sevenfold.bots.heuristics import mark_of
from sevenfold.cards import NONE
from sevenfold.errors import BadInput
from sevenfold.games.chain_up import rules as chain_up
from sevenfold.games.chain_up.coupling import PLAYED_ON, ChainSet, matched, plays_within
from sevenfold.games.chain_up.heuristics import grown
from sevenfold.games.chain_up.rules import CLOSABLE, CLOSE, DISCARD, FROM_DISCARDS, FROM_STOCK, LEAVE, TAKE, open_chains
from sevenfold.games.suitability import rules as suitability
from sevenfold.games.suitability.heuristics import above
from sevenfold.games.suitability.pack import RANKS, of_suit, rank_of, suit_of
from sevenfold.games.suitability.roles import PENALTY, REVERSE, TRUMP
from sevenfold.games.suitability.rules import CLAIMING, GIVING_ROLES, JOKERS, NO_CLAIM
from sevenfold.kernel import (
    Action,
    ActionSet,
    Card,
    CardSet,
    beyond_lowest,
    compiled,
    count,
    has,
    left,
    lowest,
    scratch,
    without,
)
from sevenfold.kernel.compiler.decorators import entry
from sevenfold.kernel.questions import legal_actions
from sevenfold.kernel.types import Positions, Sources
from sevenfold.mechanics.sevendeck import matching
from sevenfold.mechanics.trick_odds import held_by_others
from sevenfold.mechanics.tricks import strength, winner_so_far

if TYPE_CHECKING:
    from sevenfold.bots.search.history import Recall
    from sevenfold.playing.game import Game

MIDDLE = (RANKS - 1) / 2


# -- Suitability --------------------------------------------------------------------------------------------------------


@entry
def choose_in_suitability(positions: Positions, _mark: Positions) -> Action:
    """Trump is the longest suit, penalty a suit of low cards; then take tricks that are clean and cheap."""
    s = positions[0]
    legal = legal_actions(s)
    if s.phase == CLAIMING:
        return NO_CLAIM
    return role_to_give(s, legal) if s.phase == GIVING_ROLES else card_to_play(s, legal)


@compiled
def role_to_give(s: suitability.Position, legal: ActionSet) -> Action:
    """The role to give a suit, by how many cards of it are held, and how low they are."""
    chosen, most = NONE, -math.inf
    while legal:
        action = lowest(legal)
        legal = beyond_lowest(legal)
        own, low = s.hands[s.turn] & of_suit(action // 3), 0.0
        rest = own
        while rest:
            low += (MIDDLE - rank_of(lowest(rest))) / MIDDLE
            rest = beyond_lowest(rest)
        worth = count(own) - 3.5 if action % 3 == TRUMP else low if action % 3 == REVERSE else low + 0.5
        if worth > most:
            chosen, most = action, worth
    return chosen


@compiled
def card_to_play(s: suitability.Position, legal: ActionSet) -> Card:
    """Lead an unbeatable card, or a low one; win a clean trick cheaply; otherwise discard penalty cards, then low ones."""
    unseen, penalty = held_by_others(s), of_suit(s.roles[PENALTY])
    best = strength(s, s.trick[winner_so_far(s)]) if s.trick_size else -1
    is_clean, is_last = not holds_penalty(s, penalty), s.trick_size == s.players - 1
    chosen, most = NONE, -math.inf
    while legal:
        card = lowest(legal)
        legal = beyond_lowest(legal)
        height = 0 if has(JOKERS, card) else height_of(s, card)
        if s.trick_size == 0:
            stands = (has(JOKERS, card) or not above(s, card) & unseen) and not has(penalty, card)
            worth = 20.0 + height if stands else -height - 15.0 * has(penalty, card)
        elif strength(s, card) > best and not has(JOKERS, card):
            sure = is_last or not above(s, card) & unseen
            worth = (20.0 - height if sure else height - 9.0) if is_clean and not has(penalty, card) else -20.0 - height
        else:
            worth = 5.0 + height if has(penalty, card) else height - 12.0 if not is_clean else -height
        if worth > most:
            chosen, most = card, worth
    return chosen


@compiled
def holds_penalty(s: suitability.Position, penalty: CardSet) -> bool:
    """Whether a penalty card is in the trick."""
    seat, found = s.leader, False
    for _ in range(s.trick_size):
        found = found or has(penalty, s.trick[seat])
        seat = left(s, seat)
    return found


@compiled
def height_of(s: suitability.Position, card: Card) -> int:
    """How high a card is in its suit."""
    rank = rank_of(card)
    return RANKS - 1 - rank if suit_of(card) == s.roles[REVERSE] else rank


# -- Chain Up -----------------------------------------------------------------------------------------------------------


@entry
def choose_in_chain_up(positions: Positions, _mark: Positions) -> Action:
    """The action that leaves the smallest distance, ignoring the other player."""
    s = positions[0]
    if s.phase == TAKE:
        return where_to_take(s, legal_actions(s))
    if s.phase == chain_up.CLOSING:
        chains = open_chains(s, s.turn)
        closed = without(chains, lowest(PLAYED_ON[s.played]))
        return CLOSE if far(s, closed, NONE, 0, 0) <= far(s, chains, NONE, 0, 0) else LEAVE
    return best_play(s, s.taken, legal_actions(s))


@compiled
def where_to_take(s: chain_up.Position, legal: ActionSet) -> Action:
    """The top of the discard pile if playing it brings the end nearer."""
    if not has(legal, FROM_DISCARDS):
        return FROM_STOCK
    plays = plays_within(matched(s, s.top) & open_chains(s, s.turn))
    nearer = after(s, best_play(s, s.top, plays), s.top) < far(s, open_chains(s, s.turn), NONE, 0, 0)
    return FROM_DISCARDS if nearer else FROM_STOCK


@compiled
def best_play(s: chain_up.Position, card: Card, legal: ActionSet) -> Action:
    """The play that leaves the smallest distance."""
    chosen, least = NONE, math.inf
    while legal:
        action = lowest(legal)
        legal = beyond_lowest(legal)
        distance = after(s, action, card)
        if distance < least:
            chosen, least = action, distance
    return chosen


@compiled
def after(s: chain_up.Position, action: Action, card: Card) -> float:
    """The distance after a play, with the chain closed if that is better."""
    if action == DISCARD:
        return far(s, open_chains(s, s.turn), NONE, 0, 0)
    chain, size, chains = grown(s, action)
    distance = far(s, chains, chain, size, card)
    if size >= CLOSABLE and has(matching(card), s.target):
        distance = min(distance, far(s, without(chains, chain), NONE, 0, 0))
    return distance


@compiled
def far(s: chain_up.Position, chains: ChainSet, changed: int, size: int, end: Card) -> float:
    """The distance of the seat to move with these open chains, one of which has a given size and end.

    Each open chain counts, each card it lacks a little, and whether the next card can couple, close or make it closable.
    """
    fits = scratch(3)
    distance, couplers, n = 0.0, 0, 0
    a_card = 2.5 / (5 + count(s.stock))
    rest = chains
    while rest:
        chain = lowest(rest)
        rest = beyond_lowest(rest)
        length = size if chain == changed else count(s.chains[s.turn, chain])
        fits[n] = matching(end if chain == changed else s.ends[s.turn, chain]) & s.stock
        nearness = 2.5 if length >= CLOSABLE - 1 else 1.5 if length == CLOSABLE - 2 else 0.0
        distance += 2.5 + max(0, CLOSABLE - 1 - length) / 8 - nearness * count(fits[n] & matching(s.target)) * a_card
        for i in range(n):
            couplers |= fits[n] & fits[i]
        n += 1
    return distance - count(couplers) * a_card if chains else -9.0


# -- the bot ------------------------------------------------------------------------------------------------------------

CHOOSERS = {"suitability": choose_in_suitability, "chain_up": choose_in_chain_up}


class PlainPlayer:
    """A bot that plays by these policies."""

    spec = "plain"

    def __init__(self, argument: str = "") -> None:
        if argument:
            raise BadInput(f"The bot plain takes no budget, not {argument!r}.")

    def choose(
        self, game: Game, dealt: Positions, chance: Sources, /,  # noqa: ARG002 - what this bot can do without
        seconds: float = math.inf, recall: Recall | None = None,  # noqa: ARG002 - nor does it need these
    ) -> int:  # fmt: skip
        """The best action by its policy."""
        if game.id not in CHOOSERS:
            raise BadInput(f"There are plain players of {' and '.join(CHOOSERS)}, not of {game.id}.")
        return int(CHOOSERS[game.id](dealt, mark_of(game.id)))


def add_to_bots() -> None:
    """Register the bot `plain` in this process."""
    KINDS["plain"] = BotKind("plain", "Plain player", "Of the strength that was asked of the rules of thumb.", PlainPlayer)
