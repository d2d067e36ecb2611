"""The buttons of the organisers' console: each calls one service and reports the outcome."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from core.refusal import Refusal
from core.translation import translate_all
from tournaments.admin.desk.requests import DeskRequest
from tournaments.admin.desk.routing import add_route, wrap_console_view

MAX_MESSAGES = 20
"""Maximum number of error messages shown at once."""
Message = str
"""A sentence that tells the organiser what an action has done."""
ActionResult = Message | HttpResponse
"""A message, or a response to send instead."""
PartRenderer = Callable[[DeskRequest], str]
"""Renders the part of a page that an action has changed, as HTML."""


def register_action(
    route: str, part: PartRenderer | None = None, *, name: str = ""
) -> Callable[[Callable[..., ActionResult]], Callable[..., ActionResult]]:
    """Return a decorator that registers a view as a POST action of the organisers' console at `route`.

    `part` renders the changed part of the page, for a script that replaces only that part. The URL is named
    after `name` or, if it is empty, after the view.
    """

    def register_view(view: Callable[..., ActionResult]) -> Callable[..., ActionResult]:
        """Register the view at the `route` of the outer function, and return the view unchanged."""

        @wraps(view)
        def run_action(desk: DeskRequest, **arguments: Any) -> HttpResponse:
            """Call the view. If it returns a response, send this response unchanged.

            If the view returns a message, send the message; if the view raises a Refusal, send the reasons.
            A script that wants only the changed part of the page gets them as JSON if `part` is given.
            Otherwise, redirect to a page that shows them.
            """
            for_part = part if desk.wants_part else None
            try:
                result = view(desk, **arguments)
                if isinstance(result, HttpResponse):
                    return result
                if for_part is not None:
                    return _build_part_response(desk, for_part, "success", [result])
                messages.success(desk.request, result)
            except Refusal as refusal:
                if for_part is not None:
                    return _build_part_response(desk, for_part, "error", refusal_messages(refusal))
                show_refusal(desk, refusal)
            return HttpResponseRedirect(_next_url(desk))

        add_route(route, require_POST(wrap_console_view(run_action)), name or view.__name__)
        return view

    return register_view


def _build_part_response(
    desk: DeskRequest, render_part: PartRenderer, level: str, message_texts: list[str]
) -> JsonResponse:
    """Return a JSON response with messages and the new HTML of the changed part of the page.

    `render_part` renders this HTML. `level` is "success" or "error".
    """
    return JsonResponse({"level": level, "said": message_texts, "html": render_part(desk)})


def show_refusal(desk: DeskRequest, refusal: Refusal) -> None:
    """Store the reasons for a Refusal as Django error messages, which the next page shows."""
    for sentence in refusal_messages(refusal):
        messages.error(desk.request, sentence)


def refusal_messages(refusal: Refusal) -> list[str]:
    """Return the first MAX_MESSAGES translated messages of a refusal.

    If there are more, add a message that says how many more.
    """
    errors = translate_all(list(getattr(refusal, "messages", None) or [refusal.detail]))
    more = len(errors) - MAX_MESSAGES
    return (
        [*errors[:MAX_MESSAGES], gettext("And %(more)s more like these.") % {"more": more}]
        if more > 0
        else errors
    )


def _next_url(desk: DeskRequest) -> str:
    """Return the posted URL `next` if it is on this site, otherwise the URL of the console's first page."""
    asked = desk.request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(asked, allowed_hosts=None):
        return asked
    return reverse("admin:desk_overview", args=[desk.tournament.pk])
