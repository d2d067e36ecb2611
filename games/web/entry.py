"""Who may come in to a table's pages; the same for the game and for its analysis."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from core.http.problems import status_of
from core.refusal import NotFound
from games.rules.errors import Quarantined
from games.selectors import tables


def turned_away(request: HttpRequest, table_id: str) -> HttpResponse | None:
    """The page for who may not see the table, None for who may; `?invite=` brings a private table's code.

    Raises Http404 where there is no such table.
    """
    try:
        entry = tables.may_enter(table_id, request.user.pk, request.GET.get("invite"))
    except NotFound as refusal:
        raise Http404(refusal.detail) from refusal
    except Quarantined as refusal:
        return render(request, "web/put_aside.html", {"refusal": refusal}, status=status_of(refusal))
    return None if entry else render(request, "403.html", {"private_table": table_id}, status=403)
