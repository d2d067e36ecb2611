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
    """Hide a person's chat messages at a table from `user`, or everybody else's if `name` is None.

    Do nothing if the person or chat is already muted. Raise NotFound for an unknown table, NoSuchPlayer for
    an unknown name, CannotMuteYourself for the user's own name, and TooManyMutes if the user already has
    MAX_MUTES mutes.
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
    """End a user's mute of the person with this name at a table, or of the whole chat if `name` is None.

    Do nothing if the person or chat is not muted. Raise NotFound for an unknown table, NoSuchPlayer for an
    unknown name, and CannotMuteYourself for the user's own name.
    """
    # Unmuting the whole chat does not unmute individual people.
    ChatMute.objects.filter(
        table=get_table(table_id), user=user, muted=_find_user_to_mute(user, name)
    ).delete()


def _find_user_to_mute(user: User, name: str | None) -> User | None:
    """Return the user with this name, or None (for the whole chat) if `name` is None.

    Raise NoSuchPlayer for an unknown name, and CannotMuteYourself for the user's own name.
    """
    if name is None:
        return None
    found = User.objects.filter_by_name(name).first()
    if found is None:
        raise NoSuchPlayer()
    if found == user:
        raise CannotMuteYourself()
    return found
