"""django-allauth's adapter: names, passwords and emails follow the same rules as over the API."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.forms import BaseForm, ValidationError
from django.http import HttpRequest
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import selectors, services
from accounts.errors import InvalidField, LinkRequestedRecently, NameTaken, WrongPassword
from accounts.limits import PASSWORDS
from accounts.models import User
from accounts.services import mails
from accounts.services.name import check_name, save_account
from accounts.visitor import client_address
from core.refusal import Throttled
from core.translation import translate, translate_all

REAUTHENTICATION = {
    "reauthenticate": _("Enter your password"),
    "mfa_reauthenticate": _("Enter a code"),
    "mfa_reauthenticate:webauthn": _("Use a passkey"),
}


class AccountAdapter(DefaultAccountAdapter):
    error_messages = DefaultAccountAdapter.error_messages | {
        "username_password_mismatch": _(WrongPassword.detail),
        "email_password_mismatch": _(WrongPassword.detail),
        "too_many_login_attempts": _(Throttled.detail),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the name. Raise ValidationError if it is malformed, reserved or taken.

        `shallow` is ignored.
        """
        try:
            check_name(username=username, user=User())
        except InvalidField as refusal:
            raise ValidationError(translate_all(list(refusal.sentences))) from None
        return username

    def save_user(
        self, request: HttpRequest, user: AbstractBaseUser, form: BaseForm, commit: bool = True
    ) -> User:
        """Save the new account, even if `commit` is False.

        If the name was just taken, raise ImmediateHttpResponse to show the sign-up form again.
        """
        assert isinstance(user, User)
        # django-allauth's own save would cause a server error for a name that was taken in the meantime.
        super().save_user(request, user, form, commit=False)
        try:
            save_account(user=user)
        except NameTaken as refusal:
            messages.error(request, translate(refusal.detail))
            raise ImmediateHttpResponse(redirect("account_signup")) from None
        return user

    def authenticate(self, request: HttpRequest, **credentials: Any) -> AbstractBaseUser | None:
        """Return the user with the entered name or confirmed email address, if the password is right.

        Otherwise return None. Raise ValidationError after too many attempts.
        """
        login = str(credentials.get("username") or credentials.get("email") or "")
        user = selectors.find_user_by_login(login)
        attempt = services.Attempt(user, login, client_address(request), timezone.now())
        try:
            # Attempts through the API count as well.
            attempt.begin(PASSWORDS)
        except Throttled:
            raise self.validation_error("too_many_login_attempts") from None
        # By name alone: django-allauth would try the password on every account that has an address,
        # even an unconfirmed one. Nobody has the empty name, which takes as long as a wrong password.
        username = "" if user is None else user.username
        found = super().authenticate(request, username=username, password=credentials["password"])
        if found is None:
            attempt.record_failure()
        else:
            attempt.reset_count(PASSWORDS)
        return found

    def login(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        """Log the user in, and remember the network address for this account."""
        super().login(request, user)
        assert isinstance(user, User)
        services.remember_network_address(user=user, address=client_address(request), now=timezone.now())

    def set_password(self, user: AbstractBaseUser, password: str) -> None:
        """Set a new password, log out all other devices, and reset the count of wrong passwords.

        Also remember the network address for this account, unless the user has a second factor.
        """
        assert isinstance(user, User)
        now, address = timezone.now(), client_address(self.request)
        services.set_password(user=user, password=password, now=now)
        services.reset_password_attempts(user=user, address=address, now=now)
        # If there is a second factor, a link in an email does not prove that this is the owner.
        if not selectors.has_second_factor(user):
            services.remember_network_address(user=user, address=address, now=now)

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: Any, signup: bool) -> None:
        """Email a link to confirm an address, or a warning if the address belongs to another account.

        Send at most one warning per hour to each address. At sign-up, this limit applies to links as well.
        """
        address = emailconfirmation.email_address
        others = [other for other in selectors.find_users_with_email(address.email) if other != address.user]
        # At sign-up, an account that has only entered the address counts as well.
        confirmed = any(selectors.has_confirmed_email(other, address.email) for other in others)
        warns = confirmed or (signup and bool(others))
        if (signup or warns) and not mails.count_email_if_allowed(email=address.email):
            return
        # Users who request a link on a page are told about its limit, so that is counted there.
        if signup:
            try:
                mails.record_link_request(address=address, now=timezone.now())
            except LinkRequestedRecently:
                return
        if warns:
            mails.send_address_in_use_warning(email=address.email, username=address.user.username)
        else:
            send = super().send_confirmation_mail
            mails.send_email_or_log(lambda request: send(request, emailconfirmation, signup))

    def send_password_reset_mail(self, user: AbstractBaseUser, email: str, context: dict[str, Any]) -> None:
        """Email a link to set a new password. If the email cannot be sent, only log the error."""
        send = super().send_password_reset_mail
        mails.send_email_or_log(lambda _request: send(user, email, context))

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, str]]:
        """Return the ways in which the user can confirm their identity: by password, code or passkey.

        The descriptions of django-allauth are replaced by those in REAUTHENTICATION.
        """
        methods: list[dict[str, str]] = super().get_reauthentication_methods(user)
        return [each | {"description": str(REAUTHENTICATION[each["id"]])} for each in methods]

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Return the URL of the profile, which users see after they have changed their password."""
        return self._profile_url()

    def get_email_verification_redirect_url(self, email_address: Any) -> str:
        """Return the URL of the profile, which users see after they have confirmed an email address.

        Anonymous visitors who open the URL are asked to log in.
        """
        return self._profile_url()

    def _profile_url(self) -> str:
        """Return the URL of the user's own profile page."""
        return redirect("profile").url
