"""Gives an e-mail address to an account, in Django's field and in django-allauth's rows alike."""

from allauth.account.models import EmailAddress

from accounts.models import User


def set_email(*, user: User, email: str) -> bool:
    """Make this the account's one address, not verified; none if empty. Returns whether it is a new one.

    It may be another account's, since a refusal would tell strangers who has an account. Its owner is told
    (accounts.services.mails), and it is of no use until it has been confirmed.
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
