"""A real server on a free loopback port for the tests of the table, and a player who connects to it."""

from __future__ import annotations

import asyncio
import atexit
import json
import re
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest
from fastapi import FastAPI
from websockets.sync.client import ClientConnection, connect

import sevenfold
from sevenfold.games import NAMES
from sevenfold.playing.game import State
from sevenfold.protocol import Refusal
from sevenfold.server.app import create_app
from sevenfold.server.execution.compilation import CLAIMS
from sevenfold.server.http.middleware.limits import Limits
from sevenfold.server.lobby.people.cookies import COOKIE
from sevenfold.server.lobby.thumbnails import Thumbnail
from sevenfold.server.process.run_time_listeners import RunTimeListeners
from sevenfold.server.process.serve import LOCAL, listen
from sevenfold.server.process.uvicorn_server import Hosting, SevenfoldServer, uvicorn_config
from sevenfold.server.storage import Storage
from sevenfold.terminal.session.http_client import PLAIN
from tools.servers import temporary_postgres
from tools.servers.tasks import close_all
from tools.servers.temporary_postgres import Postgres

T = TypeVar("T")

ELSEWHERE = "127.0.0.2"  # stands for this computer's address in its network: each of 127.0.0.0/8 is this computer's
THUMBNAILS: dict[str, Thumbnail] = {}  # of the games, which are the same at all servers, and take two seconds
DESCRIBED: dict[str, Any] = {}  # the API's requests, the same at all servers; to describe them takes a third of a second
RANDOM = {"kind": "bot", "bot": "random"}
QUICK: dict[str, Any] = {"seats": [{"kind": "you"}, RANDOM], "pace": "instant"}
ALONE: dict[str, Any] = {"seats": None}
JARS: dict[Path | str, CookieJar] = {}  # what the browser keeps when a server over a database is started again
UNLIMITED = Limits(  # tests are in a hurry
    messages=1e6, burst=10**6, waiting=10**6, sockets=10**6, rooms=10**6, newcomers=10**6, log_ins=10**6, asking=10**6,
    requests=1e6, connections=10**6,
)  # fmt: skip
WATCHED: dict[str, Any] = {"seats": [RANDOM], "watch": True}


class Player:
    """A connection to a room. `sent` is every message that came, as it came."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.sent: list[str] = []
        self.number = 0  # of the room, as it was last shown
        self.last: dict[str, Any] = {}  # the view shown last

    def receive(self, kind: str = "", seconds: float = 60) -> dict[str, Any]:
        """The next message, of this kind where one is named; others are passed over."""
        until = time.monotonic() + seconds
        while True:
            try:
                text = self.connection.recv(timeout=until - time.monotonic())
            except TimeoutError as error:
                told = [f"{json.loads(text)['type']}: {text[:200]}" for text in self.sent[-4:]]
                waited = f"no {kind or 'message'} came in {seconds:g} s; the last ones:"
                raise TimeoutError("\n".join([waited, *told])) from error
            assert isinstance(text, str)
            self.sent.append(text)
            message: dict[str, Any] = json.loads(text)
            assert message.get("code") != "internal", message
            if message["type"] in ("view", "lobby"):
                self.number, self.last = message["room"]["number"], message.get("view", {})
            if kind in ("", message["type"]):
                return message

    def send(self, message: object) -> None:
        """Send a message."""
        self.connection.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def view_when(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The next view for which this is true."""
        while True:
            view: dict[str, Any] = self.receive("view")["view"]
            if wanted(view):
                return view

    def room_when(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The next room, shown with a view or while it waits, for which this is true."""
        while True:
            message = self.receive()
            if message["type"] in ("view", "lobby") and wanted(message["room"]):
                room: dict[str, Any] = message["room"]
                return room

    def refused(self, **message: Any) -> str:
        """The code with which a message is refused."""
        self.send(message)
        return str(self.receive("error")["code"])

    def my_turn(self) -> dict[str, Any]:
        """The next view in which the player is asked, or the game is over."""
        return self.view_when(lambda view: bool(view["moves"]) or view["result"] is not None)

    def to_move(self) -> dict[str, Any]:
        """The view in which the player is asked: that shown last, or one to come."""
        return self.last if self.last.get("moves") else self.my_turn()

    def move(self, view: dict[str, Any], at: int = 0) -> None:
        """Make one of a view's moves."""
        self.send({"type": "move", "number": self.number, "actions": view["moves"][at]["actions"]})

    def make_one_move(self) -> None:
        """Make the first move offered, and wait until it is made: the game's first is compiled, which takes a while."""
        view = self.to_move()
        self.move(view)
        self.view_when(lambda shown: bool(shown["made"] > view["made"]))


class Running:
    """A running server."""

    def __init__(self, app: FastAPI, service: SevenfoldServer, port: int, jar: CookieJar) -> None:
        self.app, self._service = app, service
        self.address = f"{LOCAL}:{port}"
        self.http = httpx.Client(  # compiling may be part of what it waits for
            base_url=f"http://{self.address}", timeout=240, cookies=jar, verify=PLAIN
        )

    def soon(self, function: Callable[[], object]) -> None:
        """Call a function in the server's thread."""
        self._service.servers[0].get_loop().call_soon_threadsafe(function)

    def stop(self) -> None:
        """Let the server shut down."""
        self._service.should_exit = True

    def run(self, function: Callable[..., T], *args: object, **more: object) -> T:
        """What a function of `storage` finds, in the storage's own thread: a connection serves one at a time."""
        running = self.app.state.lobby._storage.run(function, *args, **more)
        found: T = asyncio.run_coroutine_threadsafe(running, self._service.servers[0].get_loop()).result(60)
        return found

    def state_of(self, room: str) -> State:
        """A copy of the game as the server has it; a room that it had let go is read anew."""

        async def found() -> State:
            state: State = (await self.app.state.lobby.room(room)).state
            return state.copy()

        return asyncio.run_coroutine_threadsafe(found(), self._service.servers[0].get_loop()).result(60)

    def ready_to_claim(self, game: str) -> None:
        """Have what judges claims compiled; until then no bot claims."""
        compilation = self.app.state.lobby.compilation
        needed = compilation.ensure(sevenfold.load(game), CLAIMS)
        asyncio.run_coroutine_threadsafe(needed, self._service.servers[0].get_loop()).result(240)

    def new_room(self, game: str = "sane_sevens", **wanted: Any) -> str:
        """The id of a new room, by default with bots that answer at once."""
        answer = self.http.post("/api/rooms", json={"game": game, **QUICK, **wanted})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["room"])

    @contextmanager
    def play(self, table: str, by: httpx.Client | None = None, **connecting: Any) -> Iterator[Player]:
        """A connection to a room, as its host or as another person."""
        headers = cookie_of(by or self.http)
        url = f"ws://{self.address}/api/rooms/{table}/play"
        with connect(url, additional_headers=headers, **connecting) as connection:
            yield Player(connection)

    @contextmanager
    def somebody(self, name: str = "") -> Iterator[httpx.Client]:
        """Somebody else, with a browser of their own; without a name they are nobody yet."""
        with httpx.Client(base_url=f"http://{self.address}", timeout=240, verify=PLAIN) as client:
            if name:
                client.put("/api/me", json={"name": name}).raise_for_status()
            yield client

    def error(self, answer: httpx.Response) -> tuple[int, str]:
        """An answer's status and the code of its error, which the API's description must have."""
        code = Refusal.model_validate_json(answer.content).error.code
        described = self._described(answer.request)
        if described is not None:
            assert code in described["responses"][str(answer.status_code)]["description"]
        return answer.status_code, code

    def _described(self, request: httpx.Request) -> dict[str, Any] | None:
        """What the API's description says of a request; None where there is no such route."""
        if not DESCRIBED:
            DESCRIBED.update(self.app.openapi()["paths"])
        for path, methods in DESCRIBED.items():
            if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", path), request.url.path):
                described: dict[str, Any] | None = methods.get(request.method.lower())
                return described
        return None


def cookies_of(client: httpx.Client | httpx.Response) -> dict[str, str]:
    """The cookie of a client's browser with its person's token, by its name; empty if they are nobody."""
    return {name: value for name, value in client.cookies.items() if name.startswith(COOKIE)}


def token_of(client: httpx.Client | httpx.Response) -> str:
    """The token of a client's person."""
    (token,) = cookies_of(client).values()
    return token


def cookie_of(client: httpx.Client | httpx.Response) -> dict[str, str]:
    """The header with which a client's browser opens a socket."""
    ours = "; ".join(f"{name}={token}" for name, token in cookies_of(client).items())
    return {"Cookie": ours} if ours else {}


@cache
def new_database() -> Path:
    """A database without games, made once: to make it takes half of a server's start."""
    path = Path(tempfile.mkdtemp()) / "new.db"
    atexit.register(shutil.rmtree, path.parent)
    Storage(path).close()
    return path


@contextmanager
def running(db: Path | str, *, opens: bool = False, port: int = 0, **how: Any) -> Iterator[Running]:
    """A server over a database, until the block ends; `opens`: a person at this computer may open it to the network.

    port: where it listens; 0 for any free one.
    """
    limits = how.setdefault("limits", UNLIMITED)
    if isinstance(db, Path) and not db.exists():
        shutil.copy(new_database(), db)
    listening = listen(LOCAL, port)
    port = listening.getsockname()[1]
    app = create_app(db, listeners=RunTimeListeners(lambda: server, port) if opens else None, **how)
    app.state.lobby.thumbnails.made.update(THUMBNAILS)
    server = SevenfoldServer(uvicorn_config(app, Hosting(limits=limits)), app.state.lobby)
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    table = Running(app, server, port, JARS.setdefault(db, CookieJar()))
    loop: asyncio.AbstractEventLoop | None = None  # stays so where it cannot start
    try:
        while not server.started and thread.is_alive():
            time.sleep(0.005)
        if server.started:
            loop = server.servers[0].get_loop()
        yield table
    finally:
        table.http.close()
        table.stop()
        thread.join()
        if loop:
            close_all(loop)
        THUMBNAILS.update((name, picture) for name, picture in app.state.lobby.thumbnails.made.items() if name in NAMES)


@contextmanager
def postgres() -> Iterator[Postgres]:
    """PostgreSQL for the duration of the block; tests that need it are skipped if it is missing."""
    with ExitStack() as stack:
        try:
            server = stack.enter_context(temporary_postgres.postgres())
        except temporary_postgres.NoPostgres as error:
            pytest.skip(str(error))
        yield server
