"""Recovery phrases: how they are typed, and what is wrong with one that is none."""

from __future__ import annotations

import pytest

from sevenfold.protocol.errors import Refused
from sevenfold.server.lobby.people.phrases import checked_phrase, new_phrase

ZERO = "abandon " * 11 + "about"


def test_a_phrase_is_the_same_however_it_is_typed() -> None:
    phrase = new_phrase()
    assert len(phrase.split()) == 12
    assert phrase != new_phrase()
    numbered = "\n".join(f"{number}. {word}" for number, word in enumerate(phrase.split(), start=1))
    for typed in (phrase, f"  {phrase.upper()} ", phrase.title().replace(" ", "  \t"), phrase.replace(" ", ", "), numbered):
        assert checked_phrase(typed) == phrase


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "A recovery phrase has 12 words; this one has 0."),
        ("abandon about", "A recovery phrase has 12 words; this one has 2."),
        (f"{ZERO} zoo", "A recovery phrase has 12 words; this one has 13."),
        (ZERO.replace("about", "abuot"), "Word 12, “abuot”, is not in the list of words for recovery phrases; perhaps “abo"),
        (f"שלום {ZERO}", "Word 1, “שלום”, is not in the list of words for recovery phrases."),
        ("🙂" * 100, f"Word 1, “{'🙂' * 24}…”, is not in the list of words for recovery phrases."),
        (ZERO.replace("about", "abandon"), "Each of the words may be in a recovery phrase, but these twelve are none: "),
    ],
)
def test_what_is_wrong_is_said(typed: str, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        checked_phrase(typed)
    assert refused.value.code == "bad_phrase"
    assert str(refused.value).startswith(sentence)
