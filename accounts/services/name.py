"""Gives a name to an account; the database has the last word on which names are taken."""

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from accounts.errors import NameNotAllowed, NameTaken
from accounts.models import User
from accounts.names import validate_name


def check_name(*, username: str, user: User) -> None:
    """Refuse a name that can't be one, or that somebody else has."""
    try:
        validate_name(username)
    except ValidationError as error:
        raise NameNotAllowed(*error.messages) from None
    if User.objects.named(username).exclude(pk=user.pk).exists():
        raise NameTaken


def save_named(*, user: User) -> None:
    """Store the account; of two who take the same name at once, one is refused."""
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError:
        if User.objects.named(user.username).exclude(pk=user.pk).exists():
            raise NameTaken from None
        raise
