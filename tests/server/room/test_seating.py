"""Who sits in a room, and how long bots take."""

from __future__ import annotations

import pytest

import sevenfold
from sevenfold.bots import KINDS
from sevenfold.protocol import NewRoom
from sevenfold.protocol.errors import Refused
from sevenfold.seat_names import NAMES, isolated, names_for
from sevenfold.server.room.room_info import seat_names
from sevenfold.server.room.seating import PACES, BotChoice, BotSeat, new_seats
from sevenfold.server.storage import Person, StoredSeat

TRUF = sevenfold.load("seven_truf")


@pytest.mark.parametrize("kind", ["beginner", "club", "expert", "thumb", "random", "search", "search:5000", "search:200ms"])
@pytest.mark.parametrize("pace", PACES)
def test_when_a_bot_answers_depends_on_pace_and_budget_alone(kind: str, pace: str) -> None:
    one, other = BotSeat(BotChoice(kind, pace), TRUF), BotSeat(BotChoice(kind, pace), TRUF)
    for player in (one, other):
        player.allow(1e-4)
    answers = {one.answers_after(ready) for ready in (0.0, 1e-6, one.step / 2, one.step)}
    assert answers == {other.step}
    assert one.step > one.thinking
    assert one.step >= max(PACES[pace].seconds, {"search": 0.2, "search:5000": 1, "search:200ms": 0.2}.get(kind, 0))


def test_a_bot_that_was_late_answers_after_whole_steps() -> None:
    player = BotSeat(BotChoice("random", "quick"), TRUF)
    assert player.answers_after(0.36) == player.answers_after(0.6) == 0.7


def test_the_time_of_every_kind_is_known() -> None:
    levels = {kind.id for kind in KINDS.values() if kind.is_level}
    assert levels == {"beginner", "club", "expert"}
    in_rooms = {id for id, kind in KINDS.items() if not kind.reads_files}
    assert in_rooms - levels == {"thumb", "random", "search"}, "Player.step must allow for a new kind's time"


@pytest.mark.parametrize("kind", ["beginner", "club", "expert"])
@pytest.mark.parametrize("name", sevenfold.game_names())
def test_a_level_answers_within_half_a_second(name: str, kind: str) -> None:
    """However slow the machine, or the game; and it thinks for as long as it takes to do its iterations, if that is less."""
    player = BotSeat(BotChoice(kind, "instant"), sevenfold.load(name))
    player.allow(0.1)
    assert player.step <= 0.5
    quick = BotSeat(BotChoice(kind, "instant"), sevenfold.load(name))
    quick.allow(1e-6)
    assert quick.thinking == pytest.approx(2e-6 * quick.iterations + quick.claiming)


def test_bots_of_rooms_stored_before_there_were_levels() -> None:
    """Old rooms name the search without a budget; it plays on as it did."""
    old = BotSeat(BotChoice("search", "normal"), TRUF)
    assert (old.bot.spec, old.iterations) == ("search:1000", 1000)
    assert BotSeat(BotChoice("search:9", "quick"), TRUF).iterations == 9


SOMEBODY = Person("p", "Kim")


def seats(game: str, **wanted: object) -> list[tuple[str, str | None]]:
    """Who sits where in a new room: the kind, and which bot."""
    asked = NewRoom.model_validate({"game": game, **wanted})
    return [(seat.kind, seat.bot) for seat in new_seats(sevenfold.load(game), asked, SOMEBODY)]


def test_a_shorter_list_goes_on_with_its_last_bot() -> None:
    you, random, quick = {"kind": "you"}, {"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "search:9"}
    mine, one, other = ("person", None), ("bot", "random"), ("bot", "search:9")
    assert seats("seven_truf", seats=[quick, random, you]) == [other, one, mine, one]
    assert seats("seven_truf", seats=[random], watch=True) == [one] * 4
    assert seats("seven_truf") == [mine, *[("bot", "club")] * 3]
    assert seats("seven_truf", seats=[], watch=True) == [("bot", "club")] * 4


def test_a_game_for_one() -> None:
    assert seats("seven_solitaire") == seats("seven_solitaire", seats=[{"kind": "you"}]) == [("person", None)]
    assert seats("seven_solitaire", watch=True) == [("bot", "club")]
    with pytest.raises(Refused):
        seats("seven_solitaire", seats=[{"kind": "you"}, {"kind": "bot", "bot": "random"}])


def test_names() -> None:
    assert names_for(3, 1) == [NAMES[0], "You", NAMES[2]]
    assert names_for(2, None) == list(NAMES[:2])


def test_a_name_from_right_to_left_reorders_nothing_around_it() -> None:
    """It stands between signs that set it apart; other names stand as they are."""
    name = "\N{HEBREW LETTER SHIN}\N{HEBREW LETTER LAMED} 7"
    seats = [StoredSeat(0, "person", "a", name=name), StoredSeat(1, "person", "b", name="Kim")]
    assert seat_names(seats) == [f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}", "Kim"]
    assert isolated("\N{ARABIC LETTER ALEF}")[0] == "\N{FIRST STRONG ISOLATE}"


def test_people_of_one_name_are_told_apart() -> None:
    """By a number, also from a bot of that name and in the running score; one person has their name once."""
    people = [
        ("person", "a", "Kim"),
        ("person", "b", "kim"),
        ("bot", None, ""),
        ("person", "a", "Kim"),
        ("person", "c", "Cleo"),
    ]
    seats = [StoredSeat(i, kind, person, name=name) for i, (kind, person, name) in enumerate(people)]  # type: ignore[arg-type]  # any text
    assert seat_names(seats) == ["Kim", "kim (2)", NAMES[2], NAMES[3], f"{NAMES[2]} (2)"]
