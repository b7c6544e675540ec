"""Reporting what has happened, once, and the commands that both the screen and line mode know."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Group, RenderableType
from rich.text import Text

from sevenfold.declare.rules import Rules
from sevenfold.terminal.render.rules import drawn, page, paragraph
from sevenfold.terminal.render.score_sheet import deal, last_trick, sheet
from sevenfold.terminal.render.style import DrawStyle
from sevenfold.terminal.render.table import seats
from sevenfold.terminal.render.zones import beneath
from sevenfold.terminal.session.move_parser import open_piles, piles_named
from sevenfold.view.description import DealSummary, View, titled
from sevenfold.view.event_log import SCORE

Shown = Callable[[str, View, DrawStyle], RenderableType]  # the output of a command with an argument

HELP = {
    "7C": "plays the card, if there is only one way to play it",
    "play 7C": "a move in words; its number does the same",
    "why 7C": "why you may not play a card",
    "moves": "lists all your moves",
    "look discard": "shows what lies under a pile's top, if you may look; look alone shows every such pile",
    "last": "shows the last trick, or what happened last",
    "score": "shows the score sheet and how the last deal was scored; score 3 shows deal 3",
    "undo": "takes back your last move; redo plays it again",
    "hint": "says what a bot would do in your place",
    "claim": "ends the deal, if its rest is certain from what you know, and shows your hand; for two players or more",
    "winnable": "in a patience for one: says whether it can still be won, with all cards known; the result says that you asked",
    "rules": "shows the whole rule page",
    "?": "shows the rule that matters now",
    "quit": "leaves the game",
}

WHY_WHAT = "Which card or move? For example: why 7C."


def sentence(text: str) -> Text:
    """An answer as a sentence."""
    return Text(text, "yellow")


class Narrator:
    """Reports the news since its last report, and the points of a deal in full."""

    def __init__(self, show_deal: Callable[[DealSummary, View], RenderableType] = deal) -> None:
        self.show_deal = show_deal
        self.told = -1  # the number of the last news reported
        self.scored = 0  # the number of deals whose points were reported

    def untold(self, view: View, remark: str = "") -> list[RenderableType]:
        """The unreported news; the remark is added to the viewer's own next news."""
        found: list[RenderableType] = []
        unshown = view.sheet[self.scored :]
        scoring = 0  # the number of the action whose deal has been reported
        for news in view.news:
            if news.number <= self.told:
                continue
            if news.kind == SCORE and view.sheet:
                if news.number != scoring and unshown:
                    found.append(self.show_deal(unshown.pop(0), view))
                scoring = news.number
            elif news.text:
                is_mine = news.seat == view.seat and view.seat is not None
                said = f"  {news.text}{remark if is_mine else ''}"
                found.append(Text(said, "" if is_mine or news.seat is None else "dim"))
                remark = "" if is_mine else remark
        found += [self.show_deal(summary, view) for summary in unshown]
        self.go_to(view)
        return found

    def go_to(self, view: View) -> None:
        """All that happened up to this view is known."""
        self.told, self.scored = view.made, len(view.sheet)


def piles(argument: str, view: View, pen: DrawStyle) -> RenderableType:
    """The cards beneath the tops of the named piles, or of all piles that the viewer may inspect."""
    if not open_piles(view):
        return sentence("There is no pile that you may look through now.")
    found = piles_named(argument, view)
    if not found:
        return sentence(f"You may look through: {', '.join(titled(zone, view) for zone in open_piles(view))}.")
    return Group(*(beneath(zone, view, pen) for zone in found))


def last(argument: str, view: View, pen: DrawStyle) -> RenderableType:
    """The last trick, or else the latest news."""
    told = [news.text for news in view.news if news.text]
    if view.last_trick:
        return last_trick(view.last_trick, view, pen)
    return Text("\n".join(f"  {text}" for text in told)) if told else sentence("Nothing has happened yet.")


def score(argument: str, view: View, pen: DrawStyle) -> RenderableType:
    """How the seats stand, the score sheet, and how a deal (the last, if none is named) was scored."""
    found = [summary for summary in view.sheet if argument in ("", str(summary.deal))]
    if argument and not found:
        scored = f"1 to {len(view.sheet)}" if view.sheet else "none yet"
        return sentence(f"There is no scored deal {argument}; deals scored: {scored}.")
    has_deals = view.sheet or any(noted.notes for noted in view.deals)
    scores = [sheet(view, pen)] if has_deals else []
    scores += [deal(found[-1], view)] if found else []
    return Group(*scores, seats(view, pen))


def rule_page(rules: Rules, rule: str, pen: DrawStyle) -> RenderableType:
    """The rule page, or one rule of it."""
    text = page(rules)
    return drawn(paragraph(text, rule) or text, rules.pack, symbols=pen.symbols)


SHOWN: dict[str, Shown] = {"look": piles, "last": last, "score": score}
