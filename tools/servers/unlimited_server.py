"""A server whose rate limits are too high to matter, for load tests, kill tests and chaos.

python tools/servers/unlimited_server.py PORT DATABASE ADDRESS [CLOCK]

CLOCK is a file with the seconds by which the system's clock is to differ from the machine's; it may change at any time.
Where the environment names a key for Web Push (SEVENFOLD_TEST_PUSH_KEY), people may subscribe.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

PUSH_KEY = "SEVENFOLD_TEST_PUSH_KEY"


def step_clock(file: Path) -> None:
    """Let the system's clock be off by what the file says: what libfaketime does too, with which Python's locks hang."""
    true_time = time.time
    time.time = lambda: true_time() + float(file.read_text())


def serve(port: int, db: str, host: str) -> None:
    """Serve until the process is killed; nothing is compiled in advance."""
    # Imported late, since modules keep the `time.time` that they find.
    from sevenfold.server.app import create_app
    from sevenfold.server.http.middleware.limits import Limits
    from sevenfold.server.process.garbage_collection import rare_garbage_collection
    from sevenfold.server.process.serve import listen
    from sevenfold.server.process.uvicorn_server import Hosting, SevenfoldServer, uvicorn_config
    from sevenfold.server.push.key import PushSettings

    limits = Limits(
        messages=1000, burst=1000, sockets=10_000, rooms=10**6, newcomers=10**6, requests=10_000, log_ins=10**6, asking=10**6
    )
    key = os.environ.get(PUSH_KEY)
    app = create_app(db, host=host, limits=limits, calls=PushSettings(key, "mailto:host@example.org") if key else None)
    with rare_garbage_collection():
        SevenfoldServer(uvicorn_config(app, Hosting(limits=limits)), app.state.lobby).run([listen(host, port)])


if __name__ == "__main__":
    if len(sys.argv) > 4:
        step_clock(Path(sys.argv[4]))
    serve(int(sys.argv[1]), sys.argv[2], sys.argv[3])
