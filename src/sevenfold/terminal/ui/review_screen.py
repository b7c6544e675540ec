"""The coach's review in a replay: one player's most costly moves, and a hint for one moment."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import ClassVar, TypeVar

from rich.console import Group, RenderableType
from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from sevenfold.coaching import Review, advise
from sevenfold.coaching.chances import GAMES
from sevenfold.coaching.open_hands import OpenHandsCoach
from sevenfold.coaching.report import better, graph, how, meaning
from sevenfold.coaching.review import chance_before, decision_of
from sevenfold.coaching.text import expected, percent, reason
from sevenfold.errors import BadInput
from sevenfold.session.review import ReviewInProgress
from sevenfold.terminal.background import is_compiling, under_way
from sevenfold.terminal.session.replay import ReplaySession

from .board import Moves

T = TypeVar("T")

SECONDS = 1.0  # for a decision, and the same again for a solver
LOOK = 0.2  # seconds between two checks of progress
KNOWN, OPENLY = "Given what was known", "With all hands open, which nobody knew"
NOTHING_LOST = "Where the cards could be reckoned through, nothing was lost."


async def thought(work: Callable[[], T], film: ReplaySession, tell: Callable[[str], None], doing: str) -> T:
    """The result of `work`, which runs in a thread; `tell` is given what it waits for."""
    waited = asyncio.wrap_future(under_way(work))
    while not (await asyncio.wait([waited], timeout=LOOK))[0]:
        tell(f"Compiling the rules of {film.game.name} (once)…" if is_compiling() else doing)
    return waited.result()


# -- a hint -----------------------------------------------------------------------------------------------------------


def hint(film: ReplaySession) -> Callable[[], RenderableType]:
    """A function that finds the hint for the moment shown: the best move for the player's knowledge, and with all hands open.

    The latter only if the game is over. BadInput if nothing is to be decided there.
    """
    state, played = film.state(film.made), film.played_next()
    if state.turn is None:
        raise BadInput("The game is over here; step back to a moment at which something was decided.")
    mover = film.sitters[state.turn].name

    def find() -> RenderableType:
        advise(state, simulations=1)  # compile first, so that it takes none of the time
        advice = advise(state, seconds=SECONDS)
        best, why = advice.best, reason(state, advice)
        said = f"Best for {mover}: {best.label}, expected result {expected(advice, best)}. {why}"
        lines = [Text(KNOWN, "bold"), Text(said.strip())]
        if played is not None:
            openly = OpenHandsCoach(SECONDS).look(state.copy(), played) if film.is_ended else None
            made = decision_of(state, played, advice, openly, chance_before(state, advice, GAMES, SECONDS), names_of(film))
            sure = "" if made.is_mistake else ", no mistake"
            cost = "That was played." if played == best.action else f"{made.label} was played; it cost {made.cost_text}{sure}."
            lines += [Text(cost), Text(f"The chance to win the game was {percent(made.chance)}.")]
            if openly:
                lines += [Text(), Text(OPENLY, "bold"), Text(openly.text)]
        return Group(*lines, Text(), Text(how(advice.engine, advice.version, advice.samples), "dim"))

    return find


# -- the review -------------------------------------------------------------------------------------------------------


class CostlyMoves(Moves):
    """The list of moves that cost most."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "select", "to its moment", key_display="Enter")]


class ReviewScreen(ModalScreen[int | None]):
    """A review; it ends with the moment to go to, after how many actions it came, if one was chosen."""

    CSS = """
    ReviewScreen { background: ansi_default; color: ansi_default; }
    ReviewScreen #of { height: 1; text-style: reverse; }
    ReviewScreen #graph { height: auto; padding: 0 1; }
    ReviewScreen #costly { height: 1fr; border: none; padding: 0 1; background: ansi_default; scrollbar-size-vertical: 1; }
    ReviewScreen #costly > .option-list--option-highlighted { background: ansi_default; color: ansi_default; }
    ReviewScreen #costly > .option-list--option-disabled { color: ansi_default; text-style: none; }
    ReviewScreen #how { height: auto; max-height: 4; padding: 0 1; text-style: dim; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("e", "next_player", "the next player's"),
        Binding("q,escape,r", "leave", "back", key_display="q"),
    ]

    def __init__(self, film: ReplaySession, kept: dict[int, ReviewInProgress], seat: int) -> None:
        """kept: reviews that were begun, by seat. seat: whose moves are reviewed at first."""
        super().__init__()
        self.replay, self.kept, self.seat = film, kept, seat
        self.shown: tuple[int, int] | None = None  # whose decisions, and how many of them, are listed

    def compose(self) -> ComposeResult:
        """The parts of the screen."""
        yield Static(id="of")
        yield Static(id="graph")
        yield CostlyMoves(id="costly", markup=False)
        yield Static(id="how")
        yield Footer(compact=True)

    def on_mount(self) -> None:
        """Begin, or go on."""
        self.set_focus(self.query_one(CostlyMoves))
        self.review()

    def check_action(self, action: str, _parameters: tuple[object, ...]) -> bool | None:
        """Whether a key runs its action: other players exist only in games for several."""
        return action != "next_player" or self.replay.game.players > 1

    @property
    def reviewed(self) -> ReviewInProgress:
        """The review that is shown."""
        if self.seat not in self.kept:
            self.kept[self.seat] = ReviewInProgress(
                self.replay.whole(), self.seat, SECONDS, names_of(self.replay), warms_up=True
            )
        return self.kept[self.seat]

    @property
    def is_there(self) -> bool:
        """Whether all parts of the screen are mounted; they are removed one by one when the app exits."""
        return self.is_current and len(self.query("#of, #graph, #costly, #how")) == 4

    @work(exclusive=True)
    async def review(self) -> None:
        """Review one decision after another, until all are done or the screen is closed; the results are kept."""
        reviewed = self.reviewed
        self.show()
        while not reviewed.is_done:
            await thought(reviewed.advance, self.replay, self.tell, "")
            self.show()

    def tell(self, doing: str) -> None:
        """Show the progress, or what is being waited for."""
        if not self.is_there:
            return
        name = self.replay.sitters[self.seat].name
        told = [f"Review of {'your moves' if name == 'You' else name}", doing or progress(self.reviewed)]
        self.query_one("#of", Static).update(Text(f" {' · '.join(filter(None, told))}".ljust(self.size.width), no_wrap=True))

    def show(self) -> None:
        """Draw the results so far."""
        if not self.is_there:  # it has just been left
            return
        self.tell("")
        reviewed = self.reviewed
        if self.shown == (self.seat, len(reviewed.decisions)) and not reviewed.is_done:
            return
        self.shown = self.seat, len(reviewed.decisions)
        found = reviewed.report() if reviewed.decisions else None
        listed = self.query_one(CostlyMoves)
        chosen = listed.highlighted_option
        listed.clear_options()
        listed.add_options(options(found, is_done=reviewed.is_done) if found else [])
        if found is None and reviewed.is_done:
            listed.add_option(Option("There was nothing to decide.", disabled=True))
        ids = [option.id for option in listed.options]
        if any(ids):
            listed.highlighted = ids.index(chosen.id if chosen and chosen.id in ids else next(filter(None, ids)))
        lines = list(graph(reviewed.decisions, found.results[self.seat], max(20, self.size.width - 4))) if found else []
        self.query_one("#graph", Static).update(Text("\n".join(lines), no_wrap=True))
        self.query_one("#how", Static).update(Text(_how(found) if found else ""))

    @on(OptionList.OptionSelected, "#costly")
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        if event.option.id:
            self.dismiss(int(event.option.id.partition("-")[2]))

    def action_next_player(self) -> None:
        """Review the next player's moves."""
        self.seat = (self.seat + 1) % self.replay.game.players
        self.review()

    def action_leave(self) -> None:
        """Back to the replay."""
        self.dismiss(None)


def names_of(film: ReplaySession) -> list[str]:
    """The names of all seats."""
    return [sitter.name for sitter in film.sitters]


def progress(review: ReviewInProgress) -> str:
    """How far a review has come; empty if it is done."""
    if review.is_done:
        return ""
    return "One moment." if review.total is None else f"{len(review.decisions)} of {review.total} decisions"


def options(found: Review, *, is_done: bool) -> Iterator[Option]:
    """The most costly moves for the player's knowledge, and those that lost most with all hands open."""
    mistakes, lost = found.costliest(), found.costliest_open()
    yield Option(Text(KNOWN, "bold"), disabled=True)
    for one in mistakes:
        said = f" cost {one.cost_about}. {better(one)} {one.reason}".rstrip()
        yield Option(Text.assemble((one.label, "underline"), said), id=f"known-{one.made}")
    if not mistakes and is_done:
        yield Option("No move was clearly a mistake.", disabled=True)
    if not any(one.hands_open for one in found.decisions):
        return
    yield Option(Text(f"\n{OPENLY}", "bold"), disabled=True)
    for one in lost:
        said = f" {one.hands_open.text}" if one.hands_open else ""
        yield Option(Text.assemble((one.label, "underline"), said), id=f"open-{one.made}")
    if not lost:
        yield Option(NOTHING_LOST, disabled=True)


def _how(found: Review) -> str:
    return f"{meaning(found)} {how(found.engine, found.version, found.samples)}"
