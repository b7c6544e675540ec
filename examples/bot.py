"""A bot of your own at somebody's table: it takes the seat of an invitation and plays any move that it may.

    python bot.py http://192.168.1.20:7777/#/join/CODE "My bot"

What is sent and received is told in docs/host/protocol.md. Replace `choose` to play better.
"""

from __future__ import annotations

import json
import random
import sys
import time
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect

Json = dict[str, Any]


def choose(view: Json) -> Json:
    """A move among those that the view offers. Here anything goes; `view` holds all that your seat may know."""
    return random.choice(view["moves"])


def join(link: str, name: str) -> tuple[str, str, str]:
    """Take the seat that an invitation offers: (the server's address, the room's id, the token that the seat belongs to)."""
    server, _, code = link.partition("/#/join/")
    token = answer(httpx.post(f"{server}/api/people"))["token"]
    headers = {"Authorization": f"Bearer {token}"}
    body = {"code": code, "name": name}
    room = answer(httpx.post(f"{server}/api/join", json=body, headers=headers, timeout=300))["room"]
    return server, room, token


def answer(response: httpx.Response) -> Json:
    """What the server answers; if it refuses, its sentence says why."""
    said: Json = response.json()
    if "error" in said:
        sys.exit(said["error"]["message"])
    return said


def play(server: str, room: str, token: str) -> str:
    """Play the game to its end, over as many connections as that takes: how it ended."""
    while True:
        try:
            address = f"ws{server.removeprefix('http')}/api/rooms/{room}/play"
            with connect(address, additional_headers={"Authorization": f"Bearer {token}"}, max_size=1 << 24) as socket:
                for text in socket:
                    message = json.loads(text)
                    if message["type"] == "gone":
                        return "The room is gone."
                    if message["type"] == "error":
                        print(message["message"])
                    if message["type"] != "view":
                        continue  # a lobby while the room waits, reactions, what people say
                    view, about = message["view"], message["room"]
                    if about["status"] in ("over", "given up"):
                        return str(view["prompt"])
                    if about["your_turn"] and view["moves"] and not about["paused"]:
                        # A move names the number it answers, so it is played once, even if it is sent twice.
                        move = {"type": "move", "number": about["number"], "actions": choose(view)["actions"]}
                        socket.send(json.dumps(move))
        except (OSError, ConnectionClosed, InvalidHandshake):
            pass  # the server restarts, or the network fails: the room is as it was
        time.sleep(1)


if __name__ == "__main__":
    if len(sys.argv) != 3 or "/#/join/" not in sys.argv[1]:
        sys.exit('Usage: python bot.py LINK NAME, for example: python bot.py http://192.168.1.20:7777/#/join/CODE "My bot"')
    print(play(*join(sys.argv[1], sys.argv[2])))
