"""What players see of the event's time zone: its clocks, named; scripts add the reader's own time."""

from datetime import UTC, datetime

import pytest
from django.test import Client

from accounts.models import User
from tests.support.markup import squeezed
from tests.support.tournaments.events import event
from tournaments.services.entry.mails import remind_of_check_in

pytestmark = pytest.mark.django_db

SUMMER = datetime(2027, 5, 1, 8, tzinfo=UTC)


def test_pages_show_the_time_of_the_event(client: Client):
    tournament = event(time_zone="Europe/Vienna", starts_at=SUMMER)
    event(time_zone="Asia/Dubai", starts_at=SUMMER)
    moment = '<time datetime="2027-05-01T10:00:00+02:00" data-when>Sat 1 May 2027, 10:00 CEST</time>'
    page = squeezed(client.get(f"/tournaments/{tournament.slug}").content.decode())
    assert moment in page
    assert "<dt>Time zone</dt><dd>Vienna time</dd>" in page
    listed = squeezed(client.get("/tournaments").content.decode())
    assert moment in listed
    assert "Sat 1 May 2027, 12:00 UTC+4" in listed


def test_clients_and_halls_are_told_the_time_zone_and_moments_in_utc(client: Client):
    tournament = event(time_zone="Europe/Vienna", starts_at=SUMMER)
    for path in ("/api/v1/tournaments/{}", "/tournaments/{}/hall.json"):
        told = client.get(path.format(tournament.slug)).json()
        assert (told["time_zone"], told["starts_at"]) == ("Europe/Vienna", "2027-05-01T08:00:00Z")


def test_reminders_name_the_time_of_the_event(mailoutbox):
    alice = User(username="alice", email="alice@example.org")
    remind_of_check_in(event(time_zone="Europe/Vienna", check_in_closes_at=SUMMER), [alice])
    assert "is open until Sat 1 May 2027, 10:00 CEST." in mailoutbox[0].body
