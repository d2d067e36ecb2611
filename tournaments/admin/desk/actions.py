"""The buttons of the desk: each calls one service and says how it went."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from core.refusal import Refusal
from tournaments.admin.desk.requests import DeskRequest
from tournaments.admin.desk.routing import add_route, require_any_role

MAX_SENTENCES = 20
"""Faults that are shown at once."""
ActionResult = str | HttpResponse
"""A sentence that says what was done, or a page that asks for more."""
PartRenderer = Callable[[DeskRequest], str]
"""Renders the part of a page that an action has changed, as HTML."""


def action(
    route: str, part: PartRenderer | None = None
) -> Callable[[Callable[..., ActionResult]], Callable[..., ActionResult]]:
    """Register an action at `route`; its URL is named like a page's.

    A browser is sent back to the page of the button, with the sentence or the refusal as a message. A script
    that asks for a part gets JSON, if the action has a `part`.
    """

    def register(view: Callable[..., ActionResult]) -> Callable[..., ActionResult]:
        @wraps(view)
        def post(desk: DeskRequest, **arguments: Any) -> HttpResponse:
            for_part = part if desk.wants_part else None
            try:
                result = view(desk, **arguments)
                if isinstance(result, HttpResponse):
                    return result
                if for_part is not None:
                    return _part_response(desk, for_part, "success", [result])
                messages.success(desk.request, result)
            except Refusal as refusal:
                if for_part is not None:
                    return _part_response(desk, for_part, "error", refusal_sentences(refusal))
                show_refusal(desk, refusal)
            return HttpResponseRedirect(_return_address(desk))

        add_route(route, require_POST(require_any_role(post)), view.__name__)
        return view

    return register


def _part_response(desk: DeskRequest, part: PartRenderer, level: str, sentences: list[str]) -> JsonResponse:
    return JsonResponse({"level": level, "said": sentences, "html": part(desk)})


def show_refusal(desk: DeskRequest, refusal: Refusal) -> None:
    """Show on the next page why nothing was done."""
    for sentence in refusal_sentences(refusal):
        messages.error(desk.request, sentence)


def refusal_sentences(refusal: Refusal) -> list[str]:
    """A sentence for each fault, up to MAX_SENTENCES, or the refusal's own."""
    faults = list(getattr(refusal, "faults", None) or [refusal.detail])
    more = len(faults) - MAX_SENTENCES
    return [*faults[:MAX_SENTENCES], f"And {more} more like these."] if more > 0 else faults


def _return_address(desk: DeskRequest) -> str:
    """The page of the button, which its form names; the overview if that is no address of this site."""
    asked = desk.request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(asked, allowed_hosts=None):
        return asked
    return reverse("admin:desk_overview", args=[desk.tournament.pk])
