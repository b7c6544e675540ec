"""The server as an ASGI application: `create_app(database)`."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import JSONResponse, Response

from sevenfold.errors import in_plain_words, shortened
from sevenfold.protocol import Refusal
from sevenfold.protocol.codec import refusal
from sevenfold.protocol.errors import STATUS, Refused

from .buckets import Buckets
from .http.dependencies import NO_STORE, SCHEMAS
from .http.links import links
from .http.middleware.limits import Limits
from .http.middleware.metrics import Metrics, MetricsMiddleware
from .http.middleware.proxies import HERE, ProxyHeaders, ServerName, networks
from .http.middleware.rate_limit import RateLimiter
from .http.middleware.request_guard import RequestGuard
from .http.network import NetworkAccess, NetworkListeners
from .http.routes import accounts, days, finished_games, friends, games, log_in, network, push, puzzles, rooms, shared_links
from .http.routes.health import router as health_router
from .http.static_files import page_file
from .http.websocket import router as play_router
from .lobby.finished_games import FinishedGames
from .lobby.lobby import Lobby
from .push.key import PushSettings
from .storage import Storage


class Application(FastAPI):
    """FastAPI, which describes what all routes may answer, too."""

    def openapi(self) -> dict[str, Any]:
        """Describe the API."""
        described = super().openapi()  # made once
        models = described["components"]["schemas"]
        if Refusal.__name__ not in models:
            refused = Refusal.model_json_schema(ref_template=SCHEMAS)
            models.update(refused.pop("$defs"), Refusal=refused)
        return described


def create_app(
    db: Path | str, *, host: str = "127.0.0.1", port: int = 0, names: Sequence[str] = (), prepare: bool = False,
    durable: bool = False, limits: Limits | None = None, metrics_for: Sequence[str] = HERE,
    proxies: Sequence[str] = (), listeners: NetworkListeners | None = None, followed: Sequence[str] = (), design: bool = False,
    calls: PushSettings | None = None,
    public: bool = True,
) -> FastAPI:  # fmt: skip
    """Make the application and open its database.

    Args:
        db: A file for SQLite, or the URL of a PostgreSQL database.
        host: The address on which it will listen.
        port: The port.
        names: Further names at which it is reached, with a port and a path where a proxy has it under these.
        prepare: Whether to compile all games, and to find the next daily deals, in the background.
        durable: Whether every move survives a power cut.
        limits: Limits for each address and connection; None for the defaults.
        metrics_for: The networks that may read the metrics.
        proxies: The addresses and networks of reverse proxies, whose headers are believed.
        listeners: What opens the server to the network while it runs; None if nobody may open it.
        followed: The games whose files are loaded anew whenever they change.
        design: Whether people may make test rooms.
        calls: How people who are away are called by Web Push; None if they are not.
        public: Whether people may open their rooms to everybody.

    Raises:
        BadInput: If the database cannot be opened, or the key for Web Push is none.
    """
    limits, metrics, allowed = limits or Limits(), Metrics(), networks(metrics_for)
    believed, called = networks(proxies), [ServerName.parse(name) for name in names]
    storage = Storage(db, durable=durable)
    lobby = Lobby(storage, makes_test_rooms=design, makes_public_rooms=public, push=calls)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        lobby.start()
        if followed:
            lobby.follow(followed)
        if prepare:
            lobby.prepare()
        measuring = asyncio.create_task(metrics.measure_lag())
        yield
        measuring.cancel()
        await lobby.close()

    app = Application(title="Sevenfold", lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url="/api/openapi.json")
    app.state.lobby = lobby
    app.state.network = NetworkAccess(links(host, port, called), listeners)
    app.state.limits, app.state.metrics, app.state.metrics_for = limits, metrics, allowed
    app.state.newcomers = Buckets(limits.newcomers / 3600, limits.newcomers)
    app.state.log_ins = Buckets(limits.log_ins / 3600, limits.log_ins)
    app.state.challenges = Buckets(limits.log_ins / 3600, limits.log_ins)
    app.state.proofs = Buckets(limits.log_ins / 3600, limits.log_ins)
    app.state.asking = Buckets(limits.asking / 3600, limits.asking)
    metrics.watch(*lobby.figures)
    app.state.finished_games = FinishedGames(lobby, storage)
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    app.add_middleware(RateLimiter, limits=limits)
    app.add_middleware(RequestGuard, names=[ServerName(host.casefold()), *called])
    app.add_middleware(MetricsMiddleware, metrics=metrics)
    app.add_middleware(ProxyHeaders, trusted=believed, names=called)
    app.add_exception_handler(RequestValidationError, _bad_request)
    app.add_exception_handler(HTTPException, _http_error)
    pages = (
        games.router, accounts.router, log_in.router, friends.router, rooms.router, days.router, finished_games.router,
        puzzles.router, network.router, push.router,
    )  # fmt: skip
    for router in (*pages, play_router, health_router, shared_links.router):
        app.router.routes += router.routes  # include_router() would analyse every route again
    app.add_api_route("/{path:path}", _page, methods=["GET", "HEAD"], include_in_schema=False, response_model=None)
    return app


async def _page(request: Request, path: str) -> Response:
    network: NetworkAccess = request.app.state.network
    return page_file(request, path, network.urls)


# -- errors as refusals -----------------------------------------------------------------------------------------------


async def _bad_request(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:])
    if first["type"] == "json_invalid" or not where:
        sentence = "The request's body must be a JSON object, sent as application/json."
    else:
        sentence = f"{shortened(where)}: {in_plain_words(first['msg'])}."
    return _refusal(Refused("bad_message", sentence))


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if isinstance(error.__cause__, Refused):
        return _refusal(error.__cause__)
    sentence = f"{request.method} {request.url.path[:80]}: {error.detail}."
    refused = _refusal(Refused("bad_message", sentence), 405 if error.status_code == 405 else None)
    refused.headers.update(error.headers or {})  # which methods there are
    return refused


def _refusal(error: Refused, status: int | None = None) -> Response:
    headers = {"Retry-After": str(math.ceil(error.seconds))} if error.seconds else {}
    return JSONResponse(refusal(error).model_dump(), status or STATUS[error.code], NO_STORE | headers)
