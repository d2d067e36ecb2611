"""Tables and who sits at them."""

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html

from games.admin.quarantine import check_tables_again
from games.admin.reading import ReadingAdmin, ReadingInline
from games.models import Seat, Table


class SeatInline(ReadingInline[Seat, Table]):
    """The seats on a table's page."""

    model = Seat


@admin.register(Table)
class TableAdmin(ReadingAdmin[Table]):
    """All tables."""

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
        "page",
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
    exclude = ("invite",)
    inlines = [SeatInline]

    def has_check_permission(self, request: HttpRequest) -> bool:
        """Who might change tables may have those checked that were put aside."""
        return request.user.has_perm("games.change_table")

    @admin.display(description="preset")
    def preset(self, table: Table) -> str:
        """The preset, and whether one may cheat."""
        options = table.options
        return f"{options.get('preset')}{', cheating' if options.get('cheating') else ''}"

    @admin.display(description="page")
    def page(self, table: Table) -> str:
        """A link to the table as players see it."""
        return format_html('<a href="{}">look</a>', reverse("table", args=[table.pk]))


@admin.register(Seat)
class SeatAdmin(ReadingAdmin[Seat]):
    """Who played where, and how it ended."""

    list_display = ("table", "seat", "name", "kind", "level", "score", "correct_bids", "rank")
    list_filter = ("kind", "rank")
    search_fields = ("name", "table__id")
    list_select_related = ("table",)
