"""Numbers as players read them."""

from __future__ import annotations

import re

HYPHEN = re.compile(r"(?<![\w-])-(?=\.?\d)")


def with_minus(text: str) -> str:
    """A text with a minus sign before each number below 0, in place of the hyphen that Python writes there."""
    return HYPHEN.sub("−", text)


def number_in(text: str) -> float | None:
    """A text as the number that it shows, with either minus sign; None if it shows something else."""
    try:
        return float(text.replace("−", "-"))
    except ValueError:
        return None
