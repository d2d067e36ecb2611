"""The base class of read-only pages of the admin."""

from typing import Any

from django.db.models import Model
from django.http import HttpRequest


class ReadingMixin:
    """Denies staff the permissions to add, change and delete rows."""

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        """Return False, because such rows are the result of what people do."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Return False, because a row edited by hand would not be what happened."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Return False, because a row that is gone cannot be looked up."""
        return False
