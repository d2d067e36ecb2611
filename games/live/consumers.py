"""The sockets: each message is translated and becomes one call."""

import logging
import time
from typing import Any
from urllib.parse import parse_qs

from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils import timezone

from accounts.sessions import HeldSession, held_session
from core.database import database_sync_to_async
from core.realtime import close_codes
from core.realtime.outbox import frame_sink
from core.refusal import NotAuthenticated, NotFound, Refusal
from games.live import protocol
from games.live.hub import TableHub
from games.live.limits import bucket_of
from games.live.lobby import LOBBY, LobbyHub
from games.live.scope import Scope
from games.selectors.tables import check_entry
from games.services.commands.act import act_async
from games.services.commands.command import Unavailable

logger = logging.getLogger(__name__)


class NotLoggedIn(NotAuthenticated):
    """A spectator without an account tries to act."""

    detail = "Log in, or play as a guest, to act at a table."


class LiveConsumer(AsyncWebsocketConsumer):
    """The base of all sockets: credentials, frames as text, and a `bye` before the server closes.

    Speaks plain ASGI; the frames take our own server's faster path where that is offered (`frame_sink`).
    """

    scope: Scope  # type: ignore[assignment]  # The stubs' scope has no keys but Channels' own.
    user_id: int | None = None
    token_id: int | None = None
    session: HeldSession | None = None
    viewer: int | None = None
    number = -1
    has_first_update = False
    is_closing = False
    """Whether the server has said goodbye: nothing more is received or sent."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve the socket, and clean up whether it ends by a close, an error or the server's stop.

        Channels' own would also listen to a channel layer for each socket, which the hub makes superfluous.
        """
        self.scope, self.base_send = scope, send
        self.sink = frame_sink(scope, send)
        self.health = self.sink.health
        try:
            while True:
                await self.dispatch(await receive())
        except StopConsumer:
            pass
        finally:
            self.clean_up()
            self.sink.close()

    async def dispatch(self, message: Any) -> None:
        """Call the handler of an ASGI message.

        Channels' own first closes old database connections, which takes a thread for each message; here
        `database_sync_to_async` does so where the database is used.
        """
        await getattr(self, get_handler_name(message))(message)

    def clean_up(self) -> None:
        """Leave the hub; may be called twice."""

    async def connect(self) -> None:
        """Accept every socket, so that a refused client is told why."""
        await self.accept()
        user = self.scope.get("user")
        account = user if user is not None and user.is_authenticated else None
        self.user_id = account.pk if account is not None else None
        self.token_id = self.scope.get("token_id")
        self.session = held_session(self.scope)
        self.query = parse_qs(self.scope.get("query_string", b"").decode("latin1"))
        is_bot = account is not None and account.is_bot
        self.bucket = bucket_of(self.user_id, time.monotonic(), bot=is_bot)
        if self.scope.get("dead_token"):
            await self.close_with_bye(close_codes.ACCESS_REVOKED)
        else:
            await self.start()

    async def start(self) -> None:
        """Begin to send what this socket is for."""

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Handle one message of the client."""
        if self.is_closing:
            return
        self.health.note_activity(time.monotonic())
        if settings.RATE_LIMITS and not self.bucket.take(time.monotonic()):
            await self.close_with_bye(close_codes.TOO_MANY_MESSAGES)
            return
        frame = None
        try:
            frame = protocol.parse(text_data)
            await self.handle_frame(frame)
        except protocol.BadFrame as refusal:
            self.put(protocol.refused(refusal.id, refusal))
        except Refusal as refusal:
            self.put(protocol.refused(None, refusal))
        except Exception:
            logger.exception("A message could not be answered")
            # With the action's id: a client keeps resending an action until it is answered.
            action_id = frame.id if isinstance(frame, protocol.Act) else None
            self.put(protocol.refused(action_id, Unavailable()))

    async def handle_frame(self, frame: protocol.Frame) -> None:
        """Answer a ping; refuse any other frame, which only a table's socket takes."""
        if isinstance(frame, protocol.Ping):
            self.put(protocol.pong())
        else:
            action_id = frame.id if isinstance(frame, protocol.Act) else None
            raise protocol.BadFrame({"type": ["There is no table on this socket."]}, action_id)

    def put(self, text: str) -> None:
        """Send a frame without waiting for it; nothing happens once the socket is closing."""
        if not self.is_closing:
            self.sink.put(text)

    async def close_with_bye(self, code: int) -> None:
        """Say bye and close."""
        await self._close_after(protocol.bye(code), code)

    async def refuse(self, refusal: Refusal) -> None:
        """Say why there is nothing to see here, and close."""
        code = close_codes.NOT_FOUND if isinstance(refusal, NotFound) else close_codes.FORBIDDEN
        await self._close_after(protocol.refused(None, refusal), code)

    async def _close_after(self, text: str, code: int) -> None:
        if self.is_closing:
            return
        self.put(text)
        self.is_closing = True
        await self.sink.flush()
        await self.close(code=code)


class TableConsumer(LiveConsumer):
    """A socket at a table: sends its viewer's sights and takes their actions."""

    joined = False

    async def start(self) -> None:
        """Send the table if this viewer may see it."""
        self.table_id: str = self.scope["url_route"]["kwargs"]["table_id"]
        try:
            invite = self.query.get("invite", [None])[0]
            await database_sync_to_async(check_entry)(self.table_id, self.user_id, invite)
            self.number = self._number_in_query()
            self.joined = True
            await TableHub.current().join(self.table_id, self)
        except Refusal as refusal:
            await self.refuse(refusal)

    def _number_in_query(self) -> int:
        """The number up to which the client has the events already; -1 if it has none."""
        after = self.query.get("after", [""])[0]
        return int(after) if after.isascii() and after.isdigit() and len(after) < 10 else -1

    async def handle_frame(self, frame: protocol.Frame) -> None:
        """Do an action, or send everything after a number."""
        if isinstance(frame, protocol.Act):
            self.put(await self._act(frame))
        elif isinstance(frame, protocol.Sync):
            await TableHub.current().refresh(self.table_id, self, frame.after)
        else:
            await super().handle_frame(frame)

    async def _act(self, frame: protocol.Act) -> str:
        try:
            if self.user_id is None:
                raise NotLoggedIn()
            answer = await act_async(
                table_id=self.table_id,
                user=self.user_id,
                action=frame.action,
                action_id=frame.id,
                now=timezone.now(),
                lag=self.health.lag,
            )
        except Refusal as refusal:
            return protocol.refused(frame.id, refusal)
        return protocol.ack(frame.id, answer.number, answer.outcome)

    def clean_up(self) -> None:
        """Leave the table."""
        if self.joined:
            self.joined = False
            TableHub.current().leave(self.table_id, self)


class LobbyConsumer(LiveConsumer):
    """A socket that lists the open tables."""

    async def start(self) -> None:
        """Send the open tables, now and after each change."""
        await LobbyHub.current().join(LOBBY, self)

    def clean_up(self) -> None:
        """Leave the lobby."""
        LobbyHub.current().leave(LOBBY, self)
