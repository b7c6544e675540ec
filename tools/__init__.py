"""Programs for developing Sevenfold. Run them from the repository root: `python -m tools.ROOM.PROGRAM`."""
