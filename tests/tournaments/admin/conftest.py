"""An owner at the desk of a tournament."""

import pytest

from tests.support.tournaments.desks import Organiser, organising
from tests.support.tournaments.events import event


@pytest.fixture
def olga(on_file: None) -> Organiser:
    """The owner of a tournament of one stage, over a database that commits as the server's."""
    tournament = event()
    return Organiser(organising("olga", tournament), tournament)
