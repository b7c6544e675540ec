"""The stages of a check, in the order in which the cheapest fault is found first.

Most mistakes show in the first games that a stage plays. So the stages that find most *glance* at the game first, each for a
moment, and what they find is told before any of them takes its time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from time import monotonic

from sevenfold.declare.rules import Rules
from sevenfold.findings import Finding
from sevenfold.playing.game import Game
from sevenfold.registry import game_files

from .reports.report import Report, StageResult
from .subject import SECONDS, Shared, Subject

Stage = Callable[[Subject], Iterator[Finding]]
STAGES = (
    "reading",
    "checked_play",
    "cards",
    "secrecy",
    "knowledge",
    "telling",
    "reached",
    "compiled",
    "figures",
)  # modules of this room
MOST_FINDINGS = 10  # of one stage: the first of them are the cause of the others
COMPILED = ("compiled", "figures")  # those that are about compiled play
UNCOMPILED = "it needs the compiler"
GLANCING = ("checked_play", "cards", "secrecy", "knowledge", "telling", "reached")  # they find most, and need no compiler
GLANCE, GLANCE_SHARE = 0.5, 0.1  # seconds of processor time for a glance, at most; and the share of a stage's seconds
AFTER_ERRORS = "an earlier stage found errors"


def check(
    game: Rules | Game | str,
    *,
    options: Mapping[str, object] | None = None,
    seed: int = 0,
    seconds: float = SECONDS,
    stages: tuple[str, ...] = STAGES,
    whole: bool = False,
    compiled: bool = True,
    progress: Callable[[str, float], None] = lambda stage, share: None,
    tell: Callable[[Finding], None] = lambda finding: None,
) -> Report:
    """Look for what is wrong with a game.

    Args:
        game: The game, whose options then stay as they are, or its rules, or its name or file.
        options: Options that stay as they are; the others take every value.
        seed: Repeats a check: whatever is random in it follows from the seed.
        seconds: How long each stage may take, in processor time; by the clock it takes longer where other programs run.
        stages: The stages to run, some of `STAGES`.
        whole: Whether later stages run although an earlier one found errors, from which theirs may follow.
        compiled: Whether what needs the compiler is done, too: comparing compiled with interpreted play, and the figures.
        progress: Told the name of the present stage and the share of it that is done.
        tell: Told each finding at once, before the report has it.

    Returns:
        The report; `is_sound` says whether nothing was found that is certainly wrong.

    Raises:
        BadInput: There is no such game or option, or its file cannot be loaded.

    Example:
        >>> import sevenfold
        >>> report = sevenfold.check("seven_solitaire", stages=("reached",), seconds=2)
        >>> report.is_sound
        True
    """
    rules = _rules(game)
    chosen = Game(rules, options or {}).options
    kept = {name: chosen[name] for name in options or {}} | (game.options if isinstance(game, Game) else {})
    found = _Found(tell)
    done: list[StageResult] = []
    figures: dict[str, object] = {}
    shared = Shared()
    subject_of = partial(Subject, rules, seed, compiled=compiled, kept_options=kept)
    for name in (stage for stage in STAGES if stage in stages):
        if not whole and any(finding.severity == "error" for result in done for finding in result.findings):
            done.append(StageResult(name, (), 0.0, skipped=AFTER_ERRORS))
            continue
        if name in COMPILED and not compiled:
            done.append(StageResult(name, (), 0.0, skipped=UNCOMPILED))
            continue
        if found.glanced is None and name in GLANCING and len(stages) > 1:
            short = subject_of(seconds=min(GLANCE, GLANCE_SHARE * seconds), progress=partial(_still, partial(progress, name)))
            found.glance((stage for stage in GLANCING if stage in stages), short)
        module = import_module(f"{__package__}.{name}")  # before the stage's time begins
        began = monotonic()
        subject = subject_of(seconds=seconds, progress=partial(progress, name), shared=shared)
        findings = found.of(name, module.find(subject))
        figures |= getattr(module, "figures_of", lambda subject: {})(subject) if name == "figures" else {}
        done.append(StageResult(name, findings, monotonic() - began, subject.counted))
    return Report(rules.id, seed, tuple(done), figures, game_files.path_of(rules.id))


def _still(progress: Callable[[float], None], _share: float) -> None:
    """Tell that a stage is at its beginning, as it is while all glance."""
    progress(0.0)


@dataclass
class _Found:
    """What the stages find; each finding is told once.

    Attributes:
        tell: Told each finding at once.
        glanced: What a glance has found, by stage; None until there is one.
    """

    tell: Callable[[Finding], None]
    glanced: dict[str, list[Finding]] | None = None

    def glance(self, stages: Iterable[str], subject: Subject) -> None:
        """Run stages for a moment, until one finds an error, from which what later ones find may follow."""
        self.glanced = {}
        for name in stages:
            found = self.glanced[name] = []
            with suppress(Exception):  # which the stage itself will meet, if no earlier one tells what is wrong
                for finding in _distinct(import_module(f"{__package__}.{name}").find(replace(subject, counted={}))):
                    is_placeless = finding.code == "rule-fails" and not finding.line  # the stages themselves may say where
                    if finding.severity != "note" and not is_placeless:  # a note tells what so few games do not show
                        found.append(finding)
                        self.tell(finding)
            if any(finding.severity == "error" for finding in found):
                return

    def of(self, stage: str, findings: Iterator[Finding]) -> tuple[Finding, ...]:
        """The first findings of a stage, after those that only a glance met; what is new is told."""
        found: list[Finding] = []
        glanced = (self.glanced or {}).get(stage, [])
        for finding in _distinct(findings):
            found.append(finding)
            if not any(_are_same(finding, other) for other in glanced):
                self.tell(finding)
        return (*(one for one in glanced if not any(_are_same(one, other) for other in found)), *found)


def _distinct(findings: Iterator[Finding]) -> Iterator[Finding]:
    """The first findings that read differently."""
    found: list[str] = []
    for finding in findings:
        if str(finding) not in found:
            found.append(str(finding))
            yield finding
        if len(found) >= MOST_FINDINGS:
            return


def _are_same(one: Finding, other: Finding) -> bool:
    """Whether two findings are of one fault, whatever games they were made in."""
    return (one.code, one.file, one.line) == (other.code, other.file, other.line)


def _rules(game: Rules | Game | str) -> Rules:
    from sevenfold.registry import unchecked_rules_of  # what loading would refuse is to be found here

    if isinstance(game, str):
        return unchecked_rules_of(game)
    return game.rules if isinstance(game, Game) else game.assemble()
