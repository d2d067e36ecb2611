"""The pages of the game: each view translates a request and makes one call; updates come by socket."""

from typing import TypedDict

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST

from accounts.models import User
from accounts.requests import requesting_user
from accounts.web.context import visitor_preferences
from accounts.web.guests import get_or_create_player
from core.refusal import Throttled
from core.translation import translate
from games.rules.cards.deal import is_salt
from games.selectors.lobby.favourites import favourites_of
from games.selectors.lobby.presets import named_presets, preset_options
from games.selectors.tables import listed_tables, lobby_tables
from games.services.lobby.lobby import open_table
from games.text_commands.usages import USAGES
from games.web.entry import access_error_response
from games.web.shortcuts import list_shortcuts

QUICK_SEATS = 4
QUICK_GAMES = {"full": "official", "short": "short"}
"""The presets of the games that can be started with one click, by the form's `length`."""


class Identity(TypedDict):
    """The user of a page, as the page's script needs it."""

    name: str
    kind: str


def show_home(request: HttpRequest) -> HttpResponse:
    """Show the home page, with a link to one of the user's games in progress, if any."""
    running = (
        listed_tables(user_id=request.user.pk, mine=True, status="playing").filter(quarantined="").first()
    )
    return render(request, "web/home.html", {"running": running})


def show_rules(request: HttpRequest) -> HttpResponse:
    """Show the rules of the game and the list of typed commands."""
    return render(
        request,
        "web/help/rules.html",
        {"commands": [found._replace(summary=translate(found.summary)) for found in USAGES.values()]},
    )


def show_accessibility(request: HttpRequest) -> HttpResponse:
    """Show the page about accessibility, with the table's keyboard shortcuts."""
    return render(request, "web/help/accessibility.html", {"keys": list_shortcuts()})


@require_POST
def start_quick_game(request: HttpRequest) -> HttpResponse:
    """Start a private game against three bots, and redirect to its table.

    A visitor without an account becomes a guest.
    """
    # Set by the page's script, to contribute to the shuffling.
    salt = request.POST.get("salt", "")
    if not is_salt(salt):
        raise BadRequest(gettext("This is not a valid salt."))
    preset = QUICK_GAMES.get(request.POST.get("length", "full"))
    if preset is None:
        raise BadRequest(gettext("This is not the length of a game."))
    now = timezone.now()
    try:
        user = get_or_create_player(request=request, now=now)
    except Throttled as refusal:
        # Too many new guests and log-ins came from the visitor's network address.
        response = render(request, "429.html", status=429)
        response["Retry-After"] = str(refusal.wait)
        return response
    table_id = open_table(
        user=user,
        size=QUICK_SEATS,
        # Bots agree to every undo.
        options={**preset_options(preset), "undo": True},
        bots=QUICK_SEATS - 1,
        visibility="private",
        salt=salt,
        now=now,
    )
    return redirect("table", table_id=table_id)


@never_cache
@ensure_csrf_cookie
def show_lobby(request: HttpRequest) -> HttpResponse:
    """Show the open tables, which are updated live, and the form for opening a table."""
    user_id = request.user.pk
    games = {"presets": named_presets(), "favourites": favourites_of(user_id) if user_id else []}
    return render(request, "web/lobby.html", {"tables": lobby_tables(user_id), "games": games})


@never_cache
# The page's scripts send this cookie's token with their calls of the API.
@ensure_csrf_cookie
def show_table(request: HttpRequest, table_id: str) -> HttpResponse:
    """Show a table before, during or after its game, or an error page if the viewer may not see it."""
    away = access_error_response(request, table_id)
    if away is not None:
        return away
    page = {
        "table_id": table_id,
        "api": "/api/v1/",
        "socket": f"/ws/tables/{table_id}",
        "user": _identity_for_script(requesting_user(request)),
        "preferences": visitor_preferences(request)._asdict(),
        "preferences_url": reverse("preferences"),
        "invite": request.GET.get("invite"),
        "rules_url": reverse("rules"),
        "accessibility_url": reverse("accessibility"),
        "keys": list_shortcuts(),
        "lobby_url": reverse("lobby"),
        "analysis_url": reverse("analysis", args=[table_id]),
        "login_url": reverse("account_login"),
    }
    return render(request, "web/table.html", {"page": page})


def _identity_for_script(user: User | None) -> Identity | None:
    """Return the user's name and kind of account for the page's JavaScript, or None if `user` is None."""
    return None if user is None else {"name": user.username, "kind": user.kind}
