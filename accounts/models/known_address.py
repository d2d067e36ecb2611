"""Network addresses from which users have logged in.

Only keyed hashes are stored, never the address itself.
"""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.crypto import salted_hmac


class KnownAddress(models.Model):
    """The hash of a network address from which somebody has logged in to an account."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="known_addresses"
    )
    digest = models.CharField("HMAC-SHA-256", max_length=64, editable=False)
    last_used_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "known addresses"
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=("user", "digest"), name="known_address_once")
        ]

    def __str__(self) -> str:
        """Return a label such as "an address of user 7"."""
        return f"an address of user {self.user_id}"


def hash_address(user_id: int, address: str) -> str:
    """Return a hash of a user's id and network address, in hex."""
    # Keyed, because a plain hash could be reversed by hashing every possible address.
    return salted_hmac("accounts.KnownAddress", f"{user_id} {address}", algorithm="sha256").hexdigest()
