"""The catalogue: games, bots and paces, as the page lists them."""

from __future__ import annotations

import asyncio
from functools import cache, partial

from sevenfold.bots import kinds
from sevenfold.declare.options import Option
from sevenfold.declare.rules import Rules
from sevenfold.errors import SevenfoldError, fault
from sevenfold.protocol import (
    BotInfo,
    BrokenGameInfo,
    CardInfo,
    ConflictInfo,
    GameInfo,
    Games,
    OptionInfo,
    OptionValue,
    PaceInfo,
    PhraseInfo,
    SuitInfo,
)
from sevenfold.protocol.errors import Refused
from sevenfold.registry import games, load, reported_broken, rules_of
from sevenfold.registry.game_files import is_in_file
from sevenfold.server.execution import guest_games
from sevenfold.server.room.seating import PACES
from sevenfold.session.lesson import has_lesson
from sevenfold.solvers.winnable import is_solved


def catalogue() -> Games:
    """The catalogue, except for what differs between servers: how far the games are compiled, which rooms can be made."""
    return _catalogue(reported_broken())


async def made_catalogue() -> Games:
    """`catalogue`, without holding the event loop when it is first made, for which games check their options."""
    if not _catalogue.cache_info().currsize:
        await asyncio.to_thread(catalogue)
    return catalogue()


@cache
def _catalogue(broken_since: frozenset[str]) -> Games:
    """The catalogue; `broken_since` are the games that have turned out to be broken."""
    whole, broken = games()
    listed, errors = [], {name: str(error) for name, error in broken.items()}
    for rules in sorted(whole, key=lambda rules: not is_in_file(rules.id)):  # who names a file wants to play that game
        try:
            listed.append(guest_games.limited(rules.id, partial(game_info, rules)))
        except Refused as error:
            errors[rules.id] = str(error)
        except Exception as error:  # noqa: BLE001 - one faulty game must not hide the others
            errors[rules.id] = f"The game {rules.id} cannot be listed: {fault(error)}."
    return Games(
        games=listed,
        broken=[BrokenGameInfo(id=name, error=error) for name, error in errors.items()],
        bots=[
            BotInfo(id=kind.id, name=kind.name, about=kind.about, is_level=kind.is_level)
            for kind in kinds()
            if not kind.reads_files
        ],
        paces=[PaceInfo(id=pace.id, name=pace.name) for pace in PACES.values()],
        ready={},
        test_rooms=False,
        public_rooms=False,
        followed=[],
    )


def forget_catalogue() -> None:
    """A game has changed: the catalogue is made anew when it is next asked for."""
    _catalogue.cache_clear()


def check_listed(game: str) -> None:
    """Refused for a game that cannot be listed, since its declarations cannot be sent."""
    for broken in catalogue().broken:
        if broken.id == game:
            raise Refused("broken_game", broken.error)


def game_name(id: str) -> str:
    """A game's name; its id if the game is no longer installed."""
    try:
        return str(rules_of(id).name)
    except SevenfoldError:
        return id


def game_about(id: str) -> str:
    """What a game is about, in one line; empty if the game is no longer installed."""
    try:
        return str(rules_of(id).about)
    except SevenfoldError:
        return ""


def game_info(rules: Rules) -> GameInfo:
    """A game as the catalogue lists it."""
    pack, usual = rules.pack, load(rules.id)
    letters = [suit.letter for suit in pack.suits]
    return GameInfo(
        id=rules.id,
        name=rules.name,
        about=rules.about,
        players=list(rules.player_counts),
        minutes=rules.minutes,
        deck=pack.design,
        cards=[
            CardInfo(code=card.code, name=card.name, suit=letters[card.suit] if card.suit >= 0 else None, rank=card.rank)
            for card in pack.cards
        ],
        suits=[SuitInfo(letter=suit.letter, name=suit.name) for suit in pack.suits],
        options=[_option_info(option) for option in rules.options.values()],
        open_hands=usual.has_open_hands,
        known_cards=usual.has_known_cards,
        facts=rules.has_facts,
        seat_lines=rules.has_seat_lines,
        conflicts=[ConflictInfo(values=conflict.values, why=conflict.why) for conflict in rules.conflicts()],
        lesson=has_lesson(rules),
        solved=is_solved(rules.id, min(rules.player_counts)),
        phrases=[PhraseInfo(id=id, text=phrase.text, card=phrase.has_card) for id, phrase in rules.phrases.items()],
    )


def _option_info(option: Option) -> OptionInfo:
    values = option.values if isinstance(option.values[0], str) else tuple(sorted(option.values, key=int))
    return OptionInfo(
        name=option.name,
        label=option.label,
        about=option.about,
        values=[OptionValue(value=value, label=option.label_of(value), about=option.meaning(value)) for value in values],
        default=option.values[0],
    )
