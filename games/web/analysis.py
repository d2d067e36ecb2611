"""The page of a game's analysis; its figures are loaded over the API."""

from typing import NamedTuple
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from games.selectors.analysis import analyses
from games.web.entry import access_error_response


class OtherAnalysis(NamedTuple):
    """A link to another analysis of the same game."""

    name: str
    url: str


@never_cache
def show_analysis(request: HttpRequest, table_id: str) -> HttpResponse:
    """Show the analysis of one player's decisions in a game.

    The query parameter `seat` selects the player. If the viewer may not see the game, show an error page
    instead. Raise Http404 if there is no such game or seat.
    """
    away = access_error_response(request, table_id)
    if away is not None:
        return away
    people = analyses.players_for_analysis(table_id, request.user.pk)
    seat = _requested_seat(request, people)
    invite = request.GET.get("invite")
    login = _add_query(reverse("account_login"), next=request.get_full_path())
    page = {
        "table_id": table_id,
        "url": _add_query(reverse("api_analysis", args=[table_id]), seat=seat, invite=invite),
        "own": seat is not None and seat == people.own,
        "names": people.names,
        "edition": people.edition,
        "login_url": None if request.user.is_authenticated else login,
    }
    context = {
        "page": page,
        "name": None if seat is None or page["own"] else people.names[seat],
        "table_url": _add_query(reverse("table", args=[table_id]), invite=invite),
        "others": _links_to_other_analyses(table_id, people, seat, invite),
    }
    return render(request, "web/analysis.html", context)


def _requested_seat(request: HttpRequest, people: analyses.AnalysisPlayers) -> int | None:
    """Return the number of the seat in the query parameter `seat`. Raise Http404 if there is no such seat.

    Without the parameter, return the viewer's own seat, or None if the viewer is not one of the players.
    """
    wanted = request.GET.get("seat")
    if wanted is None:
        return people.own
    # Compared as strings, because `int` would also accept "+1", " 1 " and the digits of other scripts.
    seats = [str(seat) for seat in range(len(people.names))]
    if wanted not in seats:
        raise Http404(gettext("There is no such seat."))
    return seats.index(wanted)


def _links_to_other_analyses(
    table_id: str, people: analyses.AnalysisPlayers, seat: int | None, invite: str | None
) -> list[OtherAnalysis]:
    """Return links to the viewer's own analysis and to the finished analyses of the other players.

    Leave out the player at `seat`, whose analysis the page already shows. If `seat` is None, leave out
    nobody. `invite` is the table's invite code, or None if the page was opened without an invite code.
    """
    own = () if people.own is None else (people.own,)
    path = reverse("analysis", args=[table_id])
    return [
        OtherAnalysis(
            name=gettext("Your own") if other == people.own else people.names[other],
            url=_add_query(path, seat=other, invite=invite),
        )
        for other in sorted({*own, *people.analysed} - {seat})
    ]


def _add_query(path: str, **query: object) -> str:
    """Add a query string to `path`, leaving out parameters that are None."""
    given = {name: value for name, value in query.items() if value is not None}
    return f"{path}?{urlencode(given)}" if given else path
