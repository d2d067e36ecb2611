"""Why an email is not accepted, as SMTP replies: a reply code, and a message without names and tokens."""


class MailRefused(Exception):
    """An email is refused and not stored; `reply` is the SMTP reply to the sending mail server."""

    reply = "554 5.6.0 The mail cannot be read"
    is_temporary = False
    """Whether the same email may be accepted later."""


class UnknownRecipient(MailRefused):
    """The recipient's address was never issued, it has expired, or its table no longer exists."""

    reply = "550 5.1.1 This reply address is unknown or has expired; use that of a newer mail"


class WrongSender(MailRefused):
    """The sender is not a confirmed address of the user for whom the reply address was issued."""

    reply = "550 5.7.1 Write from the e-mail address that is confirmed in your Wizard account"


class TooManyMails(MailRefused):
    """The user has sent more emails than allowed within an hour."""

    reply = "450 4.7.1 Too many mails in this hour; try again later"
    is_temporary = True


class NotReadable(MailRefused):
    """The email is malformed, has too many or too deeply nested parts, or its headers are too long."""


class TooLarge(MailRefused):
    """The email is larger than MAX_BYTES."""

    reply = "552 5.3.4 The mail is too large; write the move alone"
