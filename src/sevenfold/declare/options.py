"""A game's options: what is settled before it starts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sevenfold.errors import BadInput

Value = int | bool | str


@dataclass(frozen=True)
class Option:
    """One option: its values, the default first. A state holds a number or truth as it is, a word by its place."""

    name: str
    values: tuple[Value, ...]
    label: str
    about: str = ""  # what it settles, in a sentence
    meanings: tuple[str, ...] = ()  # what each value means, in a sentence; none where the values say it themselves

    def meaning(self, value: Value) -> str:
        """What a value means; empty where it says that itself."""
        return self.meanings[self.values.index(value)] if self.meanings else ""

    def code(self, value: Value) -> int:
        """What the state's field holds for a value."""
        return self.values.index(value) if isinstance(value, str) else int(value)

    def value(self, code: int) -> Value:
        """The value of what the state's field holds."""
        return next(v for v in self.values if self.code(v) == code)

    def check(self, value: object) -> Value:
        """The value as given, or read from its print (`"3"`, `"true"`); BadInput names the values allowed."""
        for allowed in self.values:
            if type(value) is type(allowed) and value == allowed:
                return allowed
            if isinstance(value, str) and value.strip().casefold() == show_value(allowed).casefold():
                return allowed
        allowed_text = ", ".join(show_value(v) for v in sorted(self.values, key=lambda v: (str(type(v)), v)))
        shown = value if isinstance(value, str) else show_value(value) if isinstance(value, int) else repr(value)
        raise BadInput(f"{self.name} must be one of {allowed_text}, not {shown}.")


def option(values: tuple[Value, ...] | Mapping[str, str], about: str, label: str = "") -> Callable[[str], Option]:
    """Declare an option: its values, the default first (or each with what it means), and what it settles.

    label: what the page calls it, where its name does not do.
    """
    meanings = tuple(values.values()) if isinstance(values, Mapping) else ()
    return lambda name: Option(name, tuple(values), label or name.replace("_", " ").capitalize(), about, meanings)


def show_value(value: Value) -> str:
    """A value as the command line and the pages write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def check_options(options: Mapping[str, Option], chosen: Mapping[str, object], game: str) -> dict[str, Value]:
    """All options with their values, the defaults filled in; BadInput for an option or a value that there is not."""
    for name in chosen:
        if name not in options:
            there = ", ".join(options) or "none"
            raise BadInput(f"{game} has no option {name}; its options: {there}.")
    return {name: option.check(chosen[name]) if name in chosen else option.values[0] for name, option in options.items()}


def option_fields(options: Mapping[str, Option], values: Mapping[str, Value]) -> dict[str, int]:
    """What a state's fields hold for these values."""
    return {name: option.code(values[name]) for name, option in options.items()}
