"""The page of the first hand's odds: what is worth a bid of one, and a chance for whoever asks."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.rules.cards import JESTER, RANKS, SUITS, WIZARD, Card
from games.rules.scoring.odds import chance_of_trick, is_worth_a_bid, points_to_expect
from games.web.odds_form import BEGIN, SUIT_NAMES, OddsForm, card_name
from games.web.odds_needed import needed_to_lead


class Odds(NamedTuple):
    """A chance to take the trick, as a page says it."""

    chance: Fraction
    worth: bool

    @property
    def percent(self) -> str:
        """The chance in percent, with one digit after the point."""
        return f"{float(100 * self.chance):.1f}"

    @property
    def one(self) -> str:
        """Points to expect of a bid of one."""
        return _points(points_to_expect(1, self.chance))

    @property
    def none(self) -> str:
        """Points to expect of a bid of none."""
        return _points(points_to_expect(0, self.chance))


def _points(expected: Fraction) -> str:
    return f"{float(expected):.1f}".replace("-", "−")


def odds(request: HttpRequest) -> HttpResponse:
    """The table for all, the answer to what was asked, and every card at such a table."""
    form = OddsForm(request.GET if "players" in request.GET else BEGIN)
    page: dict[str, Any] = {"form": form, "needed": needed_to_lead()}
    if form.is_valid():
        asked = form.cleaned_data
        where = {"players": asked["players"], "turned": asked["turned"], "trump": asked["trump"]}
        page |= {
            "asked": asked,
            "own": card_name(asked["own"]),
            "turned": card_name(asked["turned"]),
            "named": SUIT_NAMES[asked["trump"]] if asked["turned"][0] == WIZARD else "",
            "odds": _odds(own=asked["own"], before=asked["before"], **where),
            "places": range(asked["players"]),
            "rows": list(_rows(**where)),
        }
    return render(request, "web/odds.html", page)


def _odds(**question: Any) -> Odds:
    chance = chance_of_trick(**question)
    return Odds(chance, is_worth_a_bid(chance))


def _rows(*, players: int, turned: Card, trump: str | None) -> Iterator[tuple[str, list[Odds]]]:
    """Every card by name, best first, with its odds in each place; suits that are not trump are alike."""
    other = next(suit for suit in SUITS if suit not in (trump, turned[0]))
    suits = [("Trump", trump), ("Other suit", other)] if trump else [("Any suit", other)]
    named = [(f"{name} {rank}", f"{suit}{rank}") for name, suit in suits for rank in reversed(RANKS)]
    for name, own in [("Wizard", f"{WIZARD}1"), *named, ("Jester", f"{JESTER}1")]:
        if own != turned:
            places = range(players)
            yield (
                name,
                [_odds(own=own, before=n, players=players, turned=turned, trump=trump) for n in places],
            )
