"""The sockets: each message is translated and becomes one call."""

import logging
import time
from typing import Any
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils import timezone

from games.live import protocol
from games.live.hub import hub
from games.live.limits import Bucket
from games.rules.errors import Refusal
from games.selectors.tables import check_entry
from games.services.act import act_async
from games.services.settle import Unavailable

logger = logging.getLogger(__name__)


class NotAuthenticated(Refusal):
    """Nobody is known on this line."""

    code = "not_authenticated"
    status = 401
    detail = "Log in, or play as a guest, to act at a table."


class LiveConsumer(AsyncWebsocketConsumer):
    """What all sockets share: who is there, frames as text, a bye before the end."""

    user_id: int | None = None
    token_id: int | None = None
    viewer: int | None = None
    number = -1
    welcomed = False
    """Whether the first update has been sent."""
    leaving = False
    """Whether this socket has been told goodbye: nothing is heard or shown any more."""

    async def __call__(self, *args: Any) -> None:
        """Live, and tidy up however it ends: by a farewell, an error, or because the server cannot wait."""
        try:
            await super().__call__(*args)
        finally:
            self.tidy_up()

    def tidy_up(self) -> None:
        """Leave no trace behind; may be asked twice."""

    async def connect(self) -> None:
        """Accept everyone, so that who is refused learns why."""
        await self.accept()
        user = self.scope.get("user")
        self.user_id = user.pk if user is not None and user.is_authenticated else None
        self.token_id = self.scope.get("token_id")
        self.query = parse_qs(self.scope.get("query_string", b"").decode("latin1"))
        self.bucket = Bucket(time.monotonic())
        if self.scope.get("dead_token"):
            await self.farewell(protocol.TOKEN_DEAD)
        else:
            await self.welcome()

    async def welcome(self) -> None:
        """Begin to show what this socket is for."""

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """One message of the client."""
        if self.leaving:
            return
        if settings.RATE_LIMITS and not self.bucket.take(time.monotonic()):
            await self.farewell(protocol.TOO_MANY)
            return
        try:
            await self.hear(protocol.parse(text_data))
        except protocol.BadFrame as refusal:
            await self.send_text(protocol.refused(refusal.id, refusal))
        except Exception:
            logger.exception("A message could not be answered")
            await self.send_text(protocol.refused(None, Unavailable()))

    async def hear(self, frame: protocol.Frame) -> None:
        """Do what a frame asks for; what this socket is not for is refused."""
        if isinstance(frame, protocol.Ping):
            await self.send_text(protocol.pong())
        else:
            action_id = frame.id if isinstance(frame, protocol.Act) else None
            raise protocol.BadFrame({"type": ["There is no table on this socket."]}, action_id)

    async def send_text(self, text: str) -> None:
        """Put a frame on the line."""
        if not self.leaving:
            await self.send(text_data=text)

    async def farewell(self, code: int) -> None:
        """Say bye and close."""
        await self._end(protocol.bye(code), code)

    async def _end(self, text: str, code: int) -> None:
        await self.send_text(text)
        self.leaving = True
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
        except Refusal as refusal:
            code = protocol.NOT_FOUND if refusal.status == 404 else protocol.FORBIDDEN
            await self._end(protocol.refused(None, refusal), code)
            return
        self.number = self._after()
        self.joined = True
        await hub().join(self.table_id, self)

    def _after(self) -> int:
        after = self.query.get("after", [""])[0]
        return int(after) if after.isascii() and after.isdigit() and len(after) < 10 else -1

    async def hear(self, frame: protocol.Frame) -> None:
        """Act, or show anew."""
        if isinstance(frame, protocol.Act):
            await self.send_text(await self._act(frame))
        elif isinstance(frame, protocol.Sync):
            await hub().refresh(self.table_id, self, frame.after)
        else:
            await super().hear(frame)

    async def _act(self, frame: protocol.Act) -> str:
        try:
            if self.user_id is None:
                raise NotAuthenticated()
            answer = await act_async(
                table_id=self.table_id,
                user=self.user_id,
                action=frame.action,
                action_id=frame.id,
                now=timezone.now(),
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
