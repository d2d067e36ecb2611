"""Daphne with what it lacks: a house that lives as long as the server does, and a farewell to sockets."""

import asyncio
import json
import logging
import signal
import time
from collections.abc import Awaitable, Callable
from typing import Any

from daphne.server import Server

from core.asgi.request_limits import DEFAULT_LIMITS, LimitedChannels, Limits
from core.asgi.websocket import Socket

logger = logging.getLogger(__name__)

LARGEST_FRAME = 64 * 1024
RETRY_AFTER = 2
"""Seconds after which a client should try again when the server restarts."""
PATIENCE = 2
"""Seconds that clients have to answer the farewell, and requests to end."""
CLOSING = 5
"""Seconds that a client has to answer a close, and to read what was sent before it."""
LOOK_EVERY = 0.5
"""Seconds between two looks at the sockets' lines."""
RESTART = 1012
BYE = json.dumps({"type": "bye", "code": RESTART, "retry_after": RETRY_AFTER})


class HouseServer(Server):  # type: ignore[misc]  # Daphne has no types.
    """Serves HTTP and sockets; runs `house` beside them on the same loop; stops all of it in order."""

    def __init__(
        self,
        *,
        house: Callable[[], Awaitable[Any]],
        opened: Callable[[int], None],
        limits: Limits = DEFAULT_LIMITS,
        **options: Any,
    ):
        super().__init__(
            signal_handlers=False,
            ready_callable=self._ready,
            websocket_max_frame_size=LARGEST_FRAME,
            websocket_max_message_size=LARGEST_FRAME,
            server_name="wizard",
            **options,
        )
        self.house = house
        self.opened = opened
        self.limits = limits
        self.exit_code = 1
        self._ports: list[Any] = []
        self._stopping = False
        self._house: asyncio.Future[Any] | None = None

    def listen_success(self, port: Any) -> None:
        """Keep the port, so that it can be closed before the rest."""
        super().listen_success(port)
        self._ports.append(port)

    def _ready(self) -> None:
        # Before the first connection, which the event loop has yet to take.
        self.http_factory.buildProtocol = LimitedChannels(self.http_factory, self.limits).build
        self.ws_factory.protocol = Socket
        # Say why a frame was refused instead of dropping the line.
        self.ws_factory.setProtocolOptions(failByDrop=False, closeHandshakeTimeout=CLOSING)
        loop = asyncio.get_event_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._begin_stop)
        self._life = loop.create_task(self._live())
        self._looking = loop.create_task(self._look_after_lines())

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        """As Daphne does; a socket's application is told of its line, and how to put a frame on it."""
        if isinstance(protocol, Socket):
            scope["line"], scope["put"] = protocol.line, protocol.put
        return super().create_application(protocol, scope)

    async def _look_after_lines(self) -> None:
        """Ask all sockets for signs of life, and give up those that give none or do not read."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            try:
                for protocol in self._open_sockets():
                    protocol.look(time.monotonic())
            except Exception:
                logger.exception("The sockets' lines cannot be looked after")

    async def _live(self) -> None:
        """Keep the house until it is told to stop, then close."""
        try:
            await self._keep_house()
        except asyncio.CancelledError:
            self.exit_code = 0
        except Exception:
            logger.exception("The house's loop has died; the server stops with it")
        try:
            await self._close()
        finally:
            self.stop()

    async def _keep_house(self) -> None:
        """Tell that the doors are open, and live as long as the house does."""
        if self._stopping:
            # A signal was quicker: nothing has begun, and nothing will.
            raise asyncio.CancelledError
        self._house = asyncio.ensure_future(self.house())
        self.opened(self.listening_addresses[0][1])
        await self._house

    def _begin_stop(self) -> None:
        self._stopping = True
        if self._house is not None:
            self._house.cancel()

    async def _close(self) -> None:
        """Take no more connections, say bye to sockets and let running requests end."""
        for port in self._ports:
            port.stopListening()
        for protocol in self._open_sockets():
            protocol.sendMessage(BYE.encode())
            protocol.serverClose(RESTART)
        for _ in range(PATIENCE * 50):
            if not self._busy():
                return
            await asyncio.sleep(0.02)

    def _open_sockets(self) -> list[Socket]:
        return [
            each for each in self.connections if isinstance(each, Socket) and each.state == each.STATE_OPEN
        ]

    def _busy(self) -> bool:
        """Whether a client has not hung up yet, or an application has not ended."""
        return any(
            "disconnected" not in details or not self._ended(details) for details in self.connections.values()
        )

    def kill_all_applications(self) -> None:
        """End what outlasted the patience (Daphne's own fails on applications that have ended)."""
        for details in self.connections.values():
            if not self._ended(details):
                details["application_instance"].cancel()

    @staticmethod
    def _ended(details: dict[str, Any]) -> bool:
        application = details.get("application_instance")
        return application is None or application.done()
