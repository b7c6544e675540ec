"""What the server refuses, and how it says so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sevenfold.errors import BadInput, SevenfoldError

STATUS = {  # of an HTTP answer, by code; docs/protocol.md
    "unknown_game": 404,
    "unknown_table": 404,
    "unknown_page": 404,
    "not_over": 409,
    "over": 409,
    "bad_message": 422,
    "bad_option": 422,
    "bad_bot": 422,
    "bad_seat": 422,
    "bad_origin": 403,
    "too_large": 413,
    "internal": 500,
    "storage": 503,
    "closing": 503,
}


class Refused(SevenfoldError):
    """A request or a message that is refused: its code, and a sentence for people."""

    def __init__(self, code: str, sentence: str, rule: str = "") -> None:
        super().__init__(sentence)
        self.code = code
        self.rule = rule  # of the game, that forbids a move


@contextmanager
def refusing(code: str) -> Iterator[None]:
    """Within it, bad input is refused with this code."""
    try:
        yield
    except BadInput as error:
        raise Refused(code, str(error)) from error
