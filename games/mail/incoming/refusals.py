"""Why a mail is not accepted, as a mail server says it: a reply code, and a text without names and tokens."""


class MailRefused(Exception):
    """The mail is not stored, and its sender's mail server is told so."""

    reply = "554 5.6.0 The mail cannot be read"
    is_temporary = False
    """Whether the same mail may be accepted later."""


class UnknownRecipient(MailRefused):
    """Nobody was given this address, or it has expired."""

    reply = "550 5.1.1 This reply address is unknown or has expired; use that of a newer mail"


class WrongSender(MailRefused):
    """The mail does not come from a confirmed address of the person to whom the reply address was given."""

    reply = "550 5.7.1 Write from the e-mail address that is confirmed in your Wizard account"


class TooManyMails(MailRefused):
    """The person has written too many mails in this hour."""

    reply = "450 4.7.1 Too many mails in this hour; try again later"
    is_temporary = True


class NotReadable(MailRefused):
    """The mail has too many parts, or is none."""


class TooLarge(MailRefused):
    """The mail is longer than any that is read."""

    reply = "552 5.3.4 The mail is too large; write the move alone"
