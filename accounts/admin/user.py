"""Players for staff: found by name, barred by taking `active` away, never deleted, since their games stay."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminPasswordChangeForm, AdminUserCreationForm, UserChangeForm
from django.http import HttpRequest
from django.utils import timezone

from accounts import services
from accounts.admin.lookups import OwnLookups
from accounts.models import User


class NewPlayerForm(AdminUserCreationForm):
    """A new account made by staff."""

    class Meta(AdminUserCreationForm.Meta):
        model = User


class PlayerForm(UserChangeForm):
    """All that staff can change."""

    class Meta(UserChangeForm.Meta):
        model = User
        help_texts = {"kind": "Bot: a program plays with this account. It is marked, and never rated."}


class NewPasswordForm(AdminPasswordChangeForm):
    """A password set by staff logs all devices out, as any new password does."""

    def save(self, commit: bool = True) -> User:
        user = super().save(commit)
        services.revoke_all_tokens(user=user, now=timezone.now())
        return user


@admin.register(User)
class PlayerAdmin(OwnLookups, UserAdmin):
    """People, guests and bots."""

    form = PlayerForm
    add_form = NewPlayerForm
    change_password_form = NewPasswordForm
    list_display = ("username", "kind", "email", "is_active", "is_staff", "date_joined", "last_login")
    list_filter = ("kind", "is_active", "is_staff", "date_joined")
    search_fields = ("username", "email")
    ordering = ("-date_joined",)
    readonly_fields = ("date_joined", "last_login")
    fieldsets = (
        (None, {"fields": ("username", "kind", "email", "password", "preferences")}),
        ("Rights", {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        ("Dates", {"fields": ("date_joined", "last_login")}),
    )

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Whoever is barred here leaves the tables at once."""
        super().save_model(request, obj, form, change)
        services.tell_access_changed(user_id=obj.pk)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whoever played is part of other people's games."""
        return False
