"""Mails as django-anymail reads them from a provider's calls, with the limits that mails over SMTP have.

django-anymail parses mails with the standard library before it tells of them, and has neither limits nor a
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
    """Parses the headers of a mail that a provider took apart; expensive and malformed ones become empty.

    All of them are parsed, and some mail servers add long ones, so a long one is no reason to refuse a mail.
    """

    def __init__(self) -> None:
        super().__init__()
        self._characters = 0

    def __call__(self, name: str, value: str) -> Any:
        """Return the parsed header; raises NotReadable if the headers are too long altogether."""
        self._characters += len(value)
        if self._characters > MAX_HEADER_BYTES:
            raise NotReadable("header too long")
        try:
            return super().__call__(name, value if len(value) <= MAX_FIELD_LENGTH else "")
        # The standard library raises almost any exception for malformed values.
        except Exception:
            return super().__call__(name, "")


class ProviderMail(AnymailInboundMessage):  # type: ignore[misc]  # It has no types.
    """A mail from a provider: raw, and then parsed as over SMTP, or taken apart into fields.

    A call may bring several mails, so a bad one raises nothing: it is empty, and has a `refusal`.
    """

    def __init__(self, policy: EmailPolicy | None = None) -> None:
        super().__init__(policy=policy or EmailPolicy(header_factory=ProviderHeaderParser()))
        self.refusal: MailRefused | None = None

    @classmethod
    def parse_raw_mime(cls, s: str) -> "ProviderMail":
        return cls.parse_raw_mime_bytes(s.encode("utf-8", "replace"))

    @classmethod
    def parse_raw_mime_chunks(cls, chunks: Iterable[bytes]) -> "ProviderMail":
        return cls.parse_raw_mime_bytes(b"".join(chunks))

    @classmethod
    def parse_raw_mime_bytes(cls, b: bytes) -> "ProviderMail":
        """Parse a raw mail."""
        try:
            mail = parse_mail(b, cls)
        except MailRefused as refusal:
            mail = cls()
            mail.refusal = refusal
        assert isinstance(mail, cls)
        return mail

    @classmethod
    def construct(cls, **fields: Any) -> "ProviderMail":
        """Put a mail together from its fields."""
        try:
            mail: ProviderMail = super().construct(**fields)
        # Such as NotReadable, or a ValueError for a second From.
        except Exception as fault:
            mail = cls()
            mail.refusal = NotReadable(f"not a mail: {type(fault).__name__}")
        return mail

    @classmethod
    def construct_attachment(cls, *args: Any, **fields: Any) -> "ProviderMail":
        """Return an empty attachment: nobody reads attachments, and their types can be expensive, too."""
        part = cls()
        part["Content-Disposition"] = "attachment"
        return part
