"""Emails about games: queueing them, who wants which, and addresses that bounce."""

from games.services.mail.queue import queue_email

__all__ = ["queue_email"]
