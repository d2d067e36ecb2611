"""Emails that django-anymail reads from a provider's calls, with the same limits as emails over SMTP.

django-anymail parses emails with the standard library before it sends a signal, without limits: a header of a
megabyte would take hours. No setting replaces its email class, so its webhooks are patched to use this one.
"""

from collections.abc import Iterable
from email.headerregistry import HeaderRegistry
from email.policy import EmailPolicy
from typing import Any

from anymail.inbound import AnymailInboundMessage

from games.mail.incoming.reading import MAX_FIELD_LENGTH, MAX_HEADER_BYTES, parse_email
from games.mail.incoming.refusals import MailRefused, NotReadable


class ProviderHeaderParser(HeaderRegistry):
    """Parses the headers of an email that a provider has split up; overlong and malformed ones are empty.

    An email is not refused because of one such header: some mail servers add long ones, and all headers are
    parsed.
    """

    def __init__(self) -> None:
        super().__init__()
        self._characters = 0

    def __call__(self, name: str, value: str) -> Any:
        """Return the parsed header, or an empty header if it is too long or malformed.

        Raise NotReadable if all headers of the email together are too long.
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
    """An email received through a provider, either raw or already split up into fields.

    One call may deliver several emails. If one of them cannot be parsed, no exception is raised, but an empty
    email with a `refusal` is returned.
    """

    def __init__(self, policy: EmailPolicy | None = None) -> None:
        super().__init__(policy=policy or EmailPolicy(header_factory=ProviderHeaderParser()))
        self.refusal: MailRefused | None = None

    @classmethod
    def parse_raw_mime(cls, s: str) -> "ProviderMail":
        """Parse a raw email that is given as text.

        If the email cannot be read, return an empty one whose `refusal` says why.
        """
        return cls.parse_raw_mime_bytes(s.encode("utf-8", "replace"))

    @classmethod
    def parse_raw_mime_chunks(cls, chunks: Iterable[bytes]) -> "ProviderMail":
        """Parse a raw email that is given as chunks of bytes.

        If the email cannot be read, return an empty one whose `refusal` says why.
        """
        return cls.parse_raw_mime_bytes(b"".join(chunks))

    @classmethod
    def parse_raw_mime_bytes(cls, b: bytes) -> "ProviderMail":
        """Parse a raw email that is given as bytes.

        If the email cannot be read, return an empty one whose `refusal` says why.
        """
        try:
            mail = parse_email(b, cls)
        except MailRefused as refusal:
            mail = cls()
            mail.refusal = refusal
        assert isinstance(mail, cls)
        return mail

    @classmethod
    def construct(cls, **fields: Any) -> "ProviderMail":
        """Build an email from its fields, such as subject and text.

        If the fields are invalid, return an empty email whose `refusal` says why.
        """
        try:
            mail: ProviderMail = super().construct(**fields)
        # For example NotReadable, or ValueError for a second From header.
        except Exception as fault:
            mail = cls()
            mail.refusal = NotReadable(f"not a mail: {type(fault).__name__}")
        return mail

    @classmethod
    def construct_attachment(cls, *args: Any, **fields: Any) -> "ProviderMail":
        """Return an empty attachment, because attachments are never read."""
        # Parsing the attachment could be expensive.
        part = cls()
        part["Content-Disposition"] = "attachment"
        return part
