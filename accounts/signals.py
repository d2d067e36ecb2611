"""What accounts tell the rooms above them, which they don't know."""

from django.dispatch import Signal

access_changed = Signal()
"""Sent after the commit, with `user_id`: a token or a session of this account may be dead now, or its user be
barred. It doesn't say which: whoever holds sockets of the account looks which of them may stay."""
