"""How games end: seats that never move or win, results that do not tell seats apart, points that are paid by nobody."""

from __future__ import annotations

from collections.abc import Iterator

from sevenfold.findings import Finding
from sevenfold.view.event_text import joined

from .reached_so_far import Reached

FEW = 10  # games that must have been finished before anything is said to be never reached
NO_CHANCE = 1e-5  # a seat that never wins is told if this is less likely in a fair game
FEW_SUMS, SUMS_SHARE = 10, 0.2  # deals that add up to 0, and such that do not, before the latter are told; and their share


def idle_seats(reached: Reached) -> Iterator[Finding]:
    """Seats that never move."""
    start = reached.lines.place_of(reached.lines.rules.actions[min(reached.lines.rules.phases)]).at
    for players, games in sorted(reached.finished.items()):
        unmoved = [seat for seat in range(players) if seat not in reached.moved[players]]
        if unmoved and games >= FEW:
            yield Finding(
                "seat-never-moves",
                f"{_do(unmoved, 'move')} in {games} finished games for {players}: every seat must be given the turn, as"
                " next_turn(s) or s.turn = left(s, s.turn) do. Seats are numbered from 0 to s.players - 1.",
                "error",
                *start,
            )
            return  # it would be said again for other numbers of players


def losers(reached: Reached) -> Iterator[Finding]:
    """Seats that won none of the random games, more of them than chance can explain."""
    if reached.lines.rules.cooperative:
        return
    for players, won in sorted(reached.won.items()):
        never = [seat for seat in range(players) if not any(seat in winners for winners in won)]
        if players > 1 and never and (1 - 1 / players) ** len(won) < NO_CHANCE:
            yield Finding(
                "seat-never-wins",
                f"{_do(never, 'win')} in {len(won)} finished random games for {players}: is a seat left out where seats are"
                " compared, or is what it wins stored for another?",
                "warning",
                *reached.answer("winners", "returns"),
            )
            return  # it would be said again for other numbers of players


def results(reached: Reached) -> Iterator[Finding]:
    """Results that do not tell seats apart, or that tell apart who wins together."""
    rules = reached.lines.rules
    if rules.cooperative and reached.told_apart:
        yield Finding(
            "results-differ-together",
            "The game is declared with cooperative=True, so that all win or lose together, but seats had different results at"
            " the end of a game: standing(s, seat), or returns(s, seat) if there is one, must be the same for all.",
            "error",
            *reached.answer("returns"),
        )
    only = {result for game in reached.results for result in game}
    if len(only) == 1 and reached.finished.total() >= FEW and max(rules.player_counts) > 1 and not rules.cooperative:
        yield Finding(
            "results-never-differ",
            f"Every seat's result is {only.pop():g} {reached.in_games}: standing(s, seat), or returns(s, seat) if there is"
            " one, must tell the seats apart at the end.",
            "warning",
            *reached.answer("returns"),
        )
    elif not reached.told_apart and reached.finished.total() >= FEW and max(rules.player_counts) > 1 and not rules.cooperative:
        yield Finding(
            "results-always-equal",
            f"All seats had the same result at the end of each game {reached.in_games}: standing(s, seat), or"
            " returns(s, seat) if there is one, must tell them apart.",
            "warning",
            *reached.answer("returns"),
        )


def lost_points(reached: Reached) -> Iterator[Finding]:
    """What some win is what the others lose in many deals, and not in others."""
    zero, others = reached.zero_sums, reached.sums
    if min(zero, len(others)) < max(FEW_SUMS, SUMS_SHARE * (zero + len(others))):
        return
    example = min(others, key=lambda gains: (len(gains), sum(map(abs, gains))))
    yield Finding(
        "sums-differ",
        f"In {zero} deals what the seats got adds up to 0, so that some won what the others lost, but in {len(others)} it does"
        f" not: {joined([f'{gain:g}' for gain in example])}, say. Is something paid by nobody or to nobody?",
        "warning",
        *reached.answer("returns"),
    )


def _do(seats: list[int], verb: str) -> str:
    """ "Seat 1 never wins", "Seats 1 and 2 never win"."""
    return f"Seats {joined(list(map(str, seats)))} never {verb}" if seats[1:] else f"Seat {seats[0]} never {verb}s"
