"""The outbox: what is stored for a mail, and what a stranger's mail cannot put into its headers."""

from datetime import timedelta

import pytest

from core.sentence import Sentence, decode_sentences
from games.models import PendingMail
from games.models.mail import MailKind
from games.services.mail import queue_email
from games.services.mail.queue import is_message_id
from games.store.mails import email_domain
from tests.support.games.people import person
from tests.support.games.playing import AT

pytestmark = pytest.mark.usefixtures("either_database")


def queue(**more):
    queue_email(**{"user_id": person("alice").pk, "kind": MailKind.ANSWER, "now": AT, **more})


def test_a_mail_is_due_at_once_and_has_an_id_of_its_own(settings):
    settings.MAIL_DOMAIN = "play.example.org"
    queue(sentences=[Sentence("Your bid: %(bid)d.", bid=2)], in_reply_to="<abc.1@mail.example>")
    queue(due_at=AT + timedelta(hours=1))
    first, second = PendingMail.objects.all()
    assert (first.due_at, second.due_at) == (AT, AT + timedelta(hours=1))
    assert decode_sentences(first.facts)["sentences"] == ["Your bid: 2."]
    assert (first.in_reply_to, second.in_reply_to) == ("<abc.1@mail.example>", "")
    assert first.message_id != second.message_id
    assert first.message_id.endswith("@play.example.org>")


def test_of_an_occasion_a_person_is_sent_one_mail():
    for name in ("alice", "alice", "bob"):
        queue(user_id=person(name).pk, occasion="digest 7")
    queue()
    assert PendingMail.objects.count() == 3


@pytest.mark.parametrize(
    "text", ["", "abc", "<a@b>\r\nBcc: x@y.example", "<a@b> <c@d>", "<a b@c>", "<ä@b>", f"<{'a' * 255}@b>"]
)
def test_what_is_no_message_id_is_not_repeated(text):
    assert not is_message_id(text)
    queue(in_reply_to=text)
    assert PendingMail.objects.get().in_reply_to == ""


def test_without_a_domain_for_replies_ids_have_the_senders(settings):
    settings.MAIL_DOMAIN, settings.DEFAULT_FROM_EMAIL = "", "Wizard <play@cards.example>"
    assert email_domain() == "cards.example"
