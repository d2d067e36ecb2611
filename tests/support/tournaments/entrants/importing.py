"""Lists of entrants, previewed and merged by an organiser."""

from accounts.models import User
from tests.support.tournaments.events import AT, organiser
from tournaments.models import Tournament
from tournaments.services.entry.importing import merging
from tournaments.services.entry.importing.preview import Preview


def previewed(tournament: Tournament, data: str | bytes, *, actor: User | None = None) -> Preview:
    """The preview of a list."""
    given = {"tournament_id": tournament.pk, "actor": actor or organiser(), "now": AT}
    merging.store_entrant_file(data=data.encode() if isinstance(data, str) else data, **given)
    found = merging.preview_entrant_file(**given)
    assert found is not None
    return found


def imported(tournament: Tournament, data: str | bytes, *, actor: User | None = None) -> merging.MergeCounts:
    """A list is uploaded, and its preview confirmed."""
    seen = previewed(tournament, data, actor=actor).key
    return merging.merge_entrant_file(
        tournament_id=tournament.pk, actor=actor or organiser(), now=AT, preview_key=seen
    )


def left_out(
    tournament: Tournament, data: str | bytes, *, actor: User | None = None
) -> list[tuple[int, str]]:
    """The lines that a list's preview leaves out, and why."""
    return [(line.line, line.text) for line in previewed(tournament, data, actor=actor).left_out_lines]
