"""One table's page, and its buttons."""

from django.http import Http404, HttpResponse

from tournaments.admin.desk.actions import action
from tournaments.admin.desk.forms import ReasonForm, SeatForm, TimeForm
from tournaments.admin.desk.requests import DeskRequest
from tournaments.admin.desk.routing import page
from tournaments.admin.desk.table.results import result_form
from tournaments.selectors.desk.table import table_page
from tournaments.services.table import clocks, rulings, seat_changes


@page("stages/<int:stage_number>/tables/<int:table_number>/")
def table(desk: DeskRequest, stage_number: int, table_number: int) -> HttpResponse:
    """The table's state, result and seats, with the actions that fit."""
    found = table_page(desk.snapshot, stage_number, table_number)
    if found is None:
        raise Http404
    form = result_form(found, online=desk.tournament.online)
    context = {"page": found, "stage": found.stage, "table": found.table, "form": form}
    return desk.render("table/table.html", tab=f"stage_{stage_number}", **context)


@action("stages/<int:stage_number>/tables/<int:table_number>/pause/")
def pause(desk: DeskRequest, stage_number: int, table_number: int) -> str:
    """Pause the table."""
    count = clocks.pause_tables(**desk.tournament_args(stage_number=stage_number, tables=[table_number]))
    return (
        f"Table {table_number} is paused."
        if count
        else f"Table {table_number} is already paused, or its game is over."
    )


@action("stages/<int:stage_number>/tables/<int:table_number>/resume/")
def resume(desk: DeskRequest, stage_number: int, table_number: int) -> str:
    """Resume the table."""
    count = clocks.resume_tables(**desk.tournament_args(stage_number=stage_number, tables=[table_number]))
    return f"Table {table_number} has resumed." if count else f"Table {table_number} is not paused."


@action("stages/<int:stage_number>/tables/<int:table_number>/add-time/")
def add_time(desk: DeskRequest, stage_number: int, table_number: int) -> str:
    """Add minutes to the table's time limit; below 0 they are taken off."""
    cleaned = desk.cleaned(TimeForm)
    count = clocks.add_time(
        **desk.tournament_args(stage_number=stage_number, tables=[table_number], **cleaned)
    )
    if not count:
        return f"Table {table_number} has no time limit."
    return f"{cleaned['minutes']:+} minutes for table {table_number}."


@action("tables/<int:stage_table_id>/stop/")
def stop(desk: DeskRequest, stage_table_id: int) -> str:
    """End the table's game now; its scored rounds count."""
    desk.require_confirmation()
    rulings.stop_table(**desk.actor_args(stage_table_id=stage_table_id, **desk.cleaned(ReasonForm)))
    return "The game has been stopped. Its scored rounds count."


@action("tables/<int:stage_table_id>/replay/")
def replay(desk: DeskRequest, stage_table_id: int) -> str:
    """Annul the table's game and start it again with new cards."""
    desk.require_confirmation()
    rulings.replay_table(**desk.actor_args(stage_table_id=stage_table_id, **desk.cleaned(ReasonForm)))
    return "The game has been annulled and the table starts again."


@action("seats/give/")
def give_seat(desk: DeskRequest) -> str:
    """Give a seat to somebody on the waiting list, or to a bot."""
    cleaned = desk.cleaned(SeatForm)
    bot = cleaned["who"].startswith("bot")
    seat_changes.replace_entrant(
        **desk.actor_args(
            placement_id=cleaned["placement"],
            stand_by=None if bot else int(cleaned["who"]),
            counts=cleaned["who"] == "bot_counts",
            leaves=cleaned["leaves"],
            reason=cleaned["reason"],
        )
    )
    return "A bot has taken the seat." if bot else "The player from the waiting list has taken the seat."
