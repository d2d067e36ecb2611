"""The one signal of this app."""

from django.dispatch import Signal

table_finished = Signal()
"""Sent after the commit that ended a game, with `table_id`."""
