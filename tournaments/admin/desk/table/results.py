"""Results entered by hand, for tables with physical cards and as corrections. Typed values are never lost."""

from typing import Any, NamedTuple, TypedDict

from django import forms
from django.http import HttpResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.refusal import BadRequest, Refusal
from games.rules.options import MAX_PLAYERS
from tournaments.admin.desk.actions import ActionResult, register_action, show_refusal
from tournaments.admin.desk.draw.next_draw import ask_about_later_draw
from tournaments.admin.desk.forms import ReasonForm
from tournaments.admin.desk.requests import DeskRequest
from tournaments.errors import NextStageDrawn, NoSuchTournament, ResultChanged, RoleMissing
from tournaments.models import Stage, StageTable
from tournaments.selectors.desk.table import TablePage, table_page
from tournaments.selectors.snapshot.read import read_snapshot
from tournaments.selectors.snapshot.types import TournamentSnapshot
from tournaments.services.draw.later_draws import find_correction_consequences
from tournaments.services.table.result_entry import enter_result
from tournaments.services.table.result_rows import apply_result_rows


class SeatResultForm(forms.Form):
    """Asks for the result of one seat."""

    score = forms.IntegerField(min_value=-100_000, max_value=100_000)
    correct_bids = forms.IntegerField(label=_("bids met"), min_value=0, max_value=1000)


class UnfinishedTables(TypedDict):
    """A stage's tables without a result.

    `missing` contains the numbers of these tables, `all` is how many tables the stage has, and `last` is the
    highest table number.
    """

    stage: Stage
    missing: list[int]
    all: int
    last: int


class SeatLine(NamedTuple):
    """A seat in the result form: what its fields show, and the stored values."""

    seat: int
    name: str
    score: Any
    correct_bids: Any
    stored_score: int | None
    stored_bids: int | None


class ResultForm(NamedTuple):
    """The form for a table's result. `seen` identifies the result that it shows, to detect later changes."""

    lines: list[SeatLine]
    reason: str
    seen: str
    conflict: bool = False


def build_result_form(page: TablePage, *, online: bool) -> ResultForm:
    """Return the form for a table's result, filled in with the stored result if there is one.

    `online` says whether the game is played on this site rather than with physical cards.
    """
    has_result = page.table.has_result
    lines = [
        SeatLine(
            seat=seat.seat,
            name=seat.name,
            score=seat.score if has_result else None,
            correct_bids=seat.correct_bids,
            stored_score=seat.score if has_result else None,
            stored_bids=seat.correct_bids,
        )
        for seat in page.table.seats
    ]
    # "score sheet" is the suggested reason for the first result of a game that was not played here.
    return ResultForm(lines, "" if online or has_result else gettext("score sheet"), page.result_key)


def find_unfinished_tables(snapshot: TournamentSnapshot, stage_number: int) -> UnfinishedTables | None:
    """Return the tables of a stage that have no result yet, or None if there is no such stage."""
    stage = snapshot.find_stage(stage_number)
    if stage is None:
        return None
    missing = [table.row.number for table in stage.tables_without_result]
    last = max((table.row.number for table in stage.all_tables), default=0)
    return {"stage": stage.row, "missing": missing, "all": len(stage.all_tables), "last": last}


def _unfinished_tables_html(desk: DeskRequest) -> str:
    """Return an HTML list of a stage's tables that have no result yet.

    The URL contains the id of a table in this stage. Return "" if that table no longer exists.
    """
    match = desk.request.resolver_match
    found = StageTable.objects.filter(stage__tournament=desk.tournament).select_related("stage")
    row = found.filter(pk=match.kwargs["stage_table_id"]).first() if match else None
    waiting = find_unfinished_tables(read_snapshot(desk.tournament), row.stage.number) if row else None
    return str(desk.render("table/_waiting.html", **waiting).render().content.decode()) if waiting else ""


@register_action("tables/<int:stage_table_id>/result/", part=_unfinished_tables_html, name="result")
def store_result(desk: DeskRequest, stage_table_id: int) -> ActionResult:
    """Store the posted result of a table. Requires a reason.

    If a later stage has been drawn from the old results, first ask whether to keep or discard that draw. If
    the result is refused for another reason, show the form again, with the posted values and the reason.

    Re-raise RoleMissing and NoSuchTournament. If a script sent the request, also re-raise all other refusals
    except NextStageDrawn and ResultChanged, because the script's page still contains the typed values.
    """
    post = desk.request.POST
    try:
        entered = enter_result(
            **desk.actor_args(
                stage_table_id=stage_table_id, rows=_posted_seat_results(desk), **desk.clean_form(ReasonForm)
            ),
            if_result=post.get("if_result"),
            next_draw=post.get("next_draw"),
        )
    except (RoleMissing, NoSuchTournament):
        raise
    except Refusal as refusal:
        if desk.wants_part and not isinstance(refusal, NextStageDrawn | ResultChanged):
            # The page that runs the script still contains what was typed.
            raise
        return _respond_to_refused_result(desk, stage_table_id, refusal)
    message = (
        gettext("The result of table %(number)d has been corrected.")
        if entered.corrected
        else gettext("The result of table %(number)d has been entered.")
    )
    return message % {"number": entered.table.number}


def _respond_to_refused_result(desk: DeskRequest, stage_table_id: int, refusal: Refusal) -> HttpResponse:
    """Show the form for a table's result again, with the reasons why the posted result was refused.

    If the reason is that a later stage has been drawn, ask instead whether to keep that draw or to discard
    it. Raise `refusal` if there is no such table.
    """
    found = StageTable.objects.filter(stage__tournament=desk.tournament).select_related("stage")
    row = found.filter(pk=stage_table_id).first()
    if row is None:
        raise refusal
    snapshot, stage_number = read_snapshot(desk.tournament), row.stage.number
    if isinstance(refusal, NextStageDrawn):
        return _ask_about_later_draw(desk, snapshot, stage_table_id, stage_number)
    page = table_page(snapshot, stage_number, row.number)
    if page is None:
        raise refusal
    show_refusal(desk, refusal)
    form = _build_form_with_posted_values(desk, page, conflict=isinstance(refusal, ResultChanged))
    return desk.render(
        "table/result.html", tab=f"stage_{stage_number}", page=page, stage=page.stage, form=form
    )


def _build_form_with_posted_values(desk: DeskRequest, page: TablePage, *, conflict: bool) -> ResultForm:
    """Return the form for a table's result, filled in with the posted values.

    If `conflict` is true, somebody else has changed the stored result since the form was opened. Submitting
    the returned form overwrites that result.
    """
    post = desk.request.POST
    stored = build_result_form(page, online=desk.tournament.online)
    lines = [
        line._replace(
            score=post.get(f"{line.seat}-score", ""), correct_bids=post.get(f"{line.seat}-correct_bids", "")
        )
        for line in stored.lines
    ]
    seen = stored.seen if conflict else post.get("if_result", stored.seen)
    return ResultForm(lines, post.get("reason", ""), seen, conflict)


def _ask_about_later_draw(
    desk: DeskRequest, snapshot: TournamentSnapshot, stage_table_id: int, stage_number: int
) -> HttpResponse:
    """Show a page that asks whether to keep or discard the draw of a later stage.

    The page also shows how the posted result would affect this draw. `stage_number` is the number of the
    stage that the table belongs to. Raise WrongMoment if the later draw no longer exists.
    """
    table_snapshot = snapshot.find_table(stage_table_id)
    assert table_snapshot is not None
    corrected = snapshot.with_corrected_tables(
        apply_result_rows(snapshot, table_snapshot, _posted_seat_results(desk))
    )
    return ask_about_later_draw(
        desk,
        find_correction_consequences(snapshot, corrected, stage_number),
        tab=f"stage_{stage_number}",
    )


def _posted_seat_results(desk: DeskRequest) -> list[dict[str, int]]:
    """Return the posted result of each seat, as a dict with `seat` (from 0), `score` and `correct_bids`.

    Raise BadRequest if a value is invalid.
    """
    rows, faults = [], {}
    for seat in range(MAX_PLAYERS):
        if f"{seat}-score" not in desk.request.POST:
            continue
        form = SeatResultForm(desk.request.POST, prefix=str(seat))
        if form.is_valid():
            rows.append({"seat": seat, **form.cleaned_data})
        for name, found in form.errors.items():
            label = gettext("Seat %(seat)d, %(field)s") % {
                "seat": seat + 1,
                "field": form.fields[name].label or name,
            }
            faults[label] = [str(fault) for fault in found]
    if faults:
        raise BadRequest(faults)
    return rows
