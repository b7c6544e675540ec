"""What a person's name may be made of, and how people of one name are told apart."""

from __future__ import annotations

import pytest

from sevenfold.errors import BadInput
from sevenfold.player_names import LONGEST, clean_name, clusters, distinct_names, initials, name_key

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
EMPTY = ("", " ", "\u200b", "\u3164", "\u2800\u2800", "\u200d\u200c", "\u0301", "\x00", "\ud800", "\ufe0f")
HINDI, PERSIAN = "\u0915\u094d\u0937\u0924\u094d\u0930\u093f\u092f", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"


@pytest.mark.parametrize(
    "name",
    [
        "Kim", "Zo\xeb", "O'Neil-Smith", FAMILY, f"{FAMILY} Meier", "\U0001f1e9\U0001f1ea Kim", "\U0001f44d\U0001f3fd", ENGLAND,
        "\U0001f3f4\u200d\u2620\ufe0f", "\u2764\ufe0f\u200d\U0001f525", "1\ufe0f\u20e3", HINDI, PERSIAN,
        "\u0930\u094d\u200d\u092f", "x" * LONGEST, FAMILY * 8,
        "\u0e01\u0e47\u0e15", "\ud55c\uad6d", "\u845b\U000e0100", "\u05e9\u05b8\u05c1\u05dc\u05d5\u05b9\u05dd", "Nguy\u1ec5n",
    ],
)  # fmt: skip
def test_names_that_stay_as_they_are(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("e\u0301", "\xe9"), ("\u1112\u1161\u11ab", "\ud55c"), ("Kim\xa0\u3000B\u2003", "Kim B"), ("Ki\u200dm\u200c", "Kim"),
        ("\u202eKim\u2066", "Kim"), ("Kim\x00\x1b[31m", "Kim[31m"), ("Kim\u200b\u2060\ufeff", "Kim"), ("Kim\xad\u034f", "Kim"),
        ("\u0301Kim", "Kim"), ("Kim\ufe0f", "Kim"), ("Z\U000e0061\U000e007f", "Z"), ("\u3164Kim\uffa0", "Kim"),
        ("Ki\u180bm\u180d\u180f", "Kim"), ("Kim\U000e0100", "Kim"),
        ("Kim \U0001f468\u200d", "Kim \U0001f468"), ("Kim\ue000\U0010ffff\ufffc", "Kim"),
        *[(empty, "") for empty in EMPTY],
    ],
)  # fmt: skip
def test_what_hides_or_deceives_is_left_out(name: str, kept: str) -> None:
    assert clean_name(name) == kept
    assert clean_name(kept) == kept


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("x" * 25, "at most 24 characters"), (FAMILY * 9, "200 bytes"), ("x" * 10**6, "at most 24"),
        ("K" + "\u0301" * 9, "marks"), ("K" + "\u0301" * 99, "marks"),
        *[(name, "called You") for name in ("Y0u", "\u03a5ou", "\u028fou", "\ua4ec\ua4f3\ua4f4")],
        *[(name, "called You") for name in ("you", " YOU ", "\uff39\uff2f\uff35", "Y\u043eu", "yo\u200bu")],
    ],
)  # fmt: skip
def test_names_that_nobody_may_have(name: str, why: str) -> None:
    with pytest.raises(BadInput, match=why):
        clean_name(name)


def test_people_of_one_name_are_told_apart() -> None:
    assert distinct_names(["Kim", "kim", "Lou", "Kim (2)"], []) == ["Kim", "kim (2)", "Lou", "Kim (2) (2)"]
    assert distinct_names(["Bo", "\u041aim", "Kim"], ["Bo", "You"]) == ["Bo (2)", "\u041aim", "Kim (2)"]
    assert name_key("Kim") != name_key("Tim")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ali", "AIi"), ("Ali", "A1i"), ("Lou", "L0u"), ("Kim", "K\u0131m"), ("Hans", "\u0397ans"), ("Nick", "\u039dick"),
        ("Yan", "\u03a5an"), ("Mia", "\u039cia"), ("Zoe", "\u0396oe"), ("Bob", "B\u0585b"), ("Greg", "Gre\u0261"),
        ("O'Neil", "O\u2019Neil"), ("Anne-Marie", "Anne\u2011Marie"), ("\u845b", "\u845b\U000e0100"), ("Kim", "\uff2bim"),
        ("Zo\xeb", "Zoe\u0308"), ("Stra\xdfe", "STRASSE"), ("ANN", "\u13aaNN"), ("ANN", "\uab7aNN"), ("Lola", "\ua4e1ola"),
        ("Kim", "\u1d0b\u026a\u1d0d"), ("Sam", "\ua731am"), ("\u4e8c\u53e3", "\u30cb\u30ed"),
    ],
)  # fmt: skip
def test_what_looks_alike_is_one_name(one: str, other: str) -> None:
    assert distinct_names([one, other], []) == [one, f"{other} (2)"]


def test_characters_are_what_people_see() -> None:
    assert clusters(f"{FAMILY}\U0001f1e9\U0001f1ea{HINDI}") == [
        FAMILY,
        "\U0001f1e9\U0001f1ea",
        "\u0915\u094d\u0937",
        "\u0924\u094d\u0930\u093f",
        "\u092f",
    ]
    names = ["Ada", "anna lena Maier", "", f"\u2068{FAMILY}s x\u2069"]
    assert [initials(name) for name in names] == ["A", "AL", "?", f"{FAMILY}X"]
