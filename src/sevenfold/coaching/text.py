"""The coach's findings in words: expected results, costs and, where certain, reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from sevenfold.bots.engines.base import Expectation, Scale, scale_of
from sevenfold.errors import BadInput
from sevenfold.view.numbers import with_minus

from .advice import ActionAdvice, Advice, Cost

if TYPE_CHECKING:
    from sevenfold.playing.game import Game, State


class Figure(NamedTuple):
    """An expected result in short.

    Attributes:
        kind: What it is: a chance to win, or points.
        text: As people read it: "64 % to win" or "+2.3 points".
    """

    kind: Literal["chance", "points"]
    text: str


ONLY = "It is the only one that the rules allow."
EQUAL = "It makes no difference: every one came to the same, however the hidden cards were dealt."


def expected(advice: Advice, one: ActionAdvice) -> str:
    """An action's expected result: "+2.3 ± 0.4 points"."""
    return result(advice.scale, advice.standing, one.gain, one.ci95, is_relative=advice.is_relative)


def result(scale: Scale, standing: float, gain: float, half: float, *, is_relative: bool) -> str:
    """An expected result: points still to be gained, or the chance or number of wins in the end."""
    if scale == "points":
        return with_minus(f"{gain:+.1f} ± {half:.1f} points{against(is_relative)}")
    if scale == "chance" and not half:
        return likely(standing + gain, is_certain=True)
    if scale == "chance":
        return f"a win in {100 * (standing + gain):.0f} ± {100 * half:.0f} % of deals like this"
    above = " above the average" if is_relative else ""
    return with_minus(f"{standing + gain:+.2f} ± {half:.2f}{above}, where a win is 1")


def expectation_in_words(game: Game, expectation: Expectation, standing: float, *, is_relative: bool) -> str:
    """The expected result after a chosen action, in words."""
    if expectation.method == "networks":
        return hoped(expectation.value)
    if expectation.method in ("best play", "graph"):
        return likely(expectation.value, is_certain=expectation.method == "best play")
    if expectation.method == "plan":
        return planned(expectation.value, expectation.deals, is_relative=is_relative)
    return result(scale_of(game), standing, expectation.value, expectation.ci95, is_relative=is_relative)


def figure_of(game: Game, expectation: Expectation, standing: float, *, is_relative: bool) -> Figure | None:
    """The expected result after a chosen action as a short figure; None where it is neither a chance nor points."""
    scale = scale_of(game)
    if expectation.method in ("networks", "best play", "graph"):
        return Figure("chance", to_win(expectation.value))
    if scale == "chance":
        return Figure("chance", to_win(standing + expectation.value))
    return Figure("points", with_minus(f"{expectation.value:+.1f} points{against(is_relative)}")) if scale == "points" else None


def to_win(chance: float) -> str:
    """A chance to win as "64 % to win"."""
    return f"{percent(chance)} to win"


def against(is_relative: bool) -> str:
    """What points are compared with, at the end of a figure."""
    return " against the average" if is_relative else ""


def percent(share: float) -> str:
    """A share as "64 %"."""
    return f"{100 * share:.0f} %"


def planned(gain: float, deals: int, *, is_relative: bool) -> str:
    """The points gained by the best plan for the last cards: an average over the deals for which it was optimised, so without
    an interval."""
    return with_minus(f"{gain:+.1f} points{against(is_relative)}, by the best plan in {deals} deals like this")


def hoped(chance: float) -> str:
    """A chance of winning as estimated by networks trained by self-play, which is not an average over deals."""
    return f"a win in about {100 * chance:.0f} % of games like this, as it was learnt by self-play"


def likely(chance: float, *, is_certain: bool) -> str:
    """The chance of winning a patience with an unknown stock: exact, or estimated by a search."""
    if is_certain:
        return f"a win in {100 * chance:.0f} % of the orders that the stock may have, if the best is played"
    return f"a win in about {100 * chance:.0f} % of the orders that the stock may have, as far as was thought ahead"


def costs(scale: Scale, cost: Cost) -> str:
    """The cost of an action: "1.2 ± 0.4 points"."""
    if scale == "points":
        return f"{cost.points:.1f} ± {cost.ci95:.1f} points"
    if scale == "chance" and not cost.ci95:
        return f"{100 * cost.points:.1f} % of the wins"
    if scale == "chance":
        return f"{100 * cost.points:.1f} ± {100 * cost.ci95:.1f} % of the wins"
    return f"{cost.points:.2f} ± {cost.ci95:.2f} of a win"


def falls_short(scale: Scale, cost: Cost) -> str:
    """What a move costs against the best, for players: "wins 22 ± 4 fewer of 100 games like this"."""
    if scale == "points":
        return f"leaves you {cost.points:.1f} ± {cost.ci95:.1f} points worse off on average"
    games, half = f"{100 * cost.points:.0f}", f"{100 * cost.ci95:.0f}"
    said = f"about {games}" if half == "0" else f"{games} ± {half}"
    return f"wins {said} fewer of 100 games like this"


def costs_about(scale: Scale, cost: Cost) -> str:
    """The cost of an action without its interval: "about 1.2 points", "about 12 %"."""
    if scale == "points":
        return f"about {cost.points:.1f} points"
    return f"about {percent(cost.points)} of a win"


def reason(state: State, advice: Advice) -> str:
    """The reason for the choice if it is certain, otherwise empty. A rule that restricts the choice takes precedence."""
    narrowed = _narrowed(state, advice.seat)
    if len(advice.actions) == 1:
        return f"{ONLY} {narrowed}".strip()
    if len({one.gain for one in advice.actions}) == 1 and not any(a.ci95 for a in advice.actions):
        return EQUAL
    return narrowed


def _narrowed(state: State, seat: int) -> str:
    """In a trick: the sentence of the rule that forbids the other cards of the hand, if one rule forbids them all."""
    if "trick_size" not in (state.position.dtype.names or ()):
        return ""
    hands = [zone for zone in state.view(seat).zones if zone.purpose == "hand" and zone.owner == seat]
    said = set[str]()
    for face in (face for zone in hands for face in zone.faces if face.code):
        try:
            refusal = state.why_not(f"play {face.code}")
        except BadInput:  # no card is played now, or the action has another text
            return ""
        if refusal is not None and refusal.rule:
            said.add(refusal.sentence)
    return said.pop() if len(said) == 1 else ""
