"""Named refusals of notifications."""

from core.refusal import BadRequest, Refusal
from core.sentence import Sentence


class InvalidSubscription(BadRequest):
    """The push service or a key of a subscription is not accepted; `errors` says which and why."""


class NotificationsOff(Refusal):
    """The operator has turned notifications off."""

    code = "notifications_off"
    detail = Sentence("This site sends no notifications.")
