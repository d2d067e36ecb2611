"""Time zones: chosen by the names of places, and clocks that are moved twice a year."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils import translation

from core.time_zones import known_zones
from tournaments.time_zones import (
    format_local_time,
    listed_zones,
    local_time_error,
    place_name,
    shift_local_time,
    zone_abbreviation,
    zone_choices,
    zone_label,
)

VIENNA = ZoneInfo("Europe/Vienna")


def test_places_are_listed_by_region_and_every_name_is_a_zone():
    regions = dict(zone_choices())
    assert ("Europe/Vienna", "Vienna") in regions["Europe"]
    assert regions["Everywhere"] == [("UTC", "UTC")]
    assert set(listed_zones()) <= known_zones()
    assert "America/Buenos_Aires" not in listed_zones()
    assert all(choices == sorted(choices, key=lambda choice: choice[1]) for choices in regions.values())


def test_a_zone_with_an_old_name_stays_on_the_list_and_nonsense_does_not():
    regions = dict(zone_choices("Asia/Calcutta", "Moon/Tycho", "localtime"))
    assert ("Asia/Calcutta", "Calcutta") in regions["Asia"]
    assert "Moon" not in regions
    assert regions["Everywhere"] == [("UTC", "UTC")]


def test_the_clock_of_the_server_is_no_time_zone(monkeypatch):
    with_it = frozenset({"Europe/Vienna", "localtime", "Factory"})
    monkeypatch.setattr("core.time_zones.available_timezones", lambda: with_it)
    assert known_zones.__wrapped__() == {"Europe/Vienna"}


@pytest.mark.parametrize(
    ("name", "place", "label"),
    [
        ("Europe/Vienna", "Vienna", "Vienna time"),
        ("America/New_York", "New York", "New York time"),
        ("America/Kentucky/Louisville", "Louisville (Kentucky)", "Louisville (Kentucky) time"),
        ("UTC", "UTC", "UTC"),
    ],
)
def test_zones_are_called_by_their_place(name, place, label):
    assert (place_name(name), zone_label(name)) == (place, label)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Europe/Vienna", "Fri 1 May 2026, 14:00 CEST"),
        ("Asia/Dubai", "Fri 1 May 2026, 16:00 UTC+4"),
        ("Asia/Kathmandu", "Fri 1 May 2026, 17:45 UTC+5:45"),
        ("America/Sao_Paulo", "Fri 1 May 2026, 09:00 UTC−3"),
        ("UTC", "Fri 1 May 2026, 12:00 UTC"),
    ],
)
def test_a_moment_has_the_letters_of_its_zone_or_the_hours(name, said):
    assert format_local_time(datetime(2026, 5, 1, 12, tzinfo=UTC), ZoneInfo(name)) == said


def test_letters_follow_the_season():
    assert zone_abbreviation(datetime(2026, 1, 1, 12, tzinfo=VIENNA)) == "CET"
    assert zone_abbreviation(datetime(2026, 7, 1, 12, tzinfo=VIENNA)) == "CEST"


def test_a_time_that_the_clocks_skip_or_show_twice_is_named():
    skipped, twice = datetime(2026, 3, 29, 2, 30), datetime(2026, 10, 25, 2, 30)
    assert local_time_error(skipped, VIENNA) == (
        "The clocks go forward in Vienna on 29 March 2026: there is no 02:30. Choose another time."
    )
    assert local_time_error(twice, VIENNA) == (
        "The clocks go back in Vienna on 25 October 2026: 02:30 comes twice. Choose another time."
    )
    for wall in (
        skipped.replace(hour=1),
        skipped.replace(hour=3),
        twice.replace(hour=1),
        twice.replace(hour=3),
    ):
        assert local_time_error(wall, VIENNA) is None
    assert local_time_error(skipped, ZoneInfo("UTC")) is None


def test_what_is_moved_keeps_its_time_on_the_clocks():
    start = datetime(2026, 3, 28, 10, tzinfo=VIENNA)
    evening_before = datetime(2026, 3, 27, 18, tzinfo=VIENNA)
    next_week = datetime(2026, 3, 29, 10, tzinfo=VIENNA)
    found = shift_local_time(evening_before, start=start, new_start=next_week, zone=VIENNA)
    assert found.astimezone(VIENNA) == datetime(2026, 3, 28, 18, tzinfo=VIENNA)
    assert found.tzinfo is UTC


def test_in_german_places_and_moments_are_german():
    with translation.override("de"):
        assert zone_label("Europe/Vienna") == "Ortszeit Wien"
        assert place_name("America/Indiana/Knox") == "Knox, Indiana"
        regions = dict(zone_choices())
        assert ("Europe/Rome", "Rom") in regions["Europa"]
        assert regions["Überall"] == [("UTC", "UTC")]
        at = datetime(2026, 3, 1, 12, tzinfo=UTC)
        assert format_local_time(at, VIENNA) == "So, 1. Mär 2026, 13:00 MEZ"
        assert local_time_error(datetime(2026, 3, 29, 2, 30), VIENNA) == (
            "In Wien werden am 29. März 2026 die Uhren vorgestellt: 02:30 gibt es nicht. "
            "Wähle eine andere Zeit."
        )
