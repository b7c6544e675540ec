"""A person's statistics, by game and options."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sevenfold.bots.kinds import KINDS
from sevenfold.declare.options import Value
from sevenfold.protocol import Against, FinishedGame, GameStatistics
from sevenfold.protocol.finished_games import Outcome
from sevenfold.session.option_texts import options_text

COUNTS = (
    "Every game that you played to its end counts, and every game that you gave up, as one that you did not win."
    " Games in which a move was taken back, or in which you asked whether they can still be won, count too, but not for the"
    " best score. Deals chosen because they can be won are counted by themselves."
    " Games begun from a deal that you knew already do not count."
)
LATEST = 10  # games behind each point of the curve
LISTED = 100


@dataclass(frozen=True)
class Finished:
    """A finished game, from one player's point of view."""

    room: str
    game: str
    options: Mapping[str, Value]
    ended: float
    outcome: Outcome
    score: float | None
    taken_back: int
    asked: int
    winnable: bool
    opponents: Sequence[str]
    people: Mapping[str, str] = field(default_factory=dict)  # the other people: their names by their ids
    bots: Sequence[str] = ()  # the kinds of the bots


def statistics(finished: Iterable[Finished], names: Mapping[str, str]) -> list[GameStatistics]:
    """The statistics by game and options, the latest played first; `names` has the names of the games by id."""
    groups: dict[tuple[str, str, bool], list[Finished]] = {}
    for one in sorted(finished, key=lambda one: one.ended):
        key = one.game, json.dumps(dict(one.options), sort_keys=True), one.winnable
        groups.setdefault(key, []).append(one)
    latest_first = sorted(groups.values(), key=lambda games: -games[-1].ended)
    return [_of_one(games, names.get(games[0].game, games[0].game)) for games in latest_first]


def against_people(finished: Iterable[Finished]) -> list[Against]:
    """The record against each person, the most often played first; a person who was renamed has their latest name."""
    games: dict[str, list[Finished]] = {}
    names: dict[str, str] = {}
    for one in sorted(finished, key=lambda one: one.ended):
        for person, name in one.people.items():
            games.setdefault(person, []).append(one)
            names[person] = name
    found = [_against(names[person], played) for person, played in games.items()]
    return sorted(found, key=lambda one: -one.played)


def against_bots(finished: Iterable[Finished]) -> list[Against]:
    """The record in games against bots alone, by their kind, in the order of the list of kinds."""
    order = list(KINDS)
    games: dict[str, list[Finished]] = {}
    for one in sorted(finished, key=lambda one: one.ended):
        kinds = {spec.partition(":")[0] for spec in one.bots} & set(order)
        if kinds and not one.people:
            levels = [kind for kind in kinds if KINDS[kind].is_level]
            games.setdefault(max(levels or kinds, key=order.index), []).append(one)
    return [_against(KINDS[kind].name, games[kind]) for kind in order if kind in games]


def _against(name: str, games: Sequence[Finished]) -> Against:
    won = [one.outcome == "won" for one in games]
    return Against(name=name, played=len(won), won=sum(won), curve=_curve(won))


def _curve(won: Sequence[bool]) -> list[float]:
    """After each game, the share won among the latest ones."""
    return [sum(latest) / len(latest) for latest in (won[max(0, i + 1 - LATEST) : i + 1] for i in range(len(won)))]


def _of_one(games: Sequence[Finished], name: str) -> GameStatistics:
    """The statistics of finished games of one kind, given in order of time."""
    won = [one.outcome == "won" for one in games]
    ended = [one for one in games if one.outcome != "given up"]
    untouched = [one.score for one in ended if one.score is not None and not one.taken_back and not one.asked]
    scores, streaks = [one.score for one in ended if one.score is not None], _streaks(won)
    return GameStatistics(
        game=games[0].game,
        name=name,
        options=dict(games[0].options),
        options_text=options_text(games[0].game, games[0].options),
        winnable=games[0].winnable,
        played=len(games),
        won=sum(won),
        given_up=sum(one.outcome == "given up" for one in games),
        taken_back=sum(one.taken_back > 0 for one in games),
        asked=sum(one.asked > 0 for one in games),
        best=max(untouched, default=None),
        average=sum(scores) / len(scores) if scores else None,
        streak=streaks[-1],
        longest_streak=max(streaks),
        curve=_curve(won),
        games=[_listed(one) for one in reversed(games[-LISTED:])],
    )


def _streaks(won: Sequence[bool]) -> list[int]:
    """The number of consecutive wins after each game."""
    lengths, now = [], 0
    for is_won in won:
        now = now + 1 if is_won else 0
        lengths.append(now)
    return lengths


def _listed(one: Finished) -> FinishedGame:
    return FinishedGame(
        room=one.room,
        ended=one.ended,
        outcome=one.outcome,
        score=one.score,
        taken_back=one.taken_back,
        asked=one.asked,
        opponents=list(one.opponents),
    )
