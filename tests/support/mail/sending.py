"""Sends the mails that are due, and reads what arrived."""

import asyncio
from datetime import timedelta

from games.mail.outgoing.sender import MailSender
from games.services.slow_tables.turn_notices import notify_of_slow_turns
from tests.support.games.playing import AT, on_turn, user_at
from tests.support.mail.players import NAMES, mailed, slow_table

LATER = AT + timedelta(minutes=5)


def send_due() -> int:
    """Let a sender send what is due; returns how many mails that were."""

    async def once() -> int:
        sender, total = MailSender(), 0
        while started := await sender.start_sending_due():
            total += started
            await sender.wait_until_sent()
        return total

    return asyncio.run(once())


def turn_mailed(**preferences):
    """A slow table whose player on turn has been queued a mail about it; returns the table and the player."""
    for name in NAMES:
        mailed(name, **preferences)
    table_id = slow_table()
    notify_of_slow_turns(now=LATER)
    return table_id, user_at(table_id, on_turn(table_id))


def text_of(mail):
    """The plain text, with line breaks as in Python."""
    return mail.get_body(("plain",)).get_content().replace("\r\n", "\n")


def html_of(mail):
    """The HTML part."""
    return mail.get_body(("html",)).get_content()
