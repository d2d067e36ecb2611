"""The base class of lists on which moderators act."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest

from accounts.models import User
from games.admin.reading import M, ReadingAdmin


class ModeratorAdmin(ReadingAdmin[M]):
    """Base of lists that moderators change only by admin actions, recorded in the row's history."""

    permission = "games.change_chatreport"

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        """Return whether the user is a moderator: somebody with the permission to change chat reports."""
        return request.user.has_perm(self.permission)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return whether the user is a moderator, or has the ordinary permission to view this model."""
        return super().has_view_permission(request, obj) or request.user.has_perm(self.permission)

    def add_history_note(self, request: HttpRequest, instance: Any, note_text: str) -> None:
        """Add a note to an object's admin history, and show the note to the moderator as a message."""
        self.log_change(request, instance, note_text)
        messages.success(request, f"{instance}: {note_text}")


def logged_in_user(request: HttpRequest) -> User:
    """Return the user who sent the request. Raise AssertionError if nobody is logged in.

    The user need not be a moderator.
    """
    assert isinstance(request.user, User)
    return request.user
