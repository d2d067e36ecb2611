"""Signals for the apps above accounts, which accounts does not import."""

from django.dispatch import Signal

access_changed = Signal()
"""Sent after the commit, with `user_id`: one of this account's tokens or sessions may have become invalid, or
the user may have been barred. Receivers check each socket of the account that they hold.
"""

preferences_changed = Signal()
"""Sent after the commit, with `user_id`: the user's preferences have changed."""

friends_changed = Signal()
"""Sent after the commit, with `user_id`: the user's friends or friend requests have changed."""
