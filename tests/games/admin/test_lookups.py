"""The admin as an oracle: no address asks about what is hidden, and none breaks it."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Accusation, Cheat, LogEntry, Round, Table
from tests.support.games.playing import running

pytestmark = pytest.mark.django_db


def asked(staff: Client, model: type, **query: str) -> int:
    """The status of a list asked by its address."""
    return staff.get(reverse(f"admin:games_{model._meta.model_name}_changelist"), query).status_code


@pytest.mark.parametrize(
    "query",
    [
        {"data__contains": '[["R7"'},
        {"data__startswith": "{"},
        {"data__regex": "("},
        {"data": "x"},
        {"action_id__startswith": "a"},
        {"table__invite__startswith": "a"},
        {"table__rounds__cheats__isnull": "False"},
        {"table__startswith": "a"},
        {"type__regex": "("},
        {"table": "\x00"},
    ],
)
def test_the_log_is_not_asked_about_what_it_hides(staff, query):
    table_id = running(3)
    # One answer, whether the question is right or wrong.
    for table in (table_id, "another"):
        assert asked(staff, LogEntry, **{"table": table, **query}) == 400


@pytest.mark.parametrize("lookup", ["cheats__isnull", "cheats__card", "accusations__isnull", "table__log"])
def test_rounds_do_not_tell_of_cheats(staff, lookup):
    running(3)
    assert asked(staff, Round, **{lookup: "False"}) == 400


@pytest.mark.parametrize("lookup", ["invite", "invite__startswith", "log__data__contains", "rounds__cheats"])
def test_tables_do_not_tell_their_invites(staff, lookup):
    running(3)
    assert asked(staff, Table, **{lookup: "a"}) == 400


@pytest.mark.parametrize(
    ("model", "query"),
    [
        (LogEntry, {"type__exact": "round_dealt"}),
        (LogEntry, {"table": "abc"}),
        (LogEntry, {"table__id__exact": "abc"}),
        (LogEntry, {"id": "1"}),
        (Round, {"table__exact": "abc", "restricted__exact": "1"}),
        (Table, {"status__exact": "open", "opened_at__year": "2026", "opened_at__month": "1"}),
        (
            Table,
            {
                "opened_at__gte": "2026-01-01 00:00:00+00:00",
                "opened_at__lt": "2026-02-01 00:00:00+00:00",
                "opened_by": "1",
            },
        ),
        (Cheat, {"called_by__isnull": "True", "round": "1"}),
        (Accusation, {"verdict": "caught"}),
    ],
)
def test_filters_dates_and_relations_still_work(staff, model, query):
    running(3)
    assert asked(staff, model, **query) == 200


def test_a_list_shows_the_entries_of_one_table(staff):
    mine, other = running(3), running(4)
    page = staff.get(reverse("admin:games_logentry_changelist"), {"table": mine}).content.decode()
    assert mine in page
    assert other not in page


def test_search_does_not_search_the_content(staff):
    table_id = running(3)
    changelist = reverse("admin:games_logentry_changelist")
    assert table_id in staff.get(changelist, {"q": table_id}).content.decode()
    assert table_id not in staff.get(changelist, {"q": "hands"}).content.decode()
