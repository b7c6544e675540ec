"""Coming into a room on a server: the link, who one is there, the requests over HTTP."""

from __future__ import annotations

import re
import ssl
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import quote, urlsplit

import httpx
from pydantic import BaseModel, ValidationError

from sevenfold.errors import BadInput, BadRecord, quoted
from sevenfold.player_names import clean_name
from sevenfold.records.record import replay_of
from sevenfold.terminal.render.avatars import SeatLabel

from .credentials import Credentials, CredentialsFile
from .replay import ReplaySession

PLAIN = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # for http, which needs no certificates; they take 25 ms to load
LINKS = (
    "A link looks like http://192.168.1.20:7777/join/CODE (an invitation), http://192.168.1.20:7777/#/room/ID (a room) or"
    " http://192.168.1.20:7777 (what there is on that server)."
)
OTHER_VERSION = "{} is not a Sevenfold table, or one of another version."
M = TypeVar("M", bound=BaseModel)
PATIENCE = httpx.Timeout(10, read=300)  # seconds; the first game of its kind may have to be compiled
COOKIE = "sevenfold"  # how the name of the cookie begins in which a server gives a new person a token


@dataclass(frozen=True)
class Link:
    """Where a link leads: to a room, to an invitation, or, with neither, to the home of a server."""

    server: str  # "http://192.168.1.20:7777"
    invitation: str = ""
    room: str = ""


def parse(text: str) -> Link:
    """The link that a person was given; BadInput for anything else."""
    try:
        parts = urlsplit(text if "://" in text else f"http://{text}")
        server = f"{parts.scheme}://{parts.netloc}"
        port_is_right = parts.port is None or parts.port > 0
    except ValueError:
        raise BadInput(f"{quoted(text)} is not a link. {LINKS}") from None
    place = f"{parts.path}#{parts.fragment}"
    found = re.fullmatch(
        r"(?P<base>.*?)/?(?:#/(?P<kind>join|room)|(?<![\w-])(?P<shared>join|room)|api/(?P<api>rooms))/(?P<id>[\w-]+)/?(?:[?#].*)?",
        place,
    )
    is_right = parts.scheme in ("http", "https") and bool(parts.hostname) and port_is_right
    if is_right and not found and _is_home(text, place):
        return Link(server + parts.path.rstrip("/"))
    if not is_right or not found:
        raise BadInput(f"{quoted(text)} is not a link to a room. {LINKS}")
    base = server + found["base"].rstrip("/")
    return Link(base, invitation=found["id"]) if "join" in (found["kind"], found["shared"]) else Link(base, room=found["id"])


def _is_home(text: str, place: str) -> bool:
    """Whether a link is a server's address: its name, perhaps with the one folder that a proxy adds, and nothing more."""
    is_address = "://" in text or any(sign in text for sign in ".:")  # a word alone is more likely a slip
    return is_address and re.fullmatch(r"(/[\w.~-]+)?/?#/?", place) is not None


class Server:
    """A server, as one person speaks to it."""

    def __init__(self, address: str, identities: CredentialsFile, transport: httpx.BaseTransport | None = None) -> None:
        self.address, self._identities = address, identities
        self.identity = identities.of(address)
        self._transport = transport

    @property
    def headers(self) -> dict[str, str]:
        """What says who asks."""
        return {"Authorization": f"Bearer {self.identity.token}"} if self.identity.token else {}

    def ask(self, method: str, path: str, body: object = None, more: dict[str, str] | None = None) -> Any:
        """The server's answer to a request, with `more` headers; BadInput says in a sentence why it was refused, or that nobody
        answers."""
        try:
            verify = True if self.address.startswith("https:") else PLAIN
            with httpx.Client(base_url=self.address, timeout=PATIENCE, transport=self._transport, verify=verify) as client:
                answer = client.request(method, f"/api/{path}", json=body, headers=self.headers | (more or {}))
        except httpx.TimeoutException:
            raise BadInput(f"{self.address} takes too long to answer.") from None
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
            raise BadInput(f"{self.address} does not answer; is the table open there? ({_reason(error)})") from error
        token = next((cookie.value for cookie in answer.cookies.jar if cookie.name.startswith(COOKIE)), None)
        if token:  # that server did not know the one that it was sent
            self.identity = Credentials(token, self.identity.name)
            self.keep()
        return self._read(answer)

    def _read(self, answer: httpx.Response) -> Any:
        if not answer.content and answer.is_success:
            return None
        try:
            said = answer.json()
            if answer.is_success and isinstance(said, dict):
                return said
            raise BadInput(str(said["error"]["message"]))
        except (ValueError, KeyError, TypeError) as error:
            if isinstance(error, BadInput):
                raise
            raise BadInput(OTHER_VERSION.format(self.address)) from None

    def read(self, model: type[M], method: str, path: str, body: object = None) -> M:
        """The server's answer to a request, as what it is to be; BadInput as with `ask`."""
        try:
            return model.model_validate(self.ask(method, path, body))
        except ValidationError:
            raise BadInput(OTHER_VERSION.format(self.address)) from None

    def open_to_network(self, *, is_open: bool) -> Any:
        """Open the server to its computer's network or close it; BadInput unless this is that computer."""
        parts = urlsplit(self.address)
        origin = f"{parts.scheme}://{parts.netloc}"  # as a browser names the page on which the button is
        return self.ask("PUT", "network", {"open": is_open}, {"Origin": origin})

    def become(self) -> None:
        """Be somebody to this server, if one is not yet."""
        if not self.identity.token:
            self.identity.token = str(self._need(self.ask("POST", "people"), "token"))
            self.keep()

    def keep(self) -> None:
        """Remember who one is here."""
        self._identities.keep(self.address, self.identity)

    def join(self, code: str, name: str) -> str:
        """Take the seat of an invitation; the room's id. An invitation that was used here leads to its room again."""
        known = self.identity.joined.get(code)
        if known:
            return known
        self.become()
        body = {"code": code, "name": name} if name else {"code": code}
        room = str(self._need(self.ask("POST", "join", body), "room"))
        self.identity.joined[code] = room
        self.identity.name = name or self.identity.name
        self.keep()
        return room

    def made_room(self, path: str, body: object = None) -> str:
        """Ask for a room, or for a seat in one; its id."""
        return str(self._need(self.ask("POST", path, body), "room"))

    def rename(self, name: str) -> None:
        """Have a name here."""
        self.ask("PUT", "me", {"name": name})
        self.identity.name = name
        self.keep()

    def _need(self, said: object, key: str) -> object:
        if isinstance(said, dict) and key in said:
            return said[key]
        raise BadInput(OTHER_VERSION.format(self.address))


def enter(link: Link, name: str | None, ask: Callable[[str], str], tell: Callable[[str], None], server: Server) -> str:
    """The id of the room that a link leads to. An invitation takes a seat; a person without a name is asked for one."""
    if link.room:
        server.ask("GET", f"rooms/{quote(link.room)}")
        return link.room
    if link.invitation not in server.identity.joined:
        tell(_told(server.ask("GET", f"invitations/{quote(link.invitation)}")))
        if name is None:
            name = server.identity.name or asked_name(ask, tell)
    return server.join(link.invitation, clean_name(name or ""))


def film_of(server: Server, room: str, sitters: Sequence[SeatLabel], eyes: int | None) -> ReplaySession:
    """A game that has ended there, to be looked at again as far as it fits the rules here.

    Raises:
        BadInput: Its record cannot be had, or is not understood here.
    """
    record = server.ask("GET", f"rooms/{quote(room)}/record")
    try:
        return ReplaySession(replay_of(record).state, sitters, "open" if eyes is None else eyes, given_up=True)
    except BadRecord as error:
        raise BadInput(f"The game cannot be shown here: {error}") from error


def _told(invitation: dict[str, Any]) -> str:
    """What an invitation is for."""
    room = invitation.get("room") or {}
    others = [str(seat["name"]) for seat in room.get("seats", []) if seat.get("name") and seat.get("kind") == "person"]
    with_whom = f" with {' and '.join(others)}" if others else ""
    return f"You are invited to {room.get('name', 'a game')}{with_whom}."


def asked_name(ask: Callable[[str], str], tell: Callable[[str], None]) -> str:
    """The name that a person wants to have; empty for none."""
    while True:
        try:
            return clean_name(ask("Your name (Enter for none): "))
        except BadInput as error:
            tell(str(error))


def _reason(error: Exception) -> str:
    """The system's reason, without the numbers and names that programmers look up."""
    said = re.sub(r"\[[^\]]*\]\s*|\s*\(_ssl\.c:\d+\)", "", str(error)).rstrip(".")
    return said or "the connection was cut"
