"""Recovery phrases: twelve words of a list of 2048, the last of which tells whether one of the others is wrong (BIP 39)."""

from __future__ import annotations

import re
import unicodedata
from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING

from sevenfold.protocol.errors import Refused

if TYPE_CHECKING:
    from mnemonic import Mnemonic

WORDS = 12
STRENGTH = 128  # bits
MOST_SHOWN = 24  # characters of a word that is not in the list
NO_FIT = "Each of the words may be in a recovery phrase, but these twelve are none: one is wrong, or two are swapped."


@cache
def _list() -> Mnemonic:
    from mnemonic import Mnemonic  # imported here because few need its list

    return Mnemonic("english")


def new_phrase() -> str:
    """A new phrase."""
    return str(_list().generate(STRENGTH))


def checked_phrase(typed: str) -> str:
    """A phrase as it was made, however it was typed; Refused if it cannot be one."""
    folded = unicodedata.normalize("NFKC", typed).casefold()
    words = [word for word in re.split(r"[\s\d.,:;]+", folded) if word]
    for number, word in enumerate(words, start=1):
        if word not in _list().wordlist:
            raise Refused("bad_phrase", _not_in_the_list(number, word))
    if len(words) != WORDS:
        raise Refused("bad_phrase", f"A recovery phrase has {WORDS} words; this one has {len(words)}.")
    phrase = " ".join(words)
    if not _list().check(phrase):
        raise Refused("bad_phrase", NO_FIT)
    return phrase


def _not_in_the_list(number: int, word: str) -> str:
    shown = word if len(word) <= MOST_SHOWN else f"{word[:MOST_SHOWN]}…"
    close = get_close_matches(word, _list().wordlist, n=1) if len(word) <= MOST_SHOWN else []
    guess = f"; perhaps “{close[0]}”" if close else ""
    return f"Word {number}, “{shown}”, is not in the list of words for recovery phrases{guess}."
