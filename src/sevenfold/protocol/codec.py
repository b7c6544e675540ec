"""Reading a client's messages, and writing the server's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from pydantic import BaseModel, ValidationError

from sevenfold.protocol.errors import Refused
from sevenfold.view.description import Move, View

from . import (
    Asking,
    CanWinAnswer,
    ClaimedMessage,
    ClientMessage,
    ErrorMessage,
    GoneMessage,
    HintAnswer,
    Model,
    MoveMessage,
    Problem,
    Refusal,
    Served,
    ServerMessage,
    StatusMessage,
    Verdict,
    WhyAnswer,
)

LONGEST = 16_384  # characters of a message
HOW = 'Send {"type": "move", "number": N, "actions": [a, …]} or "text" for "actions", or {"type": "why", "text": "…"}.'


def parse(text: str | None) -> Asking:
    """A client's message; Refused says what is wrong with it and what is allowed."""
    if text is None:
        raise Refused("bad_message", f"A message is text, not bytes. {HOW}")
    if len(text) > LONGEST:
        raise Refused("bad_message", f"A message has at most {LONGEST:,} characters, not {len(text):,}. {HOW}")
    try:
        message = ClientMessage.model_validate_json(text).root
    except ValidationError as error:
        raise Refused("bad_message", f"{what_is_wrong(error)} {HOW}") from error
    if isinstance(message, MoveMessage) and bool(message.actions) == bool(message.text):
        raise Refused("bad_message", f"A move has either actions or a text. {HOW}")
    return message


def what_is_wrong(error: ValidationError) -> str:
    """The first thing wrong, in a sentence."""
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"] if part not in ("body", "move", "why"))
    return f"{where}: {first['msg']}." if where else f"{first['msg']}."


def _in_plain_types(value: Any) -> Any:
    """What the encoder does not know: models, and NumPy's numbers, which interpreted rules leave in events."""
    return vars(value) if isinstance(value, BaseModel) else int(value)


def parse_served(text: str | bytes) -> Served | None:
    """A server's message, without fields that this version does not know; None for a type that it does not know.

    Raises:
        ValueError: It is no message of a server's, or of another version.
    """
    try:
        return ServerMessage.model_validate_json(text, extra="ignore").root
    except ValidationError as error:
        if any(problem["type"] == "union_tag_invalid" for problem in error.errors(include_url=False)):
            return None
        raise


_ENCODER = msgspec.json.Encoder(enc_hook=_in_plain_types)  # writes a view in a quarter of the time that pydantic takes


def written(told: Model | View) -> str:
    """Something as it is sent."""
    return _ENCODER.encode(told).decode()


def view_message(view: str, room: str) -> str:
    """A ViewMessage, of its parts as they are sent: many see the same view, and each their own room."""
    return f'{{"type":"view","view":{view},"room":{room}}}'


def error_message(error: Refused) -> str:
    """What was refused."""
    return written(ErrorMessage(code=error.code, message=str(error), rule=error.rule))


def refusal(error: Refused) -> Refusal:
    """The same, as the answer to a request."""
    return Refusal(error=Problem(code=error.code, message=str(error)))


def status_message(text: str) -> str:
    """What people are waiting for."""
    return written(StatusMessage(text=text))


def why_message(text: str, rule: str, sentence: str) -> str:
    """The answer to the question why."""
    return written(WhyAnswer(text=text, rule=rule, sentence=sentence))


def hint_message(number: int, move: Move, expected: str) -> str:
    """What a bot would do."""
    return written(HintAnswer(number=number, text=move.text, label=move.label, actions=move.actions, expected=expected))


def can_win_message(number: int, answer: Verdict, sentence: str) -> str:
    """Whether the game can still be won."""
    return written(CanWinAnswer(number=number, answer=answer, sentence=sentence))


def claimed_message(seat: int, made: int, cards: Sequence[str], sentence: str, *, settled: bool, concedes: bool) -> str:
    """Somebody has claimed the rest of the deal."""
    told = ClaimedMessage(seat=seat, made=made, settled=settled, concedes=concedes, cards=list(cards), sentence=sentence)
    return written(told)


GONE = written(GoneMessage())
