"""Second factors for superusers: which there are, and their removal when somebody has lost them."""

from typing import Any

from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.http import HttpRequest

from accounts.admin.superusers import ChangedBySuperusers

admin.site.unregister(Authenticator)


@admin.register(Authenticator)
class AuthenticatorAdmin(ChangedBySuperusers[Authenticator]):
    """Without the secrets; whoever can delete them lets people in by their password alone."""

    list_display = ("user", "type", "created_at", "last_used_at")
    list_select_related = ("user",)
    list_filter = ("type", "created_at")
    search_fields = ("user__username",)
    fields = list_display

    def has_add_permission(self, request: HttpRequest) -> bool:
        """People set them up themselves."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """There is nothing in them to change by hand."""
        return False
