"""Muting a person or all chat at one table. The server applies each reader's mutes."""

from django.db import transaction

from accounts.errors import NoSuchPlayer
from accounts.models import User
from games.models import ChatMute
from games.selectors.tables import get_table
from games.services.chat.errors import CannotMuteYourself, TooManyMutes

MAX_MUTES = 500
"""Maximum mutes of one account; those at old tables are deleted with the chat."""


def mute_chat(*, table_id: str, user: User, name: str | None) -> None:
    """Mute a person at this table for `user` or, if `name` is None, mute the table's whole chat.

    Raise NotFound if there is no such table or person, CannotMuteYourself if `name` is the user's own, or
    TooManyMutes if the user has reached the limit.
    """
    table, muted = get_table(table_id), _find_user_to_mute(user, name)
    with transaction.atomic():
        # Locked, so that concurrent requests cannot exceed the limit.
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        mutes = ChatMute.objects.filter(user=user)
        if mutes.filter(table=table, muted=muted).exists():
            return
        if mutes.count() >= MAX_MUTES:
            raise TooManyMutes
        ChatMute.objects.create(table=table, user=user, muted=muted)


def unmute_chat(*, table_id: str, user: User, name: str | None) -> None:
    """Unmute a person at this table for `user` or, if `name` is None, unmute the table's whole chat.

    Unmuting the whole chat does not unmute individual people. Raise NotFound if there is no such table or
    person, or CannotMuteYourself if `name` is the user's own.
    """
    ChatMute.objects.filter(
        table=get_table(table_id), user=user, muted=_find_user_to_mute(user, name)
    ).delete()


def _find_user_to_mute(user: User, name: str | None) -> User | None:
    """Return the account with this name, or None if `name` is None.

    Raise NoSuchPlayer if there is no such account, and CannotMuteYourself if it is the user's own.
    """
    if name is None:
        return None
    found = User.objects.filter_by_name(name).first()
    if found is None:
        raise NoSuchPlayer()
    if found == user:
        raise CannotMuteYourself()
    return found
