"""The event's time zone in the admin and at the desk: all times are typed and shown by its clocks."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.support.tournaments.events import event, fresh
from tests.support.tournaments.pages.desks import Organiser, fields_of, fields_on, organising, staff
from tournaments.models import AuditEntry, Tournament
from tournaments.services.lifecycle.presets import create_from_preset

pytestmark = pytest.mark.django_db

VIENNA, TOKYO = "Europe/Vienna", "Asia/Tokyo"
SUMMER = datetime(2027, 5, 1, 8, tzinfo=UTC)
"""10:00 in Vienna, 17:00 in Tokyo."""


@pytest.fixture
def olga() -> Organiser:
    tournament = event(time_zone=VIENNA, starts_at=SUMMER)
    return Organiser(organising("olga", tournament), tournament)


def settings_of(olga: Organiser) -> str:
    assert olga.tournament is not None
    return reverse("admin:tournaments_tournament_change", args=[olga.tournament.pk])


def sent(olga: Organiser, **changes: Any) -> Any:
    """The answer to the settings as a browser sends them back with these changes."""
    assert olga.tournament is not None
    page = olga.client.get(settings_of(olga))
    with timezone.override(fresh(olga.tournament).zone):
        fields = fields_of(page)
    return olga.client.post(settings_of(olga), {**fields, **changes})


def starts_at(olga: Organiser) -> datetime | None:
    assert olga.tournament is not None
    return fresh(olga.tournament).starts_at


def test_times_are_typed_and_shown_by_the_clocks_of_the_event(olga):
    page = olga.client.get(settings_of(olga)).content.decode()
    assert fields_on(page)["starts_at_1"] == "10:00:00"
    assert sent(olga, starts_at_1="11:30:00").status_code == 302
    assert starts_at(olga) == SUMMER.replace(hour=9, minute=30)
    assert "Sat 1 May, 11:30 CEST" in olga.page("overview")
    assert "All times at this desk are Vienna time" in olga.page("overview")
    assert timezone.get_current_timezone_name() == "UTC"


def test_settings_that_are_sent_back_unchanged_change_nothing(olga):
    Tournament.objects.update(starts_at=SUMMER.replace(microsecond=250_000))
    assert sent(olga).status_code == 302
    assert starts_at(olga) == SUMMER.replace(microsecond=250_000)
    assert not AuditEntry.objects.exists()


def test_another_time_zone_keeps_the_times_as_they_are_typed(olga):
    page = olga.client.get(settings_of(olga)).content.decode()
    assert "If you change it, they stay as you typed them" in page
    assert sent(olga, time_zone=TOKYO).status_code == 302
    assert starts_at(olga) == SUMMER.replace(hour=1)
    assert fields_on(olga.client.get(settings_of(olga)).content.decode())["starts_at_1"] == "10:00:00"
    log = olga.page("log")
    assert "When (Tokyo time)" in log
    assert "time zone: Asia/Tokyo" in log
    assert "starts at: Sat 1 May 2027, 10:00 UTC+9" in log.replace("JST", "UTC+9")


@pytest.mark.parametrize(
    ("day", "fault"),
    [("2027-03-28", "there is no 02:30"), ("2027-10-31", "02:30 comes twice")],
)
def test_times_that_the_clocks_skip_or_show_twice_are_refused(olga, day, fault):
    answer = sent(olga, starts_at_0=day, starts_at_1="02:30:00")
    assert fault in str(answer.context["adminform"].form.errors["starts_at"])
    assert starts_at(olga) == SUMMER


@pytest.mark.parametrize(
    ("zone", "day", "time"),
    [(VIENNA, "0001-01-01", "00:00:00"), ("America/New_York", "9999-12-31", "23:00:00")],
)
def test_moments_that_no_database_can_store_are_refused(olga, zone, day, time):
    answer = sent(olga, time_zone=zone, starts_at_0=day, starts_at_1=time)
    fault = "Choose a year from 2000 to 2100."
    assert answer.context["adminform"].form.errors["starts_at"] == [fault]
    assert starts_at(olga) == SUMMER


def test_a_time_that_is_stored_stays_though_the_clocks_show_it_twice(olga):
    second = datetime(2027, 10, 31, 1, 30, tzinfo=UTC)
    Tournament.objects.update(starts_at=second)
    assert sent(olga, name="Renamed").status_code == 302
    assert starts_at(olga) == second


@pytest.mark.parametrize("name", ["Moon/Tycho", "localtime", "../../etc/passwd", "x" * 65, "Europe/Vienna\0"])
def test_what_is_no_time_zone_is_refused(olga, name):
    answer = sent(olga, time_zone=name)
    assert answer.context["adminform"].form.errors["time_zone"]
    assert olga.tournament is not None
    assert fresh(olga.tournament).time_zone == VIENNA


def new(client: Client, **fields: str) -> Tournament:
    given = {"pattern": "club", "name": "New", "slug": "new-one", "starts_at_0": "2027-05-01", **fields}
    answer = client.post(reverse("admin:tournaments_tournament_add"), {"starts_at_1": "10:00", **given})
    assert answer.status_code == 302, answer.context["errors"]
    return Tournament.objects.get(slug="new-one")


def test_a_new_one_starts_by_the_clocks_of_its_own_time_zone(olga):
    assert new(olga.client, time_zone=TOKYO).starts_at == SUMMER.replace(hour=1)


def test_a_new_one_is_where_its_organiser_was_last_or_else_where_the_site_is(olga, settings):
    add = reverse("admin:tournaments_tournament_add")
    assert f'<option value="{VIENNA}" selected>Vienna</option>' in olga.client.get(add).content.decode()
    assert new(olga.client).starts_at == SUMMER
    settings.TIME_ZONE = TOKYO
    root = staff("root", is_superuser=True)
    made = create_from_preset(preset="club", slug="a", name="A", actor=root, now=SUMMER)
    assert made.time_zone == TOKYO


def test_a_copy_starts_in_the_same_time_zone(olga):
    assert olga.tournament is not None
    address = reverse("admin:tournaments_tournament_copy", args=[olga.tournament.pk])
    assert "In Vienna time." in olga.client.get(address).content.decode()
    sent = {"name": "Again", "slug": "again", "starts_at_0": "2027-12-01", "starts_at_1": "10:00"}
    assert olga.client.post(address, sent).status_code == 302
    copy = Tournament.objects.get(slug="again")
    assert (copy.time_zone, copy.starts_at) == (VIENNA, datetime(2027, 12, 1, 9, tzinfo=UTC))


def test_lists_show_each_row_in_the_time_zone_of_its_tournament(olga):
    other = event(time_zone=TOKYO, starts_at=SUMMER)
    organising("olga", other)
    olga.press("open_check_in")
    page = olga.client.get(reverse("admin:tournaments_tournament_changelist")).content.decode()
    assert "Sat 1 May 2027, 10:00 CEST" in page
    assert "Sat 1 May 2027, 17:00 JST" in page
    log = olga.client.get(reverse("admin:tournaments_auditentry_changelist")).content.decode()
    assert re.search(r"\d\d:\d\d CES?T<", log)
    entry = AuditEntry.objects.get()
    page = olga.client.get(reverse("admin:tournaments_auditentry_change", args=[entry.pk])).content.decode()
    assert re.search(r"\d\d:\d\d CES?T<", page)
