"""Saving, renaming and deleting favourites; guests can have them, too."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from core.refusal import BadRequest, NotFound, Refusal
from core.sentence import Sentence
from games.models import Favourite
from games.models.table import TableVisibility
from games.rules.options import parse_options
from games.selectors.lobby.favourites import find_favourite_errors
from games.services.lobby.bots import validate_bot_level

MAX_FAVOURITES = 20


class TooManyFavourites(Refusal):
    """The user already has MAX_FAVOURITES favourites."""

    code = "too_many_favourites"
    detail = Sentence(
        "You can save up to %(count)d favourites. Delete one to save another.", count=MAX_FAVOURITES
    )


class NoSuchFavourite(NotFound):
    """The favourite does not exist or belongs to another user."""

    detail = Sentence("You have no such favourite.")


def save_favourite(
    *,
    user: User,
    name: str,
    size: int,
    now: datetime,
    options: object = None,
    bots: int = 0,
    bot_level: str | None = None,
    visibility: str | None = None,
    visiting_bots: bool = True,
) -> Favourite:
    """Store a favourite (named settings for opening a table), and return it.

    `size` is the number of seats. `options` are the table options as a client sent them, with defaults for
    missing options. `bots` is the number of the site's bots, and `bot_level` their level. `visibility` is
    `private` or, by default, `public`. `visiting_bots` says whether other users' bots may take seats. Raise
    BadRequest for invalid settings or a taken name, and TooManyFavourites if the user already has
    MAX_FAVOURITES favourites.
    """
    favourite = Favourite(
        user=user,
        name=name,
        size=size,
        options=parse_options(options).as_dict(),
        bots=bots,
        bot_level=validate_bot_level(bot_level),
        visibility=visibility or TableVisibility.PUBLIC,
        visiting_bots=visiting_bots,
        saved_at=now,
    )
    if errors := find_favourite_errors(favourite):
        raise BadRequest(errors)
    with transaction.atomic():
        _lock_favourites(user)
        if user.favourites.count() >= MAX_FAVOURITES:
            raise TooManyFavourites
        _check_name_is_free(user, name)
        favourite.save()
    return favourite


def rename_favourite(*, user: User, favourite_id: int, name: str) -> Favourite:
    """Rename one of the user's favourites (named settings for opening a table), and return the favourite.

    Raise NoSuchFavourite if the user has no such favourite, and BadRequest if another favourite of the user
    has this name.
    """
    with transaction.atomic():
        _lock_favourites(user)
        favourite = Favourite.objects.filter(user=user, pk=favourite_id).first()
        if favourite is None:
            raise NoSuchFavourite
        if favourite.name != name:
            _check_name_is_free(user, name)
            favourite.name = name
            favourite.save(update_fields=["name"])
    return favourite


def delete_favourite(*, user: User, favourite_id: int) -> None:
    """Delete one of the user's favourites. Raise NoSuchFavourite if the user has no such favourite."""
    deleted, _ = Favourite.objects.filter(user=user, pk=favourite_id).delete()
    if not deleted:
        raise NoSuchFavourite


def _lock_favourites(user: User) -> None:
    """Lock the User in the database, so that concurrent requests change the favourites one at a time."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)


def _check_name_is_free(user: User, name: str) -> None:
    """Raise BadRequest if the user already has a favourite with this name."""
    if Favourite.objects.filter(user=user, name=name).exists():
        raise BadRequest({"name": [Sentence("You have a favourite with this name.")]})
