"""The pages about players: the leaderboard, and a player's statistics."""

from datetime import datetime
from typing import NamedTuple

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, ngettext, pgettext
from django.views.decorators.cache import never_cache

from accounts.models import AccountKind, User
from accounts.requests import requesting_user
from accounts.selectors import are_friends, find_permanent_account
from core.refusal import NotFound
from core.translation import translate
from games.models import Seat
from games.rules.options.pace import LIVE, SLOW
from games.selectors.people import players
from games.wire.players import Statistics

A_PAGE = 50


class GameRow(NamedTuple):
    """A row of a player's recent games: the opponents and the result."""

    table_id: str
    analysed: bool
    finished_at: datetime | None
    others: str
    place: str
    points: str


def show_leaderboard(request: HttpRequest) -> HttpResponse:
    """Show the leaderboard of live games or, if the query parameter `pace` is "slow", of slow games."""
    pace = SLOW if request.GET.get("pace") == SLOW else LIVE
    page = Paginator(players.leaderboard_ratings(pace), A_PAGE).get_page(request.GET.get("page"))
    shown = {"page": page, "settled": players.MIN_RATED_GAMES, "is_slow": pace == SLOW}
    return render(request, "web/people/players.html", shown)


@never_cache
def show_player(request: HttpRequest, name: str) -> HttpResponse:
    """Show a player's statistics and, only to the player themselves, a list of their last games.

    Raise Http404 if there is no such player.
    """
    try:
        profile = players.player_profile(name)
    except NotFound as refusal:
        raise Http404(translate(refusal.detail)) from refusal
    viewer, games = request.user, None
    if viewer.is_authenticated and viewer.username == profile["username"]:
        games = [_game_row(seat) for seat in players.last_games(viewer)]
    page = {
        **_friendship_flags(requesting_user(request), name, profile["kind"]),
        "player": profile,
        "figures": list(_labelled_statistics(profile["statistics"])),
        "own": games is not None,
        "games": games or [],
    }
    return render(request, "web/people/player.html", page)


def _friendship_flags(viewer: User | None, player_name: str, player_kind: str) -> dict[str, bool]:
    """Return the template variables `may_befriend` and `is_friend` for a player's page.

    Both are false if the viewer or the player is a guest, a bot or a visitor without an account, or if they
    are the same person. `player_kind` is the kind of the player's account.
    """
    found = (
        find_permanent_account(player_name)
        if viewer is not None and viewer.kind == player_kind == AccountKind.HUMAN
        else None
    )
    if viewer is None or found is None or found == viewer:
        return {"may_befriend": False, "is_friend": False}
    return {"may_befriend": True, "is_friend": are_friends(viewer, found)}


def _game_row(seat: Seat) -> GameRow:
    """Return a row of a player's list of games; `seat` is the player's seat in a finished game."""
    others = [other for other in seat.table.seats.all() if other.pk != seat.pk]
    people = [other.name for other in others if other.kind != "bot"]
    bots = len(others) - len(people)
    return GameRow(
        table_id=seat.table_id,
        # The cards of a sealed game are still being played at other tables.
        analysed=not seat.table.sealed,
        finished_at=seat.table.finished_at,
        others=", ".join([*people, *_bot_phrases(bots)]),
        place=_format_place(seat.rank, len(others) + 1),
        points=_format_points(seat.score),
    )


def _bot_phrases(bots: int) -> list[str]:
    """Return a list with one phrase for the number of bots, such as "2 bots", or [] if there are none."""
    return [ngettext("%(count)d bot", "%(count)d bots", bots) % {"count": bots}] if bots else []


def _format_place(rank: int | None, players: int) -> str:
    """Return text such as "2 of 4", or "" if `rank` is None."""
    return gettext("%(place)d of %(players)d") % {"place": rank, "players": players} if rank else ""


def _labelled_statistics(statistics: Statistics) -> list[tuple[str, str]]:
    """Return pairs of a label and a formatted value, or [] if the player has finished no game."""
    if statistics["average_score"] is None or statistics["best_score"] is None:
        return []
    return [
        (gettext("Games"), str(statistics["games"])),
        (gettext("Won"), _format_share(statistics["wins"], statistics["games"])),
        (gettext("Bids met"), _format_share(statistics["bids_met"], statistics["bids"])),
        (gettext("Average points"), _format_points(round(statistics["average_score"]))),
        (gettext("Best game"), _format_points(statistics["best_score"])),
    ]


def _format_share(part: int, total: int) -> str:
    """Return text such as "3 of 4 (75%)", or "none" if `total` is 0."""
    if not total:
        return pgettext("share", "none")
    share = f"{100 * part / total:.0f}"
    return gettext("%(some)d of %(all)d (%(share)s%%)") % {"some": part, "all": total, "share": share}


def _format_points(points: int) -> str:
    """Return whole points as text, with a Unicode minus sign if they are negative."""
    return f"{points}".replace("-", "−")
