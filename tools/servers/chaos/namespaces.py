"""Network namespaces: a server in one of its own, whose packets can all be lost without a word, in both directions."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

LOSES_ALL = ("tbf", "rate", "8bit", "burst", "1", "limit", "1")  # a queue into which no packet fits


class Namespace:
    """A namespace with one cable to this one; `host` is the address at its end, `here` that at ours."""

    def __init__(self, number: int) -> None:
        self.name = f"sevenfold-{os.getpid()}-{number}"
        self._cable = f"sf{os.getpid() % 100_000}n{number}"
        network = f"10.{100 + os.getpid() % 100}.{number}"
        self.here, self.host = f"{network}.1", f"{network}.2"
        self.before = ("ip", "netns", "exec", self.name)

    def make(self) -> None:
        """Make it."""
        _do("ip", "netns", "add", self.name)
        _do("ip", "link", "add", self._cable, "type", "veth", "peer", "name", "cable", "netns", self.name)
        _do("ip", "addr", "add", f"{self.here}/24", "dev", self._cable)
        _do("ip", "link", "set", self._cable, "up")
        _do(*self.before, "ip", "addr", "add", f"{self.host}/24", "dev", "cable")
        _do(*self.before, "ip", "link", "set", "cable", "up")
        _do(*self.before, "ip", "link", "set", "lo", "up")

    def remove(self) -> None:
        """Remove it with its cable."""
        subprocess.run(["ip", "link", "del", self._cable], capture_output=True, check=False)
        subprocess.run(["ip", "netns", "del", self.name], capture_output=True, check=False)

    def lose_all(self) -> None:
        """Lose every packet in both directions."""
        _do("tc", "qdisc", "replace", "dev", self._cable, "root", *LOSES_ALL)
        _do(*self.before, "tc", "qdisc", "replace", "dev", "cable", "root", *LOSES_ALL)

    def lose_none(self) -> None:
        """Lose no packet any more."""
        _do("tc", "qdisc", "del", "dev", self._cable, "root")
        _do(*self.before, "tc", "qdisc", "del", "dev", "cable", "root")


def _do(*command: str) -> None:
    subprocess.run(command, capture_output=True, check=True)


@contextmanager
def namespaces(count: int) -> Iterator[list[Namespace] | str]:
    """Namespaces for the duration of the block, or why there are none."""
    if os.geteuid() != 0 or not (shutil.which("ip") and shutil.which("tc")):
        yield "network namespaces need root, and the programs ip and tc (Debian: iproute2)"
        return
    made = [Namespace(number) for number in range(count)]
    try:
        try:
            for one in made:
                one.make()
                one.lose_all()
                one.lose_none()
        except subprocess.CalledProcessError as error:
            yield f"this system makes no network namespaces: {error.stderr.decode().strip()}"
        else:
            yield made
    finally:
        for one in made:
            one.remove()
