"""The studies by name: those of this package, and those of others (entry point group `sevenfold.studies`)."""

from __future__ import annotations

from importlib import import_module

from sevenfold.errors import BadInput, fault, quoted
from sevenfold.registry import entry_points_of

from .study import Study

GROUP = "sevenfold.studies"
BUILT_IN = {
    "balance": "balance:Balance",
    "choices": "choices:Choices",
    "drama": "drama:Drama",
    "length": "length:Length",
    "luck": "luck:Luck",
    "options": "options:Options",
    "predictors": "predictors:Predictors",
    "strength": "strength:Strength",
    "winnability": "winnability:Winnability",
}


def study_names() -> list[str]:
    """The names of all studies."""
    return sorted({*BUILT_IN, *entry_points_of(GROUP, "study", dict.fromkeys(BUILT_IN, "a study of this package"))})


def study_named(name: str) -> type[Study]:
    """The class of a study.

    Raises:
        BadInput: There is none of this name, or what a package has registered is none.
    """
    others = entry_points_of(GROUP, "study", dict.fromkeys(BUILT_IN, "a study of this package"))
    place = f"{__package__}.questions.{BUILT_IN[name]}" if name in BUILT_IN else others.get(name)
    if place is None:
        raise BadInput(f"There is no study {quoted(name)}; the studies are {', '.join(study_names())}.")
    module, _, attribute = place.partition(":")
    try:
        found = getattr(import_module(module), attribute, None)
    except Exception as error:
        raise BadInput(f"The study {name} cannot be loaded: {fault(error)}.") from error
    if not (isinstance(found, type) and issubclass(found, Study)):
        raise BadInput(f"The study {name} is {place}, which is no class of studies (sevenfold.lab.studies.Study).")
    return found
