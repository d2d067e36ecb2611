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
from django import forms

from accounts.errors import InvalidField
from accounts.models import User
from accounts.names import HELP, MAX_NAME_LENGTH, MIN_NAME_LENGTH
from accounts.selectors import users_with_email
from accounts.services.name import check_name
from accounts.services.password import check_password

EMAIL_HELP = "Only used to set a new password if you forget yours."
LOGIN_HELP = "You can use your e-mail address once you have confirmed it."
PASSWORD_HELP = "At least 8 characters, not only digits."
"""The rules that most people need; the other ones are shown only when they are broken."""
MAX_PASSWORD_LENGTH = 256
NEW_PASSWORD = {"password1": ("New password", PASSWORD_HELP), "password2": ("New password again", "")}


def tidy(form: forms.Form, **labels: tuple[str, str]) -> None:
    """Set our labels and help texts, and remove placeholders that would repeat the labels."""
    for name, (label, help_text) in labels.items():
        form.fields[name].label = label
        form.fields[name].help_text = help_text or form.fields[name].help_text
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)


class SignUpForm(SignupForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        tidy(
            self,
            username=("Name", HELP),
            email=("E-mail", EMAIL_HELP),
            password1=("Password", PASSWORD_HELP),
        )


class LogInForm(LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        tidy(self, login=("Name or e-mail", LOGIN_HELP))


class EmailForm(AddEmailForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        tidy(self, email=("E-mail", EMAIL_HELP))


class ForgottenPasswordForm(ResetPasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        tidy(self, email=("E-mail", ""))

    def clean_email(self) -> str:
        """Return the address and limit the accounts that get a mail, however many have it."""
        email: str = self.cleaned_data["email"]
        self.users = [user for user in users_with_email(email) if user.is_active]
        return email


class NewPasswordForm(ChangePasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        tidy(self, oldpassword=("Current password", ""), **NEW_PASSWORD)


class LinkedPasswordForm(ResetPasswordKeyForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        tidy(self, **NEW_PASSWORD)


class ClaimForm(forms.Form):
    """Turns a guest account into a permanent one. All errors are shown at once."""

    username = forms.CharField(
        label="Name",
        min_length=MIN_NAME_LENGTH,
        max_length=MAX_NAME_LENGTH,
        help_text=HELP,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autofocus": True}),
    )
    email = forms.EmailField(
        label="E-mail",
        required=False,
        max_length=254,
        help_text=EMAIL_HELP,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    password = forms.CharField(
        label="Password",
        max_length=MAX_PASSWORD_LENGTH,
        strip=False,
        help_text=PASSWORD_HELP,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_username(self) -> str:
        """Return the name; raises ValidationError if this account cannot have it."""
        username: str = self.cleaned_data["username"]
        try:
            check_name(username=username, user=self.user)
        except InvalidField as refusal:
            raise forms.ValidationError(list(refusal.sentences)) from None
        return username

    def clean(self) -> dict[str, object]:
        """Check the password against the name and the address, even if those are refused."""
        given = self.cleaned_data
        if "password" in given:
            owner = User(username=self["username"].value() or "", email=self["email"].value() or "")
            try:
                check_password(password=given["password"], user=owner)
            except InvalidField as refusal:
                self.add_error("password", list(refusal.sentences))
        return given
