"""Base classes of the read-only pages. Rows are projections of the log, so nobody edits them here."""

from typing import TypeVar

from django.contrib import admin
from django.db.models import Model

from accounts.admin.lookups import RestrictedLookups
from accounts.admin.reading import ReadOnlyAdminMixin

M = TypeVar("M", bound=Model)
Child = TypeVar("Child", bound=Model)


class ReadingAdmin(ReadOnlyAdminMixin, RestrictedLookups[M], admin.ModelAdmin[M]):
    """Base of read-only lists with search and pages. URLs can use only the list's own filters."""

    list_per_page = 50
    # Otherwise each filtered page also counts all rows, and logs are long.
    show_full_result_count = False


class ReadingInline(ReadOnlyAdminMixin, admin.TabularInline[Child, M]):
    """Base of read-only rows that are shown on the page of their parent row."""

    template = "admin/edit_inline/read_only.html"
    extra = 0
