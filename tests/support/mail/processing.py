"""Carries out the mails that have come in, and reads what they were answered."""

from django.utils import timezone

from core.sentence import decode_sentences
from core.translation import translate
from games.mail.incoming.process import process_email
from games.mail.incoming.processor import claim_received_emails
from games.models import PendingMail, ReceivedMail, Table
from games.selectors import sights
from games.store.tables import load_snapshot
from tests.support.mail.incoming import correspondent, reply


def on_turn(table):
    """The person on turn, who has a confirmed address."""
    snapshot = load_snapshot(table)
    seen = sights.build_sight(snapshot, None, now=timezone.now())
    return correspondent(seen["players"][seen["turn"][0]]["name"])


def carry_out_all():
    """Process all mails that have come in."""
    for row in claim_received_emails(50, timezone.now()):
        process_email(row, now=timezone.now())


def answers():
    """The sentences of each queued answer, in English."""
    rows = PendingMail.objects.filter(kind="answer").order_by("pk")
    return [[translate(each) for each in decode_sentences(row.facts["sentences"])] for row in rows]


def answer_to(user, table, text, **headers):
    """Carry one mail out, and return its only answer."""
    before = len(answers())
    reply(user, table, text, **headers)
    carry_out_all()
    assert len(answers()) == before + 1
    return answers()[-1]


def entries(table):
    """How many entries the table's log has."""
    return Table.objects.get(pk=table).number


def outcome():
    """What became of the mail that came last."""
    return ReceivedMail.objects.latest("pk").outcome
