"""django-allauth's adapter: names, passwords and mails follow our services, as over the API."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.forms import BaseForm, ValidationError
from django.http import HttpRequest
from django.shortcuts import redirect
from django.utils import timezone

from accounts import selectors, services
from accounts.errors import InvalidField, NameTaken, WrongPassword
from accounts.limits import PASSWORDS
from accounts.models import User
from accounts.services import mails
from accounts.services.name import check_name, save_named
from accounts.visitor import address_of
from core.refusal import Throttled

REAUTHENTICATION = {
    "reauthenticate": "Enter your password",
    "mfa_reauthenticate": "Enter a code",
    "mfa_reauthenticate:webauthn": "Use a passkey",
}


class AccountAdapter(DefaultAccountAdapter):
    error_messages = DefaultAccountAdapter.error_messages | {
        "username_password_mismatch": WrongPassword.detail,
        "email_password_mismatch": WrongPassword.detail,
        "too_many_login_attempts": Throttled.detail,
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the name; raises ValidationError for a name that `check_name` refuses."""
        try:
            check_name(username=username, user=User())
        except InvalidField as refusal:
            raise ValidationError(list(refusal.sentences)) from None
        return username

    def save_user(
        self, request: HttpRequest, user: AbstractBaseUser, form: BaseForm, commit: bool = True
    ) -> User:
        """Store a new account. If another one took the name at the same time, show the form again."""
        assert isinstance(user, User)
        super().save_user(request, user, form, commit=False)
        try:
            save_named(user=user)
        except NameTaken as refusal:
            messages.error(request, str(refusal))
            raise ImmediateHttpResponse(redirect("account_signup")) from None
        return user

    def authenticate(self, request: HttpRequest, **credentials: Any) -> AbstractBaseUser | None:
        """Return the user with these credentials, or None. Attempts are counted as over the API."""
        login = str(credentials.get("username") or credentials.get("email") or "")
        user = selectors.user_by_login(login)
        attempt = services.Attempt(user, login, address_of(request), timezone.now())
        try:
            attempt.begin(PASSWORDS)
        except Throttled:
            raise self.validation_error("too_many_login_attempts") from None
        # By name alone: django-allauth would try the password on every account that has an address,
        # even an unconfirmed one. Nobody has the empty name, which takes as long as a wrong password.
        username = "" if user is None else user.username
        found = super().authenticate(request, username=username, password=credentials["password"])
        if found is None:
            attempt.fail()
        else:
            attempt.succeed(PASSWORDS)
        return found

    def login(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        """Log in, and remember the address."""
        super().login(request, user)
        assert isinstance(user, User)
        services.remember_address(user=user, address=address_of(request), now=timezone.now())

    def set_password(self, user: AbstractBaseUser, password: str) -> None:
        """Set a new password, log out all other devices, and reset the wrong passwords from this address."""
        assert isinstance(user, User)
        now, address = timezone.now(), address_of(self.request)
        services.set_password(user=user, password=password, now=now)
        services.forget_wrong_passwords(user=user, address=address, now=now)
        if not selectors.has_second_factor(user):
            services.remember_address(user=user, address=address, now=now)

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: Any, signup: bool) -> None:
        """Mail a confirmation link; if another account has the address, notify its owner instead.

        For an address that nobody has confirmed, users can still request the link on their own page.
        """
        address = emailconfirmation.email_address
        others = [other for other in selectors.users_with_email(address.email) if other != address.user]
        confirmed = any(selectors.has_confirmed(other, address.email) for other in others)
        if confirmed or (signup and others):
            mails.tell_address_in_use(email=address.email, username=address.user.username)
        elif not signup or mails.note_first_mail(email=address.email):
            send = super().send_confirmation_mail
            mails.send(lambda request: send(request, emailconfirmation, signup))

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, str]]:
        """Return the ways to confirm one's identity, with our descriptions."""
        methods: list[dict[str, str]] = super().get_reauthentication_methods(user)
        return [each | {"description": REAUTHENTICATION[each["id"]]} for each in methods]

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Return the profile's address, where the link to the form is."""
        return self._profile()

    def get_email_verification_redirect_url(self, email_address: Any) -> str:
        """Return the profile's address, which asks strangers to log in."""
        return self._profile()

    def _profile(self) -> str:
        return redirect("profile").url
