"""Reminders, by a real mail server."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import translation

from accounts.models import User
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


def people(*names):
    return [User(username=name, email=f"{name}@example.org") for name in names]


def test_each_gets_a_mail_of_their_own(server):
    tournament = event(check_in_closes_at=AT + timedelta(minutes=30))
    remind_of_check_in(tournament, people("alice", "bob"))
    assert [recipients for recipients, _ in server.taken] == [["alice@example.org"], ["bob@example.org"]]
    assert f"Subject: Check in for {tournament.name}" in server.taken[0][1]
    assert "bob@example.org" not in server.taken[0][1]


@pytest.mark.parametrize("refused", ["nobody@example.org", "full@example.org"])
def test_an_address_that_is_refused_keeps_nobody_else_from_their_mail(server, caplog, refused):
    remind_of_check_in(event(), [*people("alice"), User(email=refused), *people("bob")])
    assert [recipients for recipients, _ in server.taken] == [["alice@example.org"], ["bob@example.org"]]
    assert "does not take a reminder" in caplog.text
    assert refused not in caplog.text


def test_a_mail_server_that_is_away_stops_nothing(settings, caplog):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    with mail_server() as gone:
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", gone.port
    remind_of_check_in(event(), people("alice"))
    assert "could not be sent" in caplog.text


def test_each_reads_it_in_their_own_language():
    """An organiser who reads German presses the button."""
    alice, bob = people("alice", "bob")
    alice.preferences = {"language": "de"}
    tournament = event(check_in_closes_at=AT + timedelta(minutes=30), time_zone="Europe/Vienna")
    with translation.override("de"):
        remind_of_check_in(tournament, [alice, bob])
        assert translation.get_language() == "de"
    german, english = mail.outbox
    assert (german.to, english.to) == (["alice@example.org"], ["bob@example.org"])
    assert german.subject == f"Checke für {tournament.name} ein"
    assert german.body.startswith(
        f"Der Check-in für {tournament.name} ist bis Fr, 1. Mai 2026, 14:30 MESZ offen. Wenn du nicht "
    )
    assert english.subject == f"Check in for {tournament.name}"
    assert english.body.startswith(
        f"Check-in for {tournament.name} is open until Fri 1 May 2026, 14:30 CEST."
    )
