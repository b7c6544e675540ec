"""The published schema of everything that is sent: `python -m sevenfold.protocol.schema` writes it to its file.

The types of the page are generated from that file (`npm run types`).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import JsonSchemaMode

from sevenfold.view.description import View

from . import (
    AccountInfo,
    Again,
    BlockWish,
    Branch,
    ClientMessage,
    Code,
    Daily,
    DailyResults,
    DeviceLink,
    DeviceLogIn,
    DeviceOwner,
    FriendCall,
    FriendLink,
    FriendOffer,
    Friends,
    FriendState,
    FriendWish,
    GameRecord,
    GameReview,
    Games,
    GoingOn,
    HomeNews,
    InvitationInfo,
    Joining,
    LessonInfo,
    Link,
    Me,
    NetworkInfo,
    NetworkWish,
    NewInvitation,
    NewName,
    NewPasskey,
    NewPerson,
    NewRoom,
    NewSubscription,
    PageAt,
    PasskeyChallenge,
    PasskeyLogIn,
    PasskeyName,
    PasskeySignature,
    PersonWish,
    PhraseLogIn,
    PhraseProof,
    Played,
    Promise,
    PublicWish,
    PushInfo,
    PuzzleAnswer,
    PuzzleInfo,
    Puzzles,
    PuzzleTry,
    RecoveryPhrase,
    Refusal,
    Replay,
    Report,
    RoomFriends,
    RoomInfo,
    RoomMade,
    Rooms,
    RulePage,
    ServerMessage,
    Sitting,
    Statistics,
)  # fmt: skip

FILE = Path(__file__).parents[3] / "web" / "schema" / "protocol.schema.json"  # in the repository; not in the package
RECEIVED: dict[str, type] = {
    "branch": Branch,
    "client": ClientMessage,
    "new_name": NewName,
    "new_room": NewRoom,
    "new_invitation": NewInvitation,
    "joining": Joining,
    "sitting": Sitting,
    "public_wish": PublicWish,
    "friend_wish": FriendWish,
    "friend_call": FriendCall,
    "block_wish": BlockWish,
    "again": Again,
    "code": Code,
    "device_log_in": DeviceLogIn,
    "device_owner": DeviceOwner,
    "phrase_log_in": PhraseLogIn,
    "passkey_log_in": PasskeyLogIn,
    "phrase_proof": PhraseProof,
    "passkey_signature": PasskeySignature,
    "new_passkey": NewPasskey,
    "passkey_name": PasskeyName,
    "person_wish": PersonWish,
    "page_at": PageAt,
    "network_wish": NetworkWish,
    "new_subscription": NewSubscription,
    "puzzle_try": PuzzleTry,
}
SENT: dict[str, type] = {
    "server": ServerMessage,
    "view": View,
    "games": Games,
    "rules": RulePage,
    "lesson": LessonInfo,
    "me": Me,
    "new_person": NewPerson,
    "link": Link,
    "device_link": DeviceLink,
    "account": AccountInfo,
    "recovery_phrase": RecoveryPhrase,
    "passkey_challenge": PasskeyChallenge,
    "network": NetworkInfo,
    "push": PushInfo,
    "invitation": InvitationInfo,
    "news": HomeNews,
    "friends": Friends,
    "friend_state": FriendState,
    "friend_link": FriendLink,
    "friend_offer": FriendOffer,
    "room_friends": RoomFriends,
    "played": Played,
    "rooms": Rooms,
    "promise": Promise,
    "daily": Daily,
    "daily_results": DailyResults,
    "puzzles": Puzzles,
    "puzzle": PuzzleInfo,
    "puzzle_answer": PuzzleAnswer,
    "going_on": GoingOn,
    "room": RoomInfo,
    "room_made": RoomMade,
    "record": GameRecord,
    "replay": Replay,
    "review": GameReview,
    "report": Report,
    "statistics": Statistics,
    "refusal": Refusal,
}
Schema = dict[str, Any]


def schema() -> Schema:
    """The JSON Schema of everything that the server receives and sends."""
    received, asked = _described(RECEIVED, "validation")
    sent, told = _described(SENT, "serialization")
    for described in told.values():
        if "properties" in described:
            described |= {"required": list(described["properties"]), "additionalProperties": False}
    properties = received | sent
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Protocol",
        "description": "Everything that goes over the wire.",
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
        "$defs": asked | told,
    }


def _described(types: dict[str, type], mode: JsonSchemaMode) -> tuple[Schema, dict[str, Schema]]:
    """The schemas of types, as references into definitions, and the definitions."""
    found, rest = TypeAdapter.json_schemas([(name, mode, TypeAdapter(kind)) for name, kind in types.items()])
    definitions: dict[str, Schema] = rest["$defs"]
    for described in definitions.values():
        if "properties" in described:
            described["properties"] = {name: _plain(value) for name, value in described["properties"].items()}
    return {name: found[name, mode] for name in types}, definitions


def _plain(value: dict[str, Any]) -> dict[str, Any]:
    """The schema of a field without title and default; a title would become a separate type in TypeScript."""
    return {key: part for key, part in value.items() if key not in ("title", "default")}


def text() -> str:
    """The content of the schema file."""
    return json.dumps(schema(), indent=2) + "\n"


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(text())
