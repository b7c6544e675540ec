"""A server whose rate limits are too high to matter, for load tests and kill tests.

python tools/servers/unlimited_server.py PORT DATABASE ADDRESS
"""

from __future__ import annotations

import sys

from sevenfold.server.app import create_app
from sevenfold.server.http.middleware.limits import Limits
from sevenfold.server.process.garbage_collection import rare_garbage_collection
from sevenfold.server.process.serve import listen
from sevenfold.server.process.uvicorn_server import Hosting, SevenfoldServer, uvicorn_config

NO_LIMITS = Limits(messages=1000, burst=1000, sockets=10_000, rooms=10**6, newcomers=10**6, requests=10_000)


def serve(port: int, db: str, host: str) -> None:
    """Serve until the process is killed; nothing is compiled in advance."""
    app = create_app(db, host=host, limits=NO_LIMITS)
    with rare_garbage_collection():
        SevenfoldServer(uvicorn_config(app, Hosting(limits=NO_LIMITS)), app.state.lobby).run([listen(host, port)])


if __name__ == "__main__":
    serve(int(sys.argv[1]), sys.argv[2], sys.argv[3])
