"""The first stage of a check: reading the game's file."""

from __future__ import annotations

from collections.abc import Iterator

from sevenfold.findings import Finding
from sevenfold.lint import read

from .subject import Subject


def find(subject: Subject) -> Iterator[Finding]:
    """What can be seen to be wrong with the game from its source, errors first."""
    yield from read(subject.rules)
