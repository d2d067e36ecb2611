"""Favourite games, and whether they can still be opened."""

from core.refusal import BadRequest
from core.sentence import Sentence, must_be_one_of
from core.translation import translate_all
from games.bots.choose import LEVELS
from games.models import Favourite
from games.rules.errors import WrongNumberOfPlayers
from games.rules.options import parse_options
from games.rules.options.schedules import check_player_count
from games.wire.favourites import FavouriteGame


def favourites_of(user_id: int) -> list[FavouriteGame]:
    """Return the user's favourite games in the API's format, sorted by name.

    A favourite game is a saved set of options for opening a table.
    """
    return [describe_favourite(each) for each in Favourite.objects.filter(user=user_id)]


def describe_favourite(favourite: Favourite) -> FavouriteGame:
    """Convert a favourite game to the API's format.

    `errors` gives the reasons why no table can be opened with its settings.
    """
    return {
        "id": favourite.pk,
        "name": favourite.name,
        "seats": favourite.size,
        "options": favourite.options,
        "bots": favourite.bots,
        "bot_level": favourite.bot_level,
        "visibility": favourite.visibility,
        "visiting_bots": favourite.visiting_bots,
        "errors": translate_all(find_favourite_errors(favourite)),
    }


def find_favourite_errors(favourite: Favourite) -> dict[str, list[str]]:
    """Return the reasons, by field, why a table cannot be opened with a favourite game's settings."""
    errors: dict[str, list[str]] = {}
    # Settings can become invalid after they were saved, for example if an option is removed from the site.
    try:
        check_player_count(parse_options(favourite.options), favourite.size)
    except BadRequest as refusal:
        errors |= refusal.errors
    except WrongNumberOfPlayers as refusal:
        errors["seats"] = [refusal.detail]
    if favourite.bots >= favourite.size:
        errors["bots"] = [Sentence("This must be a number from 0 to %(most)d.", most=favourite.size - 1)]
    if favourite.bot_level not in LEVELS:
        errors["bot_level"] = [must_be_one_of(LEVELS)]
    return errors
