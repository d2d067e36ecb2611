"""Log entries in the admin. The content is hidden, from staff too, while the game is in progress."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.admin.reading import ReadingAdmin
from games.models import LogEntry
from games.models.table import GameStatus


@admin.register(LogEntry)
class LogEntryAdmin(ReadingAdmin[LogEntry]):
    """Log entries, whose content is hidden until the game is over."""

    list_display = ("table", "number", "type", "seat", "at")
    list_filter = ("type",)
    search_fields = ("table__id",)
    list_select_related = ("table",)
    fields = ("table", "number", "type", "seat", "action_id", "at", "content")
    readonly_fields = ("content",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[LogEntry]:
        """Return the log entries. Their field `data` is loaded only when it is needed."""
        return super().get_queryset(request).defer("data")

    @admin.display(description=_("content"))
    def content(self, entry: LogEntry) -> str:
        """Return the event as JSON, or a note that the event is hidden.

        An event is shown only if its game is finished and no other table plays, or will play, the same deals.
        """
        if entry.table.sealed:
            return gettext("hidden while others play the same cards")
        finished = entry.table.status == GameStatus.FINISHED
        return entry.data if finished else gettext("hidden while the game runs")
