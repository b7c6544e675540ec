"""The games as OpenSpiel has them: importing this package registers them all, as `sevenfold_` and their ids.

import pyspiel
import sevenfold.envs.open_spiel
game = pyspiel.load_game("sevenfold_sane_sevens(players=3)")
"""

from __future__ import annotations

from sevenfold.errors import MissingExtra

try:
    import pyspiel as _pyspiel
except ImportError as error:
    raise MissingExtra("OpenSpiel", "openspiel") from error

from .registering import register, register_all
from .spiel import SevenfoldGame, SevenfoldState

__all__ = ["SevenfoldGame", "SevenfoldState", "register", "register_all"]

del _pyspiel
register_all()
