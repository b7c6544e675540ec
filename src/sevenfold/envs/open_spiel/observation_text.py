"""An observation as text: a word for each column that is not 0, so that the text says just what the tensor does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from sevenfold.cards import Pack
from sevenfold.envs.observation import Observation, Part, Rows
from sevenfold.envs.observation.parts import (
    CARD,
    DIGITS,
    HIDDEN,
    LACKED,
    LACKED_AT,
    NOT_IN_STOCK,
    PLACE,
    SET,
    TURNS_LEFT,
    UNSEEN,
    VALUE,
)

OF_CARDS = (SET, PLACE, CARD, LACKED, LACKED_AT, NOT_IN_STOCK, UNSEEN)


def words_of(observation: Observation, pack: Pack) -> list[str]:
    """A word for each column: `hands.1.7C`, or `hands.1.others=` where the column is a number."""
    return [word for part in observation.parts for word in _words(part, pack)]


def _words(part: Part, pack: Pack) -> Iterator[str]:
    *axes, width = part.shape
    columns = [_column(part, column, width, pack) for column in range(width)]
    for at in np.ndindex(*axes):
        for column in columns:
            yield ".".join((part.name, *map(str, at))) + column


def _column(part: Part, column: int, width: int, pack: Pack) -> str:
    if part.kind in (HIDDEN, TURNS_LEFT):
        return "="
    if part.kind == PLACE and column == width - 1:
        return ".others="
    if part.kind in OF_CARDS and (part.kind != CARD or width == len(pack.cards)):
        return f".{pack.code(column)}"
    if part.kind == DIGITS:
        return f".2^{column}"
    return f".{column + part.least}" if part.kind == VALUE else f".{column}"


def text_of(row: Rows, words: Sequence[str]) -> str:
    """A row of an observation as text."""
    return " ".join(
        f"{words[column]}{int(row[column])}" if words[column].endswith("=") else words[column]
        for column in row.nonzero()[0].tolist()
    )
