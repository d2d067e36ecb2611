"""Tables and seats in the admin."""

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.admin.quarantine import check_tables_again
from games.admin.reading import ReadingAdmin, ReadingInline
from games.models import Seat, Table


class SeatInline(ReadingInline[Seat, Table]):
    model = Seat


@admin.register(Table)
class TableAdmin(ReadingAdmin[Table]):
    list_display = (
        "id",
        "status",
        "preset",
        "size",
        "number",
        "visibility",
        "opened_by",
        "opened_at",
        "quarantined",
        "page_link",
    )
    list_filter = (
        "status",
        "deserted",
        "visibility",
        "size",
        "opened_at",
        ("quarantined", admin.EmptyFieldListFilter),
    )
    actions = [check_tables_again]
    search_fields = ("id", "seats__name", "opened_by__username")
    list_select_related = ("opened_by",)
    date_hierarchy = "opened_at"
    # The invite code would admit staff to private tables.
    exclude = ("invite",)
    inlines = [SeatInline]

    def has_check_permission(self, request: HttpRequest) -> bool:
        """Return whether the user may check quarantined game tables, whose logs had errors.

        This needs the permission to change tables.
        """
        return request.user.has_perm("games.change_table")

    @admin.display(description=_("preset"))
    def preset(self, table: Table) -> str:
        """Return the name of the game table's preset, a named set of options.

        Append ", cheating" if cheating is allowed.
        """
        options = table.options
        preset = str(options.get("preset"))
        cheating = gettext("%(preset)s, cheating") % {"preset": preset}
        return cheating if options.get("cheating") else preset

    @admin.display(description=_("page"))
    def page_link(self, table: Table) -> str:
        """Return an HTML link to the page where people play or watch at the table."""
        return format_html('<a href="{}">{}</a>', reverse("table", args=[table.pk]), gettext("look"))


@admin.register(Seat)
class SeatAdmin(ReadingAdmin[Seat]):
    """Seats with their players or bots, and results."""

    list_display = ("table", "seat", "name", "kind", "level", "score", "correct_bids", "rank")
    list_filter = ("kind", "rank")
    search_fields = ("name", "table__id")
    list_select_related = ("table",)
