"""What accounts tell the rooms above them, which they don't know."""

from django.dispatch import Signal

token_revoked = Signal()
"""Sent once a token, after the commit, with `token_id`: whoever holds sockets of this token closes them."""
