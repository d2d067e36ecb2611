"""Bearer tokens for staff: they can be viewed and revoked.

Hashes are not shown, and no token can be created here.
"""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import services
from accounts.admin.lookups import RestrictedLookups
from accounts.admin.reading import ReadOnlyAdminMixin
from accounts.models import Token


@admin.register(Token)
class TokenAdmin(ReadOnlyAdminMixin, RestrictedLookups[Token]):
    list_display = ("user", "device", "created_at", "last_used_at", "expires_at", "revoked_at")
    list_select_related = ("user",)
    list_filter = ("created_at", "revoked_at")
    search_fields = ("user__username", "device")
    fields = list_display
    actions = ("revoke",)

    @admin.action(description=_("Sign out the selected devices"), permissions=["revoke"])
    def revoke(self, request: HttpRequest, queryset: QuerySet[Token]) -> None:
        """Revoke the selected bearer tokens and close the sockets opened with them.

        Do nothing for tokens that are already revoked.
        """
        for token in queryset:
            services.revoke_token(token=token, now=timezone.now())

    def has_revoke_permission(self, request: HttpRequest) -> bool:
        """Return whether the user may revoke tokens. This requires the permission to change tokens."""
        # ReadOnlyAdminMixin denies any other change, so the permission has no other effect.
        return request.user.has_perm("accounts.change_token")
