"""Who is not seated together."""

from django.http import HttpResponse

from tournaments.admin.desk.actions import action
from tournaments.admin.desk.forms import PairForm
from tournaments.admin.desk.requests import DeskRequest
from tournaments.admin.desk.routing import page
from tournaments.models import ForbiddenPair
from tournaments.models.entry import people_of, tell_apart
from tournaments.selectors.desk.entrants import search_entrants
from tournaments.services.draw.pairs import allow_pair, forbid_pair


@page("pairs/")
def pairs(desk: DeskRequest) -> HttpResponse:
    """All pairs, and a form for one more."""
    found = ForbiddenPair.objects.filter(tournament=desk.tournament).select_related("one", "other")
    pairs, entrants = list(found), list(search_entrants(desk.tournament))
    everybody = [*entrants, *(entry for pair in pairs for entry in (pair.one, pair.other))]
    tell_apart(everybody, people_of(desk.tournament.pk))
    return desk.render("draw/pairs.html", tab="check_in", pairs=pairs, entrants=entrants)


@action("pairs/forbid/")
def forbid(desk: DeskRequest) -> str:
    """Keep two entrants apart from the next draw on."""
    pair = forbid_pair(**desk.tournament_args(**desk.cleaned(PairForm)))
    both = f"{pair.one.shown_name} and {pair.other.shown_name}"
    return f"From the next draw on, {both} are kept apart."


@action("pairs/<int:pair_id>/allow/")
def allow(desk: DeskRequest, pair_id: int) -> str:
    """Let two entrants be seated together again."""
    allow_pair(**desk.actor_args(pair_id=pair_id))
    return "They can be seated together again."
