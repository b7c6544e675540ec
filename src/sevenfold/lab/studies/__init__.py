"""Studies: questions about games, answered with intervals, on one machine or many.

>>> import sevenfold
>>> from sevenfold.lab.studies import Plan, named
>>> plan = Plan("balance", (named(sevenfold.load("sane_sevens")),), deals=200)
>>> plan.unit
16
"""

from .figures import Figure
from .plan import Plan, named
from .run_folder import RunFolder
from .running import Run, run
from .study import Answer, Settings, Study

__all__ = ["Answer", "Figure", "Plan", "Run", "RunFolder", "Settings", "Study", "named", "run"]
