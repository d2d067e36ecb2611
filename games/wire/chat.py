"""Chat on the wire: messages, what a viewer gets of a table's chat, and answers to commands."""

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
    """Say something, or a quick phrase. The answer is `chat_ack` where there is an `id`, `reply` to a
    command, or `refused`, with the same `id`. Everybody gets the message as `chat`, its author too."""

    text: ChatText | None = None
    phrase: PhraseCode | None = None
    channel: ChannelName | None = None
    """Null or absent for the only one to which the sender can write."""
    id: ActionId | None = None
    """The client's own id: with the same one nothing is said twice."""


class ShownMessage(TypedDict):
    """A message in a table's chat."""

    id: Count
    """Higher for later messages. A message with the same id replaces the one that a client has."""
    channel: ChannelName
    name: str
    """Who wrote it."""
    kind: Kind
    seat: SeatNumber | None
    """Where the author sat then; null for spectators."""
    text: str
    """Plain text, never HTML; of a quick phrase its words in English, empty if the message is hidden."""
    phrase: PhraseCode | None
    """The code of a quick phrase, to be shown in the reader's language; null for anything else."""
    at: Moment
    hidden: bool
    """Whether a moderator has hidden the message."""


class QuickPhrase(TypedDict):
    """A quick phrase that can be said."""

    code: PhraseCode
    text: str
    """In the caller's language."""


class ChatView(TypedDict):
    """A table's chat, as one viewer gets it."""

    messages: list[ShownMessage]
    """The newest ones, oldest first, without those of players whom the viewer has muted or blocked."""
    channel: ChannelName | None
    """To which the viewer writes; null without an account."""
    closed: str | None
    """Why the viewer can write nothing now, as a sentence; null if they can."""
    notice: str | None
    """A warning by the moderators to this viewer; null if there is none."""
    muted: list[str]
    """The names of those whom the viewer has muted at this table."""
    is_muted: bool
    """Whether the viewer has muted the whole chat of this table."""
    phrases: list[QuickPhrase]


class CommandReply(TypedDict):
    """What a command has done, for whoever typed it alone."""

    command: str
    """The command's name, without its slash."""
    text: str
    """A sentence, or several lines."""
    number: NotRequired[Count]
    """The log entry that it became, if it was an action of the game."""
