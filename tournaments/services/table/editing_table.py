"""The unit of work for one table."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from accounts.models import User
from core.sentence import Sentence
from tournaments.errors import NoSuchTournament
from tournaments.models import StageTable
from tournaments.selectors.snapshot.read import read_snapshot
from tournaments.selectors.snapshot.types import StageTableSnapshot, TournamentSnapshot
from tournaments.services.editing import TournamentEdit, editing


@contextmanager
def editing_table(
    stage_table_id: int, actor: User | None, now: datetime
) -> Iterator[tuple[TournamentEdit, StageTableSnapshot, TournamentSnapshot]]:
    """Lock a table's tournament for a change, which is saved unless an exception occurs.

    Yield a TournamentEdit, a snapshot of the table, and a snapshot of the tournament. `actor` is the
    organiser, or None for the scheduler.
    """
    row = StageTable.objects.select_related("stage").filter(pk=stage_table_id).first()
    if row is None:
        raise NoSuchTournament(Sentence("This table no longer exists. The stage may have been drawn again."))
    with editing(row.stage.tournament_id, actor=actor, now=now) as edit:
        snapshot = read_snapshot(edit.tournament)
        table = snapshot.find_table(stage_table_id)
        if table is None:
            raise NoSuchTournament(Sentence("This table no longer exists. The stage has been drawn again."))
        yield edit, table, snapshot
