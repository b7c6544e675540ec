"""Sevenfold: twelve card games with exact rules, to play, to simulate and to study.

    import sevenfold

    game = sevenfold.load("sane_sevens", players=3, silly=True)
    state = game.start(seed=7)
    state.play(sevenfold.choose(state, "club"))

What is public: the names of this module; `sevenfold.devise`, `sevenfold.mechanics` and `sevenfold.cards`, with which games are
written, and `sevenfold.solvers.patience_search`, with which their patiences are solved; `sevenfold.bots`, with which bots are
written; `sevenfold.kernel.play` and `sevenfold.kernel.chance`, to play many games in compiled code;
`sevenfold.playing.explicit_chance`, to go through every deal; and `sevenfold.errors`. Every other module is private: it may
change with any version.
"""

from sevenfold.system import interrupts as _interrupts

if _interrupts.is_command():
    _interrupts.end_at_once()  # before anything that takes long

from typing import TYPE_CHECKING, Any

from sevenfold._deprecated import PACKAGE_NAMES, find_moved_modules, new_attribute
from sevenfold._version import __version__
from sevenfold.errors import BadInput, BadRecord, BrokenGame, IllegalAction, NotARecord, SevenfoldError
from sevenfold.playing.game import Game, State
from sevenfold.playing.legal import LegalActions, NamedAction, Refusal
from sevenfold.registry import game_names, load
from sevenfold.view.description import View
from sevenfold.view.event_text import Event

if TYPE_CHECKING:
    from sevenfold.api import advise, bot, choose, review, simulate, solve
    from sevenfold.checking import check
    from sevenfold.records.record import Record

__all__ = [
    "BadInput", "BadRecord", "BrokenGame", "Event", "Game", "IllegalAction", "LegalActions", "NamedAction", "NotARecord",
    "Record", "Refusal", "SevenfoldError", "State", "View", "__version__", "advise", "bot", "check", "choose", "game_names",
    "load", "review", "simulate", "solve",
]  # fmt: skip

_LAZY = {  # loaded when first used, so that `import sevenfold` stays fast
    "Record": "sevenfold.records.record",
    "check": "sevenfold.checking",
    **dict.fromkeys(("advise", "bot", "choose", "review", "simulate", "solve"), "sevenfold.api"),
}

find_moved_modules()


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name not in _LAZY:
        return globals()[new_attribute(__name__, name, PACKAGE_NAMES)]
    value = globals()[name] = getattr(import_module(_LAZY[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
