"""Hand-made positions: a started state whose fields a test sets."""

from __future__ import annotations

from typing import Any

import sevenfold
from sevenfold.kernel.play import legal_and_turn


def arrange(state: sevenfold.State, **fields: Any) -> sevenfold.State:
    """Set fields of the position: numbers, or lists for arrays. Turn and legal actions are recomputed."""
    s = state.position[0]
    for name, value in fields.items():
        s[name] = value
    state._legal, state._turn = legal_and_turn(state.position, 0)
    state._history.begin_at(state.position)
    return state


def hand(game: sevenfold.Game, codes: str) -> int:
    """The set of cards with these codes: hand(game, "7C TC")."""
    return sum(1 << game.pack.parse(code) for code in codes.split())


def hands(game: sevenfold.Game, *codes: str) -> list[int]:
    """The same for several hands."""
    return [hand(game, each) for each in codes]


def codes(game: sevenfold.Game, cards: int) -> str:
    """The codes of a set of cards, in the pack's order."""
    return " ".join(game.pack.codes(int(cards)))


def legal(state: sevenfold.State) -> str:
    """The legal actions as text: "play 7C, play TC"."""
    return ", ".join(str(action) for action in state.legal_actions())


def play(state: sevenfold.State, *actions: str) -> sevenfold.State:
    """Play actions given as text."""
    for action in actions:
        state.play(action)
    return state


def rule_against(state: sevenfold.State, action: str) -> str:
    """The id of the rule that forbids an action."""
    why = state.why_not(action)
    assert why is not None, f"{action} is allowed"
    return why.rule


def said(state: sevenfold.State, seat: int | None = 0) -> list[str]:
    """The sentences that a seat reads about the last action."""
    return [news.text for news in state.view(seat).news if news.number == state.action_count and news.text]


def flown(state: sevenfold.State, seat: int | None = 0) -> list[tuple[str | None, str, str]]:
    """The cards that a seat saw move in the last action, as (code, from zone, to zone)."""
    latest = [news for news in state.view(seat).news if news.number == state.action_count]
    return [(flight.code, flight.start, flight.end) for news in latest for flight in news.flights]
