"""Access check of a table's pages, shared by the game and its analysis."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from core.http.problems import http_status_of
from core.refusal import NotFound
from core.translation import translate
from games.rules.errors import Quarantined
from games.selectors import tables


def access_error_response(request: HttpRequest, table_id: str) -> HttpResponse | None:
    """Return an error page if the viewer may not see the table, otherwise None.

    Raise Http404 if the table does not exist.
    """
    try:
        entry = tables.may_see_table(table_id, request.user.pk, request.GET.get("invite"))
    except NotFound as refusal:
        raise Http404(refusal.detail) from refusal
    except Quarantined as refusal:
        context = {"reason": translate(refusal.detail)}
        return render(request, "web/quarantined.html", context, status=http_status_of(refusal))
    if entry:
        return None
    table = tables.get_table(table_id)
    if table.sealed or tables.is_closed_to_spectators(table):
        # No invite code opens it.
        context = {"closed_table": translate(tables.access_denied_message(table))}
    else:
        context = {"private_table": table_id, "wrong_invite": request.GET.get("invite", "")}
    return render(request, "403.html", context, status=403)
