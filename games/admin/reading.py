"""Base classes of the read-only pages. Rows are projections of the log, so nobody edits them here."""

from typing import Any, TypeVar

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from accounts.admin.lookups import OwnLookups

M = TypeVar("M", bound=Model)
Child = TypeVar("Child", bound=Model)


class ReadingMixin:
    """Refuses to add, change or delete rows."""

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        """Always False: rows are written by play alone."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Always False: only the command handler changes a table."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Always False: a log is never shortened."""
        return False


class ReadingAdmin(ReadingMixin, OwnLookups[M], admin.ModelAdmin[M]):
    """A read-only list with search and pages, whose filters are limited to those it shows."""

    list_per_page = 50
    show_full_result_count = False


class ReadingInline(ReadingMixin, admin.TabularInline[Child, M]):
    """Read-only rows on the page of the row that they belong to."""

    template = "admin/edit_inline/read_only.html"
    extra = 0
