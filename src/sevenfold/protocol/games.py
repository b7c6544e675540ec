"""The catalogue and rule pages over HTTP."""

from __future__ import annotations

from sevenfold.view.description import View

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
    """A possible value of an option."""

    value: Value
    label: str
    about: str  # what it means; empty if the label says it


class OptionInfo(Model):
    """An option of a game."""

    name: str
    label: str
    about: str  # what it changes; may be empty
    values: list[OptionValue]
    default: Value


class ConflictInfo(Model):
    """Values of options that do not go together, whatever the other options are."""

    values: dict[str, Value]
    why: str  # in a sentence


class PhraseInfo(Model):
    """A phrase that players may say; `card`: whether it names a card."""

    id: str
    text: str  # with {card} in place of the card
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
    conflicts: list[ConflictInfo]  # combinations of options that the game does not allow
    phrases: list[PhraseInfo]  # empty if the rules allow no talk about the cards
    open_hands: bool  # everybody sees all hands
    known_cards: bool  # of a hand that is not open, others may know some cards, which lie face up in it
    facts: bool  # whether the table may show something in force, such as the trump
    seat_lines: bool  # whether lines or badges may stand at a seat, such as its bid
    lesson: bool  # whether there is an interactive lesson
    solved: bool  # for one player: whether a solver can tell if a deal can be won


class BrokenGameInfo(Model):
    """A game that cannot be loaded, and why."""

    id: str
    error: str


class BotInfo(Model):
    """A kind of bot."""

    id: str
    name: str
    about: str
    is_level: bool  # whether it is a level of play; the others are for study


class PaceInfo(Model):
    """A pace of bots."""

    id: str
    name: str


class Games(Model):
    """The catalogue: games, bots and paces, and how far each game is compiled."""

    games: list[GameInfo]
    broken: list[BrokenGameInfo]
    bots: list[BotInfo]
    paces: list[PaceInfo]
    ready: dict[str, Readiness]
    test_rooms: bool  # whether test rooms can be made here
    public_rooms: bool  # whether rooms can be open to everybody here
    followed: list[str]  # the games in files, which are loaded anew whenever their files change


class Panel(Model):
    """A panel of the introduction, with cards."""

    title: str
    html: str


class TermInfo(Model):
    """A term of the game, explained."""

    term: str
    about: str


class RulePage(Model):
    """A game's rule page; each rule is an element with the rule's id as its id."""

    game: str
    name: str
    html: str  # a heading has an id, too
    lesson: bool  # whether there is an interactive lesson
    panels: list[Panel]  # the introduction; may be empty
    tips: dict[str, str]  # for a player's first decision of each kind, by the view's `phase`
    answers: dict[str, list[str]]  # the buttons of decisions that need no card, by the view's `phase`, for which room is kept
    terms: list[TermInfo]


class LessonAnswer(Model):
    """What is said about a move that answers a lesson's question."""

    actions: list[int]
    right: bool
    why: str  # HTML
    views: list[View]  # after a right answer, and after each move that follows it; empty for a wrong one


class LessonStep(Model):
    """A decision of a lesson."""

    html: str
    question: str
    view: View
    new_deal: bool  # whether it does not go on from the step before
    answers: list[LessonAnswer]  # one for each move of the view


class LessonInfo(Model):
    """A game's lesson: a few decisions, each with its question and answers."""

    game: str
    name: str
    steps: list[LessonStep]
