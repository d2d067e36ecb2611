"""Reminders, by a real mail server."""

from datetime import timedelta

import pytest

from tests.support.network.mail_server import mail_server
from tests.support.tournaments.events import AT, event
from tournaments.services.entry.mails import remind_of_check_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def server(settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    with mail_server() as server:
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
        yield server


def test_each_gets_a_mail_of_their_own(server):
    tournament = event(check_in_closes_at=AT + timedelta(minutes=30))
    remind_of_check_in(tournament, ["alice@example.org", "bob@example.org"])
    assert [recipients for recipients, _ in server.taken] == [["alice@example.org"], ["bob@example.org"]]
    assert f"Subject: Check in for {tournament.name}" in server.taken[0][1]
    assert "bob@example.org" not in server.taken[0][1]


@pytest.mark.parametrize("refused", ["nobody@example.org", "full@example.org"])
def test_an_address_that_is_refused_keeps_nobody_else_from_their_mail(server, caplog, refused):
    remind_of_check_in(event(), ["alice@example.org", refused, "bob@example.org"])
    assert [recipients for recipients, _ in server.taken] == [["alice@example.org"], ["bob@example.org"]]
    assert "does not take a reminder" in caplog.text
    assert refused not in caplog.text


def test_a_mail_server_that_is_away_stops_nothing(settings, caplog):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    with mail_server() as gone:
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", gone.port
    remind_of_check_in(event(), ["alice@example.org"])
    assert "could not be sent" in caplog.text
