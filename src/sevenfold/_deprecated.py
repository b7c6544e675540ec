"""Old names of modules and attributes. Each still works, with a DeprecationWarning, until the next version.

None of this slows down the new names: Python tries the finder only for modules that nothing else finds, and a module's
`__getattr__` only for attributes that do not exist. (A class with `__getattr__` would be slower for all attributes.)
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from importlib.abc import Loader, MetaPathFinder
else:
    Loader = MetaPathFinder = object  # only for type checkers: loading these takes longer than everything else here

STATE_NAMES = {
    "made": "action_count",
    "back_to": "undo_to",
    "seen_by": "redacted",
    "at": "position_at",
    "earlier": "earlier_positions",
}
RULES_NAMES = {"words": "texts", "hears": "observes"}
DEVISE_NAMES = {"Look": "TableBuilder", "noted": "recorded"}
PACKAGE_NAMES = {"names": "game_names"}


def warn_renamed(old: str, new: str, stacklevel: int = 2) -> None:
    """Warn the caller's caller (stacklevel: counted from this function's caller) that a name has changed."""
    warnings.warn(f"{old} is now {new}; the old name goes with the next version.", DeprecationWarning, stacklevel + 1)


def new_attribute(module: str, name: str, names: Mapping[str, str]) -> str:
    """The new name of an attribute that a module does not have; for its `__getattr__`.

    Raises:
        AttributeError: The name is not an old one either.
    """
    if name not in names:
        raise AttributeError(f"module {module!r} has no attribute {name!r}", name=name, obj=sys.modules[module])
    warn_renamed(f"{module}.{name}", f"{module}.{names[name]}", stacklevel=3)
    return names[name]


class _OldName:
    """An attribute of a class by its old name."""

    def __init__(self, old: str, new: str) -> None:
        self.old, self.new = old, new

    def __get__(self, instance: object, owner: type) -> Any:
        warn_renamed(f"{owner.__name__}.{self.old}", f"{owner.__name__}.{self.new}")
        return getattr(owner if instance is None else instance, self.new)


def add_old_names(owner: type, names: Mapping[str, str]) -> None:
    """Make the attributes of a class available under their old names."""
    for old, new in names.items():
        setattr(owner, old, _OldName(old, new))


# -- modules ----------------------------------------------------------------------------------------------------------

ROOT = "sevenfold."


class MovedModules(MetaPathFinder):
    """Finds the modules that have moved, under the names they had."""

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """A spec for an old name; None for any other."""
        if not fullname.startswith(ROOT):
            return None
        from sevenfold._moved_modules import MOVED

        old = fullname.removeprefix(ROOT)
        if old not in MOVED:
            return None
        is_package = any(name.startswith(f"{old}.") for name in MOVED)
        loader = _OldPackage if is_package else _OldModule
        return ModuleSpec(fullname, loader(fullname, ROOT + MOVED[old]), is_package=is_package)


class _OldModule(Loader):
    """Loads the new module in place of the old one, as the same object."""

    def __init__(self, old: str, new: str) -> None:
        self.old, self.new = old, new

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """The new module."""
        warn_renamed(self.old, self.new)
        module = import_module(self.new)
        self._spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Undo what the import system did to the module: it has been loaded under its own name."""
        module.__spec__ = self._spec


class _OldPackage(Loader):
    """Loads an empty package in place of the old one, with the attributes of the new one and the old modules in it."""

    def __init__(self, old: str, new: str) -> None:
        self.old, self.new = old, new

    def create_module(self, spec: ModuleSpec) -> None:
        """Create the module in the default way."""
        warn_renamed(self.old, self.new)

    def exec_module(self, module: ModuleType) -> None:
        """Look up attributes in the new package."""
        new = import_module(self.new)
        module.__dict__["__getattr__"] = lambda name: getattr(new, name)


def find_moved_modules() -> None:
    """Make modules importable under their old names. Called once, when `sevenfold` is imported."""
    if not any(isinstance(finder, MovedModules) for finder in sys.meta_path):
        sys.meta_path.append(MovedModules())
