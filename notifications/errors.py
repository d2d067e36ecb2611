"""Named refusals raised by notifications."""

from core.refusal import BadRequest, Refusal
from core.sentence import Sentence


class InvalidSubscription(BadRequest):
    """A push subscription's endpoint or one of its keys is not accepted; `errors` maps fields to messages."""


class NotificationsOff(Refusal):
    """The operator has turned notifications off."""

    code = "notifications_off"
    detail = Sentence("This site sends no notifications.")
