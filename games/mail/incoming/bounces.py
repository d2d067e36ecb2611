"""Reads delivery reports: to which addresses a mail could not be delivered (RFC 3464)."""

from email.message import Message
from typing import NamedTuple

from games.services.mail.bounces import is_mailbox_fault

MAX_RECIPIENTS = 20


class Bounce(NamedTuple):
    """An address to which a mail was not delivered; if not permanent, another mail may be."""

    address: str
    permanent: bool


def is_report(message: Message) -> bool:
    """Whether the mail is a report by a mail server on another mail."""
    return message.get_content_type() == "multipart/report"


def read_bounces(message: Message) -> list[Bounce]:
    """Return the failed deliveries that a report names; malformed ones are left out."""
    if not is_report(message) or not message.is_multipart():
        return []
    parts = message.get_payload()
    found: list[Bounce] = []
    for part in parts if isinstance(parts, list) else ():
        if isinstance(part, Message) and part.get_content_type() == "message/delivery-status":
            blocks = part.get_payload()
            found += filter(None, map(_read_recipient, blocks if isinstance(blocks, list) else ()))
    return found[:MAX_RECIPIENTS]


def _read_recipient(block: object) -> Bounce | None:
    """Return what the fields about one recipient say, or None if their mail was or may still be delivered."""
    if not isinstance(block, Message):
        return None
    fields = {name.lower(): str(value)[:400] for name, value in block.raw_items()}
    recipient = fields.get("original-recipient") or fields.get("final-recipient", "")
    address = recipient.partition(";")[2].strip().strip("<>").lower()
    if fields.get("action", "").strip().lower() != "failed" or "@" not in address:
        return None
    # A comment may follow the status.
    status = fields.get("status", "").split()
    return Bounce(address, permanent=bool(status) and is_mailbox_fault(status[0]))
