"""Pairs of entrants who must not be seated together."""

from django.http import HttpResponse
from django.utils.translation import gettext

from tournaments.admin.desk.actions import Message, register_action
from tournaments.admin.desk.forms import PairForm
from tournaments.admin.desk.requests import DeskRequest
from tournaments.admin.desk.routing import register_page
from tournaments.models import ForbiddenPair
from tournaments.models.entry import read_namesakes, set_display_names
from tournaments.selectors.desk.entrants import search_entrants
from tournaments.services.draw.pairs import allow_pair, forbid_pair


@register_page("pairs/", name="pairs")
def show_pairs(desk: DeskRequest) -> HttpResponse:
    """Show the pairs of entrants who must not be drawn to the same table, and a form for adding a pair."""
    found = ForbiddenPair.objects.filter(tournament=desk.tournament).select_related("one", "other")
    pairs, entrants = list(found), list(search_entrants(desk.tournament))
    everybody = [*entrants, *(entry for pair in pairs for entry in (pair.one, pair.other))]
    set_display_names(everybody, read_namesakes(desk.tournament.pk))
    return desk.render("draw/pairs.html", tab="check_in", pairs=pairs, entrants=entrants)


@register_action("pairs/forbid/", name="forbid")
def add_forbidden_pair(desk: DeskRequest) -> Message:
    """Store a pair of entrants who must not be seated at the same table in future draws.

    The posted form contains the ids of the two entrants. Raise WrongMoment if these are not two entrants of
    the tournament, or if the pair is already forbidden.
    """
    pair = forbid_pair(**desk.tournament_args(**desk.clean_form(PairForm)))
    return gettext("From the next draw on, %(one)s and %(other)s are kept apart.") % {
        "one": pair.one.shown_name,
        "other": pair.other.shown_name,
    }


@register_action("pairs/<int:pair_id>/allow/", name="allow")
def remove_forbidden_pair(desk: DeskRequest, pair_id: int) -> Message:
    """Delete a forbidden pair, so that draws can seat the two entrants at the same table again."""
    allow_pair(**desk.actor_args(pair_id=pair_id))
    return gettext("They can be seated together again.")
