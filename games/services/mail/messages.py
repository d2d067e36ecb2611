"""Emails about chat messages at slow tables, whose players are seldom there at the same time."""

from datetime import timedelta

from django.conf import settings

from games.models import ChatMessage, Seat, Table
from games.models.chat import Channel
from games.models.mail import MailKind
from games.models.table import TablePace
from games.services.mail.queue import queue_email
from games.services.mail.recipients import find_email_addresses


def queue_message_emails(message: ChatMessage) -> None:
    """Queue emails about a player's chat message to the other players at a slow table (days per move).

    Do nothing for messages at other tables and for spectators' messages. Skip players without a usable email
    address.
    """
    # Called in the transaction that stores the message. Spectators' messages are not sent by email.
    if message.channel != Channel.TABLE:
        return
    if not Table.objects.filter(pk=message.table_id, pace=TablePace.SLOW).exists():
        return
    others = Seat.objects.filter(table=message.table_id, user__isnull=False).exclude(user=message.author_id)
    users = {user for user in others.values_list("user", flat=True) if user is not None}
    for user in find_email_addresses(users):
        queue_email(
            user_id=user,
            kind=MailKind.MESSAGE,
            table_id=message.table_id,
            facts={"message": message.pk},
            now=message.sent_at,
            # The sender drops the email if the player is at the table by then or cannot see the message.
            due_at=message.sent_at + timedelta(seconds=settings.PUSH_TURN_GRACE),
        )
