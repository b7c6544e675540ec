"""What people have made of the deals of the day: their days in a row, and the results of a deal on this server."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Sequence
from datetime import date as calendar_date
from typing import cast

from sevenfold.player_names import distinct_names
from sevenfold.protocol import DailyAttempt, DailyBar, DailyBoard, DailyGame, DailyRank, DailyResults, DailyStreak, GameInfo
from sevenfold.protocol.errors import Refused
from sevenfold.protocol.finished_games import Outcome
from sevenfold.seat_names import isolated
from sevenfold.server.lobby.new_room import find_game
from sevenfold.server.storage import StoredRoom
from sevenfold.server.storage.days.attempts import Attempt, Deal, deal_of
from sevenfold.session import daily
from sevenfold.session.option_texts import options_text

BEST = 20  # places that are listed
MOST_BARS = 6  # of the attempts that were won
DAYS = 7  # that are shown one by one
OUTCOMES: tuple[Outcome, ...] = ("given up", "lost", "won")  # the better one last
BAD_DATE = "A date is written as 2026-11-26."
BAD_OPTIONS = "The options of a game are written as a JSON object, as {{}} or {}."


def requested_deal(game: str, date: str, options: str) -> Deal:
    """The deal of the day that a request names; Refused if there is none.

    Args:
        game: The game.
        date: The date; empty for today's.
        options: The options as a JSON object; empty for the usual ones.
    """
    if date and not _is_date(date):
        raise Refused("bad_message", BAD_DATE)
    try:
        wanted = json.loads(options or "{}")
    except (ValueError, RecursionError):
        wanted = None
    if not isinstance(wanted, dict) or not all(isinstance(value, bool | int | str) for value in wanted.values()):
        raise Refused("bad_message", BAD_OPTIONS.format('{"rows": 6}'))
    found = find_game(game, wanted)
    return deal_of(date or daily.today(), found.id, found.options)


def _is_date(text: str) -> bool:
    try:
        calendar_date.fromisoformat(text)
    except ValueError:
        return False
    return re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII) is not None


def attempt_info(one: Attempt) -> DailyAttempt:
    """An attempt as its player is shown it."""
    return DailyAttempt(
        game=one.game,
        options=json.loads(one.options),
        room=one.room,
        outcome=cast("Outcome", one.outcome),
        moves=one.moves,
        score=one.score,
        seconds=max(0.0, one.seconds),
        taken_back=one.taken_back,
    )


def deals_of_games(
    date: str, games: Iterable[GameInfo], theirs: Iterable[Attempt], opened: Sequence[StoredRoom], doubtful: Collection[str]
) -> list[DailyGame]:
    """The deals of a day with the usual options, as they are offered to a person.

    Args:
        date: The date.
        games: The games that are listed.
        theirs: The person's attempts.
        opened: The rooms in which they have deals of that day, the first first.
        doubtful: The games of whose deal nobody knows whether it can be won.
    """
    of_day = {(one.date, one.game, one.options): attempt_info(one) for one in theirs}
    rooms = {deal_of(one.daily, one.game, one.options): one.id for one in reversed(opened)}
    found = []
    for game in games:
        if max(game.players) == 1:
            usual = deal_of(date, game.id, find_game(game.id, {}).options)
            mine = of_day.get(usual)
            room = (mine.room if mine else "") or rooms.get(usual, "")
            listed = DailyGame(game=game.id, name=game.name, attempt=mine, room=room, doubtful=game.id in doubtful)
            found.append(listed)
    return found


def streaks(theirs: Sequence[Attempt], today: str) -> list[DailyStreak]:
    """Somebody's days in a row over all games, then by game, the one played last first; empty before their first attempt."""
    if not theirs:
        return []
    games = dict.fromkeys(one.game for one in sorted(theirs, key=lambda one: one.date, reverse=True))
    return [streak(theirs, today), *(streak(theirs, today, game) for game in games)]


def streak(theirs: Iterable[Attempt], today: str, game: str = "") -> DailyStreak:
    """Somebody's days in a row in one game, or in any if none is given."""
    outcomes: dict[str, Outcome] = {}  # the best of each date
    for one in theirs:
        if one.outcome and game in ("", one.game):
            found = cast("Outcome", one.outcome)
            outcomes[one.date] = max(outcomes.get(one.date, found), found, key=OUTCOMES.index)
    won = {date for date, outcome in outcomes.items() if outcome == "won"}
    is_lost = today in outcomes and today not in won
    days = [today]
    while len(days) < DAYS:
        days.insert(0, daily.day_before(days[0]))
    return DailyStreak(
        game=game,
        played=daily.days_in_a_row(outcomes, today),
        won=0 if is_lost else daily.days_in_a_row(won, today),
        longest_played=daily.longest_row(outcomes),
        longest_won=daily.longest_row(won),
        days=[outcomes.get(date, "") for date in days],
    )


def results(
    deal: Deal, name: str, theirs: Sequence[Attempt], mine: Attempt | None, known: Sequence[Attempt] | None
) -> DailyResults:
    """What somebody is told about a deal of the day.

    Args:
        deal: The deal.
        name: The name of the game.
        theirs: All their attempts.
        mine: Their attempt at this deal; None if there is none.
        known: Everybody's attempts at it that have ended; None while their own has not.
    """
    options = json.loads(deal.options)
    is_usual = deal == deal_of(deal.date, deal.game, find_game(deal.game, {}).options)
    return DailyResults(
        date=deal.date,
        ends=daily.day_ends(deal.date),
        game=deal.game,
        name=name,
        options=options,
        options_text="" if is_usual else options_text(deal.game, options),
        mine=attempt_info(mine) if mine else None,
        streak=streak(theirs, deal.date),
        streak_in_game=streak(theirs, deal.date, deal.game),
        others=board(known, mine.person) if known is not None and mine else None,
    )


def board(known: Sequence[Attempt], reader: str) -> DailyBoard:
    """The results of a deal; named are only those who have won it and have chosen a name, and the reader."""
    won = sorted((one for one in known if one.outcome == "won"), key=_place)
    ranks = {one.person: 1 + next(i for i, other in enumerate(won) if _place(other) == _place(one)) for one in won}
    listed = [one for one in won if one.name or one.person == reader][:BEST]
    names = iter(distinct_names([one.name for one in listed if one.person != reader], ["You"]))
    return DailyBoard(
        ended=len(known),
        won=len(won),
        rank=ranks.get(reader),
        best=[_listed(one, ranks[one.person], one.person == reader, names) for one in listed],
        bars=_bars(known, won, reader),
    )


def _place(one: Attempt) -> tuple[bool, int, float]:
    """What decides between two attempts that were won: nothing taken back, fewer moves, less time in whole seconds."""
    return one.taken_back > 0, one.moves, round(one.seconds)


def _listed(one: Attempt, rank: int, is_reader: bool, names: Iterable[str]) -> DailyRank:
    return DailyRank(
        rank=rank,
        name="You" if is_reader else isolated(next(iter(names))),
        you=is_reader,
        moves=one.moves,
        score=one.score,
        seconds=max(0.0, one.seconds),
        taken_back=one.taken_back,
    )


def _bars(known: Sequence[Attempt], won: Sequence[Attempt], reader: str) -> list[DailyBar]:
    """How the attempts ended: those that were won by their numbers of moves, then those lost and given up."""
    bars: list[DailyBar] = []
    if won:
        least, most = min(one.moves for one in won), max(one.moves for one in won)
        width = -(-(most - least + 1) // MOST_BARS)
        for first in range(least, most + 1, width):
            some = [one for one in won if first <= one.moves < first + width]
            bars.append(_bar("won", some, reader, first, min(most, first + width - 1)))
    for outcome in ("lost", "given up"):
        some = [one for one in known if one.outcome == outcome]
        if some:
            bars.append(_bar(outcome, some, reader))
    return bars


def _bar(outcome: Outcome, some: Sequence[Attempt], reader: str, least: int = 0, most: int = 0) -> DailyBar:
    is_yours = any(one.person == reader for one in some)
    return DailyBar(outcome=outcome, least=least, most=most, count=len(some), yours=is_yours)
