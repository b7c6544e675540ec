"""A room as the server tells of it, and what the screen makes of it."""

from __future__ import annotations

from time import monotonic
from typing import Literal

from pydantic import BaseModel, Field

from sevenfold.solvers.winnable import FROM_THE_START
from sevenfold.terminal.render.avatars import Sitter

from .local_game import asked, taken_back

YOU = "You"  # what the reader's own seat is called


class SeatSeen(BaseModel):
    """Who sits at a seat."""

    seat: int
    kind: Literal["person", "bot", "open"]
    name: str = ""
    colour: int = 0
    bot: str | None = None
    you: bool = False
    here: bool = True
    stand_in: bool = False
    out_of_time: bool = False
    seconds: float | None = None
    gave: bool = False


class Asking(BaseModel):
    """Somebody asks to take back."""

    seat: int
    to: int = 0
    yes: list[int] = []


class Sequel(BaseModel):
    """A room that somebody has made for the same people."""

    room: str
    name: str = ""
    you: bool = False


class RoomSeen(BaseModel):
    """A room; fields that are of no use here are left out."""

    id: str
    game: str
    name: str
    status: Literal["waiting", "open", "over", "given up"]
    tempo: str = "live"
    paused: bool = False
    host: bool = False
    seats: list[SeatSeen]
    seat: int | None = None
    number: int
    taken_back: int = 0
    asked: int = 0
    may_ask: bool = False
    winnable: bool = False
    verdict: Literal["yes", "no", "unknown"] | None = None
    may_undo: bool = False
    may_redo: bool = False
    why_not_undo: str = ""
    asking: Asking | None = None
    gathers: bool = False
    sequel: Sequel | None = None
    commitment: str = ""
    received: float = Field(default_factory=monotonic)

    def name_of(self, seat: int) -> str:
        """What a seat's person or bot is called."""
        found = next((one for one in self.seats if one.seat == seat), None)
        return YOU if found and found.you else found.name if found and found.name else f"Seat {seat}"

    @property
    def mine(self) -> list[int]:
        """The reader's own seats."""
        return [one.seat for one in self.seats if one.you]

    @property
    def has_others(self) -> bool:
        """Do other persons play?"""
        return any(one.kind == "person" and not one.you for one in self.seats)

    @property
    def leads_on(self) -> bool:
        """Is there a room to which the reader can come along?"""
        return self.sequel is not None and (self.has_others or not self.sequel.you)

    @property
    def may_again(self) -> bool:
        """May the reader play again, or come along?"""
        return self.leads_on or (self.has_ended and bool(self.mine))

    @property
    def has_ended(self) -> bool:
        """Is it over, or given up?"""
        return self.status in ("over", "given up")

    def title(self) -> str:
        """The game, and how the room stands."""
        said = [self.name, *(["turn by turn"] if self.tempo == "turns" else [])]
        said += ["paused"] if self.paused else []
        said += ["watching"] if self.seat is None else []
        return " · ".join(said)

    def sitters(self, turn: int | None) -> list[Sitter]:
        """Who sits where; turn: whose clock runs."""
        by_seat = sorted(self.seats, key=lambda one: one.seat)
        return [Sitter("" if one.kind == "open" else one.name, one.colour, self._marks(one, turn)) for one in by_seat]

    def _marks(self, one: SeatSeen, turn: int | None) -> str:
        said = []
        if one.seconds is not None:
            runs = one.seat == turn and not self.paused and self.status == "open"
            left = max(0, int(one.seconds - (monotonic() - self.received if runs else 0)))
            said.append(f"{left // 60}:{left % 60:02}")
        if one.you and self.status == "waiting":
            said.append("you")
        if one.kind == "bot":
            said.append(f"bot, {one.bot}" if one.bot else "bot")
        elif one.out_of_time:
            said.append("out of time, a bot plays")
        elif one.stand_in:
            said.append("away, a bot plays")
        elif one.kind == "person" and not one.here and not one.you:
            said.append("not here")
        return ", ".join(said)

    def notes(self) -> list[str]:
        """What is to be known beside the view's prompt."""
        said = []
        if self.gathers:
            said.append("The cards are dealt once everybody has come in.")
            missing = [one.name for one in self.seats if one.kind == "person" and not (one.here or one.gave or one.you)]
            said += [f"Still missing: {', '.join(missing)}."] if missing else []
            said += ["Type start to begin without waiting."] if self.host else []
        elif self.status == "waiting":
            free = sum(one.kind == "open" for one in self.seats)
            seats = f"{free} seat{' is' if free == 1 else 's are'} free" if free else "All seats are taken"
            how = "Type start to begin with bots there, or invite for a link." if self.host else "The host begins the game."
            said.append(f"{seats}. {how}")
        if self.paused:
            said.append("The game is paused." + (" Type resume to go on." if self.host else ""))
        if self.asking:
            said.append(self._question(self.asking))
        if self.sequel and self.leads_on:
            who = "You play again" if self.sequel.you else f"{self.sequel.name} plays again"
            said.append(f"{who} with the same people. Press a to {'go there' if self.sequel.you else 'come along'}.")
        elif self.may_again:
            said.append("Press a to play again.")
        if self.has_ended:
            said.append("Press r to see the game again.")
        if self.status == "given up":
            said.append("The game was given up.")
        if self.status != "open" and self.taken_back:
            said.append(taken_back(self.taken_back))
        if self.has_ended and self.asked:
            said.append(asked(self.asked))
        if self.verdict:
            said.append(FROM_THE_START[self.verdict])
        return said

    def _question(self, asking: Asking) -> str:
        mine = self.mine
        if asking.seat in mine:
            return "You ask to take a move back; the others are to agree. Type withdraw to ask no longer."
        if not mine or set(mine) <= set(asking.yes):
            return f"{self.name_of(asking.seat)} asked to take a move back; the others are to agree."
        return f"{self.name_of(asking.seat)} asks to take a move back. Type yes or no."
