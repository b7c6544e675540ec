"""The page: the files that its build writes to `page/`."""

from __future__ import annotations

import hashlib
import mimetypes
import re
from collections.abc import Sequence
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, RedirectResponse, Response

from sevenfold.protocol.errors import Refused

from .previews import page_address, with_whole_address

FOLDER = Path(__file__).parent / "page"
FOREVER = "public, max-age=31536000, immutable"  # for files with a hash of their content in the name
KINDS = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}  # the system's own list may say otherwise
NEARLY_HEALTH = re.compile(
    r"(^|[/_-])(health|live|liveness|ready|readiness|alive|ping|status|up)([/_-]?check)?z?$", re.IGNORECASE
)
NOT_BUILT = "The page has not been built. In the repository, run: make page\n"


def page_file(request: Request, path: str, known: Sequence[str] = ()) -> Response:
    """A file of the page. Browsers that open other addresses are led to the page itself, whose own routes follow the #.

    Args:
        request: The request.
        path: The path below the page's own.
        known: The addresses for other machines.

    Returns:
        The file, or a redirection.

    Raises:
        Refused: There is no such file, and the sender is no browser that opens a page; or health is asked for at an
            address of another program, where the page would always seem well.
    """
    file = FOLDER / path
    if path.startswith("api/"):
        raise Refused("unknown_page", f"There is nothing at /{path[:80]}; docs/host/protocol.md lists what there is.")
    if not (FOLDER / "index.html").is_file():
        return PlainTextResponse(NOT_BUILT, 503)
    if path in ("", "index.html"):
        return _index(request, known)
    if _is_file(file):
        cache = FOREVER if path.startswith("assets/") else "no-cache"
        return _answer(request, file, cache)
    if file.suffix or "/." in f"/{path}":
        raise Refused("unknown_page", f"There is no file /{path[:80]}.")
    if path.endswith("/"):
        advice = f"If a proxy has the server under this path, start it with --name HOST/{path[:80].strip('/')}"
        raise Refused("unknown_page", f"There is nothing at /{path[:80]}. {advice} (docs/host/hosting.md).")
    if NEARLY_HEALTH.search(path):
        raise Refused("unknown_page", f"There is nothing at /{path[:80]}. Health is told at /healthz, /readyz and /livez.")
    if "text/html" not in request.headers.get("accept", ""):
        raise Refused("unknown_page", f"There is nothing at /{path[:80]}.")
    return RedirectResponse("../" * path.count("/") or "./")  # relative, because the proxy may have the page under a path


def _is_file(file: Path) -> bool:
    """Whether it is a public file of the page."""
    try:
        inside = file.resolve().relative_to(FOLDER.resolve())
    except (OSError, ValueError):
        return False
    return file.is_file() and not any(part.startswith(".") for part in inside.parts)


def _index(request: Request, known: Sequence[str]) -> Response:
    """The page itself."""
    text = with_whole_address((FOLDER / "index.html").read_text(), page_address(request, known))
    headers = {"Cache-Control": "no-cache", "ETag": f'"{hashlib.sha256(text.encode()).hexdigest()[:32]}"'}
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    return HTMLResponse(text, headers=headers)


def _answer(request: Request, file: Path, cache: str) -> Response:
    kind = KINDS.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    answer = FileResponse(file, media_type=kind, headers={"Cache-Control": cache}, stat_result=file.stat())
    if request.headers.get("if-none-match") == answer.headers["etag"]:
        return Response(status_code=304, headers={"Cache-Control": cache, "ETag": answer.headers["etag"]})
    return answer
