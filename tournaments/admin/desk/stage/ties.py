"""Buttons for exact ties: a play-off at a table of its own, or an order that is entered by hand."""

from core.refusal import BadRequest
from tournaments.admin.desk.actions import action
from tournaments.admin.desk.forms import PLACE, PlayOffForm, ReasonForm, TieForm
from tournaments.admin.desk.requests import DeskRequest
from tournaments.services.stage.play_offs import call_off_play_off
from tournaments.services.stage.play_offs import open_play_off as open_table
from tournaments.services.stage.ties import break_ties


@action("stages/<int:stage_number>/play-off/")
def open_play_off(desk: DeskRequest, stage_number: int) -> str:
    """Open a play-off table for entrants who are tied."""
    row = open_table(**desk.tournament_args(stage_number=stage_number, **desk.cleaned(PlayOffForm)))
    return f"The play-off is at table {row.number}."


@action("tables/<int:stage_table_id>/call-off/")
def call_off(desk: DeskRequest, stage_table_id: int) -> str:
    """Call a play-off off: it no longer counts."""
    desk.require_confirmation()
    row = call_off_play_off(**desk.actor_args(stage_table_id=stage_table_id, **desk.cleaned(ReasonForm)))
    return f"The play-off at table {row.number} is called off."


@action("stages/<int:stage_number>/tie/")
def break_tie(desk: DeskRequest, stage_number: int) -> str:
    """Put tied entrants in the order that a play-off elsewhere or a lot gave."""
    cleaned = desk.cleaned(TieForm)
    places = desk.cleaned(TieForm.for_places(desk.request.POST))
    order = sorted(places, key=lambda name: int(places[name]))
    entries = [int(name.removeprefix(PLACE)) for name in order]
    if len(set(places.values())) < len(places):
        raise BadRequest({"Place": ["Give each of them a different place."]})
    names = break_ties(**desk.tournament_args(stage_number=stage_number, order=entries, **cleaned))
    return f"The tie is broken. The order is: {', '.join(names)}."
