"""What the admin's pages show of a game that runs, and of one that is over."""

from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import LogEntry, Table
from tests.games.playing import opened, people, play_on, running

pytestmark = pytest.mark.django_db


def test_the_content_of_a_running_game_is_not_even_read(staff):
    entry = LogEntry.objects.filter(table_id=running(3), type="round_dealt").get()
    for page in (
        reverse("admin:games_logentry_changelist"),
        reverse("admin:games_logentry_change", args=[entry.pk]),
    ):
        with CaptureQueriesContext(connection) as queries:
            answer = staff.get(page)
        assert answer.status_code == 200
        assert '"hands"' not in answer.content.decode().replace("&quot;", '"')
        assert not any('"data"' in query["sql"] for query in queries)


def test_the_content_is_shown_when_the_game_is_over(staff):
    table_id = running(3)
    play_on(table_id, Random(1))
    entry = LogEntry.objects.filter(table_id=table_id, type="round_dealt").first()
    page = staff.get(reverse("admin:games_logentry_change", args=[entry.pk])).content.decode()
    assert '"hands"' in page.replace("&quot;", '"')


def test_a_tables_invite_is_not_shown(staff):
    table = Table.objects.get(pk=opened(*people(1), visibility="private"))
    page = staff.get(reverse("admin:games_table_change", args=[table.pk]))
    assert page.status_code == 200
    assert table.invite not in page.content.decode()
