"""The seats that a draw has made."""

from tournaments.selectors.seats import seat_names
from tournaments.selectors.snapshot import read_snapshot


def sizes(tournament, stage_number=1):
    return [len(names) for names in seat_names(read_snapshot(tournament), stage_number)]
