"""The forms of accounts. The rules behind them are in the services."""

from typing import Any

from allauth.account.forms import (
    AddEmailForm,
    ChangePasswordForm,
    LoginForm,
    ResetPasswordForm,
    ResetPasswordKeyForm,
    SignupForm,
)
from allauth.account.models import EmailAddress
from django import forms
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from accounts.errors import InvalidField
from accounts.models import User
from accounts.names import HELP, MAX_NAME_LENGTH, MIN_NAME_LENGTH
from accounts.selectors import find_users_with_email
from accounts.services.email import request_email_change
from accounts.services.name import check_name
from accounts.services.password import MAX_PASSWORD_LENGTH, check_password_strength
from core.translation import translate_all

EMAIL_HELP = _("For a new password if you forget yours, and for mails about your games.")
LOGIN_HELP = _("You can use your e-mail address once you have confirmed it.")
PASSWORD_HELP = _("At least 8 characters, not only digits.")
"""The rules that most people need; the others are shown only when they are broken."""
NEW_PASSWORD: dict[str, tuple[StrOrPromise, StrOrPromise]] = {
    "password1": (_("New password"), PASSWORD_HELP),
    "password2": (_("New password again"), ""),
}


def set_labels_and_help(form: forms.Form, **labels: tuple[StrOrPromise, StrOrPromise]) -> None:
    """Set the labels and help texts of form fields, and remove all placeholders.

    `labels` maps a field's name to its label and help text. If a help text is empty, the field keeps the text
    that it has.
    """
    for name, (label, help_text) in labels.items():
        form.fields[name].label = label
        form.fields[name].help_text = help_text or form.fields[name].help_text
    # Placeholders would repeat the labels.
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)


class SignUpForm(SignupForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Set the labels and help texts of the name, email and password fields."""
        super().__init__(*args, **kwargs)
        set_labels_and_help(
            self,
            username=(_("Name"), HELP),
            email=(_("E-mail"), EMAIL_HELP),
            password1=(_("Password"), PASSWORD_HELP),
        )


class LogInForm(LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Set the label and help text of the field for the name or email address."""
        super().__init__(*args, **kwargs)
        set_labels_and_help(self, login=(_("Name or e-mail"), LOGIN_HELP))


class EmailForm(AddEmailForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Set the label and help text of the email field."""
        super().__init__(*args, **kwargs)
        set_labels_and_help(self, email=(_("E-mail"), EMAIL_HELP))

    def save(self, request: HttpRequest) -> EmailAddress:
        """Store the address as unconfirmed, email a confirmation link to it, and return it.

        Store nothing, and raise LinkRequestedRecently if a link to the address was requested recently, or
        Throttled if the account has requested too many links.
        """
        assert isinstance(self.user, User)
        return request_email_change(user=self.user, email=self.cleaned_data["email"], now=timezone.now())


class ForgottenPasswordForm(ResetPasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Set the label of the email field."""
        super().__init__(*args, **kwargs)
        set_labels_and_help(self, email=(_("E-mail"), ""))

    def clean_email(self) -> str:
        """Return the address, and set `self.users` to the active accounts that will get an email."""
        email: str = self.cleaned_data["email"]
        self.users = [user for user in find_users_with_email(email) if user.is_active]
        return email


class NewPasswordForm(ChangePasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Set the labels and help texts of the fields for the current and the new password."""
        super().__init__(*args, **kwargs)
        set_labels_and_help(self, oldpassword=(_("Current password"), ""), **NEW_PASSWORD)


class LinkedPasswordForm(ResetPasswordKeyForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Set the labels and help texts of the fields for the new password."""
        super().__init__(*args, **kwargs)
        set_labels_and_help(self, **NEW_PASSWORD)


class ClaimForm(forms.Form):
    """Turns a guest account into a permanent one. All errors are shown at once."""

    username = forms.CharField(
        label=_("Name"),
        min_length=MIN_NAME_LENGTH,
        max_length=MAX_NAME_LENGTH,
        help_text=HELP,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autofocus": True}),
    )
    email = forms.EmailField(
        label=_("E-mail"),
        required=False,
        max_length=254,
        help_text=EMAIL_HELP,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    password = forms.CharField(
        label=_("Password"),
        max_length=MAX_PASSWORD_LENGTH,
        strip=False,
        help_text=PASSWORD_HELP,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        """Create the form with which the guest `user` makes their account permanent."""
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_username(self) -> str:
        """Return the name. Raise ValidationError if it is malformed, reserved or taken."""
        username: str = self.cleaned_data["username"]
        try:
            check_name(username=username, user=self.user)
        except InvalidField as refusal:
            raise forms.ValidationError(translate_all(list(refusal.sentences))) from None
        return username

    def clean(self) -> dict[str, object]:
        """Return the cleaned data.

        Add an error if the password is too weak or too similar to the entered name or email address.
        """
        given = self.cleaned_data
        if "password" in given:
            # The values as they were typed, because refused ones are not among the cleaned values.
            owner = User(username=self["username"].value() or "", email=self["email"].value() or "")
            try:
                check_password_strength(password=given["password"], user=owner)
            except InvalidField as refusal:
                self.add_error("password", translate_all(list(refusal.sentences)))
        return given
