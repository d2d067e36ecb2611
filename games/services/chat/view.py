"""A table's chat as one viewer sees it, and whether they can write."""

from datetime import datetime

from django.utils.translation import gettext

from accounts.models import User
from core.refusal import Refusal
from core.translation import translate
from games.selectors import chat
from games.services.chat.messages import check_may_write
from games.wire.chat import ChatView
from games.wire.phrases import phrase_texts


def build_chat_view(table_id: str, user: User | None, *, now: datetime) -> ChatView:
    """Return a table's chat in the API's format, as `user` or an anonymous visitor sees it."""
    user_id = None if user is None else user.pk
    view: ChatView = {
        "messages": chat.chat_history(table_id, user_id),
        "channel": None,
        "closed": gettext("Log in, or play as a guest, to chat."),
        "notice": None,
        "muted": [],
        "is_muted": False,
        "phrases": [{"code": code, "text": text} for code, text in phrase_texts().items()],
    }
    if user is not None:
        warning = chat.latest_warning(user.pk, now)
        view["channel"] = chat.channel_of_seat(chat.find_user_seat(table_id, user.pk))
        view["closed"] = _explain_write_refusal(table_id, user, now)
        view["notice"] = None if warning is None else translate(warning.reason)
        view["muted"] = chat.muted_names(table_id, user.pk)
        view["is_muted"] = chat.has_muted_chat(table_id, user.pk)
    return view


def _explain_write_refusal(table_id: str, user: User, now: datetime) -> str | None:
    """Return a translated sentence that says why the user cannot write in the table's chat now.

    Return None if the user can write.
    """
    try:
        check_may_write(table_id=table_id, user=user, now=now)
    except Refusal as refusal:
        return translate(refusal.detail)
    return None
