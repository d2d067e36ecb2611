"""The seats that a draw has made."""

from tests.support.tournaments.pages.desks import Organiser
from tournaments.models import Placement
from tournaments.selectors.seats import seat_names_by_table
from tournaments.selectors.snapshot.read import read_snapshot


def sizes(tournament, stage_number=1):
    return [len(names) for names in seat_names_by_table(read_snapshot(tournament), stage_number)]


def placements(olga: Organiser) -> list[Placement]:
    """All seats of the first stage."""
    return list(Placement.objects.filter(stage__tournament=olga.tournament).order_by("table", "seat"))
