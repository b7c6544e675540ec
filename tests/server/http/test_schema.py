"""The published schema."""

from __future__ import annotations

import random

import pytest
from pydantic import TypeAdapter

import sevenfold
from sevenfold.kernel.compiler.decorators import INTERPRETED
from sevenfold.protocol import schema
from sevenfold.view.description import View


def test_the_file_is_current() -> None:
    assert schema.FILE.read_text() == schema.text(), "run: python -m sevenfold.protocol.schema, then npm run types in web/"


SENT = {"ViewMessage", "LobbyMessage", "StatusMessage", "ErrorMessage", "GoneMessage", "ReactionMessage", "SaidMessage"}
SENT |= {"PointedMessage", "ChatLinesMessage", "MutedMessage"}


def test_every_field_is_always_sent() -> None:
    made = schema.schema()
    asked = {"NewRoom", "NewName", "SeatWish", "ClockInfo", "Again", "Code", "Joining", "NewInvitation", "PageAt", "PuzzleTry"}
    asked |= {"DeviceLogIn", "PhraseLogIn", "PasskeyLogIn", "NewPasskey", "PersonWish", "NewSubscription"}
    asked |= {"FriendCall", "BlockWish", "Sitting", "PasskeySignature"}
    asked |= {name for name in made["$defs"] if name.endswith("Message") and name not in SENT}
    assert asked < set(made["$defs"])
    for name, described in made["$defs"].items():
        if "properties" in described:
            assert described["additionalProperties"] is False
            assert name in asked or set(described["required"]) == set(described["properties"])


@pytest.mark.skipif(INTERPRETED, reason="interpreted rules count in NumPy's numbers, which the server makes plain")
@pytest.mark.parametrize("game", sevenfold.game_names())
def test_views_hold_what_the_schema_says(game: str) -> None:
    """What is sent is plain: nothing of NumPy, and names rather than numbers."""
    adapter = TypeAdapter(View)
    state = sevenfold.load(game).start(7)
    chooser = random.Random(7)
    while not state.is_over and len(state.actions) < 120:
        state.play(chooser.choice(list(state.legal_actions())))
        for seat in (None, 0):
            adapter.dump_json(state.view(seat), warnings="error")
