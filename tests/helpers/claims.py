"""Moments at which somebody may claim the rest of a deal."""

from __future__ import annotations

from random import Random
from types import ModuleType

import pytest

import sevenfold
from sevenfold.solvers.claims import Claim, claim_of, spared, why_not

SECRET = b""  # of rooms that tests store: what a claim is judged by is the same for the test and the server


def claimable(seed: int, *, settled: bool, seat: int | None = None) -> tuple[sevenfold.State, Claim]:
    """A random game of 7-Truf at a point where a seat (None: any) may claim, several actions before its deal ends."""
    chance, state = Random(seed), sevenfold.load("seven_truf").start(seed)
    while not state.is_over:
        if state.phase == "play" and seat in (None, state.turn):
            claim = None if why_not(state) else claim_of(state, SECRET)
            if claim and claim.found.is_settled == settled and len(claim.line) > 4:
                return state, claim
        state.play(chance.choice(list(state.legal_actions())))
    raise AssertionError("nobody may claim")


def without_haste(monkeypatch: pytest.MonkeyPatch, claiming: ModuleType) -> None:
    """Let bots claim no matter how busy the machine is."""
    monkeypatch.setattr(claiming, "spared", lambda state, secret: spared(state, secret, 60.0))
