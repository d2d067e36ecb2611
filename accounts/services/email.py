"""Stores an account's email address, both in Django's field and in django-allauth's rows."""

from allauth.account.models import EmailAddress

from accounts.models import User


def set_email(*, user: User, email: str) -> bool:
    """Make `email` the account's only address, unverified, and return whether the address is new.

    An empty `email` removes the address and returns False.
    """
    # Another account's address is accepted, because a refusal would reveal who has an account. It has no
    # effect until it is confirmed, and accounts.services.mails notifies the other account's owner.
    email = email.lower()
    if email == user.email and EmailAddress.objects.filter(user=user, email=email).exists():
        return False
    user.email = email
    user.save(update_fields=["email"])
    EmailAddress.objects.filter(user=user).delete()
    if email:
        EmailAddress.objects.create(user=user, email=email, primary=True)
    return bool(email)
