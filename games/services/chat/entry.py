"""The entry point of chat: a line is posted at the table or, if it is a command, run."""

from datetime import datetime

from accounts.models import User
from games.models import ChatMessage
from games.services.chat.limits import count_command
from games.services.chat.messages import post_message
from games.services.text_commands import run_command
from games.text_commands.parse import is_command
from games.wire.chat import CommandReply


def submit_chat_line(
    *,
    table_id: str,
    user: User,
    address: str,
    now: datetime,
    text: str | None = None,
    phrase: str | None = None,
    channel: str | None = None,
    message_id: str | None = None,
    invite: str | None = None,
) -> ChatMessage | CommandReply:
    """Post a chat message, or run `text` if it is a typed command such as "/bid 2".

    Return the message, or the command's reply, which only the user sees. Give either `text` or, as `phrase`,
    the code of a ready-made phrase. `channel` defaults to the channel in which the user may write.
    `message_id` is an idempotency key. `address` is the user's network address. `invite` is the invite code
    of a private table. Raise a Refusal if the message or command is not allowed.
    """
    if text is not None and phrase is None and is_command(text):
        count_command(user=user, now=now)
        return run_command(
            text=text, user=user, now=now, table_id=table_id, command_id=message_id, invite=invite
        )
    # Two slashes begin a message that starts with one slash and is no command.
    if text is not None and text.lstrip().startswith("//"):
        text = text.lstrip()[1:]
    return post_message(
        table_id=table_id,
        user=user,
        address=address,
        now=now,
        text=text,
        phrase=phrase,
        channel=channel,
        message_id=message_id,
        invite=invite,
    )
