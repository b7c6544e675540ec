"""A room on a server, as the terminal shows it: its title, who sits where, and notes beside the view."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from time import monotonic

from sevenfold.protocol import AskingInfo, RoomInfo, SeatInfo
from sevenfold.session.undo_policy import taken_back_note
from sevenfold.session.winnable import queries_note
from sevenfold.solvers.winnable import FROM_THE_START
from sevenfold.terminal.render.avatars import SeatLabel

DAILY_COUNTS = "The deal of the day: your first attempt counts, from your first move on."
DAILY_RESULTS = "How others have played the deal of the day is shown on the server's page."
TEST_ROOM, TEST_ROOM_OPEN = "test room", "test room, all hands open"
YOU = "You"  # what the reader's own seat is called


@dataclass(frozen=True)
class RemoteRoom:
    """What the server said of a room last, and when."""

    info: RoomInfo
    received: float = field(default_factory=monotonic)

    def name_of(self, seat: int) -> str:
        """The name of a seat's person or bot."""
        found = next((one for one in self.info.seats if one.seat == seat), None)
        return YOU if found and found.you else found.name if found and found.name else f"Seat {seat}"

    @property
    def mine(self) -> list[int]:
        """The reader's own seats."""
        return [one.seat for one in self.info.seats if one.you]

    @property
    def has_others(self) -> bool:
        """Whether other people play."""
        return any(one.kind == "person" and not one.you for one in self.info.seats)

    @property
    def leads_on(self) -> bool:
        """Whether there is a next room that the reader can go to."""
        return self.info.sequel is not None and (self.has_others or not self.info.sequel.you)

    @property
    def may_again(self) -> bool:
        """Whether the reader may play again, or go to the next room."""
        return self.leads_on or (self.has_ended and bool(self.mine))

    @property
    def has_ended(self) -> bool:
        """Whether the game is over or was given up."""
        return self.info.status in ("over", "given up")

    def title(self) -> str:
        """The game, and the state of the room."""
        said = [self.info.name, *(["turn by turn"] if self.info.tempo == "turns" else [])]
        said += ["paused"] if self.info.paused else []
        said += ["watching"] if self.info.seat is None else []
        said += [TEST_ROOM_OPEN if self.info.sees_all else TEST_ROOM] if self.info.test else []
        return " · ".join(said)

    def sitters(self, asked: Collection[int | None]) -> list[SeatLabel]:
        """Who sits where; asked: the seats whose clocks run."""
        by_seat = sorted(self.info.seats, key=lambda one: one.seat)
        return [SeatLabel("" if one.kind == "open" else one.name, one.colour, self._marks(one, asked)) for one in by_seat]

    def _marks(self, one: SeatInfo, asked: Collection[int | None]) -> str:
        said = []
        if one.seconds is not None:
            runs = one.seat in asked and not self.info.paused and self.info.status == "open"
            left = max(0, int(one.seconds - (monotonic() - self.received if runs else 0)))
            said.append(f"{left // 60}:{left % 60:02}")
        if one.you and self.info.status == "waiting":
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
        """What the reader should know beside the view's prompt."""
        info, said = self.info, list[str]()
        if info.gathers:
            said.append("The cards are dealt once everybody has come in.")
            may_be_away = info.tempo == "turns"
            came = [one.here or one.you or (may_be_away and one.gave) for one in info.seats]
            missing = [one.name for one, is_in in zip(info.seats, came, strict=True) if one.kind == "person" and not is_in]
            said += [f"Still missing: {', '.join(missing)}."] if missing else []
            said += ["Type start to begin without waiting."] if info.host else []
        elif info.status == "waiting":
            free = sum(one.kind == "open" for one in info.seats)
            seats = f"{free} seat{' is' if free == 1 else 's are'} free" if free else "All seats are taken"
            how = "Type start to begin with bots there, or invite for a link." if info.host else "The host begins the game."
            said.append(f"{seats}. {how}")
        if info.rules_note:
            said.append(info.rules_note + (" Type resume to go on under the new rules." if info.may_go_on else ""))
        elif info.paused:
            said.append("The game is paused." + (" Type resume to go on." if info.host else ""))
        if info.asking:
            said.append(self._question(info.asking))
        if info.sequel and self.leads_on:
            who = "You play again" if info.sequel.you else f"{info.sequel.name} plays again"
            said.append(f"{who} with the same people. Press a to {'go there' if info.sequel.you else 'come along'}.")
        elif self.may_again:
            said.append("Press a to play again.")
        if self.has_ended:
            said.append("Press r to see the game again.")
        if info.evening and (info.status == "waiting" or (self.has_ended and info.evening.games > 1)):
            said += info.evening.sentences
        if info.daily and len(info.seats) == 1 and (self.has_ended or not info.made):
            said.append(DAILY_RESULTS if self.has_ended else DAILY_COUNTS)
        if info.status == "given up" and info.result is None:
            said.append("The game was given up.")
        if info.status != "open" and info.taken_back:
            said.append(taken_back_note(info.taken_back))
        if self.has_ended and info.asked:
            said.append(queries_note(info.asked))
        if info.verdict:
            said.append(FROM_THE_START[info.verdict])
        return said

    def _question(self, asking: AskingInfo) -> str:
        mine = self.mine
        if asking.seat in mine:
            return "You ask to take a move back; the others are to agree. Type withdraw to ask no longer."
        if not mine or set(mine) <= set(asking.yes):
            return f"{self.name_of(asking.seat)} asked to take a move back; the others are to agree."
        return f"{self.name_of(asking.seat)} asks to take a move back. Type yes or no."
