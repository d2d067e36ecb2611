"""Players' accounts in the admin. They are deactivated and never deleted, because their games remain."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminPasswordChangeForm, AdminUserCreationForm, UserChangeForm
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import services
from accounts.admin.lookups import RestrictedLookups
from accounts.admin.superusers import CHECK_BOXES
from accounts.errors import NameReserved
from accounts.models import User
from accounts.services.name import check_name_not_reserved
from core.translation import translate

if TYPE_CHECKING:
    _PasswordForm = AdminPasswordChangeForm[User]
else:
    # django-stubs-ext does not patch this class, so it takes no type parameter at runtime.
    _PasswordForm = AdminPasswordChangeForm


EDIT = "accounts.change_user"
FLAG = "accounts.flag_bot"
RIGHTS = ("is_staff", "is_superuser", "groups", "user_permissions")
DATES = ("date_joined", "last_login")


class NewPlayerForm(AdminUserCreationForm[User]):
    """Creates an account. Reserved names are refused; `createsuperuser` accepts them."""

    def clean_username(self) -> str:
        """Return the entered name. Raise ValidationError if it is taken, or reserved for bots or staff."""
        return _require_unreserved_name(super().clean_username() or "", self.instance)

    class Meta(AdminUserCreationForm.Meta):
        model = User


class PlayerChangeForm(UserChangeForm[User]):
    def clean_username(self) -> str:
        """Return the entered name.

        Raise ValidationError if the name is reserved for bots or staff. A reserved name is accepted if the
        user is staff, or if the user's present name looks like the entered name.
        """
        return _require_unreserved_name(self.cleaned_data["username"], self.instance)

    class Meta(UserChangeForm.Meta):
        model = User
        help_texts = {"kind": _("Bot: a program plays with this account. It is marked and never rated.")}


def _require_unreserved_name(username: str, user: User) -> str:
    """Return `username` unchanged. Raise ValidationError if the name is reserved for bots or staff.

    A reserved name is accepted if `user` is staff, or if the user's present name looks like `username`.
    """
    try:
        check_name_not_reserved(username=username, user=user)
    except NameReserved as refusal:
        raise ValidationError(translate(refusal.detail)) from None
    return username


class StaffPasswordForm(_PasswordForm):
    """Sets a user's password and revokes all of the user's tokens."""

    def save(self, commit: bool = True) -> User:
        """Set the password and revoke all of the user's API tokens.

        The tokens are revoked even if `commit` is False, although the user is then not saved.
        """
        user = super().save(commit)
        services.revoke_all_tokens(user=user, now=timezone.now())
        return user


@admin.register(User)
class PlayerAdmin(RestrictedLookups[User], UserAdmin[User]):
    # Otherwise Django's pair of lists would override the check boxes.
    filter_horizontal = ()
    formfield_overrides = CHECK_BOXES
    form = PlayerChangeForm
    add_form = NewPlayerForm
    change_password_form = StaffPasswordForm
    list_display = ("username", "kind", "email", "is_active", "is_staff", "date_joined", "last_login")
    list_filter = ("kind", "is_active", "is_staff", "date_joined")
    search_fields = ("username", "email")
    ordering = ("-date_joined",)
    fieldsets = (
        (None, {"fields": ("username", "kind", "email", "password", "preferences")}),
        (
            _("Permissions"),
            {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")},
        ),
        (_("Dates"), {"fields": ("date_joined", "last_login")}),
    )

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Return the form's fieldsets, without the password if the staff member may not edit this account."""
        fieldsets = super().get_fieldsets(request, obj)
        if obj is None or self._may_edit_account(request, obj):
            return fieldsets
        return [
            (title, {**options, "fields": [name for name in options["fields"] if name != "password"]})
            for title, options in fieldsets
        ]

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Return the names of the fields that the staff member may not edit.

        Only superusers may edit the fields that grant rights, such as `is_staff`.
        """
        if request.user.is_superuser:
            return DATES
        fixed = [*DATES, *RIGHTS]
        if not request.user.has_perm(FLAG):
            fixed.append("kind")
        if not request.user.has_perm(EDIT):
            fixed += ["username", "email", "preferences", "is_active"]
        return fixed

    def has_view_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Return whether the staff member may view or edit accounts, or may mark accounts as bots."""
        return super().has_view_permission(request, obj) or request.user.has_perm(FLAG)

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Return whether the staff member may edit the account `obj` or mark it as a bot.

        Only superusers may change privileged accounts. If `obj` is None, return whether the staff member may
        edit or mark accounts in general.
        """
        if obj is None:
            return request.user.has_perm(EDIT) or request.user.has_perm(FLAG)
        return self._may_edit_account(request, obj) or (request.user.has_perm(FLAG) and not obj.is_privileged)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return whether the staff member may both add and edit accounts."""
        # Django's add page also requires the permission to change accounts, and `has_change_permission` is
        # True for staff who may only flag bots.
        return super().has_add_permission(request) and request.user.has_perm(EDIT)

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:
        """Show the form for a user's new password or, if the form was sent, set the password.

        `id` is the user's id. Raise PermissionDenied if the staff member may not edit this user's account.
        """
        if not request.user.has_perm(EDIT):
            raise PermissionDenied
        return super().user_change_password(request, id, form_url)

    def _may_edit_account(self, request: HttpRequest, user: User) -> bool:
        """Return whether the staff member may edit this account. Marking it as a bot is a separate right."""
        return request.user.is_superuser or (request.user.has_perm(EDIT) and not user.is_privileged)

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Save the account, and send a signal so that a deactivated account's sockets are closed."""
        super().save_model(request, obj, form, change)
        services.announce_access_change(user_id=obj.pk)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False, because deleting a player would damage other players' games."""
        return False
