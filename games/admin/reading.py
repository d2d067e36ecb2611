"""What all pages share: rows are what the log says, so nobody edits them here."""

from typing import Any, TypeVar

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from accounts.admin.lookups import OwnLookups

M = TypeVar("M", bound=Model)
Child = TypeVar("Child", bound=Model)


class ReadingMixin:
    """Look, don't touch."""

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        """Rows come from play alone."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """A table changes through its door alone."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """A log is never shortened."""
        return False


class ReadingAdmin(ReadingMixin, OwnLookups[M], admin.ModelAdmin[M]):
    """A list to search and pages to read; its address asks nothing that the list does not show."""

    list_per_page = 50
    show_full_result_count = False


class ReadingInline(ReadingMixin, admin.TabularInline[Child, M]):
    """Rows on the page of the row that they belong to."""

    template = "admin/edit_inline/read_only.html"
    extra = 0
