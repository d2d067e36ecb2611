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
from core.realtime.line import Line
from core.realtime.outbox import Outbox
from core.refusal import NotAuthenticated, NotFound, Refusal
from games.live import protocol
from games.live.hub import hub
from games.live.limits import bucket_of
from games.live.scope import Scope
from games.selectors.tables import check_entry
from games.services.commands.act import act_async
from games.services.commands.command import Unavailable

logger = logging.getLogger(__name__)


class NotLoggedIn(NotAuthenticated):
    """The socket belongs to no account."""

    detail = "Log in, or play as a guest, to act at a table."


class LiveConsumer(AsyncWebsocketConsumer):
    """What all sockets share: who is there, frames as text, a bye before the end."""

    scope: Scope  # type: ignore[assignment]  # The stubs' scope knows no keys but Channels' own.
    user_id: int | None = None
    token_id: int | None = None
    session: HeldSession | None = None
    viewer: int | None = None
    number = -1
    line: Line
    outbox: Outbox | None = None
    """Where frames wait for a server that takes none directly."""
    welcomed = False
    """Whether the first update has been sent."""
    leaving = False
    """Whether this socket has been told goodbye: nothing is heard or shown any more."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Live, and tidy up however it ends: by a farewell, an error, or because the server cannot wait.

        Channels' own would listen to a channel of this socket's, which the hub makes superfluous.
        """
        self.scope, self.base_send = scope, send
        try:
            while True:
                await self.dispatch(await receive())
        except StopConsumer:
            pass
        finally:
            self.tidy_up()
            if self.outbox is not None:
                self.outbox.close()

    async def dispatch(self, message: Any) -> None:
        """Hear a message. Channels' own first looks in a thread for old connections to the database;
        here whoever uses the database does so.
        """
        await getattr(self, get_handler_name(message))(message)

    def tidy_up(self) -> None:
        """Leave no trace behind; may be asked twice."""

    async def connect(self) -> None:
        """Accept everyone, so that who is refused learns why."""
        await self.accept()
        user = self.scope.get("user")
        account = user if user is not None and user.is_authenticated else None
        self.user_id = account.pk if account is not None else None
        self.token_id = self.scope.get("token_id")
        self.session = held_session(self.scope)
        self._find_line()
        self.query = parse_qs(self.scope.get("query_string", b"").decode("latin1"))
        bot = account is not None and account.is_bot
        self.bucket = bucket_of(self.user_id, time.monotonic(), bot=bot)
        if self.scope.get("dead_token"):
            await self.farewell(protocol.TOKEN_DEAD)
        else:
            await self.welcome()

    def _find_line(self) -> None:
        """Use the server's own way to put frames on the line if it offers one, else ASGI's."""
        if "put" in self.scope:
            # Without the server's measurements, as in tests, what is said here are the only signs of life.
            self.line = self.scope.get("line") or Line(time.monotonic())
            self._put = self.scope["put"]
        else:
            # Such a server sends pings of its own, and tells nobody of the answers.
            self.line = Line(time.monotonic(), is_pinged=False)
            self.outbox = Outbox(self.base_send, self.line)
            self._put = self.outbox.put

    async def welcome(self) -> None:
        """Begin to show what this socket is for."""

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """One message of the client."""
        if self.leaving:
            return
        self.line.hear(time.monotonic())
        if settings.RATE_LIMITS and not self.bucket.take(time.monotonic()):
            await self.farewell(protocol.TOO_MANY)
            return
        frame = None
        try:
            frame = protocol.parse(text_data)
            await self.hear(frame)
        except protocol.BadFrame as refusal:
            self.put(protocol.refused(refusal.id, refusal))
        except Refusal as refusal:
            self.put(protocol.refused(None, refusal))
        except Exception:
            logger.exception("A message could not be answered")
            # Under its id: a client keeps an action until it is answered.
            action_id = frame.id if isinstance(frame, protocol.Act) else None
            self.put(protocol.refused(action_id, Unavailable()))

    async def hear(self, frame: protocol.Frame) -> None:
        """Do what a frame asks for; what this socket is not for is refused."""
        if isinstance(frame, protocol.Ping):
            self.put(protocol.pong())
        else:
            action_id = frame.id if isinstance(frame, protocol.Act) else None
            raise protocol.BadFrame({"type": ["There is no table on this socket."]}, action_id)

    def put(self, text: str) -> None:
        """Put a frame on the line without waiting for it to be sent."""
        if not self.leaving:
            self._put(text)

    async def farewell(self, code: int) -> None:
        """Say bye and close."""
        await self._end(protocol.bye(code), code)

    async def refuse(self, refusal: Refusal) -> None:
        """Say why there is nothing to be seen here, and close."""
        code = protocol.NOT_FOUND if isinstance(refusal, NotFound) else protocol.FORBIDDEN
        await self._end(protocol.refused(None, refusal), code)

    async def _end(self, text: str, code: int) -> None:
        if self.leaving:
            return
        self.put(text)
        self.leaving = True
        if self.outbox is not None:
            await self.outbox.flush()
        await self.close(code=code)


class TableConsumer(LiveConsumer):
    """A socket at a table: shows its sights, takes its actions."""

    joined = False

    async def welcome(self) -> None:
        """Show the table to who may see it."""
        self.table_id: str = self.scope["url_route"]["kwargs"]["table_id"]
        try:
            invite = self.query.get("invite", [None])[0]
            await database_sync_to_async(check_entry)(self.table_id, self.user_id, invite)
            self.number = self._after()
            self.joined = True
            await hub().join(self.table_id, self)
        except Refusal as refusal:
            await self.refuse(refusal)

    def _after(self) -> int:
        after = self.query.get("after", [""])[0]
        return int(after) if after.isascii() and after.isdigit() and len(after) < 10 else -1

    async def hear(self, frame: protocol.Frame) -> None:
        """Act, or show anew."""
        if isinstance(frame, protocol.Act):
            self.put(await self._act(frame))
        elif isinstance(frame, protocol.Sync):
            await hub().refresh(self.table_id, self, frame.after)
        else:
            await super().hear(frame)

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
                lag=self.line.lag,
            )
        except Refusal as refusal:
            return protocol.refused(frame.id, refusal)
        return protocol.ack(frame.id, answer.number, answer.outcome)

    def tidy_up(self) -> None:
        """Get up from the table."""
        if self.joined:
            self.joined = False
            hub().leave(self.table_id, self)


class LobbyConsumer(LiveConsumer):
    """A socket that shows the open tables."""

    async def welcome(self) -> None:
        """Show them from now on."""
        await hub().enter_lobby(self)

    def tidy_up(self) -> None:
        """Leave the lobby."""
        hub().leave_lobby(self)
