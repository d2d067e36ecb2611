"""The page that asks whether to keep a later draw after a correction of what it was based on."""

from django.http import HttpResponse

from core.sentence import Sentence
from tournaments.admin.desk.requests import DeskRequest
from tournaments.errors import WrongMoment
from tournaments.services.draw.later_draws import Consequences

ASKED = ("csrfmiddlewaretoken", "next_draw")
"""The field of the page's own form."""


def ask_about_draw(desk: DeskRequest, found: Consequences | None, stage_number: int) -> HttpResponse:
    """Show what a correction changes in a later draw, and ask whether to keep or discard that draw.

    The page repeats what was typed, so that each button sends the correction again. Raises WrongMoment if
    there is no such draw (`found` is None).
    """
    if found is None:
        raise WrongMoment(
            Sentence("The draw has been discarded in the meantime. You can simply make the correction now.")
        )
    post = desk.request.POST
    typed = [(name, value) for name in post if name not in ASKED for value in post.getlist(name)]
    return desk.render("draw/next_draw.html", tab=f"stage_{stage_number}", found=found, typed=typed)
