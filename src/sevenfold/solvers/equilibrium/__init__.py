"""Equilibria: strategies that nobody gains by leaving, found by self-play (MCCFR), and how far a strategy is from one."""

from .best_response import Exploitability, exploitability
from .local_best_response import LowerBound, local_best_response
from .mccfr import Settings, Solver
from .strategy import Strategy
from .strategy_file import StoredStrategy, save

__all__ = [
    "Exploitability", "LowerBound", "Settings", "Solver", "StoredStrategy", "Strategy", "exploitability",
    "local_best_response", "save",
]  # fmt: skip
