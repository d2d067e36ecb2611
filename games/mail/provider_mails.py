"""Emails as django-anymail reads them from a provider's calls, with the limits that emails over SMTP have.

django-anymail parses emails with the standard library before it tells of them, and has neither limits nor a
setting for a class of one's own: a header of a megabyte would take hours. So its views get this class.
"""

from collections.abc import Iterable
from email.headerregistry import HeaderRegistry
from email.policy import EmailPolicy
from typing import Any

from anymail.inbound import AnymailInboundMessage

from games.mail.incoming.reading import MAX_FIELD_LENGTH, MAX_HEADER_BYTES, parse_mail
from games.mail.incoming.refusals import MailRefused, NotReadable


class ProviderHeaderParser(HeaderRegistry):
    """Parses the headers of an email that a provider has split up; overlong and malformed ones become empty.

    Every header is parsed, and some mail servers add long ones, so a long header alone refuses no mail.
    """

    def __init__(self) -> None:
        """Prepare a parser for the headers of one email."""
        super().__init__()
        self._characters = 0

    def __call__(self, name: str, value: str) -> Any:
        """Return the parsed header, with an empty value if it is overlong or malformed.

        Raises NotReadable if the email's headers are too long altogether.
        """
        self._characters += len(value)
        if self._characters > MAX_HEADER_BYTES:
            raise NotReadable("header too long")
        try:
            return super().__call__(name, value if len(value) <= MAX_FIELD_LENGTH else "")
        # The standard library raises almost any exception for malformed values.
        except Exception:
            return super().__call__(name, "")


class ProviderMail(AnymailInboundMessage):  # type: ignore[misc]  # It has no types.
    """An email received through a provider: raw, or already split up into fields.

    One call may bring several emails, so parsing a bad one raises nothing: the email is empty, and has a
    `refusal`.
    """

    def __init__(self, policy: EmailPolicy | None = None) -> None:
        """Create an empty email; by default its headers are parsed by a ProviderHeaderParser of its own."""
        super().__init__(policy=policy or EmailPolicy(header_factory=ProviderHeaderParser()))
        self.refusal: MailRefused | None = None

    @classmethod
    def parse_raw_mime(cls, s: str) -> "ProviderMail":
        """Parse a raw email given as text; return an empty one with a `refusal` if it cannot be read."""
        return cls.parse_raw_mime_bytes(s.encode("utf-8", "replace"))

    @classmethod
    def parse_raw_mime_chunks(cls, chunks: Iterable[bytes]) -> "ProviderMail":
        """Parse a raw email given in pieces; return an empty one with a `refusal` if it cannot be read."""
        return cls.parse_raw_mime_bytes(b"".join(chunks))

    @classmethod
    def parse_raw_mime_bytes(cls, b: bytes) -> "ProviderMail":
        """Parse a raw email; return an empty one with a `refusal` if it cannot be read."""
        try:
            mail = parse_mail(b, cls)
        except MailRefused as refusal:
            mail = cls()
            mail.refusal = refusal
        assert isinstance(mail, cls)
        return mail

    @classmethod
    def construct(cls, **fields: Any) -> "ProviderMail":
        """Build an email from its fields; return an empty one with a `refusal` if they are not valid."""
        try:
            mail: ProviderMail = super().construct(**fields)
        # Such as NotReadable, or a ValueError for a second From.
        except Exception as fault:
            mail = cls()
            mail.refusal = NotReadable(f"not a mail: {type(fault).__name__}")
        return mail

    @classmethod
    def construct_attachment(cls, *args: Any, **fields: Any) -> "ProviderMail":
        """Return an empty attachment, because attachments are never read and can be expensive to parse."""
        part = cls()
        part["Content-Disposition"] = "attachment"
        return part
