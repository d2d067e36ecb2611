"""Guest accounts: created without a form, claimed later. Claiming keeps the row, and so the games."""

from collections.abc import Iterable
from datetime import datetime

from django.contrib.auth.hashers import make_password
from django.db import transaction

from accounts.errors import NameTaken, NotAGuest
from accounts.models import AccountKind, User
from accounts.names.guests import guest_names
from accounts.services import mails
from accounts.services.email import set_email
from accounts.services.name import check_name, save_account
from accounts.services.password import check_password_strength


def create_guest(*, now: datetime, names: Iterable[str] | None = None) -> User:
    """Create a guest account with the first free name in `names`.

    Without `names`, use random names. Raise NameTaken if no name is free.
    """
    for name in guest_names() if names is None else names:
        guest = User(username=name, kind=AccountKind.GUEST, date_joined=now)
        guest.set_unusable_password()
        try:
            check_name(username=name, user=guest)
            save_account(user=guest)
        except NameTaken:
            continue
        return guest
    raise NameTaken


def claim_guest(*, user: User, username: str, password: str, email: str = "", now: datetime) -> User:
    """Turn a guest account into a permanent one. Email a link to confirm `email`, if given.

    Raise NotAGuest, or InvalidField for a refused name or password.
    """
    if not user.is_guest:
        raise NotAGuest
    check_name(username=username, user=user)
    # An unsaved user, because the validators compare the password with the new name and address.
    check_password_strength(password=password, user=User(username=username, email=email))
    # Hashed before the transaction, which would block all moves for as long as that takes.
    hashed = make_password(password)
    with transaction.atomic():
        guest = User.objects.select_for_update().get(pk=user.pk)
        # Again, now that the row is locked: the same claim may arrive twice at once.
        if not guest.is_guest:
            raise NotAGuest
        guest.username, guest.password, guest.kind, guest.last_login = (
            username,
            hashed,
            AccountKind.HUMAN,
            now,
        )
        save_account(user=guest)
        set_email(user=guest, email=email)
    mails.send_confirmation_link(user=guest)
    return guest
