"""Two people who sat on each other's seats, at tables with real cards."""

from tournaments.admin.desk.door import Said, Visit, act
from tournaments.admin.desk.forms import ReasonForm, SwapForm
from tournaments.admin.desk.next_draw import ask_about_draw
from tournaments.errors import NextStageDrawn
from tournaments.selectors.snapshot import read_snapshot
from tournaments.services.draw.later_draws import consequences
from tournaments.services.draw.sketch import placement_of
from tournaments.services.draw.wrong_players import swap_players, swapped


@act("seats/wrong-players/")
def wrong_players(visit: Visit) -> Said:
    """They change seats; a result stays with its seat."""
    seats = visit.given(SwapForm)
    try:
        now = swap_players(
            **visit.by_now(**seats, **visit.given(ReasonForm)),
            next_draw=visit.request.POST.get("next_draw"),
        )
    except NextStageDrawn:
        snapshot, number = read_snapshot(visit.tournament), placement_of(seats["one"]).stage.number
        found = consequences(snapshot, swapped(snapshot, seats["one"], seats["other"]), number)
        return ask_about_draw(visit, found, number)
    return f"Swapped: {now[0]} and {now[1]}."
