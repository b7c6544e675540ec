"""One of several server processes, started by `supervisor.Supervisor`: `python -m sevenfold.server.process.worker`."""

from __future__ import annotations

import json
import os
import sys

from sevenfold.errors import SevenfoldError
from sevenfold.server.execution.subprocess import end_with_parent
from sevenfold.server.logs import start_logging

from .connections import RESERVED_FILES, ListeningSocket, raise_file_limit
from .garbage_collection import rare_garbage_collection
from .supervisor import SETTINGS
from .uvicorn_server import Hosting, SevenfoldServer, application, uvicorn_config


def main() -> int:
    """Serve on the inherited socket until SIGTERM; returns the exit status."""
    settings = json.loads(os.environ.pop(SETTINGS))
    hosting = Hosting.from_json(settings["hosting"])
    start_logging(hosting.log)
    ListeningSocket.most = raise_file_limit() - RESERVED_FILES
    listening = ListeningSocket(fileno=settings["socket"])
    try:
        app = application(settings["db"], settings["host"], listening.getsockname()[1], hosting, is_first=settings["first"])
    except SevenfoldError as error:
        print(f"sevenfold: {error}", file=sys.stderr)
        return 1
    with rare_garbage_collection():
        SevenfoldServer(uvicorn_config(app, hosting), app.state.lobby).run([listening])
    return 0


if __name__ == "__main__":
    end_with_parent()
    sys.exit(main())
