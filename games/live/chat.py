"""Chat over sockets: accepts lines, and delivers each new message to users at its table who may see it."""

import logging
from collections.abc import Collection
from datetime import timedelta
from typing import TYPE_CHECKING

from cachetools import LRUCache
from django.db import Error
from django.utils import timezone

from accounts.models import User
from core.database import database_sync_to_async
from core.refusal import Refusal
from core.sentence import Sentence
from games import broadcast
from games.live import protocol
from games.live.access import NotLoggedIn
from games.live.connection import TableConnection
from games.models import ChatMessage
from games.selectors import chat
from games.services.chat.entry import submit_chat_line

if TYPE_CHECKING:
    from games.live.hub import TableHub

logger = logging.getLogger(__name__)

POLL_INTERVAL_SECONDS = 2.0
"""How often the database is checked for messages that the bus did not report."""
LOOK_BACK = timedelta(seconds=10)
MAX_DELIVERED = 5000
"""Maximum number of ids of delivered messages to remember: many more than arrive within LOOK_BACK."""


class ChatFeed:
    """Delivers new and changed chat messages to the sockets at the tables of one hub."""

    def __init__(self, hub: "TableHub") -> None:
        """Start sending new and changed chat messages to the hub's sockets.

        A new message that the message bus does not report is found by polling the database. A changed message
        that the bus does not report is not sent.
        """
        self._hub = hub
        self._delivered: LRUCache[int, bool] = LRUCache(MAX_DELIVERED)
        hub.on_message(broadcast.ChatChange, self._handle_change)
        hub.run_every(lambda: POLL_INTERVAL_SECONDS, self._poll_messages)

    def _handle_change(self, change: broadcast.ChatChange) -> None:
        """Start a task that sends a new or changed chat message, if its table has sockets in this process."""
        if self._hub.subscribers(change.table_id):
            self._hub.start_task(self._deliver_messages([change.message_id]))

    async def _poll_messages(self) -> None:
        """Check the database for recent chat messages that the message bus did not report, and send them."""
        tables = set(self._hub.topics())
        if not tables:
            return
        found = await database_sync_to_async(chat.recent_message_ids)(tables, timezone.now() - LOOK_BACK)
        if missed := [message_id for message_id in found if message_id not in self._delivered]:
            await self._deliver_messages(missed)

    async def _deliver_messages(self, message_ids: Collection[int]) -> None:
        """Read chat messages from the database, and send each one to the sockets at its table."""
        # The bus carries only a message's id, so that no text passes through the broker.
        for post in await database_sync_to_async(chat.read_addressed_messages)(message_ids):
            self._delivered[post.message["id"]] = True
            self._send_chat_message(post)

    def _send_chat_message(self, post: chat.AddressedMessage) -> None:
        """Send a chat message to the sockets at its table, except to users from whom it is hidden."""
        # Sockets without a first update get the message with the chat history.
        text = protocol.encode_chat_message(post.message)
        for connection in tuple(self._hub.subscribers(post.table_id)):
            if connection.has_first_update and connection.user_id not in post.hidden_from:
                self._hub.send(connection, text)


async def send_chat_history(table_id: str, connection: TableConnection) -> None:
    """Send a table's recent chat messages to a socket, if there are any. Database errors are only logged."""
    try:
        messages = await database_sync_to_async(chat.chat_history)(table_id, connection.user_id)
    # The client already shows the table, and a game must not lose its socket because of the chat.
    except Error:
        logger.warning("The chat's history could not be read", exc_info=True)
        return
    if messages:
        connection.put(protocol.encode_chat_history(messages))


async def handle_chat_frame(
    frame: protocol.Say, *, table_id: str, user: User | None, ip_address: str, invite: str | None
) -> str | None:
    """Post a client's chat message, or run the message if it is a command such as `/bid 2`.

    `invite` is the invite code that the client used for the table, if any. Return the response frame, or None
    if the client expects no response. If the message or command is refused, return a `refused` frame.
    """
    try:
        if user is None:
            raise NotLoggedIn(Sentence("Log in, or play as a guest, to chat."))
        said = await database_sync_to_async(submit_chat_line)(
            table_id=table_id,
            user=user,
            address=ip_address,
            now=timezone.now(),
            text=frame.text,
            phrase=frame.phrase,
            channel=frame.channel,
            message_id=frame.id,
            # An invite code gives access to the table.
            invite=invite,
        )
    except Refusal as refusal:
        return protocol.encode_refusal(frame.id, refusal)
    if not isinstance(said, ChatMessage):
        return protocol.encode_reply(frame.id, said)
    # The sender of a message without an id expects no response.
    return None if frame.id is None else protocol.encode_chat_ack(frame.id, said.pk)
