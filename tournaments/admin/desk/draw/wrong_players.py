"""Two people who sat on each other's seats, at tables with real cards."""

from tournaments.admin.desk.actions import ActionResult, action
from tournaments.admin.desk.draw.next_draw import ask_about_draw
from tournaments.admin.desk.forms import ReasonForm, SwapForm
from tournaments.admin.desk.requests import DeskRequest
from tournaments.errors import NextStageDrawn
from tournaments.selectors.snapshot import read_snapshot
from tournaments.services.draw.later_draws import consequences
from tournaments.services.draw.sketch import placement_of
from tournaments.services.draw.wrong_players import swap_players, swapped


@action("seats/wrong-players/")
def wrong_players(desk: DeskRequest) -> ActionResult:
    """Swap two players who sat on each other's seats; a result stays with its seat."""
    seats = desk.cleaned(SwapForm)
    try:
        now = swap_players(
            **desk.actor_args(**seats, **desk.cleaned(ReasonForm)),
            next_draw=desk.request.POST.get("next_draw"),
        )
    except NextStageDrawn:
        snapshot, stage_number = read_snapshot(desk.tournament), placement_of(seats["one"]).stage.number
        found = consequences(snapshot, swapped(snapshot, seats["one"], seats["other"]), stage_number)
        return ask_about_draw(desk, found, stage_number)
    return f"Swapped: {now[0]} and {now[1]}."
