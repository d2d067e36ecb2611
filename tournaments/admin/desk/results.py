"""Results by hand: of tables with real cards, and corrections."""

from typing import Any

from django import forms

from games.rules.errors import BadRequest
from tournaments.admin.desk.door import Visit, act
from tournaments.admin.desk.forms import ReasonForm
from tournaments.services.table import enter_result

MOST_SEATS = 6


class SeatResultForm(forms.Form):
    """What one seat has made."""

    score = forms.IntegerField(min_value=-100_000, max_value=100_000)
    correct_bids = forms.IntegerField(label="correct bids", min_value=0, max_value=1000)


@act("tables/<int:table>/result/")
def result(visit: Visit, table: int) -> str:
    """A row for each seat, and why."""
    rows = _rows(visit)
    enter_result(**visit.by_now(table_id=table, rows=rows, **visit.given(ReasonForm)))
    return "The result is entered."


def _rows(visit: Visit) -> list[dict[str, Any]]:
    """The seats that the form has, each complete; raises BadRequest with every fault."""
    rows, faults = [], {}
    for seat in range(MOST_SEATS):
        if f"{seat}-score" not in visit.request.POST:
            continue
        form = SeatResultForm(visit.request.POST, prefix=str(seat))
        if form.is_valid():
            rows.append({"seat": seat, **form.cleaned_data})
        for name, found in form.errors.items():
            faults[f"Seat {seat + 1}, {form.fields[name].label or name}"] = [str(fault) for fault in found]
    if faults:
        raise BadRequest(faults)
    return rows
