"""Gives a name to an account; the database has the last word on which names are taken."""

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from accounts.errors import NameNotAllowed, NameReserved, NameTaken
from accounts.models import User
from accounts.names import validate_name
from accounts.reserved_names import is_reserved, looks_like


def check_name(*, username: str, user: User) -> None:
    """Refuse a name that can't be one, that is reserved, or that somebody else has."""
    try:
        validate_name(username)
    except ValidationError as error:
        raise NameNotAllowed(*error.messages) from None
    check_not_reserved(username=username, user=user)
    if User.objects.named(username).exclude(pk=user.pk).exists():
        raise NameTaken


def check_not_reserved(*, username: str, user: User) -> None:
    """Refuse a reserved name to everybody but staff, and those who had it before it was reserved."""
    if user.is_staff or not is_reserved(username):
        return
    present = User.objects.filter(pk=user.pk).values_list("username", flat=True).first()
    if present is None or not looks_like(username, present):
        raise NameReserved


def save_named(*, user: User) -> None:
    """Store the account; of two who take the same name at once, one is refused."""
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError:
        if User.objects.named(user.username).exclude(pk=user.pk).exists():
            raise NameTaken from None
        raise
