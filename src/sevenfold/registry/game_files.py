"""Games in files that are not installed: `sevenfold play ./my_game.py`.

A file is loaded as the module of its name, with its folder on the path of imports. From then on its game is known by its id,
in this process and in those that it starts, which learn of it by an environment variable. The file stands before a package of
the same name that is installed.
"""

from __future__ import annotations

import json
import linecache
import os
import stat
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from importlib import invalidate_caches
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import ModuleType

from sevenfold.declare.rules import Rules
from sevenfold.errors import BadInput, BrokenGame, EndlessRule, fault, quoted, shortened
from sevenfold.kernel.questions import GENERIC
from sevenfold.system.files import why

GROUP = "sevenfold.games"  # the entry points of games
ENVIRONMENT = "SEVENFOLD_GAME_FILES"  # where child processes find the files, as JSON


@dataclass(frozen=True)
class Place:
    """Where a game's module is."""

    path: str  # the file or the folder that was named
    folder: str  # which is put on the path of imports
    module: str  # its full name
    attribute: str = ""  # the name of the `Rules` in it; empty if that is not known yet

    @property
    def top(self) -> str:
        """The name of the module or package that lies in the folder."""
        return self.module.partition(".")[0]

    @property
    def name(self) -> str:
        """The file or folder as a message names it."""
        return shortened(self.path)


_places: dict[str, Place] = {}  # by the game's id
_folders: dict[str, str] = {}  # of the modules and packages that are found here, by name


def is_path(name: str) -> bool:
    """Whether a game's name on a command line can only be a file or a folder."""
    return name.endswith(".py") or name in (".", "..") or any(sign in name for sign in (os.sep, os.altsep) if sign)


def entry_points() -> dict[str, str]:
    """The games in files: the place of each one's rules, as in an entry point, by its id."""
    return {id: f"{place.module}:{place.attribute}" for id, place in _places.items()}


def is_in_file(id: str) -> bool:
    """Whether a game was added from a file."""
    return id in _places


def path_of(id: str) -> str:
    """The file or folder from which a game was added, as it was given; empty for an installed game."""
    return _places[id].path if id in _places else ""


def add(path: str | os.PathLike[str], check_id: Callable[[str], None] = lambda id: None) -> str:
    """Load a game's file, and let it be known by its id.

    Args:
        path: A file that ends in `.py`, or a folder with a `pyproject.toml` that names one game, or a package.
        check_id: Raises BadInput if the game may not have its id.

    Returns:
        The id.

    Raises:
        BadInput: There is no such file, or it holds no game or several, or its name or id is taken.
        BrokenGame: Loading the file fails.
    """
    place = _place_of(Path(path))
    for id, known in _places.items():
        if (known.folder, known.module) == (place.folder, place.module) and place.attribute in ("", known.attribute):
            return id
    _check_name(place)
    _let_find(place.top, place.folder)
    try:
        module = _loaded(place)
        attribute, rules = _rules_in(module, place)
        check_id(rules.id)
        _check_free(rules.id, place)
    except BaseException:
        _forget_modules(place.top)
        _folders.pop(place.top, None)
        raise
    _places[rules.id] = Place(place.path, place.folder, place.module, attribute)
    _tell_children()
    return rules.id


def files(id: str) -> list[Path]:
    """The files that a game is made of: its modules and others in the same folder, and the Markdown beside them."""
    place = _places[id]
    found = {Path(str(file)) for name in _modules_of(place) if (file := getattr(sys.modules[name], "__file__", None))}
    return sorted(found | {page for folder in {file.parent for file in found} for page in folder.glob("*.md")})


@contextmanager
def loaded_anew(id: str) -> Iterator[None]:
    """Load a game's file as it is now; the earlier version is back if that, or the block, fails.

    Raises:
        BadInput: The file has no game of this id any more.
        BrokenGame: Loading the file fails.
    """
    place = _places[id]
    modules = {name: sys.modules[name] for name in _modules_of(place)}
    questions = {name: GENERIC[name] for name in _declared.get(place.top, ()) if name in GENERIC}
    for name in modules:
        del sys.modules[name]
    _forget_modules(place.top)
    try:
        _, rules = _rules_in(_loaded(place), place)
        _check_same(id, rules.id, place)
        yield
    except BaseException:
        for name in _modules_of(place):
            del sys.modules[name]
        _forget_modules(place.top)
        sys.modules.update(modules)
        GENERIC.update(questions)
        _declared[place.top] = set(questions)
        raise


def _check_same(id: str, now: str, place: Place) -> None:
    """BadInput if a game has another id now."""
    if now != id:
        raise BadInput(f"{place.name}: its game was called {id} before, and {now} now. Start the server again.")


def _modules_of(place: Place) -> list[str]:
    """The names of a game's modules that are loaded, and of those that lie in the same folder."""
    folder = Path(place.folder)
    return [
        name
        for name, module in list(sys.modules.items())
        if name.partition(".")[0] == place.top
        or ("." not in name and (file := getattr(module, "__file__", None)) and Path(file).parent == folder)
    ]


def forget(id: str) -> None:
    """Forget a game's file, its modules and whatever they declared."""
    place = _places.pop(id)
    _forget_modules(place.top)
    _folders.pop(place.top, None)
    _tell_children()


# -- where a game's module is -----------------------------------------------------------------------------------------


def _place_of(path: Path) -> Place:
    """The place of the game in a file or folder that was named."""
    name = shortened(str(path))
    full = Path(os.path.abspath(path))  # noqa: PTH100 - a link stays what its author calls it
    try:
        return _in_folder(path, full) if stat.S_ISDIR(full.stat().st_mode) else _of_file(path, full)
    except BadInput:
        raise
    except (FileNotFoundError, NotADirectoryError, ValueError):  # or a name that no file can have
        raise BadInput(f"There is no file {name}.") from None
    except OSError as error:  # somebody else's, a circle of links, a name that is too long
        raise BadInput(f"{name} cannot be read: {why(error)}.") from error


def _of_file(path: Path, file: Path) -> Place:
    if file.suffix != ".py":
        raise BadInput(f"{shortened(str(path))} is no game's file, which ends in .py.")
    return _of_module(path, file)


def _of_module(path: Path, file: Path, attribute: str = "") -> Place:
    """The place of a module's file, which may lie in a package."""
    parts = [] if file.name == "__init__.py" else [file.stem]
    folder = file.parent
    while (folder / "__init__.py").exists():
        parts.insert(0, folder.name)
        folder = folder.parent
    for part in parts:
        if not part.isidentifier():
            raise BadInput(
                f"{shortened(str(path))} cannot be loaded as a module, because {quoted(part)} is no name in Python; call it"
                f" {''.join(sign if sign.isalnum() else '_' for sign in part)}, for instance."
            )
    return Place(str(path), str(folder), ".".join(parts), attribute)


def _in_folder(path: Path, full: Path) -> Place:
    """The place of the game in a folder: of the entry point in its project file or, in a package, of its rules."""
    name = shortened(str(path))
    project = full / "pyproject.toml"
    if project.exists():
        points = _points_of(project, name)
        if len(points) > 1:
            raise BadInput(f"{name} has several games: {', '.join(points)}. Name the file of one.")
        for value in points.values():
            module, _, attribute = value.replace(" ", "").partition(":")
            for folder in (full, full / "src"):
                whole = folder.joinpath(*module.split("."))
                for file in (whole.with_name(f"{whole.name}.py"), whole / "__init__.py"):
                    if file.exists():
                        return Place(str(path), str(folder), module, attribute)
            raise BadInput(f"{name}: its pyproject.toml names the module {shortened(module)}, which is not in that folder.")
    for file in (full / "rules.py", full / "__init__.py"):
        if (full / "__init__.py").exists() and file.exists():
            return _of_module(path, file)
    raise BadInput(
        f"The folder {name} holds no game. It needs a pyproject.toml with an entry point in the group {GROUP}; or name a file"
        " that ends in .py."
    )


def _points_of(project: Path, name: str) -> Mapping[str, str]:
    """The games that a project file names."""
    try:
        found = tomllib.loads(project.read_text("utf-8"))
        points = found.get("project", {}).get("entry-points", {}).get(GROUP, {})
        return {str(id): str(value) for id, value in points.items()}
    except (ValueError, OSError, AttributeError) as error:
        raise BadInput(f"{name}: its pyproject.toml cannot be read: {fault(error)}.") from error


def _check_name(place: Place) -> None:
    """BadInput if a module of the same name is something else."""
    top = place.top
    if top in sys.stdlib_module_names or top in ("sevenfold", "numba", "numpy"):
        raise BadInput(f"{place.name}: there is another module {top}, which Sevenfold needs. Rename the file.")
    loaded = sys.modules.get(top)
    where = _folders.get(top)
    if where is not None and where != place.folder:
        raise BadInput(f"{place.name}: another module {top} is loaded already, from {where}. Rename one of them.")
    file = getattr(loaded, "__file__", None)
    if file and where is None and not Path(file).is_relative_to(place.folder):
        raise BadInput(f"{place.name}: another module {top} is loaded already, {file}. Rename the file.")


def _check_free(id: str, place: Place) -> None:
    """BadInput if another file has a game of this id."""
    taken = _places.get(id)
    if taken:
        raise BadInput(f"{place.name}: the game {id} is in {taken.name} already. Give one of them another id.")


# -- loading it -------------------------------------------------------------------------------------------------------


class _Loader(SourceFileLoader):
    """Loads what is in the file now: bytecode that Python keeps may be of another version, as long and of the same second."""

    def path_stats(self, path: str) -> Mapping[str, float]:
        raise OSError(path)

    def set_data(self, path: str, data: bytes, *, _mode: int = 0o666) -> None:  # type: ignore[override]  # nothing is kept
        pass


class _Finder(MetaPathFinder):
    """Finds the modules of games in files, before others of the same names."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:  # fmt: skip
        top, dot, _ = fullname.partition(".")
        if top not in _folders:
            return None
        spec = PathFinder.find_spec(fullname, path if dot else [_folders[top]], target)
        if spec and isinstance(spec.loader, SourceFileLoader):
            spec.loader = _Loader(fullname, spec.loader.path)
        return spec


_finder = _Finder()


def _let_find(top: str, folder: str) -> None:
    """Let Python find a module or package in a folder and, after all others, whatever else is in the folder."""
    if _finder not in sys.meta_path:
        sys.meta_path.insert(0, _finder)
    _folders[top] = folder
    if folder not in sys.path:
        sys.path.append(folder)
    invalidate_caches()


def _loaded(place: Place) -> ModuleType:
    """The module, loaded; BrokenGame, with the line at fault, if that fails."""
    from sevenfold.playing.loading import imported

    linecache.checkcache()
    _declared.setdefault(place.top, set())
    before, loaded = set(GENERIC), set(sys.modules)
    try:
        return imported(place.module)
    except EndlessRule as error:
        raise BrokenGame(f"{place.name} cannot be loaded: {fault(error)}.") from None
    except (Exception, SystemExit) as error:
        raise BrokenGame(f"{place.name} cannot be loaded: {fault_with_line(error, place.folder)}.") from error
    finally:
        ours = [vars(sys.modules[name]) for name in set(sys.modules) - loaded if name.startswith("sevenfold.")]
        _declared[place.top] |= {name for name in set(GENERIC) - before if not any(name in names for names in ours)}


_declared: dict[str, set[str]] = {}  # the questions that games' own modules have declared, by the module or package


def fault_with_line(error: BaseException, folder: str) -> str:
    """An error as one line without a full stop, with the last line of a folder's files that led to it."""
    from sevenfold.sanitizer.faults import AuthorsFiles

    if isinstance(error, SyntaxError) and error.filename:
        at = f"({Path(error.filename).name}, line {error.lineno or 0})"
        return f"{fault(error).removesuffix(at).rstrip()} {at}"
    found = AuthorsFiles("", Path(folder).resolve(), is_package=True).place_of(error.__traceback__)
    return f"{fault(error)} ({found.file}, line {found.line})" if found.line else fault(error)


def _rules_in(module: ModuleType, place: Place) -> tuple[str, Rules]:
    """The only `Rules` of a module, with the name under which it holds them."""
    if place.attribute:
        rules = getattr(module, place.attribute, None)
        if isinstance(rules, Rules):
            return place.attribute, rules
        raise BadInput(f"{place.name}: {place.module} has no Rules of the name {place.attribute}, as its pyproject.toml says.")
    found = {value: name for name, value in reversed(vars(module).items()) if isinstance(value, Rules)}
    own = {rules: name for rules, name in found.items() if rules.position.__module__.partition(".")[0] == place.top}
    if not own:
        raise BadInput(f"{place.name} declares no game: it needs one Rules(…), as in rules = Rules(Position, …).")
    if len(own) > 1:
        several = ", ".join(reversed(own.values()))
        raise BadInput(f"{place.name} declares several games: {several}. A file declares one; move the others to their own.")
    ((rules, name),) = own.items()
    return name, rules


def _forget_modules(top: str) -> None:
    """Let a module or package be loaded anew."""
    for name in [name for name in sys.modules if name.partition(".")[0] == top]:
        del sys.modules[name]
    for question in _declared.pop(top, ()):
        GENERIC.pop(question, None)


# -- child processes --------------------------------------------------------------------------------------------------


def _tell_children() -> None:
    """Let processes that this one starts know the files."""
    if _places:
        os.environ[ENVIRONMENT] = json.dumps({id: asdict(place) for id, place in _places.items()})
    else:
        os.environ.pop(ENVIRONMENT, None)


def _learn_from_parent() -> None:
    """Know the files that the parent process knew; each is loaded when its game is first needed."""
    try:
        told = {id: Place(**place) for id, place in json.loads(os.environ.get(ENVIRONMENT, "{}")).items()}
    except (ValueError, TypeError, AttributeError):  # somebody else's variable
        return
    for id, place in told.items():
        _places[id] = place
        _let_find(place.top, place.folder)


_learn_from_parent()
