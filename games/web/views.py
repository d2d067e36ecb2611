"""The pages of the game: each translates and makes one call; what moves on them comes by socket."""

from typing import Any

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST

from accounts.models import User
from accounts.requests import requesting_user
from accounts.web.guests import player_of
from core.refusal import Throttled
from games.rules.cards.deal import is_salt
from games.selectors.tables import listed_tables, lobby_tables
from games.services.lobby.lobby import open_table
from games.web.entry import refusal_page

QUICK_SEATS = 4


def home(request: HttpRequest) -> HttpResponse:
    """Show what this is, a button that starts a game, and a link back to a running one."""
    running = listed_tables(user=request.user.pk, mine=True, status="playing").filter(quarantined="").first()
    return render(request, "web/home.html", {"running": running})


def rules(request: HttpRequest) -> HttpResponse:
    """Show the rules of Wizard."""
    return render(request, "web/rules.html")


@require_POST
def quick_play(request: HttpRequest) -> HttpResponse:
    """A game against three bots, at once; a stranger becomes a guest. The page's script adds a salt."""
    salt = request.POST.get("salt", "")
    if not is_salt(salt):
        raise BadRequest("This is not a valid salt.")
    now = timezone.now()
    try:
        user = player_of(request=request, now=now)
    except Throttled as refusal:
        response = render(request, "429.html", status=429)
        response["Retry-After"] = str(refusal.wait)
        return response
    table_id = open_table(
        user=user, size=QUICK_SEATS, bots=QUICK_SEATS - 1, visibility="private", salt=salt, now=now
    )
    return redirect("table", table_id=table_id)


@never_cache
@ensure_csrf_cookie
def lobby(request: HttpRequest) -> HttpResponse:
    """Open tables, live, and the form that opens one."""
    return render(request, "web/lobby.html", {"tables": lobby_tables(request.user.pk)})


@never_cache
@ensure_csrf_cookie
def table(request: HttpRequest, table_id: str) -> HttpResponse:
    """Show one table: waiting room, game and result."""
    away = refusal_page(request, table_id)
    if away is not None:
        return away
    page = {
        "table_id": table_id,
        "api": "/api/v1/",
        "socket": f"/ws/tables/{table_id}",
        "user": _identity(requesting_user(request)),
        "invite": request.GET.get("invite"),
        "rules_url": reverse("rules"),
        "lobby_url": reverse("lobby"),
        "analysis_url": reverse("analysis", args=[table_id]),
        "login_url": reverse("account_login"),
    }
    return render(request, "web/table.html", {"page": page})


def _identity(user: User | None) -> dict[str, Any] | None:
    """Return the user as the page's script needs it, or None for a stranger."""
    return None if user is None else {"name": user.username, "kind": user.kind}
