"""Tokens for staff: to look at and to revoke; neither their hashes nor a way to make one."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from accounts import services
from accounts.admin.lookups import OwnLookups
from accounts.models import Token


@admin.register(Token)
class TokenAdmin(OwnLookups[Token]):
    """Which devices are logged in."""

    list_display = ("user", "device", "created_at", "last_used_at", "expires_at", "revoked_at")
    list_select_related = ("user",)
    list_filter = ("created_at", "revoked_at")
    search_fields = ("user__username", "device")
    fields = list_display
    actions = ("revoke",)

    @admin.action(description="Sign out the selected devices", permissions=["revoke"])
    def revoke(self, request: HttpRequest, queryset: QuerySet[Token]) -> None:
        """Log the devices out."""
        for token in queryset:
            services.revoke_token(token=token, now=timezone.now())

    def has_revoke_permission(self, request: HttpRequest) -> bool:
        """Whoever may change tokens, of which this is the only change."""
        return request.user.has_perm("accounts.change_token")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Tokens are made by logging in."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """There is nothing in a token to change by hand."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Revoking leaves a trace, deleting would not."""
        return False
