"""Asking for memory before it is needed. A batch is larger than the processor's near caches, so the next game is fetched while
one is stepped: that saved a quarter of a step's time in Sane Sevens."""

from __future__ import annotations


def prefetch(address: int, size: int) -> None:
    """Ask for the memory at an address. (Interpreted: nothing. Compiled: one instruction for each 64 bytes.)"""
