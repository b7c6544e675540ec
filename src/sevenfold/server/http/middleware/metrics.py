"""Metrics for Prometheus, and a log line for each request."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from time import perf_counter

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sevenfold.server.execution.thread_pools import Lane
from sevenfold.server.logs import route_of

from .request_guard import HEALTH

log = logging.getLogger(__name__)
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)  # bounds of the histograms
TICK = 0.5  # seconds between two measurements of the event loop's lag
METHODS = ("DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT")  # others are counted together


class Metrics:
    """The metrics of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self.requests = Counter(
            "sevenfold_requests", "Requests answered", ("method", "route", "status"), registry=self.registry
        )
        self.seconds = Histogram(
            "sevenfold_request_seconds", "Seconds until a request was answered", ("route",),
            buckets=SECONDS, registry=self.registry,
        )  # fmt: skip
        self.sockets = Gauge("sevenfold_sockets", "WebSockets that are open", registry=self.registry)
        self.received = Counter("sevenfold_messages_received", "Messages that came over WebSockets", registry=self.registry)
        self.sent = Counter("sevenfold_messages_sent", "Messages sent over WebSockets", registry=self.registry)
        self.lag = Histogram(
            "sevenfold_loop_lag_seconds", "How late the event loop was", buckets=SECONDS, registry=self.registry
        )

    def watch(self, rooms: Callable[[], int], lanes: Mapping[str, Lane]) -> None:
        """Also measure the rooms in memory and the thread pools.

        Args:
            rooms: Counts the rooms.
            lanes: The thread pools by name.
        """
        gauge = Gauge("sevenfold_rooms", "Rooms in memory: somebody watches, or a bot thinks", registry=self.registry)
        gauge.set_function(rooms)
        self.registry.register(LaneCollector(lanes))

    def text(self) -> bytes:
        """All metrics in Prometheus' format."""
        return generate_latest(self.registry)

    async def measure_lag(self) -> None:
        """Measure the event loop's lag, for ever."""
        while True:
            began = perf_counter()
            await asyncio.sleep(TICK)
            self.lag.observe(max(0.0, perf_counter() - began - TICK))


class LaneCollector(Collector):
    """The metrics of the thread pools."""

    def __init__(self, lanes: Mapping[str, Lane]) -> None:
        self._lanes = lanes

    def collect(self) -> Iterable[Metric]:
        """The current values."""
        waiting = GaugeMetricFamily("sevenfold_waiting", "Rooms that wait for a thread", labels=["lane"])
        turns = CounterMetricFamily("sevenfold_turns", "What was done in threads", labels=["lane"])
        waited = CounterMetricFamily("sevenfold_waited_seconds", "Seconds that were waited for a thread", labels=["lane"])
        for name, lane in self._lanes.items():
            waiting.add_metric([name], lane.waiting)
            turns.add_metric([name], lane.turns)
            waited.add_metric([name], lane.waited)
        return waiting, turns, waited


class MetricsMiddleware:
    """ASGI middleware that measures every request."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and measure it."""
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._request(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        status, began = 0, perf_counter()

        async def send_noting_status(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, send_noting_status)
        finally:
            route, seconds = route_of(scope), perf_counter() - began
            method = scope["method"] if scope["method"] in METHODS else "other"
            self._metrics.requests.labels(method, route, status).inc()
            self._metrics.seconds.labels(route).observe(seconds)
            fields = {"method": method, "route": route, "status": status, "seconds": round(seconds, 4)}
            if route.rstrip("/") not in HEALTH:  # which may be asked for many times a second
                log.info("request", extra=fields)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def receive_counting() -> Message:
            message = await receive()
            if message["type"] == "websocket.receive":
                self._metrics.received.inc()
            return message

        async def send_counting(message: Message) -> None:
            if message["type"] == "websocket.send":
                self._metrics.sent.inc()
            await send(message)

        self._metrics.sockets.inc()
        try:
            await self._app(scope, receive_counting, send_counting)
        finally:
            self._metrics.sockets.dec()
