"""Pages of a large tournament ask the database no more than those of a small one."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.support.tournaments.events import event, start, with_bots
from tests.support.tournaments.pages.desks import Organiser, organising

PAGES = (
    ("overview",),
    ("check_in",),
    ("stage", 1),
    ("live", 1),
    ("table", 1, 1),
    ("standings",),
    ("prizes",),
)
LISTS = ("tournament", "stage", "entry", "auditentry", "optionmix")


def playing(bots: int) -> Organiser:
    """A tournament of so many whose first stage plays."""
    tournament = event()
    olga = Organiser(organising("olga", tournament), tournament)
    start(with_bots(tournament, bots), 1, now=timezone.now())
    return olga


def queries(olga: Organiser, address: str) -> int:
    """How many a page takes; the second time, when what is kept is kept."""
    olga.client.get(address)
    with CaptureQueriesContext(connection) as asked:
        assert olga.client.get(address).status_code == 200
    return len(asked)


@pytest.mark.django_db
def test_pages_of_245_take_no_more_queries_than_those_of_8():
    small, large = playing(8), playing(245)
    for page in PAGES:
        few, many = queries(small, small.address(*page)), queries(large, large.address(*page))
        assert many <= few, page
        assert many <= 25, page


@pytest.mark.django_db
def test_lists_do_not_ask_for_each_row():
    olga = playing(8)
    addresses = [reverse(f"admin:tournaments_{name}_changelist") for name in LISTS]
    before = [queries(olga, address) for address in addresses]
    for _ in range(3):
        playing(12)
    assert [queries(olga, address) for address in addresses] == before


@pytest.mark.django_db
def test_settings_do_not_ask_for_each_stage_or_permission():
    def settings(stages: int) -> int:
        tournament = event(*[{"kind": "drawn"}] * stages)
        olga = Organiser(organising("olga", tournament), tournament)
        return queries(olga, reverse("admin:tournaments_tournament_change", args=[tournament.pk]))

    few = settings(2)
    assert settings(8) <= few <= 16
