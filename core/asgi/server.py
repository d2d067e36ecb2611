"""Daphne with background work on the same loop, request limits, socket health checks and an orderly stop."""

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
from core.stop_deadline import limit_stop

logger = logging.getLogger(__name__)

MAX_FRAME_BYTES = 64 * 1024
RETRY_AFTER_SECONDS = 2
"""Seconds that a client should wait before it reconnects after a restart of the server."""
STOP_TIMEOUT_SECONDS = 2
"""How long a stopping server waits for clients to disconnect and for requests to end."""
CLOSE_TIMEOUT_SECONDS = 5
"""How long a client may take to answer a close, and to read what was sent before it."""
HEALTH_CHECK_INTERVAL_SECONDS = 0.5
BYE = json.dumps({"type": "bye", "code": RESTART, "retry_after": RETRY_AFTER_SECONDS})


class ConnectionDetails(TypedDict, total=False):
    """The part of Daphne's data about a connection that is used here."""

    application_instance: "asyncio.Future[None]"


class SiteServer(Server):  # type: ignore[misc]  # Daphne has no types.
    """Serves HTTP and sockets, runs `background` on the same loop, and stops when `background` ends."""

    def __init__(
        self,
        *,
        background: Callable[[], Awaitable[Any]],
        on_ready: Callable[[int], None],
        limits: Limits = DEFAULT_LIMITS,
        **options: Any,
    ):
        """Prepare a server; `run` starts it and then calls `on_ready` with the port.

        `options` are passed on to Daphne's server.
        """
        super().__init__(
            # Twisted's handlers would stop the reactor before clients get their `bye`.
            signal_handlers=False,
            ready_callable=self._prepare,
            websocket_max_frame_size=MAX_FRAME_BYTES,
            # A message may come in any number of frames, so a limit for frames alone bounds nothing.
            websocket_max_message_size=MAX_FRAME_BYTES,
            server_name="wizard",
            **options,
        )
        self.background = background
        self.on_ready = on_ready
        self.limits = limits
        # Only a stop by signal sets 0: background work that ends by itself is a failure.
        self.exit_code = 1
        self._ports: list[Any] = []
        self._stopping = False
        self._background: asyncio.Future[Any] | None = None

    def listen_success(self, port: Any) -> None:
        """Remember a port that the server listens on, so that a stop can close it before the connections."""
        super().listen_success(port)
        self._ports.append(port)

    def _prepare(self) -> None:
        """Install our connection classes and signal handlers, and start the background tasks.

        Daphne calls this when it is ready to listen.
        """
        # Before the first connection, which the event loop has yet to accept.
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
        """Create the application as Daphne does, but add `wizard.frames` to the scope of a socket."""
        if isinstance(protocol, WebSocketConnection):
            scope["extensions"] = {**scope.get("extensions", {}), EXTENSION: protocol.extension}
        return super().create_application(protocol, scope)

    async def _check_sockets(self) -> None:
        """Check all open sockets every HEALTH_CHECK_INTERVAL_SECONDS, for ever.

        Pings the clients, and closes the sockets of those that are gone or do not read. Failures are logged.
        """
        while True:
            await asyncio.sleep(HEALTH_CHECK_INTERVAL_SECONDS)
            try:
                for protocol in self._open_sockets():
                    protocol.check_health(time.monotonic())
            except Exception:
                # Carry on: without pings, all clients that only watch would count as silent.
                logger.exception("The sockets' health cannot be checked")

    async def _run_background(self) -> None:
        """Run the background work until it ends or is cancelled; then close connections and stop the server.

        Sets the exit code to 0 if the work was cancelled by a signal. Logs any exception raised by the work.
        """
        try:
            await self._start_background()
        except asyncio.CancelledError:
            self.exit_code = 0
        except Exception:
            logger.exception("The background work has failed; the server stops with it")
            limit_stop()
        try:
            await self._close_connections()
        finally:
            # Even if closing fails: the server must not continue without its background work.
            self.stop()

    async def _start_background(self) -> None:
        """Start the background work, report the port to `on_ready`, and wait until the work ends.

        Raises CancelledError if the server was asked to stop before the start.
        """
        if self._stopping:
            # The signal came before the start, so start nothing.
            raise asyncio.CancelledError
        self._background = asyncio.ensure_future(self.background())
        self.on_ready(self.listening_addresses[0][1])
        await self._background

    def _begin_stop(self) -> None:
        """Begin to stop: cancel the background work, so that `_run_background` stops the server.

        Limits the time that stopping may take.
        """
        limit_stop()
        self._stopping = True
        if self._background is not None:
            self._background.cancel()

    async def _close_connections(self) -> None:
        """Stop listening, close open sockets with a `bye`, and wait until all connections have ended.

        Returns after STOP_TIMEOUT_SECONDS even if some have not.
        """
        for port in self._ports:
            # First of all, so that clients that reconnect after the `bye` do not reach this process again.
            port.stopListening()
        for protocol in self._open_sockets():
            protocol.sendMessage(BYE.encode())
            protocol.serverClose(RESTART)
        for _ in range(STOP_TIMEOUT_SECONDS * 50):
            if not self._is_busy():
                return
            await asyncio.sleep(0.02)

    def _open_sockets(self) -> list[WebSocketConnection]:
        """Return the WebSockets that are neither closing nor still connecting."""
        return [
            each
            for each in self.connections
            if isinstance(each, WebSocketConnection) and each.state == each.STATE_OPEN
        ]

    def _is_busy(self) -> bool:
        """Whether any client is still connected or any application is still running."""
        return any(
            "disconnected" not in details or not self._has_ended(details)
            for details in self.connections.values()
        )

    def kill_all_applications(self) -> None:
        """Cancel all applications that are still running.

        Daphne's own method fails on applications that have already ended.
        """
        for details in self.connections.values():
            if not self._has_ended(details):
                details["application_instance"].cancel()

    @staticmethod
    def _has_ended(details: ConnectionDetails) -> bool:
        """Whether a connection's application has ended or was never started."""
        application = details.get("application_instance")
        return application is None or application.done()
