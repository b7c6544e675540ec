"""One of several server processes, which `workers.Processes` starts: `python -m sevenfold.server.process.worker`."""

from __future__ import annotations

import json
import os
import sys

from sevenfold.errors import SevenfoldError
from sevenfold.server.execution.subprocess import end_with_parent
from sevenfold.server.logs import start_logging

from .connections import KEPT_FREE, Door, most_files
from .garbage_collection import collecting_rarely
from .supervisor import SETTINGS
from .uvicorn_server import Hosting, Service, application, configured


def main() -> int:
    """Serve what comes to the socket that was handed down, until SIGTERM."""
    settings = json.loads(os.environ.pop(SETTINGS))
    hosting = Hosting.from_json(settings["hosting"])
    start_logging(hosting.log)
    Door.most = most_files() - KEPT_FREE
    listening = Door(fileno=settings["socket"])
    try:
        app = application(settings["db"], settings["host"], listening.getsockname()[1], hosting, warm=settings["first"])
    except SevenfoldError as error:
        print(f"sevenfold: {error}", file=sys.stderr)
        return 1
    with collecting_rarely():
        Service(configured(app, hosting), app.state.hall).run([listening])
    return 0


if __name__ == "__main__":
    end_with_parent()
    sys.exit(main())
