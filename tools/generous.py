"""A server whose limits are so high that load and kills are what is measured: `python tools/generous.py PORT DATABASE`."""

from __future__ import annotations

import sys

from sevenfold.server.app import create_app
from sevenfold.server.http.middleware.limits import Limits
from sevenfold.server.process.garbage_collection import rare_garbage_collection
from sevenfold.server.process.serve import LOCAL, listen
from sevenfold.server.process.uvicorn_server import Hosting, SevenfoldServer, uvicorn_config

GENEROUS = Limits(messages=1000, burst=1000, sockets=10_000, rooms=10**6, newcomers=10**6, requests=10_000)


def serve(port: int, db: str) -> None:
    """Serve until the process is killed; nothing is compiled ahead."""
    app = create_app(db, limits=GENEROUS)
    with rare_garbage_collection():
        SevenfoldServer(uvicorn_config(app, Hosting(limits=GENEROUS)), app.state.lobby).run([listen(LOCAL, port)])


if __name__ == "__main__":
    serve(int(sys.argv[1]), sys.argv[2])
