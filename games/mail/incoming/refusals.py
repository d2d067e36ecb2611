"""Why a mail is not accepted, as a mail server says it: a reply code, and a text without names and tokens."""


class MailRefused(Exception):
    """An email is refused and not stored; `reply` is the SMTP reply to its sender's mail server."""

    reply = "554 5.6.0 The mail cannot be read"
    is_temporary = False
    """Whether the same mail may be accepted later."""


class UnknownRecipient(MailRefused):
    """The recipient's address was never issued, or it has expired."""

    reply = "550 5.1.1 This reply address is unknown or has expired; use that of a newer mail"


class WrongSender(MailRefused):
    """The email does not come from a confirmed address of the person to whom the reply address was given."""

    reply = "550 5.7.1 Write from the e-mail address that is confirmed in your Wizard account"


class TooManyMails(MailRefused):
    """The user has sent too many emails within an hour."""

    reply = "450 4.7.1 Too many mails in this hour; try again later"
    is_temporary = True


class NotReadable(MailRefused):
    """The email is malformed, or has too many parts."""


class TooLarge(MailRefused):
    """The email is larger than the maximum size."""

    reply = "552 5.3.4 The mail is too large; write the move alone"
