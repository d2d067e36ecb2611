"""Where django-allauth asks the house: names and passwords follow our services: one truth."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.forms import BaseForm, ValidationError
from django.http import HttpRequest
from django.shortcuts import redirect
from django.utils import timezone

from accounts import services
from accounts.errors import EmailTaken, NameTaken, Refusal, WrongPassword
from accounts.models import User
from accounts.services.name import check_name, save_named


class AccountAdapter(DefaultAccountAdapter):
    """The browser's ways into the same accounts."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_password_mismatch": WrongPassword.sentence,
        "email_password_mismatch": WrongPassword.sentence,
        "email_taken": EmailTaken.sentence,
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """A name as everywhere: its shape, and free whatever its case."""
        try:
            check_name(username=username, user=User())
        except Refusal as refusal:
            raise ValidationError(list(refusal.sentences)) from None
        return username

    def save_user(
        self, request: HttpRequest, user: AbstractBaseUser, form: BaseForm, commit: bool = True
    ) -> User:
        """Store a new account; who loses a race for its name is asked again."""
        assert isinstance(user, User)
        super().save_user(request, user, form, commit=False)
        try:
            save_named(user=user)
        except NameTaken as refusal:
            messages.error(request, str(refusal))
            raise ImmediateHttpResponse(redirect("account_signup")) from None
        return user

    def set_password(self, user: AbstractBaseUser, password: str) -> None:
        """A new password, upon which all other devices must log in again."""
        assert isinstance(user, User)
        services.set_password(user=user, password=password, now=timezone.now())

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Back to the profile, where the link to the form was."""
        return self._profile()

    def get_email_verification_redirect_url(self, email_address: Any) -> str:
        """To the profile, which asks to log in where nobody is."""
        return self._profile()

    def _profile(self) -> str:
        return redirect("profile").url
