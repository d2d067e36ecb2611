"""Daphne with background work on the same loop, request limits, socket health checks and an orderly stop."""

# First, because Daphne's server installs a reactor as well.
import core.asgi.reactor  # noqa: F401  # isort: skip

import asyncio
import json
import logging
import signal
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypedDict

from daphne.server import Server
from twisted import internet

from core.asgi.handshake import make_slim_connection_class
from core.asgi.message_queue import MessageQueue
from core.asgi.request_limits import DEFAULT_LIMITS, LimitedChannelFactory, Limits
from core.asgi.websocket import WebSocketConnection
from core.realtime.close_codes import RESTART
from core.realtime.health import CHECK_SLOT_SECONDS
from core.realtime.outbox import EXTENSION
from core.realtime.timer_wheel import TimerWheel
from core.stop_deadline import enforce_stop_deadline

logger = logging.getLogger(__name__)

MAX_FRAME_BYTES = 64 * 1024
RETRY_AFTER_SECONDS = 2
"""Seconds that a client should wait before it reconnects after a restart of the server."""
STOP_TIMEOUT_SECONDS = 2
"""How long a stopping server waits for clients to disconnect and for requests to end."""
CLOSE_TIMEOUT_SECONDS = 5
"""How long a client may take to answer a close, and to read what was sent before it."""
REAP_INTERVAL_SECONDS = 1
TIMEOUT_CHECK_INTERVAL_SECONDS = 2
reactor: Any = internet.reactor
"""Daphne's; its declared type is Twisted's bare interface, with whose methods mypy expects a `self`."""
BYE = json.dumps({"type": "bye", "code": RESTART, "retry_after": RETRY_AFTER_SECONDS})


class ConnectionDetails(TypedDict, total=False):
    """The part of Daphne's data about a connection that this server uses."""

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
        """Create a server that also runs the function `background`, and stops when this function ends.

        When the server listens, it calls `on_ready` with the port. `limits` apply to HTTP requests, and
        `options` are further arguments of Daphne's server.
        """
        super().__init__(
            # Twisted's handlers would stop the reactor before clients get their `bye`.
            signal_handlers=False,
            ready_callable=self._prepare_to_listen,
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
        self.checks: TimerWheel[WebSocketConnection] = TimerWheel(CHECK_SLOT_SECONDS)
        """When the health of each open socket is checked next."""
        self._unopened: set[Any] = set()
        """HTTP requests, and sockets that are not open yet, whose timeouts `timeout_checker` checks."""
        self._has_ended_connections = False
        """Whether a connection or its application may have ended that has not been forgotten."""
        self._ports: list[Any] = []
        self._stopping = False
        self._background: asyncio.Future[Any] | None = None

    def listen_success(self, port: Any) -> None:
        """Store a listening port, so that it can be closed when the server stops."""
        super().listen_success(port)
        self._ports.append(port)

    def _prepare_to_listen(self) -> None:
        """Set up connections and signal handlers, and start the background work and health checks.

        Daphne calls this just before it accepts connections.
        """
        # Before the first connection, which the event loop has yet to accept.
        self.http_factory.buildProtocol = LimitedChannelFactory(self.http_factory, self.limits).build
        # Say why a frame was refused instead of dropping the connection.
        self.ws_factory.setProtocolOptions(failByDrop=False, closeHandshakeTimeout=CLOSE_TIMEOUT_SECONDS)
        self.ws_factory.protocol = make_slim_connection_class(WebSocketConnection, self.ws_factory)
        loop = asyncio.get_event_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._begin_stop)
        self._main_task = loop.create_task(self._run_background())
        self._health_task = loop.create_task(self._check_sockets())

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        """Start the ASGI application for a connection, and return the queue from which it receives messages.

        Return None if the connection has ended already.
        """
        # Unlike Daphne's method, this creates small queues (Daphne's take 3 KB each), and gives sockets the
        # ASGI extension `wizard.frames`, which sends frames faster.
        if isinstance(protocol, WebSocketConnection):
            scope["extensions"] = {**scope.get("extensions", {}), EXTENSION: protocol.frames_extension}
        scope.setdefault("asgi", {"version": "3.0"})
        if protocol not in self.connections:
            return None
        queue = MessageQueue()
        application = asyncio.ensure_future(
            self.application(scope=scope, receive=queue.get, send=partial(self.handle_reply, protocol))
        )
        application.add_done_callback(self._record_application_end)
        self.connections[protocol]["application_instance"] = application
        return queue

    def protocol_connected(self, protocol: Any) -> None:
        """Register a new connection with Daphne, and include it in the checks by `timeout_checker`."""
        super().protocol_connected(protocol)
        self._unopened.add(protocol)

    def socket_opened(self, protocol: WebSocketConnection) -> None:
        """Exclude a WebSocket that has just opened from the checks by `timeout_checker`."""
        # From now on, `WebSocketConnection.check_health` checks it.
        self._unopened.discard(protocol)

    def protocol_disconnected(self, protocol: Any) -> None:
        """Mark a connection as ended, so that `application_checker` removes it."""
        super().protocol_disconnected(protocol)
        self._unopened.discard(protocol)
        self._has_ended_connections = True

    def _record_application_end(self, _: "asyncio.Future[None]") -> None:
        """Record that an ASGI application has ended, so that `application_checker` removes it."""
        self._has_ended_connections = True

    def application_checker(self) -> None:
        """If any connections or ASGI applications have ended, remove them.

        Also schedule the next call of this method.
        """
        # Daphne searches all connections every second, which is expensive with thousands of idle ones.
        if self._has_ended_connections:
            super().application_checker()
            # An application may take some time to end after its connection.
            self._has_ended_connections = any("disconnected" in each for each in self.connections.values())
        else:
            reactor.callLater(REAP_INTERVAL_SECONDS, self.application_checker)

    def timeout_checker(self) -> None:
        """Check all connections except open WebSockets, and end those that have timed out.

        Also schedule the next call of this method.
        """
        # This replaces Daphne's method. `WebSocketConnection.check_health` checks open WebSockets.
        for protocol in tuple(self._unopened):
            protocol.check_timeouts()
        reactor.callLater(TIMEOUT_CHECK_INTERVAL_SECONDS, self.timeout_checker)

    async def _check_sockets(self) -> None:
        """Check each open WebSocket's health whenever its next check is due, until cancelled."""
        while True:
            await asyncio.sleep(CHECK_SLOT_SECONDS)
            try:
                now = time.monotonic()
                for protocol in self.checks.take_due(now):
                    protocol.check_health(now)
            except Exception:
                # Carry on: without pings, all clients that only watch would count as silent.
                logger.exception("The sockets' health cannot be checked")

    async def _run_background(self) -> None:
        """Run the background work until it ends, and then stop the server.

        Set `exit_code` to 0 only if the work was cancelled.
        """
        try:
            await self._start_background()
        except asyncio.CancelledError:
            self.exit_code = 0
        except Exception:
            logger.exception("The background work has failed; the server stops with it")
            enforce_stop_deadline()
        try:
            await self._close_connections()
        finally:
            # Even if closing fails: the server must not continue without its background work.
            self.stop()

    async def _start_background(self) -> None:
        """Start the background work, call `on_ready` with the port, and wait for the work to end.

        If a stop signal has already arrived, start nothing. Raise CancelledError then, and also if a later
        stop signal cancels the work.
        """
        if self._stopping:
            # The signal came before the start, so start nothing.
            raise asyncio.CancelledError
        self._background = asyncio.ensure_future(self.background())
        self.on_ready(self.listening_addresses[0][1])
        await self._background

    def _begin_stop(self) -> None:
        """Begin to stop the server: cancel the background work, and set a deadline for the process's exit."""
        enforce_stop_deadline()
        self._stopping = True
        if self._background is not None:
            self._background.cancel()

    async def _close_connections(self) -> None:
        """Stop listening, and close the open WebSockets.

        Then wait up to STOP_TIMEOUT_SECONDS until all clients and applications are gone.
        """
        for port in self._ports:
            # First of all, so that clients that reconnect after the `bye` do not reach this process again.
            port.stopListening()
        for protocol in self._open_sockets():
            protocol.sendMessage(BYE.encode())
            protocol.serverClose(RESTART)
        for _ in range(STOP_TIMEOUT_SECONDS * 50):
            if not self._has_clients_or_applications():
                return
            await asyncio.sleep(0.02)

    def _open_sockets(self) -> list[WebSocketConnection]:
        """Return the WebSockets that are open. Those still connecting or already closing are excluded."""
        return [
            each
            for each in self.connections
            if isinstance(each, WebSocketConnection) and each.state == each.STATE_OPEN
        ]

    def _has_clients_or_applications(self) -> bool:
        """Return whether a client is still connected or an ASGI application is still running."""
        return any(
            "disconnected" not in details or not self._is_application_done(details)
            for details in self.connections.values()
        )

    def kill_all_applications(self) -> None:
        """Cancel all running applications."""
        # This replaces Daphne's method, which fails on applications that have already ended.
        for details in self.connections.values():
            if not self._is_application_done(details):
                details["application_instance"].cancel()

    @staticmethod
    def _is_application_done(details: ConnectionDetails) -> bool:
        """Return whether a connection's ASGI application has ended or was never started."""
        application = details.get("application_instance")
        return application is None or application.done()
