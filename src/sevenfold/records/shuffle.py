"""Verified shuffles: the dealer commits to a secret, the players add their own randomness, and both together give the seed.

    secret = new_secret()
    commitment(secret)                          # published before anybody contributes
    Shuffle(secret, {0: ..., 2: ...}).seed      # the contributions of seats 0 and 2; the game is started with this seed

docs/study/chance.md says how to check it by hand.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from sevenfold.errors import BadInput, BadRecord, NotARecord, quoted, quoted_json
from sevenfold.kernel.types import Seat
from sevenfold.playing.legal import is_whole

BYTES = 32  # bytes of a secret, a contribution, a commitment and a key
HEADING = "sevenfold shuffle 1"
KEYS = ("commitment", "secret", "contributions")


def new_secret() -> bytes:
    """Random bytes for a secret or a contribution."""
    return secrets.token_bytes(BYTES)


def commitment(secret: bytes) -> bytes:
    """What is published before the deal: it binds the dealer to the secret and reveals nothing of it."""
    return sha256(_of_length(secret, "A secret")).digest()


def key(secret: bytes, contributions: Mapping[Seat, bytes]) -> bytes:
    """The game's key: the SHA-256 of a heading, the secret and the contributions in order of seats, one per line."""
    lines = [HEADING, f"secret {_of_length(secret, 'A secret').hex()}"]
    for seat, random in sorted(contributions.items()):
        if not is_whole(seat, 0, 1 << 16):
            raise BadInput(f"A contribution comes from a seat, not {quoted(seat)}.")
        lines.append(f"seat {seat} {_of_length(random, 'A contribution').hex()}")
    return sha256("".join(f"{line}\n" for line in lines).encode("ascii")).digest()


def _of_length(value: bytes, what: str) -> bytes:
    if len(value) != BYTES:
        raise BadInput(f"{what} is {BYTES} bytes long, not {len(value)}.")
    return value


@dataclass(frozen=True)
class Shuffle:
    """A secret and what the players contributed, by seat."""

    secret: bytes
    contributions: Mapping[Seat, bytes] = field(default_factory=dict)

    @property
    def commitment(self) -> bytes:
        """What was published before the deal."""
        return commitment(self.secret)

    @property
    def seed(self) -> int:
        """The seed of the game: its key as a whole number."""
        return int.from_bytes(key(self.secret, self.contributions), "big")

    def as_json(self) -> dict[str, Any]:
        """The shuffle as it is written in a record."""
        given = [{"seat": seat, "random": random.hex()} for seat, random in sorted(self.contributions.items())]
        return {"commitment": self.commitment.hex(), "secret": self.secret.hex(), "contributions": given}


# -- checking ---------------------------------------------------------------------------------------------------------


def checked(data: object, seed: int, players: int) -> Shuffle | None:
    """The shuffle of a record, None for null; BadRecord if it is inconsistent or does not give the seed."""
    if data is None:
        return None
    if not isinstance(data, dict) or any(name not in data for name in KEYS):
        raise NotARecord(f"The shuffle must be an object with {', '.join(KEYS)}, not {quoted_json(data)}.")
    promised = _digest(data["commitment"], "The shuffle's commitment")
    shuffle = Shuffle(_digest(data["secret"], "The shuffle's secret"), _contributions(data["contributions"], players))
    if promised != shuffle.commitment:
        raise BadRecord(
            f"The deal was not the promised one: the commitment {promised.hex()} is not the SHA-256 of the shuffle's secret,"
            f" which is {shuffle.commitment.hex()}."
        )
    if seed != shuffle.seed:
        raise BadRecord(
            "The deal was not the promised one: the shuffle's secret and contributions give the seed"
            f" {shuffle.seed:064x}, but the record's seed is {seed:064x}."
        )
    return shuffle


def _contributions(data: object, players: int) -> dict[Seat, bytes]:
    if not isinstance(data, list):
        raise NotARecord(f"The shuffle's contributions must be a list, not {quoted_json(data)}.")
    found: dict[Seat, bytes] = {}
    for one in data:
        seat = one.get("seat") if isinstance(one, dict) else None
        if not isinstance(one, dict) or not is_whole(seat, 0, players - 1) or "random" not in one:
            raise NotARecord(
                f"A contribution to the shuffle has a seat from 0 to {players - 1} and random, not {quoted_json(one)}."
            )
        if found and one["seat"] <= max(found):
            raise NotARecord("The shuffle's contributions must be in the order of their seats, one a seat.")
        found[one["seat"]] = _digest(one["random"], f"What seat {seat} contributed")
    return found


def _digest(value: object, what: str) -> bytes:
    if not isinstance(value, str) or not re.fullmatch(rf"[0-9a-f]{{{2 * BYTES}}}", value):
        raise NotARecord(f"{what} must be {2 * BYTES} hexadecimal digits (0-9, a-f), not {quoted_json(value)}.")
    return bytes.fromhex(value)


def parse_digest(text: str, what: str) -> bytes:
    """32 bytes as typed, in hexadecimal digits; BadInput for anything else."""
    if not re.fullmatch(rf"[0-9a-fA-F]{{{2 * BYTES}}}", text):
        raise BadInput(f"{what} is {2 * BYTES} hexadecimal digits, not {quoted(text)}.")
    return bytes.fromhex(text)


def findings(shuffle: Shuffle, shown: bytes | None, mine: bytes | None) -> list[str]:
    """What a checked shuffle proves, in sentences; BadRecord if it does not fit the commitment or the randomness given.

    Args:
        shuffle: The shuffle, as `checked` returns it.
        shown: The commitment that the reader saw before the deal, if any.
        mine: The randomness that the reader's own device contributed, if any.
    """
    if shown not in (None, shuffle.commitment):
        raise BadRecord(
            f"The deal was not the promised one: the commitment in the record is {shuffle.commitment.hex()},"
            " not the one you were shown."
        )
    givers = [seat for seat, random in shuffle.contributions.items() if random == mine]
    if mine is not None and not givers:
        raise BadRecord("Your randomness did not go into the deal: no seat's contribution is the one you named.")
    seats = sorted(shuffle.contributions)
    names = f"{', '.join(map(str, seats[:-1]))} and {seats[-1]}" if len(seats) > 1 else "".join(map(str, seats))
    together = f"that secret and what seat{'s' * (len(seats) > 1)} {names} contributed" if seats else "that secret alone"
    sentences = [
        f"The deal was the promised one: the commitment is the SHA-256 of the secret, and the seed comes from {together}."
    ]
    if shown is None:
        sentences.append(f"Whoever saw the commitment {shuffle.commitment.hex()} before the deal can be sure of it.")
    else:
        sentences.append("The commitment is the one you were shown.")
    if givers:
        sentences.append(f"Your randomness went in, as that of seat {givers[0]}.")
    return sentences
