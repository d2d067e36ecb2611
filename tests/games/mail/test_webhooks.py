"""Mails and bounces through a provider's webhooks: only with the secret, and as over SMTP."""

import hmac
import json
import logging
import time
from base64 import b64encode
from email.parser import BytesHeaderParser
from importlib import import_module

import pytest
from django.test import Client, override_settings
from django.utils import timezone

from games.mail import webhooks
from games.mail.addresses import build_reply_address
from games.mail.checks import check_email_play_deployment, check_email_play_settings
from games.mail.incoming.refusals import TooManyMails
from games.mail.provider_mails import ProviderMail
from games.mail.urls import known_providers, provider_webhooks
from games.models import BouncedAddress, ReceivedMail
from tests.support.games.playing import bidding
from tests.support.mail.incoming import DOMAIN, correspondent, write_mail

pytestmark = pytest.mark.django_db

SECRET = "provider:a long password"
SIGNING_KEY = "key of Mailgun"
urlpatterns = [
    pattern
    for provider in ("postmark", "mailgun", "brevo", "sparkpost")
    for pattern in provider_webhooks(provider)
]


@pytest.fixture(autouse=True)
def site(settings):
    settings.MAIL_DOMAIN = DOMAIN
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
    settings.ANYMAIL = {
        "WEBHOOK_SECRET": SECRET,
        "MAILGUN_WEBHOOK_SIGNING_KEY": SIGNING_KEY,
        "BREVO_API_KEY": "key",
    }
    settings.ROOT_URLCONF = __name__


def recipient():
    user = correspondent("alice")
    return build_reply_address(user_id=user.pk, table_id=bidding(), now=timezone.now())


def post(path, body, *kind, secret=SECRET):
    authorization = "Basic " + b64encode(secret.encode()).decode()
    client = Client(raise_request_exception=False)
    return client.post(path, body, *kind, headers={"Authorization": authorization})


def call(where, body, secret=SECRET, provider="postmark"):
    return post(f"/{provider}/{where}/", json.dumps(body), "application/json", secret=secret)


def call_mailgun(where, **fields):
    signature = hmac.new(SIGNING_KEY.encode(), b"1764000000token", "sha256").hexdigest()
    signed = {"timestamp": "1764000000", "token": "token", "signature": signature}
    if where == "tracking":
        return call(where, {"signature": signed, "event-data": fields}, provider="mailgun")
    return post("/mailgun/inbound/", {**fields, **signed})


def inbound(sender="alice@example.org", to=None, **more):
    to = to or recipient()
    return {
        "FromFull": {"Email": sender, "Name": "Alice"},
        "From": sender,
        "ToFull": [{"Email": to, "Name": ""}],
        "OriginalRecipient": to,
        "Subject": "Re: Your turn",
        "TextBody": "2\n\nOn Mon, Wizard <w@x.org> wrote:\n> 3\n",
        "HtmlBody": "<p>2</p>",
        "Headers": [{"Name": "Message-ID", "Value": "<7@example.org>"}],
        **more,
    }


def test_a_mail_is_stored_once():
    body = inbound()
    assert [call("inbound", body).status_code for _ in range(2)] == [200, 200]
    mail = ReceivedMail.objects.get()
    assert (mail.content["lines"], mail.message_id) == (["2"], "<7@example.org>")


def test_a_call_without_the_secret_is_refused():
    assert call("inbound", inbound(), "provider:guess").status_code == 400
    assert not ReceivedMail.objects.exists()


@pytest.mark.parametrize("wrong", [{"sender": "mallory@example.org"}, {"to": f"x@{DOMAIN}"}])
def test_what_a_mail_server_would_refuse_is_dropped(wrong):
    assert call("inbound", inbound(**wrong)).status_code == 200
    assert not ReceivedMail.objects.exists()


def test_a_mail_that_cannot_be_stored_is_sent_again(monkeypatch):
    body = inbound()
    monkeypatch.setattr(ReceivedMail.objects, "bulk_create", None)
    assert call("inbound", body).status_code == 500


def test_an_automatic_mail_is_dropped():
    headers = [{"Name": "Auto-Submitted", "Value": "auto-replied"}]
    assert call("inbound", inbound(Headers=headers)).status_code == 200
    assert not ReceivedMail.objects.exists()


def as_postmark_raw(raw, to):
    return call("inbound", {"OriginalRecipient": to, "RawEmail": raw.decode(), "Headers": []})


def as_mailgun_raw(raw, to):
    return call_mailgun("inbound", recipient=to, sender="alice@example.org", **{"body-mime": raw.decode()})


def as_mailgun_parsed(raw, to):
    mail = BytesHeaderParser().parsebytes(raw)
    return call_mailgun(
        "inbound",
        recipient=to,
        sender="alice@example.org",
        **{"message-headers": json.dumps(mail.items()), "body-plain": mail.get_payload()},
    )


def as_sparkpost(raw, to):
    content = {"email_rfc822": b64encode(raw).decode(), "email_rfc822_is_base64": True}
    mail = {"protocol": "smtp", "content": content, "rcpt_to": to, "msg_from": "alice@example.org"}
    return call("inbound", [{"msys": {"relay_message": mail}}], provider="sparkpost")


def as_brevo(raw, to):
    mail = BytesHeaderParser().parsebytes(raw)
    headers = {name: mail.get_all(name) for name in mail}
    item = {"Headers": {**headers, "Delivered-To": to}, "RawTextBody": mail.get_payload()}
    # A call may bring several mails.
    return call("inbound", {"items": [item, {"Headers": {}}]}, provider="brevo")


PROVIDERS = [as_postmark_raw, as_mailgun_raw, as_mailgun_parsed, as_sparkpost, as_brevo]


@pytest.mark.parametrize("deliver", PROVIDERS)
def test_each_provider_brings_mails(deliver):
    to = recipient()
    raw = write_mail("alice@example.org", to, "zwei\n\nGruß", Message_ID="<7@example.org>", Subject="Re: Zug")
    assert [deliver(raw, to).status_code for _ in range(2)] == [200, 200]
    mail = ReceivedMail.objects.get()
    assert (mail.content["lines"], mail.content["subject"]) == (["zwei", "Gruß"], "Zug")
    assert mail.message_id == "<7@example.org>"


@pytest.mark.parametrize("deliver", PROVIDERS)
def test_forged_senders_are_dropped(deliver):
    to = recipient()
    for sender in ("mallory@example.org", "alice@example.org, bob@example.org", "x"):
        raw = write_mail("x@example.org", to).replace(b"From: x@example.org", f"From: {sender}".encode())
        assert deliver(raw, to).status_code == 200
    twice = b"From: alice@example.org\n" + write_mail("alice@example.org", to)
    assert deliver(twice, to).status_code == 200
    assert not ReceivedMail.objects.exists()


HEAD = b"From: alice@example.org\nMessage-ID: <7@example.org>\n"
EXPENSIVE = {
    "parts": b'Content-Type: multipart/mixed; boundary="x"\n'
    + b"\n--x\nContent-Type: text/plain\n\n2" * 20_000,
    "nesting": b"".join(
        b'Content-Type: multipart/mixed; boundary="%d"\n\n--%d\n' % (depth, depth) for depth in range(2_000)
    ),
    "recipients": b"To: " + b"," * 200_000 + b"\n\n2",
    "sender": b"Reply-To: " + b'"' * 200_000 + b"\n\n2",
    "stack": b"To: " + b"(" * 2_000 + b"\n\n2",
    "header": b"X-Spam-Status: " + b"=?utf-8?q?a?= " * 20_000 + b"\n\n2",
}


@pytest.mark.parametrize("deliver", PROVIDERS)
@pytest.mark.parametrize("expensive", EXPENSIVE)
def test_no_mail_keeps_a_webhook_busy_or_is_sent_again(deliver, expensive):
    to = recipient()
    began = time.process_time()
    # Where the provider names no recipient, the headers are searched for one.
    for named in (to, ""):
        assert deliver(HEAD + EXPENSIVE[expensive], named).status_code == 200
    # Less than a second; without limits, minutes.
    assert time.process_time() - began < 15


def test_the_logs_of_a_webhook_contain_no_address(caplog):
    to = recipient()
    with caplog.at_level(logging.DEBUG):
        as_mailgun_raw(HEAD + f"To: <{to}>, <>x@@\n\n2".encode(), "")
    assert to[:20] not in caplog.text
    assert [each.getMessage()[:13] for each in caplog.records if each.name[:5] == "games"] == [
        "Mail refused:"
    ]


def test_too_many_mails_are_sent_again_later(monkeypatch):
    def refuse(**given):
        raise TooManyMails("too many")

    monkeypatch.setattr(webhooks, "receive_email", refuse)
    assert call("inbound", inbound()).status_code == 503


@pytest.mark.parametrize("provider", sorted(set(known_providers()) - {"resend", "amazon_ses", "postal"}))
def test_every_provider_is_limited(provider):
    inbound_webhook, tracking_webhook = provider_webhooks(provider)
    reader = {"sendinblue": "brevo"}.get(provider, provider)
    assert import_module(f"anymail.webhooks.{reader}").AnymailInboundMessage is ProviderMail
    assert inbound_webhook.callback.csrf_exempt
    assert tracking_webhook.callback.csrf_exempt


def test_mailgun_reports_bounces():
    for severity, address in (("permanent", "a@example.org"), ("temporary", "b@example.org")):
        report = {"event": "failed", "severity": severity, "reason": "bounce", "recipient": address}
        assert call_mailgun("tracking", **report).status_code == 200
    assert [each.address for each in BouncedAddress.objects.all() if each.blocked_at] == ["a@example.org"]


def test_a_call_that_is_sent_again_counts_once():
    soft = {
        "event": "soft_bounce",
        "email": "a@example.org",
        "message-id": "<1@x>",
        "ts_epoch": 1764000000000,
    }
    for body in (soft, soft, {**soft, "ts_epoch": 1764000300000}):
        assert call("tracking", body, provider="brevo").status_code == 200
    assert BouncedAddress.objects.get().failures == 2


def test_brevo_reports_bounces():
    # Both have the same reason; but the second may be a full mailbox.
    for event, address in (("hard_bounce", "a@example.org"), ("soft_bounce", "b@example.org")):
        assert call("tracking", {"event": event, "email": address}, provider="brevo").status_code == 200
    assert [each.address for each in BouncedAddress.objects.all() if each.blocked_at] == ["a@example.org"]


def test_bounces_and_complaints_are_noted():
    for kind, address in (("HardBounce", "a@example.org"), ("Transient", "b@example.org")):
        body = {"RecordType": "Bounce", "Type": kind, "Email": address, "BouncedAt": "2026-11-23T10:00:00Z"}
        assert call("tracking", body).status_code == 200
    complaint = {"RecordType": "SpamComplaint", "Type": "SpamComplaint", "Email": "c@example.org"}
    assert call("tracking", {**complaint, "BouncedAt": "2026-11-23T10:00:00Z"}).status_code == 200
    blocked = BouncedAddress.objects.exclude(blocked_at=None).values_list("address", flat=True)
    assert set(blocked) == {"a@example.org", "c@example.org"}


def test_a_site_without_a_provider_has_no_webhooks(settings):
    settings.ROOT_URLCONF = "wizard_site.urls"
    assert Client().post("/mail/postmark/inbound/").status_code == 404
    assert {"mailgun", "postmark", "brevo"} <= set(known_providers())


def faults(**given):
    with override_settings(**given):
        return [
            message.id for message in (*check_email_play_settings(None), *check_email_play_deployment(None))
        ]


def test_settings_are_checked():
    good = {"SENDS_EMAIL": True, "MAIL_PROVIDER": "postmark", "MAIL_WEBHOOK_SECRET": SECRET}
    assert faults(**good) == []
    assert faults(**good, MAIL_DOMAIN="no domain") == ["games.E101"]
    assert faults(**{**good, "MAIL_PROVIDER": "x"}) == ["games.E102"]
    assert faults(**{**good, "MAIL_WEBHOOK_SECRET": "short"}) == ["games.E103"]
    assert faults(**good, MAIL_DOMAIN="") == ["games.E104"]
    assert faults(**{**good, "SENDS_EMAIL": False}) == ["games.W101"]
    assert faults(**good, MAIL_HOST="0.0.0.0") == ["games.W102"]
