"""Recognises automatic emails, which must not be answered (RFC 3834)."""

from email.message import EmailMessage

BULK = frozenset({"bulk", "junk", "list", "auto_reply"})
MARKS = (
    "List-Id",
    "List-Unsubscribe",
    "X-Autoreply",
    "X-Autorespond",
    "X-Auto-Reply-From",
    "X-Loop",
    "Feedback-ID",
)
"""Headers that occur only in emails from mailing lists and programs, and in automatic replies."""


def reason_not_to_answer(message: EmailMessage) -> str:
    """Return why an email must not be answered, such as "bulk", or "" if it seems to come from a person."""
    submitted = _first_word_of_header(message, "Auto-Submitted")
    if submitted and submitted != "no":
        return "auto-submitted"
    if _first_word_of_header(message, "Precedence") in BULK:
        return "bulk"
    # Exchange sets this header on emails that it sends by itself.
    if _first_word_of_header(message, "X-Auto-Response-Suppress") not in ("", "none"):
        return "auto-response"
    if _first_word_of_header(message, "Return-Path") == "<>":
        return "empty return path"
    return next((mark.lower() for mark in MARKS if _first_word_of_header(message, mark)), "")


def _first_word_of_header(message: EmailMessage, header: str) -> str:
    """Return a header's first word in lower case, or "" if it is missing or empty.

    A word ends at whitespace or a semicolon.
    """
    for field, value in message.raw_items():
        if field.lower() == header.lower():
            words = str(value)[:200].replace(";", " ").split()
            return words[0].lower() if words else ""
    return ""
