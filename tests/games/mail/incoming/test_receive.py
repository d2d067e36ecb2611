"""A mail is stored once, if its sender was given the address it was sent to; all others are refused."""

import logging
from contextlib import suppress
from datetime import timedelta

import pytest
from django.utils import timezone

from games.mail.addresses import LIFETIME, build_reply_address, general_address
from games.mail.incoming.reading import parse_email
from games.mail.incoming.receive import MAILS, UNPROVEN_MAILS, receive_email
from games.mail.incoming.refusals import TooManyMails, UnknownRecipient, WrongSender
from games.models import BouncedAddress, ReceivedMail
from games.services.mail.bounces import forget_unused_addresses, record_bounce
from tests.support.games.playing import bidding
from tests.support.mail.incoming import DOMAIN, correspondent, reply, write_mail

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def domain(settings):
    settings.MAIL_DOMAIN = DOMAIN


@pytest.fixture
def table():
    return bidding()


@pytest.fixture
def alice():
    return correspondent("alice")


def receive(raw, recipient):
    receive_email(message=parse_email(raw), recipient=recipient, now=timezone.now())


def address(user, table=None):
    return build_reply_address(user_id=user.pk, table_id=table, now=timezone.now())


def test_a_mail_is_stored_for_its_person_and_table(alice, table):
    reply(alice, table, "2\n\nGrüße", Message_ID="<7@example.org>", Subject="Re: Your turn")
    mail = ReceivedMail.objects.get()
    assert (mail.user, mail.table_id, mail.message_id) == (alice, table, "<7@example.org>")
    assert mail.content == {
        "lines": ["2", "Grüße"],
        "subject": "Your turn",
        "is_reply": True,
        "general": False,
    }
    assert mail.due_at is not None


def test_the_same_mail_is_stored_once(alice, table):
    reply(alice, table, Message_ID="<7@example.org>")
    reply(alice, table, Message_ID="<7@example.org>")
    # Nor does it act at a second table.
    reply(alice, bidding(), Message_ID="<7@example.org>")
    assert ReceivedMail.objects.count() == 1


def test_other_people_can_use_the_same_message_id(alice, table):
    reply(alice, table, Message_ID="<7@example.org>")
    reply(correspondent("bob"), table, Message_ID="<7@example.org>")
    assert ReceivedMail.objects.count() == 2


@pytest.mark.parametrize(
    "sender",
    [
        "bob@example.org",
        "unconfirmed@example.org",
        "alice@example.org, bob@example.org",
        "",
        '"alice@example.org" <bob@example.org>',
        "alice@example.org.evil.example",
    ],
)
def test_a_token_alone_is_not_enough(alice, table, sender):
    correspondent("bob")
    alice.emailaddress_set.create(email="unconfirmed@example.org", verified=False)
    raw = write_mail(sender or "x@example.org", address(alice, table))
    with pytest.raises(WrongSender):
        receive(raw if sender else raw.partition(b"\n")[2], address(alice, table))
    assert not ReceivedMail.objects.exists()


def test_a_sender_alone_is_not_enough(alice, table):
    bob = correspondent("bob")
    with pytest.raises(WrongSender):
        receive(write_mail("alice@example.org", "x@y.org"), address(bob, table))
    now = timezone.now()
    expired = build_reply_address(user_id=alice.pk, table_id=table, now=now - LIFETIME - timedelta(days=2))
    forged = (f"alice@{DOMAIN}", f"wizard+{'a' * 40}@{DOMAIN}", address(alice).replace("@", "@x"))
    for recipient in (expired, *forged):
        with pytest.raises(UnknownRecipient):
            receive(write_mail("alice@example.org", recipient), recipient)


def test_who_is_barred_or_gone_acts_no_more(alice, table):
    recipient = address(alice, table)
    alice.is_active = False
    alice.save()
    with pytest.raises(WrongSender):
        receive(write_mail("alice@example.org", recipient), recipient)
    alice.delete()
    with pytest.raises(WrongSender):
        receive(write_mail("alice@example.org", recipient), recipient)


def test_a_mail_to_the_general_address_is_only_marked_as_such(alice):
    receive(write_mail("alice@example.org", general_address(), "wizard games"), general_address())
    mail = ReceivedMail.objects.get()
    assert (mail.user, mail.table, mail.content["general"]) == (alice, None, True)


def test_strangers_at_the_general_address_get_no_answer(caplog):
    with caplog.at_level(logging.INFO):
        receive(write_mail("mallory@example.org", general_address()), general_address())
    assert not ReceivedMail.objects.exists()
    assert len(caplog.records) == 1


@pytest.mark.parametrize(
    "headers",
    [{"Auto_Submitted": "auto-replied"}, {"Precedence": "list"}, {"Return_Path": "<>"}, {"List_Id": "<x>"}],
)
def test_automatic_mails_are_not_stored(alice, table, headers, caplog):
    with caplog.at_level(logging.INFO):
        reply(alice, table, **headers)
    assert not ReceivedMail.objects.exists()
    assert [record.getMessage()[:18] for record in caplog.records] == ["Mail not answered:"]


def test_the_sites_own_mails_are_not_answered(alice, settings):
    settings.DEFAULT_FROM_EMAIL = "Wizard <site@example.org>"
    for own in ("site@example.org", general_address(), address(alice)):
        alice.emailaddress_set.create(email=own, verified=True)
        receive(write_mail(own, address(alice)), address(alice))
    assert not ReceivedMail.objects.exists()


def test_one_person_cannot_send_any_number_of_mails(alice, table, settings):
    settings.RATE_LIMITS = True
    for number in range(MAILS.times):
        reply(alice, table, Message_ID=f"<{number}@example.org>")
    with pytest.raises(TooManyMails):
        reply(alice, table, Message_ID="<last@example.org>")
    assert ReceivedMail.objects.count() == MAILS.times


def test_forged_mails_to_the_general_address_neither_flood_nor_silence_a_person(
    alice, table, settings, caplog
):
    settings.RATE_LIMITS = True
    with caplog.at_level(logging.INFO):
        for number in range(MAILS.times + 1):
            raw = write_mail(
                "alice@example.org",
                general_address(),
                Message_ID=f"<{number}@example.org>",
                Subject="Buy at https://spam.example",
            )
            receive(raw, general_address())
    stored = ReceivedMail.objects.all()
    assert len(stored) == UNPROVEN_MAILS.times
    assert len(caplog.records) == MAILS.times + 1 - UNPROVEN_MAILS.times
    assert {mail.content["subject"] for mail in stored} == {""}
    reply(alice, table)
    assert ReceivedMail.objects.filter(table=table).exists()


def test_no_token_and_no_text_is_logged(alice, table, caplog):
    recipient = address(alice, table)
    with caplog.at_level(logging.DEBUG, logger="games"):
        for raw in (
            write_mail("bob@example.org", recipient, "secret words"),
            write_mail("alice@example.org", recipient, "secret words", Precedence="bulk"),
        ):
            with suppress(WrongSender):
                receive(raw, recipient)
    assert recipient.partition("@")[0] not in caplog.text
    assert "secret" not in caplog.text


def report(address, *, status="5.1.1", action="failed"):
    """What a mail server sends back for a mail that it could not deliver (RFC 3464)."""
    return f"""\
From: MAILER-DAEMON@mx.example.org
To: whoever
Message-ID: <report@mx.example.org>
Auto-Submitted: auto-replied
Content-Type: multipart/report; report-type=delivery-status; boundary="x"

--x

It could not be delivered. 2
--x
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.org

Final-Recipient: rfc822; {address}
Action: {action}
Status: {status}

--x
Content-Type: message/rfc822

Subject: It is your turn

2
--x--
""".encode()


@pytest.mark.parametrize("charset", ["utf-8", "latin-1"])
def test_an_address_of_raw_bytes_is_somebody_elses(charset, alice, table):
    raw = "From: alicé@example.org\nMessage-ID: <7@example.org>\n\n2".encode(charset)
    with pytest.raises(WrongSender):
        receive(raw, address(alice, table))
    receive(raw, general_address())
    receive(report("alicé@example.org").decode().encode(charset), address(alice))
    assert (ReceivedMail.objects.count(), bounced()) == (0, {})


def bounced():
    return dict(BouncedAddress.objects.values_list("address", "failures"))


def test_a_report_notes_an_address_that_cannot_be_reached(alice):
    receive(report("Alice@example.org"), address(alice))
    assert bounced() == {"alice@example.org": 1}
    assert BouncedAddress.objects.get().blocked_at is not None
    assert not ReceivedMail.objects.exists()


@pytest.mark.parametrize("status", ["4.2.2", "5.7.26", "5.1.8 (bad sender)", "5.0.0", ""])
def test_a_full_mailbox_and_a_fault_of_this_site_are_not_the_end(status, alice):
    receive(report("alice@example.org", status=status), address(alice))
    assert bounced() == {"alice@example.org": 1}
    assert BouncedAddress.objects.get().blocked_at is None


def test_a_report_that_comes_twice_counts_once(alice):
    first = report("alice@example.org", status="4.2.2")
    for raw in (first, first, first.replace(b"<report@", b"<another@")):
        receive(raw, address(alice))
    assert bounced() == {"alice@example.org": 2}


def test_what_is_known_of_an_address_goes_with_its_account(alice):
    correspondent("bob")
    for name in ("alice", "bob", "nobody"):
        record_bounce(address=f"{name}@example.org", permanent=True, now=timezone.now())
    alice.delete()
    forget_unused_addresses()
    assert bounced() == {"bob@example.org": 1}


def test_a_report_is_one_line_in_the_log_without_the_address(alice, caplog):
    with caplog.at_level(logging.INFO):
        receive(report("nobody@example.org"), address(alice))
    assert len(caplog.records) == 1
    assert "example.org" not in caplog.text


def test_reports_say_nothing_about_other_peoples_addresses(alice):
    correspondent("bob")
    receive(report("bob@example.org"), address(alice))
    receive(report("alice@example.org"), general_address())
    receive(report("alice@example.org", action="delayed"), address(alice))
    receive(report("alice@example.org", action="delivered"), address(alice))
    receive(report("nobody"), address(alice))
    assert bounced() == {}
