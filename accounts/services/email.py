"""Stores an account's e-mail address, in Django's field and in django-allauth's rows alike."""

from allauth.account.models import EmailAddress

from accounts.models import User


def set_email(*, user: User, email: str) -> bool:
    """Make this the account's only address, unverified, and return whether it is a new one.

    "" removes the address. An address of another account is accepted, since a refusal would reveal who has an
    account. Its owner is notified (accounts.services.mails), and the address has no effect until it is
    confirmed.
    """
    email = email.lower()
    if email == user.email and EmailAddress.objects.filter(user=user, email=email).exists():
        return False
    user.email = email
    user.save(update_fields=["email"])
    EmailAddress.objects.filter(user=user).delete()
    if email:
        EmailAddress.objects.create(user=user, email=email, primary=True)
    return bool(email)
