"""Parse the client's messages and encode the server's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from pydantic import BaseModel, ValidationError

from sevenfold.errors import in_plain_words, shortened
from sevenfold.protocol.errors import Refused
from sevenfold.session.hint import Hint
from sevenfold.view.description import Move, View

from . import (
    AnyClientMessage,
    AnyServerMessage,
    BeatAnswer,
    CanWinAnswer,
    ClaimedMessage,
    ClientMessage,
    DesignAnswer,
    ErrorMessage,
    ForcedMove,
    GoneMessage,
    HintAnswer,
    Model,
    MoveMessage,
    Problem,
    Refusal,
    ReplayStep,
    ServerMessage,
    StatusMessage,
    Verdict,
    WhyAnswer,
)

LONGEST = 16_384  # characters of a message
HOW = 'Send {"type": "move", "number": N, "actions": [a, …]} or "text" for "actions", or {"type": "why", "text": "…"}.'


def parse(text: str | None) -> AnyClientMessage:
    """Parse a client's message; Refused, with a sentence on what is wrong, if it is not valid."""
    if text is None:
        raise Refused("bad_message", f"A message is text, not bytes. {HOW}")
    if len(text) > LONGEST:
        raise Refused("bad_message", f"A message has at most {LONGEST:,} characters, not {len(text):,}. {HOW}")
    try:
        message = ClientMessage.model_validate_json(text).root
    except ValidationError as error:
        (kind, *_) = error.errors(include_url=False, include_input=False)[0]["loc"] or ("",)
        how = f" {HOW}" if kind in ("", "move", "why") else ""  # of no help to who sends something else
        raise Refused("bad_message", what_is_wrong(error) + how) from error
    if isinstance(message, MoveMessage) and bool(message.actions) == bool(message.text):
        raise Refused("bad_message", f"A move has either actions or a text. {HOW}")
    return message


def what_is_wrong(error: ValidationError) -> str:
    """The first validation error, as a sentence."""
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"] if part not in ("body", "move", "why"))
    wrong = in_plain_words(first["msg"])
    return f"{shortened(where)}: {wrong}." if where else f"This is no message: {wrong}."


def _in_plain_types(value: Any) -> Any:
    """Convert what the encoder does not know: models, and NumPy numbers, which interpreted rules leave in events."""
    return vars(value) if isinstance(value, BaseModel) else int(value)


def parse_server_message(text: str | bytes) -> AnyServerMessage | None:
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


_ENCODER = msgspec.json.Encoder(enc_hook=_in_plain_types)  # four times as fast as pydantic for a view


def written(value: Model | View) -> str:
    """Encode a model or a view as JSON."""
    return _ENCODER.encode(value).decode()


def view_message(view: str, room: str) -> str:
    """A ViewMessage from its encoded parts: many readers share a view, but each gets their own room."""
    return f'{{"type":"view","view":{view},"room":{room}}}'


def error_message(error: Refused) -> str:
    """The message for a refusal."""
    return written(ErrorMessage(code=error.code, message=str(error), rule=error.rule))


def refusal(error: Refused) -> Refusal:
    """The answer to a request that is refused."""
    return Refusal(error=Problem(code=error.code, message=str(error)))


def status_message(text: str) -> str:
    """The message that says what people are waiting for."""
    return written(StatusMessage(text=text))


def why_message(text: str, rule: str, sentence: str) -> str:
    """The answer to a WhyMessage."""
    return written(WhyAnswer(text=text, rule=rule, sentence=sentence))


def hint_message(number: int, hint: Hint) -> str:
    """The answer to a HintMessage."""
    move = hint.move
    return written(
        HintAnswer(
            number=number, text=move.text, label=move.label, actions=move.actions, sentence=hint.sentence, figure=hint.figure,
            expected=hint.expected,
        )
    )  # fmt: skip


def can_win_message(number: int, answer: Verdict, sentence: str) -> str:
    """The answer to a CanWinMessage."""
    return written(CanWinAnswer(number=number, answer=answer, sentence=sentence))


def design_message(number: int, seat: int | None, moves: Sequence[Move], moments: Sequence[tuple[int, str]]) -> str:
    """The answer to a DesignMessage; `moments` are action counts with what happened before each."""
    may = [ForcedMove(text=move.text, label=move.label, actions=move.actions) for move in moves]
    return written(
        DesignAnswer(number=number, seat=seat, moves=may, moments=[ReplayStep(made=made, text=text) for made, text in moments])
    )


def claimed_message(
    seat: int, start: int, made: int, cards: Sequence[str], sentence: str, *, settled: bool, claims: bool, concedes: bool
) -> str:
    """The message that somebody has claimed the rest of the deal; the arguments are the fields of ClaimedMessage."""
    message = ClaimedMessage(
        seat=seat, start=start, made=made, settled=settled, claims=claims, concedes=concedes, cards=list(cards),
        sentence=sentence,
    )  # fmt: skip
    return written(message)


GONE = written(GoneMessage())
BEAT = written(BeatAnswer())
