"""The stages of a check, in the order in which the cheapest fault is found first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
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
    done: list[StageResult] = []
    figures: dict[str, object] = {}
    shared = Shared()
    for name in (stage for stage in STAGES if stage in stages):
        if not whole and any(finding.severity == "error" for result in done for finding in result.findings):
            done.append(StageResult(name, (), 0.0, skipped=AFTER_ERRORS))
            continue
        if name in COMPILED and not compiled:
            done.append(StageResult(name, (), 0.0, skipped=UNCOMPILED))
            continue
        module = import_module(f"{__package__}.{name}")  # before the stage's time begins
        told = partial(progress, name)
        began = monotonic()
        subject = Subject(rules, seed, seconds, compiled=compiled, kept_options=kept, progress=told, shared=shared)
        found: list[Finding] = []
        for finding in module.find(subject):
            if all(str(finding) != str(other) for other in found):
                found.append(finding)
                tell(finding)
            if len(found) >= MOST_FINDINGS:
                break
        figures |= getattr(module, "figures_of", lambda subject: {})(subject) if name == "figures" else {}
        done.append(StageResult(name, tuple(found), monotonic() - began, subject.counted))
    return Report(rules.id, seed, tuple(done), figures, game_files.path_of(rules.id))


def _rules(game: Rules | Game | str) -> Rules:
    from sevenfold.registry import unchecked_rules_of  # what loading would refuse is to be found here

    if isinstance(game, str):
        return unchecked_rules_of(game)
    return game.rules if isinstance(game, Game) else game.assemble()
