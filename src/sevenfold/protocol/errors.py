"""`Refused`: the error of a request that is refused, with a code for programs and a sentence for people."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from sevenfold.errors import BadInput, BrokenGame, EndlessRule, SevenfoldError, fault

log = logging.getLogger(__name__)

Code = Literal[
    "unknown_game", "unknown_room", "unknown_page", "not_over", "over", "bad_message", "bad_option", "bad_bot", "bad_seat",
    "bad_name", "bad_moment", "bad_record", "bad_origin", "no_cookie", "not_host", "not_yours", "not_proven",
    "unknown_invitation", "unknown_device", "unknown_passkey", "unknown_phrase", "bad_passkey", "bad_phrase",
    "unknown_friend", "unknown_promise", "unknown_puzzle", "used", "full", "not_now", "too_large", "too_many", "internal",
    "broken_game", "storage", "closing", "illegal", "not_your_turn", "stale", "out_of_time", "not_certain", "not_said",
]  # fmt: skip
STATUS: dict[Code, int] = {  # of an HTTP answer; the codes that are missing occur on WebSockets only
    "unknown_game": 404,
    "unknown_room": 404,
    "unknown_page": 404,
    "unknown_invitation": 404,
    "unknown_device": 404,
    "unknown_passkey": 404,
    "unknown_phrase": 404,
    "unknown_friend": 404,
    "unknown_promise": 404,
    "unknown_puzzle": 404,
    "used": 409,
    "full": 409,
    "not_now": 409,
    "not_over": 409,
    "over": 409,
    "bad_message": 422,
    "bad_option": 422,
    "bad_bot": 422,
    "bad_seat": 422,
    "bad_name": 422,
    "bad_passkey": 422,
    "bad_phrase": 422,
    "bad_moment": 422,
    "bad_record": 422,
    "illegal": 422,
    "bad_origin": 403,
    "no_cookie": 403,
    "not_host": 403,
    "not_yours": 403,
    "not_proven": 403,
    "too_large": 413,
    "too_many": 429,
    "internal": 500,
    "broken_game": 500,
    "storage": 503,
    "closing": 503,
}


class Refused(SevenfoldError):
    """A request or a message is refused."""

    def __init__(self, code: Code, sentence: str, rule: str = "", seconds: float = 0) -> None:
        """Refuse something.

        Args:
            code: The reason, for programs.
            sentence: The reason, for people.
            rule: The id of the rule that forbids a move.
            seconds: After how many seconds it may be tried again; 0 if that is unknown.
        """
        super().__init__(sentence)
        self.code: Code = code
        self.rule = rule
        self.seconds = seconds


@contextmanager
def refusing(code: Code) -> Iterator[None]:
    """Inside the block, turn BadInput into a refusal with this code, and BrokenGame into one of a broken game."""
    try:
        yield
    except BrokenGame as error:
        raise Refused("broken_game", str(error)) from error
    except BadInput as error:
        raise Refused(code, str(error)) from error


@contextmanager
def blaming(game: str) -> Iterator[None]:
    """Inside the block, log every exception and turn it into a refusal that blames the game."""
    try:
        yield
    except Refused:
        raise
    except EndlessRule as error:
        raise Refused("broken_game", f"The game {game} has a fault of its own: {fault(error)}.") from error
    except BrokenGame as error:
        raise Refused("broken_game", str(error)) from error
    except (Exception, SystemExit) as error:
        log.exception("the game %s failed", game)
        raise Refused("broken_game", f"The game {game} has a fault of its own: {fault(error)}.") from error
