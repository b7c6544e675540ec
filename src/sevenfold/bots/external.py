"""Bots of other packages: classes with `choose(state) -> action`, found by the entry point group `sevenfold.bots`.

Such a bot never sees the true state. It is given a `DealtState`, in which everything that its seat cannot know has been
re-dealt.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from sevenfold.errors import BadInput, BrokenBot, fault, quoted
from sevenfold.kernel.chance import next_bits
from sevenfold.kernel.types import Action, Positions, Sources
from sevenfold.registry import entry_points_of

from .base import Bot, BotKind

if TYPE_CHECKING:
    from sevenfold.playing.game import Game, State

    from .dealt import DealtState

GROUP = "sevenfold.bots"
BUILT_IN = ("beginner", "club", "expert", "thumb", "heuristic", "random", "search", "strategy")  # names that are taken


class Player(Protocol):
    """What the class of such a bot must provide.

    It is constructed without arguments or, if its spec has text after a colon ("name:text"), with that text. People see the
    class's `display_name`, if it has one, and the first line of its docstring.
    """

    def choose(self, state: State, /) -> Action | str:
        """Choose one of `state.legal_actions()`, as a number or as its text. The bot may play freely in the state."""


class ExternalBot:
    """A bot of another package, with the interface of `Bot`."""

    def __init__(self, id: str, make: Callable[..., Player], argument: str) -> None:
        """Args: id: of its kind. make: its class. argument: the part of its spec after the id."""
        self.spec = f"{id}:{argument}" if argument else id
        try:
            self._player = make(argument) if argument else make()
        except Exception as error:
            raise BrokenBot(f"The bot {self.spec} cannot be made: {fault(error)}.") from error

    def choose(
        self, game: Game, dealt: Positions, chance: Sources, /,
        seconds: float = math.inf, recall: object = None,  # noqa: ARG002 - not part of the interface for other packages
    ) -> int:  # fmt: skip
        """See `Bot.choose`; BrokenBot if it fails, or chooses something illegal."""
        from .dealt import DealtState

        state = DealtState(game, dealt, int(next_bits(chance[0])))
        try:
            chosen = self._player.choose(state.copy())
        except Exception as error:
            raise BrokenBot(f"The bot {self.spec} failed: {fault(error)}.") from error
        action = _action(state, chosen)
        if action is None:
            allowed = ", ".join(map(str, state.legal_actions()))
            raise BrokenBot(f"The bot {self.spec} chose {quoted(chosen)}, which is not legal. It may choose: {allowed}.")
        return action


def _action(state: DealtState, chosen: object) -> Action | None:
    """The legal action that a bot has chosen; None if its choice is not legal."""
    if isinstance(chosen, str):
        try:
            chosen = state.parse(chosen)
        except BadInput:
            return None
    legal = state.legal_actions()
    return next((int(action) for action in legal if action == chosen), None) if chosen in legal else None


@cache
def _points() -> dict[str, str]:
    built_in = dict.fromkeys(BUILT_IN, "the built-in bot of that name")
    return entry_points_of(GROUP, "bot", built_in)


def names() -> list[str]:
    """The names of all bots of other packages, including those that cannot be loaded."""
    return sorted(_points())


def kind(id: str) -> BotKind:
    """The kind of bot that an entry point defines; BrokenBot if it cannot be loaded."""
    found = _loaded(id)
    if isinstance(found, BotKind):
        return found
    raise BrokenBot(f"The bot {id} cannot be loaded: {fault(found)}.") from found


def kinds() -> list[BotKind]:
    """All kinds that can be loaded."""
    found = [_loaded(id) for id in names()]
    return [one for one in found if isinstance(one, BotKind)]


@cache
def _loaded(id: str) -> BotKind | BaseException:
    """The kind of bot that an entry point defines, or why it failed to load. A module that fails is tried only once."""
    module, _, attribute = _points()[id].partition(":")
    try:
        made: Any = getattr(import_module(module), attribute)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a faulty package must not affect the other bots
        return error
    if not (isinstance(made, type) and callable(getattr(made, "choose", None))):
        return BrokenBot("its entry point is not a class with a method `choose`")
    about = (made.__doc__ or "").strip().partition("\n")[0]
    return BotKind(id, str(getattr(made, "display_name", id)), about, partial(_make, id, made))


def _make(id: str, made: Callable[..., Player], argument: str) -> Bot:
    return ExternalBot(id, made, argument)
