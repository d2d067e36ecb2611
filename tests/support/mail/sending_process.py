"""A process that sends the mails that are due, once; a test kills it while it does."""

import asyncio
import os

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wizard_site.settings")
    django.setup()
    from games.mail.outgoing.sender import MailSender

    async def send() -> None:
        sender = MailSender()
        await sender.start_sending_due()
        await sender.wait_until_sent()

    asyncio.run(send())
