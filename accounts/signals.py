"""Signals for the apps above accounts, which accounts does not import."""

from django.dispatch import Signal

access_changed = Signal()
"""Sent after the commit, with `user_id`: one of this account's tokens or sessions may have become invalid, or
the user may have been barred. Receivers that hold sockets of the account check each of them.
"""

preferences_changed = Signal()
"""Sent after the commit, with `user_id`: the user's preferences are no longer what they were."""

friends_changed = Signal()
"""Sent after the commit, with `user_id`: the user's friends or friend requests have changed."""
