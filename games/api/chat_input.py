"""Serializers of input for a table's chat. They validate only its shape."""

from typing import Any

from core.http.fields import StrictChoice, Text
from core.http.inputs import Input
from games.api.serializers import InviteField
from games.models.chat import MAX_TEXT_LENGTH, Channel
from games.models.moderation import MAX_NOTE_LENGTH, ReportReason
from games.rules.protocol.values import MAX_ID_LENGTH
from games.wire.phrases import PHRASES


class ClientIdField(Text):
    """A field for the client's own id of a message or command, which the service calls `source`."""

    def __init__(self, source: str, **kwargs: Any) -> None:
        """Make the field optional: the id is None if the client sends none.

        `source` is the name of the id in the validated data.
        """
        super().__init__(
            source=source,
            required=False,
            allow_null=True,
            default=None,
            max_length=MAX_ID_LENGTH,
            trim_whitespace=False,
            help_text="An id chosen by the client: with the same one nothing is said or done twice.",
            **kwargs,
        )


class SaySerializer(Input):
    """A message or a quick phrase to post."""

    text = Text(
        required=False,
        allow_null=True,
        allow_blank=True,
        default=None,
        trim_whitespace=False,
        help_text=f"What to say: {MAX_TEXT_LENGTH} characters at most, on one line.",
    )
    phrase = StrictChoice(
        tuple(PHRASES),
        required=False,
        allow_null=True,
        default=None,
        help_text="A quick phrase instead of a text; every reader gets it in their own language.",
    )
    channel = StrictChoice(
        tuple(Channel.values),
        required=False,
        allow_null=True,
        default=None,
        help_text="Null or absent for the only one to which the caller can write.",
    )
    id = ClientIdField("message_id")
    invite = InviteField()


class ReportSerializer(Input):
    """The reason for a report of a message."""

    reason = StrictChoice(tuple(ReportReason.values), help_text="What is wrong with it.")
    note = Text(
        required=False,
        allow_blank=True,
        default="",
        help_text=f"In the reporter's own words: {MAX_NOTE_LENGTH} characters at most.",
    )
