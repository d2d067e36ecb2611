"""What a desk takes back: tables with real cards, their results and the log."""

from tests.support.tournaments.events import (
    AT,
    event,
    organiser,
    start,
    table,
    with_people,
)
from tournaments.models import AuditEntry, Tournament
from tournaments.services.table.result_entry import enter_result

PEOPLE = ("alice", "bob", "dora", "emil")


def note(tournament: Tournament, act: str) -> AuditEntry:
    """The newest act of this type."""
    found = AuditEntry.objects.filter(tournament=tournament, type=act).order_by("-number").first()
    assert found is not None, act
    return found


def real_cards(*stages: dict, names: tuple[str, ...] = PEOPLE) -> Tournament:
    """People at tables with real cards, whose first stage has begun."""
    tournament = event(*stages, online=False)
    with_people(tournament, names)
    start(tournament, 1)
    return tournament


def result(tournament: Tournament, table_number: int = 1, stage: int = 1) -> None:
    """A result for a table with real cards: everybody has missed the last bid."""
    row = table(tournament, table_number, stage)
    rows = [{"seat": seat, "score": -20, "correct_bids": 0} for seat in range(row.size)]
    enter_result(stage_table_id=row.pk, rows=rows, actor=organiser(), now=AT, reason="score sheet")
