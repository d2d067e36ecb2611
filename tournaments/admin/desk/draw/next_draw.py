"""The page that asks whether to keep a later draw when a correction changes its basis."""

from django.http import HttpResponse

from core.sentence import Sentence
from tournaments.admin.desk.requests import DeskRequest
from tournaments.errors import WrongMoment
from tournaments.services.draw.later_draws import Consequences

ASKED = ("csrfmiddlewaretoken", "next_draw")
"""The fields of the page's own form, which are not repeated."""


def ask_about_later_draw(desk: DeskRequest, consequences: Consequences | None, *, tab: str) -> HttpResponse:
    """Show a page that asks whether a correction should keep or discard the draw of a later stage.

    `consequences` describe how the correction affects this draw. If they are None, the draw no longer exists:
    raise WrongMoment. `tab` is the console tab to highlight.
    """
    if consequences is None:
        raise WrongMoment(
            Sentence("The draw has been discarded in the meantime. You can simply make the correction now.")
        )
    # The page contains the posted form again, so that either button resubmits the correction.
    post = desk.request.POST
    typed = [(name, value) for name in post if name not in ASKED for value in post.getlist(name)]
    return desk.render("draw/next_draw.html", tab=tab, found=consequences, typed=typed)
