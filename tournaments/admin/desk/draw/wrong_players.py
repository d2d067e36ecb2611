"""Corrects the seating of two people who sat in each other's seats at tables with real cards."""

from django.utils.translation import gettext

from core.translation import translate_all
from tournaments.admin.desk.actions import ActionResult, register_action
from tournaments.admin.desk.draw.next_draw import ask_about_later_draw
from tournaments.admin.desk.forms import ReasonForm, SwapForm
from tournaments.admin.desk.requests import DeskRequest
from tournaments.errors import NextStageDrawn
from tournaments.selectors.snapshot.read import read_snapshot
from tournaments.services.draw.drafts import get_placement
from tournaments.services.draw.later_draws import find_correction_consequences
from tournaments.services.draw.wrong_players import snapshot_after_swap, swap_players


@register_action("seats/wrong-players/", name="wrong_players")
def correct_swapped_players(desk: DeskRequest) -> ActionResult:
    """Swap two entrants who sat in each other's seats by mistake. Requires a reason.

    Results stay with the seats, so each entrant gets the other's result. If the seats of a later stage have
    been drawn, first show a page that asks whether to keep that draw or to discard it.
    """
    seats = desk.clean_form(SwapForm)
    try:
        now = swap_players(
            **desk.actor_args(**seats, **desk.clean_form(ReasonForm)),
            next_draw=desk.request.POST.get("next_draw"),
        )
    except NextStageDrawn:
        snapshot, stage_number = read_snapshot(desk.tournament), get_placement(seats["one"]).stage.number
        found = find_correction_consequences(
            snapshot, snapshot_after_swap(snapshot, seats["one"], seats["other"]), stage_number
        )
        return ask_about_later_draw(desk, found, tab=f"stage_{stage_number}")
    return gettext("Swapped: %(one)s and %(other)s.") % {
        "one": translate_all(now[0]),
        "other": translate_all(now[1]),
    }
