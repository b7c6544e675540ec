"""Cards that are chosen together, in any order, and sent as one move."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from helpers.guests.example_games import EXAMPLES, installed
from helpers.table_server import RANDOM, Player, running

YOU = {"kind": "you"}


@pytest.fixture
def player(tmp_path: Path) -> Iterator[Player]:
    """Somebody at a table of Hearts where it is their turn to choose three cards to pass."""
    with installed(tmp_path, EXAMPLES / "hearts"), running(tmp_path / "table.db") as server:
        room = server.new_room("hearts", seats=[YOU, RANDOM, RANDOM, RANDOM], pace="instant")
        with server.play(room) as player:
            player.my_turn()
            yield player


def actions(view: dict[str, Any], *moves: int) -> list[int]:
    """The actions of some of the moves."""
    return [action for at in moves for action in view["moves"][at]["actions"]]


def test_three_cards_are_passed_at_once(player: Player) -> None:
    """In any order; not a card twice, one too many, one of somebody else's, or one that the pack does not have."""
    view = player.last
    assert view["together"] == 3
    for wrong in (actions(view, 5, 5), actions(view, 0, 1, 2, 3), [*actions(view, 0), foreign(view)], [*actions(view, 0), 61]):
        assert player.refused(type="move", number=player.number, actions=wrong) == "illegal"
        assert player.last["made"] == view["made"]
    mine = {view["moves"][at]["text"].split()[-1] for at in (7, 0, 3)}
    player.send({"type": "move", "number": player.number, "actions": actions(view, 7, 0, 3)})
    after = player.view_when(lambda now: now["made"] >= view["made"] + 3)
    zone = next((zone for zone in after["zones"] if zone["id"] == f"passing-{view['seat']}"), None)
    if zone:  # somebody has yet to choose
        assert {face["code"] for face in zone["faces"]} == mine
    hand = next(zone for zone in after["zones"] if zone["id"] == f"hand-{view['seat']}")
    assert not mine & {face["code"] for face in hand["faces"]}


def test_one_by_one_and_in_words(player: Player) -> None:
    view = player.last
    player.send({"type": "move", "number": player.number, "actions": actions(view, 4)})
    view = player.view_when(lambda now: now["made"] == view["made"] + 1)
    assert view["together"] == 2
    texts = [view["moves"][at]["text"] for at in (6, 1)]
    player.send({"type": "move", "number": player.number, "text": ", ".join(texts)})
    assert player.view_when(lambda now: now["made"] >= view["made"] + 2)["together"] == 1


def foreign(view: dict[str, Any]) -> int:
    """A card that the viewer does not hold."""
    return next(card for card in range(52) if card not in actions(view, *range(len(view["moves"]))))
