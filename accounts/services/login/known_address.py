"""Stores the addresses of log-ins, so that other people's wrong passwords cannot lock an owner out."""

from datetime import datetime

from accounts.models import KnownAddress, User
from accounts.models.known_address import hash_address

MAX_KNOWN_ADDRESSES = 20
"""Addresses kept for one account; the least recently used are removed."""


def remember_network_address(*, user: User, address: str, now: datetime) -> None:
    """Record that the user has logged in from this network address.

    Keep only the MAX_KNOWN_ADDRESSES most recently used network addresses of the account.
    """
    KnownAddress.objects.update_or_create(
        user=user, digest=hash_address(user.pk, address), defaults={"last_used_at": now}
    )
    known = KnownAddress.objects.filter(user=user)
    newest = known.order_by("-last_used_at", "-pk").values_list("pk", flat=True)[:MAX_KNOWN_ADDRESSES]
    known.exclude(pk__in=list(newest)).delete()
