"""Second factors of staff and players: superusers can remove one that was lost."""

from typing import Any

# It registers the page that is replaced below.
import allauth.mfa.admin  # noqa: F401
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.http import HttpRequest

from accounts.admin.superusers import SuperuserOnlyAdmin

admin.site.unregister(Authenticator)


@admin.register(Authenticator)
class AuthenticatorAdmin(SuperuserOnlyAdmin[Authenticator]):
    """Lists second factors without their secrets. Without one, a password is enough to log in."""

    list_display = ("user", "type", "created_at", "last_used_at")
    list_select_related = ("user",)
    list_filter = ("type", "created_at")
    search_fields = ("user__username",)
    fields = list_display

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False, because users set up second factors themselves."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False, because a second factor has no fields that staff could edit."""
        return False
