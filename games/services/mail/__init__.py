"""Mails of games: what is queued for whom, who wants which, and addresses that bounce."""

from games.services.mail.queue import queue_mail

__all__ = ["queue_mail"]
