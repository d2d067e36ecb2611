"""Results of score sheets one after the other, by keyboard alone: a table's number, its scores, the next."""

from django.http import Http404, HttpResponse

from tournaments.admin.desk.requests import DeskRequest
from tournaments.admin.desk.routing import page
from tournaments.admin.desk.table.results import result_form, waiting_tables
from tournaments.selectors.desk.table import table_page


@page("stages/<int:stage_number>/results/")
def results(desk: DeskRequest, stage_number: int) -> HttpResponse:
    """The field for a table's number; `?table=` has its form, too."""
    waiting = waiting_tables(desk.snapshot, stage_number)
    if waiting is None:
        raise Http404
    return desk.render(
        "table/results.html", tab=f"stage_{stage_number}", **{**waiting, **_form_of(desk, stage_number)}
    )


@page("stages/<int:stage_number>/results/form/")
def entry_form(desk: DeskRequest, stage_number: int) -> HttpResponse:
    """The form of `?table=` alone."""
    return desk.render("table/_entry_form.html", **_form_of(desk, stage_number))


def _form_of(desk: DeskRequest, stage_number: int) -> dict[str, object]:
    """The table that is asked for, or what was asked if there is none of that number."""
    asked = desk.request.GET.get("table", "").strip()
    if not asked:
        return {}
    known = asked.isdecimal() and len(asked) < 5
    found = table_page(desk.snapshot, stage_number, int(asked)) if known else None
    if found is None:
        return {"unknown": asked}
    form = result_form(found, online=desk.tournament.online)
    return {"page": found, "stage": found.stage, "form": form}
