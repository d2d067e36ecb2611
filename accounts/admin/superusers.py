"""Admin pages on which staff could raise their own rights: staff with the permission may view, superusers may
change.
"""

from typing import Any, TypeVar

from allauth.account.admin import EmailAddressAdmin as AllauthEmailAddressAdmin
from allauth.account.models import EmailAddress
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin as DjangoGroupAdmin
from django.contrib.auth.models import Group
from django.db.models import ManyToManyField, Model
from django.forms import CheckboxSelectMultiple
from django.http import HttpRequest

from accounts.admin.lookups import RestrictedLookups

Row = TypeVar("Row", bound=Model)
CHECK_BOXES: Any = {ManyToManyField: {"widget": CheckboxSelectMultiple}}
"""Check boxes instead of Django's pair of lists, whose labels are wrong for screen readers."""


class SuperuserOnlyAdmin(RestrictedLookups[Row]):
    """Allows only superusers to add, change and delete rows, and to run actions."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return True only for superusers."""
        return _is_superuser(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return True only for superusers."""
        return _is_superuser(request)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return True only for superusers."""
        return _is_superuser(request)

    def get_actions(self, request: HttpRequest) -> Any:
        """Return the page's actions for a superuser, and no actions for anybody else."""
        # django-allauth's action that verifies addresses requires no permission.
        return super().get_actions(request) if _is_superuser(request) else {}


def _is_superuser(request: HttpRequest) -> bool:
    """Return whether the request comes from an active superuser."""
    return request.user.is_active and request.user.is_superuser


admin.site.unregister(Group)
admin.site.unregister(EmailAddress)


@admin.register(Group)
class GroupAdmin(SuperuserOnlyAdmin[Group], DjangoGroupAdmin):
    """Groups are restricted to superusers, because members could grant permissions to their own group."""

    # Otherwise Django's pair of lists would override the check boxes.
    filter_horizontal = ()
    formfield_overrides = CHECK_BOXES


@admin.register(EmailAddress)
class EmailAddressAdmin(SuperuserOnlyAdmin[EmailAddress], AllauthEmailAddressAdmin):
    """Addresses are restricted to superusers, because password reset links are sent to them."""
