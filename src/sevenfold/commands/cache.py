"""`sevenfold cache`: how much compiled code is kept, and removing it."""

from __future__ import annotations

from typing import Annotated

import typer

from sevenfold.errors import BadInput


def cache(
    clear: Annotated[bool, typer.Option("--clear", help="Remove all of it that no running process uses.")] = False,
) -> None:
    """Show where compiled code is kept and how much, or remove it. It is compiled anew when it is needed."""
    from sevenfold.kernel.compiler.code_folder import MOST_BYTES, CodeFolder
    from sevenfold.system.folders import code_folder

    path = code_folder()
    if path is None:
        raise BadInput(
            "There is no home folder to keep compiled code in. SEVENFOLD_CACHE names a folder for it, by its full path."
        )
    folder = CodeFolder(path)
    try:
        kept = folder.make_room(0, 0) if clear else folder.kept()
    except OSError as error:
        raise BadInput(f"{path} cannot be looked at: {error.strerror}. SEVENFOLD_CACHE names another folder.") from error
    print(f"{path}: {_files(kept.files)}, {kept.size / 1e6:,.1f} MB of at most {MOST_BYTES / 1e6:,.0f} MB.")
    if clear:
        print(f"Removed: {_files(kept.removed)}. Used by running processes: {_files(kept.in_use)}.")


def _files(number: int) -> str:
    return f"{number:,} {'file' if number == 1 else 'files'}"
