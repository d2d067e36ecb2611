"""Stores an account's email address, both in Django's field and in django-allauth's rows."""

from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.core import context
from django.db import transaction

from accounts.limits import MAILS
from accounts.models import User
from accounts.services import mails
from core.limits import count_attempt, refuse_if_limit_reached


def set_email(*, user: User, email: str) -> bool:
    """Set the account's email address, or remove all addresses if `email` is empty.

    A confirmed address stays in use until the new one is confirmed. Return True if the account did not have
    the new address before. The caller must then email a confirmation link to the new address.
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
    # A confirmed address remains valid until the new one is confirmed.
    has_confirmed = addresses.filter(verified=True).exists()
    if not has_confirmed:
        _store_email(user, email)
    if not is_known:
        EmailAddress.objects.create(user=user, email=email, primary=not has_confirmed)
    return not is_known


def request_email_change(*, user: User, email: str, now: datetime) -> EmailAddress:
    """Replace the account's unconfirmed address, if any, and email a link to confirm the new one.

    Return the new address. Change nothing, and raise LinkRequestedRecently if a link to this address was
    requested recently, or Throttled if the account has requested too many links.
    """
    with transaction.atomic():
        # Two simultaneous requests would replace each other's addresses, and one link would be dead.
        User.objects.select_for_update().get(pk=user.pk)
        address = EmailAddress.objects.add_new_email(context.request, user, email, send_verification=False)
        _count_link_request(address, now)
    address.send_confirmation(context.request)
    return address


def resend_confirmation_link(*, address: EmailAddress, now: datetime) -> None:
    """Email a new link to confirm the address, or a warning if another account has confirmed the address.

    Raise LinkRequestedRecently if a link to the address was requested recently, or Throttled if the account
    has requested too many links.
    """
    _count_link_request(address, now)
    address.send_confirmation(context.request)


def _count_link_request(address: EmailAddress, now: datetime) -> None:
    """Count a request for a confirmation link towards the limits of the address and of its account.

    Raise LinkRequestedRecently if a link to the address was requested recently, or Throttled if the account
    has requested too many links.
    """
    account = str(address.user_id)
    # A link that is refused because it is too soon does not count.
    refuse_if_limit_reached(limit=MAILS, key=account, now=now)
    mails.record_link_request(address=address, now=now)
    count_attempt(limit=MAILS, key=account, now=now)


def _store_email(user: User, email: str) -> None:
    """Save the address in the `email` field of the User."""
    user.email = email
    user.save(update_fields=["email"])
