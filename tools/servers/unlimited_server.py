"""A server whose rate limits are too high to matter, for load tests and kill tests.

python tools/servers/unlimited_server.py PORT DATABASE
"""

from __future__ import annotations

import sys

from sevenfold.server.app import create_app
from sevenfold.server.http.middleware.limits import Limits
from sevenfold.server.process.garbage_collection import collecting_rarely
from sevenfold.server.process.serve import LOCAL, listen
from sevenfold.server.process.uvicorn_server import Hosting, Service, configured

NO_LIMITS = Limits(messages=1000, burst=1000, sockets=10_000, rooms=10**6, newcomers=10**6, requests=10_000)


def serve(port: int, db: str) -> None:
    """Serve until the process is killed; nothing is compiled ahead."""
    app = create_app(db, limits=NO_LIMITS)
    with collecting_rarely():
        Service(configured(app, Hosting(limits=NO_LIMITS)), app.state.hall).run([listen(LOCAL, port)])


if __name__ == "__main__":
    serve(int(sys.argv[1]), sys.argv[2])
