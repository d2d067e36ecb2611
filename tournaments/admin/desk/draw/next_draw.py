"""The page that asks what becomes of a draw that was made with what is corrected now."""

from django.http import HttpResponse

from tournaments.admin.desk.requests import DeskRequest
from tournaments.errors import WrongMoment
from tournaments.services.draw.later_draws import Consequences

ASKED = ("csrfmiddlewaretoken", "next_draw")
"""What the page's own form brings."""


def ask_about_draw(desk: DeskRequest, found: Consequences | None, stage_number: int) -> HttpResponse:
    """What the correction changes, and the same form once more with two buttons."""
    if found is None:
        raise WrongMoment(
            "The draw has been discarded in the meantime. You can simply make the correction now."
        )
    post = desk.request.POST
    typed = [(name, value) for name in post if name not in ASKED for value in post.getlist(name)]
    return desk.render("draw/next_draw.html", tab=f"stage_{stage_number}", found=found, typed=typed)
