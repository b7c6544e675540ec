"""What a link shows that is pasted elsewhere: a title, a sentence and a picture (Open Graph)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from urllib.parse import quote

from starlette.requests import Request

from sevenfold.protocol import InvitationInfo, RoomInfo
from sevenfold.seat_names import isolated

PICTURE = "sevenfold"  # of the page itself, and of games that have none
SIZE = (600, 315)  # pixels of all pictures
OF_PAGE = re.compile(r'(property="og:image" content=")\./')
SENTENCE = "Twelve card games around the number seven, in the browser and without an account."
# A server never sees what follows the #, where the page's routes are. Programs that preview links read this page instead; it
# leads people to the route.
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>{title}</title>
<meta name="description" content="{sentence}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="Sevenfold">
<meta property="og:title" content="{title}">
<meta property="og:description" content="{sentence}">
<meta property="og:image" content="{picture}">
<meta property="og:image:width" content="{width}">
<meta property="og:image:height" content="{height}">
<meta name="twitter:card" content="summary_large_image">
<meta http-equiv="refresh" content="0; url={leads}">
</head>
<body><p><a href="{leads}">Go there</a></p></body>
</html>
"""


@dataclass(frozen=True)
class Preview:
    """What is shown of a link: no hidden card and, except of who invites, no name.

    Attributes:
        title: What it is.
        sentence: More of it; empty for what is said of Sevenfold itself.
        game: The id of the game whose picture is shown; empty for that of Sevenfold.
    """

    title: str
    sentence: str = ""
    game: str = ""


NO_INVITATION = Preview("A seat at a table of Sevenfold")
NO_ROOM = Preview("A game at Sevenfold")
NO_DEAL = Preview("The deal of the day at Sevenfold")
NO_PUZZLE = Preview("The puzzle of the day at Sevenfold")


def page_address(request: Request, known: Sequence[str]) -> str:
    """The whole address of the page, which ends with a slash.

    Args:
        request: The request, whose host the request guard has checked.
        known: The addresses for other machines, which say whether a proxy adds TLS where it does not say so itself.
    """
    own = f"{request.url.netloc}{request.scope.get('root_path', '')}"
    named = next((url for url in known if url.partition("://")[2] == own), f"{request.url.scheme}://{own}")
    return f"{named}/"


def with_whole_address(page: str, address: str) -> str:
    """The page's HTML with the whole address of its picture, since most programs that show links read no other."""
    return OF_PAGE.sub(lambda found: f"{found[1]}{escape(address)}", page)


def preview_page(shown: Preview, route: str, up: str, address: str, pictures: Path) -> str:
    """The page of a link that is shared, which leads people on.

    Args:
        shown: What programs that preview links read.
        route: Where it leads: the page's own route, as it follows the #/.
        up: The way from the link to the page: "./", "../" …
        address: The whole address of the page.
        pictures: The folder with the pictures of the games.
    """
    is_drawn = re.fullmatch(r"\w+", shown.game, re.ASCII) and (pictures / f"{shown.game}.jpg").is_file()
    picture = f"{address}pictures/{shown.game if is_drawn else PICTURE}.jpg"
    return PAGE.format(
        title=escape(shown.title), sentence=escape(shown.sentence or SENTENCE), picture=escape(picture),
        width=SIZE[0], height=SIZE[1], leads=f"{up}#/{quote(route)}",
    )  # fmt: skip


# -- of what there is -------------------------------------------------------------------------------------------------


def of_invitation(invitation: InvitationInfo, about: str) -> Preview:
    """An invitation: no more than anybody reads who follows it. `about` is the game in a sentence."""
    room, host = invitation.room, isolated(invitation.host)
    return Preview(f"{host} invites you to {room.name}" if host else f"A seat for you at {room.name}", about, room.game)


def of_room(room: RoomInfo, about: str) -> Preview:
    """A room, to whoever has its link: who plays there is seen only there."""
    if room.status == "waiting":
        return Preview(f"A table of {room.name}", f"The game begins when its players are there. {about}".strip(), room.game)
    if room.status == "open":
        return Preview(
            f"A game of {room.name}", f"It is being played; whoever has the link may watch. {about}".strip(), room.game
        )
    return of_replay(room, about)


def of_replay(room: RoomInfo, about: str) -> Preview:
    """A game that can be seen again, without how it ended."""
    if room.status not in ("over", "given up"):
        return NO_ROOM
    return Preview(f"A game of {room.name}, to see again", f"Move by move, with every hand. {about}".strip(), room.game)


def of_deal(name: str, about: str, game: str) -> Preview:
    """The deal of the day of a game."""
    return Preview(f"Today’s deal of {name}", f"The same cards for everybody, and a first attempt that counts. {about}", game)


def of_puzzle(name: str, question: str, game: str) -> Preview:
    """The puzzle of the day: its question, and nothing that helps."""
    return Preview(f"Puzzle of the day: {name}", question, game)
