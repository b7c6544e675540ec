"""Old names: each answers with the new one and warns, and our own code uses none of them."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

import pytest

import sevenfold
from sevenfold import devise
from sevenfold._deprecated import DEVISE_NAMES, PACKAGE_NAMES, RULES_NAMES, STATE_NAMES
from sevenfold._moved_modules import MOVED

PACKAGES = sorted({old.rpartition(".")[0] for old in MOVED} & set(MOVED))
MODULES = sorted(set(MOVED) - set(PACKAGES))


def imported_anew(old: str) -> ModuleType:
    """An old module, imported as if for the first time; the packages that it lies in have been imported."""
    name = f"sevenfold.{old}"
    for package in [package for package in PACKAGES if old.startswith(f"{package}.")]:
        if f"sevenfold.{package}" not in sys.modules:
            with pytest.warns(DeprecationWarning, match=f"^sevenfold.{package} is now "):
                import_module(f"sevenfold.{package}")
    sys.modules.pop(name, None)
    with pytest.warns(DeprecationWarning, match=rf"^{name} is now sevenfold\.{MOVED[old]}; the old name goes"):
        return import_module(name)


@pytest.mark.parametrize("old", MODULES)
def test_an_old_module(old: str) -> None:
    """A module's old name gives the module itself, which keeps its own name and spec."""
    module = imported_anew(old)
    assert module is import_module(f"sevenfold.{MOVED[old]}")
    assert module.__spec__ is not None
    assert module.__name__ == module.__spec__.name == f"sevenfold.{MOVED[old]}"


@pytest.mark.parametrize("old", PACKAGES)
def test_an_old_package(old: str) -> None:
    """A package's old name gives what the new one has, and none of the new one's modules under names they never had."""
    package, new = imported_anew(old), import_module(f"sevenfold.{MOVED[old]}")
    assert package is not new
    assert package.__path__ == []
    assert all(getattr(package, name) is value for name, value in vars(new).items() if not name.startswith("__"))


HIDDEN = """
from importlib import import_module
from sevenfold._moved_modules import MOVED

for new in MOVED.values():
    import_module(f"sevenfold.{new}")
for old in MOVED:
    parent, _, name = f"sevenfold.{old}".rpartition(".")
    outermost = old.partition(".")[0]
    if outermost not in MOVED and parent.removeprefix("sevenfold.") not in MOVED and hasattr(import_module(parent), name):
        print(old)
"""


def test_old_names_hide_nothing() -> None:
    """No old name is that of a module of today, nor of anything else in its package: importing it would replace that."""
    done = subprocess.run([sys.executable, "-c", HIDDEN], capture_output=True, text=True, check=True)
    assert done.stdout == ""


def test_what_never_was() -> None:
    """A name that never existed is refused as ever."""
    with pytest.raises(ModuleNotFoundError, match=r"No module named 'sevenfold\.nothing'"):
        import_module("sevenfold.nothing")
    assert find_spec("sevenfold.bots.nothing") is None


def test_a_warning_names_the_line_that_imports() -> None:
    """Python shows the warning by default for code that is run, and says where."""
    code = "import sevenfold.terminal.playing"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.startswith("<string>:1: DeprecationWarning: sevenfold.terminal.playing is now ")


@pytest.mark.parametrize(("old", "new"), STATE_NAMES.items())
def test_an_old_name_of_a_state(old: str, new: str) -> None:
    """A state's old methods are its new ones."""
    state = sevenfold.load("seven_truf").start(seed=7)
    with pytest.warns(DeprecationWarning, match=rf"^State\.{old} is now State\.{new};") as warnings:
        assert getattr(state, old) == getattr(state, new)
    assert [warning.filename for warning in warnings] == [__file__]


@pytest.mark.parametrize(
    ("owner", "names"),
    [(sevenfold.load("pyramid").rules, RULES_NAMES), (devise, DEVISE_NAMES), (sevenfold, PACKAGE_NAMES)],
    ids=["rules", "devise", "sevenfold"],
)
def test_other_old_names(owner: object, names: dict[str, str]) -> None:
    """So are those of rules and of the public modules."""
    for old, new in names.items():
        with pytest.warns(DeprecationWarning, match=rf"{old} is now \S+\.{new};"):
            assert getattr(owner, old) == getattr(owner, new)


@pytest.mark.parametrize("owner", [sevenfold.load("pyramid").start(1), sevenfold.load("pyramid").rules, devise, sevenfold])
def test_no_other_name(owner: object) -> None:
    """Any other name is refused in Python's words."""
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        owner.nothing  # type: ignore[attr-defined]  # noqa: B018
