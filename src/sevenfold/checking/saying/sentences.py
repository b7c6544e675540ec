"""How sentences, labels and other short texts must look."""

from __future__ import annotations

import re

LONGEST = {"sentence": 300, "label": 90, "line": 60}  # in characters; longer ones break the layout of page and terminal
FAULTS = (
    (re.compile(r"[{}]"), "contains a brace, so a field was not put in"),
    (re.compile(r"\[[^\]]*\]|\[|\]"), "contains a bracket, so the form of a verb was not chosen"),
    (
        re.compile(r"\bNone\b(?! of\b)|\bnan\b|<[\w.]+ object"),
        "contains a value that is not for people (None, nan or an object)",
    ),
    (re.compile(r"\S {2,}\S"), "has two spaces in a row"),
    (re.compile(r"^\s|\s$"), "begins or ends with a space"),
    (re.compile(r" [.,;:?!](?!\w)"), "has a space before a stop"),
)


def fault_of(text: str) -> str:
    """What is wrong with any text that people read; empty if nothing is."""
    return next((said for pattern, said in FAULTS if pattern.search(text)), "")


def fault_of_sentence(text: str) -> str:
    """What is wrong with a sentence; empty if nothing is."""
    if not text.strip():
        return "is empty"
    if found := fault_of(text):
        return found
    first = text.lstrip("“\"'(‘")[:1]
    if first.isalpha() and first.lower() == first and first.upper() != first:
        return "does not begin with a capital letter"
    if not text.rstrip("”\"')’").endswith((".", "?", "!", "…")):
        return "does not end with a full stop"
    return ""


def fault_of_label(text: str) -> str:
    """What is wrong with a label, which is no whole sentence; empty if nothing is."""
    return fault_of(text) if text.strip() else "is empty"


def is_long(text: str, kind: str) -> bool:
    """Whether a text is longer than page and terminal can show well."""
    return len(text) > LONGEST[kind]
