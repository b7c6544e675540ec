"""A bot that joins a room on a server by an invitation, and plays random moves.

    python bot.py http://192.168.1.20:7777/join/CODE "My bot"

Replace `choose` to play better. docs/host/protocol.md describes the messages.
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
    """One of the moves that the view offers, here a random one. `view` has all that your seat may know."""
    return random.choice(view["moves"])


def join(link: str, name: str) -> tuple[str, str, str]:
    """Take the seat that an invitation offers; returns the server's address, the room's id and the seat's token."""
    server, _, code = link.replace("/#/", "/").partition("/join/")  # the page's own address has a # before it
    token = answer(httpx.post(f"{server}/api/people"))["token"]
    headers = {"Authorization": f"Bearer {token}"}
    body = {"code": code, "name": name}
    room = answer(httpx.post(f"{server}/api/join", json=body, headers=headers, timeout=300))["room"]
    return server, room, token


def answer(response: httpx.Response) -> Json:
    """The server's answer; exits with its sentence if it refuses."""
    data: Json = response.json()
    if "error" in data:
        sys.exit(data["error"]["message"])
    return data


def play(server: str, room: str, token: str) -> str:
    """Play the game to its end, reconnecting as needed; returns how it ended."""
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
                        continue  # the lobby while the room waits, reactions, chat
                    view, about = message["view"], message["room"]
                    if about["status"] in ("over", "given up"):
                        return str(view["prompt"])
                    if about["your_turn"] and view["moves"] and not about["paused"]:
                        # A move names the view that it answers, so it is played only once even if it is sent twice.
                        move = {"type": "move", "number": about["number"], "actions": choose(view)["actions"]}
                        socket.send(json.dumps(move))
        except (OSError, ConnectionClosed, InvalidHandshake):
            pass  # the server restarts or the network fails; the room stays as it was
        time.sleep(1)


if __name__ == "__main__":
    if len(sys.argv) != 3 or "/join/" not in sys.argv[1]:
        sys.exit('Usage: python bot.py LINK NAME, for example: python bot.py http://192.168.1.20:7777/join/CODE "My bot"')
    print(play(*join(sys.argv[1], sys.argv[2])))
