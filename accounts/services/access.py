"""Announces that an account's tokens, sessions or rights have changed."""

from django.db import transaction

from accounts.signals import access_changed


def tell_access_changed(*, user_id: int) -> None:
    """After the commit, send `access_changed`, so that sockets of this account are checked again."""
    transaction.on_commit(lambda: access_changed.send_robust(sender=None, user_id=user_id))
