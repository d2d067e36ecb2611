"""Two players of the same name, and two others."""

from tests.support.tournaments.events import AT, desk, event, organiser, table
from tournaments.models import Tournament
from tournaments.services.draw import draws
from tournaments.services.entry import entries
from tournaments.services.lifecycle import lifecycle
from tournaments.services.table import opening
from tournaments.services.table.result_entry import enter_result

BONN, TRIER = "Tom Müller (Bonn)", "Tom Müller (Trier)"


def with_namesakes() -> Tournament:
    """All four have entered a tournament with real cards, whose check-in is open."""
    tournament = event({}, {}, online=False)
    for name, club in (("Tom Müller", "Bonn"), ("Ada", "Bonn"), ("Tom Müller", "Trier"), ("Bob", "")):
        entries.enter_player(**desk(tournament), name=name, club=club)
    lifecycle.open_check_in(**desk(tournament))
    return tournament


def begin(tournament: Tournament) -> None:
    """The four sit at one table, and play."""
    entries.check_in_all(**desk(tournament))
    lifecycle.close_check_in(**desk(tournament))
    draws.draw_stage(**desk(tournament), stage_number=1, seed=1)
    draws.release_draw(**desk(tournament), stage_number=1)
    opening.start_tables(**desk(tournament), stage_number=1)


def enter_sheet(tournament: Tournament) -> None:
    """Their score sheet is entered."""
    rows = [{"seat": seat, "score": 30 - 10 * seat, "correct_bids": 1} for seat in range(4)]
    enter_result(stage_table_id=table(tournament).pk, rows=rows, reason="sheet", actor=organiser(), now=AT)


def both_in(text: str) -> bool:
    """Whether both namesakes are shown, and never without their clubs."""
    return BONN in text and TRIER in text and "Tom Müller<" not in text
