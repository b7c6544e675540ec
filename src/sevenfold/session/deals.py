"""Deals by their numbers, as people type them."""

from __future__ import annotations

import re

from sevenfold.errors import BadInput, quoted

MOST = 4_294_967_295  # the highest number
NUMBERS = f"Deal numbers are whole numbers from 1 to {MOST:,}"


def parse_deal(text: str) -> int:
    """The number of a deal as typed; BadInput says what is allowed."""
    digits = text.strip().replace(",", "")
    if not re.fullmatch(r"[0-9]{1,10}", digits) or not 1 <= int(digits) <= MOST:
        typed = text.strip()[:40]
        raise BadInput(f"{NUMBERS}, not {quoted(typed)}." if typed else f"{NUMBERS}: type one, for example deal 7.")
    return int(digits)
