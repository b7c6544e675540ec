"""A game's options, which are chosen before it starts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import product

from sevenfold.errors import BadInput, quoted, shortened

Value = int | bool | str
Illegal = Callable[[dict[str, Value]], str | None]  # why a combination of options is not allowed; None if it is
MOST_COMBINATIONS = 4096  # of a game that forbids some of them, because all are tried


@dataclass(frozen=True)
class Option:
    """An option: its values, the default first. A position holds numbers and booleans as they are, texts by their index."""

    name: str
    values: tuple[Value, ...]
    label: str
    about: str = ""  # what it decides, in a sentence
    meanings: tuple[str, ...] = ()  # what each value means, in a sentence; empty if that is obvious
    labels: tuple[tuple[str, str], ...] = ()  # what players call a text value, where its name does not say it

    def meaning(self, value: Value) -> str:
        """What a value means; empty if that is obvious."""
        return self.meanings[self.values.index(value)] if self.meanings else ""

    def in_words(self) -> str:
        """What it decides and which values there are, the usual one first, for the rule page."""
        usual, *others = self.values
        if isinstance(usual, bool):
            choices = f"Usually {'yes' if usual else 'no'}."
        elif self.meanings:
            choices = f"{self.meaning(usual).rstrip('.')} (usual). {' '.join(f'Or: {self.meaning(other)}' for other in others)}"
        else:
            shown = [
                self.label_of(value) for value in (sorted(self.values, key=str) if isinstance(usual, int) else self.values)
            ]
            choices = f"{', '.join(shown[:-1])} or {shown[-1]}; usually {self.label_of(usual)}."
            choices = choices[:1].upper() + choices[1:]
        return f"{self.about} {choices}"

    def label_of(self, value: Value) -> str:
        """What players call a value: "Yes", "3", "left of the dealer"."""
        if isinstance(value, bool):
            return "Yes" if value else "No"
        return dict(self.labels).get(str(value), str(value).replace("_", " "))

    def code(self, value: Value) -> int:
        """The number that represents a value in a position."""
        return self.values.index(value) if isinstance(value, str) else int(value)

    def value(self, code: int) -> Value:
        """The value that a number in a position represents."""
        return next(v for v in self.values if self.code(v) == code)

    def check(self, value: object) -> Value:
        """The value as given, or parsed from text such as "3" or "true". BadInput lists the values allowed."""
        for allowed in self.values:
            if type(value) is type(allowed) and value == allowed:
                return allowed
            if isinstance(value, str) and value.strip().casefold() == show_value(allowed).casefold():
                return allowed
        allowed_text = ", ".join(show_value(v) for v in sorted(self.values, key=lambda v: (str(type(v)), v)))
        shown = shortened(value) if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else quoted(value)
        raise BadInput(f"{self.name} must be one of {allowed_text}, not {shown}.")


def option(
    values: tuple[Value, ...] | Mapping[str, str], about: str, label: str = "", *, labels: Mapping[str, str] | None = None
) -> Callable[[str], Option]:
    """Declare an option of a game, for the argument `options` of `Rules`.

    Args:
        values: Its values, the default first; or each value with what it means.
        about: What it decides, in a sentence.
        label: Its label; by default made from its name.
        labels: What players call a value, where its name does not say it.

    Returns:
        A function that makes the option, given its name.
    """
    meanings = tuple(values.values()) if isinstance(values, Mapping) else ()
    called = tuple((labels or {}).items())
    return lambda name: Option(name, tuple(values), label or name.replace("_", " ").capitalize(), about, meanings, called)


def show_value(value: object) -> str:
    """A value as written on the command line and the page."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def check_options(options: Mapping[str, Option], chosen: Mapping[str, object], game: str) -> dict[str, Value]:
    """The values of all options, with defaults filled in. BadInput for an unknown option or value."""
    for name in chosen:
        if name not in options:
            there = ", ".join(options) or "none"
            raise BadInput(f"{game} has no option {shortened(name)}; its options: {there}.")
    return {name: option.check(chosen[name]) if name in chosen else option.values[0] for name, option in options.items()}


@dataclass(frozen=True)
class Conflict:
    """Values of options that do not go together, whatever the other options are."""

    values: dict[str, Value]
    why: str  # for players, in a sentence

    def forbids(self, chosen: Mapping[str, Value]) -> bool:
        """Whether these options contain the values."""
        return self.values.items() <= chosen.items()


def conflicts(options: Mapping[str, Option], illegal: Illegal) -> list[Conflict]:
    """The combinations that a game does not allow, each reduced to the options that matter."""
    every = [dict(zip(options, values, strict=True)) for values in product(*(o.values for o in options.values()))]
    refused = [(chosen, why) for chosen in every if (why := illegal(chosen))]
    found: list[Conflict] = []
    for chosen, why in refused:
        if any(conflict.forbids(chosen) for conflict in found):
            continue
        conflict = Conflict(chosen, why)
        for name in reversed(tuple(options)):
            wider = Conflict({n: value for n, value in conflict.values.items() if n != name}, why)
            if sum(map(wider.forbids, every)) == sum(wider.forbids(other) for other, _ in refused):
                conflict = wider
        found.append(conflict)
    return found


def check_combination(options: Mapping[str, Option], chosen: Mapping[str, Value], illegal: Illegal) -> None:
    """BadInput for a combination that a game does not allow. It names the option at fault and the values allowed."""
    why = illegal(dict(chosen))
    if not why:
        return
    values = next(conflict.values for conflict in conflicts(options, illegal) if conflict.forbids(chosen))
    *others, name = values
    allowed = [show_value(value) for value in options[name].values if not illegal({**chosen, name: value})]
    given = ", ".join(f"{other} {show_value(chosen[other])}" for other in others)
    must = f"must be {' or '.join(allowed)}" if allowed else f"cannot be {show_value(chosen[name])}"
    raise BadInput(f"{f'With {given}, ' if given else ''}{name} {must}: {why[:1].lower()}{why[1:]}")


def option_fields(options: Mapping[str, Option], values: Mapping[str, Value]) -> dict[str, int]:
    """The numbers that represent these values in a position's fields."""
    return {name: option.code(values[name]) for name, option in options.items()}
