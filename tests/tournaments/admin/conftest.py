"""An owner at the desk of a tournament."""

import pytest
from django.test import Client

from tests.support.tournaments.events import event, sketched
from tests.support.tournaments.pages.admin import client_of
from tests.support.tournaments.pages.desks import Organiser, organising, staff
from tournaments.models import Stage


@pytest.fixture
def olga(on_file: None) -> Organiser:
    """The owner of a tournament of one stage, over a database that commits as the server's."""
    tournament = event()
    return Organiser(organising("olga", tournament), tournament)


@pytest.fixture
def drawn(olga) -> Organiser:
    """Eight bots at two tables, a sketch."""
    Stage.objects.filter(tournament=olga.tournament).update(minutes=45)
    sketched(olga.tournament, 8, seed=3)
    return olga


@pytest.fixture
def root() -> Client:
    return client_of(staff("root", is_superuser=True))


@pytest.fixture
def owner() -> Organiser:
    tournament = event({"kind": "drawn"}, {"kind": "final"})
    return Organiser(organising("olga", tournament), tournament)
