"""Where the program keeps files of its own: below the user's folders for data and for caches."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

from sevenfold.errors import BadInput


def data_folder(what: str, instead: str) -> Path:
    """The user's folder for data.

    Args:
        what: What is to be kept there, for the error's sentence.
        instead: What a person without a home folder may do, besides setting XDG_DATA_HOME.

    Raises:
        BadInput: There is none, because the user has no home folder.
    """
    folder = _user_folder("user_data_path")
    if folder is None:
        raise BadInput(f"There is no home folder to keep {what} in. {instead}, or set XDG_DATA_HOME to a folder's full path.")
    return folder


def code_folder() -> Path | None:
    """The folder for compiled code: SEVENFOLD_CACHE, or the user's folder for caches. None if the user has no home folder."""
    given = os.environ.get("SEVENFOLD_CACHE")
    if not given:
        return _user_folder("user_cache_path")
    try:
        return Path(os.path.expanduser(given)).absolute()  # noqa: PTH111 - Path's own fails where there is no home
    except FileNotFoundError:  # a relative path in a working folder that was deleted
        return None


def _user_folder(kind: Literal["user_data_path", "user_cache_path"]) -> Path | None:
    import platformdirs  # most commands that are over in a moment need no folder

    try:
        folder: Path = getattr(platformdirs, kind)("sevenfold", appauthor=False)
    except RuntimeError:  # there is no home; before version 4.11 the path begins with "~"
        return None
    return folder if folder.is_absolute() else None


def check_unpacked() -> None:
    """BadInput if the package is in a zip file: its files of rules, pictures and tables cannot be read there."""
    package = Path(__file__).parents[1]
    if not package.is_dir():
        raise BadInput(f"Sevenfold cannot run from a zip file. Unpack it, or install it with pip. It is in {package.parent}.")


def check_working_folder() -> None:
    """BadInput if the working folder has been deleted: no file can be named from there, and libraries ask for it."""
    try:
        os.getcwd()  # noqa: PTH109 - Path.cwd is the same
    except FileNotFoundError:
        raise BadInput("The working folder has been deleted. Go to another.") from None


def leave_deleted_folder() -> None:
    """Go to the root folder if the working folder has been deleted, perhaps long after a server began there: nothing can be
    named from there any more, but libraries ask for it when they are loaded."""
    try:
        os.getcwd()  # noqa: PTH109 - Path.cwd is the same
    except FileNotFoundError:
        os.chdir("/")
