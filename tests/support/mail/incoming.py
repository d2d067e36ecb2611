"""Players with confirmed addresses, and the mails that they write."""

from email.message import EmailMessage

from allauth.account.models import EmailAddress
from django.utils import timezone

from accounts.models import User
from games.mail.addresses import build_reply_address
from games.mail.incoming.reading import parse_email
from games.mail.incoming.receive import receive_email
from tests.support.games.people import person

DOMAIN = "play.example.org"


def correspondent(name: str) -> User:
    """Return the person with this name and the confirmed address name@example.org."""
    user = person(name)
    EmailAddress.objects.get_or_create(user=user, email=f"{name}@example.org", verified=True, primary=True)
    return user


def write_mail(
    sender: str, recipient: str, text: str = "2", *, subtype: str = "plain", **headers: str
) -> bytes:
    """Return the bytes of a mail; each has a Message-ID of its own unless `Message_ID` is given."""
    mail = EmailMessage()
    mail["From"] = sender
    mail["To"] = recipient
    given = {"Message_ID": f"<{timezone.now().timestamp()}@example.org>", **headers}
    for name, value in given.items():
        mail[name.replace("_", "-")] = value
    mail.set_content(text, subtype=subtype)
    return mail.as_bytes()


def reply(user: User, table_id: str | None, text: str = "2", **headers: str) -> None:
    """Receive a mail of this person to their reply address for a table; raises MailRefused."""
    now = timezone.now()
    recipient = build_reply_address(user_id=user.pk, table_id=table_id, now=now)
    raw = write_mail(f"{user.username}@example.org", recipient, text, **headers)
    receive_email(message=parse_email(raw), recipient=recipient, now=now)
