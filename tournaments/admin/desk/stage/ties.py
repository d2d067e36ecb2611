"""Buttons for exact ties: a play-off at a table of its own, or an order that is entered by hand."""

from django.utils.translation import gettext

from core.refusal import BadRequest
from core.sentence import Sentence
from tournaments.admin.desk.actions import Message, register_action
from tournaments.admin.desk.forms import PLACE, PlayOffForm, ReasonForm, TieForm
from tournaments.admin.desk.requests import DeskRequest
from tournaments.services.stage.play_offs import cancel_play_off_table
from tournaments.services.stage.play_offs import open_play_off as open_table
from tournaments.services.stage.ties import break_ties


@register_action("stages/<int:stage_number>/play-off/")
def open_play_off(desk: DeskRequest, stage_number: int) -> Message:
    """Open a table for a play-off between the tied entrants chosen in the form."""
    row = open_table(**desk.tournament_args(stage_number=stage_number, **desk.clean_form(PlayOffForm)))
    return gettext("The play-off is at table %(number)d.") % {"number": row.number}


@register_action("tables/<int:stage_table_id>/call-off/", name="call_off")
def cancel_play_off(desk: DeskRequest, stage_table_id: int) -> Message:
    """Cancel a play-off, so that its result does not count. Requires confirmation and a reason."""
    desk.require_confirmation()
    row = cancel_play_off_table(
        **desk.actor_args(stage_table_id=stage_table_id, **desk.clean_form(ReasonForm))
    )
    return gettext("The play-off at table %(number)d is called off.") % {"number": row.number}


@register_action("stages/<int:stage_number>/tie/")
def break_tie(desk: DeskRequest, stage_number: int) -> Message:
    """Rank tied entrants by the places entered for them in the form. Requires a reason.

    Raise BadRequest if two entrants have the same place.
    """
    cleaned = desk.clean_form(TieForm)
    # The organisers found these places without this site, by a play-off or by drawing lots.
    places = desk.clean_form(TieForm.build_places_form_class(desk.request.POST))
    order = sorted(places, key=lambda name: int(places[name]))
    entries = [int(name.removeprefix(PLACE)) for name in order]
    if len(set(places.values())) < len(places):
        raise BadRequest({"Place": [Sentence("Give each of them a different place.")]})
    names = break_ties(**desk.tournament_args(stage_number=stage_number, order=entries, **cleaned))
    return gettext("The tie is broken. The order is: %(names)s.") % {"names": ", ".join(names)}
