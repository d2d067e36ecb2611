"""Chat on the wire: messages, a table's chat as a viewer sees it, and replies to commands."""

from typing import Annotated, NamedTuple, NotRequired, TypedDict

from core.constraints import Constraint
from core.sentence import Sentence
from games.models.chat import MAX_TEXT_LENGTH, Channel
from games.rules.protocol.values import ActionId, Count, Kind, Moment, SeatNumber
from games.wire.phrases import PHRASES

ChannelName = Annotated[
    str,
    Constraint(
        "table: everybody at the table gets it, and its players write to it. spectators: those who watch get "
        "it and write to it, and the table’s players never get it.",
        one_of=tuple(Channel.values),
    ),
]
PhraseCode = Annotated[
    str,
    Constraint(
        "A quick phrase, shown in the reader’s language. Later versions may have more.", one_of=tuple(PHRASES)
    ),
]
ChatText = Annotated[
    str,
    Constraint(
        f"What to say: {MAX_TEXT_LENGTH} characters at most, on one line. A text that begins with / is a "
        "command and goes to nobody else; // stands for a slash.",
        type_error=Sentence("This must be a text."),
    ),
]


class Say(NamedTuple):
    """Post a message or a quick phrase. The response has the same `id`: it is `chat_ack` if there is an `id`,
    `reply` for a command, or `refused`. Everybody, including the author, gets the message as `chat`."""

    text: ChatText | None = None
    phrase: PhraseCode | None = None
    channel: ChannelName | None = None
    """Null or absent for the only channel to which the sender can write."""
    id: ActionId | None = None
    """The client's own id. A message with the same id is not posted twice."""


class ShownMessage(TypedDict):
    """A message in a table's chat."""

    id: Count
    """Higher for later messages. A message with the same id replaces the one that a client has."""
    channel: ChannelName
    name: str
    """The author's name."""
    kind: Kind
    seat: SeatNumber | None
    """The author's seat at that time; null for spectators."""
    text: str
    """Plain text, never HTML. For a quick phrase, its English text; empty if the message is hidden."""
    phrase: PhraseCode | None
    """The code of a quick phrase, to be shown in the reader's language; null for any other message."""
    at: Moment
    hidden: bool
    """Whether a moderator has hidden the message."""


class QuickPhrase(TypedDict):
    """A quick phrase that can be posted."""

    code: PhraseCode
    text: str
    """The phrase in the caller's language."""


class ChatView(TypedDict):
    """A table's chat, as one viewer sees it."""

    messages: list[ShownMessage]
    """The newest messages, oldest first, except from players whom the viewer has muted or blocked."""
    channel: ChannelName | None
    """The channel to which the viewer writes; null without an account."""
    closed: str | None
    """Why the viewer cannot write now, as a sentence; null if the viewer can write."""
    notice: str | None
    """A warning from the moderators to this viewer; null if there is none."""
    muted: list[str]
    """The names of the players whom the viewer has muted at this table."""
    is_muted: bool
    """Whether the viewer has muted the whole chat of this table."""
    phrases: list[QuickPhrase]


class CommandReply(TypedDict):
    """The result of a command, visible only to the person who typed it."""

    command: str
    """The command's name, without its slash."""
    text: str
    """A sentence, or several lines."""
    number: NotRequired[Count]
    """The number of the command's log entry, if it was an action of the game."""
