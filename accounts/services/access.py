"""Tells that what opened an account may open it no more."""

from django.db import transaction

from accounts.signals import access_changed


def tell_access_changed(*, user_id: int) -> None:
    """After the commit, let whoever holds sockets of this account look which of them may stay."""
    transaction.on_commit(lambda: access_changed.send_robust(sender=None, user_id=user_id))
