"""Where the program keeps files of its own: below the user's folders for data and for caches."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from platformdirs import user_cache_path, user_data_path

from sevenfold.errors import BadInput


def data_folder(what: str, instead: str) -> Path:
    """The user's folder for data.

    Args:
        what: What is to be kept there, for the error's sentence.
        instead: What a person without a home folder may do, besides setting XDG_DATA_HOME.

    Raises:
        BadInput: There is none, because the user has no home folder.
    """
    folder = _absolute(user_data_path)
    if folder is None:
        raise BadInput(f"There is no home folder to keep {what} in. {instead}, or set XDG_DATA_HOME to a folder's full path.")
    return folder


def code_folder() -> Path | None:
    """The folder for compiled code: SEVENFOLD_CACHE, or the user's folder for caches. None if the user has no home folder."""
    given = os.environ.get("SEVENFOLD_CACHE")
    if not given:
        return _absolute(user_cache_path)
    try:
        return Path(os.path.expanduser(given)).absolute()  # noqa: PTH111 - Path's own fails where there is no home
    except FileNotFoundError:  # a relative path in a working folder that was deleted
        return None


def _absolute(user_path: Callable[..., Path]) -> Path | None:
    try:
        folder = user_path("sevenfold", appauthor=False)
    except RuntimeError:  # there is no home; before version 4.11 the path begins with "~"
        return None
    return folder if folder.is_absolute() else None
