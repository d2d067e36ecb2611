"""The admin action that checks quarantined tables again."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models import Table
from games.services.quarantine import recheck_table


@admin.action(description=_("Check quarantined tables again"), permissions=["check"])
def check_tables_again(_: Any, request: HttpRequest, queryset: QuerySet[Table]) -> None:
    """Check the logs of the selected game tables that are in quarantine, and show each result.

    A table is in quarantine because its log had errors. If there are none now, end its quarantine.
    """
    for table in queryset.exclude(quarantined=""):
        if errors := recheck_table(table_id=table.pk, now=timezone.now()):
            stays = gettext("Table %(table)s stays quarantined: %(fault)s")
            messages.error(request, stays % {"table": table.pk, "fault": errors[0]})
        else:
            released = gettext("Table %(table)s is back in play.")
            messages.success(request, released % {"table": table.pk})
