"""Stage 2: checked play, interpreted, on positions that notice what compiled code would not (`sevenfold.sanitizer`)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from sevenfold import sanitizer
from sevenfold.findings import Finding
from sevenfold.kernel.types import Action
from sevenfold.playing.game import Game

from .subject import Subject

MOST_SECONDS = 6.0  # more finds little more in most games


def find(subject: Subject) -> Iterator[Finding]:
    """What is wrong in random games with each of the subject's options; the same at the same line once."""
    told = set[tuple[str, str]]()
    games, seconds = subject.games, min(subject.seconds, MOST_SECONDS)
    for n, game in enumerate(games):
        tally, seeds = sanitizer.Tally(), count(subject.seed)
        share = seconds / 2 if n == 0 and len(games) > 1 else seconds / 2 / max(1, len(games) - 1)
        if len(games) == 1:
            share = seconds
        for finding in sanitizer.play(game.rules, game.options, seeds, share, openings=_far(subject, game), tally=tally):
            if not finding.line or (finding.code, finding.where) not in told:
                yield finding
            told.add((finding.code, finding.where))
        for name, done in vars(tally).items():
            subject.count(name, done)
        subject.progress((n + 1) / len(games))


def _far(subject: Subject, game: Game) -> Iterator[tuple[int, tuple[Action, ...]]]:
    """What leads to rare situations, looked for when the first is asked for."""
    for far in subject.far_games(game):
        yield far.seed, far.actions
