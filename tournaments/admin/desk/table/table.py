"""A table's page in the organisers' console, and its buttons."""

from django.http import Http404, HttpResponse
from django.utils.translation import gettext

from tournaments.admin.desk.actions import Message, register_action
from tournaments.admin.desk.forms import ReasonForm, SeatForm, TimeForm
from tournaments.admin.desk.requests import DeskRequest
from tournaments.admin.desk.routing import register_page
from tournaments.admin.desk.table.results import build_result_form
from tournaments.selectors.desk.table import table_page
from tournaments.services.table import clocks, rulings, seat_changes


@register_page("stages/<int:stage_number>/tables/<int:table_number>/", name="table")
def show_table(desk: DeskRequest, stage_number: int, table_number: int) -> HttpResponse:
    """Show a table's state, seats and result, with buttons for the organisers."""
    found = table_page(desk.snapshot, stage_number, table_number)
    if found is None:
        raise Http404
    form = build_result_form(found, online=desk.tournament.online)
    context = {"page": found, "stage": found.stage, "table": found.table, "form": form}
    return desk.render("table/table.html", tab=f"stage_{stage_number}", **context)


@register_action("stages/<int:stage_number>/tables/<int:table_number>/pause/", name="pause")
def pause_table(desk: DeskRequest, stage_number: int, table_number: int) -> Message:
    """Pause the game at a table. If the game is already paused or over, the message says so."""
    count = clocks.hold_tables(**desk.tournament_args(stage_number=stage_number, tables=[table_number]))
    return (
        gettext("Table %(table_number)d is paused.") % {"table_number": table_number}
        if count
        else gettext("Table %(table_number)d is already paused, or its game is over.")
        % {"table_number": table_number}
    )


@register_action("stages/<int:stage_number>/tables/<int:table_number>/resume/", name="resume")
def resume_table(desk: DeskRequest, stage_number: int, table_number: int) -> Message:
    """Resume the game at a table. If the game is not paused, the message says so."""
    count = clocks.resume_tables(**desk.tournament_args(stage_number=stage_number, tables=[table_number]))
    return (
        gettext("Table %(table_number)d has resumed.") % {"table_number": table_number}
        if count
        else gettext("Table %(table_number)d is not paused.") % {"table_number": table_number}
    )


@register_action("stages/<int:stage_number>/tables/<int:table_number>/add-time/", name="add_time")
def add_time_to_table(desk: DeskRequest, stage_number: int, table_number: int) -> Message:
    """Add the posted minutes to a table's time limit. A negative number shortens the limit."""
    cleaned = desk.clean_form(TimeForm)
    count = clocks.add_time(
        **desk.tournament_args(stage_number=stage_number, tables=[table_number], **cleaned)
    )
    if not count:
        return gettext("Table %(table_number)d has no time limit.") % {"table_number": table_number}
    return gettext("%(minutes)+d minutes for table %(table_number)d.") % {
        "minutes": cleaned["minutes"],
        "table_number": table_number,
    }


@register_action("tables/<int:stage_table_id>/stop/", name="stop")
def stop_game(desk: DeskRequest, stage_table_id: int) -> Message:
    """Stop a table's game. The rounds already scored count. Requires confirmation and a reason."""
    desk.require_confirmation()
    rulings.stop_table(**desk.actor_args(stage_table_id=stage_table_id, **desk.clean_form(ReasonForm)))
    return gettext("The game has been stopped. Its scored rounds count.")


@register_action("tables/<int:stage_table_id>/replay/", name="replay")
def replay_game(desk: DeskRequest, stage_table_id: int) -> Message:
    """Annul a table's game and start a new one with other cards. Requires confirmation and a reason."""
    desk.require_confirmation()
    rulings.replay_table(**desk.actor_args(stage_table_id=stage_table_id, **desk.clean_form(ReasonForm)))
    return gettext("The game has been annulled and the table starts again.")


@register_action("seats/give/")
def give_seat(desk: DeskRequest) -> Message:
    """Give the seat chosen in the form to an entrant on the waiting list or to a bot."""
    cleaned = desk.clean_form(SeatForm)
    bot = cleaned["who"].startswith("bot")
    seat_changes.give_seat_to_replacement(
        **desk.actor_args(
            placement_id=cleaned["placement"],
            stand_by_entry_id=None if bot else int(cleaned["who"]),
            result_counts_for_former_player=cleaned["who"] == "bot_counts",
            withdraw_former_player=cleaned["leaves"],
            reason=cleaned["reason"],
        )
    )
    return (
        gettext("A bot has taken the seat.")
        if bot
        else gettext("The player from the waiting list has taken the seat.")
    )
