"""`check`: what is wrong with a game, found by reading its file and by playing it."""

from .reports.report import Report, StageResult
from .run import STAGES, check

__all__ = ["STAGES", "Report", "StageResult", "check"]
