"""One table's page, and its buttons."""

from django.http import Http404, HttpResponse

from tournaments.admin.desk.actions import action
from tournaments.admin.desk.forms import ReasonForm, SeatForm, TimeForm
from tournaments.admin.desk.requests import DeskRequest
from tournaments.admin.desk.routing import page
from tournaments.admin.desk.table.results import result_form
from tournaments.selectors.desk.table import table_page
from tournaments.selectors.snapshot import read_snapshot
from tournaments.services.table import clocks, rulings, seat_changes


@page("stages/<int:number>/tables/<int:table>/")
def table(desk: DeskRequest, number: int, table: int) -> HttpResponse:
    """Its state, and all that can be done there."""
    found = table_page(read_snapshot(desk.tournament), number, table, desk.now)
    if found is None:
        raise Http404
    form = result_form(found, online=desk.tournament.online)
    context = {"page": found, "stage": found.stage, "table": found.table, "form": form}
    return desk.render("table.html", tab=f"stage_{number}", **context)


@action("stages/<int:number>/tables/<int:table>/pause/")
def pause(desk: DeskRequest, number: int, table: int) -> str:
    """It stands still."""
    count = clocks.pause_tables(**desk.tournament_args(number=number, tables=[table]))
    return f"Table {table} is paused." if count else f"Table {table} is already paused, or its game is over."


@action("stages/<int:number>/tables/<int:table>/resume/")
def resume(desk: DeskRequest, number: int, table: int) -> str:
    """It goes on."""
    count = clocks.resume_tables(**desk.tournament_args(number=number, tables=[table]))
    return f"Table {table} has resumed." if count else f"Table {table} is not paused."


@action("stages/<int:number>/tables/<int:table>/add-time/")
def add_time(desk: DeskRequest, number: int, table: int) -> str:
    """More time."""
    cleaned = desk.cleaned(TimeForm)
    count = clocks.add_time(**desk.tournament_args(number=number, tables=[table], **cleaned))
    if not count:
        return f"Table {table} has no time limit."
    return f"{cleaned['minutes']:+} minutes for table {table}."


@action("tables/<int:table>/stop/")
def stop(desk: DeskRequest, table: int) -> str:
    """The scored rounds count."""
    desk.require_confirmation()
    rulings.stop_table(**desk.actor_args(stage_table_id=table, **desk.cleaned(ReasonForm)))
    return "The game has been stopped. Its scored rounds count."


@action("tables/<int:table>/replay/")
def replay(desk: DeskRequest, table: int) -> str:
    """Once more from the first card."""
    desk.require_confirmation()
    rulings.replay_table(**desk.actor_args(stage_table_id=table, **desk.cleaned(ReasonForm)))
    return "The game has been annulled and the table starts again."


@action("seats/give/")
def give_seat(desk: DeskRequest) -> str:
    """A stand-by or a bot sits down."""
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
