"""Daphne with background work on the same loop, limits on requests, healthy sockets and an orderly stop."""

import asyncio
import json
import logging
import signal
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypedDict

from daphne.server import Server

from core.asgi.request_limits import DEFAULT_LIMITS, LimitedChannels, Limits
from core.asgi.websocket import WebSocketConnection
from core.realtime.close_codes import RESTART
from core.realtime.outbox import EXTENSION

logger = logging.getLogger(__name__)

MAX_FRAME_BYTES = 64 * 1024
RETRY_AFTER_SECONDS = 2
"""When a client should try again after a restart of the server."""
STOP_TIMEOUT_SECONDS = 2
"""How long clients may take to answer the `bye`, and requests to end."""
CLOSE_TIMEOUT_SECONDS = 5
"""How long a client may take to answer a close, and to read what was sent before it."""
HEALTH_CHECK_INTERVAL_SECONDS = 0.5
BYE = json.dumps({"type": "bye", "code": RESTART, "retry_after": RETRY_AFTER_SECONDS})


class ConnectionDetails(TypedDict, total=False):
    """What Daphne keeps of a connection, as far as it is used here."""

    application_instance: "asyncio.Future[None]"


class SiteServer(Server):  # type: ignore[misc]  # Daphne has no types.
    """Serves HTTP and sockets, runs `background` on the same loop, and stops when that ends."""

    def __init__(
        self,
        *,
        background: Callable[[], Awaitable[Any]],
        on_ready: Callable[[int], None],
        limits: Limits = DEFAULT_LIMITS,
        **options: Any,
    ):
        super().__init__(
            signal_handlers=False,
            ready_callable=self._ready,
            websocket_max_frame_size=MAX_FRAME_BYTES,
            websocket_max_message_size=MAX_FRAME_BYTES,
            server_name="wizard",
            **options,
        )
        self.background = background
        self.on_ready = on_ready
        self.limits = limits
        self.exit_code = 1
        self._ports: list[Any] = []
        self._stopping = False
        self._background: asyncio.Future[Any] | None = None

    def listen_success(self, port: Any) -> None:
        """Remember the port, so that it can be closed before the rest."""
        super().listen_success(port)
        self._ports.append(port)

    def _ready(self) -> None:
        # Before the first connection, which the event loop has yet to take.
        self.http_factory.buildProtocol = LimitedChannels(self.http_factory, self.limits).build
        self.ws_factory.protocol = WebSocketConnection
        # Say why a frame was refused instead of dropping the connection.
        self.ws_factory.setProtocolOptions(failByDrop=False, closeHandshakeTimeout=CLOSE_TIMEOUT_SECONDS)
        loop = asyncio.get_event_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._begin_stop)
        self._main_task = loop.create_task(self._run_background())
        self._health_task = loop.create_task(self._check_sockets())

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        """As Daphne does; sockets are offered the ASGI extension `wizard.frames`."""
        if isinstance(protocol, WebSocketConnection):
            scope["extensions"] = {**scope.get("extensions", {}), EXTENSION: protocol.extension}
        return super().create_application(protocol, scope)

    async def _check_sockets(self) -> None:
        """Ping all sockets, and close those whose clients are gone or do not read."""
        while True:
            await asyncio.sleep(HEALTH_CHECK_INTERVAL_SECONDS)
            try:
                for protocol in self._open_sockets():
                    protocol.check_health(time.monotonic())
            except Exception:
                logger.exception("The sockets' health cannot be checked")

    async def _run_background(self) -> None:
        """Run the background work until it ends or a signal comes, then close."""
        try:
            await self._start_background()
        except asyncio.CancelledError:
            self.exit_code = 0
        except Exception:
            logger.exception("The background work has failed; the server stops with it")
        try:
            await self._close()
        finally:
            self.stop()

    async def _start_background(self) -> None:
        if self._stopping:
            # The signal came before the start: begin nothing.
            raise asyncio.CancelledError
        self._background = asyncio.ensure_future(self.background())
        self.on_ready(self.listening_addresses[0][1])
        await self._background

    def _begin_stop(self) -> None:
        self._stopping = True
        if self._background is not None:
            self._background.cancel()

    async def _close(self) -> None:
        """Take no more connections, say bye to sockets, and let running requests end."""
        for port in self._ports:
            port.stopListening()
        for protocol in self._open_sockets():
            protocol.sendMessage(BYE.encode())
            protocol.serverClose(RESTART)
        for _ in range(STOP_TIMEOUT_SECONDS * 50):
            if not self._busy():
                return
            await asyncio.sleep(0.02)

    def _open_sockets(self) -> list[WebSocketConnection]:
        return [
            each
            for each in self.connections
            if isinstance(each, WebSocketConnection) and each.state == each.STATE_OPEN
        ]

    def _busy(self) -> bool:
        """Whether a client is still connected, or an application has not ended."""
        return any(
            "disconnected" not in details or not self._ended(details) for details in self.connections.values()
        )

    def kill_all_applications(self) -> None:
        """Cancel what outlasted the timeout. Daphne's own fails on applications that have ended."""
        for details in self.connections.values():
            if not self._ended(details):
                details["application_instance"].cancel()

    @staticmethod
    def _ended(details: ConnectionDetails) -> bool:
        application = details.get("application_instance")
        return application is None or application.done()
