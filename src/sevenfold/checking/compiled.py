"""Stage 8: compiled rules do the same as interpreted ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count

import numpy as np

from sevenfold.errors import BrokenGame, EndlessRule, NotCompiled, fault
from sevenfold.findings import Finding
from sevenfold.kernel.compiler.decorators import interpreting
from sevenfold.playing.game import Game, State

from .random_play import Step, after, failure_in, finding_at, played
from .subject import Subject

MOST_ACTIONS = 1_500  # of one game


def find(subject: Subject) -> Iterator[Finding]:
    """Differences between compiled and interpreted play."""
    for n, game in enumerate(subject.games):
        if n == 0 or subject.has_time():
            yield from _find(subject, game, (n + 1) / len(subject.games))
        subject.progress((n + 1) / len(subject.games))


def _find(subject: Subject, game: Game, share: float) -> Iterator[Finding]:
    for seed in count(subject.seed):
        wrong = _compared(subject, game, seed)
        if wrong:
            yield wrong
            return
        if not subject.has_time(share):
            return


def _compared(subject: Subject, game: Game, seed: int) -> Finding | None:
    """Play a game interpreted and compiled; the first difference, if there is one."""
    steps, step = played(game, seed, MOST_ACTIONS), None
    ours: State | None = None
    while True:
        try:
            with interpreting():
                step = next(steps, None)
        except Exception as error:  # noqa: BLE001 - whatever a game's rules raise, which earlier stages mostly find
            finding = failure_in(game.rules, "rule-error", "While a game is played,", error)
            return replace(finding, options=dict(game.options), seed=seed)
        if step is None:
            return None
        try:
            if ours is None:
                ours = game.start(seed)
            else:
                ours.play(step.action)
        except NotCompiled as error:
            return Finding("not-compiled", error.sentence, file=error.file, line=error.line, options=dict(game.options))
        except EndlessRule as error:
            options = dict(game.options)
            return Finding("rule-endless", f"{error}.", file=error.file, line=error.line, options=options, seed=seed)
        except BrokenGame:
            raise
        except Exception as error:  # noqa: BLE001 - which the interpreted rule did not raise
            said = f"{after(step)}, the compiled rule fails, the interpreted one does not: {fault(error)}."
            return _finding(step, "compiled-error", said)
        subject.count("compared")
        with interpreting():
            theirs = step.state.legal_actions(), step.state.standing(), step.state.returns(), step.state.winners()
        if said := _difference(step, ours, theirs):
            ending = "A number beyond 64 bits, or a value that is no whole number, is the usual cause."
            return _finding(step, "compiled-differs", f"{after(step)}, compiled and interpreted rules differ: {said}. {ending}")


def _finding(step: Step, code: str, sentence: str) -> Finding:
    rules = step.state.game.rules
    with interpreting():
        return finding_at(
            step.state, code, sentence, rules.actions[int(step.before[0].phase)] if step.before is not None else None
        )


def _difference(step: Step, ours: State, theirs: tuple[object, ...]) -> str:
    """Where the compiled state differs from the interpreted one, in words; empty if it does not."""
    if ours.position.tobytes() != step.state.position.tobytes():
        for name in ours.position.dtype.names or ():
            compiled, interpreted = ours.position[name][0], step.state.position[name][0]
            if np.any(compiled != interpreted):
                at = tuple(int(i) for i in np.argwhere(compiled != interpreted)[0])
                what = "what is told of it" if name in ("heard", "heard_alone") else f"s.{name}{list(at) if at else ''}"
                here, there = (compiled[at], interpreted[at]) if at else (compiled, interpreted)
                return f"{what} is {here} compiled and {there} interpreted"
    mine = ours.legal_actions(), ours.standing(), ours.returns(), ours.winners()
    for what, compiled, interpreted in zip(("the legal actions", "standing", "returns", "winners"), mine, theirs, strict=True):
        if compiled != interpreted:
            return f"{what} is {compiled} compiled and {interpreted} interpreted"
    return ""
