"""Checks that all ways of entering share: accounts, names, clubs, birth years, nations."""

from datetime import datetime

from accounts.models import User
from core.refusal import BadRequest
from tournaments.errors import BotCannotEnter, GuestCannotEnter, WrongMoment
from tournaments.models.choices import Status
from tournaments.models.entry import MAX_CLUB, MAX_NAME
from tournaments.nations import nation_code
from tournaments.services.editing import TournamentEdit

OVER = (Status.FINISHED, Status.CANCELLED)
"""A tournament that nobody changes any more."""
FIRST_BIRTH_YEAR = 1900
NATION_NEEDED = "Please choose a nation: places in this tournament are limited for each nation."


def check_account(user: User) -> None:
    """Tournaments are for people with accounts of their own; raises GuestCannotEnter, BotCannotEnter."""
    if user.is_guest:
        raise GuestCannotEnter()
    if user.is_bot:
        raise BotCannotEnter()


def checked_name(name: str) -> str:
    """A name as it is stored; raises BadRequest."""
    if not name.strip() or len(name.strip()) > MAX_NAME or not name.strip().isprintable():
        raise BadRequest({"name": [f"A name has 1 to {MAX_NAME} characters."]})
    return name.strip()


def checked_club(club: str) -> str:
    """A club as it is stored, or empty; raises BadRequest."""
    club = " ".join(club.split())
    if len(club) > MAX_CLUB or not club.isprintable():
        raise BadRequest({"club": [f"A club can have at most {MAX_CLUB} characters."]})
    return club


def checked_birth_year(year: int | None, now: datetime) -> int | None:
    """A birth year as it is stored; raises BadRequest."""
    if year is not None and not FIRST_BIRTH_YEAR <= year <= now.year:
        raise BadRequest({"birth_year": [f"A birth year is from {FIRST_BIRTH_YEAR} to {now.year}."]})
    return year


def checked_nation(nation: str, *, required: bool = False) -> str:
    """A nation as it is stored: its two letters by ISO 3166, or empty; raises BadRequest."""
    if not nation.strip():
        if required:
            raise BadRequest({"nation": [NATION_NEEDED]})
        return ""
    code = nation_code(nation)
    if code is None:
        raise BadRequest({"nation": [no_nation(nation.strip())]})
    return code


def no_nation(text: str) -> str:
    """The sentence for a text that names no nation."""
    return f"“{text[:MAX_NAME]}” is not a nation we know. Use its ISO 3166 code or its English name."


def needs_nation(edit: TournamentEdit) -> bool:
    """Whether every entrant needs a nation, because a quota counts them."""
    return edit.tournament.nation_quota is not None


def refuse_when_over(edit: TournamentEdit) -> None:
    if edit.tournament.status in OVER:
        raise WrongMoment("The tournament is over.")
