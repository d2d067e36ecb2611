"""Who is not seated together."""

from django.http import HttpResponse

from tournaments.admin.desk.door import Visit, act, page
from tournaments.admin.desk.forms import PairForm
from tournaments.models import ForbiddenPair
from tournaments.models.entry import people_of, tell_apart
from tournaments.selectors.desk.entrants import search_entrants
from tournaments.services.draw.pairs import allow_pair, forbid_pair


@page("pairs/")
def pairs(visit: Visit) -> HttpResponse:
    """All pairs, and a form for one more."""
    found = ForbiddenPair.objects.filter(tournament=visit.tournament).select_related("one", "other")
    pairs, entrants = list(found), list(search_entrants(visit.tournament))
    everybody = [*entrants, *(entry for pair in pairs for entry in (pair.one, pair.other))]
    tell_apart(everybody, people_of(visit.tournament.pk))
    return visit.shows("pairs.html", tab="check_in", pairs=pairs, entrants=entrants)


@act("pairs/forbid/")
def forbid(visit: Visit) -> str:
    """Two are kept apart."""
    pair = forbid_pair(**visit.at(**visit.given(PairForm)))
    both = f"{pair.one.shown_name} and {pair.other.shown_name}"
    return f"From the next draw on, {both} are kept apart."


@act("pairs/<int:pair>/allow/")
def allow(visit: Visit, pair: int) -> str:
    """They may meet again."""
    allow_pair(**visit.by_now(pair_id=pair))
    return "They can be seated together again."
