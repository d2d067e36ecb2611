"""Access check of a table's pages, shared by the game and its analysis."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from core.http.problems import status_of
from core.refusal import NotFound
from games.rules.errors import Quarantined
from games.selectors import tables


def refusal_page(request: HttpRequest, table_id: str) -> HttpResponse | None:
    """Return the page that refuses the viewer, None for viewers with access; `?invite=` is the code.

    Raises Http404 if there is no such table.
    """
    try:
        entry = tables.may_enter(table_id, request.user.pk, request.GET.get("invite"))
    except NotFound as refusal:
        raise Http404(refusal.detail) from refusal
    except Quarantined as refusal:
        return render(request, "web/quarantined.html", {"refusal": refusal}, status=status_of(refusal))
    return None if entry else render(request, "403.html", {"private_table": table_id}, status=403)
