"""The interfaces of those who study games: Gymnasium, PettingZoo, OpenSpiel, and what they observe.

from sevenfold.envs import seven_truf_v0            an environment of PettingZoo; there is one of each game
gymnasium.make("sevenfold/SevenTruf-v0")            an environment of Gymnasium, once this module has been imported
"""

from __future__ import annotations

from importlib.util import find_spec

from .agents.modules import GameModule, module_named
from .agents.registering import register
from .agents.versions import modules

__all__ = ["GameModule", "register"]

if find_spec("gymnasium"):
    register()


def __getattr__(name: str) -> GameModule:
    if name.startswith("_"):  # what the import system asks for
        raise AttributeError(name)
    return module_named(name)


def __dir__() -> list[str]:
    return sorted({*globals(), *modules()})
