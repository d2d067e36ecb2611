"""Announces that an account's tokens, sessions or rights have changed."""

from django.db import transaction

from accounts.signals import access_changed


def announce_access_change(*, user_id: int) -> None:
    """Send the signal `access_changed` for the user after the commit.

    Its receivers then close each of the user's sockets whose token or session is no longer valid.
    """
    # `send_robust`: the change is committed, and a receiver that fails must not make it look refused.
    transaction.on_commit(lambda: access_changed.send_robust(sender=None, user_id=user_id))
