"""One table's page, and its buttons."""

from django.http import Http404, HttpResponse

from tournaments.admin.desk.door import Visit, act, page
from tournaments.admin.desk.forms import ReasonForm, SeatForm, TimeForm
from tournaments.admin.desk.results import result_form
from tournaments.selectors.desk.stage import table_page
from tournaments.selectors.snapshot import read_snapshot
from tournaments.services.table import clocks, rulings, seat_changes


@page("stages/<int:number>/tables/<int:table>/")
def table(visit: Visit, number: int, table: int) -> HttpResponse:
    """Its state, and all that can be done there."""
    found = table_page(read_snapshot(visit.tournament), number, table, visit.now)
    if found is None:
        raise Http404
    form = result_form(found, online=visit.tournament.online)
    context = {"page": found, "stage": found.stage, "table": found.table, "form": form}
    return visit.shows("table.html", tab=f"stage_{number}", **context)


@act("stages/<int:number>/tables/<int:table>/pause/")
def pause(visit: Visit, number: int, table: int) -> str:
    """It stands still."""
    count = clocks.pause_tables(**visit.at(number=number, tables=[table]))
    return f"Table {table} is paused." if count else f"Table {table} is already paused, or its game is over."


@act("stages/<int:number>/tables/<int:table>/resume/")
def resume(visit: Visit, number: int, table: int) -> str:
    """It goes on."""
    count = clocks.resume_tables(**visit.at(number=number, tables=[table]))
    return f"Table {table} has resumed." if count else f"Table {table} is not paused."


@act("stages/<int:number>/tables/<int:table>/add-time/")
def add_time(visit: Visit, number: int, table: int) -> str:
    """More time."""
    given = visit.given(TimeForm)
    count = clocks.add_time(**visit.at(number=number, tables=[table], **given))
    if not count:
        return f"Table {table} has no time limit."
    return f"{given['minutes']:+} minutes for table {table}."


@act("tables/<int:table>/stop/")
def stop(visit: Visit, table: int) -> str:
    """The scored rounds count."""
    visit.confirmed()
    rulings.stop_table(**visit.by_now(table_id=table, **visit.given(ReasonForm)))
    return "The game has been stopped. Its scored rounds count."


@act("tables/<int:table>/replay/")
def replay(visit: Visit, table: int) -> str:
    """Once more from the first card."""
    visit.confirmed()
    rulings.replay_table(**visit.by_now(table_id=table, **visit.given(ReasonForm)))
    return "The game has been annulled and the table starts again."


@act("seats/give/")
def give_seat(visit: Visit) -> str:
    """A stand-by or a bot sits down."""
    given = visit.given(SeatForm)
    bot = given["who"].startswith("bot")
    seat_changes.replace_entrant(
        **visit.by_now(
            placement_id=given["placement"],
            stand_by=None if bot else int(given["who"]),
            counts=given["who"] == "bot_counts",
            leaves=given["leaves"],
            reason=given["reason"],
        )
    )
    return "A bot has taken the seat." if bot else "The player from the waiting list has taken the seat."
