"""Types and base classes shared by all models."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr

Value = StrictBool | StrictInt | StrictStr
Readiness = Literal["cold", "compiling", "ready"]
Status = Literal["waiting", "open", "over", "given up"]
Tempo = Literal["live", "turns"]
Hands = Literal["closed", "open", "seen"]
Verdict = Literal["yes", "no", "unknown"]  # whether a game can be won; unknown: the solver ran out of time
Reaction = Literal["thumbs_up", "clap", "laugh", "wow", "sad", "hurry"]
Text = Annotated[str, Field(max_length=200)]
Short = Annotated[str, Field(max_length=100)]
TypedName = Annotated[str, Field(max_length=1000)]  # a person's; its length is judged as people see it
Digest = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]  # 32 bytes, in hexadecimal digits

Seat = Annotated[int, Field(ge=0, le=100)]


class Model(BaseModel):
    """Something that the server sends, with exactly its fields."""

    model_config = ConfigDict(extra="forbid")


class Message(BaseModel):
    """A client's message."""

    model_config = ConfigDict(extra="forbid", strict=True)
