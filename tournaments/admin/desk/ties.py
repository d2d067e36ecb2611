"""Buttons for exact ties: a play-off at a table of its own, or an order that is entered by hand."""

from core.refusal import BadRequest
from tournaments.admin.desk.door import Visit, act
from tournaments.admin.desk.forms import PLACE, PlayOffForm, ReasonForm, TieForm
from tournaments.services.stage.play_offs import call_off_play_off
from tournaments.services.stage.play_offs import open_play_off as open_table
from tournaments.services.stage.ties import break_ties


@act("stages/<int:number>/play-off/")
def open_play_off(visit: Visit, number: int) -> str:
    """Those who are level sit down at a further table."""
    row = open_table(**visit.at(number=number, **visit.given(PlayOffForm)))
    return f"The play-off is at table {row.number}."


@act("tables/<int:table>/call-off/")
def call_off(visit: Visit, table: int) -> str:
    """A play-off counts no more."""
    visit.confirmed()
    row = call_off_play_off(**visit.by_now(table_id=table, **visit.given(ReasonForm)))
    return f"The play-off at table {row.number} is called off."


@act("stages/<int:number>/tie/")
def break_tie(visit: Visit, number: int) -> str:
    """A play-off, or a lot drawn by hand, says who is before whom."""
    given = visit.given(TieForm)
    places = visit.given(TieForm.for_places(visit.request.POST))
    order = sorted(places, key=lambda name: int(places[name]))
    entries = [int(name.removeprefix(PLACE)) for name in order]
    if len(set(places.values())) < len(places):
        raise BadRequest({"Place": ["Give each of them a different place."]})
    names = break_ties(**visit.at(number=number, order=entries, **given))
    return f"The tie is broken. The order is: {', '.join(names)}."
