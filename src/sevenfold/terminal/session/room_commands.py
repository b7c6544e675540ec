"""What may be typed in a room on a server, beyond what every game understands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sevenfold.bots import USUAL
from sevenfold.protocol import RoomInfo
from sevenfold.registry import rules_of

from .local_game import DEALS
from .talk import WORDS as TALK_WORDS

REACTIONS = {  # of another, and one's own
    "thumbs_up": ("gives a thumbs-up", "give a thumbs-up"),
    "clap": ("claps", "clap"),
    "laugh": ("laughs", "laugh"),
    "wow": ("is amazed", "are amazed"),
    "sad": ("is sad", "are sad"),
    "hurry": ("asks for speed", "ask for speed"),
}
WORDS: Mapping[str, str] = {
    "start": "begins the game (the host)",
    "pause, resume": "halts the game, and goes on with it (the host)",
    "step": "lets one bot move while the game is paused",
    "pace quick": "how fast the bots play (the host)",
    "hands open": "opens all hands where bots alone play; hands closed closes them (the host)",
    "invite 2": "makes a link for seat 2; invite alone, for any free seat",
    "bot 2": "puts a bot at seat 2; open 2 takes it away again (the host)",
    "sit 2, leave": "takes a seat, leaves your own",
    "show 2": "shows the table as your seat 2 sees it, if you hold several",
    "yes, no": "your answer when somebody asks to take a move back",
    "withdraw": "ends your own asking to take a move back",
    "react clap": f"a reaction: {', '.join(REACTIONS)}",
    "say": "what may be said at the table, where the game allows talk; say PHRASE 5R says it of a card",
    **TALK_WORDS,
    "device": "makes a link with which another device of yours plays as you, once",
    "network open": "lets other devices in your network reach the server at this computer; network close ends it",
    **DEALS,
    "give up": "gives the game up",
}


def meaning(word: str, argument: str, room: RoomInfo | None) -> dict[str, Any] | str | None:
    """The message that a word and its argument mean, or a sentence that answers them; None if they mean nothing."""
    first, _, rest = argument.partition(" ")
    mine = room.seat if room else None
    number = room.number if room else 0
    seat = int(first) if first.isdecimal() else mine if not first and word == "leave" else None
    if word in ("start", "pause", "resume", "step") and not argument:
        return {"type": word}
    if word in ("yes", "no") and not argument and room and room.asking:
        return {"type": "consent", "number": number, "yes": word == "yes"}
    if word == "hands" and argument in ("open", "closed"):
        return {"type": "hands", "open": argument == "open"}
    if word == "withdraw" and not argument:
        return {"type": "withdraw", "number": number}
    if word in ("sit", "leave", "open", "show") and seat is not None:
        return {"type": word, "seat": seat}
    if word == "bot" and seat is not None:
        return {"type": "bot", "seat": seat, "kind": rest or USUAL}
    if word == "pace" and argument:
        return {"type": "pace", "pace": argument}
    return _of_talk(word, argument, room)


def _of_talk(word: str, argument: str, room: RoomInfo | None) -> dict[str, Any] | str | None:
    if word == "react" and argument in REACTIONS:
        return {"type": "react", "reaction": argument}
    if word == "react":
        return f"The reactions: {', '.join(REACTIONS)}."
    if word == "say" and not argument and room:
        phrases = ", ".join(rules_of(room.game).phrases)
        return f"You may say: {phrases}." if phrases else "There is no talk about the cards in this game."
    if word == "say":
        phrase, _, card = argument.partition(" ")
        return {"type": "say", "phrase": phrase} | ({"card": card.upper()} if card else {})
    return None
