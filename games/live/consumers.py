"""The consumers of WebSockets: each translates a message into one call."""

import logging
import time
from typing import Any
from urllib.parse import parse_qs

from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils import timezone, translation

from accounts.language import language_of_socket
from accounts.models import User
from accounts.sockets.sessions import SocketSession, find_session_of_socket
from accounts.visitor import client_address_of_socket
from core.database import database_sync_to_async
from core.realtime import close_codes
from core.realtime.health import ConnectionHealth
from core.realtime.outbox import FrameSink, create_frame_sink
from core.refusal import NotFound, Refusal
from core.sentence import Sentence
from core.token_bucket import TokenBucket
from games.live import protocol
from games.live.access import NotLoggedIn
from games.live.chat import handle_chat_frame, send_chat_history
from games.live.hub import TableHub
from games.live.limits import get_token_bucket
from games.live.people.feed import PeopleFeed
from games.live.scope import Scope, parse_after_parameter
from games.rules.marks import NO_MARKS
from games.selectors.tables import require_table_access
from games.services.commands.act import carry_out_action_async, set_wing_async
from games.services.commands.command import Unavailable

logger = logging.getLogger(__name__)


class LiveConsumer(AsyncWebsocketConsumer):
    """Base class of all sockets: holds the credentials, sends frames as text, and sends `bye` before closing.

    Uses plain ASGI; frames take our own server's faster path if it offers one (`create_frame_sink`).
    """

    scope: Scope  # type: ignore[assignment]  # The stubs' scope has no keys but Channels' own.
    query: dict[str, list[str]]
    bucket: TokenBucket
    sink: FrameSink
    health: ConnectionHealth

    def __init__(self) -> None:
        """Create a consumer without a user or a connection; `__call__` and `connect` set these."""
        # Instances that set the same attributes in the same order share a table of their names, which saves
        # 800 bytes each.
        super().__init__()
        self.scope = {}
        self.base_send = self.sink = self.health = self.query = self.bucket = None  # type: ignore[assignment]
        self.account: User | None = None
        self.user_id: int | None = None
        self.token_id: int | None = None
        self.session: SocketSession | None = None
        self.language = settings.LANGUAGE_CODE
        self.viewer: int | None = None
        self.number = -1
        self.marks = NO_MARKS
        self.has_first_update = False
        self.is_closing = False
        """Whether the last frame has been sent: nothing more is sent or handled."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Handle messages until the socket closes, an error occurs, or the server stops. Then clean up."""
        # Replaces Channels' method, which also listens to a channel layer. Here, hubs send the updates.
        self.scope, self.base_send = scope, send
        self.sink = create_frame_sink(scope, send)
        self.health = self.sink.health
        try:
            while True:
                await self.dispatch(await receive())
        # Channels raises this after a disconnect to end the loop.
        except StopConsumer:
            pass
        finally:
            self.clean_up()
            if self.account is not None:
                PeopleFeed.get_current().leave(self)
            self.sink.close()

    async def dispatch(self, message: Any) -> None:
        """Call the handler method for a message from the web server."""
        # Replaces Channels' method, which first closes old database connections and needs a thread for that.
        # `database_sync_to_async` closes them where the database is used.
        if message["type"] == "websocket.receive":
            # By far the most frequent message; Channels would look its handler up by name each time.
            await self.receive(message.get("text"), message.get("bytes"))
        else:
            await getattr(self, get_handler_name(message))(message)

    def clean_up(self) -> None:
        """Unsubscribe the socket from its hub. The base class does nothing."""

    async def connect(self) -> None:
        """Accept the socket, set its user and language, and start sending updates.

        If its token is invalid, send a `bye` frame and close the socket instead.
        """
        await self.accept()
        user = self.scope.get("user")
        account = user if user is not None and user.is_authenticated else None
        self.account = account
        self.language = language_of_socket(self.scope, account)
        # Only for this socket's task and the threads that work for it.
        translation.activate(self.language)
        self.user_id = account.pk if account is not None else None
        self.token_id = self.scope.get("token_id")
        self.session = find_session_of_socket(self.scope)
        self.query = parse_qs(self.scope.get("query_string", b"").decode("latin1"))
        is_bot = account is not None and account.is_bot
        self.bucket = get_token_bucket(self.user_id, time.monotonic(), is_bot=is_bot)
        if self.scope.get("dead_token"):
            await self.close_with_bye(close_codes.ACCESS_REVOKED)
        else:
            await self.start()
            self._report_new_version()
            if account is not None and not self.is_closing:
                PeopleFeed.get_current().join(self, account)

    def _report_new_version(self) -> None:
        """Send the server's version to the client if the client's page has another version."""
        # Without the query parameter `version`, nothing is sent.
        named = self.query.get("version", [settings.STATIC_VERSION])[0]
        if named != settings.STATIC_VERSION:
            self.put(protocol.encode_new_version(settings.STATIC_VERSION))

    async def start(self) -> None:
        """Subscribe the accepted socket to its hub, which sends the updates. The base class does nothing."""

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Handle a message from the client.

        If the message is refused or handling it fails, answer with a `refused` frame. Close the socket if the
        client sends too many messages.
        """
        if self.is_closing:
            return
        now = time.monotonic()
        self.health.note_activity(now)
        if settings.RATE_LIMITS and not self.bucket.take(now):
            await self.close_with_bye(close_codes.TOO_MANY_MESSAGES)
            return
        frame = None
        try:
            frame = protocol.parse_frame(text_data)
            await self.handle_frame(frame)
        except protocol.BadFrame as refusal:
            self.put(protocol.encode_refusal(refusal.id, refusal))
        except Refusal as refusal:
            self.put(protocol.encode_refusal(None, refusal))
        except Exception:
            logger.exception("A message could not be answered")
            # With the action's id: a client keeps resending an action until it is answered.
            self.put(protocol.encode_refusal(protocol.frame_id(frame), Unavailable()))

    async def handle_frame(self, frame: protocol.Frame) -> None:
        """Respond to a ping or to a request for the user's friends. Raise BadFrame for any other frame.

        Raise NotLoggedIn if a visitor without an account asks for friends.
        """
        if isinstance(frame, protocol.Ping):
            self.put(protocol.encode_pong())
        elif isinstance(frame, protocol.WatchFriends):
            if self.account is None:
                raise NotLoggedIn(Sentence("Log in to see your friends."))
            await PeopleFeed.get_current().watch_friends(self, self.account)
        else:
            # All other frames are for sockets at tables.
            raise protocol.BadFrame(
                {"type": [Sentence("There is no table on this socket.")]}, protocol.frame_id(frame)
            )

    def put(self, text: str) -> None:
        """Queue a text frame for the client, without waiting. Do nothing if the socket is closing."""
        if not self.is_closing:
            self.sink.put(text)

    async def close_with_bye(self, code: int) -> None:
        """Send a `bye` frame with this close code, and close the socket."""
        await self._send_last_frame_and_close(protocol.encode_bye(code), code)

    async def refuse(self, refusal: Refusal) -> None:
        """Send the error code and message of `refusal` to the client, and close the socket."""
        code = close_codes.NOT_FOUND if isinstance(refusal, NotFound) else close_codes.FORBIDDEN
        # A hub calls this in a task of its own, in which no language is active.
        with translation.override(self.language):
            text = protocol.encode_refusal(None, refusal)
        await self._send_last_frame_and_close(text, code)

    async def _send_last_frame_and_close(self, text: str, code: int) -> None:
        """Send a last frame, and close the socket. Do nothing if the socket is closing already."""
        if self.is_closing:
            return
        self.put(text)
        # Only now, because `put` drops frames once this is set.
        self.is_closing = True
        await self.sink.flush()
        await self.close(code=code)


class TableConsumer(LiveConsumer):
    """A socket at a table: sends the viewer's view of the table (sight) and accepts the viewer's actions."""

    def __init__(self) -> None:
        """Create a consumer that is not yet connected to a table; `start` sets the table."""
        super().__init__()
        self.table_id = ""
        self.joined = False
        self.invite: str | None = None

    async def start(self) -> None:
        """Subscribe the socket to its table, and send the chat history.

        Close the socket if the user may not see the table.
        """
        self.table_id = self.scope["url_route"]["kwargs"]["table_id"]
        try:
            invite = self.query.get("invite", [None])[0]
            await database_sync_to_async(require_table_access)(self.table_id, self.user_id, invite)
            # Before joining, because the first update contains the events after this number.
            self.number = parse_after_parameter(self.query)
            # Before the call: if joining fails half-way, `clean_up` still has to leave.
            self.joined = True
            self.invite = invite
            await TableHub.get_current().join(self.table_id, self)
        except Refusal as refusal:
            # This sends a `refused` frame before it closes the socket.
            await self.refuse(refusal)
        else:
            await send_chat_history(self.table_id, self)

    async def handle_frame(self, frame: protocol.Frame) -> None:
        """Handle an action, a chat message, a wing, or a request for past events from the client.

        A wing is a card that is played automatically when the player's turn comes. The base class handles all
        other frames.
        """
        if isinstance(frame, protocol.Act):
            self.put(await self._carry_out_action(frame))
        elif isinstance(frame, protocol.Say):
            answer = await handle_chat_frame(
                frame,
                table_id=self.table_id,
                user=self.account,
                ip_address=client_address_of_socket(self.scope),
                invite=self.invite,
            )
            if answer is not None:
                self.put(answer)
        elif isinstance(frame, protocol.Wing):
            await set_wing_async(
                table_id=self.table_id, user=self._require_user_id(), card=frame.card, now=timezone.now()
            )
        elif isinstance(frame, protocol.Sync):
            await TableHub.get_current().resend_events(self.table_id, self, frame.after)
        else:
            await super().handle_frame(frame)

    async def _carry_out_action(self, frame: protocol.Act) -> str:
        """Carry out a player's action, and return the response frame.

        The frame is an `ack` or, if the action is refused, a `refused` frame.
        """
        try:
            answer = await carry_out_action_async(
                table_id=self.table_id,
                user=self._require_user_id(),
                action=frame.action,
                action_id=frame.id,
                now=timezone.now(),
                lag=self.health.lag,
            )
        except Refusal as refusal:
            return protocol.encode_refusal(frame.id, refusal)
        return protocol.encode_ack(frame.id, answer.number, answer.outcome)

    def _require_user_id(self) -> int:
        """Return the id of the socket's user. Raise NotLoggedIn for a visitor without an account."""
        if self.user_id is None:
            raise NotLoggedIn()
        return self.user_id

    def clean_up(self) -> None:
        """Unsubscribe the socket from its table's hub."""
        if self.joined:
            self.joined = False
            TableHub.get_current().leave(self.table_id, self)
