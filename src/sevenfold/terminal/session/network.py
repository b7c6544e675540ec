"""What a person in the terminal is told of the devices that reach the server."""

from __future__ import annotations

from sevenfold.protocol import NetworkInfo

WORDS = {"": None, "open": True, "close": False}  # what may follow the word `network`, and whether it opens the server


def network_text(network: NetworkInfo) -> str:
    """Which other devices reach the server, and what the reader may do about it."""
    where = "on the internet" if network.public else "in the same network"
    if network.may_close:
        return (
            f"Open to your network at {' or '.join(network.urls)}. If a device cannot open it, this computer's firewall may be"
            " in the way. Type network close to close it again; games and seats are kept."
        )
    if network.urls:
        return f"Other devices reach the server at {' or '.join(network.urls)}."
    if network.may_open and network.addresses:
        return (
            f"So far only this computer reaches the server. Type network open to open it: then anybody {where} who has the"
            " address can begin games of their own, but only those whom you invite sit down in yours. You can close it again."
        )
    if network.may_open:
        return (
            "This computer is in no network, so no other device reaches the server. Connect it to one, then type network again."
        )
    return "Only the computer of this server reaches it. The person who set it up can give it an address for others."
