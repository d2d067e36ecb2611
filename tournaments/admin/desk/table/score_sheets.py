"""Entry of score sheets by keyboard alone: a table's number, its scores, the next table."""

from django.http import Http404, HttpResponse

from tournaments.admin.desk.requests import DeskRequest
from tournaments.admin.desk.routing import register_page
from tournaments.admin.desk.table.results import build_result_form, find_unfinished_tables
from tournaments.selectors.desk.table import table_page


@register_page("stages/<int:stage_number>/results/", name="results")
def show_score_sheets(desk: DeskRequest, stage_number: int) -> HttpResponse:
    """Show the page for typing in results from paper score sheets.

    The query parameter `table` is the number of the table whose form is shown.
    """
    waiting = find_unfinished_tables(desk.snapshot, stage_number)
    if waiting is None:
        raise Http404
    return desk.render(
        "table/results.html",
        tab=f"stage_{stage_number}",
        **{**waiting, **_result_form_context(desk, stage_number)},
    )


@register_page("stages/<int:stage_number>/results/form/", name="entry_form")
def show_result_form(desk: DeskRequest, stage_number: int) -> HttpResponse:
    """Return only the HTML form for one table's result. The query parameter `table` is the table's number."""
    return desk.render("table/_entry_form.html", **_result_form_context(desk, stage_number))


def _result_form_context(desk: DeskRequest, stage_number: int) -> dict[str, object]:
    """Return the template context for the form of one table's result.

    The query parameter `table` is the table's number. Without it, return {}.
    """
    asked = desk.request.GET.get("table", "").strip()
    if not asked:
        return {}
    known = asked.isdecimal() and len(asked) < 5
    found = table_page(desk.snapshot, stage_number, int(asked)) if known else None
    if found is None:
        return {"unknown": asked}
    form = build_result_form(found, online=desk.tournament.online)
    return {"page": found, "stage": found.stage, "form": form}
