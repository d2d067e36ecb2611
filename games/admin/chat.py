"""Moderation of chat: the queue of reports, the messages, and warnings and suspensions."""

from datetime import timedelta

from django.contrib import admin
from django.db.models import Case, QuerySet, When
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, gettext_noop, ngettext
from django.utils.translation import gettext_lazy as _

from games.admin.moderating import ModeratorAdmin, logged_in_user
from games.models import ChatMessage, ChatReport, ChatSanction
from games.models.moderation import ReportStatus, SanctionKind
from games.services.chat import reports

DEFAULT_REASON = gettext_noop(
    "What you wrote in a chat was reported, and we agree that it has no place here."
)
"""Stored in English, and shown in the reader's language."""


@admin.register(ChatReport)
class ChatReportAdmin(ModeratorAdmin[ChatReport]):
    """The moderators' queue of reported messages, open reports first."""

    list_display = ("reported_at", "status", "reason", "author", "message_text", "reporter", "closed_by")
    list_filter = ("status", "reason", "reported_at")
    list_select_related = ("message__author", "reporter", "closed_by")
    search_fields = ("message__author__username", "reporter__username", "message__table__id")
    ordering = (Case(When(status=ReportStatus.OPEN, then=0), default=1), "-reported_at")
    fields = (
        *("status", "reason", "note", "reporter", "reported_at"),
        *("author", "table", "conversation", "closed_by", "closed_at"),
    )
    readonly_fields = ("author", "table", "conversation")
    actions = ("hide", "warn", "suspend_1_day", "suspend_7_days", "suspend_30_days", "dismiss")

    def get_queryset(self, request: HttpRequest) -> QuerySet[ChatReport]:
        """Return the chat reports, with their messages, authors and tables fetched in the same query."""
        return super().get_queryset(request).select_related("message__author", "message__table")

    @admin.display(description=_("written by"), ordering="message__author__username")
    def author(self, report: ChatReport) -> str:
        return report.message.author.username

    @admin.display(description=_("table"))
    def table(self, report: ChatReport) -> str:
        """Return the id of the game table and the message's chat channel, as in "k7xm, table"."""
        return f"{report.message.table_id}, {report.message.channel}"

    @admin.display(description=_("message"))
    def message_text(self, report: ChatReport) -> str:
        """Return the message's text. For a ready-made phrase, return the phrase's code."""
        return report.message.text or report.message.phrase

    @admin.display(description=_("what was said"))
    def conversation(self, report: ChatReport) -> SafeString:
        """Return the reported message and the messages around it as HTML. An arrow marks the reported one."""
        lines = [
            ("→ " if each["id"] == report.message_id else "", each["at"], each["name"], each["text"])
            for each in report.context
        ]
        # Names and texts come from players, and are escaped here.
        return format_html_join(mark_safe("<br>"), "{}{} <b>{}</b>: {}", lines)

    # --- What moderators do ---------------------------------------------------------------------------------

    def _hide_message(self, request: HttpRequest, message: ChatMessage, note_text: str) -> None:
        """Hide a message, and close its open reports as justified.

        Add `note_text` to the admin history of each report of the message.
        """
        now, staff = timezone.now(), logged_in_user(request)
        reports.hide_message(message=message, moderator=staff, now=now)
        reports.uphold_open_reports(message=message, moderator=staff, now=now)
        for report in message.reports.all():
            self.add_history_note(request, report, note_text)

    @admin.action(description=_("Hide the messages"), permissions=["moderate"])
    def hide(self, request: HttpRequest, queryset: QuerySet[ChatReport]) -> None:
        """Hide the reported messages, and close all their open reports as justified."""
        for message in _reported_messages(queryset):
            self._hide_message(request, message, gettext("The message is hidden."))

    def _sanction_authors(
        self,
        request: HttpRequest,
        queryset: QuerySet[ChatReport],
        suspension_length: timedelta | None,
        note_text: str,
    ) -> None:
        """Hide the reported messages, close their open reports as justified, and sanction the authors.

        Suspend each author from chat or, if `suspension_length` is None, warn the author, but only once. A
        message that has already led to an equal or harsher sanction leads to no new one. `note_text` is added
        to the reports' admin history, with the author's name in place of `%(name)s`; if there is no new
        sanction, another note says so.
        """
        sanctioned: set[int] = set()
        for message in _reported_messages(queryset):
            # Each author gets only one sanction, and none for a message that has already led to such a
            # sanction.
            is_new = message.author_id in sanctioned or reports.sanction_author(
                message=message,
                moderator=logged_in_user(request),
                reason=DEFAULT_REASON,
                length=suspension_length,
                now=timezone.now(),
            )
            if is_new:
                sanctioned.add(message.author_id)
            name = message.author.username
            before = gettext("The message is hidden. %(name)s has been warned or suspended for it before.")
            self._hide_message(request, message, (note_text if is_new else before) % {"name": name})

    @admin.action(description=_("Hide the messages and warn their authors"), permissions=["moderate"])
    def warn(self, request: HttpRequest, queryset: QuerySet[ChatReport]) -> None:
        self._sanction_authors(
            request, queryset, None, gettext("The message is hidden, and %(name)s is warned.")
        )

    def _suspend_authors(self, request: HttpRequest, queryset: QuerySet[ChatReport], days: int) -> None:
        """Suspend the authors of the reported messages from chat for `days` days.

        Hide the messages, and close their open reports as justified.
        """
        # The name is filled in for each author later.
        note_text = ngettext(
            "%(name)s cannot chat for a day.", "%(name)s cannot chat for %(days)s days.", days
        ) % {"name": "%(name)s", "days": days}
        self._sanction_authors(request, queryset, timedelta(days=days), note_text)

    @admin.action(
        description=_("Hide, and suspend their authors from chat for a day"), permissions=["moderate"]
    )
    def suspend_1_day(self, request: HttpRequest, queryset: QuerySet[ChatReport]) -> None:
        self._suspend_authors(request, queryset, 1)

    @admin.action(description=_("Hide, and suspend for 7 days"), permissions=["moderate"])
    def suspend_7_days(self, request: HttpRequest, queryset: QuerySet[ChatReport]) -> None:
        self._suspend_authors(request, queryset, 7)

    @admin.action(description=_("Hide, and suspend for 30 days"), permissions=["moderate"])
    def suspend_30_days(self, request: HttpRequest, queryset: QuerySet[ChatReport]) -> None:
        self._suspend_authors(request, queryset, 30)

    @admin.action(description=_("Dismiss: nothing is wrong with the messages"), permissions=["moderate"])
    def dismiss(self, request: HttpRequest, queryset: QuerySet[ChatReport]) -> None:
        """Close the selected open reports as dismissed, without changing the messages."""
        for report in queryset.filter(status=ReportStatus.OPEN):
            staff = logged_in_user(request)
            reports.close_report(report=report, moderator=staff, upheld=False, now=timezone.now())
            self.add_history_note(request, report, gettext("The report is dismissed."))


def _reported_messages(queryset: QuerySet[ChatReport]) -> list[ChatMessage]:
    """Return the messages of the selected reports, each only once."""
    return list({report.message_id: report.message for report in queryset}.values())


@admin.register(ChatMessage)
class ChatMessageAdmin(ModeratorAdmin[ChatMessage]):
    """All stored chat messages, which moderators can hide and show again."""

    list_display = ("sent_at", "table", "channel", "author", "text", "phrase", "hidden_at", "hidden_by")
    list_filter = ("channel", ("hidden_at", admin.EmptyFieldListFilter), "sent_at")
    list_select_related = ("author", "table", "hidden_by")
    search_fields = ("text", "author__username", "table__id")
    actions = ("hide", "show")

    @admin.action(description=_("Hide from everybody"), permissions=["moderate"])
    def hide(self, request: HttpRequest, queryset: QuerySet[ChatMessage]) -> None:
        """Hide the selected messages from everybody, and record this in the messages' admin history."""
        for message in queryset.filter(hidden_at=None):
            reports.hide_message(message=message, moderator=logged_in_user(request), now=timezone.now())
            self.add_history_note(request, message, gettext("Hidden."))

    @admin.action(description=_("Show again"), permissions=["moderate"])
    def show(self, request: HttpRequest, queryset: QuerySet[ChatMessage]) -> None:
        """Show the selected messages again, and record this in the messages' admin history."""
        for message in queryset.exclude(hidden_at=None):
            reports.show_message(message=message)
            self.add_history_note(request, message, gettext("Shown again."))


@admin.register(ChatSanction)
class ChatSanctionAdmin(ModeratorAdmin[ChatSanction]):
    """Warnings and suspensions of chatters; moderators can lift suspensions."""

    list_display = ("given_at", "user", "kind", "ends_at", "reason", "message", "given_by")
    list_filter = ("kind", "given_at")
    list_select_related = ("user", "given_by", "message")
    search_fields = ("user__username",)
    actions = ("lift",)

    @admin.action(description=_("Lift suspensions now"), permissions=["moderate"])
    def lift(self, request: HttpRequest, queryset: QuerySet[ChatSanction]) -> None:
        """End the selected suspensions now. Warnings are ignored."""
        now = timezone.now()
        for sanction in queryset.filter(kind=SanctionKind.SUSPENSION, ends_at__gt=now):
            reports.lift_suspension(sanction=sanction, now=now)
            self.add_history_note(request, sanction, gettext("Lifted."))
