"""Benchmarks. Run them from the repository root: `python -m benchmarks.ROOM.PROGRAM`. See README.md."""
