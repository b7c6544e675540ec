"""Health check and metrics, for hosts and their monitoring."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from sevenfold.server.http.middleware.metrics import Metrics
from sevenfold.server.http.middleware.proxies import address_of, is_in
from sevenfold.server.lobby.lobby import Lobby

router = APIRouter(include_in_schema=False)
READING = ["GET", "HEAD"]
NO_STORE = {"Cache-Control": "no-store"}


@router.api_route("/livez", methods=READING)
@router.api_route("/livez/", methods=READING)
async def livez() -> Response:
    """200 as long as the process answers: nothing else would be better after a restart."""
    return JSONResponse({"status": "ok"}, headers=NO_STORE)


@router.api_route("/healthz", methods=READING)
@router.api_route("/healthz/", methods=READING)
@router.api_route("/readyz", methods=READING)
@router.api_route("/readyz/", methods=READING)
async def healthz(request: Request) -> Response:
    """200 if people can play, 503 with the reasons if moves cannot be stored or no game can be played."""
    lobby: Lobby = request.app.state.lobby
    if reasons := await lobby.why_failing():
        return JSONResponse({"status": "failing", "reason": " ".join(reasons), "reasons": reasons}, 503, NO_STORE)
    return JSONResponse({"status": "ok"}, headers=NO_STORE)


@router.api_route("/metrics", methods=READING)
async def metrics(request: Request) -> Response:
    """The metrics in Prometheus' format, for the networks that may read them."""
    figures: Metrics = request.app.state.metrics
    address = address_of(request.client.host) if request.client else None
    if not is_in(address, request.app.state.metrics_for):
        return PlainTextResponse("Figures are for this machine, and for the networks of --metrics-for.\n", 403, NO_STORE)
    return Response(figures.text(), headers=NO_STORE, media_type="text/plain; version=0.0.4; charset=utf-8")
