"""Gives an e-mail address to an account, in Django's field and in django-allauth's rows alike."""

from allauth.account.models import EmailAddress
from allauth.account.utils import filter_users_by_email

from accounts.errors import EmailTaken
from accounts.models import User


def check_email(*, email: str, user: User) -> None:
    """Refuse an address that another account has."""
    if email and any(other.pk != user.pk for other in filter_users_by_email(email)):
        raise EmailTaken


def set_email(*, user: User, email: str) -> None:
    """Make this the account's one address, not verified; none if empty."""
    email = email.lower()
    if email == user.email and EmailAddress.objects.filter(user=user, email=email).exists():
        return
    user.email = email
    user.save(update_fields=["email"])
    EmailAddress.objects.filter(user=user).delete()
    if email:
        EmailAddress.objects.create(user=user, email=email, primary=True)
