"""The page of an analysis: whose it is and whose others there are; the figures come over the API."""

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from games.selectors import analyses
from games.web.entry import refusal_page


@never_cache
def analysis(request: HttpRequest, table_id: str) -> HttpResponse:
    """Show what the decisions of a finished game were worth: the viewer's own, or those of `?seat=` once
    analysed.
    """
    away = refusal_page(request, table_id)
    if away is not None:
        return away
    people = analyses.judged_people(table_id, request.user.pk)
    seat = _seat(request, people)
    invite = request.GET.get("invite")
    login = _with_query(reverse("account_login"), next=request.get_full_path())
    page = {
        "table_id": table_id,
        "url": _with_query(reverse("api_analysis", args=[table_id]), seat=seat, invite=invite),
        "own": seat is not None and seat == people.own,
        "names": people.names,
        "edition": people.edition,
        "login_url": None if request.user.is_authenticated else login,
    }
    context = {
        "page": page,
        "name": None if seat is None or page["own"] else people.names[seat],
        "table_url": _with_query(reverse("table", args=[table_id]), invite=invite),
        "others": _others(table_id, people, seat, invite),
    }
    return render(request, "web/analysis.html", context)


def _seat(request: HttpRequest, people: analyses.People) -> int | None:
    """Whose analysis is wanted: `?seat=`, else the own one; raises Http404 where nobody sat."""
    wanted = request.GET.get("seat")
    if wanted is None:
        return people.own
    seats = [str(seat) for seat in range(len(people.names))]
    if wanted not in seats:
        raise Http404("There is no such seat.")
    return seats.index(wanted)


def _others(
    table_id: str, people: analyses.People, seat: int | None, invite: str | None
) -> list[dict[str, Any]]:
    """The ways to the other analyses of this game: the own one, and those that are made."""
    own = () if people.own is None else (people.own,)
    path = reverse("analysis", args=[table_id])
    return [
        {
            "name": "Your own" if other == people.own else people.names[other],
            "url": _with_query(path, seat=other, invite=invite),
        }
        for other in sorted({*own, *people.analysed} - {seat})
    ]


def _with_query(path: str, **query: object) -> str:
    """A path with those of the query's values that there are."""
    given = {name: value for name, value in query.items() if value is not None}
    return f"{path}?{urlencode(given)}" if given else path
