"""Muting at one table: a person, or all chat. What a mute hides is decided for each reader on the server."""

from django.db import transaction

from accounts.errors import NoSuchPlayer
from accounts.models import User
from games.models import ChatMute
from games.selectors.tables import get_table
from games.services.chat.errors import CannotMuteYourself, TooManyMutes

MAX_MUTES = 500
"""Mutes that one account may have. Retention deletes those at old tables."""


def mute_chat(*, table_id: str, user: User, name: str | None) -> None:
    """Mute the player with this name for `user` at this table, or all chat there if the name is None.

    Does nothing if already muted. Raise NotFound, CannotMuteYourself or TooManyMutes.
    """
    table, muted = get_table(table_id), _find_muted_user(user, name)
    with transaction.atomic():
        # One after the other, so that the limit holds.
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        mutes = ChatMute.objects.filter(user=user)
        if mutes.filter(table=table, muted=muted).exists():
            return
        if mutes.count() >= MAX_MUTES:
            raise TooManyMutes
        ChatMute.objects.create(table=table, user=user, muted=muted)


def unmute_chat(*, table_id: str, user: User, name: str | None) -> None:
    """Unmute the player with this name for `user` at this table, or all chat there if the name is None.

    Does nothing if not muted. Unmuting all chat keeps mutes of single players. Raise NotFound or
    CannotMuteYourself.
    """
    ChatMute.objects.filter(table=get_table(table_id), user=user, muted=_find_muted_user(user, name)).delete()


def _find_muted_user(user: User, name: str | None) -> User | None:
    """Return the account with this name, which `user` is muting or unmuting, or None if the name is None.

    Raise NoSuchPlayer or CannotMuteYourself.
    """
    if name is None:
        return None
    found = User.objects.named(name).first()
    if found is None:
        raise NoSuchPlayer()
    if found == user:
        raise CannotMuteYourself()
    return found
