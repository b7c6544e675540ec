"""Whether the server is well, and its figures: for who hosts it, and the programs that watch over it."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from sevenfold.protocol.errors import Refused
from sevenfold.server.http.middleware.metrics import Metrics, may_read
from sevenfold.server.lobby.lobby import Hall

router = APIRouter(include_in_schema=False)
NO_STORE = {"Cache-Control": "no-store"}


@router.get("/healthz")
async def healthz(request: Request) -> Response:
    """200 if people can play, 503 with a sentence if nothing could be stored."""
    hall: Hall = request.app.state.hall
    try:
        await hall.check()
    except Refused as error:
        return JSONResponse({"status": "failing", "reason": str(error)}, 503, NO_STORE)
    return JSONResponse({"status": "ok"}, headers=NO_STORE)


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """The figures, as Prometheus reads them; only for the networks that were named."""
    figures: Metrics = request.app.state.metrics
    address = request.client.host if request.client else ""
    if not may_read(address, request.app.state.metrics_for):
        return PlainTextResponse("Figures are for this machine, and for the networks of --metrics-for.\n", 403, NO_STORE)
    return Response(figures.text(), headers=NO_STORE, media_type="text/plain; version=0.0.4; charset=utf-8")
