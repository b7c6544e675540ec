"""What people's names and lines of chat may be made of, and how people of one name are told apart: one scheme for all."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import Final

from .errors import BadInput

LONGEST: Final = 24  # characters as people see them: a family of four is one
MOST_BYTES: Final = 200  # of UTF-8
MOST_MARKS = 4  # accents, points and vowel signs in a row
LONGEST_LINE: Final = 280  # of chat, in characters as people see them
MOST_LINE_BYTES: Final = 2000
_JOINER, _NON_JOINER, _FLAG, _TAG_END = "\u200d", "\u200c", "\U0001f3f4", "\U000e007f"
# Scripts in which a sign of width zero decides how the letters beside it are joined.
_JOINING = (
    "ARABIC", "SYRIAC", "NKO", "MANDAIC", "MONGOLIAN", "DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI", "ORIYA", "TAMIL",
    "TELUGU", "KANNADA", "MALAYALAM", "SINHALA", "TIBETAN", "MYANMAR", "KHMER", "BALINESE", "JAVANESE",
)  # fmt: skip
# Letters, marks and signs by their categories that render as nothing or as an empty place.
_EMPTY = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc\U0001d159\U00016fe4")
# What looks like a small Latin letter, or whose capital looks like its capital, in one font or another.
_ALIKE = str.maketrans(
    {
        other: letter
        for letter, others in {
            "a": "аαɑ", "b": "вβ", "c": "с", "d": "ԁ", "e": "еε", "g": "ɡ", "h": "һнηհ", "i": "іιıɩɪӏl1|", "j": "ј", "k": "кκ",
            "m": "м", "n": "ո", "o": "оοօᴏ0", "p": "рρ", "q": "ԛ", "s": "ѕ", "t": "тτ", "u": "υսᴜ", "v": "νѵ", "w": "ԝ",
            "x": "хχ", "y": "уүʏ", "'": "\u2019\u2018\u02bc`", "-": "\u2010\u2012\u2013\u2014\u2212",
        }.items()
        for other in others
    }
)  # fmt: skip
_CAPITALS_ALIKE = str.maketrans("ΖΗΜΝΥ", "zhmny")  # of which the small letters look otherwise
_LETTERS_ALIKE = (
    str.maketrans("ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ", "abcdefghijklmnoprstuvwxyz")  # of Lisu
    | str.maketrans("ᎪᏴᏟᎠᎬᏀᎻᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᏃ", "abcdeghjklmprstvwz")  # of Cherokee
    | str.maketrans("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴘʀꜱᴛᴠᴡᴢ", "abcdefghijklmnprstvwz")  # small capitals
    | str.maketrans("ロニエカタトハー", "口二工力夕卜八一")  # katakana and Han
)


def clean_name(wanted: str) -> str:
    """A name as it is kept: without what hides, deceives or stands for nothing, and with single spaces.

    Args:
        wanted: The name as it was typed.

    Returns:
        The name; empty if nothing in it can be seen.

    Raises:
        BadInput: If it is too long, or nobody may be called so.
    """
    if len(wanted.encode(errors="replace")) > 5 * MOST_BYTES:
        raise BadInput(_too_long())
    name = _cleaned(wanted)
    if not any(unicodedata.category(c)[0] in "LNPS" for c in name):
        return ""
    if len(clusters(name)) > LONGEST or len(name.encode()) > MOST_BYTES:
        raise BadInput(_too_long())
    if _most_marks(name) > MOST_MARKS:
        raise BadInput(f"A name has at most {MOST_MARKS} marks at one letter; choose one that can be read.")
    if name_key(name) == name_key("You"):
        raise BadInput("Everybody is called You at their own table; choose another name.")
    return name


def clean_line(wanted: str) -> str:
    """A line of chat as it is kept: without what hides, reverses the text around it or stands for nothing, on one line.

    Args:
        wanted: The line as it was typed.

    Returns:
        The line; empty if nothing in it can be seen.

    Raises:
        BadInput: If it is too long, or nobody could read it.
    """
    if len(wanted.encode(errors="replace")) > 2 * MOST_LINE_BYTES:
        raise BadInput(_too_long_a_line(len(wanted)))
    line = _cleaned(wanted)
    if not any(unicodedata.category(c)[0] in "LNPS" for c in line):
        return ""
    if (length := len(clusters(line))) > LONGEST_LINE or len(line.encode()) > MOST_LINE_BYTES:
        raise BadInput(_too_long_a_line(length))
    if _most_marks(line) > MOST_MARKS:
        raise BadInput(f"A line has at most {MOST_MARKS} marks at one letter, so that it can be read.")
    return line


def clusters(text: str) -> list[str]:
    """The characters of a text as people see them: a letter with its marks, a flag, a family."""
    from wcwidth import iter_graphemes  # imported here because most commands show no names

    return list(iter_graphemes(text))


def initials(name: str) -> str:
    """The first characters of the first two words of a name."""
    plain = "".join(c for c in name if not "\u2066" <= c <= "\u2069")  # signs of direction around it
    return "".join(clusters(word)[0] for word in plain.split()[:2]).upper() or "?"


@lru_cache(4096)
def name_key(name: str) -> str:
    """What is equal for names that people take for one: of the same letters, or of others that look like them."""
    folded = unicodedata.normalize("NFKC", name).translate(_CAPITALS_ALIKE).casefold()
    folded = folded.translate(_LETTERS_ALIKE).translate(_ALIKE)
    return "".join(c for c in folded if unicodedata.category(c) != "Cf" and not _chooses_form(c))


def distinct_names(names: Sequence[str], taken: Collection[str]) -> list[str]:
    """People's names, with a number where one is equal to an earlier one or to one that is taken: "Kim", "Kim (2)"."""
    known, told = {name_key(name) for name in taken}, []
    for name in names:
        number, own = 1, name
        while name_key(own) in known:
            number += 1
            own = f"{name} ({number})"
        known.add(name_key(own))
        told.append(own)
    return told


def _cleaned(wanted: str) -> str:
    """What can be seen of a text, with single spaces."""
    spaced = "".join(" " if c.isspace() else c for c in unicodedata.normalize("NFC", wanted))
    return unicodedata.normalize("NFC", " ".join("".join(_kept(spaced)).split()))


def _kept(text: str) -> Iterator[str]:
    """The characters that belong to a name."""
    before = " "
    for i, c in enumerate(text):
        after = text[i + 1] if i + 1 < len(text) else " "
        is_tag = "\U000e0020" <= c <= "\U000e007f" and _ends_flag(text, i)
        if is_tag or (_is_shown(c) and _is_at_its_place(c, before)) or _joins(c, before, after):
            yield c
            before = c


def _ends_flag(text: str, at: int) -> bool:
    """Whether a tag belongs to a flag: a black flag, tags that name a region, and their end."""
    begin = text.rfind(_FLAG, 0, at)
    end = text.find(_TAG_END, at)
    return begin >= 0 and end >= 0 and all("\U000e0020" <= c <= _TAG_END for c in text[begin + 1 : end])


def _is_shown(c: str) -> bool:
    """Whether a character is visible, a mark on another, or a space. (Others hide, or reverse the text around them.)"""
    return c not in _EMPTY and (c == " " or unicodedata.category(c)[0] in "LMNPS")


def _is_at_its_place(c: str, before: str) -> bool:
    """Whether a mark has something to stand on: an accent a letter, a choice between two pictures such a picture."""
    if "\ufe00" <= c <= "\ufe0f":
        return unicodedata.category(before)[0] == "S" or (c in "\ufe0e\ufe0f" and before in "#*0123456789")
    if "\U000e0100" <= c <= "\U000e01ef":
        return unicodedata.name(before, "").startswith("CJK")
    if _chooses_form(c):
        return unicodedata.name(before, "").startswith("MONGOLIAN")
    return unicodedata.category(c)[0] != "M" or before != " "


def _chooses_form(c: str) -> bool:
    """Whether a mark has no width, and only chooses between the forms of what stands before it."""
    return "\ufe00" <= c <= "\ufe0f" or "\U000e0100" <= c <= "\U000e01ef" or c in "\u180b\u180c\u180d\u180f"


def _joins(c: str, before: str, after: str) -> bool:
    """Whether a sign of width zero joins or parts what stands beside it: letters of some scripts, or parts of an emoji."""
    if c not in (_JOINER, _NON_JOINER):
        return False
    if c == _JOINER and unicodedata.category(after) == "So":
        return unicodedata.category(before) in ("So", "Sk") or before == "\ufe0f"
    return unicodedata.name(before, "").startswith(_JOINING) and unicodedata.name(after, "").startswith(_JOINING)


def _most_marks(name: str) -> int:
    most = marks = 0
    for c in unicodedata.normalize("NFD", name):
        marks = marks + 1 if unicodedata.category(c) in ("Mn", "Me") and not "\ufe00" <= c <= "\ufe0f" else 0
        most = max(most, marks)
    return most


def _too_long() -> str:
    return f"A name has at most {LONGEST} characters (and {MOST_BYTES} bytes, of which some characters take many)."


def _too_long_a_line(length: int) -> str:
    return f"A line has at most {LONGEST_LINE} characters (and {MOST_LINE_BYTES:,} bytes); this one has {length:,} characters."
