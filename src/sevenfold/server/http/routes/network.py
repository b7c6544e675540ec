"""Which other devices reach the server."""

from __future__ import annotations

from fastapi import Request

from sevenfold.protocol import NetworkInfo, NetworkWish
from sevenfold.server.http.dependencies import TheNetwork, api, refusals

router = api()


@router.get("/network", responses=refusals())
async def network(request: Request, access: TheNetwork) -> NetworkInfo:
    """Which other devices reach the server, and whether the sender may change that."""
    return access.info(request)


@router.put("/network", responses=refusals("not_yours", "not_now"))
async def change(wanted: NetworkWish, request: Request, access: TheNetwork) -> NetworkInfo:
    """Open a server that listens to its own computer only to the network, or close it again; for people at that computer."""
    await (access.open(request) if wanted.open else access.close(request))
    return access.info(request)
