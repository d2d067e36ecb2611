"""Friends, and the requests by which people become friends."""

from typing import ClassVar

from django.conf import settings
from django.db import models


class Friendship(models.Model):
    """A person has a friend. Two rows make a friendship, one for each of the two people."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="friendships")
    friend = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    since = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["friend__username"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=("user", "friend"), name="friend_once")
        ]

    def __str__(self) -> str:
        return f"a friend of user {self.user_id}"


class FriendRequest(models.Model):
    """Somebody wants to be friends with somebody else; deleted as soon as they are.

    A declined request stays in its sender's list. So the sender can't tell whether it was declined, was not
    read yet, or went to somebody who has blocked the sender.
    """

    sender = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sent_friend_requests"
    )
    receiver = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="received_friend_requests"
    )
    asked_at = models.DateTimeField()
    declined_at = models.DateTimeField(null=True, blank=True, help_text="The sender is not told.")
    withdrawn_at = models.DateTimeField(null=True, blank=True, help_text="By the sender.")

    class Meta:
        ordering: ClassVar[list[str]] = ["-asked_at", "-id"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=("sender", "receiver"), name="friend_request_once")
        ]

    def __str__(self) -> str:
        return f"a friend request by user {self.sender_id}"
