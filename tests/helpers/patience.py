"""Pyramid with each combination of its options."""

from __future__ import annotations

from itertools import product

PYRAMIDS: list[dict[str, object]] = [
    {"rows": rows, "covered_sevens": covered, "one_discard": one}
    for rows, covered, one in product((7, 6), (False, True), (False, True))
]


def named(given: object) -> str:
    """A combination of options, or whatever else, as a test's name has it."""
    return ",".join(map(str, given.values())) if isinstance(given, dict) else str(given)
