"""Reports of messages, and how moderators act on them: by hiding, dismissing, warning or suspending."""

from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import F

from accounts.models import User
from core.limits import count_attempt
from core.plain_text import UnfitText, clean_text
from core.refusal import BadRequest
from core.sentence import Sentence, message_of_error, must_be_one_of
from games.models import ChatMessage, ChatReport, ChatSanction
from games.models.moderation import MAX_NOTE_LENGTH, ReportReason, ReportStatus, SanctionKind
from games.selectors import chat
from games.selectors.chat_reports import message_context
from games.selectors.tables import require_table_access
from games.services.chat.errors import CannotReportYourself, NoSuchMessage
from games.services.chat.limits import REPORTS
from games.services.chat.messages import announce_message


def report_message(
    *,
    table_id: str,
    message_id: int,
    user: User,
    reason: str,
    now: datetime,
    note: str = "",
    invite: str | None = None,
) -> ChatReport:
    """Store a user's report of a chat message, with a copy of the messages before and after it.

    If the user has already reported the message, return the first report. `invite` is a private table's
    invite code. Raise a Refusal if the user may not report the message.
    """
    if reason not in ReportReason.values:
        raise BadRequest({"reason": [must_be_one_of(ReportReason.values)]})
    require_table_access(table_id, user.pk, invite)
    message = chat.find_visible_message(table_id, message_id, user.pk)
    if message is None:
        raise NoSuchMessage()
    if message.author_id == user.pk:
        raise CannotReportYourself()
    known = ChatReport.objects.filter(message=message, reporter=user).first()
    if known is not None:
        return known
    # After the look-up, so that a repeated report costs no attempt.
    count_attempt(limit=REPORTS, key=str(user.pk), now=now)
    content = {
        "reason": reason,
        "note": _validate_note(note),
        "context": message_context(message),
        "reported_at": now,
    }
    # The same report may be sent twice at the same time.
    return ChatReport.objects.get_or_create(message=message, reporter=user, defaults=content)[0]


def _validate_note(note: str) -> str:
    """Return the reporter's note, cleaned. Raise BadRequest if it is too long or has invalid characters."""
    if not note.strip():
        return ""
    try:
        return clean_text(note, max_length=MAX_NOTE_LENGTH, name=Sentence("A note"))
    except UnfitText as fault:
        raise BadRequest({"note": [message_of_error(fault)]}, message_of_error(fault)) from None


# --- Moderators -------------------------------------------------------------------------------------------


def hide_message(*, message: ChatMessage, moderator: User, now: datetime) -> None:
    """Hide a message from everybody, and tell all processes. Do nothing if it is already hidden."""
    if message.hidden_at is None:
        message.hidden_at, message.hidden_by = now, moderator
        message.save(update_fields=["hidden_at", "hidden_by"])
        announce_message(message)


def show_message(*, message: ChatMessage) -> None:
    """Show a hidden message again, and tell all processes. Do nothing if it is not hidden."""
    if message.hidden_at is not None:
        message.hidden_at = message.hidden_by = None
        message.save(update_fields=["hidden_at", "hidden_by"])
        announce_message(message)


def close_report(*, report: ChatReport, moderator: User, upheld: bool, now: datetime) -> None:
    """Close a report as upheld (justified) or dismissed. Do nothing if it is already closed."""
    if report.status == ReportStatus.OPEN:
        report.status = ReportStatus.UPHELD if upheld else ReportStatus.DISMISSED
        report.closed_at, report.closed_by = now, moderator
        report.save(update_fields=["status", "closed_at", "closed_by"])


def uphold_open_reports(*, message: ChatMessage, moderator: User, now: datetime) -> list[ChatReport]:
    """Close all open reports of a message as upheld (justified), and return them."""
    found = list(ChatReport.objects.filter(message=message, status=ReportStatus.OPEN))
    for report in found:
        close_report(report=report, moderator=moderator, upheld=True, now=now)
    return found


def sanction_author(
    *, message: ChatMessage, moderator: User, reason: str, length: timedelta | None, now: datetime
) -> bool:
    """Suspend a message's author from chat for `length` or, if `length` is None, warn the author.

    Return True if a sanction was given. If the author already has an equal or harsher sanction for this
    message, do nothing and return False.
    """
    with transaction.atomic():
        # Two moderators may act on the same message.
        ChatMessage.objects.select_for_update(no_key=True).get(pk=message.pk)
        known = ChatSanction.objects.filter(message=message)
        if length is not None:
            # A suspension that was lifted counts only for the time that it lasted.
            known = known.filter(ends_at__gte=F("given_at") + length)
        if known.exists():
            return False
        sanction = warn_user if length is None else partial(suspend_user, length=length)
        sanction(user=message.author, moderator=moderator, reason=reason, now=now, message=message)
        return True


def warn_user(
    *, user: User, moderator: User, reason: str, now: datetime, message: ChatMessage | None = None
) -> ChatSanction:
    """Store and return a warning, which the user sees in every chat for WARNING_DAYS days."""
    return ChatSanction.objects.create(
        user=user,
        kind=SanctionKind.WARNING,
        message=message,
        reason=reason,
        given_by=moderator,
        given_at=now,
    )


def suspend_user(
    *,
    user: User,
    moderator: User,
    reason: str,
    length: timedelta,
    now: datetime,
    message: ChatMessage | None = None,
) -> ChatSanction:
    """Store and return a suspension, which prevents the user from writing in any chat for `length`."""
    return ChatSanction.objects.create(
        user=user,
        kind=SanctionKind.SUSPENSION,
        message=message,
        reason=reason,
        given_by=moderator,
        given_at=now,
        ends_at=now + length,
    )


def lift_suspension(*, sanction: ChatSanction, now: datetime) -> None:
    """End a suspension now. Do nothing if the sanction is a warning or has already ended."""
    if sanction.ends_at is not None and sanction.ends_at > now:
        sanction.ends_at = now
        sanction.save(update_fields=["ends_at"])
