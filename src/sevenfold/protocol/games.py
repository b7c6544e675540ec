"""What may be played."""

from __future__ import annotations

from .base import Model, Readiness, Value


class CardInfo(Model):
    """A card of a game's pack."""

    code: str
    name: str
    suit: str | None  # its letter; None for jokers and special cards
    rank: int


class SuitInfo(Model):
    """A suit of a game's pack."""

    letter: str
    name: str


class OptionValue(Model):
    """A value that an option may have."""

    value: Value
    label: str
    about: str  # what it means; empty where the label says it


class OptionInfo(Model):
    """An option of a game."""

    name: str
    label: str
    about: str  # what it settles; empty if the game's file does not say
    values: list[OptionValue]
    default: Value


class PhraseInfo(Model):
    """Something that may be said at the table; `card`: of a card."""

    id: str
    text: str  # with {card} where the card is named
    card: bool


class GameInfo(Model):
    """A game that may be played."""

    id: str
    name: str
    about: str
    players: list[int]
    minutes: int
    deck: str
    cards: list[CardInfo]
    suits: list[SuitInfo]
    options: list[OptionInfo]
    phrases: list[PhraseInfo]  # empty where the rules allow no talk about the cards
    solved: bool  # for one: whether a deal can be won can be found out


class BrokenGameInfo(Model):
    """A game that cannot be played, and why."""

    id: str
    error: str


class BotInfo(Model):
    """A kind of bot."""

    id: str
    name: str
    about: str
    is_level: bool  # one of the levels of play; the others are there to study


class PaceInfo(Model):
    """How long bots take."""

    id: str
    name: str


class Games(Model):
    """What may be played, by whom, and which games are compiled."""

    games: list[GameInfo]
    broken: list[BrokenGameInfo]
    bots: list[BotInfo]
    paces: list[PaceInfo]
    ready: dict[str, Readiness]


class Panel(Model):
    """A picture for the first game: what the game is about, with cards."""

    title: str
    html: str


class TermInfo(Model):
    """A word of the game, explained."""

    term: str
    about: str


class RulePage(Model):
    """A game's rule page; each rule is an element with the rule's id as its id."""

    game: str
    name: str
    html: str
    panels: list[Panel]  # for the first game; empty if the page has none
    tips: dict[str, str]  # for the first decision of each kind, by the view's `phase`
    terms: list[TermInfo]
