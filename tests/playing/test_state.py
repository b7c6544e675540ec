"""The public API: results, and refusals of bad arguments."""

from __future__ import annotations

import pickle
from dataclasses import asdict
from typing import Any

import numpy as np
import pytest

import sevenfold
from sevenfold.kernel.chance import source
from sevenfold.kernel.compiler.decorators import interpreting
from sevenfold.kernel.play import apply
from sevenfold.kernel.types import Positions
from sevenfold.view.description import News
from sevenfold.view.event_log import EventLog

TRUF = sevenfold.load("seven_truf")
SANE = sevenfold.load("sane_sevens")


# -- games ------------------------------------------------------------------------------------------------------------


def test_game() -> None:
    """A game says its names, players, options and cards, and is equal to one loaded the same way."""
    game = sevenfold.load("sane_sevens", players=3)
    assert (game.id, game.name, game.players) == ("sane_sevens", "Sane Sevens", 3)
    assert game.options == {"players": 3, "silly": False}
    assert game.pack.code(0) == "R1"
    assert repr(game) == "sevenfold.load('sane_sevens', players=3, silly=False)"
    assert game == sevenfold.load("sane_sevens", silly=False, players="3")
    assert len({game, sevenfold.load("sane_sevens", players=3), SANE}) == 2


@pytest.mark.parametrize(
    ("name", "options", "says"),
    [
        ("sane_seven", {}, "There is no game sane_seven. Did you mean sane_sevens? The games: "),
        ("", {}, "There is no game "),
        ("sane_sevens", {"player": 3}, "sane_sevens has no option player; its options: players, silly."),
        ("seven_truf", {"players": 4}, "seven_truf has no option players; its options: none."),
        ("sane_sevens", {"players": 5}, "players must be one of 2, 3, 4, not 5."),
        ("sane_sevens", {"players": "many"}, "players must be one of 2, 3, 4, not many."),
        ("sane_sevens", {"players": True}, "players must be one of 2, 3, 4, not true."),
        ("sane_sevens", {"players": 3.0}, "players must be one of 2, 3, 4, not 3.0."),
        ("sane_sevens", {"players": None}, "players must be one of 2, 3, 4, not None."),
        ("sane_sevens", {"silly": 1}, "silly must be one of false, true, not 1."),
        ("sane_sevens", {"silly": [True]}, "silly must be one of false, true, not [True]."),
        ("sane_sevens", {"name": "x"}, "sane_sevens has no option name; its options: players, silly."),
        ("sane_sevens", {"self": "x"}, "sane_sevens has no option self; its options: players, silly."),
    ],
)
def test_no_such_game(name: str, options: dict[str, Any], says: str) -> None:
    """An unknown name, option or value is refused with the known ones."""
    with pytest.raises(sevenfold.BadInput) as refusal:
        sevenfold.load(name, **options)
    assert str(refusal.value).startswith(says)


def test_seeds() -> None:
    """A seed is a whole number below 2^256; the same seed gives the same game, none a secret one of 256 bits."""
    for seed in (0, 7, (1 << 64) - 1, 1 << 64, (1 << 256) - 1):
        assert TRUF.start(seed) == TRUF.start(seed)
        assert TRUF.start(seed).seed == seed
    from_numpy: Any = np.int64(7)
    assert TRUF.start(from_numpy) == TRUF.start(7)
    assert TRUF.start().seed != TRUF.start().seed
    assert max(TRUF.start().seed for _ in range(3)) >= 1 << 240
    for bad in (-1, 1 << 256, 1.5, "7", True):
        with pytest.raises(sevenfold.BadInput, match=r"A seed is a whole number from 0 to 2\^256 - 1, not "):
            TRUF.start(bad)  # type: ignore[arg-type]


def test_limits() -> None:
    """A limit is a number of turns from 1 on; the default is 10,000."""
    assert TRUF.start(1).limit == 10_000
    assert TRUF.start(1, limit=1).limit == 1
    assert TRUF.start(1, limit=2000) == TRUF.start(1, limit=2000) != TRUF.start(1, limit=2001)
    for bad in (0, -5, 1.5, "9", True, None, (1 << 40) + 1):
        with pytest.raises(sevenfold.BadInput, match=r"limit is a number of turns, from 1 to \d+; not "):
            TRUF.start(1, limit=bad)  # type: ignore[arg-type]


# -- states -----------------------------------------------------------------------------------------------------------


def test_state() -> None:
    """A state tells whose turn it is, what may be done and what was done, in numbers and in words."""
    state = TRUF.start(7)
    dealer = int(state.position[0].dealer)
    assert (state.turn, state.phase, state.is_over, state.is_truncated) == ((dealer + 1) % 4, "bid", False, False)
    legal = state.legal_actions()
    assert [int(action) for action in legal] == [0, 1]
    assert [str(action) for action in legal] == ["bid 0", "bid 1"]
    assert (len(legal), legal[1], repr(legal)) == (2, 1, "<2 legal actions: bid 0, bid 1>")
    assert 1 in legal
    assert [thing for thing in (2, -1, 63, 64, 1.5, "bid 1", None) if thing in legal] == []
    state.play("  BID   1 ")
    state.play(0)
    assert state.actions == (1, 0)
    assert repr(state) == "<State of sevenfold.load('seven_truf'): 2 actions, bid>"
    assert (state.undo(), str(state.parse("bid 1")), state.describe(1).label) == (0, "bid 1", "Bid 1")
    assert (state.standing(), state.returns(), state.winners()) == ([0, 0, 0, 0], [0, 0, 0, 0], [])


def test_the_end() -> None:
    """Once the game is over nothing may be done, and everything says so."""
    state = SANE.start(3)
    while not state.is_over:
        state.play(state.legal_actions()[0])
    assert (state.turn, state.phase, repr(state.legal_actions())) == (None, "over", "<0 legal actions>")
    assert state.why_not(0) == state.why_not("anything") == sevenfold.Refusal("", "The game is over.")
    with pytest.raises(sevenfold.IllegalAction, match=r"The game is over\."):
        state.play(0)
    with pytest.raises(sevenfold.BadInput, match=r"The game is over\."):
        state.play("draw")
    assert state.winners() == [seat for seat in range(2) if state.returns()[seat] == 1] != []
    assert str(state)
    state.undo()
    assert not state.is_over


@pytest.mark.parametrize(
    "bad", [-1, 9, 63, 64, 1000, 1 << 80, True, False, 1.0, 1.5, None, "x", "1", [1], b"bid 1", np.array([1]), np.float64(1)]
)
def test_impossible_actions(bad: Any) -> None:
    """Anything that is not an action is refused with a message, and changes nothing."""
    state = TRUF.start(7)
    before = state.position.tobytes()
    error = sevenfold.IllegalAction if type(bad) is int else sevenfold.BadInput
    with pytest.raises(error) as refusal:
        state.play(bad)
    assert str(refusal.value).endswith(".")
    if error is sevenfold.BadInput:
        assert "You may: bid 0, bid 1." in str(refusal.value)
        for other in (state.why_not, state.describe):
            with pytest.raises(sevenfold.BadInput):
                other(bad)
    assert (state.position.tobytes(), state.actions) == (before, ())


def test_numbers_of_other_types() -> None:
    """A whole number of NumPy's is an action as any other; a place among the legal actions is a whole number within them."""
    legal: Any = TRUF.start(7).legal_actions()
    numbers: list[Any] = [1, np.int64(1), np.uint8(1), legal[np.int64(1)]]
    for number in numbers:
        state = TRUF.start(7)
        assert state.why_not(number) is None
        state.play(number)
        assert state.actions == (1,)
    for place in (2, -3, 1.0, "1", None, np.array([1])):
        with pytest.raises(sevenfold.BadInput, match=f"{'from 0 to 1' if isinstance(place, int) else 'a whole number'}"):
            legal[place]
    assert list(legal[:1]) == [0]
    with pytest.raises(IndexError):
        legal[2]


@pytest.mark.parametrize("text", ["", " ", "bid", "bid 10", "bid -1", "play 7C", "bid 1, bid 0", "7", "BID 0 0"])
def test_impossible_words(text: str) -> None:
    """Text that is not a legal action is refused with the actions that are."""
    with pytest.raises(sevenfold.BadInput) as refusal:
        TRUF.start(7).parse(text)
    assert str(refusal.value) == f"{text!r} is not an action here. You may: bid 0, bid 1."


def test_seats() -> None:
    """An unknown seat is refused with those of the game; None is a spectator."""
    state = TRUF.start(7)
    assert state.view().seat is None
    assert [state.view(seat).seat for seat in range(4)] == [0, 1, 2, 3]
    wrong: list[Any] = [-1, 4, "0", 1.0]
    for bad in wrong:
        for ask in (state.view, state.redacted, lambda seat: state.redeal(seat, source(1))):
            with pytest.raises(sevenfold.BadInput, match=r"There is no seat .*; seats are 0 to 3, None is a spectator\."):
                ask(bad)


def test_nothing_to_take_back() -> None:
    """Undo before the first action is refused."""
    with pytest.raises(sevenfold.BadInput, match=r"There is nothing to take back\."):
        TRUF.start(7).undo()


def test_what_was_taken_back_has_not_happened() -> None:
    """Even if another action follows before the events are read, and in a copy."""
    state = TRUF.start(7)
    first, other = [str(action) for action in state.legal_actions()][:2]
    state.play(first)
    seen = state.events()[-1]
    state.undo()
    state.play(other)
    again = TRUF.start(7)
    again.play(other)
    assert state.events() == again.events() != [*again.events()[:-1], seen]
    assert state.information() == again.information()
    state.undo()
    branch = state.copy()
    branch.play(first)
    assert branch.events()[-1] == seen
    assert state.events() == again.events()[:-1]


def test_pictures() -> None:
    """A state prints as the seat to move sees it, as text and as a small table for notebooks, hiding what it may not see."""
    state = TRUF.start(7)
    hidden = [TRUF.pack.codes(int(cards))[0] for seat, cards in enumerate(state.position[0].hands) if seat != state.turn]
    for picture in (str(state), state._repr_html_()):
        assert "7-Truf" in picture
        assert TRUF.pack.codes(int(state.position[0].hands[state.turn]))[0] in picture
        assert not [code for code in hidden if code in picture]


def test_views() -> None:
    """A view is plain data, and calls the seats by their names."""
    view = TRUF.start(7).view(1, names=["Ann", "Bob", "Cat", "Dan"])
    assert [seat.name for seat in view.seats] == ["Ann", "Bob", "Cat", "Dan"]
    assert asdict(view)["format"] == 2
    assert [seat.name for seat in TRUF.start(7).view(1).seats] == ["Seat 0", "You", "Seat 2", "Seat 3"]


def test_redealing() -> None:
    """A re-dealt position keeps what the seat knows, and the state itself stays as it is."""
    state = TRUF.start(7)
    for action in ("bid 0", "bid 0", "bid 0", "bid 0"):
        state.play(action)
    before = state.position.tobytes()
    dealt = [state.redeal(2, source(n))[0] for n in range(20)]
    assert state.position.tobytes() == before
    assert {int(s.hands[2]) for s in dealt} == {int(state.position[0].hands[2])}
    assert len({int(s.hands[0]) for s in dealt}) > 1
    assert [state.redeal(2, n)[0].tobytes() for n in range(20)] == [s.tobytes() for s in dealt]


def test_errors_travel() -> None:
    """Errors keep their sentence and rule when they are pickled, as between processes."""
    error = pickle.loads(pickle.dumps(sevenfold.IllegalAction("TRUF-5", "No.")))
    assert (error.rule, error.sentence, str(error)) == ("TRUF-5", "No.", "No. (TRUF-5)")
    assert isinstance(error, sevenfold.SevenfoldError)
    assert isinstance(error, ValueError)


def test_a_copy_keeps_what_its_views_need(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a move on a copy, as a server makes every move, one action is traced and only its news is composed."""
    state = sevenfold.load("seven_truf").start(seed=7)
    for _ in range(40):
        state.play(state.legal_actions()[0])
    state.view(0)
    traced, composed = list[int](), list[int]()
    compose = EventLog._news_of

    def tracing_apply(positions: Positions, at: int, action: int) -> object:
        traced.append(action)
        return apply(positions, at, action)

    def counting_news(log: EventLog, made: int, *more: Any) -> list[News]:
        composed.append(made)
        return compose(log, made, *more)

    monkeypatch.setattr("sevenfold.playing.history.apply", tracing_apply)
    monkeypatch.setattr(EventLog, "_news_of", counting_news)
    other = state.copy()
    other.play(other.legal_actions()[0])
    assert other.view(0).news[-1].number == 41
    assert (len(traced), composed) == (1, [41])
    assert state.view(0).news[-1].number == 40


def test_bare_code_plays_what_the_entry_plays() -> None:
    """From the second state of a game on, actions are applied by code that does not look at its arguments' types."""
    game = sevenfold.load("sane_sevens")
    ends = []
    for _ in range(3):
        state = game.start(5)
        while state.turn is not None:
            state.play(state.legal_actions()[-1])
        ends.append((type(state._apply).__name__, state.actions, state.returns()))
    assert ends[0][1:] == ends[1][1:] == ends[2][1:]
    assert ends[2][0] == "builtin_function_or_method"
    with interpreting():
        assert game.start(5)._apply is apply.function  # type: ignore[attr-defined]  # an Entry
    state = game.start(5)
    with pytest.raises(sevenfold.IllegalAction):
        state.play(62)
    state.play(state.legal_actions()[0])
    state.undo()
    assert state == game.start(5)
