"""What may be typed in a room on a server, beyond what every game understands."""

from __future__ import annotations

from collections.abc import Mapping

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
    "device": "makes a link with which another device of yours plays as you, once",
    "give up": "gives the game up",
}
