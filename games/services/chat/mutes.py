"""Muting at one table: a person, or all chat. What a mute hides is decided for each reader on the server."""

from accounts.errors import NoSuchPlayer
from accounts.models import User
from games.models import ChatMute
from games.selectors.tables import get_table
from games.services.chat.errors import CannotMuteYourself


def mute_chat(*, table_id: str, user: User, name: str | None) -> None:
    """Mute the player of this name at this table, or all chat there if the name is None.

    Does nothing if they are muted already.

    Raises NotFound or CannotMuteYourself.
    """
    ChatMute.objects.get_or_create(table=get_table(table_id), user=user, muted=_find_muted_user(user, name))


def unmute_chat(*, table_id: str, user: User, name: str | None) -> None:
    """End the mute of one player, or of all chat if the name is None; does nothing if they are not muted.

    Raises NotFound or CannotMuteYourself.
    """
    ChatMute.objects.filter(table=get_table(table_id), user=user, muted=_find_muted_user(user, name)).delete()


def _find_muted_user(user: User, name: str | None) -> User | None:
    """Return the player of this name, or None if no name is given.

    Raises NoSuchPlayer or CannotMuteYourself.
    """
    if name is None:
        return None
    found = User.objects.named(name).first()
    if found is None:
        raise NoSuchPlayer()
    if found == user:
        raise CannotMuteYourself()
    return found
