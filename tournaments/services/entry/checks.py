"""Checks that all ways of entering share: accounts, names, clubs, birth years, nations."""

from datetime import datetime

from accounts.models import User
from core.refusal import BadRequest
from core.sentence import Sentence
from tournaments.errors import BotCannotEnter, GuestCannotEnter, WrongMoment
from tournaments.models import Tournament
from tournaments.models.choices import Status
from tournaments.models.entry import MAX_CLUB, MAX_NAME
from tournaments.nations import nation_code

OVER = (Status.FINISHED, Status.CANCELLED)
"""The statuses in which a tournament cannot be changed any more."""
FIRST_BIRTH_YEAR = 1900
NATION_NEEDED = Sentence("Please choose a nation: places in this tournament are limited for each nation.")


def ensure_account_may_enter(user: User) -> None:
    """Raise GuestCannotEnter for a guest's account, and BotCannotEnter for a bot's account."""
    if user.is_guest:
        raise GuestCannotEnter()
    if user.is_bot:
        raise BotCannotEnter()


def clean_name(name: str) -> str:
    """Return the name without white space at its ends.

    Raise BadRequest if the name is empty, too long or not printable.
    """
    if not name.strip() or len(name.strip()) > MAX_NAME or not name.strip().isprintable():
        raise _bad_field("name", Sentence("A name has 1 to %(most)s characters.", most=MAX_NAME))
    return name.strip()


def clean_club(club: str) -> str:
    """Return the club's name without superfluous white space.

    Raise BadRequest if the club's name is too long or not printable.
    """
    club = " ".join(club.split())
    if len(club) > MAX_CLUB or not club.isprintable():
        raise _bad_field("club", Sentence("A club can have at most %(most)s characters.", most=MAX_CLUB))
    return club


def clean_birth_year(year: int | None, now: datetime) -> int | None:
    """Return the year unchanged, even if it is None.

    Raise BadRequest if the year is before FIRST_BIRTH_YEAR or in the future.
    """
    if year is not None and not FIRST_BIRTH_YEAR <= year <= now.year:
        raise _bad_field(
            "birth_year",
            Sentence("A birth year is from %(first)s to %(year)s.", first=FIRST_BIRTH_YEAR, year=now.year),
        )
    return year


def clean_nation(nation: str, *, required: bool = False) -> str:
    """Return the ISO code of a nation given by name or code, or "" if the text is blank.

    Raise BadRequest if the nation is unknown, or if it is missing although `required`.
    """
    if not nation.strip():
        if required:
            raise _bad_field("nation", NATION_NEEDED)
        return ""
    code = nation_code(nation)
    if code is None:
        raise _bad_field("nation", unknown_nation_message(nation.strip()))
    return code


def unknown_nation_message(text: str) -> str:
    """Return a message saying that `text` is not a known nation."""
    return Sentence(
        "“%(nation)s” is not a nation we know. Use its ISO 3166 code or its English name.",
        nation=text[:MAX_NAME],
    )


def needs_nation(tournament: Tournament) -> bool:
    """Return whether entrants must give a nation, because places are limited for each nation."""
    return tournament.nation_quota is not None


def ensure_not_over(tournament: Tournament) -> None:
    """Raise WrongMoment if the tournament is finished or cancelled."""
    if tournament.status in OVER:
        raise WrongMoment(Sentence("The tournament is over."))


def _bad_field(field: str, sentence: str) -> BadRequest:
    """Return a BadRequest for the invalid value of a field.

    Users see `sentence` without the field's name, so the sentence must make clear which field it is about.
    """
    return BadRequest({field: [sentence]}, sentence)
