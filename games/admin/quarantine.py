"""The admin action that checks quarantined tables again."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from games.models import Table
from games.services.quarantine import recheck_table


@admin.action(description="Check quarantined tables again", permissions=["check"])
def check_tables_again(_: Any, request: HttpRequest, queryset: QuerySet[Table]) -> None:
    """Release quarantined tables whose logs have been repaired.

    Shows a message for each table: that it is back in play, or the first error in its log.
    """
    for table in queryset.exclude(quarantined=""):
        if faults := recheck_table(table_id=table.pk, now=timezone.now()):
            messages.error(request, f"Table {table.pk} stays quarantined: {faults[0]}")
        else:
            messages.success(request, f"Table {table.pk} is back in play.")
