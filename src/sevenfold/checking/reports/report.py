"""`Report`: what a check found, stage by stage."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from sevenfold.findings import Finding


@dataclass(frozen=True)
class StageResult:
    """What one stage of a check did.

    Attributes:
        name: The name of the stage.
        findings: What it found.
        seconds: How long it took.
        counted: What it looked at: positions, re-deals, games.
        skipped: Why it did not run; empty if it did.
    """

    name: str
    findings: tuple[Finding, ...]
    seconds: float
    counted: Mapping[str, int] = field(default_factory=dict)
    skipped: str = ""


@dataclass(frozen=True)
class Report:
    """What a check found.

    Attributes:
        game: The name of the game.
        seed: The seed that repeats the check.
        stages: What each stage did, in their order.
        figures: What the last stage measured; empty if it did not run.
        path: The file or folder of the game, as it was given; empty if the game is installed.
    """

    game: str
    seed: int
    stages: tuple[StageResult, ...]
    figures: Mapping[str, Any] = field(default_factory=dict)
    path: str = ""

    @property
    def findings(self) -> list[Finding]:
        """Everything that was found, in the order of the stages."""
        return [finding for stage in self.stages for finding in stage.findings]

    @property
    def errors(self) -> list[Finding]:
        """What makes the check fail."""
        return [finding for finding in self.findings if finding.severity == "error"]

    @property
    def warnings(self) -> list[Finding]:
        """What may be meant so."""
        return [finding for finding in self.findings if finding.severity == "warning"]

    @property
    def notes(self) -> list[Finding]:
        """What the check did not get to see, in so rare a case that it is no sign of a mistake."""
        return [finding for finding in self.findings if finding.severity == "note"]

    @property
    def is_sound(self) -> bool:
        """Whether nothing was found that makes the check fail."""
        return not self.errors

    def as_json(self) -> dict[str, Any]:
        """The report as plain values."""
        return asdict(self) | {"is_sound": self.is_sound}
