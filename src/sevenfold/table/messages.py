"""The messages of a table's WebSocket (docs/protocol.md)."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from sevenfold.view.description import View

from .refusal import Refused
from .storage import Kept

LONGEST = 16_384  # characters of a message
Text = Annotated[str, Field(max_length=200)]


class Message(BaseModel):
    """What a client sends."""

    model_config = ConfigDict(extra="forbid", strict=True)


class MoveMessage(Message):
    """A move, by its actions or its text; `made` is that of the view it answers."""

    type: Literal["move"]
    made: int
    actions: Annotated[list[int], Field(max_length=64)] = []
    text: Text = ""


class WhyMessage(Message):
    """Why may this not be played?"""

    type: Literal["why"]
    text: Text


_message: TypeAdapter[MoveMessage | WhyMessage] = TypeAdapter(Annotated[MoveMessage | WhyMessage, Field(discriminator="type")])
_view: TypeAdapter[View] = TypeAdapter(View)
HOW = 'Send {"type": "move", "made": N, "actions": [a, …]} or "text" for "actions", or {"type": "why", "text": "…"}.'


def parse(text: str | None) -> MoveMessage | WhyMessage:
    """A client's message; Refused says what is wrong with it and what there is."""
    if text is None:
        raise Refused("bad_message", f"A message is text, not bytes. {HOW}")
    if len(text) > LONGEST:
        raise Refused("bad_message", f"A message has at most {LONGEST:,} characters, not {len(text):,}. {HOW}")
    try:
        message = _message.validate_json(text)
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


# -- what the server sends --------------------------------------------------------------------------------------------


def table_info(kept: Kept, name: str) -> dict[str, Any]:
    """TableInfo: a table as lists of tables show it; `name` is the game's."""
    return {
        "id": kept.id,
        "game": kept.game,
        "name": name,
        "options": kept.options,
        "seat": kept.seat,
        "bots": kept.bots,
        "made": kept.made,
        "status": kept.status,
        "your_turn": kept.your_turn,
        "score": kept.score,
        "updated": kept.updated,
    }


def view_json(view: View) -> str:
    """A view as its schema has it. Rules that run interpreted count in NumPy's numbers."""
    return _view.dump_json(view, fallback=int, warnings=False).decode()


def view_message(view: View, info: dict[str, Any]) -> str:
    """A view of a table."""
    return f'{{"type":"view","view":{view_json(view)},"table":{json.dumps(info)}}}'


def status_message(text: str) -> str:
    """What people wait for."""
    return json.dumps({"type": "status", "text": text})


def error_message(error: Refused) -> str:
    """What was refused."""
    rule = {"rule": error.rule} if error.rule else {}
    return json.dumps({"type": "error", "code": error.code, "message": str(error), **rule})


def why_message(text: str, rule: str, sentence: str) -> str:
    """The answer to a question why."""
    return json.dumps({"type": "why", "text": text, "rule": rule, "sentence": sentence})


GONE = json.dumps({"type": "gone"})
