"""Reads delivery reports, which list the addresses to which an email could not be delivered (RFC 3464)."""

from email.message import Message
from typing import NamedTuple

from games.mail.incoming.text import decode_raw_bytes
from games.services.mail.bounces import blames_recipient

MAX_RECIPIENTS = 20


class Bounce(NamedTuple):
    """An address to which an email could not be delivered, and whether later emails would fail, too."""

    address: str
    permanent: bool


def is_mail_server_report(message: Message) -> bool:
    """Return whether this email is a mail server's report about another one, such as a delivery report."""
    return message.get_content_type() == "multipart/report"


def read_bounces(message: Message) -> list[Bounce]:
    """Return the failed deliveries in a delivery report, but not more than MAX_RECIPIENTS.

    Return [] if the email is not a delivery report.
    """
    if not is_mail_server_report(message) or not message.is_multipart():
        return []
    parts = message.get_payload()
    found: list[Bounce] = []
    for part in parts if isinstance(parts, list) else ():
        if isinstance(part, Message) and part.get_content_type() == "message/delivery-status":
            blocks = part.get_payload()
            # Malformed entries are skipped.
            found += filter(None, map(_read_failed_delivery, blocks if isinstance(blocks, list) else ()))
    return found[:MAX_RECIPIENTS]


def _read_failed_delivery(block: object) -> Bounce | None:
    """Read one recipient's block of fields in a delivery report, and return the failed delivery.

    Return None if the delivery has not failed or if the fields are malformed.
    """
    if not isinstance(block, Message):
        return None
    fields = {name.lower(): str(value)[:400] for name, value in block.raw_items()}
    recipient = fields.get("original-recipient") or fields.get("final-recipient", "")
    address = decode_raw_bytes(recipient.partition(";")[2].strip().strip("<>")).lower()
    if fields.get("action", "").strip().lower() != "failed" or "@" not in address:
        return None
    # A comment may follow the status.
    status = fields.get("status", "").split()
    return Bounce(address, permanent=bool(status) and blames_recipient(status[0]))
