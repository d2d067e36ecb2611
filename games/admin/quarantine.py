"""The admin action that checks quarantined tables again."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from games.models import Table
from games.services.quarantine import check_again


@admin.action(description="Check quarantined tables again", permissions=["check"])
def check_tables_again(_: Any, request: HttpRequest, queryset: QuerySet[Table]) -> None:
    """Release tables whose logs have been repaired, and report the faults of the others."""
    for table in queryset.exclude(quarantined=""):
        if faults := check_again(table_id=table.pk, now=timezone.now()):
            messages.error(request, f"Table {table.pk} stays quarantined: {faults[0]}")
        else:
            messages.success(request, f"Table {table.pk} is back in play.")
