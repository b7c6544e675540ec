"""Seeds as people and programs write them: a number, or 64 hexadecimal digits.

Numbers from 2^53 on are written as digits in JSON, because not every reader of JSON reads such a number exactly.
"""

from __future__ import annotations

import re

from sevenfold.errors import BadInput, quoted
from sevenfold.kernel.chance import MOST_SEED, MOST_SMALL_SEED

from .legal import is_whole

DIGITS = 64
MOST_EXACT = (1 << 53) - 1


def check(seed: object) -> int:
    """The seed as a plain int; BadInput if it is no whole number from 0 to 2^256 - 1."""
    if not is_whole(seed, 0, MOST_SEED):
        raise BadInput(f"A seed is a whole number from 0 to 2^256 - 1, not {quoted(seed)}.")
    return int(seed)  # type: ignore[call-overload,no-any-return]  # a whole number


def as_json(seed: int) -> int | str:
    """A seed as it is written in JSON."""
    return seed if seed <= MOST_EXACT else f"{seed:0{DIGITS}x}"


def from_json(value: object) -> int:
    """A seed read from JSON; BadInput for anything else. Older files have numbers up to 2^64 - 1 as numbers."""
    if isinstance(value, str) and re.fullmatch(rf"[0-9a-f]{{{DIGITS}}}", value) and int(value, 16) > MOST_EXACT:
        return int(value, 16)
    if is_whole(value, 0, MOST_SMALL_SEED):
        return int(value)  # type: ignore[call-overload,no-any-return]  # a whole number
    raise BadInput(f"a whole number from 0 to 2^53 - 1, or a larger one as a text of {DIGITS} hexadecimal digits")


def parse(text: str) -> int:
    """A seed as typed: 64 hexadecimal digits, or a number in decimal digits; BadInput for anything else."""
    if re.fullmatch(rf"[0-9a-fA-F]{{{DIGITS}}}", text):
        return int(text, 16)
    if re.fullmatch(r"[0-9]{1,78}", text) and int(text) <= MOST_SEED:
        return int(text)
    raise BadInput(f"A seed is a whole number from 0 to 2^256 - 1, or {DIGITS} hexadecimal digits, not {quoted(text)}.")
