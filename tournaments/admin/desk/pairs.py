"""Who is not seated together."""

from django.http import HttpResponse

from tournaments.admin.desk.door import Visit, act, page
from tournaments.admin.desk.forms import PairForm
from tournaments.models import ForbiddenPair
from tournaments.selectors.desk_entrants import entrants_of
from tournaments.services.pairs import allow_pair, forbid_pair


@page("pairs/")
def pairs(visit: Visit) -> HttpResponse:
    """All pairs, and a form for one more."""
    found = ForbiddenPair.objects.filter(tournament=visit.tournament).select_related("one", "other")
    return visit.shows("pairs.html", tab="check_in", pairs=found, entrants=entrants_of(visit.tournament))


@act("pairs/forbid/")
def forbid(visit: Visit) -> str:
    """Two are kept apart."""
    pair = forbid_pair(**visit.at(**visit.given(PairForm)))
    return f"{pair} are kept apart from the next draw on."


@act("pairs/<int:pair>/allow/")
def allow(visit: Visit, pair: int) -> str:
    """They may meet again."""
    allow_pair(**visit.by_now(pair_id=pair))
    return "They may be seated together again."
