"""Health check and metrics, for hosts and their monitoring."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from sevenfold.server.http.middleware.metrics import Metrics, may_read
from sevenfold.server.lobby.lobby import Lobby

router = APIRouter(include_in_schema=False)
NO_STORE = {"Cache-Control": "no-store"}


@router.get("/healthz")
async def healthz(request: Request) -> Response:
    """200 if people can play, 503 with the reasons if moves cannot be stored or no game can be played."""
    lobby: Lobby = request.app.state.lobby
    if reasons := await lobby.why_failing():
        return JSONResponse({"status": "failing", "reason": " ".join(reasons), "reasons": reasons}, 503, NO_STORE)
    return JSONResponse({"status": "ok"}, headers=NO_STORE)


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """The metrics in Prometheus' format, for the networks that may read them."""
    figures: Metrics = request.app.state.metrics
    address = request.client.host if request.client else ""
    if not may_read(address, request.app.state.metrics_for):
        return PlainTextResponse("Figures are for this machine, and for the networks of --metrics-for.\n", 403, NO_STORE)
    return Response(figures.text(), headers=NO_STORE, media_type="text/plain; version=0.0.4; charset=utf-8")
