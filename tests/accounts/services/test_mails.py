"""Emails about accounts are sent in the background, and a failure is only logged."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from allauth.core.context import request_context
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.urls import reverse
from django.utils import translation

from accounts.services import mails

RESET = reverse("account_reset_password")
KNOWN, UNKNOWN = "alice@example.com", "nobody@example.com"
WAIT = 30


@pytest.fixture
def threads(monkeypatch):
    """Real threads, which `shutdown` waits for."""
    with ThreadPoolExecutor(1) as pool:
        monkeypatch.setattr(mails, "_threads", pool)
        yield pool


@pytest.mark.django_db(transaction=True)
def test_the_answer_does_not_wait_for_the_mail_server(alice, client, threads, monkeypatch):
    answered = Event()

    class SlowServer(EmailBackend):
        def send_messages(self, messages):
            assert answered.wait(WAIT)
            return super().send_messages(messages)

    monkeypatch.setattr(mail, "get_connection", lambda *_args, **_options: SlowServer())
    answer = client.post(RESET, {"email": KNOWN})
    assert (answer.status_code, mail.outbox) == (302, [])
    answered.set()
    threads.shutdown()
    assert [each.to for each in mail.outbox] == [[KNOWN]]


def test_a_mail_server_that_is_down_changes_no_answer(alice, client, settings, caplog):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    known, unknown = (client.post(RESET, {"email": email}) for email in (KNOWN, UNKNOWN))
    assert (known.status_code, known.url) == (unknown.status_code, unknown.url)
    assert [record.message for record in caplog.records if record.name == mails.__name__] == [
        "A mail about an account could not be sent"
    ]


def test_the_background_thread_knows_the_language_of_the_request(rf, threads):
    seen = []
    with request_context(rf.get("/")), translation.override("de"):
        mails.send_email_or_log(lambda _request: seen.append(translation.get_language()))
    threads.shutdown()
    assert seen == ["de"]
