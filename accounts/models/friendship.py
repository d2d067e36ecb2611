"""Friendships, and the requests that lead to them."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


class Friendship(models.Model):
    """One direction of a friendship. Each friendship is stored as two rows, one for each person."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("user"), on_delete=models.CASCADE, related_name="friendships"
    )
    friend = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("friend"), on_delete=models.CASCADE, related_name="+"
    )
    since = models.DateTimeField(_("since"))

    class Meta:
        verbose_name = _("friendship")
        verbose_name_plural = _("friendships")
        ordering: ClassVar[list[str]] = ["friend__username"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=("user", "friend"), name="friend_once")
        ]

    def __str__(self) -> str:
        """Return a label such as "a friend of user 7"."""
        return gettext("a friend of user %(user)s") % {"user": self.user_id}


class FriendRequest(models.Model):
    """A request to become friends, deleted when the two become friends.

    A declined request stays in the sender's list, so the sender can't tell whether it was declined, has not
    been read yet, or was sent to somebody who has blocked the sender.
    """

    sender = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("sender"),
        on_delete=models.CASCADE,
        related_name="sent_friend_requests",
    )
    receiver = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("receiver"),
        on_delete=models.CASCADE,
        related_name="received_friend_requests",
    )
    asked_at = models.DateTimeField(_("asked at"))
    declined_at = models.DateTimeField(
        _("declined at"), null=True, blank=True, help_text=_("The sender is not told.")
    )
    withdrawn_at = models.DateTimeField(
        _("withdrawn at"), null=True, blank=True, help_text=_("By the sender.")
    )

    class Meta:
        verbose_name = _("friend request")
        verbose_name_plural = _("friend requests")
        ordering: ClassVar[list[str]] = ["-asked_at", "-id"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=("sender", "receiver"), name="friend_request_once")
        ]

    def __str__(self) -> str:
        """Return a label such as "a friend request by user 7", which names the sender."""
        return gettext("a friend request by user %(user)s") % {"user": self.sender_id}
