"""Forms that add entrants: a player, bots, or a list."""

from collections.abc import Callable
from functools import wraps

from django.db.models import Count, Max, Q
from django.http import HttpResponse
from django.utils.translation import gettext, ngettext

from core.refusal import Refusal
from games.bots.choose import LEVELS
from tournaments.admin.desk.actions import ActionResult, register_action, show_refusal
from tournaments.admin.desk.entry.entrants import message_or_namesake_warning
from tournaments.admin.desk.forms import BotsForm, PlayerForm
from tournaments.admin.desk.requests import DeskRequest
from tournaments.admin.desk.routing import register_page
from tournaments.errors import NoSuchTournament, RoleMissing, SentTwice
from tournaments.nations import nations
from tournaments.services.entry import entries
from tournaments.services.entry.bots import enter_bots
from tournaments.services.entry.importing.reading import COLUMNS


@register_page("add/", name="add")
def show_adding_forms(desk: DeskRequest) -> HttpResponse:
    """Show the forms for adding a player, bots, or a file of entrants."""
    return _render_adding_forms(desk)


def redisplay_if_refused(
    form: str,
) -> Callable[[Callable[[DeskRequest], ActionResult]], Callable[[DeskRequest], ActionResult]]:
    """Return a decorator that shows a form again, with the reasons, if an action raises a Refusal.

    `form` is the name of this form, which keeps its posted values: "player", "bots" or "list". The refusals
    RoleMissing, NoSuchTournament and SentTwice are not caught.
    """

    def wrap_action(action: Callable[[DeskRequest], ActionResult]) -> Callable[[DeskRequest], ActionResult]:
        """Return a function that runs the action and shows the form again if the action raises a Refusal."""

        @wraps(action)
        def run_or_redisplay(desk: DeskRequest) -> ActionResult:
            """Run the action. If it raises a Refusal, show the reasons and the filled-in form again.

            Re-raise RoleMissing, NoSuchTournament and SentTwice instead.
            """
            try:
                return action(desk)
            except (RoleMissing, NoSuchTournament, SentTwice):
                # After a double click, a form that is filled in would invite a second entry.
                raise
            except Refusal as refusal:
                show_refusal(desk, refusal)
                return _render_adding_forms(desk, form)

        return run_or_redisplay

    return wrap_action


def _render_adding_forms(desk: DeskRequest, refused_form: str = "") -> HttpResponse:
    """Return the page with the forms for adding entrants.

    `refused_form` names the form that shows its posted values again. By default, no form does.
    """
    seen = desk.tournament.entries.aggregate(
        last=Max("start_number"), bots=Count("pk", filter=~Q(bot_level=""))
    )
    context = {
        "columns": ", ".join(COLUMNS),
        "levels": LEVELS,
        "nations": nations(),
        "if_entrants": seen["last"] or 0,
        "if_bots": seen["bots"],
        "typed": {refused_form: desk.request.POST},
    }
    return desk.render("entry/add.html", tab="check_in", **context)


@register_action("add/player/")
@redisplay_if_refused("player")
def add_player(desk: DeskRequest) -> ActionResult:
    """Enter a player in the tournament, as described in the posted form.

    Show a warning if clubs and birth years do not distinguish all entrants who have the player's name.
    """
    row = entries.enter_player(**desk.tournament_args(**desk.clean_form(PlayerForm)))
    message = (
        gettext("%(name)s is on the waiting list.")
        if row.status == "stand_by"
        else gettext("%(name)s has been entered.")
    )
    return message_or_namesake_warning(desk, row, message % {"name": row.shown_name})


@register_action("add/bots/")
@redisplay_if_refused("bots")
def add_bots(desk: DeskRequest) -> ActionResult:
    """Enter the posted number of bots in the tournament, and check them in."""
    rows = enter_bots(**desk.tournament_args(**desk.clean_form(BotsForm)))
    count = len(rows)
    return ngettext("%(count)d bot added and checked in.", "%(count)d bots added and checked in.", count) % {
        "count": count
    }
