"""Two-factor authentication in the browser: our forms, and the setting that requires it of staff."""

from collections.abc import Callable
from typing import Any

from allauth.account.adapter import get_adapter as get_account_adapter
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    EditWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from fido2.webauthn import AuthenticationResponse, RegistrationResponse

from accounts import selectors, services
from accounts.limits import CODES
from accounts.visitor import client_address
from accounts.web.forms import set_labels_and_help
from core.refusal import Throttled

CODE_HELP = _("From your authenticator app, or one of your recovery codes.")
APP_HELP = _("The six digits that the app shows.")
KEY_HELP = _("So that you can tell your passkeys apart, such as “My phone”.")
MAX_KEY_NAME = 60


class RateLimitedCodeForm(forms.Form):
    """A form for a second factor's code. Attempts are counted together with attempts through the API."""

    user: Any
    authenticator: Any

    def clean_code(self) -> str:
        """Return the code, mark it as used, and set `self.authenticator` to the code's authenticator.

        Raise ValidationError if the code is wrong or already used, or after too many attempts.
        """
        code: str = self.cleaned_data["code"]
        request = get_account_adapter().request
        attempt = services.Attempt(self.user, self.user.username, client_address(request), timezone.now())
        try:
            attempt.begin(CODES)
        except Throttled:
            raise get_account_adapter().validation_error("too_many_login_attempts") from None
        self.authenticator = services.use_second_factor_code(user=self.user, code=code)
        if self.authenticator is None:
            attempt.record_failure()
            raise get_adapter().validation_error("incorrect_code")
        attempt.reset_count(CODES)
        self.authenticator.user = self.user
        return code


class LogInCodeForm(RateLimitedCodeForm, AuthenticateForm):
    """Asks for a code after the password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Set the label and help text of the code field, and give it the focus."""
        super().__init__(*args, **kwargs)
        set_labels_and_help(self, code=(_("Code"), CODE_HELP))
        self.fields["code"].widget.attrs["autofocus"] = True


class ConfirmingCodeForm(RateLimitedCodeForm, ReauthenticateForm):
    """Asks for a code before an action that only the account's owner may take."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Set the label and help text of the code field."""
        super().__init__(*args, **kwargs)
        set_labels_and_help(self, code=(_("Code"), CODE_HELP))


class AppForm(ActivateTOTPForm):
    """Asks for the first code of a new authenticator app."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Set the label and help text of the code field, and ask for a numeric keyboard."""
        super().__init__(*args, **kwargs)
        set_labels_and_help(self, code=(_("Code"), APP_HELP))
        self.fields["code"].widget.attrs["inputmode"] = "numeric"


class Credential(forms.JSONField):
    """The browser's JSON for a passkey.

    Its shape is checked here, because django-allauth would raise unexpected errors if it were malformed.
    """

    widget = forms.HiddenInput

    def clean(self, value: Any) -> Any:
        """Return the credential as parsed JSON. Raise ValidationError if it is malformed."""
        credential = super().clean(value)
        try:
            parsed = (RegistrationResponse if self.is_new else AuthenticationResponse).from_dict(credential)
            if not parsed.id:
                raise ValueError
        except (AttributeError, KeyError, TypeError, ValueError):
            raise get_adapter().validation_error("incorrect_code") from None
        return credential

    def __init__(self, *, is_new: bool) -> None:
        """Create the form field for a passkey's JSON from the browser.

        `is_new` is True for a passkey that is being registered, and False for one that is being used.
        """
        super().__init__()
        self.is_new = is_new


class NewPasskeyForm(AddWebAuthnForm):
    """Registers a passkey; the browser fills in the credential."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Make the name optional and initially empty, and set its label and help text.

        Replace the credential field with a `Credential`, which rejects malformed JSON.
        """
        super().__init__(*args, **kwargs)
        self.fields["name"] = forms.CharField(required=False, max_length=MAX_KEY_NAME)
        self.fields["credential"] = Credential(is_new=True)
        # django-allauth suggests “Master key”, which reads as if it opened more than others.
        self.initial.pop("name", None)
        set_labels_and_help(self, name=(_("Name"), KEY_HELP))

    def clean_name(self) -> str:
        """Return the name, or “Passkey” (translated) if the field is empty."""
        return self.cleaned_data["name"] or gettext("Passkey")


class LogInPasskeyForm(AuthenticateWebAuthnForm):
    """Asks for a passkey after the password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Replace the credential field with a `Credential`, which rejects malformed JSON."""
        super().__init__(*args, **kwargs)
        self.fields["credential"] = Credential(is_new=False)


class ConfirmingPasskeyForm(ReauthenticateWebAuthnForm):
    """Asks for a passkey before an action that only the account's owner may take."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Replace the credential field with a `Credential`, which rejects malformed JSON."""
        super().__init__(*args, **kwargs)
        self.fields["credential"] = Credential(is_new=False)


class PasskeyNameForm(EditWebAuthnForm):
    """Renames a passkey."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Limit the length of the name, and set the field's label and help text."""
        super().__init__(*args, **kwargs)
        self.fields["name"] = forms.CharField(max_length=MAX_KEY_NAME)
        set_labels_and_help(self, name=(_("Name"), KEY_HELP))


Handler = Callable[[HttpRequest], HttpResponse]


def require_staff_second_factor(get_response: Handler) -> Handler:
    """Return middleware that bars staff without a second factor from the admin.

    It has an effect only if the setting STAFF_MFA is "required".
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        """Return a 403 page if the request is for the admin and its user lacks the required second factor.

        Otherwise, return the normal response.
        """
        if settings.STAFF_MFA == "required" and request.path.startswith(reverse("admin:index")):
            user = request.user
            if user.is_authenticated and user.is_staff and not selectors.has_second_factor(user):
                return render(request, "accounts/staff_second_factor.html", status=403)
        return get_response(request)

    return middleware
