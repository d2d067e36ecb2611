"""The SMTP server for incoming emails, behind the site's real mail server.

It replies with 250 only after an email has been stored, with 550 to addresses that were never issued, and
with 451 if an email cannot be stored, so that the mail server in front tries again. It logs neither addresses
nor tokens.
"""

import asyncio
import logging
from typing import Any, AnyStr

from aiosmtpd.smtp import SMTP, Envelope, Session
from django.utils import timezone

from core.database import database_sync_to_async
from games.mail.incoming.reading import MAX_BYTES, parse_email
from games.mail.incoming.receive import identify_recipient, receive_email
from games.mail.incoming.refusals import MailRefused

logger = logging.getLogger(__name__)

IDLE_SECONDS = 60.0
"""Seconds for which a connection may be idle, and that one email may take to arrive."""
MAX_CONNECTIONS = 100
MAX_DISCARDED_BYTES = 32 * MAX_BYTES
"""Bytes that are read and discarded of an email that is too large, before the connection is closed."""
STORED, NOT_STORED = "250 2.0.0 Stored", "451 4.3.0 Cannot be stored now; try again later"


class IncomingHandler:
    """Handles the SMTP commands of all connections to a server; aiosmtpd calls its methods by name."""

    def __init__(self) -> None:
        """Create a handler for incoming emails that has no connections yet."""
        self.connections: set[IncomingSMTP] = set()
        self.receiving = 0

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Check the recipient of an email, and return the SMTP reply.

        Return a temporary error if the email already has a recipient.
        """
        if envelope.rcpt_tos:
            # After this temporary error, the mail server sends the email to each recipient separately.
            return "452 4.5.3 One recipient for each mail"
        try:
            # Makes no query, because this is the first line of defence.
            identify_recipient(address, timezone.now())
        except MailRefused as refusal:
            logger.info("Mail refused: %s", refusal)
            return refusal.reply
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """Store the email, even if the sender disconnects in the meantime, and return the SMTP reply."""
        self.receiving += 1
        try:
            content = envelope.original_content or b""
            store = database_sync_to_async(parse_and_store_email)(
                content, envelope.rcpt_tos[0], envelope.mail_from
            )
            # Shielded, so that the email is stored even if the sender hangs up; the sender sends it again.
            return await asyncio.shield(store)
        finally:
            self.receiving -= 1

    async def handle_exception(self, error: Exception) -> str:
        """Log an unexpected error, and ask the sender to try again later."""
        logger.error("Mail not stored: %s", type(error).__name__)
        return NOT_STORED


def parse_and_store_email(content: bytes, recipient: str, sender: str | None) -> str:
    """Parse and store an email, and return the SMTP reply.

    After an unexpected exception, return a temporary error, so that the mail server tries again.
    """
    try:
        message, now = parse_email(content), timezone.now()
        receive_email(message=message, recipient=recipient, now=now, envelope_sender=sender)
    except MailRefused as refusal:
        logger.info("Mail refused: %s", refusal)
        return refusal.reply
    except Exception:
        logger.exception("A mail cannot be stored")
        return NOT_STORED
    return STORED


class IncomingSMTP(SMTP):
    """An SMTP connection with limits that aiosmtpd does not have."""

    event_handler: IncomingHandler

    def __init__(self, handler: IncomingHandler) -> None:
        super().__init__(
            handler,
            data_size_limit=MAX_BYTES,
            enable_SMTPUTF8=True,
            hostname="wizard",
            ident="ESMTP",
            timeout=IDLE_SECONDS,
            command_call_limit={"NOOP": 20, "VRFY": 5, "HELP": 5, "RSET": 1000, "*": 10_000},
        )
        self._bytes_of_mail = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin a session.

        If more than MAX_CONNECTIONS are open, send an error and close the connection.
        """
        super().connection_made(transport)
        self.event_handler.connections.add(self)
        if len(self.event_handler.connections) > MAX_CONNECTIONS and isinstance(transport, asyncio.Transport):
            transport.write(b"421 4.7.0 Too many connections; try again later\r\n")
            transport.close()

    def connection_lost(self, error: Exception | None) -> None:
        """Remove a closed connection from the open connections."""
        self.event_handler.connections.discard(self)
        super().connection_lost(error)

    def data_received(self, data: bytes) -> None:
        """Process bytes from the client. Abort the connection after MAX_DISCARDED_BYTES for one email.

        A smaller email that exceeds MAX_BYTES is read to its end and then refused.
        """
        # The base class discards an oversized email line by line, so an endless line would exhaust the
        # memory.
        self._bytes_of_mail += len(data)
        if self._bytes_of_mail > MAX_DISCARDED_BYTES:
            logger.info("Mail refused: it did not end")
            if isinstance(self.transport, asyncio.Transport):
                self.transport.abort()
            return
        super().data_received(data)

    async def smtp_DATA(self, arg: str) -> None:
        """Receive the content of an email. Reset the count of received bytes before and after it.

        `data_received` counts the bytes, and limits their number for each email.
        """
        self._bytes_of_mail = 0
        await super().smtp_DATA(arg)
        self._bytes_of_mail = 0

    async def push(self, status: AnyStr) -> None:
        """Send an SMTP reply to the client. Log the reply if it refuses an email as too large."""
        # aiosmtpd refuses an oversized email with this code.
        if isinstance(status, str) and status.startswith("552 "):
            logger.info("Mail refused: too large")
        await super().push(status)

    async def smtp_AUTH(self, arg: str) -> None:
        """Refuse authentication, which this server does not offer."""
        await self.push("502 5.5.1 Not offered")


class MailServer:
    """The SMTP server for incoming emails; it listens on one port from `start` until `stop`."""

    def __init__(self) -> None:
        self._handler = IncomingHandler()
        self._server: asyncio.Server | None = None

    async def start(self, host: str, port: int) -> int:
        """Start listening on a port, and return the port. If `port` is 0, the system chooses a free one.

        Raise OSError if the server cannot listen on this port.
        """
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: IncomingSMTP(self._handler), host, port)
        found: Any = self._server.sockets[0].getsockname()
        return int(found[1])

    async def stop(self, drain_seconds: float) -> None:
        """Stop listening, wait up to `drain_seconds` for unfinished emails, then close all connections."""
        if self._server is None:
            return
        self._server.close()
        deadline = asyncio.get_running_loop().time() + drain_seconds
        while self._handler.receiving and asyncio.get_running_loop().time() < deadline:
            await asyncio.sleep(0.05)
        for connection in [*self._handler.connections]:
            if isinstance(connection.transport, asyncio.Transport):
                connection.transport.write(b"421 4.3.2 The server is stopping\r\n")
                connection.transport.close()
