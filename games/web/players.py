"""The pages about players: the list of the best, and what somebody's finished games add up to."""

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from core.refusal import NotFound
from games.models import Seat
from games.selectors import players

A_PAGE = 50


def best(request: HttpRequest) -> HttpResponse:
    """People by rating, the best first."""
    page = Paginator(players.leaderboard(), A_PAGE).get_page(request.GET.get("page"))
    return render(request, "web/players.html", {"page": page, "settled": players.MIN_RATED_GAMES})


@never_cache
def player(request: HttpRequest, name: str) -> HttpResponse:
    """Somebody's statistics; to oneself the last games, too."""
    try:
        profile = players.player(name)
    except NotFound as refusal:
        raise Http404(refusal.detail) from refusal
    viewer, games = request.user, None
    if viewer.is_authenticated and viewer.username == profile["username"]:
        games = [_game(seat) for seat in players.last_games(viewer)]
    page = {
        "player": profile,
        "figures": list(_figures(profile["statistics"])),
        "own": games is not None,
        "games": games or [],
    }
    return render(request, "web/player.html", page)


def _game(seat: Seat) -> dict[str, Any]:
    """Return a row of the player's recent games: opponents and result."""
    others = [other for other in seat.table.seats.all() if other.pk != seat.pk]
    people = [other.name for other in others if other.kind != "bot"]
    bots = len(others) - len(people)
    return {
        "table_id": seat.table_id,
        "analysed": not seat.table.sealed,
        "finished_at": seat.table.finished_at,
        "others": ", ".join([*people, f"{bots} bot{'s' if bots > 1 else ''}"] if bots else people),
        "place": f"{seat.rank} of {len(others) + 1}" if seat.rank else "",
        "points": _signed(seat.score),
    }


def _figures(told: dict[str, Any]) -> list[tuple[str, str]]:
    """The statistics by their names, as a page says them; none without a game."""
    if not told["games"]:
        return []
    return [
        ("Games", str(told["games"])),
        ("Won", _part(told["wins"], told["games"])),
        ("Bids met", _part(told["bids_met"], told["bids"])),
        ("Average points", _signed(round(told["average_score"]))),
        ("Best game", _signed(told["best_score"])),
    ]


def _part(some: int, all_: int) -> str:
    return f"{some} of {all_} ({100 * some / all_:.0f}%)" if all_ else "none"


def _signed(points: int) -> str:
    return f"{points}".replace("-", "−")
