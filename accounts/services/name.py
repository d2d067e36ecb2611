"""Names of accounts. The unique constraint of the database decides which names are taken."""

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from accounts.errors import NameNotAllowed, NameReserved, NameTaken
from accounts.models import User
from accounts.names import validate_name
from accounts.names.reserved import is_reserved, looks_like


def check_name(*, username: str, user: User) -> None:
    """Check that the account may have this name.

    Raise NameNotAllowed, NameReserved or NameTaken if it may not.
    """
    try:
        validate_name(username)
    except ValidationError as error:
        raise NameNotAllowed(*error.messages) from None
    check_name_not_reserved(username=username, user=user)
    if User.objects.filter_by_name(username).exclude(pk=user.pk).exists():
        raise NameTaken


def check_name_not_reserved(*, username: str, user: User) -> None:
    """Raise NameReserved if the name is reserved for bots or staff.

    Staff may have any name, and users may have a name that looks like their present name.
    """
    if user.is_staff or not is_reserved(username):
        return
    # A player whose name is reserved already may change it to one that looks like it.
    present = User.objects.filter(pk=user.pk).values_list("username", flat=True).first()
    if present is None or not looks_like(username, present):
        raise NameReserved


def save_account(*, user: User) -> None:
    """Save the account. Raise NameTaken if another account has the same name, ignoring case."""
    try:
        # A savepoint: after an IntegrityError, PostgreSQL refuses all queries of the transaction around it.
        with transaction.atomic():
            user.save()
    except IntegrityError:
        if User.objects.filter_by_name(user.username).exclude(pk=user.pk).exists():
            raise NameTaken from None
        raise
