"""Stores an account's email address, both in Django's field and in django-allauth's rows."""

from allauth.account.models import EmailAddress

from accounts.models import User


def set_email(*, user: User, email: str) -> bool:
    """Set the account's email address. Return True if it is new, so that a confirmation link must be sent.

    A confirmed address remains valid until the new one is confirmed. An empty `email` removes all addresses.
    """
    # Another account's address is accepted, because a refusal would reveal who has an account. It has no
    # effect until it is confirmed, and accounts.services.mails notifies the other account's owner.
    email = email.lower()
    addresses = EmailAddress.objects.filter(user=user)
    if not email:
        addresses.delete()
        _store_email(user, "")
        return False
    # Whoever gets the link sent to a mistyped address must not be able to use it after the correction.
    addresses.filter(verified=False).exclude(email=email).delete()
    is_known = addresses.filter(email=email).exists()
    has_confirmed = addresses.filter(verified=True).exists()
    if not has_confirmed:
        _store_email(user, email)
    if not is_known:
        EmailAddress.objects.create(user=user, email=email, primary=not has_confirmed)
    return not is_known


def _store_email(user: User, email: str) -> None:
    """Save the address in the `email` field of the User."""
    user.email = email
    user.save(update_fields=["email"])
