"""The pages for players: the list of tournaments, the page of a tournament, and the forms on that page."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.requests import requesting_user
from core.http.conditional import conditional_response
from core.refusal import Refusal
from core.translation import translate
from tournaments.nations import nations
from tournaments.selectors.own.entry import next_step_for_user, own_entry
from tournaments.selectors.public.lists import listed_tournaments, tournament_row
from tournaments.selectors.public.tournament import PublicTournament, public_tournament
from tournaments.selectors.roles import find_role
from tournaments.services.entry import own_entry as own
from tournaments.web.parts import live_part_html
from tournaments.web.visitors import tournament_or_404

MAX_LISTED = 200


@require_safe
def show_tournaments(request: HttpRequest) -> HttpResponse:
    """Show up to MAX_LISTED tournaments: public ones, and those that the visitor has entered or organises."""
    now = timezone.now()
    rows = [
        tournament_row(row, now=now) for row in listed_tournaments(user=requesting_user(request))[:MAX_LISTED]
    ]
    parts = {
        "running": [row for row in rows if row["status"] == "running"],
        "coming": sorted(
            (row for row in rows if row["status"] in ("entry", "check_in")),
            # "9" sorts after every year, so tournaments without a start come last.
            key=lambda row: str(row["starts_at"] or "9"),
        ),
        "over": [row for row in rows if row["status"] in ("finished", "cancelled")],
    }
    return render(request, "tournaments/list.html", parts)


@never_cache
@ensure_csrf_cookie
@gzip_page
@require_safe
def show_tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a tournament's details, the visitor's next step, seats, standings and results."""
    now, user = timezone.now(), requesting_user(request)
    public = public_tournament(tournament_or_404(request, slug))
    user_id = user.pk if user else None
    mine = own_entry(public, user_id)
    context = {
        "facts": public.build_facts(now=now),
        "own": mine,
        "step": next_step_for_user(public, user_id, now=now).value,
        "now": now,
        "nations": nations(),
        "desk": _tournament_id_for_console_link(public, user),
        "live": live_part_html(public).body.decode(),
        "state": {
            "number": public.number,
            "step": next_step_for_user(public, user_id, now=now),
            "own": mine,
            "server_time": now,
            "entry": mine["entry"] if mine else None,
        },
    }
    return render(request, "tournaments/tournament.html", context)


def _tournament_id_for_console_link(public: PublicTournament, user: User | None) -> int | None:
    """Return the tournament's id for a link to the organisers' console, or None if the user has no access."""
    return public.tournament.pk if user and user.is_staff and find_role(public.tournament.pk, user) else None


@require_safe
def show_live_part(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return the live part of a tournament's page as HTML: standings, seats and results.

    This part is the same for all visitors. Respond with 304 if the client already has this HTML.
    """
    public: PublicTournament = public_tournament(tournament_or_404(request, slug))
    return conditional_response(
        request,
        live_part_html(public),
        content_type="text/html; charset=utf-8",
        cache_control="private, no-cache",
    )


@require_POST
def enter_visitor(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter the visitor in the tournament and redirect to its page."""
    return _run_action_and_redirect(
        request,
        slug,
        own.enter_tournament,
        gettext("You have entered."),
        nation=request.POST.get("nation", ""),
    )


@require_POST
def withdraw_visitor(request: HttpRequest, slug: str) -> HttpResponse:
    """Withdraw the visitor from the tournament and redirect to its page."""
    return _run_action_and_redirect(
        request, slug, own.withdraw_from_tournament, gettext("You have withdrawn.")
    )


@require_POST
def check_in_visitor(request: HttpRequest, slug: str) -> HttpResponse:
    """Check the visitor in and redirect to the tournament's page."""
    return _run_action_and_redirect(request, slug, own.check_in_to_tournament, gettext("You are checked in."))


def _run_action_and_redirect(
    request: HttpRequest, slug: str, action: Callable[..., object], message: str, **fields: str
) -> HttpResponse:
    """Run an action for the visitor, and redirect to the tournament's page.

    That page shows `message` or, if the action is refused, the reason. `fields` are passed on to the action.
    Visitors who are not logged in are redirected to the login page.
    """
    tournament = tournament_or_404(request, slug)
    user: User | None = requesting_user(request)
    if user is None:
        return redirect("account_login")
    try:
        action(tournament_id=tournament.pk, user=user, now=timezone.now(), **fields)
        messages.success(request, message)
    except Refusal as refusal:
        messages.error(request, translate(refusal.detail))
    return redirect("tournament", slug=slug)
