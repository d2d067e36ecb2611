"""Reads an email: its sender, the lines that the sender wrote, and whether it is automatic.

Anybody can send an email, so sizes are checked before parsing, and malformed parts are either ignored or
raise NotReadable.
"""

import re
from email import message_from_bytes, policy
from email.headerregistry import Address, HeaderRegistry
from email.message import EmailMessage
from hashlib import sha256
from typing import Any, NamedTuple

from games.mail.incoming.automatic import reason_not_to_answer
from games.mail.incoming.quotes import extract_sender_lines
from games.mail.incoming.refusals import NotReadable, TooLarge
from games.mail.incoming.text import decode_raw_bytes, extract_text, normalize

MAX_BYTES = 1024 * 1024
"""The largest email that is read; a move has a few lines, but clients add pictures to signatures."""
MAX_BOUNDARIES = 2_000
"""Maximum lines that may begin a part of the email."""
MAX_NESTED = 40
"""Maximum parts that may contain further parts: multiparts, and emails inside an email."""
MAX_HEADER_BYTES = 64 * 1024
MAX_FIELD_LENGTH = 2_000
"""Maximum characters of a header that is parsed; the standard library takes quadratic time for some."""
MAX_PARSED_CHARACTERS = 16_000
"""Maximum characters of headers that are parsed in one email. Its parts have headers of any length, too, and
the standard library takes seconds for a few thousand characters.
"""
MAX_SUBJECT_LENGTH = 200
REPLY_PREFIX = re.compile(
    r"^(?:\s*(?:re|aw|antw|antwort|fwd?|wg|tr|sv|vs)(?:\[\d+\])?\s*:)+\s*", re.IGNORECASE
)


class IncomingMail(NamedTuple):
    """The parts of an email that the site uses; everything else is discarded."""

    message_id: str
    """The Message-ID with its angle brackets, or "" if it is missing or unusable."""
    digest: str
    """A hash that identifies the email: of its Message-ID or, without one, of its date, subject and text."""
    sender: str
    """The address in the From header in lower case; "" unless there is exactly one."""
    subject: str
    """The subject without prefixes such as "Re:"."""
    is_reply: bool
    """Whether the subject began with a prefix such as "Re:"."""
    lines: tuple[str, ...]
    """The lines that the sender wrote, without quoted text and signature."""
    not_answered: str
    """Why the email must not be answered, such as "auto-submitted"; "" if it may be answered."""


class LimitedHeaderParser(HeaderRegistry):
    """Parses the headers of an email with the standard library, each of them only once.

    In total, it parses at most MAX_PARSED_CHARACTERS.
    """

    def __init__(self) -> None:
        """Create a parser for the headers of one email."""
        super().__init__()
        self._parsed: dict[tuple[str, str], Any] = {}
        self._characters = 0

    def __call__(self, name: str, value: str) -> Any:
        """Return the parsed header.

        Raise NotReadable if the header is malformed, or if the email's headers have more than
        MAX_PARSED_CHARACTERS in total.
        """
        key = (name.lower(), value)
        if key not in self._parsed:
            self._characters += len(value)
            if self._characters > MAX_PARSED_CHARACTERS:
                raise NotReadable("headers too long")
            try:
                self._parsed[key] = super().__call__(name, value)
            # The standard library raises almost any exception for malformed values.
            except Exception as fault:
                raise NotReadable(f"malformed header: {type(fault).__name__}") from None
        return self._parsed[key]


def parse_email(raw: bytes, message_class: type[EmailMessage] = EmailMessage) -> EmailMessage:
    """Parse a raw email, and return it as an object of the class `message_class`.

    Raise TooLarge if it exceeds MAX_BYTES, and NotReadable if it is malformed or too complex.
    """
    if len(raw) > MAX_BYTES:
        raise TooLarge("too large")
    # Before parsing, because ten thousand parts take seconds, and deep nesting exhausts the stack.
    if raw.count(b"\n--") > MAX_BOUNDARIES:
        raise NotReadable("too many parts")
    lowered = raw.lower()
    if lowered.count(b"boundary") > MAX_NESTED or lowered.count(b"message/") > MAX_NESTED:
        raise NotReadable("too deeply nested")
    header, _, _ = raw.replace(b"\r\n", b"\n").partition(b"\n\n")
    if len(header) > MAX_HEADER_BYTES:
        raise NotReadable("header too long")
    try:
        limited = policy.default.clone(header_factory=LimitedHeaderParser())
        return message_from_bytes(raw, message_class, policy=limited)
    except (RecursionError, ValueError, LookupError, AttributeError, TypeError) as fault:
        raise NotReadable(f"not a mail: {type(fault).__name__}") from None


def extract_email_parts(message: EmailMessage) -> IncomingMail:
    """Return the parts of an email that the site uses, such as its sender, subject and lines of text.

    Parts that are missing or malformed are empty.
    """
    subject = read_header(message, "Subject")
    stripped = REPLY_PREFIX.sub("", subject)
    message_id = _read_message_id(message)
    text = extract_text(message)
    # Without a Message-ID, the same email is recognised by what it says and when it says so.
    identity = message_id or f"{read_header(message, 'Date')}\n{subject}\n{text}"
    return IncomingMail(
        message_id=message_id,
        digest=sha256(identity.encode("utf-8", "surrogatepass")).hexdigest(),
        sender=_read_sender(message),
        subject=stripped[:MAX_SUBJECT_LENGTH].strip(),
        is_reply=stripped != subject,
        lines=extract_sender_lines(text),
        not_answered=reason_not_to_answer(message),
    )


def read_header(message: EmailMessage, name: str) -> str:
    """Return a header's decoded value on one line, or "" if it is missing, malformed or too long."""
    try:
        raw = next((value for field, value in message.raw_items() if field.lower() == name.lower()), "")
        if len(raw) > MAX_FIELD_LENGTH:
            return ""
        return " ".join(normalize(str(message.get(name, ""))).split())
    # The header parser of the standard library raises almost any exception for malformed values.
    except Exception:
        return ""


def _read_sender(message: EmailMessage) -> str:
    """Return the sender's address in lower case.

    Return "" if there is no well-formed address, or more than one address.
    """
    fields = [value for field, value in message.raw_items() if field.lower() == "from"]
    if len(fields) != 1 or len(fields[0]) > MAX_FIELD_LENGTH:
        return ""
    try:
        addresses: tuple[Address, ...] = message["From"].addresses
        found = addresses[0].addr_spec if len(addresses) == 1 and addresses[0].domain else ""
    except Exception:
        return ""
    return decode_raw_bytes(found).lower()


def _read_message_id(message: EmailMessage) -> str:
    """Return the email's Message-ID.

    Return "" if it is missing, or if its length or characters make it unsafe to copy into a header.
    """
    found = read_header(message, "Message-ID")
    usable = re.fullmatch(r"<[\x21-\x3b\x3d\x3f-\x7e]{3,250}>", found)
    return found if usable else ""
