"""Options that do not go together: a game says why, and nothing offers or accepts them."""

from __future__ import annotations

import re
from itertools import combinations, product

import pytest

import sevenfold
from sevenfold.cards import SEVENDECK_PACK
from sevenfold.declare.options import MOST_COMBINATIONS, Option, Value, conflicts
from sevenfold.declare.rules import Rules
from sevenfold.kernel.fields import Fields
from sevenfold.registry import rules_of
from sevenfold.server.lobby.catalogue import game_info

SENTENCE = re.compile(r"[A-Z].*[^.]\.")


def every(options: dict[str, Option]) -> list[dict[str, Value]]:
    """All combinations of the values of these options."""
    return [dict(zip(options, values, strict=True)) for values in product(*(o.values for o in options.values()))]


def offered(game: str) -> list[dict[str, Value]]:
    """What the new-game dialog lets one choose: all combinations without a conflict that the catalogue lists."""
    info = game_info(rules_of(game))
    return [
        chosen
        for chosen in every(rules_of(game).options)
        if not any(conflict.values.items() <= chosen.items() for conflict in info.conflicts)
    ]


@pytest.mark.parametrize("game", sevenfold.game_names())
def test_what_is_offered_is_accepted_and_the_rest_refused_in_a_sentence(game: str) -> None:
    rules = rules_of(game)
    possible = offered(game)
    assert {name: {chosen[name] for chosen in possible} for name in rules.options} == {
        name: set(option.values) for name, option in rules.options.items()
    }
    for chosen in every(rules.options):
        if chosen in possible:
            assert sevenfold.load(game, **chosen).options == chosen
            continue
        with pytest.raises(sevenfold.BadInput) as refused:
            sevenfold.load(game, **chosen)
        assert SENTENCE.fullmatch(str(refused.value))
        assert any(f"{name} must be " in str(refused.value) for name in rules.options)


@pytest.mark.parametrize("game", sevenfold.game_names())
def test_every_pair_of_values_that_never_goes_together_has_its_sentence(game: str) -> None:
    rules, possible = rules_of(game), offered(game)
    for (one, first), (other, second) in combinations(rules.options.items(), 2):
        for values in product(first.values, second.values):
            pair = dict(zip((one, other), values, strict=True))
            if not any(pair.items() <= chosen.items() for chosen in possible):
                (why,) = {conflict.why for conflict in rules.conflicts() if conflict.values.items() <= pair.items()}
                assert SENTENCE.fullmatch(why), pair


def option(name: str, *values: Value) -> Option:
    return Option(name, values, name)


MADE = {one.name: one for one in (option("players", 2, 3, 4), option("jokers", False, True), option("target", "short", "long"))}


def test_a_conflict_names_only_the_options_that_matter() -> None:
    def illegal(o: dict[str, Value]) -> str | None:
        if o["players"] == 4 and o["jokers"]:
            return "Four play without jokers."
        return "Three play the short game." if o["players"] == 3 and o["target"] == "long" else None

    found = {conflict.why: conflict.values for conflict in conflicts(MADE, illegal)}
    assert found == {
        "Four play without jokers.": {"players": 4, "jokers": True},
        "Three play the short game.": {"players": 3, "target": "long"},
    }


def test_a_value_that_is_never_allowed_is_a_conflict_by_itself() -> None:
    def illegal(o: dict[str, Value]) -> str | None:
        return f"Three cannot play the {o['target']} game." if o["players"] == 3 else None

    (conflict,) = conflicts(MADE, illegal)
    assert conflict.values == {"players": 3}


class Position(Fields):
    pass


def test_a_game_has_not_too_many_combinations_to_try() -> None:
    many = {f"option_{i}": (False, True) for i in range(13)}
    assert 2 ** len(many) > MOST_COMBINATIONS
    with pytest.raises(sevenfold.BadInput, match=f"at most {MOST_COMBINATIONS}"):
        Rules(
            type("Many", (Position,), {"__annotations__": dict.fromkeys(many, int)}), "many", "Many",
            pack=SEVENDECK_PACK, players=2, about="", minutes=1, options=many, illegal=lambda options: None,
        )  # fmt: skip


def test_the_refusal_names_the_option_and_the_values_allowed() -> None:
    with pytest.raises(sevenfold.BadInput) as refused:
        sevenfold.load("suitability", players=3, partnership=True)
    assert str(refused.value) == (
        "With players 3, partnership must be false: partners sit opposite each other, which takes four players."
    )
