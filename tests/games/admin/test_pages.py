"""What the admin's pages show of a game that runs, and of one that is over."""

from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import Accusation, Bid, Cheat, LogEntry, Round, Score, Table, Trick
from games.services.referee import reveal_sealed_tables
from tests.support.games.playing import opened, people, play_on, running, short

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


def pages_of(table_id: str) -> list[str]:
    """The pages that show anything of the cards of a table: lists, and the pages of its rows."""
    found = []
    for model in (Round, Bid, Trick, Score, Cheat, Accusation):
        name = model._meta.model_name
        rows = model.objects.filter(**{f"{'' if model is Round else 'round__'}table": table_id})
        assert rows, f"a game without {name}s proves nothing"
        found.append(reverse(f"admin:games_{name}_change", args=[rows[0].pk]))
    return found


def test_a_sealed_table_shows_nothing_until_it_is_unsealed(staff):
    table_id = running(4, **short(6, 3, cheating=True))
    play_on(table_id, Random(3), nerve=0.3)
    pages = pages_of(table_id)
    entry = LogEntry.objects.filter(table_id=table_id, type="round_dealt").first()
    log_page = reverse("admin:games_logentry_change", args=[entry.pk])
    Table.objects.filter(pk=table_id).update(sealed=True)
    assert [staff.get(page).status_code for page in pages] == [302] * len(pages)
    assert "hands" not in staff.get(log_page).content.decode()
    for name in ("round", "bid", "trick", "score", "cheat", "accusation"):
        listed = staff.get(reverse(f"admin:games_{name}_changelist")).content.decode()
        assert table_id not in listed
    reveal_sealed_tables([table_id], visibility="public")
    assert [staff.get(page).status_code for page in pages] == [200] * len(pages)
    assert "hands" in staff.get(log_page).content.decode()
