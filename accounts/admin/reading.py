"""The base class of the admin's read-only pages."""

from typing import Any

from django.db.models import Model
from django.http import HttpRequest


class ReadOnlyAdminMixin:
    """Denies staff the permissions to add, change and delete rows."""

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        """Return False, because the objects on this page are a record of what players did."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Return False, because an edited object would no longer record what really happened."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Return False, because a deleted object would be missing from the record of what happened."""
        return False
